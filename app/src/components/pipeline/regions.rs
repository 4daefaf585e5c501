//! Stages as bars, and regions against their quotas: closed, then committed, with a mark at the quota.

use leptos::prelude::*;

use super::{AskedSection, money, width};
use crate::components::chart::table::{Column, region};
use crate::i18n::locale;
use crate::model::sources::pipeline::{Pipeline, PipelineAsk, RegionRow, StageRow};
use crate::t;

#[component]
pub fn Stages(ask: PipelineAsk, pipeline: Pipeline) -> impl IntoView {
    let by_amount = pipeline.stages.iter().any(|stage| stage.amount.is_some_and(|amount| amount > 0.0));
    let size = move |stage: &StageRow| if by_amount { stage.amount.unwrap_or(0.0) } else { stage.deals as f64 };
    let most = pipeline.stages.iter().map(size).fold(0.0, f64::max);
    let unit = pipeline.unit.clone();
    let rows = pipeline
        .stages
        .iter()
        .map(|stage| {
            view! {
                <tr>
                    <th scope="row">{stage.name.clone()}</th>
                    <td class="bar-cell">
                        <span class="bar" style=width(size(stage), most)></span>
                    </td>
                    <td class="num">{money(stage.amount, &unit)}</td>
                    <td class="num">{locale().exact(stage.deals as f64)}</td>
                </tr>
            }
        })
        .collect_view()
        .into_any();
    let columns = [
        Column::Words(t!("pipeline-stage")),
        Column::Heard(t!("pipeline-bar")),
        Column::Figures(t!("pipeline-amount")),
        Column::Figures(t!("pipeline-deals-many")),
    ];
    view! {
        <AskedSection
            id="pipeline-stages"
            title=t!("pipeline-stages")
            question=format!("pipeline by stage{}", ask.place())
        >
            {region(&t!("pipeline-stages-table"), "pipeline-bars", Some(t!("pipeline-stages-caption")), columns, rows)}
        </AskedSection>
    }
    .into_any()
}

#[component]
pub fn Regions(ask: PipelineAsk, pipeline: Pipeline) -> impl IntoView {
    let of = |region: &RegionRow| {
        let values = [region.forecast, region.closed, region.quota];
        values.into_iter().flatten().fold(0.0, f64::max)
    };
    let most = pipeline.regions.iter().map(of).fold(0.0, f64::max);
    let rows = pipeline.regions.iter().map(|region| row(region, &ask, most)).collect_view().into_any();
    let columns = [
        Column::Words(t!("pipeline-region")),
        Column::Heard(t!("pipeline-regions-bar")),
        Column::Figures(t!("pipeline-closed")),
        Column::Figures(t!("pipeline-forecast")),
        Column::Figures(t!("pipeline-quota")),
        Column::figures("%"),
    ];
    let unit = if pipeline.unit.is_empty() { String::new() } else { format!(", {}", pipeline.unit) };
    let of = format!("{}{unit}", pipeline.quarter);
    view! {
        <AskedSection
            id="pipeline-regions"
            title=t!("pipeline-regions", of = of)
            question="Forecast against quota by region"
        >
            {region(&t!("pipeline-regions-table"), "pipeline-bars", Some(t!("pipeline-regions-caption")), columns, rows)}
            <p class="muted pipeline-key">
                <span class="bar" data-part="closed"></span>
                {t!("pipeline-key-closed")}
                " "
                <span class="bar" data-part="committed"></span>
                {t!("pipeline-key-committed")}
                " "
                <span class="mark"></span>
                {t!("pipeline-key-quota")}
            </p>
        </AskedSection>
    }
    .into_any()
}

fn row(region: &RegionRow, ask: &PipelineAsk, most: f64) -> impl IntoView + use<> {
    let here = ask.region == region.name;
    let closed = region.closed.unwrap_or(0.0);
    let committed = (region.forecast.unwrap_or(0.0) - closed).max(0.0);
    let mark =
        region.quota.filter(|_| most > 0.0).map(|quota| format!("inset-inline-start: {:.1}%", quota / most * 100.0));
    let percent = region.forecast.or(region.closed).zip(region.quota.filter(|quota| *quota > 0.0));
    let percent = percent.map(|(value, quota)| locale().exact((value / quota * 1000.0).round() / 10.0));
    view! {
        <tr>
            <th scope="row">
                <a href=ask.of_region(&region.name).address() aria-current=here.then_some("true")>
                    {region.name.clone()}
                </a>
            </th>
            <td class="bar-cell">
                <span class="bars">
                    <span class="bar" data-part="closed" style=width(closed, most)></span>
                    <span class="bar" data-part="committed" style=width(committed, most)></span>
                    {mark.map(|style| view! { <span class="mark" style=style></span> })}
                </span>
            </td>
            <td class="num">{money(region.closed, "")}</td>
            <td class="num">{money(region.forecast, "")}</td>
            <td class="num">{money(region.quota, "")}</td>
            <td class="num">{percent}</td>
        </tr>
    }
}
