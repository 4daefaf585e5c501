//! Questions about deals, if a source of them is declared: which judgement or which two figures to compare, and the
//! calls for it. What a query over the source answers stays a query.

use model::run::{Call, PlannedCall};
use reader::{Act, Aggregation, Role};
use serde_json::{Map, Value, json};

use crate::view::View;
use query::ast::Dataset;
use query::frame::{Frame, Group};
use search::words::distinct;
use skills::forecast::SOURCE;

/// One side of a deal, with its tool and names.
const SIDES: [(&str, &str, &str); 6] = [
    ("detect_executive_presence", "Executives of a deal", "executive exec decision maker ceo cfo director"),
    ("analyze_stakeholder_coverage", "Stakeholders of a deal", "stakeholder sponsor coverage role contact"),
    ("analyze_deal_momentum", "Momentum of a deal", "momentum moving stalled inactive activity progress"),
    (
        "check_stage_alignment",
        "Whether a deal's stage and forecast agree",
        "alignment aligned consistent contradict stage match",
    ),
    (
        "analyze_forecast_credibility",
        "Credibility of a deal's forecast",
        "credible credibility reliable rely realistic trust",
    ),
    ("extract_risk_signals", "Risk signals of a deal", "risk red flag blocker warning concern note"),
];

/// Names of the pipeline's metrics.
const QUOTA: &str = "quota target attainment";
const CLOSED: &str = "closed won attainment booked";
const FORECAST: &str = "forecast commit";

/// How a question about deals is answered.
#[derive(Clone, Debug)]
pub struct Deals {
    /// One of the seven intents of D-037.
    pub intent: &'static str,
    pub says: &'static str,
    /// The thought before its calls.
    pub thought: &'static str,
    /// The deal, grouping and values it names, for people.
    pub about: Vec<String>,
    calls: Vec<PlannedCall>,
}

