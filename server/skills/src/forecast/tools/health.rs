//! `deal_health` (D-041): a deal's score with its tier and each reason, or the open deals by score, worst first.

use model::run::ToolOutput;
use model::run::drill_through::FigureRule;
use model::time::DateRange;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::book::{DealSource, kept};
use super::opportunities::row;
use crate::figures::covered;
use crate::forecast::Deal;
use crate::forecast::answer::disclaimer;
use crate::forecast::health::{ASPECTS, Health, deal_health};
use crate::forecast::request::State;
use query::ast::Filter;
use tools::{Tool, ToolContext, ToolError, given};

/// The tiers, best first.
pub const TIERS: [&str; 4] = ["HIGH", "MEDIUM", "LOW", "CRITICAL"];

/// Maximum deals whose ids a figure links to; beyond it, it has no link.
const MAX_LINKED_DEALS: usize = 400;

/// Default and maximum deals of a list.
const LIST: (u32, u32) = (10, 50);

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Args {
    /// Without it, the open deals, the worst first.
    #[serde(alias = "opportunity_id")]
    opportunity_id: Option<String>,
    region: Option<String>,
    /// Only deals that close in it, e.g. this quarter.
    #[serde(alias = "time_range")]
    time_range: Option<String>,
    /// Of health: CRITICAL is the worst.
    #[schemars(extend("x-values" = TIERS))]
    tier: Option<String>,
    #[schemars(range(min = 1, max = 50))]
    limit: Option<u32>,
}

pub fn tool() -> Tool {
    Tool::reads(
        "deal_health",
        "How healthy a deal is, 0 to 100, with each reason; or which open deals are at risk.",
        run,
    )
}

/// An open deal with its health.
pub struct JudgedDeal {
    pub deal: Deal,
    pub health: Health,
}

/// The open deals that close in a range by health, worst first; larger ones first among equals. Also whether there were
/// more than are read.
pub async fn standings(
    book: &DealSource,
    region: Option<&str>,
    closing: DateRange,
) -> Result<(Vec<JudgedDeal>, bool), ToolError> {
    let mut filters: Vec<Filter> = book.are(State::Open).into_iter().collect();
    if let Some(region) = region {
        filters.push(Filter::is(book.needs("region")?, [region]));
    }
    let (deals, cut) = book.deals(filters, closing).await?;
    let judged = |deal: Deal| JudgedDeal { health: deal_health(&deal, book.today), deal };
    let mut all: Vec<JudgedDeal> = deals.into_iter().map(judged).collect();
    let amount = |s: &JudgedDeal| s.deal.amount.unwrap_or(0.0);
    all.sort_by(|a, b| {
        let by_health = a.health.points().cmp(&b.health.points());
        by_health.then(amount(b).total_cmp(&amount(a))).then_with(|| a.deal.id.cmp(&b.deal.id))
    });
    Ok((all, cut))
}

/// What speaks for and against a deal, without the base row that every deal has: "No activity for 41 days (−25)".
pub fn reasons(health: &Health) -> Vec<String> {
    let told = health.score.parts.iter().skip(1).filter(|part| !part.label.starts_with("At "));
    told.map(|part| format!("{} ({})", part.label, model::number::signed(points(part.adds) as f64))).collect()
}

fn points(adds: f64) -> i64 {
    (adds * 100.0).round() as i64
}

/// The disclaimer for a deal with few recorded fields (D-043).
pub fn note(health: &Health) -> Option<&'static str> {
    let known = ASPECTS.saturating_sub(health.unknown.len()) * 100 / ASPECTS;
    disclaimer(known as i64)
}

async fn run(ctx: ToolContext, args: Args) -> Result<ToolOutput, ToolError> {
    let book = DealSource::open(&ctx).await?;
    match given(&args.opportunity_id) {
        Some(id) => one(&book, id).await,
        None => list(&book, &args).await,
    }
}

async fn one(book: &DealSource, id: &str) -> Result<ToolOutput, ToolError> {
    let deal = book.deal(id).await?;
    let health = deal_health(&deal, book.today);
    let mut data = row(&deal);
    data.insert("asOf".into(), json!(book.today));
    data.insert("score".into(), health.points().into());
    data.insert("outOf".into(), 100.into());
    data.insert("healthTier".into(), health.score.tier.clone().into());
    let reasons: Vec<Value> =
        health.score.parts.iter().map(|part| json!({ "reason": part.label, "points": points(part.adds) })).collect();
    data.insert("reasons".into(), reasons.into());
    not_kept(&mut data, &health);
    data.extend(note(&health).map(|note| ("note".to_owned(), Value::from(note))));
    let summary = format!("{} has a health of {} of 100, which is {}.", deal.id, health.points(), health.score.tier);
    Ok(of_deal(book, &deal, data, summary))
}

