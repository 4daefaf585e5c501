//! Settings, words: the taught words, and revoking them.

use leptos::prelude::*;

use crate::api::words::{get_meanings, get_taught_words, revoke_word, teach_word};
use crate::components::chart::table::{Column, region};
use crate::components::desk::teach::{NewWordForm, Teaching};
use crate::components::form::{FormError, PostButton, use_submit};
use crate::components::frame::notice::SignIn;
use crate::components::words::segment;
use crate::load::load;
use crate::model::session::taught::{NewWord, TaughtWord};
use crate::model::time::day_of;
use crate::pages::{Page, fetched};
use crate::{i18n, t};

/// What teaching forms need, for a page that knows the active words.
pub fn teaching(may: bool, words: Vec<TaughtWord>) -> Teaching {
    let taught = RwSignal::new(words);
    let (submit, word, meanings) = (use_submit(), RwSignal::new(String::new()), RwSignal::new(Vec::new()));
    let teach = Callback::new(move |new: NewWord| {
        word.set(new.word.clone());
        submit.send(teach_word(new), move |known| {
            taught.try_update(|all| all.insert(0, known));
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
    Teaching { may, taught, teach, suggest, meanings: meanings.into(), word: word.into(), submit }
}

#[component]
pub fn WordsPage() -> impl IntoView {
    let words = load(|| (), |()| get_taught_words());
    view! {
        <Page class="page settings" title=t!("page-words") about=t!("settings-words-about") settings="/settings/words">
            {fetched(t!("settings-words-loading"), words, |known| {
                let teaching = teaching(known.may_teach, known.words);
                view! { <Words teaching /> }.into_any()
            })}
        </Page>
    }
    .into_any()
}

#[component]
fn Words(teaching: Teaching) -> impl IntoView {
    let submit = use_submit();
    let revoke = Callback::new(move |id: String| {
        submit.send(revoke_word(id), move |gone| {
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
        <FormError problem=submit.problem />
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
    let submit = Callback::new(move |()| revoke.run(id.get_value()));
    let day = |at: i64| i18n::short_date(day_of(at));
    let taught = t!("settings-words-taught-by", date = day(word.at), name = word.by);
    let end = match (word.revoked_at, may) {
        (Some(at), _) => {
            view! { <span class="muted">{t!("settings-words-taken-back", date = day(at))}</span> }.into_any()
        }
        (None, true) => view! {
            <PostButton action label=t!("settings-words-take-back") spoken=label kind="quiet" small=true submit />
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
