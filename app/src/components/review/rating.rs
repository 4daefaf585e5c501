//! Rating a session: good or bad, and why. A form that works without scripts.

use leptos::html;
use leptos::prelude::*;

use crate::components::frame::icon::Icon;
use crate::model::review::{NewRating, Rating, Reason, Verdict};
use crate::model::time;

/// The state of the form, which keys change, too.
#[derive(Clone, Copy, Debug)]
pub struct RatingState {
    pub verdict: RwSignal<Option<Verdict>>,
    pub reasons: RwSignal<Vec<Reason>>,
    pub note: RwSignal<String>,
}

impl RatingState {
    /// An empty form: a rating is a new judgement, and what was said before stands under it.
    pub fn new() -> Self {
        Self { verdict: RwSignal::new(None), reasons: RwSignal::new(Vec::new()), note: RwSignal::new(String::new()) }
    }

    /// Adds a reason, or takes it away. A reason makes the answer bad.
    pub fn turn(self, reason: Reason) {
        self.reasons.update(|all| match all.iter().position(|r| *r == reason) {
            Some(i) => drop(all.remove(i)),
            None => all.push(reason),
        });
        self.verdict.set(Some(Verdict::Bad));
    }

    /// What would be saved; `None` while nothing is chosen.
    pub fn rating(self) -> Option<NewRating> {
        let verdict = self.verdict.get_untracked()?;
        let note = self.note.get_untracked().trim().to_owned();
        let reasons = if verdict == Verdict::Bad { self.reasons.get_untracked() } else { Vec::new() };
        Some(NewRating { rating: verdict, note: (!note.is_empty()).then_some(note), reasons })
    }
}

impl Default for RatingState {
    fn default() -> Self {
        Self::new()
    }
}

#[component]
pub fn RatingForm(
    /// Where the form leads without scripts.
    action: String,
    state: RatingState,
    history: Vec<Rating>,
    #[prop(into)] busy: Signal<bool>,
    #[prop(into)] problem: Signal<Option<String>>,
    /// True when another session waits after this one.
    #[prop(into)]
    has_next: Signal<bool>,
    save: Callback<()>,
) -> impl IntoView {
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        save.run(());
    };
    view! {
        <form class="rating" method="post" action=action on:submit=submit>
            <fieldset class="rating-choice">
                <legend class="sr-only">"Rating"</legend>
                <VerdictChip verdict=Verdict::Good key="g" label="Good" state />
                <VerdictChip verdict=Verdict::Bad key="b" label="Bad" state />
            </fieldset>
            <fieldset class="chips rating-reasons" data-open=move || (state.verdict.get() == Some(Verdict::Bad)).then_some("")>
                <legend>"What was wrong?"</legend>
                {Reason::ALL
                    .iter()
                    .enumerate()
                    .map(|(i, reason)| view! { <ReasonChip reason=*reason key=i + 1 state /> })
                    .collect_view()}
            </fieldset>
            <NoteAndSave state busy has_next />
            {move || problem.get().map(|p| view! { <p class="field-error" role="alert"><Icon name="warn" />{p}</p> })}
        </form>
        <History history />
    }
    .into_any()
}

/// The note, and the primary act.
#[component]
fn NoteAndSave(state: RatingState, busy: Signal<bool>, has_next: Signal<bool>) -> impl IntoView {
    let note = NodeRef::<html::Textarea>::new();
    let typed = move |_| {
        if let Some(node) = note.get_untracked() {
            state.note.set(node.value());
        }
    };
    // Saving draws the session anew: this may run once more after what it reads is gone.
    view! {
        <div class="rating-row">
            <div class="field">
                <label for="note">"Note"</label>
                <textarea id="note" name="note" rows="2" node_ref=note on:input=typed></textarea>
            </div>
            <button class="button" data-kind="primary" disabled=move || busy.try_get().unwrap_or(true)>
                {move || if has_next.try_get().unwrap_or(false) { "Save and next" } else { "Save" }}
                " "
                <kbd>"s"</kbd>
            </button>
        </div>
    }
    .into_any()
}

#[component]
fn VerdictChip(verdict: Verdict, key: &'static str, label: &'static str, state: RatingState) -> impl IntoView {
    let chosen = state.verdict.get_untracked() == Some(verdict);
    view! {
        <label class="chip">
            <input
                type="radio"
                name="rating"
                required
                value=verdict.as_str()
                checked=chosen
                prop:checked=move || state.verdict.get() == Some(verdict)
                on:change=move |_| state.verdict.set(Some(verdict))
            />
            {label}
            " "
            <kbd>{key}</kbd>
        </label>
    }
    .into_any()
}

#[component]
fn ReasonChip(reason: Reason, key: usize, state: RatingState) -> impl IntoView {
    let chosen = state.reasons.with_untracked(|all| all.contains(&reason));
    view! {
        <label class="chip">
            <input
                type="checkbox"
                name="reasons"
                value=reason.as_str()
                checked=chosen
                prop:checked=move || state.reasons.with(|all| all.contains(&reason))
                on:change=move |_| state.turn(reason)
            />
            {reason.as_str()}
            " "
            <kbd>{key}</kbd>
        </label>
    }
    .into_any()
}

/// Earlier ratings; none is ever overwritten.
#[component]
fn History(history: Vec<Rating>) -> impl IntoView {
    (!history.is_empty()).then(|| {
        let rows = history
            .into_iter()
            .map(|r| {
                let reasons: Vec<&str> = r.reasons.iter().map(|x| x.as_str()).collect();
                let reasons = if reasons.is_empty() { String::new() } else { format!(" ({})", reasons.join(", ")) };
                let note = r.note.map_or_else(|| ", no note.".to_owned(), |n| format!(": “{n}”"));
                view! {
                    <li>
                        {format!("{}, {}, ", r.by, time::full_time(r.at))} <b>{r.verdict.as_str()}</b> {reasons} {note}
                    </li>
                }
            })
            .collect_view();
        view! {
            <div class="history">
                <h3 class="label">"Rated before"</h3>
                <ul>{rows}</ul>
            </div>
        }
    })
}
