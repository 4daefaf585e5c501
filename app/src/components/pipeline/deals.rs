//! The open deals by health, worst first: the score as a bar, its tier in words, and every reason with its points.

use leptos::prelude::*;

use super::{AskDesk, AskedSection, money, width};
use crate::components::chart::table::{Column, region};
use crate::components::frame::icon::Badge;
use crate::i18n::full_date;
use crate::model::sources::pipeline::{DealRow, Pipeline, PipelineAsk};
use crate::model::text::capital;
use crate::t;

/// A tier's tone and icon.
fn tone(tier: &str) -> (&'static str, &'static str) {
    match tier {
        "high" => ("ok", "check"),
        "medium" => ("neutral", "dash"),
        "low" => ("warning", "warn"),
        _ => ("failure", "stop"),
    }
}

#[component]
pub fn Deals(ask: PipelineAsk, pipeline: Pipeline) -> impl IntoView {
    let pages = pipeline.found.div_ceil(pipeline.size.max(1)).max(1);
    let page = ask.page.min(pages);
    let link = |here: bool, to: PipelineAsk, name: String| {
        view! {
            <a class="chip" href=to.address() aria-current=here.then_some("true")>
                {name}
            </a>
        }
    };
    let tiers = pipeline.tiers.iter().map(|(tier, many)| {
        let name = t!("pipeline-tier-count", count = *many, tier = tier.as_str());
        link(ask.tier == *tier, ask.of_tier(tier), name)
    });
    let regions = pipeline
        .regions
        .iter()
        .map(|region| link(ask.region == region.name, ask.of_region(&region.name), region.name.clone()));
    let (tiers, regions) = (tiers.collect_view(), regions.collect_view());
    let turn = |page: usize, says: String| {
        let address = PipelineAsk { page, ..ask.clone() }.address();
        view! {
            <a class="button" data-kind="quiet" href=address>
                {says}
            </a>
        }
    };
    let before = (page > 1).then(|| turn(page - 1, t!("pipeline-previous")));
    let after = (page < pages).then(|| turn(page + 1, t!("pipeline-next")));
    let columns = [
        Column::Words(t!("pipeline-deal")),
        Column::Words(t!("pipeline-health")),
        Column::Words(t!("pipeline-why")),
        Column::Words(t!("pipeline-stage")),
        Column::Figures(t!("pipeline-amount")),
        Column::Words(t!("pipeline-closes")),
        Column::Heard(t!("pipeline-ask")),
    ];
    let rows = pipeline.deals.iter().map(|deal| row(deal, &pipeline.unit)).collect_view().into_any();
    view! {
        <AskedSection
            id="pipeline-deals"
            title=t!("pipeline-deals")
            about=t!("pipeline-deals-order")
            question=format!("Which deals{} are at risk?", ask.place())
        >
            <nav class="chips" aria-label=t!("pipeline-deals-which")>
                {tiers} {regions}
            </nav>
            {region(&t!("pipeline-deals-table"), "pipeline-deals", Some(t!("pipeline-deals-caption")), columns, rows)}
            <p class="row muted">
                {t!("pipeline-deals-page", count = pipeline.found, page = page, pages = pages)}
                {before} {after}
            </p>
        </AskedSection>
    }
    .into_any()
}

fn row(deal: &DealRow, unit: &str) -> impl IntoView + use<> {
    let (tone, icon) = tone(&deal.tier);
    let about: Vec<String> = [&deal.account, &deal.region, &deal.owner].into_iter().flatten().cloned().collect();
    let reasons = deal.reasons.iter().map(|reason| view! { <li>{reason.clone()}</li> }).collect_view();
    view! {
        <tr>
            <th scope="row">
                {deal.id.clone()} <span class="muted because">{about.join(", ")}</span>
            </th>
            <td>
                <span class="health">
                    <span class="health-score">{deal.score}</span>
                    <Badge tone icon text=capital(&t!("pipeline-tier", tier = deal.tier.as_str())) />
                </span>
                <span class="track" aria-hidden="true">
                    <span class="bar" data-tone=tone style=width(deal.score as f64, 100.0)></span>
                </span>
            </td>
            <td>
                <ul class="reasons">{reasons}</ul>
            </td>
            <td>{deal.stage.clone()}</td>
            <td class="num">{money(deal.amount, unit)}</td>
            <td class="nowrap">{deal.close.map(full_date)}</td>
            <td>
                <AskDesk question=format!("How healthy is deal {}?", deal.id) says=t!("pipeline-ask") about=deal.id.clone() />
            </td>
        </tr>
    }
}
