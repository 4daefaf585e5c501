//! A test of search: the passages found for a text, with their scores.

use leptos::prelude::*;

use crate::components::chart::table::{Column, region};
use crate::components::form::TextField;
use crate::components::words::segment;
use crate::i18n;
use crate::model::record::library::{SearchTest, TestHit};
use crate::t;

/// A plain form: it puts the text into the address.
#[component]
pub fn TestForm(query: String) -> impl IntoView {
    view! {
        <form class="toolbar" role="search" aria-label=t!("documents-test") method="get" action="/settings/documents#documents-test">
            <TextField
                id="documents-query"
                label=t!("documents-test-query")
                name="test"
                width="wide"
                value=query
                required=true
            />
            <button class="button" data-size="small">
                {t!("documents-test-find")}
            </button>
        </form>
    }
    .into_any()
}

#[component]
pub fn Hits(test: SearchTest) -> impl IntoView {
    let SearchTest { query, words, model, hits } = test;
    let how = match &model {
        Some(model) => t!("documents-test-both", model = model.as_str()),
        None => t!("documents-test-keywords"),
    };
    let searched = (!words.is_empty()).then(|| t!("documents-test-words", words = words.join(", ")));
    if hits.is_empty() {
        return view! {
            <p role="status">{t!("documents-test-none", query = query)}</p>
            <p class="muted small">{how} " " {searched}</p>
        }
        .into_any();
    }
    let columns = [
        Column::words(&t!("documents-test-passage")),
        Column::figures(&t!("documents-test-score")),
        Column::figures(&t!("documents-test-keyword-score")),
        Column::figures(&t!("documents-test-meaning")),
        Column::words(&t!("documents-test-matched")),
    ];
    let rows = hits.into_iter().map(|hit| view! { <Hit hit /> }).collect_view().into_any();
    view! {
        <p class="muted small">{how} " " {searched}</p>
        {region(&t!("documents-test-found"), "documents-hits", Some(t!("documents-test-found")), columns, rows)}
    }
    .into_any()
}

fn decimal(value: f64) -> String {
    i18n::locale().decimals(value, 2)
}

#[component]
fn Hit(hit: TestHit) -> impl IntoView {
    let TestHit { document, title, position, heading, excerpt, score, keywords, meaning, words } = hit;
    let href = format!("/records/document/{}#chunk-{position}", segment(&document));
    let heading = heading.map(|heading| format!(" · {heading}"));
    let none = || t!("documents-test-nothing");
    let matched = if words.is_empty() { none() } else { words.join(", ") };
    view! {
        <tr>
            <th scope="row">
                <a href=href>{title} {heading}</a>
                <p>{excerpt}</p>
            </th>
            <td class="num">{decimal(score)}</td>
            <td class="num">{decimal(keywords)}</td>
            <td class="num">{meaning.map_or_else(none, decimal)}</td>
            <td>{matched}</td>
        </tr>
    }
    .into_any()
}
