//! Rating a turn: how good it is, where it went wrong and why, and what would be right. A form that works without
//! scripts.

use leptos::html;
use leptos::prelude::*;

use crate::components::desk::feedback::reason_name;
use crate::components::form::{Field, FormError, Submit, on_submit};
use crate::components::words;
use crate::model::review::{Fault, NewTurnRating, Reason, TurnRating, Verdict};
use crate::{i18n, id, t};

/// The state of the form, which keyboard shortcuts also change.
#[derive(Clone, Copy, Debug)]
pub struct RatingState {
    /// The run that is rated.
    pub turn: RwSignal<String>,
    pub verdict: RwSignal<Option<Verdict>>,
    pub fault: RwSignal<Option<Fault>>,
    pub reasons: RwSignal<Vec<Reason>>,
    pub note: RwSignal<String>,
    /// The right answer in words.
    pub correct: RwSignal<String>,
}

impl RatingState {
    /// An empty form: a rating is a new judgement; earlier ones are listed below it.
    pub fn new(turn: &str) -> Self {
        Self {
            turn: RwSignal::new(turn.to_owned()),
            verdict: RwSignal::new(None),
            fault: RwSignal::new(None),
            reasons: RwSignal::new(Vec::new()),
            note: RwSignal::new(String::new()),
            correct: RwSignal::new(String::new()),
        }
    }

    /// Records that something is wrong: then the answer is not good.
    fn is_faulty(self) {
        if matches!(self.verdict.get_untracked(), None | Some(Verdict::Good)) {
            self.verdict.set(Some(Verdict::Bad));
        }
    }

    /// Toggles where it went wrong.
    pub fn went_wrong(self, at: Fault) {
        self.fault.update(|fault| *fault = (*fault != Some(at)).then_some(at));
        self.is_faulty();
    }

    /// Toggles a reason. A reason makes the answer bad.
    pub fn turn(self, reason: Reason) {
        self.reasons.update(|all| match all.iter().position(|r| *r == reason) {
            Some(i) => drop(all.remove(i)),
            None => all.push(reason),
        });
        self.is_faulty();
    }

    /// The rating to save; `None` while nothing is chosen.
    pub fn rating(self) -> Option<NewTurnRating> {
        let verdict = self.verdict.get_untracked()?;
        let text = |field: RwSignal<String>| Some(field.get_untracked().trim().to_owned()).filter(|t| !t.is_empty());
        let faulty = verdict != Verdict::Good;
        let reasons = if faulty { self.reasons.get_untracked() } else { Vec::new() };
        Some(NewTurnRating {
            run_id: Some(self.turn.get_untracked()),
            rating: verdict,
            note: text(self.note),
            reasons,
            fault: self.fault.get_untracked().filter(|_| faulty),
            correct: text(self.correct).filter(|_| faulty),
        })
    }
}

#[component]
pub fn RatingForm(
    /// The form's action without scripts.
    action: String,
    state: RatingState,
    /// Id and question of each turn.
    turns: Vec<(String, String)>,
    history: Vec<TurnRating>,
    submit: Submit,
    /// True if another session follows this one.
    #[prop(into)]
    has_next: Signal<bool>,
    save: Callback<()>,
) -> impl IntoView {
    let submitted = on_submit(move |_| save.run(()));
    view! {
        <form class="rating" method="post" action=action on:submit=submitted>
            <Turns turns=turns.clone() state />
            <fieldset class="rating-choice">
                <legend class="sr-only">{t!("review-rating")}</legend>
                <VerdictChip verdict=Verdict::Good key="g" label=t!("review-good") state />
                <VerdictChip verdict=Verdict::Partly key="p" label=t!("review-partly") state />
                <VerdictChip verdict=Verdict::Bad key="b" label=t!("review-bad") state />
            </fieldset>
            <fieldset class="chips rating-reasons">
                <legend>{t!("review-where-wrong")}</legend>
                {Fault::ALL
                    .iter()
                    .zip(FAULT_KEYS)
                    .map(|(fault, key)| view! { <FaultChip fault=*fault key state /> })
                    .collect_view()}
            </fieldset>
            <fieldset class="chips rating-reasons">
                <legend>{t!("review-what-wrong")}</legend>
                {Reason::ALL
                    .iter()
                    .enumerate()
                    .map(|(i, reason)| view! { <ReasonChip reason=*reason key=i + 1 state /> })
                    .collect_view()}
            </fieldset>
            <NoteAndSave state busy=submit.busy has_next />
            <FormError problem=submit.problem />
        </form>
        <History history turns />
    }
    .into_any()
}

