//! Settings, memory: what the desk remembers of the user, adding to it, and deleting it. Nobody else sees it.

use leptos::prelude::*;

use crate::api::words::get_memory;
use crate::components::chart::table::{Column, region};
use crate::components::form::{PostButton, TextField};
use crate::components::section::Section;
use crate::components::words::segment;
use crate::load::load;
use crate::model::session::taught::{Memory, MemoryKind};
use crate::model::time::day_of;
use crate::pages::{Page, fetched};
use crate::{i18n, id, t};

#[component]
pub fn MemoryPage() -> impl IntoView {
    let memory = load(|| (), |()| get_memory());
    view! {
        <Page class="page settings" title=t!("page-memory") about=t!("settings-memory-about") settings="/settings/memory">
            {fetched(t!("settings-memory-loading"), memory, |all| view! { <Remembered all /> }.into_any())}
            <AddForm kind=MemoryKind::Name />
            <AddForm kind=MemoryKind::Manager />
            <AddForm kind=MemoryKind::Product />
            <AddForm kind=MemoryKind::Customer />
        </Page>
    }
    .into_any()
}

#[component]
fn Remembered(all: Vec<Memory>) -> impl IntoView {
    if all.is_empty() {
        return view! { <p class="muted">{t!("settings-memory-none")}</p> }.into_any();
    }
    let columns = [
        Column::words(&t!("settings-memory-what")),
        Column::words(&t!("settings-memory-means")),
        Column::words(&t!("settings-memory-since")),
        Column::Heard(t!("settings-memory-delete")),
    ];
    let rows = all.into_iter().map(|memory| view! { <Row memory /> }).collect_view().into_any();
    region(&t!("settings-memory-table"), "words-table", Some(t!("settings-memory-caption")), columns, rows)
}

#[component]
fn Row(memory: Memory) -> impl IntoView {
    let what = match memory.kind {
        MemoryKind::Name => t!("settings-memory-word", word = memory.word),
        MemoryKind::Product => t!("settings-memory-product"),
        MemoryKind::Customer => t!("settings-memory-customer"),
        MemoryKind::Manager => t!("settings-memory-manager"),
    };
    let label = t!("settings-memory-delete-one", what = what.as_str(), meaning = memory.meaning.as_str());
    let action = format!("/settings/memory/{}/forget", segment(&memory.id));
    view! {
        <tr>
            <th scope="row">{what}</th>
            <td>{memory.meaning}</td>
            <td class="nowrap">{i18n::short_date(day_of(memory.at))}</td>
            <td>
                <PostButton action label=t!("settings-memory-delete") spoken=label kind="quiet" small=true />
            </td>
        </tr>
    }
    .into_any()
}

/// Adds an entry of a kind. An existing name gets the new meaning.
#[component]
fn AddForm(kind: MemoryKind) -> impl IntoView {
    let field = move |name: &'static str, label: String| {
        let id = format!("memory-{kind}-{name}");
        view! { <TextField id label name required=true maxlength=160 autocomplete="off" /> }
    };
    let (title, about, meaning) = match kind {
        MemoryKind::Name => {
            (id!("settings-memory-add-name"), id!("settings-memory-add-name-means"), id!("settings-memory-of-name"))
        }
        MemoryKind::Product => (
            id!("settings-memory-add-product"),
            id!("settings-memory-add-product-means"),
            id!("settings-memory-of-product"),
        ),
        MemoryKind::Customer => (
            id!("settings-memory-add-customer"),
            id!("settings-memory-add-customer-means"),
            id!("settings-memory-of-customer"),
        ),
        MemoryKind::Manager => (
            id!("settings-memory-add-manager"),
            id!("settings-memory-add-manager-means"),
            id!("settings-memory-of-manager"),
        ),
    };
    view! {
        <Section id=format!("memory-{kind}") title=t!(title) about=t!(about)>
            <form class="account-form" method="post" action="/settings/memory">
                <input type="hidden" name="kind" value=kind.as_str() />
                {(kind == MemoryKind::Name).then(|| field("word", t!("settings-memory-own-name")))}
                {field("meaning", t!(meaning))}
                <p class="row">
                    <button class="button" data-kind="primary">
                        {t!("settings-memory-remember")}
                    </button>
                </p>
            </form>
        </Section>
    }
    .into_any()
}
