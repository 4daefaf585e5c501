//! Comparing two declared sources. All choices are in the address.

use leptos::prelude::*;
use leptos_router::hooks::use_query_map;

use super::{Page, fetched, load};
use crate::api::sources::get_comparison;
use crate::components::compare::{Choose, Rows, Summary};
use crate::components::form::FormError;
use crate::model::sources::{CompareAsk, ComparePage as Compared};
use crate::t;

#[component]
pub fn ComparePage() -> impl IntoView {
    let query = use_query_map();
    let ask = Memo::new(move |_| {
        query.with(|map| CompareAsk::read(map.into_iter().map(|(name, value)| (name as &str, value as &str))))
    });
    let page = load(move || ask.get(), get_comparison);
    view! {
        <Page class="page compare" title=t!("page-compare") about=t!("compare-about")>
            {fetched(t!("compare-loading"), page, move |page| view! { <Shown page /> }.into_any())}
        </Page>
    }
    .into_any()
}

#[component]
fn Shown(page: Compared) -> impl IntoView {
    let Compared { sources, ask, result, problem } = page;
    if sources.len() < 2 {
        return view! {
            <p>
                {t!("compare-undeclared")}
                " "
                <code>"plumbline source add postgres://…"</code>
            </p>
        }
        .into_any();
    }
    let shown = result.map(|result| {
        view! {
            <Summary ask=ask.clone() result=result.clone() />
            <Rows ask=ask.clone() result />
        }
    });
    view! {
        <Choose sources ask=ask.clone() />
        <FormError problem=Signal::stored(problem) />
        {shown}
    }
    .into_any()
}
