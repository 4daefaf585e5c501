//! The figures of a pipeline, and what to do where there is none.

use leptos::prelude::*;

use super::{AskDesk, money};
use crate::model::number::exact;
use crate::model::sources::pipeline::{Pipeline, PipelineAsk};
use crate::model::time::full_date;

#[component]
pub fn Summary(ask: PipelineAsk, pipeline: Pipeline) -> impl IntoView {
    let Pipeline { all, unit, quarter, open, as_of, .. } = pipeline;
    let percent = |value: f64, of: f64| exact((value / of * 1000.0).round() / 10.0);
    let change = all.pipeline.zip(all.week_ago).map(|(now, then)| {
        let difference = now - then;
        let sign = if difference > 0.0 { "+" } else { "" };
        let share = if then > 0.0 { format!(" ({sign}{}%)", percent(difference, then)) } else { String::new() };
        format!("{sign}{}{share} since last week", exact(difference))
    });
    let of_quota = |value: Option<f64>| {
        let (value, quota) = value.zip(all.quota.filter(|quota| *quota > 0.0))?;
        Some(format!("{}% of quota", percent(value, quota)))
    };
    let tile = |title: String, value: String, more: String| {
        view! {
            <div class="figure-tile">
                <dt class="label">{title}</dt>
                <dd>{value}</dd>
                <dd class="figure-more">{more}</dd>
            </div>
        }
    };
    let deals = if open == 1 { "1 open deal".to_owned() } else { format!("{} open deals", exact(open as f64)) };
    let pipeline_more = [Some(deals), change].into_iter().flatten().collect::<Vec<_>>().join("; ");
    let not_kept = |value: Option<f64>, why: &str| if value.is_none() { why.to_owned() } else { String::new() };
    let forecast_more = of_quota(all.forecast).unwrap_or_else(|| not_kept(all.forecast, "no forecast categories kept"));
    let heading = format!("As of {}{}", full_date(as_of), ask.place());
    view! {
        <section class="section" aria-labelledby="pipeline-figures">
            <div class="section-head">
                <h2 id="pipeline-figures">{heading}</h2>
                <AskDesk question=format!("How did the pipeline{} change from last week?", ask.place()) />
            </div>
            <dl class="figure-tiles">
                {tile("Pipeline".into(), money(all.pipeline, &unit), pipeline_more)}
                {tile(format!("Forecast, {quarter}"), money(all.forecast, &unit), forecast_more)}
                {tile(format!("Closed, {quarter}"), money(all.closed, &unit), of_quota(all.closed).unwrap_or_default())}
                {tile(format!("Quota, {quarter}"), money(all.quota, &unit), not_kept(all.quota, "no source of quotas"))}
            </dl>
        </section>
    }
    .into_any()
}

/// How to declare a source of deals.
#[component]
pub fn Undeclared() -> impl IntoView {
    view! {
        <section class="section" aria-labelledby="pipeline-none">
            <div class="section-head">
                <h2 id="pipeline-none">"No deals yet"</h2>
            </div>
            <p>
                "This page reads a source called " <code>"opportunities"</code>
                ", one row for each deal. Point Plumbline at your sales database or at a folder of its files, then give the table that name:"
            </p>
            <pre class="pipeline-how">
                <code>"plumbline source add postgres://reader:…@host/crm\nplumbline source add ./crm-export\nplumbline source check"</code>
            </pre>
            <p>
                "Only " <code>"stage"</code> " and " <code>"amount"</code> " are needed. With "
                <code>"forecast_category"</code> ", " <code>"last_activity"</code> ", " <code>"manager_notes"</code>
                " and others a deal can be judged; what is missing counts neither for nor against it. A source called "
                <code>"quotas"</code> " with " <code>"region"</code> ", " <code>"quarter_start"</code> " and "
                <code>"quota"</code> " adds the comparison. " <code>"plumbline demo"</code> " brings an example of both."
            </p>
        </section>
    }
    .into_any()
}
