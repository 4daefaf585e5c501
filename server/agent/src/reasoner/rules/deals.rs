//! Questions about deals, if a source of them is declared: which judgement or which two figures to compare, and the
//! calls for it. What a query over the source answers stays a query.

use chrono::Months;
use model::run::PlannedCall;
use model::time::DateRange;
use reader::{Act, Aggregation, Role};
use serde_json::{Map, Value, json};

use super::plans;
use super::reading::Deals;
use crate::view::View;
use query::ast::{Bucket, Dataset};
use query::frame::grammar::ahead::ahead;
use query::frame::{self, FilterSlot, Frame, Group, Link, TimeSlot};
use query::range::whole_months;
use search::words::distinct;
use skills::forecast::{QUOTAS, SOURCE};
use tools::without_empty;

/// Names of the pipeline's metrics.
const QUOTA: &str = "quota target attainment";
const CLOSED: &str = "closed won attainment booked";
const FORECAST: &str = "forecast commit";

/// Of closed deals, those won (D-003). A rate of anything else is not worked out.
const WON: &str = "win won close closed closing";
/// Words of the pipeline alone: why one of its figures changed.
const FIGURES: &str = "pipeline forecast booking quota";

/// What was to happen and may not have.
const OBLIGED: [&str; 4] = ["should have", "ought to have", "supposed to have", "meant to have"];
/// Asks why one of them changed.
const WHAT_HAPPENED: &str = "what happened";

/// Words that ask for a judgement of deals rather than for the deals themselves.
const HEALTH: &str = "worst weak weakest health healthy unhealthy risk risky critical trouble danger stalled slipping";

