//! Comparing two declared sources. All choices are in the address.

use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::hooks::use_query_map;

use super::{fetched, load};
use crate::api::sources::get_comparison;
use crate::components::compare::{Choose, Rows, Summary};
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
        <Title text=t!("page-compare") />
        <main class="page compare" id="main">
            <div class="page-head">
                <h1>{t!("page-compare")}</h1>
                <p>{t!("compare-about")}</p>
            </div>
            {fetched(t!("compare-loading"), page, move |page| view! { <Shown page /> }.into_any())}
        </main>
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
        {problem.map(|text| view! { <p class="field-error" role="alert">{text}</p> })}
        {shown}
    }
    .into_any()
}