/// The note, and the primary action.
#[component]
fn NoteAndSave(state: RatingState, busy: RwSignal<bool>, has_next: Signal<bool>) -> impl IntoView {
    let (note, correct) = (NodeRef::<html::Textarea>::new(), NodeRef::<html::Textarea>::new());
    let typed = move |_| {
        if let (Some(note), Some(correct)) = (note.get_untracked(), correct.get_untracked()) {
            state.note.set(note.value());
            state.correct.set(correct.value());
        }
    };
    // Escape first leaves the field: the page would close the session with it, and the typed text would be lost.
    let leave = move |event: leptos::ev::KeyboardEvent| {
        if event.key() == "Escape" {
            event.prevent_default();
            [note, correct].into_iter().filter_map(|field| field.get_untracked()).for_each(|field| {
                let _ = field.blur();
            });
        }
    };
    // Saving redraws the session: this may run again after its inputs are gone.
    view! {
        <div class="rating-row">
            <Field id="note" label=t!("review-note")>
                <textarea id="note" name="note" rows="2" node_ref=note on:input=typed on:keydown=leave></textarea>
            </Field>
            <div class="field rating-right">
                <label for="correct">{t!("review-right-answer")}</label>
                <textarea id="correct" name="correct" rows="2" node_ref=correct on:input=typed on:keydown=leave></textarea>
            </div>
            <button class="button" data-kind="primary" disabled=move || busy.try_get().unwrap_or(true)>
                {move || t!(if has_next.try_get().unwrap_or(false) { id!("review-save-next") } else { id!("review-save") })}
                " "
                <kbd>"s"</kbd>
            </button>
        </div>
    }
    .into_any()
}

#[component]
fn VerdictChip(verdict: Verdict, key: &'static str, label: String, state: RatingState) -> impl IntoView {
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

/// The keys of [`Fault`], after those of the reasons.
pub const FAULT_KEYS: [&str; 4] = ["7", "8", "9", "0"];

/// Which turn to rate, if there are several.
#[component]
fn Turns(turns: Vec<(String, String)>, state: RatingState) -> impl IntoView {
    if turns.len() < 2 {
        let only = turns.into_iter().next().map(|(id, _)| id).unwrap_or_default();
        return view! { <input type="hidden" name="run" value=only /> }.into_any();
    }
    let chosen = state.turn.get_untracked();
    let options = turns
        .into_iter()
        .enumerate()
        .map(|(n, (id, question))| {
            let selected = id == chosen;
            let short = words::cut(&question, 60).map_or_else(|| question.clone(), |(head, _)| format!("{head}…"));
            view! {
                <option value=id selected=selected>
                    {t!("review-turn-option", number = n + 1, question = short)}
                </option>
            }
        })
        .collect_view();
    view! {
        <div class="field rating-turn">
            <label for="rated-turn">{t!("review-turn")}</label>
            <select
                id="rated-turn"
                name="run"
                prop:value=state.turn
                on:change=move |event| state.turn.set(event_target_value(&event))
            >
                {options}
            </select>
        </div>
    }
    .into_any()
}

fn fault_name(fault: Fault) -> String {
    t!(match fault {
        Fault::Reading => id!("review-fault-reading"),
        Fault::Step => id!("review-fault-step"),
        Fault::Result => id!("review-fault-result"),
        Fault::Sentence => id!("review-fault-sentence"),
    })
}

#[component]
fn FaultChip(fault: Fault, key: &'static str, state: RatingState) -> impl IntoView {
    view! {
        <label class="chip">
            <input
                type="radio"
                name="fault"
                value=fault.as_str()
                prop:checked=move || state.fault.get() == Some(fault)
                on:change=move |_| state.went_wrong(fault)
            />
            {fault_name(fault)}
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
            {reason_name(reason)}
            " "
            <kbd>{key}</kbd>
        </label>
    }
    .into_any()
}

/// Earlier ratings; none is ever overwritten.
#[component]
fn History(history: Vec<TurnRating>, turns: Vec<(String, String)>) -> impl IntoView {
    (!history.is_empty()).then(|| {
        let rows = history
            .into_iter()
            .map(|TurnRating { run_id, rating: r, fault, correct }| {
                let turn = turns.iter().position(|(id, _)| *id == run_id).filter(|_| turns.len() > 1);
                let turn = turn.map(|n| format!("{} ", t!("review-history-turn", number = n + 1)));
                let fault = fault.map(|fault| format!(", {}", fault_name(fault)));
                let correct = correct.map(|text| format!(" {}", t!("review-right-would-be", text = text)));
                let reasons: Vec<String> = r.reasons.iter().map(|x| reason_name(*x)).collect();
                let reasons = if reasons.is_empty() { String::new() } else { format!(" ({})", reasons.join(", ")) };
                let note = match r.note {
                    None => format!(", {}", t!("review-no-note")),
                    Some(note) => format!(": {}", t!("review-quoted", text = note)),
                };
                view! {
                    <li>
                        {turn} {format!("{}, {}, ", r.by, i18n::full_time(r.at))} <b>{t!("review-verdict", verdict = r.verdict.as_str())}</b> {fault}
                        {reasons} {note} {correct}
                    </li>
                }
            })
            .collect_view();
        view! {
            <div class="history">
                <h3 class="label">{t!("review-rated-before")}</h3>
                <ul>{rows}</ul>
            </div>
        }
    })
}
