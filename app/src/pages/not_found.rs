//! The page for an address that leads nowhere.

use leptos::prelude::*;
use leptos_meta::Title;

use crate::components::frame::notice::EmptyMark;
use crate::t;

#[component]
pub fn NotFound() -> impl IntoView {
    view! {
        <Title text=t!("not-found-short") />
        <main class="page" id="main">
            <div class="empty">
                <EmptyMark />
                <h1>{t!("not-found-title")}</h1>
                <p>{t!("not-found-why")}</p>
                <p class="row">
                    <a class="button" href="/">
                        {t!("not-found-desk")}
                    </a>
                    <a class="button" data-kind="quiet" href="/review">
                        {t!("not-found-review")}
                    </a>
                </p>
            </div>
        </main>
    }
    .into_any()
}
