//! One step on the line: its time, mark, kind, and text.

use leptos::prelude::*;

use super::call::{CallView, Field};
use super::observation::Observation;
use super::reading::{Mark, Reading};
use crate::components::frame::icon::Badge;
use crate::components::words;
use crate::model::run::{ModelCall, NoteTone, Step, StepKind};
use crate::{id, t};

#[component]
pub fn StepView(
    reading: Reading,
    step: Step,
    run: String,
    /// The fields of the calls' results that the answer's figures come from.
    fields: Vec<Field>,
    elapsed: Signal<i64>,
) -> impl IntoView {
    let recovered = reading.mark == Mark::Recovered;
    let answer = matches!(step.kind, StepKind::Answer { .. } | StepKind::Grounding { .. });
    let models = step.models;
    view! {
        <li
            class="step"
            data-state=reading.mark.state()
            data-kind=answer.then_some("answer")
            data-broken=reading.broken.then_some("")
        >
            <span class="step-time">{words::offset(step.offset_ms)}</span>
            <MarkView mark=reading.mark />
            <div class="step-body">
                <p class="step-kind">
                    {reading.label} {recovered.then(|| view! { <Badge tone="ok" text=t!("timeline-recovered") /> })}
                </p>
                <Said kind=step.kind open=reading.open run fields elapsed />
                <Models models />
            </div>
        </li>
    }
    .into_any()
}

/// The model calls behind a step: purpose, amount, cost.
#[component]
fn Models(models: Vec<ModelCall>) -> impl IntoView {
    if models.is_empty() {
        return ().into_any();
    }
    let lines = models
        .into_iter()
        .map(|m| {
            let cost = words::cost(m.cost_usd.unwrap_or_default(), 1, u32::from(m.cost_usd.is_none()));
            let told = t!(
                "timeline-model",
                model = m.model,
                sent = m.prompt_tokens,
                got = m.completion_tokens,
                cost = cost,
                time = words::duration(m.duration_ms),
                retries = m.retries
            );
            view! { <li><b>{purpose(&m.purpose)}</b> " " {told}</li> }
        })
        .collect_view();
    view! { <ul class="step-models">{lines}</ul> }.into_any()
}

/// The purpose of a model call, in words.
fn purpose(name: &str) -> String {
    t!(match name {
        "route" => id!("timeline-purpose-route"),
        "step" => id!("timeline-purpose-step"),
        "plan" => id!("timeline-purpose-plan"),
        "reflect" => id!("timeline-purpose-reflect"),
        "synthesize" => id!("timeline-purpose-synthesize"),
        "repair" => id!("timeline-purpose-repair"),
        "summarize" => id!("timeline-purpose-summarize"),
        "follow-ups" => id!("timeline-purpose-follow-ups"),
        other => return words::plain_name(other),
    })
}

/// The bob below the last step, while the reasoner thinks.
#[component]
pub fn BobView(reading: Reading, elapsed: Signal<i64>) -> impl IntoView {
    view! {
        <li class="step" data-state="running">
            <span class="step-time">{move || words::offset(elapsed.get())}</span>
            <MarkView mark=Mark::Bob />
            <div class="step-body">
                <p class="step-kind">{reading.label}</p>
            </div>
        </li>
    }
    .into_any()
}

#[component]
fn MarkView(mark: Mark) -> impl IntoView {
    let (class, view_box) = if mark == Mark::Bob { ("bob", "0 0 14 25") } else { ("step-mark", "0 0 16 16") };
    view! {
        <svg class=class viewBox=view_box aria-hidden="true">
            <use_ href=mark.symbol() />
        </svg>
    }
}

#[component]
fn Said(kind: StepKind, open: bool, run: String, fields: Vec<Field>, elapsed: Signal<i64>) -> impl IntoView {
    match kind {
        StepKind::Note { about, text } => {
            let tone = about.tone();
            let tone = (tone != NoteTone::Plain).then_some(tone.as_str());
            view! {
                <p class="step-note" data-tone=tone>
                    {text}
                </p>
            }
            .into_any()
        }
        StepKind::Thought { text, .. } => view! { <Thought text /> }.into_any(),
        StepKind::Plan { text, calls } => {
            let calls = calls.into_iter().map(|c| view! { <li><code>{c.tool}</code></li> }).collect_view();
            view! {
                <Thought text />
                <ol class="step-plan">{calls}</ol>
            }
            .into_any()
        }
        StepKind::Reflection { text, .. } => view! { <Thought text /> }.into_any(),
        StepKind::Calls { calls } => {
            let many = calls.len() > 1;
            let calls = calls
                .into_iter()
                .map(|call| {
                    let fields: Vec<Field> = fields.iter().filter(|f| f.call == call.id).cloned().collect();
                    view! { <CallView run=run.clone() call open fields elapsed /> }
                })
                .collect_view();
            if many { view! { <div class="fork">{calls}</div> }.into_any() } else { calls.into_any() }
        }
        StepKind::Approval { tool, proposal, decision, by, .. } => {
            let title = if proposal.title.is_empty() { tool.clone() } else { proposal.title };
            let decided = match (decision, by) {
                (Some(decision), Some(by)) => t!("timeline-decided-by", decision = decision, by = by),
                (Some(decision), None) => t!("timeline-decided", decision = decision),
                (None, _) => t!("timeline-waits"),
            };
            view! {
                <p class="step-note">
                    <code>{tool}</code>
                    " "
                    {title}
                    ": "
                    <b>{decided}</b>
                </p>
            }
            .into_any()
        }
        StepKind::Answer { citations } => view! { <p>{t!("timeline-citations", count = citations)}</p> }.into_any(),
        StepKind::Grounding { checked, grounded, cited } => {
            view! { <p>{figures_told(checked, grounded, cited)}</p> }.into_any()
        }
    }
}

#[component]
fn Thought(text: String) -> impl IntoView {
    (!text.is_empty()).then(|| view! { <Observation text class="step-thought" /> })
}

/// "25 figures checked: 21 cited, 3 matched, 1 not verified."
fn figures_told(checked: usize, grounded: usize, cited: usize) -> String {
    let grades = [
        (cited, id!("timeline-cited"), id!("timeline-all-cited")),
        (grounded.saturating_sub(cited), id!("timeline-matched"), id!("timeline-all-matched")),
        (checked.saturating_sub(grounded), id!("timeline-unverified"), id!("timeline-none-verified")),
    ];
    let grades: Vec<_> = grades.into_iter().filter(|(n, ..)| *n > 0).collect();
    let told = match grades.as_slice() {
        [] => return t!("timeline-no-figures"),
        [(2.., _, all)] => t!(all),
        some => some.iter().map(|(n, some, _)| t!(some, count = *n)).collect::<Vec<_>>().join(", "),
    };
    t!("timeline-figures", count = checked, told = told)
}

#[cfg(test)]
mod tests {
    use super::figures_told;

    #[test]
    fn the_grades_of_the_figures_are_told() {
        for ((checked, grounded, cited), want) in [
            ((25, 24, 21), "25 figures checked: 21 cited, 3 matched, 1 not verified."),
            ((1, 1, 1), "1 figure checked: 1 cited."),
            ((7, 7, 7), "7 figures checked: all cited."),
            ((2, 0, 0), "2 figures checked: none verified."),
            ((4, 4, 1), "4 figures checked: 1 cited, 3 matched."),
            ((0, 0, 0), "No figures to check."),
        ] {
            assert_eq!(figures_told(checked, grounded, cited), want);
        }
    }
}
