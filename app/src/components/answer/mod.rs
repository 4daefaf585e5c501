//! An answer for people: the text with its figures and citations, then its limits.

pub mod drafts;
pub mod evidence;
pub mod figure;
pub mod note;
pub mod results;
mod table;
pub mod text;
pub mod trust;
pub mod value;

use figure::{Figure, FigureView};
use leptos::prelude::*;
use results::Results;
use table::{Cited, TableView};
use text::{Block, Cite, Span};

use crate::components::beside::{SidePanel, record_link, record_mark};
use crate::components::words;
use crate::model::answer::{Answer, Grounding, SourceKind};
use crate::model::run::Run;
use crate::model::session::taught::FROM_MEMORY;
use crate::{id, t};

/// The content of an answer's text. Equal contents are drawn alike.
#[derive(Clone, Debug, PartialEq)]
pub struct Prose {
    run: String,
    blocks: Vec<Block>,
    figures: Vec<Figure>,
    cited: Vec<Cited>,
    /// Its stated limits: the name of each kind (a text of the page), and the text.
    caveats: Vec<(&'static str, String)>,
}

impl Prose {
    /// The prose of a run; `None` while it has no answer. Until grounding has checked the figures, they are plain text.
    pub fn from_run(run: &Run) -> Option<Self> {
        let answer: &Answer = run.answer.as_ref()?;
        let unchecked = Grounding::default();
        let grounding = run.grounding.as_ref().unwrap_or(&unchecked);
        let results = Results::from_run(run);
        let mut blocks = text::blocks(&answer.text, &grounding.claims, answer.citations.len());
        // Alternative questions are buttons below.
        if run.calls().next().is_none()
            && matches!(blocks.last(), Some(Block::List(all)) if offered(all, &run.follow_ups))
        {
            blocks.pop();
        }
        Some(Self {
            run: run.id.clone(),
            blocks,
            figures: figure::figures(run, &results, grounding),
            cited: table::cited(run, answer, &results),
            caveats: caveats(answer),
        })
    }
}

/// Whether a list contains exactly the offered questions.
fn offered(list: &[Vec<Span>], questions: &[String]) -> bool {
    let is = |item: &Vec<Span>| matches!(item.as_slice(), [Span::Text(text)] if questions.iter().any(|question| text.starts_with(question)));
    !questions.is_empty() && list.iter().all(is)
}

/// The text. Its first paragraph is the answer.
#[component]
pub fn AnswerView(prose: Prose) -> impl IntoView {
    let Prose { run, blocks, figures, cited, .. } = prose;
    let mut lead = true;
    let blocks = blocks
        .into_iter()
        .enumerate()
        .map(|(i, block)| {
            let class = if std::mem::take(&mut lead) { "answer-lead" } else { "" };
            let spans = |spans: Vec<Span>| {
                view! { <Line spans figures=figures.clone() run=run.clone() cited=cited.clone() /> }
            };
            match block {
                Block::Paragraph(line) => view! { <p class=class>{spans(line)}</p> }.into_any(),
                Block::Heading(line) => view! { <h2>{spans(line)}</h2> }.into_any(),
                Block::List(items) => {
                    let items = items.into_iter().map(|item| view! { <li>{spans(item)}</li> }).collect_view();
                    view! { <ul>{items}</ul> }.into_any()
                }
                Block::Table(table) => {
                    let (key, cited) = (format!("{run}-{i}"), cited.clone());
                    view! { <TableView table key figures=figures.clone() cited run=run.clone() /> }.into_any()
                }
            }
        })
        .collect_view();
    view! {
        <div class="answer">{blocks}</div>
    }
    .into_any()
}

/// Marks text from the asker's memory.
const MEMORY: &str = id!("answer-from-memory");

/// Why it is incomplete, what it does not cover, and other notes.
fn caveats(answer: &Answer) -> Vec<(&'static str, String)> {
    let why = if answer.partial { id!("answer-ended-early") } else { id!("answer-why") };
    let said = |text: &str| text.strip_prefix("Note: ").unwrap_or(text).to_owned();
    let told = |text: &&String| !text.starts_with(FROM_MEMORY);
    let joined = |list: &[String]| list.iter().filter(told).map(|text| said(text)).collect::<Vec<_>>().join(" ");
    [(why, &answer.reasons), (id!("answer-not-covered"), &answer.gaps), (id!("answer-note"), &answer.notes)]
        .into_iter()
        .map(|(name, list)| (name, joined(list)))
        .filter(|(_, text)| !text.is_empty())
        .chain(answer.notes.iter().filter_map(|note| Some((MEMORY, note.strip_prefix(FROM_MEMORY)?.to_owned()))))
        .collect()
}

#[component]
pub fn Caveats(prose: Prose) -> impl IntoView {
    let lines = prose.caveats.into_iter().map(|(name, text)| {
        if name == MEMORY {
            let text = t!(MEMORY, said = text.trim_end_matches('.'));
            return view! {
                <p>
                    <a class="chip" data-kind="memory" href="/settings/memory">
                        {text}
                    </a>
                </p>
            }
            .into_any();
        }
        view! {
            <p class="answer-gap">
                <b>{t!(name)} ":"</b>
                " "
                {text}
            </p>
        }
        .into_any()
    });
    lines.collect_view().into_any()
}

#[component]
fn Line(spans: Vec<Span>, figures: Vec<Figure>, run: String, cited: Vec<Cited>) -> impl IntoView {
    let mut spans = spans.into_iter().peekable();
    let mut shown: Vec<AnyView> = Vec::new();
    while let Some(span) = spans.next() {
        shown.push(match span {
            Span::Text(text) => match quoted(&text, spans.peek(), &cited) {
                Some((at, kind, id)) => {
                    let (before, quotation) = text.split_at(at);
                    let (before, quotation) = (before.to_owned(), quotation.to_owned());
                    view! {
                        {before}
                        <Quoted kind id>{quotation}</Quoted>
                    }
                    .into_any()
                }
                None => text.into_any(),
            },
            Span::Claim(i) => figures.get(i).cloned().map(|figure| view! { <FigureView figure /> }).into_any(),
            Span::Citations(all) => view! { <Citations all run=run.clone() /> }.into_any(),
        });
    }
    shown
}

/// The start of a quotation that ends a text, and the record it is cited from.
fn quoted(text: &str, next: Option<&Span>, cited: &[Cited]) -> Option<(usize, SourceKind, String)> {
    let Some(Span::Citations(all)) = next.filter(|_| text.trim_end().ends_with('”')) else { return None };
    let (Cite::One(n) | Cite::Range(n, _)) = *all.first()?;
    let cited = cited.get(n.checked_sub(1)?)?;
    let (kind, id) = cited.quoted.clone().or_else(|| cited.record.clone())?;
    // A figure may be within it.
    Some((text.rfind('“').unwrap_or(0), kind, id))
}

/// A record's words, which open it.
#[component]
pub(in crate::components) fn Quoted(kind: SourceKind, id: String, children: Children) -> impl IntoView {
    let beside = SidePanel::here();
    let mark = record_mark(kind, &id);
    view! {
        <a class="quoted" href=move || record_link(beside, kind, &id) data-opens=beside.map(|_| mark) data-noscroll>
            {children()}
        </a>
    }
    .into_any()
}

/// Small links to the citations; a range links to its first.
#[component]
fn Citations(all: Vec<Cite>, run: String) -> impl IntoView {
    let links = all
        .into_iter()
        .map(|cite| {
            let (first, shown, label) = match cite {
                Cite::One(n) => (n, n.to_string(), t!("answer-source", n = n)),
                Cite::Range(first, last) => {
                    (first, format!("{first}–{last}"), t!("answer-source-range", first = first, last = last))
                }
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
        let told: Vec<_> = caveats(&answer).into_iter().map(|(name, text)| (t!(name), text)).collect();
        assert_eq!(told.iter().map(|(name, text)| (name.as_str(), text.clone())).collect::<Vec<_>>(), want);
        assert_eq!(caveats(&Answer::default()), []);
    }
}
