//! Watched figures: their list, and the form of a new one, to which answers link.

use leptos::prelude::*;
use leptos_router::hooks::use_query_map;

use crate::api::watches::{get_watch_choices, list_watches};
use crate::components::frame::notice::Notice;
use crate::components::watch::{WatchForm, WatchTable};
use crate::load::load;
use crate::pages::{Page, fetched};
use crate::{id, t};

#[component]
pub fn WatchesPage() -> impl IntoView {
    let all = load(|| (), |()| list_watches());
    let query = use_query_map();
    let done = move |name: &'static str| query.with(|query| query.get(name)).is_some();
    let notice = move || {
        let (title, next) = match (done("begun"), done("tried")) {
            (true, _) => (id!("watch-begun"), id!("watch-begun-next")),
            (_, true) => (id!("watch-tried"), id!("watch-tried-next")),
            _ => return None,
        };
        Some(view! { <Notice tone="ok" icon="check" title=t!(title)><p>{t!(next)}</p></Notice> })
    };
    view! {
        <Page class="page settings" title=t!("page-watches") about=t!("watch-about") settings="/watches">
            {notice}
            {fetched(t!("watch-loading"), all, |items| view! { <WatchTable items /> }.into_any())}
        </Page>
    }
    .into_any()
}

#[component]
pub fn NewWatchPage() -> impl IntoView {
    let query = use_query_map();
    let run = Memo::new(move |_| query.with(|query| query.get("run")).unwrap_or_default());
    let choices = load(move || run.get(), get_watch_choices);
    view! {
        <Page class="page settings" title=t!("watch-new") about=t!("watch-new-about") settings="/watches">
            {fetched(t!("watch-loading"), choices, |choices| view! { <WatchForm choices /> }.into_any())}
        </Page>
    }
    .into_any()
}
