//! The figures of a session or a run, side by side.

use leptos::prelude::*;

use crate::components::answer::trust::{Judged, Scores, written};
use crate::components::timeline::failed_calls;
use crate::components::words;
use crate::model::answer::{Grade, Grounding, Score};
use crate::model::run::{Run, Usage};
use crate::{i18n, id, t};

/// The effort, and how far to trust it.
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
    let graded: Vec<String> = graded.filter(|(n, _)| *n > 0).map(|(n, grade)| graded_as(n, *grade)).collect();
    let last = runs.iter().rev().find(|r| r.answer.is_some());
    let scores = last.map(|r| (r.id.clone(), Scores::from_run(r).made()));
    let duration = words::duration(time);
    let (value, unit) = duration.split_once(' ').unwrap_or((&duration, ""));
    let iterations: u32 = runs.iter().map(|r| r.iteration).sum();
    let limit = last
        .and_then(|r| r.limits.as_ref())
        .filter(|_| runs.len() == 1)
        .map(|l| t!("review-metric-of", count = l.max_iterations));
    let failed_told = if failed > 0 { t!("review-metric-failed", count = failed) } else { String::new() };
    view! {
        <dl class="metrics">
            <Metric name=t!("review-metric-time") value=value more=unit />
            <Metric
                name=t!("review-metric-tokens")
                value=i18n::whole(sent)
                more=t!("review-metric-tokens-out", count = got)
            />
            {cost.into_iter().map(|(name, value, more)| view! { <Metric name value more /> }).collect_view()}
            <Metric
                name=t!("review-metric-calls")
                value=i18n::whole(calls)
                more=failed_told
            />
            <Metric name=t!("review-metric-iterations") value=i18n::whole(iterations) more=limit.unwrap_or_default() />
            <Metric name=t!("review-metric-figures") value=i18n::whole(figures) more=graded.join(", ") />
            {scores.map(|(run, scores)| view! { <ScoreMetrics run scores /> })}
        </dl>
    }
    .into_any()
}

fn graded_as(n: usize, grade: Grade) -> String {
    let graded = match grade {
        Grade::Cited => id!("review-metric-cited"),
        Grade::Matched => id!("review-metric-matched"),
        Grade::Unverified => id!("review-metric-unverified"),
    };
    t!(graded, count = n)
}

/// Model calls with their retries, and their cost; empty without any.
fn cost_of(runs: &[Run]) -> Vec<(String, String, String)> {
    let sum = |of: fn(&Usage) -> u32| runs.iter().map(|r| of(&r.usage)).sum::<u32>();
    let (calls, retries, unpriced) = (sum(|u| u.model_calls), sum(|u| u.retries), sum(|u| u.unpriced));
    if calls == 0 {
        return Vec::new();
    }
    let usd: f64 = runs.iter().map(|r| r.usage.cost_usd).sum();
    let retried = match retries {
        0 => String::new(),
        n => t!("review-retries", count = n),
    };
    let (cost, more) = match unpriced {
        0 => (words::dollars(usd), t!("review-us-dollars")),
        n if n >= calls => (t!("review-cost-unknown"), t!("review-unpriced", count = unpriced)),
        _ => (words::dollars(usd), t!("review-us-dollars-unpriced", count = unpriced)),
    };
    vec![(t!("review-metric-model-calls"), i18n::whole(calls), retried), (t!("review-metric-cost"), cost, more)]
}

/// The scores of the last answer; each links to its breakdown.
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
fn Metric(name: String, #[prop(into)] value: String, #[prop(into)] more: String) -> impl IntoView {
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
