//! An answer as a person reads it: the text with its figures and citations, then what it does not cover.

pub mod evidence;
pub mod figure;
pub mod note;
pub mod results;
pub mod text;
pub mod trust;
pub mod value;

use figure::{Figure, FigureView};
use leptos::prelude::*;
use results::Results;
use text::{Block, Cite, Span, Table};

use crate::components::words;
use crate::model::answer::{Answer, Grounding};
use crate::model::run::Run;

/// All that the text of an answer is made of. Equal parts look alike.
#[derive(Clone, Debug, PartialEq)]
pub struct Prose {
    run: String,
    blocks: Vec<Block>,
    figures: Vec<Figure>,
    /// What it says of its own limits: each kind under its name.
    caveats: Vec<(&'static str, String)>,
}

impl Prose {
    /// The prose of a run; `None` while it has no answer. Before grounding has checked the figures they stand plain.
    pub fn of(run: &Run) -> Option<Self> {
        let answer: &Answer = run.answer.as_ref()?;
        let unchecked = Grounding::default();
        let grounding = run.grounding.as_ref().unwrap_or(&unchecked);
        Some(Self {
            run: run.id.clone(),
            blocks: text::blocks(&answer.text, &grounding.claims, answer.citations.len()),
            figures: figure::figures(run, &Results::of(run), grounding),
            caveats: caveats(answer),
        })
    }
}

/// The text. Its first paragraph says the answer.
#[component]
pub fn AnswerView(prose: Prose) -> impl IntoView {
    let Prose { run, blocks, figures, .. } = prose;
    let mut lead = true;
    let blocks = blocks
        .into_iter()
        .map(|block| {
            let class = if std::mem::take(&mut lead) { "answer-lead" } else { "" };
            let spans = |spans: Vec<Span>| view! { <Line spans figures=figures.clone() run=run.clone() /> };
            match block {
                Block::Paragraph(line) => view! { <p class=class>{spans(line)}</p> }.into_any(),
                Block::Heading(line) => view! { <h2>{spans(line)}</h2> }.into_any(),
                Block::List(items) => {
                    let items = items.into_iter().map(|item| view! { <li>{spans(item)}</li> }).collect_view();
                    view! { <ul>{items}</ul> }.into_any()
                }
                Block::Table(table) => view! { <TableView table figures=figures.clone() run=run.clone() /> }.into_any(),
            }
        })
        .collect_view();
    view! {
        <div class="answer">{blocks}</div>
    }
    .into_any()
}

/// A table of the answer; one that is wider than the page can be moved by keys, too.
#[component]
fn TableView(table: Table, figures: Vec<Figure>, run: String) -> impl IntoView {
    let Table { head, rows, figures: numeric } = table;
    let class = |i: usize| if numeric.get(i).copied().unwrap_or(false) { "num" } else { "" };
    let line = |spans: Vec<Span>| view! { <Line spans figures=figures.clone() run=run.clone() /> };
    let head = head.into_iter().enumerate().map(|(i, cell)| {
        let named = !cell.is_empty();
        view! {
            <th scope="col" class=class(i)>
                {line(cell)}
                {(!named).then(|| view! { <span class="sr-only">{if i == 0 { "Name" } else { "Sources" }}</span> })}
            </th>
        }
    });
    let rows = rows.into_iter().map(|row| {
        let cells = row.into_iter().enumerate().map(|(i, cell)| match i {
            0 => view! { <th scope="row">{line(cell)}</th> }.into_any(),
            _ => view! { <td class=class(i)>{line(cell)}</td> }.into_any(),
        });
        view! { <tr>{cells.collect_view()}</tr> }
    });
    view! {
        <div class="scroll" role="region" aria-label="Table of the answer" tabindex="0">
            <table class="table">
                <thead>
                    <tr>{head.collect_view()}</tr>
                </thead>
                <tbody>{rows.collect_view()}</tbody>
            </table>
        </div>
    }
    .into_any()
}

/// Why it is not whole, what it does not cover, and what else to know of it.
fn caveats(answer: &Answer) -> Vec<(&'static str, String)> {
    let why = if answer.partial { "Ended early" } else { "Why" };
    let said = |text: &str| text.strip_prefix("Note: ").unwrap_or(text).to_owned();
    let joined = |list: &[String]| list.iter().map(|text| said(text)).collect::<Vec<_>>().join(" ");
    [(why, &answer.reasons), ("Not covered", &answer.gaps), ("Note", &answer.notes)]
        .into_iter()
        .filter(|(_, list)| !list.is_empty())
        .map(|(name, list)| (name, joined(list)))
        .collect()
}

#[component]
pub fn Caveats(prose: Prose) -> impl IntoView {
    let lines = prose.caveats.into_iter().map(|(name, text)| {
        view! {
            <p class="answer-gap">
                <b>{name} ":"</b>
                " "
                {text}
            </p>
        }
    });
    lines.collect_view().into_any()
}

#[component]
fn Line(spans: Vec<Span>, figures: Vec<Figure>, run: String) -> impl IntoView {
    spans
        .into_iter()
        .map(|span| match span {
            Span::Text(text) => text.into_any(),
            Span::Claim(i) => figures.get(i).cloned().map(|figure| view! { <FigureView figure /> }).into_any(),
            Span::Citations(all) => view! { <Citations all run=run.clone() /> }.into_any(),
        })
        .collect_view()
}

/// Small links to what is cited; a range leads to its first.
#[component]
fn Citations(all: Vec<Cite>, run: String) -> impl IntoView {
    let links = all
        .into_iter()
        .map(|cite| {
            let (first, shown, label) = match cite {
                Cite::One(n) => (n, n.to_string(), format!("Source {n}")),
                Cite::Range(first, last) => (first, format!("{first}–{last}"), format!("Sources {first}–{last}")),
            };
            let href = format!("#{}", words::evidence_anchor(&run, first));
            view! {
                <a href=href rel="external" aria-label=label>
                    {shown}
                </a>
            }
        })
        .collect_view();
    view! { <sup class="citation">{links}</sup> }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_a_gap_and_a_note_are_told_apart() {
        let answer = Answer {
            partial: true,
            reasons: vec!["Max iterations reached.".into()],
            gaps: vec!["Two cases are open.".into(), "One tool gave no result.".into()],
            notes: vec!["Note: Limited data.".into()],
            ..Answer::default()
        };
        let want = [
            ("Ended early", "Max iterations reached.".to_owned()),
            ("Not covered", "Two cases are open. One tool gave no result.".to_owned()),
            ("Note", "Limited data.".to_owned()),
        ];
        assert_eq!(caveats(&answer), want);
        assert_eq!(caveats(&Answer::default()), []);
    }
}
