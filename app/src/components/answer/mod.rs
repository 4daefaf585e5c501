//! An answer as a person reads it: the text with its figures and citations, then what it does not cover.

pub mod evidence;
pub mod figure;
pub mod text;
pub mod trust;

use figure::{Figure, FigureView};
use leptos::prelude::*;
use text::{Block, Span};

use crate::components::words;
use crate::model::answer::{Answer, Grounding};
use crate::model::run::Run;

/// All that the text of an answer is made of. Equal parts look alike.
#[derive(Clone, Debug, PartialEq)]
pub struct Prose {
    run: String,
    blocks: Vec<Block>,
    figures: Vec<Figure>,
    gaps: Vec<String>,
}

impl Prose {
    /// The prose of a run; `None` while it has no answer. Before grounding has checked the figures they stand plain.
    pub fn of(run: &Run) -> Option<Self> {
        let answer: &Answer = run.answer.as_ref()?;
        let unchecked = Grounding::default();
        let grounding = run.grounding.as_ref().unwrap_or(&unchecked);
        Some(Self {
            run: run.id.clone(),
            blocks: text::blocks(&answer.text, &grounding.claims, answer.sources.len()),
            figures: figure::figures(run, grounding),
            gaps: answer.gaps.clone(),
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
            }
        })
        .collect_view();
    view! {
        <div class="answer">{blocks}</div>
    }
    .into_any()
}

/// What the answer does not cover.
#[component]
pub fn Gaps(prose: Prose) -> impl IntoView {
    (!prose.gaps.is_empty()).then(|| {
        let text = format!("Not covered: {}", prose.gaps.join(" "));
        view! { <p class="answer-gap">{text}</p> }
    })
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

#[component]
fn Citations(all: Vec<usize>, run: String) -> impl IntoView {
    let links = all
        .into_iter()
        .map(|n| {
            let href = format!("#{}", words::evidence_anchor(&run, n));
            view! {
                <a href=href rel="external" aria-label=format!("Source {n}")>
                    {n}
                </a>
            }
        })
        .collect_view();
    view! { <sup class="citation">{links}</sup> }
}
