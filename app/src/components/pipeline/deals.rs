//! The open deals by their health, the worst first: the score as a bar, its tier in words, and every reason with its points.

use leptos::prelude::*;

use super::{AskDesk, money, width};
use crate::components::chart::table::{Column, region};
use crate::components::frame::icon::Badge;
use crate::model::sources::pipeline::{DealRow, Pipeline, PipelineAsk};
use crate::model::text::capital;
use crate::model::time::full_date;

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
    let tiers = pipeline
        .tiers
        .iter()
        .map(|(tier, many)| {
            let here = ask.tier == *tier;
            view! {
                <a class="chip" href=ask.of_tier(tier).address() aria-current=here.then_some("true")>
                    {format!("{many} {tier}")}
                </a>
            }
        })
        .collect_view();
    let regions = pipeline
        .regions
        .iter()
        .map(|region| {
            let here = ask.region == region.name;
            view! {
                <a class="chip" href=ask.of_region(&region.name).address() aria-current=here.then_some("true")>
                    {region.name.clone()}
                </a>
            }
        })
        .collect_view();
    let turn = |page: usize, says: &'static str| {
        let address = PipelineAsk { page, ..ask.clone() }.address();
        view! {
            <a class="button" data-kind="quiet" href=address>
                {says}
            </a>
        }
    };
    let columns = [
        Column::words("Deal"),
        Column::words("Health"),
        Column::words("Why"),
        Column::words("Stage"),
        Column::figures("Amount"),
        Column::words("Closes"),
        Column::Heard("Ask"),
    ];
    let rows = pipeline.deals.iter().map(|deal| row(deal, &pipeline.unit)).collect_view().into_any();
    view! {
        <section class="section" aria-labelledby="pipeline-deals">
            <div class="section-head">
                <h2 id="pipeline-deals">"Deals by health"</h2>
                <p>"The weakest first."</p>
                <AskDesk question=format!("Which deals{} are at risk?", ask.place()) />
            </div>
            <nav class="chips" aria-label="Which deals">
                {tiers} {regions}
            </nav>
            {region("Deals, as a table", "pipeline-deals", Some("Open deals, the weakest first"), columns, rows)}
            <p class="row muted">
                {format!("{} deals, page {page} of {pages}", pipeline.found)}
                {(page > 1).then(|| turn(page - 1, "Previous"))} {(page < pages).then(|| turn(page + 1, "Next"))}
            </p>
        </section>
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
                    <Badge tone icon text=capital(&deal.tier) />
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
                <AskDesk question=format!("How healthy is deal {}?", deal.id) says="Ask" about=deal.id.clone() />
            </td>
        </tr>
    }
}
