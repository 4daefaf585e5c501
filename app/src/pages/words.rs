//! Settings, words: the taught words, and revoking them.

use leptos::prelude::*;
use leptos_meta::Title;

use crate::api::words::{get_meanings, get_taught_words, revoke_word, teach_word};
use crate::components::chart::table::{Column, region};
use crate::components::desk::teach::{NewWordForm, Teaching};
use crate::components::frame::notice::SignIn;
use crate::components::frame::settings_nav::SettingsNav;
use crate::components::words::segment;
use crate::load::load;
use crate::model::session::taught::{NewWord, TaughtWord};
use crate::model::time::day_of;
use crate::pages::{fetched, send};
use crate::{i18n, t};

/// What teaching forms need, for a page that knows the active words.
pub fn teaching(may: bool, words: Vec<TaughtWord>) -> Teaching {
    let taught = RwSignal::new(words);
    let (busy, problem, meanings) = (RwSignal::new(false), RwSignal::new(None), RwSignal::new(Vec::new()));
    let teach = Callback::new(move |new: NewWord| {
        busy.set(true);
        problem.set(None);
        leptos::task::spawn_local(async move {
            let word = new.word.clone();
            match teach_word(new).await {
                Ok(known) => drop(taught.try_update(|all| all.insert(0, known))),
                Err(error) => drop(problem.try_set(Some((word, error.to_string())))),
            }
            // The page may be gone by now.
            busy.try_set(false);
        });
    });
    let asked = StoredValue::new(0_u32);
    let suggest = Callback::new(move |text: String| {
        let number = asked.try_update_value(|n| {
            *n += 1;
            *n
        });
        leptos::task::spawn_local(async move {
            let found = get_meanings(text).await.unwrap_or_default();
            // Results for earlier text come too late.
            if asked.try_get_value() == number {
                meanings.try_set(found);
            }
        });
    });
    Teaching { may, taught, teach, suggest, meanings: meanings.into(), busy: busy.into(), problem: problem.into() }
}

#[component]
pub fn WordsPage() -> impl IntoView {
    let words = load(|| (), |()| get_taught_words());
    view! {
        <Title text=t!("page-words") />
        <main class="page settings" id="main">
            <SettingsNav here="/settings/words" />
            <div class="page-head">
                <h1>{t!("page-words")}</h1>
                <p>{t!("settings-words-about")}</p>
            </div>
            {fetched(t!("settings-words-loading"), words, |known| {
                let teaching = teaching(known.may_teach, known.words);
                view! { <Words teaching /> }.into_any()
            })}
        </main>
    }
    .into_any()
}

#[component]
fn Words(teaching: Teaching) -> impl IntoView {
    let problem = RwSignal::new(None::<String>);
    let revoke = Callback::new(move |id: String| {
        send(None, problem, revoke_word(id), move |gone| {
            teaching
                .taught
                .try_update(|all| all.iter_mut().filter(|w| w.id == gone.id).for_each(|w| w.clone_from(&gone)));
        });
    });
    let rows = move || {
        teaching.taught.get().into_iter().map(|word| view! { <WordRow word may=teaching.may revoke /> }).collect_view()
    };
    let empty = move || teaching.taught.with(Vec::is_empty);
    view! {
        {if teaching.may {
            view! { <NewWordForm teaching /> }.into_any()
        } else {
            view! {
                <p>{t!("settings-words-reviewers")}</p>
                <SignIn />
            }
                .into_any()
        }}
        {move || problem.get().map(|text| view! { <p class="field-error" role="alert">{text}</p> })}
        <Show
            when=move || !empty()
            fallback=|| view! { <p class="muted">{t!("settings-words-none")}</p> }
        >
            {
                let columns = [
                    Column::words(&t!("settings-words-word")),
                    Column::words(&t!("settings-words-meaning")),
                    Column::words(&t!("settings-words-taught")),
                    Column::Heard(t!("settings-words-take-back")),
                ];
                let heard = Some(t!("settings-words-newest"));
                region(&t!("settings-words-table"), "words-table", heard, columns, rows.into_any())
            }
        </Show>
    }
    .into_any()
}

#[component]
fn WordRow(word: TaughtWord, may: bool, revoke: Callback<String>) -> impl IntoView {
    let label = t!("settings-words-take-back-one", word = word.word.as_str());
    let action = format!("/settings/words/{}/revoke", segment(&word.id));
    let id = StoredValue::new(word.id);
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        revoke.run(id.get_value());
    };
    let day = |at: i64| i18n::short_date(day_of(at));
    let taught = t!("settings-words-taught-by", date = day(word.at), name = word.by);
    let end = match (word.revoked_at, may) {
        (Some(at), _) => {
            view! { <span class="muted">{t!("settings-words-taken-back", date = day(at))}</span> }.into_any()
        }
        (None, true) => view! {
            <form method="post" action=action on:submit=submit>
                <button class="button" data-kind="quiet" data-size="small" aria-label=label>
                    {t!("settings-words-take-back")}
                </button>
            </form>
        }
        .into_any(),
        (None, false) => ().into_any(),
    };
    view! {
        <tr>
            <th scope="row">{word.word}</th>
            <td>{word.meaning}</td>
            <td>{taught}</td>
            <td>{end}</td>
        </tr>
    }
    .into_any()
}