/// How a question about judgements of deals, or comparisons of their figures, is answered.
pub fn asked(frame: &Frame, view: &View<'_>) -> Option<Deals> {
    let opened = view.vocabulary.source(SOURCE)?;
    let of_deals = frame.dataset == Some(Dataset::Source(opened.source.name));
    let act = frame.act;
    let act = match act {
        Act::Risk | Act::Health | Act::Urgent | Act::CallSheet | Act::Record | Act::Said | Act::Who
            if of_deals || deal(frame, view).is_some() =>
        {
            Act::Deals
        }
        Act::Compare if of_deals => Act::Pipeline,
        // Names known to the deal tools are theirs, unless a column or value of the source has that name: "open deals".
        Act::Figure if of_deals && frame.measure.is_none() && is_known(&frame.left()) => Act::Pipeline,
        other => other,
    };
    // What is to come of messages, cases or customers nobody forecasts.
    let of_others = frame.named && Dataset::ALL.iter().any(|own| frame.dataset == Some(*own));
    if !matches!(act, Act::Deals | Act::Forecast | Act::Pipeline) || act == Act::Forecast && of_others {
        return None;
    }
    let deal = deal(frame, view);
    let stems = distinct(&frame.text);
    let shares = |names: &str| distinct(names).iter().filter(|stem| stems.contains(stem)).count();
    let region =
        opened.source.scope.iter().find(|(_, own)| own == "region").map(|(_, own)| own.as_str()).unwrap_or("region");
    let regions: Vec<&String> =
        frame.filters.iter().filter(|f| f.column == region && !f.negated).flat_map(|f| &f.values).collect();
    let filters: Map<String, Value> = frame
        .filters
        .iter()
        .filter(|f| !f.negated && f.values.len() == 1 && opened.source.dimension(&f.column).is_some())
        .map(|f| (f.column.clone(), json!(f.values[0])))
        .collect();
    let by = frame.groups.iter().find_map(|group| match group {
        Group::Column(name) => Some(name.as_str()),
        Group::Time(_) => None,
    });
    let time = |slot: &Option<query::frame::TimeSlot>| slot.as_ref().map(|time| time.words.clone());
    let (now, then) = (time(&frame.time), time(&frame.against));
    let week = frame.reading.with_role(Role::Versus).any(|span| span.text.to_lowercase().contains("week"));
    let quota = shares(QUOTA) > 0;
    let metric = match () {
        () if shares(CLOSED) > 0 => "closed",
        () if act == Act::Forecast || shares(FORECAST) > 0 => "forecast",
        () if quota => "quota",
        () => "pipeline",
    };
    let call = |tool: &str, args: Value| PlannedCall { tool: tool.to_owned(), args: stripped(args) };
    let (intent, says, thought, calls) = match (act, &deal) {
        (Act::Deals, Some(deal)) => {
            let args = json!({ "opportunityId": deal });
            let (tool, says, names) = SIDES.iter().rev().max_by_key(|(_, _, names)| shares(names))?;
            match shares(names) {
                0 => (
                    "DEAL_ANALYSIS",
                    "Health of deals",
                    "Score the deal, and say why.",
                    vec![call("deal_health", args)],
                ),
                _ => (
                    "DEAL_ANALYSIS",
                    *says,
                    "Look at this side of the deal, and at its health.",
                    vec![call(tool, args.clone()), call("deal_health", args)],
                ),
            }
        }
        (Act::Deals, None) => {
            let tier = (shares("critical") > 0).then_some("CRITICAL");
            let args = json!({ "region": regions.first(), "tier": tier });
            (
                "DEAL_ANALYSIS",
                "Health of deals",
                "Score each open deal by the same table, and look at the worst.",
                vec![call("deal_health", args)],
            )
        }
        _ if regions.len() == 2 => {
            let args = json!({ "region": regions[0], "against": regions[1], "timeRange": now });
            (
                "COMPARISON",
                "Two regions side by side",
                "The figures of both regions, side by side.",
                vec![call("compare_regions", args)],
            )
        }
        _ if week => {
            let args = json!({ "against": "lastWeek", "by": by, "filters": filters });
            (
                "COMPARISON",
                "Change of the pipeline in a week",
                "Compare the amounts of the open deals with those of a week ago.",
                vec![call("calculate_variance", args)],
            )
        }
        _ if now.is_some() && then.is_some() => {
            let metric = if metric == "quota" { "closed" } else { metric };
            let args = json!({ "period": now, "against": then, "metric": metric, "by": by, "filters": filters });
            (
                "COMPARISON",
                "A figure of the pipeline in two times",
                "The figure of both times, side by side.",
                vec![call("compare_periods", args)],
            )
        }
        _ if quota && metric != "quota" => {
            let args = json!({ "against": "quota", "metric": metric, "by": by, "timeRange": now, "filters": filters });
            (
                "COMPARISON",
                "Forecast against quota",
                "Compare what is forecast or closed with the quota of the quarter.",
                vec![call("calculate_variance", args)],
            )
        }
        // Everything else about the source is a query.
        _ if of_deals && (frame.measure.is_some() || frame.aggregation.is_some_and(|a| a != Aggregation::Sum)) => {
            return None;
        }
        _ => {
            let args = json!({ "metric": metric, "by": by, "timeRange": now, "filters": filters });
            (
                "AGGREGATION",
                "Figures of the pipeline",
                "Pipeline, what is closed and committed, and the quota.",
                vec![call("query_metrics", args)],
            )
        }
    };
    let about = deal
        .iter()
        .cloned()
        .chain(regions.into_iter().cloned())
        .chain(by.map(|by| format!("by {}", by.replace('_', " "))));
    Some(Deals { intent, says, thought, about: about.collect(), calls })
}

/// Whether the tools of figures know all of these words.
pub fn is_known(left: &[&str]) -> bool {
    let known = distinct(&format!("open {CLOSED} {FORECAST} {QUOTA}"));
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

/// Without null values.
fn stripped(mut args: Value) -> Value {
    if let Some(map) = args.as_object_mut() {
        map.retain(|_, value| !value.is_null() && value.as_object().is_none_or(|inner| !inner.is_empty()));
    }
    args
}

impl Deals {
    /// The tools it uses.
    pub fn tools(&self) -> Vec<String> {
        self.calls.iter().map(|call| call.tool.clone()).collect()
    }

    /// The calls of the next step: all that were not made, at once.
    pub fn next(&self, view: &View<'_>) -> Vec<PlannedCall> {
        self.calls.iter().filter(|call| made(view, call).is_none()).cloned().collect()
    }

    /// Its calls, if made.
    pub fn made<'a>(&self, view: &View<'a>) -> Vec<Option<&'a Call>> {
        self.calls.iter().map(|call| made(view, call)).collect()
    }
}

fn made<'a>(view: &View<'a>, wanted: &PlannedCall) -> Option<&'a Call> {
    view.run.calls().find(|call| call.tool == wanted.tool && call.args == wanted.args)
}
