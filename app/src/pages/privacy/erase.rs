//! Erasing a customer: what will go, and the form that does it. The way there stands on the customer's page.

use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::hooks::use_params_map;

use crate::api::privacy::{get_erasure, may_erase};
use crate::components::frame::notice::Notice;
use crate::components::words::{count, segment};
use crate::model::privacy::Erasure;
use crate::pages::{fetched, load};

/// The way to the page that erases, for those who may.
#[component]
pub fn EraseLink(customer: String) -> impl IntoView {
    let may = load(|| (), |()| may_erase());
    let href = StoredValue::new(format!("/settings/privacy/erase/{}", segment(&customer)));
    view! {
        <Transition>
            {move || Suspend::new(async move {
                may.await
                    .unwrap_or(false)
                    .then(|| {
                        view! {
                            <p class="record-erase">
                                <a class="button" data-kind="quiet" data-size="small" href=href.get_value()>
                                    "Erase this customer"
                                </a>
                            </p>
                        }
                    })
            })}
        </Transition>
    }
}

#[component]
pub fn EraseView() -> impl IntoView {
    let params = use_params_map();
    let customer = Memo::new(move |_| params.with(|p| p.get("id").unwrap_or_default()));
    let what = load(move || customer.get(), get_erasure);
    view! {
        <Title text="Erase a customer" />
        <main class="page settings" id="main">
            <header class="page-head">
                <div>
                    <h1>"Erase a customer"</h1>
                    <p>"Deletes everything that names them. This cannot be undone."</p>
                </div>
            </header>
            {fetched("Looking for what names this customer", what, move |what| view! { <Confirm what /> }.into_any())}
        </main>
    }
    .into_any()
}

#[component]
fn Confirm(what: Erasure) -> impl IntoView {
    let n = |n: u64| i64::try_from(n).unwrap_or(i64::MAX);
    let goes = [
        count(n(what.messages), "message"),
        count(n(what.cases), "case"),
        count(n(what.notes), "case note"),
        format!("{} with {}", count(n(what.conversations), "conversation"), count(n(what.answers), "answer")),
        count(n(what.words), "taught word"),
        count(n(what.drafts), "draft"),
        count(n(what.review_cases), "review case"),
    ];
    let goes = goes.into_iter().map(|line| view! { <li>{line}</li> }).collect_view();
    let stays = (what.mentions > 0).then(|| {
        let records = count(n(what.mentions), "record");
        view! {
            <p>
                {format!("{records} of others mention the name: messages, cases, notes, documents. They are kept.")}
            </p>
        }
    });
    let action = format!("/settings/privacy/erase/{}", segment(&what.customer_id));
    let label = format!("Type {} to confirm", what.customer_id);
    view! {
        <Notice tone="warning" icon="warn" title="This will be deleted">
            <ul>{goes}</ul>
            <p>
                "A conversation that names the customer loses all its text, traces and proposals, because its results
                mix their data with others'. Only its counters stay."
            </p>
            {stays}
        </Notice>
        <form class="stack" method="post" action=action>
            <div class="field">
                <label for="erase-confirm">{label}</label>
                <input id="erase-confirm" name="confirm" autocomplete="off" required />
            </div>
            <p>
                <button class="button" data-kind="primary">
                    "Erase this customer"
                </button>
            </p>
        </form>
    }
    .into_any()
}
