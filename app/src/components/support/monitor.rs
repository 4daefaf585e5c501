//! What the listed calls have taken (B-048): messages, calls of the model, tokens, cost, time, and tools.

use leptos::prelude::*;

use crate::components::frame::icon::Badge;
use crate::components::words;
use crate::model::support::{Monitor, ToolUse};

#[component]
pub fn MonitorView(
    monitor: Monitor,
    /// How many calls it is about.
    calls: usize,
) -> impl IntoView {
    let about = match calls {
        1 => "the last call".to_owned(),
        n => format!("the last {n} calls"),
    };
    let tokens = |n: u64| words::whole(i64::try_from(n).unwrap_or(i64::MAX));
    let latency = if monitor.messages == 0 { "none yet".to_owned() } else { words::duration(monitor.latency_ms) };
    let rows = [
        ("Messages", words::whole(monitor.messages)),
        ("Mean time to a reply", latency),
        ("Model calls", words::whole(monitor.model_calls)),
        ("Tokens in", tokens(monitor.tokens_prompt)),
        ("Tokens in, from cache", tokens(monitor.tokens_cached)),
        ("Tokens out", tokens(monitor.tokens_completion)),
        ("Cost, US dollars", format!("{:.4}", monitor.cost_usd)),
    ]
    .map(|(name, value)| view! { <div><dt>{name}</dt><dd>{value}</dd></div> })
    .collect_view();
    let Monitor { tools, recent, .. } = monitor;
    view! {
        <section class="section" aria-labelledby="monitor">
            <div class="section-head">
                <h2 id="monitor">"Monitor"</h2>
                {(calls > 0).then(|| view! { <p>{about}</p> })}
            </div>
            <dl class="monitor">{rows}</dl>
            {(!tools.is_empty()).then(|| view! { <Counts tools /> })}
            {(!recent.is_empty()).then(|| view! { <Recent recent /> })}
        </section>
    }
    .into_any()
}

/// How often each tool was called.
#[component]
fn Counts(tools: Vec<(String, u32)>) -> impl IntoView {
    let rows = tools
        .into_iter()
        .map(|(tool, n)| view! { <div><dt><code>{tool}</code></dt><dd>{words::whole(n)}</dd></div> })
        .collect_view();
    view! {
        <h3 class="label">"Tools, by number of calls"</h3>
        <dl class="monitor">{rows}</dl>
    }
    .into_any()
}

/// The last calls of tools.
#[component]
fn Recent(recent: Vec<ToolUse>) -> impl IntoView {
    let rows = recent
        .into_iter()
        .map(|used| {
            view! {
                <li>
                    <code>{used.tool}</code>
                    {used.failed.then(|| view! { <Badge tone="failure" icon="cross" text="failed" /> })}
                    <span>{words::duration(used.duration_ms)}</span>
                </li>
            }
        })
        .collect_view();
    view! {
        <h3 class="label">"Last tool calls"</h3>
        <ol class="monitor-recent">{rows}</ol>
    }
    .into_any()
}
