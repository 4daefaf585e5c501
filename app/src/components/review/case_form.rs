//! Making a case of a turn: what must hold of its answer is chosen from the answer's parts. Correcting how its question was
//! read. Forms that work without scripts.

use leptos::prelude::*;

use crate::components::words;
use crate::model::review::case::parts_of;
use crate::model::review::correction::rows_of;
use crate::model::run::Run;
use crate::model::text::capital;

/// The id of the button that makes the case of a run, for the key that does.
pub fn button(run: &str) -> String {
    format!("make-case-{run}")
}

#[component]
pub fn CaseForm(
    run: Run,
    /// The right answer, as a reviewer has written it.
    correct: String,
    /// Whether the turn is rated partly or bad: then nothing of its answer is taken to be right.
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
                    {capital(&part.to_string())}
                </label>
            }
        })
        .collect_view();
    let (says, not) = (format!("case-says-{}", run.id), format!("case-not-{}", run.id));
    view! {
        <details class="case-form">
            <summary class="button" data-size="small">
                "Make a case"
            </summary>
            <form class="stack" method="post" action=action>
                <input type="hidden" name="run" value=run.id.clone() />
                <input type="hidden" name="correct" value=correct />
                <fieldset class="case-parts">
                    <legend>"What must hold of the answer?"</legend>
                    {faulty.then(|| view! {
                        <p class="field-hint">"This answer is rated as wrong. Choose only what was right in it, and write what is missing."</p>
                    })}
                    {parts}
                </fieldset>
                <div class="field">
                    <label for=says.clone()>"Words that it must say " <span class="field-hint">"a line each"</span></label>
                    <textarea id=says name="says" rows="2"></textarea>
                </div>
                <div class="field">
                    <label for=not.clone()>"Words that it must not say " <span class="field-hint">"a line each"</span></label>
                    <textarea id=not name="not" rows="2"></textarea>
                </div>
                <p>
                    <button class="button" data-kind="primary" id=button(&run.id)>
                        "Make a case "
                        <kbd>"c"</kbd>
                    </button>
                </p>
            </form>
        </details>
    }
    .into_any()
}

#[component]
pub fn CorrectForm(
    run: Run,
    /// The turn that it may go on from.
    before: Option<Run>,
) -> impl IntoView {
    let Some(rows) = rows_of(&run, before.as_ref()) else { return ().into_any() };
    let (action, id) = (format!("/runs/{}/correct", words::segment(&run.id)), format!("correct-rows-{}", run.id));
    view! {
        <details class="case-form">
            <summary class="button" data-size="small">
                "Correct the reading"
            </summary>
            <form class="stack" method="post" action=action>
                <div class="field">
                    <label for=id.clone()>
                        "How the question is to be read " <span class="field-hint">"[words|role]; a line each for a turn"</span>
                    </label>
                    <textarea id=id name="rows" rows="4">{rows}</textarea>
                </div>
                <p>
                    <button class="button">"Propose the correction"</button>
                </p>
            </form>
        </details>
    }
    .into_any()
}
