//! Creating a case from a turn: the expectations are chosen from the parts of its answer. Correcting how its question
//! was read. Forms that work without scripts.

use leptos::prelude::*;

use crate::components::form::Field;
use crate::components::words;
use crate::model::review::case::{Expected, parts_of};
use crate::model::review::correction::rows_of;
use crate::model::run::Run;
use crate::t;

/// The id of the button that creates a case from a run, for the keyboard shortcut.
pub fn button(run: &str) -> String {
    format!("make-case-{run}")
}

#[component]
pub fn CaseForm(
    run: Run,
    /// The right answer, as a reviewer has written it.
    correct: String,
    /// Whether the turn is rated partly or bad: then no part of its answer is preselected as right.
    faulty: bool,
) -> impl IntoView {
    if !run.status.is_over() || run.call.is_some() {
        return ().into_any();
    }
    let action = format!("/review/{}/case", words::segment(&run.session_id));
    let parts = parts_of(&run)
        .into_iter()
        .enumerate()
        .map(|(place, part)| {
            view! {
                <label class="check">
                    <input type="checkbox" name="parts" value=place checked=part.reading.is_some() && !faulty />
                    {told(&part)}
                </label>
            }
        })
        .collect_view();
    let lines = |name: &'static str, label: String| {
        let id = format!("case-{name}-{}", run.id);
        view! {
            <Field id=id.clone() label hint=t!("review-line-each")>
                <textarea id=id name=name rows="2"></textarea>
            </Field>
        }
    };
    view! {
        <details class="case-form">
            <summary class="button" data-size="small">
                {t!("review-make-case")}
            </summary>
            <form class="stack" method="post" action=action>
                <input type="hidden" name="run" value=run.id.clone() />
                <input type="hidden" name="correct" value=correct />
                <fieldset class="case-parts">
                    <legend>{t!("review-case-holds")}</legend>
                    {faulty.then(|| view! {
                        <p class="field-hint">{t!("review-case-faulty")}</p>
                    })}
                    {parts}
                </fieldset>
                {lines("says", t!("review-case-says"))} {lines("not", t!("review-case-says-not"))}
                <p>
                    <button class="button" data-kind="primary" id=button(&run.id)>
                        {t!("review-make-case")}
                        " "
                        <kbd>"c"</kbd>
                    </button>
                </p>
            </form>
        </details>
    }
    .into_any()
}

/// The kind of an answer's part, as the heading of a choice.
fn told(part: &Expected) -> String {
    match part {
        Expected { reading: Some(reading), .. } => t!("review-part-reads", part = reading),
        Expected { value: Some(value), row: Some(row), .. } => {
            t!("review-part-states-citing", value = value.to_string(), row = row)
        }
        Expected { value: Some(value), .. } => t!("review-part-states", value = value.to_string()),
        Expected { record: Some(id), .. } => t!("review-part-cites", id = id),
        other => other.to_string(),
    }
}

#[component]
pub fn CorrectForm(
    run: Run,
    /// The previous turn, to which it may be a follow-up.
    before: Option<Run>,
) -> impl IntoView {
    let Some(rows) = rows_of(&run, before.as_ref()) else { return ().into_any() };
    let (action, id) = (format!("/runs/{}/correct", words::segment(&run.id)), format!("correct-rows-{}", run.id));
    view! {
        <details class="case-form">
            <summary class="button" data-size="small">
                {t!("review-correct")}
            </summary>
            <form class="stack" method="post" action=action>
                <Field id=id.clone() label=t!("review-correct-rows") hint=t!("review-correct-hint")>
                    <textarea id=id name="rows" rows="4">{rows}</textarea>
                </Field>
                <p>
                    <button class="button">{t!("review-correct-propose")}</button>
                </p>
            </form>
        </details>
    }
    .into_any()
}