/// How a question about judgements of deals, or comparisons of their figures, is answered.
///
/// # Errors
/// The words of conditions that its tools cannot apply: a figure without them would answer another question.
pub fn asked(frame: &Frame, view: &View<'_>) -> Option<Result<Deals, Vec<String>>> {
    let opened = view.vocabulary.source(SOURCE)?;
    // "Pipeline risk" asks for a judgement, and names no product that has the word in its name.
    let judged = |f: &FilterSlot| f.link == Link::Part && are_of(&[&f.words], HEALTH);
    let own;
    let frame = if frame.filters.iter().any(judged) {
        let filters = frame.filters.iter().filter(|f| !judged(f)).cloned().collect();
        own = Frame { filters, ..frame.clone() };
        &own
    } else {
        frame
    };
    let of_deals = frame.dataset == Some(Dataset::Source(opened.source.name));
    let stems = distinct(&frame.text);
    let shares = |names: &str| distinct(names).iter().filter(|stem| stems.contains(stem)).count();
    let quotas = matches!(frame.dataset, Some(Dataset::Source(name)) if name.as_str() == QUOTAS);
    let own_records = !of_deals && !quotas && frame.dataset.is_some();
    let rate = frame.aggregation == Some(Aggregation::Rate) && !own_records && shares(WON) > 0;
    let lower = frame.text.to_lowercase();
    let asks_why =
        frame.act == Act::Why || lower.split_whitespace().any(|word| word == "why") || lower.contains(WHAT_HAPPENED);
    let figure = shares(FIGURES) > 0 || of_deals && (frame.measure.is_some() || shares(CLOSED) > 0);
    let why = asks_why && figure && !own_records && deal(frame, view).is_none();
    let act = frame.act;
    let grouped = of_deals && frame.measure.is_none() && !frame.groups.is_empty() && shares(HEALTH) == 0;
    let named = shares(FIGURES) > 2 && names_figures(frame, view);
    let judges = shares(HEALTH) > 0 && !why && !rate;
    let act = match act {
        _ if rate || why || named => Act::Pipeline,
        // "Pipeline risk": the deals in it are judged.
        Act::Pipeline if judges => Act::Deals,
        // "Deals by stage" are counted, "open deals by owner" are the pipeline.
        Act::Deals | Act::List if grouped && frame.left().is_empty() && shares("open") == 0 => return None,
        Act::Deals | Act::List | Act::Figure if grouped && shares("open") > 0 => Act::Pipeline,
        Act::Risk | Act::Health | Act::Urgent | Act::CallSheet | Act::Record | Act::Said | Act::Who
            if of_deals || deal(frame, view).is_some() =>
        {
            Act::Deals
        }
        Act::Compare if of_deals => Act::Pipeline,
        // "Top 5 deals by amount": the deals themselves.
        Act::Figure | Act::List
            if of_deals
                && frame.groups.is_empty()
                && frame.limit.is_some_and(|most| most > 1)
                && frame.measure.as_deref().is_none_or(|measure| measure == "amount") =>
        {
            Act::Deals
        }
        // Names known to the deal tools are theirs, unless a column or value of the source has that name: "open deals".
        Act::Figure if of_deals && frame.measure.is_none() && are_of(&frame.left(), HEALTH) => Act::Deals,
        Act::Figure if of_deals && frame.measure.is_none() && is_known(&frame.left()) => Act::Pipeline,
        other => other,
    };
    // What is to come of messages, cases or customers nobody forecasts.
    let of_others = frame.named && Dataset::ALL.iter().any(|own| frame.dataset == Some(*own));
    if !matches!(act, Act::Deals | Act::Forecast | Act::Pipeline) || act == Act::Forecast && of_others {
        return None;
    }
    let deal = deal(frame, view);
    let regions: Vec<&String> =
        frame.filters.iter().filter(|f| f.column == "region" && !f.negated).flat_map(|f| &f.values).collect();
    let filters: Map<String, Value> = frame
        .filters
        .iter()
        .filter(|f| !f.negated && f.values.len() == 1 && opened.source.dimension(&f.column).is_some())
        // "Win" names the rate, and no condition on its deals.
        .filter(|f| !(rate && are_of(&[&f.words], WON)))
        .map(|f| (f.column.clone(), json!(f.values[0])))
        .collect();
    let by = frame.groups.iter().find_map(|group| match group {
        Group::Column(name) => Some(name.as_str()),
        Group::Time(bucket) => rate.then(|| bucket.as_str()),
    });
    // "By the end of March" is the next one.
    let bound = |words: &str| {
        let read = |text: &str| {
            let (range, end) = ahead(text, opened.today()).filter(|(range, _)| range.from.is_none())?;
            (end == text.len()).then(|| range.label())
        };
        // The word that introduces it may stand before what was read as the time.
        let led = || {
            let before = frame.text.split(words).next()?.trim_end_matches("the ").split_whitespace().next_back()?;
            read(&format!("{before} {words}"))
        };
        read(words).or_else(led)
    };
    let time = |slot: &Option<query::frame::TimeSlot>| {
        slot.as_ref().map(|time| bound(&time.words).unwrap_or_else(|| time.words.clone()))
    };
    let (now, then) = (time(&frame.time), time(&frame.against));
    let week = frame.reading.with_role(Role::Versus).any(|span| span.text.to_lowercase().contains("week"));
    let quota = shares(QUOTA) > 0;
    let metric = match () {
        () if rate => "winRate",
        () if named => "pipeline",
        () if shares(CLOSED) > 0 => "closed",
        () if act == Act::Forecast || shares(FORECAST) > 0 => "forecast",
        () if quota => "quota",
        () => "pipeline",
    };
    let (case, args) = match (act, &deal) {
        _ if why => ("why", json!({})),
        (Act::Deals, Some(deal)) => ("one", json!({ "opportunityId": deal })),
        (Act::Deals, None) if shares(HEALTH) > 0 => {
            // "How healthy are they" asks for the health of all.
            let healthy = shares("healthy") > 0 && shares("unhealthy not") == 0 && !lower.contains("how healthy");
            let tier = match () {
                () if shares("critical") > 0 => Some("CRITICAL"),
                () if healthy => Some("HIGH"),
                () => None,
            };
            let args = json!({ "region": regions.first(), "tier": tier, "timeRange": now, "limit": frame.limit });
            ("worst", args)
        }
        (Act::Deals, None) => {
            let said = |state: &&str| lower.split(|c: char| !c.is_alphabetic()).any(|word| word == *state);
            // "Should have closed by now": those that are still open.
            let late = shares(CLOSED) > 0 && OBLIGED.iter().any(|words| lower.contains(words));
            let state = ["won", "lost", "closed"].into_iter().find(said).filter(|_| !late);
            let request = without_empty(json!({
                "purpose": frame.text, "state": state, "timeRange": now, "limit": frame.limit, "filters": filters,
            }));
            ("list", json!({ "requests": [request] }))
        }
        _ if regions.len() == 2 => {
            ("regions", json!({ "region": regions[0], "against": regions[1], "timeRange": now }))
        }
        _ if week => ("week", json!({ "against": "lastWeek", "by": by, "filters": filters })),
        _ if now.is_some() && then.is_some() => {
            let metric = if metric == "quota" { "closed" } else { metric };
            let args = json!({ "period": now, "against": then, "metric": metric, "by": by, "filters": filters });
            ("periods", args)
        }
        _ if quota && metric != "quota" && !named => {
            let args = json!({ "against": "quota", "metric": metric, "by": by, "timeRange": now, "filters": filters });
            ("quota", args)
        }
        // Everything else about the source is a query.
        _ if of_deals
            && !rate
            && (frame.measure.is_some() || frame.aggregation.is_some_and(|a| a != Aggregation::Sum)) =>
        {
            return None;
        }
        _ => ("figures", json!({ "metric": metric, "by": by, "timeRange": now, "filters": filters })),
    };
    // What is left of the question's conditions narrows nothing. Judgements are of open deals, in one region at most.
    let says = |f: &FilterSlot, names: &str| are_of(&[&f.words], names);
    let applied = |f: &&FilterSlot| match case {
        "one" => true,
        "worst" => f.column == "region" && !f.negated && regions.len() == 1 || says(f, "open") || says(f, HEALTH),
        "regions" => f.column == "region" && !f.negated,
        // A list names its state.
        "list" => filters.contains_key(&f.column) || says(f, "open won lost closed"),
        _ if rate && says(f, WON) || named && says(f, CLOSED) => true,
        _ => filters.contains_key(&f.column),
    };
    let left = frame.filters.iter().filter(|f| !applied(f) && !f.words.is_empty()).map(|f| f.words.clone());
    let alone = matches!(case, "one" | "worst" | "list" | "regions");
    let ungrouped = by.filter(|by| alone || opened.source.dimension(by).is_none() && Bucket::find(by).is_none());
    let left: Vec<String> = left.chain(ungrouped.map(|by| format!("by {}", by.replace('_', " ")))).collect();
    if !left.is_empty() && view.run.change.is_none() {
        return Some(Err(left));
    }
    let side = plans::deals().iter().rev().max_by_key(|plan| shares(&plan.words));
    let side = side.filter(|plan| case == "one" && shares(&plan.words) > 0);
    let plan = side.or_else(|| plans::of_deals(case))?;
    let args = without_empty(args);
    let calls = match case {
        "why" => {
            let by = by.or_else(|| opened.source.dimension("region").map(|_| "region"));
            changes(metric, by, &filters, frame)
        }
        _ => plan.tools.iter().map(|tool| PlannedCall { tool: tool.clone(), args: args.clone() }).collect(),
    };
    let about = deal
        .iter()
        .cloned()
        .chain(regions.into_iter().cloned())
        .chain(by.map(|by| format!("by {}", by.replace('_', " "))));
    Some(Ok(Deals { plan, about: about.collect(), calls }))
}

