//! The list of conversations: a column on wide screens, a popover on narrow ones.

use chrono::{Datelike, NaiveDate};
use leptos::prelude::*;

use super::icon::Icon;
use crate::components::words;
use crate::model::session::ConversationItem;
use crate::model::time;

/// The list's frame; its groups come as children, so that they may still be loading.
#[component]
pub fn Rail(children: Children) -> impl IntoView {
    view! {
        <nav class="rail" id="rail" popover="auto" aria-label="Conversations">
            <div class="rail-head">
                <h2>"Conversations"</h2>
                <button
                    class="button rail-close"
                    data-kind="quiet"
                    data-icon
                    popovertarget="rail"
                    popovertargetaction="hide"
                    aria-label="Close"
                >
                    <Icon name="x" />
                </button>
            </div>
            <p class="rail-new">
                <a class="button" href="/">"New question " <kbd>"n"</kbd></a>
            </p>
            {children()}
        </nav>
    }
    .into_any()
}

/// The conversations, grouped by day within the newest month and by month before it.
#[component]
pub fn RailGroups(
    items: Vec<ConversationItem>,
    /// The id of the opened conversation; empty when there is none.
    #[prop(into)]
    current: Signal<String>,
) -> impl IntoView {
    if items.is_empty() {
        return view! { <p class="rail-empty">"Questions that you ask are kept here."</p> }.into_any();
    }
    let (recorded, own): (Vec<_>, Vec<_>) = items.into_iter().partition(|i| i.recorded);
    let mut groups = grouped(own);
    if !recorded.is_empty() {
        groups.push(("Recorded with a model".to_owned(), recorded));
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
    let meta = format!("{}{}", words::count(item.questions, "question"), if item.running { ", running" } else { "" });
    let id = item.id;
    view! {
        <a class="rail-item" href=href aria-current=move || current.with(|c| *c == id).then_some("true")>
            {item.title}
            <span>{meta}</span>
        </a>
    }
    .into_any()
}

/// Absolute headings: a page that says "today" is wrong tomorrow.
fn grouped(items: Vec<ConversationItem>) -> Vec<(String, Vec<ConversationItem>)> {
    let newest = items.first().map(|i| time::day_of(i.started_at));
    let label = |day: NaiveDate| match newest {
        Some(newest) if (newest.year(), newest.month()) != (day.year(), day.month()) => day.format("%B %Y").to_string(),
        _ => time::full_date(day),
    };
    let mut groups: Vec<(String, Vec<ConversationItem>)> = Vec::new();
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
    fn days_of_the_newest_month_and_months_before_it() {
        let item = |day: &str| ConversationItem {
            id: day.into(),
            started_at: time::noon(day.parse().unwrap()),
            title: String::new(),
            questions: 1,
            running: false,
            recorded: false,
        };
        let groups = grouped(["2026-01-31", "2026-01-31", "2026-01-02", "2025-12-30", "2025-12-01"].map(item).into());
        let got: Vec<(&str, usize)> = groups.iter().map(|(l, g)| (l.as_str(), g.len())).collect();
        assert_eq!(got, [("31 January 2026", 2), ("2 January 2026", 1), ("December 2025", 2)]);
    }
}
