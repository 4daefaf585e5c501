//! Teaching a word that an answer did not understand. Forms that work without scripts.

use leptos::ev::SubmitEvent;
use leptos::prelude::*;

use super::composer::Asking;
use super::follow_ups::Questions;
use crate::components::form::{Field, Fields, FormError, Submit, TextField, on_submit};
use crate::model::session::taught::{MAX_MEANING_CHARS, MAX_WORD_CHARS, Meaning, NewWord, TaughtWord};
use crate::t;

/// What the forms need from their page.
#[derive(Clone, Copy, Debug)]
pub struct Teaching {
    /// Whether the reader may teach.
    pub may: bool,
    /// The active words.
    pub taught: RwSignal<Vec<TaughtWord>>,
    pub teach: Callback<NewWord>,
    /// Requests values whose names contain a text.
    pub suggest: Callback<String>,
    pub meanings: Signal<Vec<Meaning>>,
    /// The word that was sent last.
    pub word: Signal<String>,
    pub submit: Submit,
}

/// Maximum forms per answer.
const MAX_FORMS: usize = 3;

/// Compares words ignoring case.
fn same(a: &str, b: &str) -> bool {
    a.to_lowercase() == b.to_lowercase()
}

/// A form for each unknown word; for a word taught since, the button that asks again.
#[component]
pub fn Teach(words: Vec<String>, run: String, session: String, question: String, asking: Asking) -> impl IntoView {
    let Some(teaching) = use_context::<Teaching>() else { return ().into_any() };
    let words = StoredValue::new(words.into_iter().take(MAX_FORMS).collect::<Vec<_>>());
    let question = StoredValue::new(question);
    let session = StoredValue::new(session);
    let known = Memo::new(move |_| {
        teaching.taught.with(|all| {
            words.with_value(|words| {
                all.iter().filter(|t| words.iter().any(|w| same(w, &t.word))).cloned().collect::<Vec<_>>()
            })
        })
    });
    let fields = words
        .get_value()
        .into_iter()
        .enumerate()
        .map(|(n, word)| {
            let (own, id) = (word.clone(), format!("meaning-{run}-{n}"));
            let open = Memo::new(move |_| known.with(|all| !all.iter().any(|t| same(&t.word, &own))));
            let run = run.clone();
            move || {
                open.get().then(|| {
                    let (word, id, run, session) = (word.clone(), id.clone(), run.clone(), session.get_value());
                    view! { <WordForm word id run session teaching /> }
                })
            }
        })
        .collect_view();
    view! {
        <section class="teach" aria-label=t!("desk-teach")>
            {fields}
            {move || {
                let all = known.get();
                let lines = all.iter().map(|word| view! { <p>{word.note()}</p> }).collect_view();
                (!all.is_empty())
                    .then(|| {
                        view! {
                            <div class="teach-known" role="status">
                                {lines} <p class="label">{t!("desk-ask-again")}</p>
                                <Questions questions=vec![question.get_value()] asking session=session.get_value() />
                            </div>
                        }
                    })
            }}
        </section>
    }
    .into_any()
}

/// The form for one word's meaning.
#[component]
fn WordForm(word: String, id: String, run: String, session: String, teaching: Teaching) -> impl IntoView {
    if !teaching.may {
        let text = t!("desk-teach-reviewer", word = word);
        return view! {
            <p class="small">
                {text} " " <a href="/settings/words">{t!("desk-taught")}</a>
            </p>
        }
        .into_any();
    }
    let own = word.clone();
    let problem =
        Memo::new(move |_| teaching.submit.problem.get().filter(|_| teaching.word.with(|word| same(word, &own))));
    let error = format!("{id}-problem");
    let described = {
        let error = error.clone();
        Signal::derive(move || problem.get().map(|_| error.clone()))
    };
    view! {
        <form class="teach-form" method="post" action="/settings/words/teach" on:submit=teaches(teaching)>
            <input type="hidden" name="word" value=word.clone() />
            <input type="hidden" name="runId" value=run />
            <input type="hidden" name="sessionId" value=session />
            <Field id=id.clone() label=t!("desk-teach-what", word = word) invalid=Signal::derive(move || problem.get().is_some())>
                <MeaningInput id placeholder=t!("desk-teach-values") described teaching />
            </Field>
            <button class="button" disabled=teaching.submit.busy>
                {t!("desk-teach-do")}
            </button>
            <FormError problem id=error />
        </form>
    }
    .into_any()
}

/// Teaches the word of a form that was submitted.
fn teaches(teaching: Teaching) -> impl Fn(SubmitEvent) + 'static {
    on_submit(move |fields: Fields| {
        let text = |name: &str| fields.text(name).unwrap_or_default();
        if !teaching.submit.busy.get_untracked() {
            let run_id = fields.text("runId");
            teaching.teach.run(NewWord { word: text("word"), meaning: text("meaning"), run_id });
        }
    })
}

/// The input for a meaning, which suggests the values that match the typed text.
#[component]
fn MeaningInput(
    id: String,
    #[prop(into, optional)] placeholder: Option<String>,
    #[prop(optional)] described: Option<Signal<Option<String>>>,
    teaching: Teaching,
) -> impl IntoView {
    let list = format!("{id}-values");
    view! {
        <input
            id=id
            name="meaning"
            required
            maxlength=MAX_MEANING_CHARS.to_string()
            autocomplete="off"
            list=list.clone()
            placeholder=placeholder
            aria-describedby=move || described.and_then(|described| described.get())
            on:input=move |event| teaching.suggest.run(event_target_value(&event))
        />
        <datalist id=list>
            {move || {
                teaching.meanings.with(|all| {
                    all.iter().map(|m| view! { <option value=m.value.clone()>{m.of.clone()}</option> }).collect_view()
                })
            }}
        </datalist>
    }
}

/// A form for any word.
#[component]
pub fn NewWordForm(teaching: Teaching) -> impl IntoView {
    view! {
        <form class="teach-form" method="post" action="/settings/words/teach" on:submit=teaches(teaching)>
            <TextField
                id="new-word"
                label=t!("desk-word")
                name="word"
                required=true
                maxlength=MAX_WORD_CHARS
                autocomplete="off"
            />
            <Field id="new-meaning" label=t!("desk-meaning")>
                <MeaningInput id="new-meaning".to_owned() teaching />
            </Field>
            <button class="button" data-kind="primary" disabled=teaching.submit.busy>
                {t!("desk-teach-do")}
            </button>
            <FormError problem=teaching.submit.problem />
        </form>
    }
    .into_any()
}
