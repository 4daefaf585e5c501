//! The list of conversations: a column on wide screens, a popover on narrow ones.

use chrono::{Datelike, NaiveDate};
use leptos::prelude::*;

use super::icon::Icon;
use crate::components::desk::keep::Entry;
use crate::components::words;
use crate::model::session::ConversationItem;
use crate::model::time;
use crate::{i18n, t};

/// The frame of the list; its groups are children, so that they may still be loading.
#[component]
pub fn Rail(children: Children) -> impl IntoView {
    view! {
        <nav class="rail" id="rail" popover="auto" aria-label=t!("rail-title")>
            <div class="rail-head">
                <h2>{t!("rail-title")}</h2>
                <button
                    class="button rail-close"
                    data-kind="quiet"
                    data-icon
                    popovertarget="rail"
                    popovertargetaction="hide"
                    aria-label=t!("close")
                >
                    <Icon name="x" />
                </button>
            </div>
            <p class="rail-new">
                <a class="button" href="/">{t!("rail-new")} " " <kbd>"n"</kbd></a>
            </p>
            {children()}
        </nav>
    }
    .into_any()
}

/// The conversations, grouped by day in the latest month and by month before.
#[component]
pub fn RailGroups(
    items: Vec<ConversationItem>,
    /// True for search results.
    found: bool,
    /// The id of the opened conversation; empty when there is none.
    #[prop(into)]
    current: Signal<String>,
) -> impl IntoView {
    if items.is_empty() {
        let nothing = if found { t!("rail-found-none") } else { t!("rail-none") };
        return view! { <p class="rail-empty" role=found.then_some("status")>{nothing}</p> }.into_any();
    }
    let (recorded, own): (Vec<_>, Vec<_>) = items.into_iter().partition(|i| i.recorded);
    let mut groups = grouped(own);
    if !recorded.is_empty() {
        groups.push((t!("recorded-with-model"), recorded));
    }
    groups
        .into_iter()
        .map(|(label, items)| {
            view! {
                <div class="rail-group">
                    <h3 class="label">{label}</h3>
                    {items.into_iter().map(|item| view! { <RailItem item current /> }).collect_view()}
                </div>
            }
        })
        .collect_view()
        .into_any()
}

#[component]
fn RailItem(item: ConversationItem, current: Signal<String>) -> impl IntoView {
    let href = format!("/c/{}", words::segment(&item.id));
    let meta = if item.running {
        t!("rail-questions-running", count = item.questions)
    } else {
        t!("rail-questions", count = item.questions)
    };
    let ConversationItem { id, title, pinned, .. } = item;
    let own = id.clone();
    let (name, options) = (title.clone(), t!("rail-options-of", title = title.as_str()));
    view! {
        <div class="rail-entry">
            <a class="rail-item" href=href aria-current=move || current.with(|c| *c == own).then_some("true")>
                {title}
                <span>{meta}</span>
            </a>
            <details class="keep" name="rail-options">
                <summary class="button" data-kind="quiet" data-icon title=t!("rail-options")>
                    <span class="sr-only">{options}</span>
                    <span aria-hidden="true">"⋯"</span>
                </summary>
                <div class="keep-panel">
                    <Entry id name pinned place="list" />
                </div>
            </details>
        </div>
    }
    .into_any()
}

/// The link to older conversations. Without scripts it is followed; with them the list grows.
#[component]
pub fn RailOlder(hundreds: u32, older: RwSignal<u32>, words: RwSignal<String>) -> impl IntoView {
    let find = words.with_untracked(|words| words::segment(words));
    let grow = move |event: leptos::ev::MouseEvent| {
        event.prevent_default();
        older.set(hundreds + 1);
    };
    view! {
        <p class="rail-empty">
            <a href=format!("/?older={}&find={find}", hundreds + 1) on:click=grow>
                {t!("rail-older")}
            </a>
        </p>
    }
    .into_any()
}

/// The search field of the list. A form without scripts; with them the list follows the typed text.
#[component]
pub fn RailSearch(words: RwSignal<String>) -> impl IntoView {
    view! {
        <form class="rail-search" role="search" aria-label=t!("rail-search") method="get" action="/" on:submit=|event| event.prevent_default()>
            <label class="sr-only" for="rail-find">{t!("rail-search")}</label>
            <input
                class="input"
                id="rail-find"
                type="search"
                name="find"
                maxlength="200"
                placeholder=t!("rail-search")
                value=words.get_untracked()
                on:input:target=move |event| words.set(event.target().value())
            />
        </form>
    }
    .into_any()
}

/// Pinned ones first. Absolute headings: a page that says "today" is wrong tomorrow.
fn grouped(items: Vec<ConversationItem>) -> Vec<(String, Vec<ConversationItem>)> {
    let (pinned, items): (Vec<_>, Vec<_>) = items.into_iter().partition(|i| i.pinned);
    let newest = items.first().map(|i| time::day_of(i.started_at));
    let label = |day: NaiveDate| match newest {
        Some(newest) if (newest.year(), newest.month()) != (day.year(), day.month()) => i18n::month(day),
        _ => i18n::full_date(day),
    };
    let mut groups: Vec<(String, Vec<ConversationItem>)> = Vec::new();
    if !pinned.is_empty() {
        groups.push((t!("pinned"), pinned));
    }
    for item in items {
        let label = label(time::day_of(item.started_at));
        match groups.last_mut() {
            Some((last, group)) if *last == label => group.push(item),
            _ => groups.push((label, vec![item])),
        }
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pinned_then_days_of_the_newest_month_and_months_before_it() {
        let item = |day: &str| ConversationItem {
            id: day.into(),
            channel: "web".into(),
            started_at: time::noon(day.parse().unwrap()),
            title: String::new(),
            pinned: day == "2025-12-01",
            questions: 1,
            running: false,
            recorded: false,
        };
        let groups = grouped(["2026-01-31", "2026-01-31", "2026-01-02", "2025-12-30", "2025-12-01"].map(item).into());
        let got: Vec<(&str, usize)> = groups.iter().map(|(l, g)| (l.as_str(), g.len())).collect();
        assert_eq!(got, [("Pinned", 1), ("31 January 2026", 2), ("2 January 2026", 1), ("December 2025", 1)]);
    }
}
