//! Two runs side by side: what differs is marked, by a word as well as by colour.

use leptos::prelude::*;

use crate::components::chart::table::{Column, region};
use crate::components::words;
use crate::model::review::two_runs::{Aligned, TwoRuns, align};
use crate::model::run::{Run, StepKind, Strategy};
use crate::model::text::capital;
use crate::model::time;

#[component]
pub fn SideBySide(a: Run, b: Run) -> impl IntoView {
    let rows = align(&a, &b);
    let differ = rows.iter().filter(|row| !row.same()).count();
    let told = match differ {
        0 => format!("All {} steps are the same.", rows.len()),
        n => format!("{n} of {} differ.", words::count(rows.len(), "step")),
    };
    let rows = rows.into_iter().map(|row| view! { <Row row /> }).collect_view().into_any();
    let columns = [Column::words("Step"), Column::Words(head(&a)), Column::Words(head(&b))];
    view! {
        <p role="status">{told}</p>
        {region("Steps of both runs", "side-by-side", None, columns, rows)}
    }
    .into_any()
}

/// "rules, 27 November 2026, 12:00, 214 ms".
fn head(run: &Run) -> String {
    format!("{}, {}, {}", run.model, time::full_time(run.started_at), words::duration(run.elapsed_ms()))
}

#[component]
fn Row(row: Aligned) -> impl IntoView {
    let kind = row.a.as_ref().or(row.b.as_ref()).map(|line| capital(&line.kind)).unwrap_or_default();
    let mark = match (&row.a, &row.b) {
        _ if row.same() => None,
        (Some(_), Some(_)) => Some("differs"),
        _ => Some("only one"),
    };
    let cell = |line: Option<crate::model::review::two_runs::Line>| view! { <td>{line.map(|line| line.text)}</td> };
    view! {
        <tr data-differs=mark.map(|_| "")>
            <th scope="row">
                {kind} " " {mark.map(|mark| view! { <span class="side-mark">{mark}</span> })}
            </th>
            {cell(row.a)}
            {cell(row.b)}
        </tr>
    }
    .into_any()
}

/// Which run stands beside it, and asking again from one of its steps. Forms that work without scripts.
#[component]
pub fn Choose(two: TwoRuns) -> impl IntoView {
    let TwoRuns { a, b, others, strategies } = two;
    let action = format!("/runs/{}/fork", words::segment(&a.id));
    let chosen = b.map(|b| b.id);
    let options = others
        .into_iter()
        .map(|(id, label)| {
            let selected = chosen.as_ref() == Some(&id);
            view! { <option value=id selected=selected>{label}</option> }
        })
        .collect_view();
    let steps = a.steps.iter().filter_map(|step| {
        let label = match &step.kind {
            StepKind::Thought { text, .. } => {
                words::cut(text, 60).map_or_else(|| text.clone(), |(head, _)| format!("{head}…"))
            }
            StepKind::Plan { .. } => "Plan".to_owned(),
            StepKind::Calls { calls } => format!("Call {}", calls.first()?.tool),
            StepKind::Reflection { .. } => "Reflection".to_owned(),
            StepKind::Note { .. }
            | StepKind::Approval { .. }
            | StepKind::Answer { .. }
            | StepKind::Grounding { .. } => return None,
        };
        Some((step.seq, label))
    });
    let steps = std::iter::once((2, "The question".to_owned())).chain(steps);
    let steps =
        steps.enumerate().map(|(n, (seq, label))| view! { <option value=seq>{format!("{}. {label}", n + 1)}</option> });
    let by_model = strategies.iter().any(|s| !matches!(s, Strategy::Auto | Strategy::Rules));
    let who = |strategy: Strategy| view! { <option value=strategy.as_str()>{capital(strategy.as_str())}</option> };
    view! {
        <div class="row side-forms">
            <form class="row" method="get">
                <div class="field">
                    <label for="with">"Beside"</label>
                    <select id="with" name="with">{options}</select>
                </div>
                <button class="button">"Compare"</button>
            </form>
            <form class="row" method="post" action=action>
                <div class="field">
                    <label for="at">"Ask again from"</label>
                    <select id="at" name="at">{steps.collect_view()}</select>
                </div>
                <div class="field">
                    <label for="strategy">"Who reasons"</label>
                    <select id="strategy" name="strategy">{strategies.into_iter().map(who).collect_view()}</select>
                </div>
                {by_model.then(|| view! {
                    <div class="field">
                        <label for="model">"Model " <span class="field-hint">"optional, of the same provider"</span></label>
                        <input id="model" name="model" type="text" autocomplete="off" spellcheck="false" />
                    </div>
                })}
                <div class="field">
                    <label for="args">"Arguments of that call " <span class="field-hint">"optional, JSON"</span></label>
                    <input id="args" name="args" type="text" />
                </div>
                <button class="button">"Ask again"</button>
            </form>
        </div>
    }
    .into_any()
}
