//! The list of sessions: what was asked, what is remarkable about it, and how much of it leads to a record.

use leptos::prelude::*;

use crate::components::frame::icon::Badge;
use crate::components::words;
use crate::live;
use crate::model::review::{SessionItem, Verdict};
use crate::model::time;

#[component]
pub fn Inbox(
    items: Vec<SessionItem>,
    /// The id of the opened session; empty when there is none.
    #[prop(into)]
    current: Signal<String>,
    /// The filters, so that opening a session keeps them.
    query: String,
) -> impl IntoView {
    Effect::new(move |_| {
        current.track();
        live::keep_in_view(".inbox-row[aria-current]");
    });
    let rows = items.into_iter().map(|item| view! { <li><Row item current query=query.clone() /></li> }).collect_view();
    view! { <ul class="inbox">{rows}</ul> }.into_any()
}

#[component]
fn Row(item: SessionItem, current: Signal<String>, query: String) -> impl IntoView {
    let href = format!("/review/{}{query}", words::segment(&item.id));
    let id = item.id.clone();
    let meta = [
        item.user_id.clone(),
        words::duration(item.duration_ms),
        words::count(item.tokens, "token"),
        words::count(item.tool_calls, "call"),
        item.model.clone(),
        if item.cost_usd > 0.0 { format!("{} US dollars", words::dollars(item.cost_usd)) } else { String::new() },
    ];
    view! {
        <a
            class="inbox-row"
            href=href
            data-noscroll
            aria-current=move || current.with(|c| *c == id).then_some("true")
        >
            <Share item=item.clone() />
            <span class="inbox-q">{item.question.clone()}</span>
            <span class="inbox-when">{time::short_time(item.started_at)}</span>
            <span class="inbox-why">{flags(&item)}</span>
            <span class="inbox-meta">
                {meta.into_iter().filter(|m| !m.is_empty()).map(|m| view! { <span>{m}</span> }).collect_view()}
            </span>
        </a>
    }
    .into_any()
}

/// How many of the session's figures lead to a record.
#[component]
fn Share(item: SessionItem) -> impl IntoView {
    let grounded = item.claims - item.unverified;
    let share = if item.claims > 0 { grounded as f64 / item.claims as f64 * 100.0 } else { 0.0 };
    view! {
        <span class="inbox-share">
            {if item.claims > 0 {
                view! {
                    {format!("{grounded}/{}", item.claims)}
                    <span class="sr-only">" figures lead to a record"</span>
                    <Meter share />
                }
                    .into_any()
            } else {
                view! {
                    <span aria-hidden="true">"–"</span>
                    <span class="sr-only">"No figures"</span>
                }
                    .into_any()
            }}
        </span>
    }
    .into_any()
}

/// A share of 0 to 100 as a bar.
#[component]
pub fn Meter(share: f64) -> impl IntoView {
    view! {
        <svg class="meter" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
            <rect class="meter-track" x="0.5" y="0.5" width="99" height="7" />
            <rect class="meter-fill" width=format!("{share:.0}") height="8" />
        </svg>
    }
}

/// What a reviewer should know before opening a session.
pub fn flags(item: &SessionItem) -> impl IntoView + use<> {
    let mut out: Vec<(&'static str, &'static str, String)> = Vec::new();
    match item.status.as_str() {
        "error" => out.push(("failure", "stop", "ended in an error".into())),
        "active" => out.push(("accent", "clock", "running".into())),
        _ => {}
    }
    if item.recorded {
        out.push(("neutral", "clock", "recorded".into()));
    }
    // In the order in which the list puts them by risk.
    if item.thumbs_down > 0 {
        out.push(("failure", "down", "not helpful to the person who asked".into()));
    }
    if item.refused > 0 {
        out.push(("failure", "stop", "not answered".into()));
    }
    if item.gaps > 0 {
        out.push(("warning", "warn", "part of the question not covered".into()));
    }
    if item.unverified > 0 {
        out.push(("warning", "warn", format!("{} not verified", words::count(item.unverified, "figure"))));
    }
    if item.failed_calls > 0 {
        out.push(("failure", "stop", format!("{} failed", words::count(item.failed_calls, "call"))));
    }
    if item.suspected > 0 {
        out.push(("warning", "warn", "possible prompt injection".into()));
    }
    if item.limits > 0 {
        out.push(("warning", "clock", "reached a limit".into()));
    }
    match item.rating {
        Some(Verdict::Good) => out.push(("ok", "check", "rated good".into())),
        Some(Verdict::Partly) => out.push(("neutral", "dash", "rated partly".into())),
        Some(Verdict::Bad) => out.push(("neutral", "dash", "rated bad".into())),
        None => {}
    }
    if item.done {
        out.push(("ok", "check", "done".into()));
    }
    out.into_iter().map(|(tone, icon, text)| view! { <Badge tone icon text /> }).collect_view()
}
