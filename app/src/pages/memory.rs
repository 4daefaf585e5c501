//! Settings, memory: what the desk remembers of the user, adding to it, and deleting it. Nobody else sees it.

use leptos::prelude::*;
use leptos_meta::Title;

use crate::api::words::get_memory;
use crate::components::chart::table::{Column, region};
use crate::components::frame::settings_nav::SettingsNav;
use crate::components::words::segment;
use crate::load::load;
use crate::model::session::taught::{Memory, MemoryKind};
use crate::model::time::day_of;
use crate::pages::fetched;
use crate::{i18n, t};

#[component]
pub fn MemoryPage() -> impl IntoView {
    let memory = load(|| (), |()| get_memory());
    view! {
        <Title text=t!("page-memory") />
        <main class="page settings" id="main">
            <SettingsNav here="/settings/memory" />
            <div class="page-head">
                <h1>{t!("page-memory")}</h1>
                <p>{t!("settings-memory-about")}</p>
            </div>
            {fetched(t!("settings-memory-loading"), memory, |all| view! { <Remembered all /> }.into_any())}
            <AddForm
                kind=MemoryKind::Name
                title=t!("settings-memory-add-name")
                says=t!("settings-memory-add-name-means")
            />
            <AddForm
                kind=MemoryKind::Manager
                title=t!("settings-memory-add-manager")
                says=t!("settings-memory-add-manager-means")
            />
            <AddForm
                kind=MemoryKind::Product
                title=t!("settings-memory-add-product")
                says=t!("settings-memory-add-product-means")
            />
            <AddForm
                kind=MemoryKind::Customer
                title=t!("settings-memory-add-customer")
                says=t!("settings-memory-add-customer-means")
            />
        </main>
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
    view! {
        <tr>
            <th scope="row">{what}</th>
            <td>{memory.meaning}</td>
            <td class="nowrap">{i18n::short_date(day_of(memory.at))}</td>
            <td>
                <form method="post" action=format!("/settings/memory/{}/forget", segment(&memory.id))>
                    <button class="button" data-kind="quiet" data-size="small" aria-label=label>
                        {t!("settings-memory-delete")}
                    </button>
                </form>
            </td>
        </tr>
    }
    .into_any()
}

/// Adds an entry of a kind. An existing name gets the new meaning.
#[component]
fn AddForm(kind: MemoryKind, title: String, says: String) -> impl IntoView {
    let heading = format!("memory-{kind}");
    let labelled = heading.clone();
    let field = |name: &'static str, label: String| {
        let id = format!("memory-{kind}-{name}");
        view! {
            <div class="field">
                <label for=id.clone()>{label}</label>
                <input id=id name=name required maxlength="160" autocomplete="off" />
            </div>
        }
    };
    let meaning = match kind {
        MemoryKind::Name => t!("settings-memory-of-name"),
        MemoryKind::Product => t!("settings-memory-of-product"),
        MemoryKind::Customer => t!("settings-memory-of-customer"),
        MemoryKind::Manager => t!("settings-memory-of-manager"),
    };
    view! {
        <section class="section" aria-labelledby=labelled>
            <div class="section-head">
                <h2 id=heading>{title}</h2>
                <p>{says}</p>
            </div>
            <form class="account-form" method="post" action="/settings/memory">
                <input type="hidden" name="kind" value=kind.as_str() />
                {(kind == MemoryKind::Name).then(|| field("word", t!("settings-memory-own-name")))}
                {field("meaning", meaning)}
                <p class="row">
                    <button class="button" data-kind="primary">
                        {t!("settings-memory-remember")}
                    </button>
                </p>
            </form>
        </section>
    }
    .into_any()
}
