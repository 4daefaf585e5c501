//! Teaching a word that an answer did not understand. Forms that work without scripts.

use leptos::html;
use leptos::prelude::*;

use super::composer::Asking;
use super::follow_ups::Questions;
use crate::components::frame::icon::Icon;
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
    pub busy: Signal<bool>,
    /// The word that was not saved, and why.
    pub problem: Signal<Option<(String, String)>>,
}

/// Maximum forms per answer.
const MOST: usize = 3;

/// Compares words ignoring case.
fn same(a: &str, b: &str) -> bool {
    a.to_lowercase() == b.to_lowercase()
}

/// A form for each unknown word; for a word taught since, the button that asks again.
#[component]
pub fn Teach(words: Vec<String>, run: String, session: String, question: String, asking: Asking) -> impl IntoView {
    let Some(teaching) = use_context::<Teaching>() else { return ().into_any() };
    let words = StoredValue::new(words.into_iter().take(MOST).collect::<Vec<_>>());
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
    let field = NodeRef::<html::Input>::new();
    let new = StoredValue::new(NewWord { word: word.clone(), meaning: String::new(), run_id: Some(run.clone()) });
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        if let Some(node) = field.get_untracked().filter(|_| !teaching.busy.get_untracked()) {
            teaching.teach.run(NewWord { meaning: node.value(), ..new.get_value() });
        }
    };
    let typed = move |_| {
        if let Some(node) = field.get_untracked() {
            teaching.suggest.run(node.value());
        }
    };
    let problem = {
        let word = word.clone();
        Memo::new(move |_| {
            teaching.problem.with(|p| p.as_ref().filter(|(of, _)| same(of, &word)).map(|(_, text)| text.clone()))
        })
    };
    let (list, error) = (format!("{id}-values"), format!("{id}-problem"));
    let described = error.clone();
    view! {
        <form class="teach-form" method="post" action="/settings/words/teach" on:submit=submit>
            <input type="hidden" name="word" value=word.clone() />
            <input type="hidden" name="runId" value=run />
            <input type="hidden" name="sessionId" value=session />
            <div class="field" data-state=move || problem.get().map(|_| "invalid")>
                <label for=id.clone()>{t!("desk-teach-what", word = word)}</label>
                <input
                    id=id
                    name="meaning"
                    required
                    maxlength=MAX_MEANING_CHARS.to_string()
                    autocomplete="off"
                    list=list.clone()
                    placeholder=t!("desk-teach-values")
                    aria-describedby=move || problem.get().map(|_| described.clone())
                    node_ref=field
                    on:input=typed
                />
                <Values id=list teaching />
            </div>
            <button class="button" disabled=move || teaching.busy.get()>
                {t!("desk-teach-do")}
            </button>
            {move || {
                problem
                    .get()
                    .map(|text| {
                        view! {
                            <p class="field-error" role="alert" id=error.clone()>
                                <Icon name="warn" />
                                {text}
                            </p>
                        }
                    })
            }}
        </form>
    }
    .into_any()
}

/// The values that match the typed text.
#[component]
fn Values(id: String, teaching: Teaching) -> impl IntoView {
    view! {
        <datalist id=id>
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
    let (word, meaning) = (NodeRef::<html::Input>::new(), NodeRef::<html::Input>::new());
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        if let (Some(word), Some(meaning)) = (word.get_untracked(), meaning.get_untracked()) {
            teaching.teach.run(NewWord { word: word.value(), meaning: meaning.value(), run_id: None });
        }
    };
    let typed = move |_| {
        if let Some(node) = meaning.get_untracked() {
            teaching.suggest.run(node.value());
        }
    };
    let problem = move || teaching.problem.get().map(|(_, text)| text);
    view! {
        <form class="teach-form" method="post" action="/settings/words/teach" on:submit=submit>
            <div class="field">
                <label for="new-word">{t!("desk-word")}</label>
                <input id="new-word" name="word" required maxlength=MAX_WORD_CHARS.to_string() autocomplete="off" node_ref=word />
            </div>
            <div class="field">
                <label for="new-meaning">{t!("desk-meaning")}</label>
                <input
                    id="new-meaning"
                    name="meaning"
                    required
                    maxlength=MAX_MEANING_CHARS.to_string()
                    autocomplete="off"
                    list="new-values"
                    node_ref=meaning
                    on:input=typed
                />
                <Values id="new-values".to_owned() teaching />
            </div>
            <button class="button" data-kind="primary" disabled=move || teaching.busy.get()>
                {t!("desk-teach-do")}
            </button>
            {move || {
                problem()
                    .map(|text| {
                        view! {
                            <p class="field-error" role="alert">
                                <Icon name="warn" />
                                {text}
                            </p>
                        }
                    })
            }}
        </form>
    }
    .into_any()
}