/// Adds what could not be examined.
fn not_kept(data: &mut Map<String, Value>, health: &Health) {
    if !health.unknown.is_empty() {
        data.insert("notKept".into(), health.unknown.join(", ").into());
    }
}

/// A result about one deal: each of its figures links to it.
pub fn of_deal(book: &DealSource, deal: &Deal, data: Map<String, Value>, summary: String) -> ToolOutput {
    let id = book.needs("id").map(|id| Filter::is(id, [deal.id.as_str()]));
    let rules = id.into_iter().map(|id| FigureRule::at("").only(kept(vec![id]))).collect();
    let coverage = Some(covered(1, "deals", DateRange::ALL));
    let counted = vec![book.counted(DateRange::ALL, rules)];
    ToolOutput { data: data.into(), summary, coverage, counted, ..ToolOutput::default() }
}

async fn list(book: &DealSource, args: &Args) -> Result<ToolOutput, ToolError> {
    let tier = args.tier.as_deref().map(|tier| tier.trim().to_uppercase());
    if let Some(tier) = tier.as_deref().filter(|tier| !TIERS.contains(tier)) {
        return Err(ToolError::unknown("tier", tier, &TIERS.map(str::to_owned)));
    }
    let closing = given(&args.time_range).map(|words| book.period(Some(words))).transpose()?;
    let range = closing.as_ref().map_or(DateRange::ALL, |period| period.range);
    let (all, cut) = standings(book, args.region.as_deref(), range).await?;
    let id = book.needs("id")?;
    let mut tiers = Map::new();
    let mut rules = vec![FigureRule::at("/deals/*").by(&id, &["/opportunityId"])];
    for tier in TIERS {
        let of: Vec<&str> = all.iter().filter(|s| s.health.score.tier == tier).map(|s| s.deal.id.as_str()).collect();
        tiers.insert(tier.to_lowercase(), of.len().into());
        if (1..=MAX_LINKED_DEALS).contains(&of.len()) {
            let only = kept(vec![Filter::is(id.as_str(), of)]);
            rules.push(FigureRule::at(&format!("/tiers/{}", tier.to_lowercase())).only(only).counts(""));
        }
    }
    let mut open: Vec<Filter> = book.are(State::Open).into_iter().collect();
    if let Some(region) = &args.region {
        open.push(Filter::is(book.needs("region")?, [region.as_str()]));
    }
    rules.push(FigureRule::at("/open").only(kept(open)).counts(""));
    let limit = args.limit.unwrap_or(LIST.0).clamp(1, LIST.1) as usize;
    let fits = |s: &&JudgedDeal| tier.as_ref().is_none_or(|tier| s.health.score.tier == *tier);
    let deal = |standing: &JudgedDeal| {
        let mut data = row(&standing.deal);
        data.insert("score".into(), standing.health.points().into());
        data.insert("healthTier".into(), standing.health.score.tier.clone().into());
        data.insert("reasons".into(), reasons(&standing.health).join("; ").into());
        Value::Object(data)
    };
    let deals: Vec<Value> = all.iter().filter(fits).take(limit).map(deal).collect();
    let count = |tier: &str| tiers.get(tier).cloned().unwrap_or_default();
    let label = closing.map(|period| period.label);
    let which = label.as_ref().map(|label| format!(" that close in {label}")).unwrap_or_default();
    let (critical, low) = (count("critical"), count("low"));
    let summary = format!("Of {} open deals{which}, {critical} have critical health and {low} low health.", all.len());
    let data = json!({
        "asOf": book.today,
        "closingIn": label,
        "unit": book.unit(),
        "open": all.len(),
        "tiers": tiers,
        "truncated": cut || all.iter().filter(fits).count() > deals.len(),
        "deals": deals,
    });
    let coverage = Some(covered(all.len() as i64, "deals", range));
    let counted = vec![book.counted(range, rules)];
    Ok(ToolOutput { data, summary, coverage, counted, ..ToolOutput::default() })
}