/// The calls that show how a figure changed: amounts of the open deals against those of a week ago, the quota's attainment,
/// and what is closed or forecast against the time before.
fn changes(metric: &str, by: Option<&str>, filters: &Map<String, Value>, frame: &Frame) -> Vec<PlannedCall> {
    let call = |tool: &str, args: Value| PlannedCall { tool: tool.to_owned(), args: without_empty(args) };
    let words = |slot: &Option<TimeSlot>| slot.as_ref().map(|time| time.words.clone());
    let now = words(&frame.time);
    // "This week" is the time of the change; the pipeline is of the deals that close in a quarter.
    let closes = now.clone().filter(|words| !["week", "day"].iter().any(|unit| words.to_lowercase().contains(unit)));
    let week =
        call("calculate_variance", json!({ "against": "lastWeek", "by": by, "timeRange": closes, "filters": filters }));
    if metric == "pipeline" {
        return vec![week];
    }
    if metric == "quota" {
        let args = json!({ "against": "quota", "metric": "closed", "by": by, "timeRange": closes, "filters": filters });
        return vec![call("calculate_variance", args)];
    }
    let before = frame.time.as_ref().and_then(|time| before(time.time.range)).map(|range| range.label());
    let then = words(&frame.against).or(before).unwrap_or_else(|| "last quarter".into());
    let now = now.unwrap_or_else(|| "this quarter".into());
    let args = json!({ "period": now, "against": then, "metric": metric, "by": by, "filters": filters });
    let periods = call("compare_periods", args);
    if metric == "forecast" { vec![periods, week] } else { vec![periods] }
}

