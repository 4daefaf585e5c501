//! The page for an address that leads nowhere.

use leptos::prelude::*;
use leptos_meta::Title;

use crate::components::frame::notice::EmptyMark;

#[component]
pub fn NotFound() -> impl IntoView {
    view! {
        <Title text="Not found" />
        <main class="page" id="main">
            <div class="empty">
                <EmptyMark />
                <h1>"Page not found"</h1>
                <p>"The address may be mistyped, or the page was deleted."</p>
                <p class="row">
                    <a class="button" href="/">
                        "Go to the desk"
                    </a>
                    <a class="button" data-kind="quiet" href="/review">
                        "Go to review"
                    </a>
                </p>
            </div>
        </main>
    }
    .into_any()
}
