//! The filters of the session list. A form that puts them into the address, with and without scripts.

use leptos::prelude::*;

use crate::components::form::{self, Field, on_query};
use crate::components::frame::icon::Icon;
use crate::model::review::ReviewFilter;
use crate::{id, t};

/// The search field's id, for the keyboard shortcut.
pub const SEARCH: &str = "review-search";

const STATUS: [(&str, &str); 4] = [
    ("", id!("review-any")),
    ("completed", id!("review-status-completed")),
    ("error", id!("review-status-error")),
    ("active", id!("review-status-active")),
];
const RATING: [(&str, &str); 5] = [
    ("", id!("review-any")),
    ("none", id!("review-rating-none")),
    ("good", id!("review-rating-good")),
    ("partly", id!("review-rating-partly")),
    ("bad", id!("review-rating-bad")),
];
const SORT: [(&str, &str); 5] = [
    ("risk", id!("review-sort-risk")),
    ("newest", id!("review-sort-newest")),
    ("oldest", id!("review-sort-oldest")),
    ("slowest", id!("review-sort-slowest")),
    ("queue", id!("review-sort-queue")),
];

#[component]
pub fn Toolbar(
    /// The current filters; the fields follow them, also when going back.
    #[prop(into)]
    filter: Signal<ReviewFilter>,
    tools: Vec<String>,
    /// The form's action without scripts.
    #[prop(into)]
    action: String,
    /// The new filters, as a query.
    apply: Callback<String>,
) -> impl IntoView {
    let set = move || filter.with(ReviewFilter::set_count);
    let (changed, submitted) = on_query(apply);
    let told = move || match set() {
        0 => t!("review-filters"),
        n => t!("review-filters-set", count = n),
    };
    let words = Signal::derive(move || filter.with(|f| f.q.clone().unwrap_or_default()));
    view! {
        <form
            class="toolbar"
            role="search"
            aria-label=t!("review-filter-sessions")
            method="get"
            action=action
            on:change=changed
            on:submit=submitted
        >
            <Field id=SEARCH label=t!("review-search") width="wide">
                <input id=SEARCH name="q" type="search" placeholder=t!("review-search-hint") value=words.get_untracked()
                    prop:value=words
                />
            </Field>
            <details class="toolbar-more" open>
                <summary class="button" data-size="small">
                    <Icon name="filter" />
                    {told}
                </summary>
                <Fields filter tools />
            </details>
        </form>
    }
    .into_any()
}

#[component]
fn Fields(filter: Signal<ReviewFilter>, tools: Vec<String>) -> impl IntoView {
    let text = move |field: fn(&ReviewFilter) -> Option<String>| {
        Signal::derive(move || filter.with(field).unwrap_or_default())
    };
    let options = |all: &[(&'static str, &'static str)]| {
        all.iter().map(|(value, name)| ((*value).to_owned(), t!(name))).collect::<Vec<_>>()
    };
    let tools: Vec<(String, String)> =
        std::iter::once((String::new(), t!("review-any"))).chain(tools.into_iter().map(|t| (t.clone(), t))).collect();
    let failed = Signal::derive(move || filter.with(|f| f.error == Some(true)));
    let tokens = text(|f| f.min_tokens.map(|n| n.to_string()));
    view! {
        <div class="toolbar-fields">
            <Input name="from" label=t!("review-from") kind="date" value=text(|f| f.from.map(|d| d.to_string())) />
            <Input name="to" label=t!("review-to") kind="date" value=text(|f| f.to.map(|d| d.to_string())) />
            <Input name="userId" label=t!("review-person") kind="text" value=text(|f| f.user_id.clone()) />
            <Choice name="status" label=t!("review-status") options=options(&STATUS) value=text(|f| f.status.clone()) />
            <Choice name="rating" label=t!("review-rating") options=options(&RATING) value=text(|f| f.rating.clone()) />
            <Choice name="tool" label=t!("review-tool") options=tools value=text(|f| f.tool.clone()) />
            <Input name="minTokens" label=t!("review-min-tokens") kind="number" value=tokens />
            <Choice name="sort" label=t!("review-order") options=options(&SORT) value=text(|f| f.sort.clone()) />
            <label class="check">
                <input
                    type="checkbox"
                    name="error"
                    value="true"
                    checked=failed.get_untracked()
                    prop:checked=failed
                />
                {t!("review-something-failed")}
            </label>
            <button class="button only-without-scripts" data-size="small">
                {t!("review-apply")}
            </button>
        </div>
    }
    .into_any()
}

#[component]
fn Input(name: &'static str, label: String, kind: &'static str, value: Signal<String>) -> impl IntoView {
    let id = format!("review-{name}");
    view! {
        <Field id=id.clone() label width=kind>
            <input
                id=id
                name=name
                type=kind
                min=(kind == "number").then_some("0")
                value=value.get_untracked()
                prop:value=value
            />
        </Field>
    }
    .into_any()
}

#[component]
fn Choice(
    name: &'static str,
    label: String,
    /// Value and name of each.
    options: Vec<(String, String)>,
    value: Signal<String>,
) -> impl IntoView {
    let id = format!("review-{name}");
    view! {
        <Field id=id.clone() label>
            <select id=id name=name prop:value=value>
                {form::options(options, &value.get_untracked())}
            </select>
        </Field>
    }
    .into_any()
}
