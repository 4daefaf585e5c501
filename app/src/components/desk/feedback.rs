//! What the person who asked says of an answer: helpful or not, and why. Forms that work without scripts.

use leptos::prelude::*;

use crate::components::words;
use crate::model::review::{Feedback, Rating, Reason, Verdict};

/// What was said of the answers of a conversation. Where a page does not provide it, nobody is asked.
#[derive(Clone, Copy)]
pub struct Said(pub StoredValue<Vec<Feedback>>);

/// "Not helpful: wrong figure. “The rate is odd.”"
pub fn told(rating: &Rating) -> String {
    let verdict = match rating.verdict {
        Verdict::Good => "Helpful",
        Verdict::Partly => "Partly helpful",
        Verdict::Bad => "Not helpful",
    };
    let reasons: Vec<&str> = rating.reasons.iter().map(|r| r.as_str()).collect();
    let reasons = if reasons.is_empty() { String::new() } else { format!(": {}", reasons.join(", ")) };
    let note = rating.note.as_ref().map(|note| format!(" “{note}”")).unwrap_or_default();
    format!("{verdict}{reasons}.{note}")
}

#[component]
pub fn FeedbackForm(run: String) -> impl IntoView {
    let Some(Said(said)) = use_context::<Said>() else { return ().into_any() };
    let before = said.with_value(|all| all.iter().find(|f| f.run_id == run).map(|f| f.rating.clone()));
    let action = format!("/desk/feedback/{}", words::segment(&run));
    let good = before.as_ref().map(|b| (b.verdict == Verdict::Good).to_string());
    let question = match &before {
        Some(before) => format!("You said: {}", told(before)),
        None => "Was this answer helpful?".to_owned(),
    };
    let note = format!("said-note-{run}");
    let chosen = |reason: Reason| before.as_ref().is_some_and(|b| b.reasons.contains(&reason));
    let reasons = Reason::ALL
        .iter()
        .map(|reason| {
            view! {
                <label class="chip">
                    <input type="checkbox" name="reasons" value=reason.as_str() checked=chosen(*reason) />
                    {reason.as_str()}
                </label>
            }
        })
        .collect_view();
    view! {
        <div class="said" id=format!("said-{run}") role="group" aria-label="Your view of this answer">
            <p>{question}</p>
            <form method="post" action=action.clone()>
                <button class="button" data-size="small" name="rating" value="good" aria-pressed=good>
                    "Helpful"
                </button>
            </form>
            <details class="said-bad">
                <summary class="button" data-size="small">"Not helpful"</summary>
                <form class="stack" method="post" action=action>
                    <fieldset class="chips">
                        <legend class="small">"What was wrong?"</legend>
                        {reasons}
                    </fieldset>
                    <div class="field">
                        <label for=note.clone()>"Note " <span class="field-hint">"optional"</span></label>
                        <textarea id=note name="note" rows="2" maxlength="4000"></textarea>
                    </div>
                    <p>
                        <button class="button" data-size="small" name="rating" value="bad">"Send"</button>
                    </p>
                </form>
            </details>
        </div>
    }
    .into_any()
}
