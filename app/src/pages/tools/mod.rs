//! Settings, tools: MCP servers and APIs whose tools the desk uses. For admins.

use leptos::prelude::*;
use leptos_router::hooks::use_query_map;

use crate::api::outside::get_outside;
use crate::components::frame::notice::Notice;
use crate::components::tools::add::{AddApi, AddServer};
use crate::components::tools::origin::Origins;
use crate::components::tools::waiting::WaitingTools;
use crate::load::load;
use crate::model::outside::OutsidePage;
use crate::pages::{Page, fetched};
use crate::{id, t};

#[component]
pub fn ToolsPage() -> impl IntoView {
    let query = use_query_map();
    let done = move || query.with(|query| query.get("done")).and_then(|done| said(&done));
    let page = load(|| (), |()| get_outside());
    view! {
        <Page class="page settings" title=t!("page-tools") about=t!("tools-about") settings="/settings/tools">
            {move || done().map(|title| view! { <Notice tone="ok" icon="check" title>""</Notice> })}
            {fetched(t!("tools-loading"), page, |page| view! { <Whole page /> }.into_any())}
        </Page>
    }
    .into_any()
}

/// What a button of the page did, by its short code in the address.
fn said(done: &str) -> Option<String> {
    let said = match done {
        "added" => id!("tools-added"),
        "saved" => id!("tools-saved"),
        "paused" => id!("tools-paused"),
        "resumed" => id!("tools-resumed"),
        "tried" => id!("tools-tried"),
        "removed" => id!("tools-removed"),
        "accepted" => id!("tools-accepted"),
        "signed-in" => id!("tools-signed-in"),
        _ => return None,
    };
    Some(t!(said))
}

#[component]
fn Whole(page: OutsidePage) -> impl IntoView {
    let OutsidePage { origins, waiting, problems } = page;
    let problems = problems.into_iter().map(|problem| {
        view! {
            <Notice tone="failure" icon="stop" title=t!("tools-problem")>
                <p>{problem}</p>
            </Notice>
        }
    });
    view! {
        {problems.collect_view()}
        <WaitingTools waiting />
        <Origins origins />
        <AddServer />
        <AddApi />
    }
    .into_any()
}
