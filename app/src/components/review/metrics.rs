//! The figures of a session or a run, side by side.

use leptos::prelude::*;

use crate::components::answer::trust::{Judged, Scores, written};
use crate::components::timeline::failed_calls;
use crate::components::words;
use crate::model::answer::{Grade, Grounding, Score};
use crate::model::run::{Run, Usage};

/// What it took, and how far it can be trusted.
#[component]
pub fn Metrics(runs: Vec<Run>) -> impl IntoView {
    let time: i64 = runs.iter().map(Run::elapsed_ms).sum();
    let receipts = || runs.iter().filter_map(|r| r.receipt.as_ref());
    let (sent, got) = receipts().fold((0, 0), |(a, b), r| (a + r.tokens_prompt, b + r.tokens_completion));
    let cost = cost_of(&runs);
    let calls: usize = runs.iter().map(|r| r.calls().count()).sum();
    let failed: usize = runs.iter().map(failed_calls).sum();
    let groundings = || runs.iter().filter_map(|r| r.grounding.as_ref());
    let figures: usize = groundings().map(Grounding::checked).sum();
    let graded = Grade::ALL.iter().map(|grade| (groundings().map(|g| g.graded(*grade)).sum::<usize>(), grade));
    let graded: Vec<String> = graded.filter(|(n, _)| *n > 0).map(|(n, grade)| format!("{n} {grade}")).collect();
    let last = runs.iter().rev().find(|r| r.answer.is_some());
    let scores = last.map(|r| (r.id.clone(), Scores::of(r).made()));
    let duration = words::duration(time);
    let (value, unit) = duration.split_once(' ').unwrap_or((&duration, ""));
    let iterations: u32 = runs.iter().map(|r| r.iteration).sum();
    let limit =
        last.and_then(|r| r.limits.as_ref()).filter(|_| runs.len() == 1).map(|l| format!("of {}", l.max_iterations));
    let failed_told = if failed > 0 { format!("{failed} failed") } else { String::new() };
    view! {
        <dl class="metrics">
            <Metric name="Time" value=value more=unit />
            <Metric name="Tokens" value=words::whole(sent as i64) more=format!("in, {} out", words::whole(got as i64)) />
            {cost.into_iter().map(|(name, value, more)| view! { <Metric name value more /> }).collect_view()}
            <Metric
                name="Tool calls"
                value=calls.to_string()
                more=failed_told
            />
            <Metric name="Iterations" value=iterations.to_string() more=limit.unwrap_or_default() />
            <Metric name="Figures" value=figures.to_string() more=graded.join(", ") />
            {scores.map(|(run, scores)| view! { <ScoreMetrics run scores /> })}
        </dl>
    }
    .into_any()
}

/// Calls of models with their retries, and what they cost; nothing where no model was asked.
fn cost_of(runs: &[Run]) -> Vec<(&'static str, String, String)> {
    let sum = |of: fn(&Usage) -> u32| runs.iter().map(|r| of(&r.usage)).sum::<u32>();
    let (calls, retries, unpriced) = (sum(|u| u.model_calls), sum(|u| u.retries), sum(|u| u.unpriced));
    if calls == 0 {
        return Vec::new();
    }
    let usd: f64 = runs.iter().map(|r| r.usage.cost_usd).sum();
    let retried = match retries {
        0 => String::new(),
        1 => "1 retry".to_owned(),
        n => format!("{n} retries"),
    };
    let unknown = format!("price unknown for {}", words::count(unpriced, "call"));
    let (cost, more) = match unpriced {
        0 => (words::dollars(usd), "US dollars".to_owned()),
        n if n >= calls => ("unknown".to_owned(), unknown),
        _ => (words::dollars(usd), format!("US dollars, {unknown}")),
    };
    vec![("Model calls", calls.to_string(), retried), ("Cost", cost, more)]
}

/// The scores of the last answer; each leads to its account.
#[component]
fn ScoreMetrics(run: String, scores: Vec<(Judged, Score)>) -> impl IntoView {
    scores
        .into_iter()
        .map(|(of, score)| {
            let href = format!("#trust-{run}");
            view! {
                <div>
                    <dt>{of.name()}</dt>
                    <dd>
                        <a href=href rel="external">
                            {written(of, &score)}
                        </a>
                        " "
                        <small>{score.tier.to_lowercase()}</small>
                    </dd>
                </div>
            }
        })
        .collect_view()
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
