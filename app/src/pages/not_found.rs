//! The page for unknown addresses.

use leptos::prelude::*;
use leptos_meta::Title;

use crate::components::frame::notice::EmptyMark;
use crate::t;

#[component]
pub fn NotFound() -> impl IntoView {
    view! {
        <Title text=t!("problem-not-found") />
        <main class="page" id="main">
            <div class="empty">
                <EmptyMark />
                <h1>{t!("no-page")}</h1>
                <p>{t!("no-page-why")}</p>
                <p class="row">
                    <a class="button" href="/">
                        {t!("no-page-desk")}
                    </a>
                    <a class="button" data-kind="quiet" href="/review">
                        {t!("no-page-review")}
                    </a>
                </p>
            </div>
        </main>
    }
    .into_any()
}
