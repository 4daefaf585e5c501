//! The sales pipeline page, with the same figures and scores as the tools.

use std::collections::BTreeMap;

use app::api::pipeline::Pipelines;
use async_trait::async_trait;
use model::error::AppError;
use model::run::Scope;
use model::sources::pipeline::{DealRow, Pipeline, PipelineAsk, PipelinePage, RegionRow, StageRow};
use model::time::DateRange;

use super::Api;
use crate::query::ast::{Aggregation, Filter, Group, Measure, Query};
use crate::skills::forecast::SOURCE;
use crate::skills::forecast::alignment::number;
use crate::skills::forecast::deal::Person;
use crate::skills::forecast::request::State;
use crate::skills::forecast::tools::book::DealSource;
use crate::skills::forecast::tools::health::{JudgedDeal, TIERS, reasons, standings};
use crate::skills::forecast::tools::line::Line;
use crate::skills::forecast::tools::metrics::{Wanted, metrics};
use crate::tools::ToolError;

/// Deals per page.
const PAGE_DEALS: usize = 50;

#[async_trait]
impl Pipelines for Api {
    async fn pipeline(&self, ask: PipelineAsk) -> Result<PipelinePage, AppError> {
        let declared = self.services.agent.names().sources().iter().any(|opened| opened.source.name.as_str() == SOURCE);
        if !declared {
            return Ok(PipelinePage { ask, ..PipelinePage::default() });
        }
        let as_of = self.services.agent.as_of().await?;
        let context = self.services.agent.tool_context(as_of, Scope::default());
        let looked = match DealSource::open(&context).await {
            Ok(book) => look(&book, &ask).await,
            Err(error) => Err(error),
        };
        Ok(match looked {
            Ok(pipeline) => PipelinePage { ask, pipeline: Some(pipeline), problem: None },
            Err(error) => PipelinePage { ask, pipeline: None, problem: Some(error.message) },
        })
    }
}

/// Everything on the page.
async fn look(book: &DealSource, ask: &PipelineAsk) -> Result<Pipeline, ToolError> {
    let region = book.field("region").map(|column| column.name.to_string());
    let mut filters = BTreeMap::new();
    if !ask.region.is_empty() {
        filters.insert(book.needs("region")?, ask.region.as_str().into());
    }
    let all = metrics(book, &Wanted { filters, ..Wanted::default() }).await?;
    let regions = match &region {
        Some(region) => metrics(book, &Wanted { by: Some(region.clone()), ..Wanted::default() }).await?.rows,
        None => Vec::new(),
    };
    let only = Some(ask.region.as_str()).filter(|region| !region.is_empty());
    let (standings, _) = standings(book, only, DateRange::ALL).await?;
    let tiers = TIERS.iter().rev().map(|tier| {
        let many = standings.iter().filter(|standing| standing.health.score.tier == *tier).count();
        (tier.to_lowercase(), many)
    });
    let tiers: Vec<(String, usize)> = tiers.collect();
    let of_tier = |standing: &&JudgedDeal| ask.tier.is_empty() || standing.health.score.tier.to_lowercase() == ask.tier;
    let found: Vec<&JudgedDeal> = standings.iter().filter(of_tier).collect();
    let last = found.len().div_ceil(PAGE_DEALS).max(1);
    let from = (ask.page.clamp(1, last) - 1) * PAGE_DEALS;
    Ok(Pipeline {
        as_of: book.today,
        unit: book.unit().to_owned(),
        quarter: all.period.label.clone(),
        open: all.all.open as usize,
        all: region_row(&all.all),
        stages: stages(book, only).await?,
        regions: regions.iter().filter(|line| line.key.is_some()).map(region_row).collect(),
        tiers,
        found: found.len(),
        deals: found.iter().skip(from).take(PAGE_DEALS).map(|standing| deal_row(standing)).collect(),
        size: PAGE_DEALS,
    })
}

/// The open deals by stage, in the order of the sales process.
async fn stages(book: &DealSource, region: Option<&str>) -> Result<Vec<StageRow>, ToolError> {
    let mut filters: Vec<Filter> = book.are(State::Open).into_iter().collect();
    if let Some(region) = region {
        filters.push(Filter::is(book.needs("region")?, [region]));
    }
    let amount = Measure { of: Aggregation::Sum, column: Some(book.needs("amount")?), ..Measure::default() };
    let query = Query {
        group_by: vec![Group::Column(book.needs("stage")?)],
        measures: vec![Measure::default(), amount],
        limit: Some(500),
        ..book.query(filters, DateRange::ALL)
    };
    let found = book.figures(&query).await?;
    let row = |mut line: crate::query::run::ResultRow| StageRow {
        name: line.key.pop().flatten().unwrap_or_else(|| "none".into()),
        deals: line.count as usize,
        amount: line.values.get(1).copied().flatten(),
    };
    let mut rows: Vec<StageRow> = found.groups.into_iter().map(row).collect();
    rows.sort_by(|a, b| (number(&a.name), &a.name).cmp(&(number(&b.name), &b.name)));
    Ok(rows)
}

fn region_row(line: &Line) -> RegionRow {
    RegionRow {
        name: line.key.clone().unwrap_or_default(),
        pipeline: line.pipeline,
        week_ago: line.week_ago,
        closed: line.closed,
        forecast: line.forecast(),
        quota: line.quota,
    }
}

fn deal_row(standing: &JudgedDeal) -> DealRow {
    let JudgedDeal { deal, health } = standing;
    DealRow {
        id: deal.id.clone(),
        account: deal.account.clone(),
        region: deal.region.clone(),
        stage: deal.stage.clone(),
        amount: deal.amount,
        close: deal.close,
        owner: match &deal.owner {
            Person::Named(name) => Some(name.clone()),
            Person::Nobody | Person::NotKept => None,
        },
        score: health.points(),
        tier: health.score.tier.to_lowercase(),
        reasons: reasons(health),
    }
}
