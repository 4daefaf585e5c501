//! The filters over the list of sessions. A form that puts them into the address, with scripts and without.

use leptos::prelude::*;

use crate::components::frame::icon::Icon;
use crate::live;
use crate::model::review::ReviewFilter;

/// The search field's id, for the key that goes to it.
pub const SEARCH: &str = "review-search";

const STATUS: [(&str, &str); 4] = [("", "Any"), ("completed", "completed"), ("error", "error"), ("active", "active")];
const RATING: [(&str, &str); 5] =
    [("", "Any"), ("none", "not rated"), ("good", "good"), ("partly", "partly"), ("bad", "bad")];
const SORT: [(&str, &str); 5] = [
    ("risk", "Risk, highest first"),
    ("newest", "Newest"),
    ("oldest", "Oldest"),
    ("slowest", "Slowest"),
    ("queue", "My queue: not rated first"),
];

#[component]
pub fn Toolbar(
    /// The filters in force; the fields follow them, also when the reader goes back.
    #[prop(into)]
    filter: Signal<ReviewFilter>,
    tools: Vec<String>,
    /// Where the form leads without scripts.
    #[prop(into)]
    action: String,
    /// The new filters, as a query.
    apply: Callback<String>,
) -> impl IntoView {
    let set = move || filter.with(ReviewFilter::set_count);
    let send = move |event: &leptos::ev::Event| {
        if let Some(query) = live::form_query(event) {
            apply.run(query);
        }
    };
    let submitted = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        send(&event);
    };
    let told = move || match set() {
        0 => "Filters".to_owned(),
        n => format!("Filters, {n} set"),
    };
    let words = Signal::derive(move || filter.with(|f| f.q.clone().unwrap_or_default()));
    view! {
        <form
            class="toolbar"
            role="search"
            aria-label="Filter sessions"
            method="get"
            action=action
            on:change=move |event| send(&event)
            on:submit=submitted
        >
            <div class="field" data-width="wide">
                <label for=SEARCH>"Search text"</label>
                <input id=SEARCH name="q" type="search" placeholder="question, answer or note" value=words.get_untracked()
                    prop:value=words
                />
            </div>
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
        all.iter().map(|(value, name)| ((*value).to_owned(), (*name).to_owned())).collect::<Vec<_>>()
    };
    let tools: Vec<(String, String)> =
        std::iter::once((String::new(), "Any".to_owned())).chain(tools.into_iter().map(|t| (t.clone(), t))).collect();
    let failed = Signal::derive(move || filter.with(|f| f.error == Some(true)));
    let tokens = text(|f| f.min_tokens.map(|n| n.to_string()));
    view! {
        <div class="toolbar-fields">
            <Input name="from" label="From" kind="date" value=text(|f| f.from.map(|d| d.to_string())) />
            <Input name="to" label="To" kind="date" value=text(|f| f.to.map(|d| d.to_string())) />
            <Input name="userId" label="Person" kind="text" value=text(|f| f.user_id.clone()) />
            <Choice name="status" label="Status" options=options(&STATUS) value=text(|f| f.status.clone()) />
            <Choice name="rating" label="Rating" options=options(&RATING) value=text(|f| f.rating.clone()) />
            <Choice name="tool" label="Tool" options=tools value=text(|f| f.tool.clone()) />
            <Input name="minTokens" label="Tokens, at least" kind="number" value=tokens />
            <Choice name="sort" label="Order" options=options(&SORT) value=text(|f| f.sort.clone()) />
            <label class="check">
                <input
                    type="checkbox"
                    name="error"
                    value="true"
                    checked=failed.get_untracked()
                    prop:checked=failed
                />
                "Something failed"
            </label>
            <button class="button only-without-scripts" data-size="small">
                "Apply"
            </button>
        </div>
    }
    .into_any()
}

#[component]
fn Input(name: &'static str, label: &'static str, kind: &'static str, value: Signal<String>) -> impl IntoView {
    let id = format!("review-{name}");
    view! {
        <div class="field" data-width=kind>
            <label for=id.clone()>{label}</label>
            <input
                id=id
                name=name
                type=kind
                min=(kind == "number").then_some("0")
                value=value.get_untracked()
                prop:value=value
            />
        </div>
    }
    .into_any()
}

#[component]
fn Choice(
    name: &'static str,
    label: &'static str,
    /// Value and name of each.
    options: Vec<(String, String)>,
    value: Signal<String>,
) -> impl IntoView {
    let id = format!("review-{name}");
    let chosen = value.get_untracked();
    let options = options
        .into_iter()
        .map(|(value, name)| {
            let selected = value == chosen;
            view! {
                <option value=value selected=selected>
                    {name}
                </option>
            }
        })
        .collect_view();
    view! {
        <div class="field">
            <label for=id.clone()>{label}</label>
            <select id=id name=name prop:value=value>
                {options}
            </select>
        </div>
    }
    .into_any()
}
