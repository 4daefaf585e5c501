//! The asker's rating of an answer: helpful or not, and why. Forms that work without scripts.

use leptos::prelude::*;

use crate::components::form::{Field, chip};
use crate::components::words;
use crate::model::review::{Feedback, Rating, Reason, Verdict};
use crate::{id, t};

/// The ratings of a conversation's answers. Pages that do not provide them ask for none.
#[derive(Clone, Copy)]
pub struct ConversationFeedback(pub StoredValue<Vec<Feedback>>);

/// "Not helpful: wrong figure. “The rate is odd.”"
pub fn rating_label(rating: &Rating) -> String {
    let verdict = t!(match rating.verdict {
        Verdict::Good => id!("desk-helpful"),
        Verdict::Partly => id!("desk-partly-helpful"),
        Verdict::Bad => id!("desk-not-helpful"),
    });
    let reasons: Vec<String> = rating.reasons.iter().map(|reason| reason_name(*reason)).collect();
    let reasons = if reasons.is_empty() { String::new() } else { format!(": {}", reasons.join(", ")) };
    let note =
        rating.note.as_ref().map(|note| format!(" {}", t!("desk-quote", text = note.as_str()))).unwrap_or_default();
    format!("{verdict}{reasons}.{note}")
}

/// What was wrong, in a list.
pub fn reason_name(reason: Reason) -> String {
    t!(match reason {
        Reason::WrongFigure => id!("desk-reason-wrong-figure"),
        Reason::NotVerified => id!("desk-reason-not-verified"),
        Reason::MissingSource => id!("desk-reason-missing-source"),
        Reason::WrongScope => id!("desk-reason-wrong-scope"),
        Reason::Unclear => id!("desk-reason-unclear"),
        Reason::TooSlow => id!("desk-reason-too-slow"),
    })
}

#[component]
pub fn FeedbackForm(run: String) -> impl IntoView {
    let Some(ConversationFeedback(said)) = use_context::<ConversationFeedback>() else { return ().into_any() };
    let before = said.with_value(|all| all.iter().find(|f| f.run_id == run).map(|f| f.rating.clone()));
    let action = format!("/desk/feedback/{}", words::segment(&run));
    let good = before.as_ref().map(|b| (b.verdict == Verdict::Good).to_string());
    let question = match &before {
        Some(before) => t!("desk-you-said", said = rating_label(before)),
        None => t!("desk-was-helpful"),
    };
    let note = format!("said-note-{run}");
    let chosen = |reason: Reason| before.as_ref().is_some_and(|b| b.reasons.contains(&reason));
    let reasons = Reason::ALL
        .iter()
        .map(|reason| chip("checkbox", "reasons", reason.to_string(), chosen(*reason), reason_name(*reason)))
        .collect_view();
    view! {
        <div class="said" id=format!("said-{run}") role="group" aria-label=t!("desk-your-view")>
            <p>{question}</p>
            <form method="post" action=action.clone()>
                <button class="button" data-size="small" name="rating" value="good" aria-pressed=good>
                    {t!("desk-helpful")}
                </button>
            </form>
            <details class="said-bad">
                <summary class="button" data-size="small">{t!("desk-not-helpful")}</summary>
                <form class="stack" method="post" action=action>
                    <fieldset class="chips">
                        <legend class="small">{t!("desk-what-was-wrong")}</legend>
                        {reasons}
                    </fieldset>
                    <Field id=note.clone() label=t!("desk-note") hint=t!("desk-optional")>
                        <textarea id=note name="note" rows="2" maxlength="4000"></textarea>
                    </Field>
                    <p>
                        <button class="button" data-size="small" name="rating" value="bad">{t!("desk-send")}</button>
                    </p>
                </form>
            </details>
        </div>
    }
    .into_any()
}