/// The time before, of as many days, or of as many whole months.
fn before(range: DateRange) -> Option<DateRange> {
    let (from, months) = (range.from?, whole_months(range));
    match months {
        Some(months) => Some(DateRange::new(from.checked_sub_months(Months::new(months))?, from.pred_opt()?)),
        None => range.previous(),
    }
}

/// Whether a question names figures of the pipeline, and nothing that its tools do not know: "pipeline, closed and
/// quota", "what happened to the forecast".
pub fn names_figures(frame: &Frame, view: &View<'_>) -> bool {
    let stems = distinct(&frame.text);
    let figures = distinct(FIGURES).iter().filter(|stem| stems.contains(stem)).count();
    let left = frame.not_understood();
    let known = left.is_empty() || are_of(&left, &format!("{FIGURES} {CLOSED} {FORECAST} {QUOTA}"));
    let why = frame.text.to_lowercase().contains(WHAT_HAPPENED);
    view.vocabulary.source(SOURCE).is_some() && known && (figures > 2 || figures > 0 && why)
}

/// Whether a question is about one deal that it does not name, and none was spoken of: "how healthy is this deal".
pub fn lacks_its_deal(frame: &Frame, view: &View<'_>) -> bool {
    let words = frame::grammar::words(&frame.text);
    let pointed = words.windows(2).any(|pair| {
        matches!(pair[0].text.as_str(), "this" | "that" | "the")
            && matches!(pair[1].text.as_str(), "deal" | "opportunity")
    });
    frame.act == Act::Deals && pointed && deal(frame, view).is_none() && frame.filters.iter().all(|f| f.carried)
}

/// Whether the tools of deals know all of these words.
pub fn is_known(left: &[&str]) -> bool {
    are_of(left, &format!("open {CLOSED} {FORECAST} {QUOTA}")) || are_of(left, HEALTH)
}

fn are_of(left: &[&str], names: &str) -> bool {
    let known = distinct(names);
    !left.is_empty() && left.iter().all(|words| distinct(words).iter().all(|stem| known.contains(stem)))
}

/// The named deal: by id, or by a value that is a deal.
fn deal(frame: &Frame, view: &View<'_>) -> Option<String> {
    let opened = view.vocabulary.source(SOURCE)?;
    let ids = opened
        .values
        .iter()
        .find(|(name, ..)| name == "id" || name.ends_with("opportunity_id"))
        .map(|(_, values, _)| values);
    let known = |text: &str| ids.and_then(|ids| ids.iter().find(|id| id.eq_ignore_ascii_case(text)));
    let id = frame.id.as_deref();
    let told = id.and_then(known).or_else(|| frame.filters.iter().find_map(|f| known(f.values.first()?)));
    told.cloned().or_else(|| id.filter(|_| frame.act == Act::Deals).map(str::to_owned))
}
