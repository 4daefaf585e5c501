//! Two runs side by side: differences are marked by a word as well as by colour.

use leptos::prelude::*;

use crate::components::chart::table::{Column, region};
use crate::components::form::{SelectField, TextField};
use crate::components::words;
use crate::model::review::two_runs::{Aligned, Line, TwoRuns, align};
use crate::model::run::{Run, StepKind, Strategy};
use crate::model::text::capital;
use crate::{i18n, id, t};

#[component]
pub fn SideBySide(a: Run, b: Run) -> impl IntoView {
    let rows = align(&a, &b);
    let differ = rows.iter().filter(|row| !row.same()).count();
    let told = match differ {
        0 => t!("review-runs-same", count = rows.len()),
        n => t!("review-runs-differ", differ = n, count = rows.len()),
    };
    let rows = rows.into_iter().map(|row| view! { <Row row /> }).collect_view().into_any();
    let columns = [Column::Words(t!("review-runs-step")), Column::Words(head(&a)), Column::Words(head(&b))];
    view! {
        <p role="status">{told}</p>
        {region(&t!("review-runs-steps"), "side-by-side", None, columns, rows)}
    }
    .into_any()
}

/// "rules, 27 November 2026, 12:00, 214 ms".
fn head(run: &Run) -> String {
    format!("{}, {}, {}", run.model, i18n::full_time(run.started_at), words::duration(run.elapsed_ms()))
}

/// A kind of step, as its row's head: "Call query_data".
fn step_name(kind: &str) -> String {
    match kind.split_once(' ') {
        Some(("call", tool)) => t!("review-step-call", tool = tool),
        Some(("note", about)) => t!("review-step-note", about = about),
        Some(("proposal", tool)) => t!("review-step-proposal", tool = tool),
        _ => t!(match kind {
            "thought" => id!("review-step-thought"),
            "plan" => id!("review-step-plan"),
            "reflection" => id!("review-step-reflection"),
            "answer" => id!("review-step-answer"),
            "figures" => id!("review-step-figures"),
            "cost" => id!("review-step-cost"),
            other => return capital(other),
        }),
    }
}

#[component]
fn Row(row: Aligned) -> impl IntoView {
    let kind = row.a.as_ref().or(row.b.as_ref()).map(|line| step_name(&line.kind)).unwrap_or_default();
    let mark = match (&row.a, &row.b) {
        _ if row.same() => None,
        (Some(_), Some(_)) => Some(t!("review-runs-differs")),
        _ => Some(t!("review-runs-only-one")),
    };
    let differs = mark.is_some().then_some("");
    let cell = |line: Option<Line>| view! { <td>{line.map(|line| line.text)}</td> };
    view! {
        <tr data-differs=differs>
            <th scope="row">
                {kind} " " {mark.map(|mark| view! { <span class="side-mark">{mark}</span> })}
            </th>
            {cell(row.a)}
            {cell(row.b)}
        </tr>
    }
    .into_any()
}

fn strategy_name(strategy: Strategy) -> String {
    t!(match strategy {
        Strategy::Auto => id!("review-strategy-auto"),
        Strategy::Rules => id!("review-strategy-rules"),
        Strategy::React => id!("review-strategy-react"),
        Strategy::Tools => id!("review-strategy-tools"),
        Strategy::Plan => id!("review-strategy-plan"),
    })
}

/// The run to compare with, and asking again from one of its steps. Forms that work without scripts.
#[component]
pub fn Choose(two: TwoRuns) -> impl IntoView {
    let TwoRuns { a, b, others, strategies } = two;
    let action = format!("/runs/{}/fork", words::segment(&a.id));
    let chosen = b.map(|b| b.id).unwrap_or_default();
    let steps = a.steps.iter().filter_map(|step| {
        let label = match &step.kind {
            StepKind::Thought { text, .. } => {
                words::cut(text, 60).map_or_else(|| text.clone(), |(head, _)| format!("{head}…"))
            }
            StepKind::Plan { .. } => t!("review-step-plan"),
            StepKind::Calls { calls } => t!("review-step-call", tool = calls.first()?.tool.as_str()),
            StepKind::Reflection { .. } => t!("review-step-reflection"),
            StepKind::Note { .. }
            | StepKind::Approval { .. }
            | StepKind::Answer { .. }
            | StepKind::Grounding { .. } => return None,
        };
        Some((step.seq, label))
    });
    let steps = std::iter::once((2, t!("review-step-question"))).chain(steps);
    let steps = steps.enumerate().map(|(n, (seq, label))| (seq.to_string(), format!("{}. {label}", n + 1))).collect();
    let by_model = strategies.iter().any(|s| !matches!(s, Strategy::Auto | Strategy::Rules));
    let who = strategies.into_iter().map(|strategy| (strategy.to_string(), strategy_name(strategy))).collect();
    view! {
        <div class="row side-forms">
            <form class="row" method="get">
                <SelectField id="with" label=t!("review-beside") name="with" all=others chosen />
                <button class="button">{t!("review-compare")}</button>
            </form>
            <form class="row" method="post" action=action>
                <SelectField id="at" label=t!("review-again-from") name="at" all=steps />
                <SelectField id="strategy" label=t!("review-who") name="strategy" all=who />
                {by_model.then(|| view! {
                    <TextField
                        id="model"
                        label=t!("review-model")
                        hint=t!("review-model-hint")
                        name="model"
                        kind="text"
                        autocomplete="off"
                        verbatim=true
                    />
                })}
                <TextField id="args" label=t!("review-args") hint=t!("review-args-hint") name="args" kind="text" />
                <button class="button">{t!("review-ask-again")}</button>
            </form>
        </div>
    }
    .into_any()
}
