//! The figures of a pipeline, and what to do without one.

use leptos::prelude::*;

use super::{AskedSection, money};
use crate::components::section::Section;
use crate::i18n::{full_date, locale};
use crate::model::sources::pipeline::{Pipeline, PipelineAsk};
use crate::t;

#[component]
pub fn Summary(ask: PipelineAsk, pipeline: Pipeline) -> impl IntoView {
    let Pipeline { all, unit, quarter, open, as_of, .. } = pipeline;
    let change = all.pipeline.zip(all.week_ago).map(|(now, then)| {
        let difference = now - then;
        let sign = if difference > 0.0 { "+" } else { "" };
        let share = if then > 0.0 { format!(" ({sign}{})", locale().finer(difference / then)) } else { String::new() };
        t!("pipeline-change", change = format!("{sign}{}{share}", locale().exact(difference)))
    });
    let quota = all.quota.filter(|quota| *quota > 0.0);
    let of_quota = move |value: Option<f64>| {
        let (value, quota) = value.zip(quota)?;
        Some(t!("pipeline-of-quota", share = locale().finer(value / quota)))
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
    let deals = t!("pipeline-open", count = open);
    let pipeline_more = [Some(deals), change].into_iter().flatten().collect::<Vec<_>>().join("; ");
    let not_kept = |value: Option<f64>, why: String| if value.is_none() { why } else { String::new() };
    let forecast_more = of_quota(all.forecast).unwrap_or_else(|| not_kept(all.forecast, t!("pipeline-no-forecast")));
    let heading = match ask.region.as_str() {
        "" => t!("pipeline-as-of", date = full_date(as_of)),
        region => t!("pipeline-as-of-region", date = full_date(as_of), region = region),
    };
    view! {
        <AskedSection
            id="pipeline-figures"
            title=heading
            question=format!("How did the pipeline{} change from last week?", ask.place())
        >
            <dl class="figure-tiles">
                {tile(t!("page-pipeline"), money(all.pipeline, &unit), pipeline_more)}
                {tile(t!("pipeline-forecast-of", quarter = &quarter), money(all.forecast, &unit), forecast_more)}
                {tile(
                    t!("pipeline-closed-of", quarter = &quarter),
                    money(all.closed, &unit),
                    of_quota(all.closed).unwrap_or_default(),
                )}
                {tile(
                    t!("pipeline-quota-of", quarter = &quarter),
                    money(all.quota, &unit),
                    not_kept(all.quota, t!("pipeline-no-quotas")),
                )}
            </dl>
        </AskedSection>
    }
    .into_any()
}

/// A text with its backticked parts as code.
fn with_code(text: &str) -> Vec<AnyView> {
    let part = |(i, part): (usize, &str)| match i % 2 {
        0 => part.to_owned().into_any(),
        _ => view! { <code>{part.to_owned()}</code> }.into_any(),
    };
    text.split('`').enumerate().map(part).collect()
}

/// How to declare a source of deals.
#[component]
pub fn Undeclared() -> impl IntoView {
    view! {
        <Section id="pipeline-none" title=t!("pipeline-none")>
            <p>{with_code(&t!("pipeline-none-source"))}</p>
            <pre class="pipeline-how">
                <code>"plumbline source add postgres://reader:…@host/crm\nplumbline source add ./crm-export\nplumbline source check"</code>
            </pre>
            <p>{with_code(&t!("pipeline-none-columns"))}</p>
        </Section>
    }
    .into_any()
}
