//! Settings, memory: what the desk remembers of whoever looks, adding to it, and deleting it. Nobody else sees it.

use leptos::prelude::*;
use leptos_meta::Title;

use crate::api::words::get_memory;
use crate::components::chart::table::{Column, region};
use crate::components::frame::settings_nav::SettingsNav;
use crate::components::words::segment;
use crate::model::session::taught::{Memory, MemoryKind};
use crate::model::time;
use crate::pages::{fetched, load};

#[component]
pub fn MemoryPage() -> impl IntoView {
    let memory = load(|| (), |()| get_memory());
    view! {
        <Title text="Memory" />
        <main class="page settings" id="main">
            <SettingsNav here="/settings/memory" />
            <div class="page-head">
                <h1>"Memory"</h1>
                <p>
                    "What Plumbline remembers of you. You see it and nobody else; it is used in your questions, and the answer says so. Nothing is remembered unless you say it, here or in a question: “remember that the fish people are Petrov & Sons”."
                </p>
            </div>
            {fetched("Loading the memory", memory, |all| view! { <Remembered all /> }.into_any())}
            <AddForm
                kind=MemoryKind::Name
                title="A name of your own"
                says="Read as the customer or product in your questions."
            />
            <AddForm kind=MemoryKind::Product title="One of your products" says="What “my products” means." />
            <AddForm
                kind=MemoryKind::Customer
                title="A pinned customer"
                says="Meant by a short name that several customers share."
            />
        </main>
    }
    .into_any()
}

#[component]
fn Remembered(all: Vec<Memory>) -> impl IntoView {
    if all.is_empty() {
        return view! { <p class="muted">"Nothing is remembered of you yet."</p> }.into_any();
    }
    let columns =
        [Column::words("What"), Column::words("Means"), Column::words("Since"), Column::Heard("Delete".into())];
    let rows = all.into_iter().map(|memory| view! { <Row memory /> }).collect_view().into_any();
    region("Remembered of you", "words-table", Some("What is remembered of you".into()), columns, rows)
}

#[component]
fn Row(memory: Memory) -> impl IntoView {
    let what = match memory.kind {
        MemoryKind::Name => format!("“{}”", memory.word),
        MemoryKind::Product => "My product".to_owned(),
        MemoryKind::Customer => "Pinned customer".to_owned(),
    };
    let label = format!("Delete {what}, {}", memory.meaning);
    view! {
        <tr>
            <th scope="row">{what}</th>
            <td>{memory.meaning}</td>
            <td class="nowrap">{time::short_date(time::day_of(memory.at))}</td>
            <td>
                <form method="post" action=format!("/settings/memory/{}/forget", segment(&memory.id))>
                    <button class="button" data-kind="quiet" data-size="small" aria-label=label>
                        "Delete"
                    </button>
                </form>
            </td>
        </tr>
    }
    .into_any()
}

/// Adds one of a kind. A name that is there already gets the new meaning.
#[component]
fn AddForm(kind: MemoryKind, title: &'static str, says: &'static str) -> impl IntoView {
    let heading = format!("memory-{kind}");
    let labelled = heading.clone();
    let field = |name: &'static str, label: &'static str| {
        let id = format!("memory-{kind}-{name}");
        view! {
            <div class="field">
                <label for=id.clone()>{label}</label>
                <input id=id name=name required maxlength="160" autocomplete="off" />
            </div>
        }
    };
    let meaning = match kind {
        MemoryKind::Name => "Customer or product",
        MemoryKind::Product => "Product",
        MemoryKind::Customer => "Customer",
    };
    view! {
        <section class="section" aria-labelledby=labelled>
            <div class="section-head">
                <h2 id=heading>{title}</h2>
                <p>{says}</p>
            </div>
            <form class="account-form" method="post" action="/settings/memory">
                <input type="hidden" name="kind" value=kind.as_str() />
                {(kind == MemoryKind::Name).then(|| field("word", "Your name for it"))}
                {field("meaning", meaning)}
                <p class="row">
                    <button class="button" data-kind="primary">
                        "Remember"
                    </button>
                </p>
            </form>
        </section>
    }
    .into_any()
}
