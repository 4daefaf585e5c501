//! The list of sessions: the questions, notable findings, and how many figures link to a record.

use leptos::prelude::*;

use crate::components::frame::icon::Badge;
use crate::components::words;
use crate::live;
use crate::model::review::{SessionItem, Verdict};
use crate::{i18n, t};

#[component]
pub fn Inbox(
    items: Vec<SessionItem>,
    /// The id of the opened session; empty when there is none.
    #[prop(into)]
    current: Signal<String>,
    /// The filters, preserved when opening a session.
    query: String,
) -> impl IntoView {
    // The list scrolls separately: the open row stays visible in it.
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
        t!("review-tokens", count = item.tokens),
        t!("review-calls", count = item.tool_calls),
        item.model.clone(),
        match item.cost_usd > 0.0 {
            true => t!("review-dollars", amount = words::dollars(item.cost_usd)),
            false => String::new(),
        },
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
            <span class="inbox-when">{i18n::short_time(item.started_at)}</span>
            <span class="inbox-why">{flags(&item)}</span>
            <span class="inbox-meta">
                {meta.into_iter().filter(|m| !m.is_empty()).map(|m| view! { <span>{m}</span> }).collect_view()}
            </span>
        </a>
    }
    .into_any()
}

/// How many of the session's figures link to a record.
#[component]
fn Share(item: SessionItem) -> impl IntoView {
    let grounded = item.claims - item.unverified;
    let share = if item.claims > 0 { grounded as f64 / item.claims as f64 * 100.0 } else { 0.0 };
    view! {
        <span class="inbox-share">
            {if item.claims > 0 {
                view! {
                    {format!("{grounded}/{}", item.claims)}
                    <span class="sr-only">" " {t!("review-figures-lead")}</span>
                    <Meter share />
                }
                    .into_any()
            } else {
                view! {
                    <span aria-hidden="true">"–"</span>
                    <span class="sr-only">{t!("review-no-figures")}</span>
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
        "error" => out.push(("failure", "stop", t!("review-flag-error"))),
        "active" => out.push(("accent", "clock", t!("review-flag-running"))),
        _ => {}
    }
    if item.recorded {
        out.push(("neutral", "clock", t!("review-flag-recorded")));
    }
    // In the order of the list's risk ranking.
    if item.thumbs_down > 0 {
        out.push(("failure", "down", t!("review-flag-not-helpful")));
    }
    if item.refused > 0 {
        out.push(("failure", "stop", t!("review-flag-not-answered")));
    }
    if item.gaps > 0 {
        out.push(("warning", "warn", t!("review-flag-gaps")));
    }
    if item.unverified > 0 {
        out.push(("warning", "warn", t!("review-flag-unverified", count = item.unverified)));
    }
    if item.failed_calls > 0 {
        out.push(("failure", "stop", t!("review-flag-failed", count = item.failed_calls)));
    }
    if item.suspected > 0 {
        out.push(("warning", "warn", t!("review-flag-injection")));
    }
    if item.limits > 0 {
        out.push(("warning", "clock", t!("review-flag-limit")));
    }
    if let Some(verdict) = item.rating {
        let (tone, icon) = if verdict == Verdict::Good { ("ok", "check") } else { ("neutral", "dash") };
        out.push((tone, icon, t!("review-flag-rated", verdict = verdict.as_str())));
    }
    if item.done {
        out.push(("ok", "check", t!("review-flag-done")));
    }
    out.into_iter().map(|(tone, icon, text)| view! { <Badge tone icon text /> }).collect_view()
}
