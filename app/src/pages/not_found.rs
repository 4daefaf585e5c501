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
                <h1>"Nothing hangs here"</h1>
                <p>"This address leads to no page. It may be mistyped, or what stood here was deleted."</p>
                <p class="row">
                    <a class="button" href="/">
                        "To the desk"
                    </a>
                    <a class="button" data-kind="quiet" href="/review">
                        "To review"
                    </a>
                </p>
            </div>
        </main>
    }
    .into_any()
}
