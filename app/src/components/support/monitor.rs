//! The usage of the listed calls (B-048): messages, model calls, tokens, cost, time, and tools.

use leptos::prelude::*;

use crate::components::frame::icon::Badge;
use crate::components::section::{Section, entry};
use crate::components::words;
use crate::model::support::{Monitor, ToolUse};
use crate::{i18n, t};

#[component]
pub fn MonitorView(
    monitor: Monitor,
    /// The number of calls.
    calls: usize,
) -> impl IntoView {
    let latency = match monitor.messages {
        0 => t!("support-monitor-none-yet"),
        _ => words::duration(monitor.latency_ms),
    };
    let cost = format!("{:.4}", monitor.cost_usd).replace('.', &t!("support-decimal-mark"));
    let rows = [
        (t!("support-monitor-messages"), i18n::whole(monitor.messages)),
        (t!("support-monitor-latency"), latency),
        (t!("support-monitor-model-calls"), i18n::whole(monitor.model_calls)),
        (t!("support-monitor-tokens-in"), i18n::whole(monitor.tokens_prompt)),
        (t!("support-monitor-tokens-cached"), i18n::whole(monitor.tokens_cached)),
        (t!("support-monitor-tokens-out"), i18n::whole(monitor.tokens_completion)),
        (t!("support-monitor-cost"), cost),
    ]
    .map(|(name, value)| entry(name, value))
    .collect_view();
    let Monitor { tools, recent, .. } = monitor;
    let about = (calls > 0).then(|| t!("support-monitor-about", count = calls));
    view! {
        <Section id="monitor" title=t!("support-monitor") about>
            <dl class="monitor">{rows}</dl>
            {(!tools.is_empty()).then(|| view! { <Counts tools /> })}
            {(!recent.is_empty()).then(|| view! { <Recent recent /> })}
        </Section>
    }
    .into_any()
}

/// How often each tool was called.
#[component]
fn Counts(tools: Vec<(String, u32)>) -> impl IntoView {
    let rows = tools
        .into_iter()
        .map(|(tool, n)| view! { <div><dt><code>{tool}</code></dt><dd>{i18n::whole(n)}</dd></div> })
        .collect_view();
    view! {
        <h3 class="label">{t!("support-monitor-tools")}</h3>
        <dl class="monitor">{rows}</dl>
    }
    .into_any()
}

/// The last tool calls.
#[component]
fn Recent(recent: Vec<ToolUse>) -> impl IntoView {
    let rows = recent
        .into_iter()
        .map(|used| {
            view! {
                <li>
                    <code>{used.tool}</code>
                    {used.failed.then(|| view! { <Badge tone="failure" icon="cross" text=t!("support-monitor-failed") /> })}
                    <span>{words::duration(used.duration_ms)}</span>
                </li>
            }
        })
        .collect_view();
    view! {
        <h3 class="label">{t!("support-monitor-recent")}</h3>
        <ol class="monitor-recent">{rows}</ol>
    }
    .into_any()
}
