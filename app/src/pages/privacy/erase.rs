//! Erasing a customer: what will be removed, and the form for it. The link to it is on the customer's page.

use leptos::prelude::*;

use crate::api::privacy::{get_erasure, may_erase};
use crate::components::form::TextField;
use crate::components::frame::notice::Notice;
use crate::components::words::segment;
use crate::load::{awaited, load};
use crate::model::privacy::Erasure;
use crate::pages::{Page, fetched, param};
use crate::t;

/// The link to the page for erasing, for callers who may use it.
#[component]
pub fn EraseLink(customer: String) -> impl IntoView {
    let may = load(|| (), |()| may_erase());
    let href = StoredValue::new(format!("/settings/privacy/erase/{}", segment(&customer)));
    let link = move || {
        view! {
            <p class="record-erase">
                <a class="button" data-kind="quiet" data-size="small" href=href.get_value()>
                    {t!("settings-erase-this")}
                </a>
            </p>
        }
    };
    awaited(move || async move { may.await.unwrap_or(false).then(link) })
}

#[component]
pub fn EraseView() -> impl IntoView {
    let customer = param("id");
    let what = load(move || customer.get(), get_erasure);
    view! {
        <Page class="page settings" title=t!("settings-erase") about=t!("settings-erase-about")>
            {fetched(t!("settings-erase-loading"), what, move |what| view! { <Confirm what /> }.into_any())}
        </Page>
    }
    .into_any()
}

#[component]
fn Confirm(what: Erasure) -> impl IntoView {
    let goes = [
        t!("settings-erase-messages", count = what.messages),
        t!("settings-erase-cases", count = what.cases),
        t!("settings-erase-notes", count = what.notes),
        t!("settings-erase-conversations", count = what.conversations, answers = what.answers),
        t!("settings-erase-words", count = what.words),
        t!("settings-erase-drafts", count = what.drafts),
        t!("settings-erase-review-cases", count = what.review_cases),
    ];
    let goes = goes.into_iter().map(|line| view! { <li>{line}</li> }).collect_view();
    let stays = (what.mentions > 0).then(|| view! { <p>{t!("settings-erase-mentions", count = what.mentions)}</p> });
    let action = format!("/settings/privacy/erase/{}", segment(&what.customer_id));
    let label = t!("settings-erase-type", id = what.customer_id);
    view! {
        <Notice tone="warning" icon="warn" title=t!("settings-erase-goes")>
            <ul>{goes}</ul>
            <p>{t!("settings-erase-means")}</p>
            {stays}
        </Notice>
        <form class="stack" method="post" action=action>
            <TextField id="erase-confirm" label name="confirm" autocomplete="off" required=true />
            <p>
                <button class="button" data-kind="primary">
                    {t!("settings-erase-this")}
                </button>
            </p>
        </form>
    }
    .into_any()
}
