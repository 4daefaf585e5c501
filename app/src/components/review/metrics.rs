//! The figures of a session or a run, side by side.

use leptos::prelude::*;

use crate::components::timeline::failed_calls;
use crate::components::words;
use crate::model::run::Run;

/// What it took, and how far it can be trusted.
#[component]
pub fn Metrics(runs: Vec<Run>) -> impl IntoView {
    let time: i64 = runs.iter().map(Run::elapsed_ms).sum();
    let receipts = || runs.iter().filter_map(|r| r.receipt.as_ref());
    let (sent, got) = receipts().fold((0, 0), |(a, b), r| (a + r.tokens_prompt, b + r.tokens_completion));
    let cost: f64 = receipts().map(|r| r.cost_usd).sum();
    let calls: usize = runs.iter().map(|r| r.calls().count()).sum();
    let failed: usize = runs.iter().map(failed_calls).sum();
    let figures = runs.iter().filter_map(|r| r.grounding.as_ref());
    let (checked, grounded) = figures.fold((0, 0), |(c, g), x| (c + x.checked(), g + x.grounded()));
    let last = runs.iter().rev().find(|r| r.answer.is_some());
    let run_score = last.and_then(|r| r.run_score.clone());
    let evidence = last.and_then(|r| r.evidence_score.clone());
    let duration = words::duration(time);
    let (value, unit) = duration.split_once(' ').unwrap_or((&duration, ""));
    let iterations: u32 = runs.iter().map(|r| r.iteration).sum();
    let limit =
        last.and_then(|r| r.limits.as_ref()).filter(|_| runs.len() == 1).map(|l| format!("of {}", l.max_iterations));
    let has_cost = cost > 0.0;
    let failed_told = if failed > 0 { format!("{failed} failed") } else { String::new() };
    view! {
        <dl class="metrics">
            <Metric name="Time" value=value more=unit />
            <Metric name="Tokens" value=words::whole(sent as i64) more=format!("in, {} out", words::whole(got as i64)) />
            {has_cost.then(|| view! { <Metric name="Cost" value=format!("{cost:.4}") more="US dollars" /> })}
            <Metric
                name="Tool calls"
                value=calls.to_string()
                more=failed_told
            />
            <Metric name="Iterations" value=iterations.to_string() more=limit.unwrap_or_default() />
            <Metric name="Figures" value=checked.to_string() more=format!("{grounded} grounded") />
            {run_score.map(|s| view! { <Metric name="Run score" value=format!("{:.2}", s.value) more=s.tier /> })}
            {evidence
                .map(|s| view! { <Metric name="Evidence score" value=format!("{:.2}", s.value) more=s.tier /> })}
        </dl>
    }
    .into_any()
}

#[component]
fn Metric(name: &'static str, #[prop(into)] value: String, #[prop(into)] more: String) -> impl IntoView {
    view! {
        <div>
            <dt>{name}</dt>
            <dd>
                {value} " " <small>{more}</small>
            </dd>
        </div>
    }
    .into_any()
}
