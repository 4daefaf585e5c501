//! Questions about deals, where a source of them is declared: a table of what is asked for by which words, and the calls of it. What
//! a query over the source says to the last word stays a query; here is what needs a judgement or two figures side by side.

mod named;

use std::collections::BTreeMap;

use app::model::run::{Call, PlannedCall};
use serde_json::{Value, json};

use self::named::Named;
use crate::agent::view::View;
use crate::query::words::{Parse, Word, find_cue};
use crate::skills::forecast::SOURCE;

/// What is asked of deals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// One side of one deal, by this tool.
    Side(&'static str),
    /// The health of one deal, or of all.
    Health,
    Quota,
    Week,
    Regions,
    Periods,
    Figures,
}

/// A row of the table.
#[derive(Debug)]
pub struct Row {
    pub goal: Goal,
    /// One of the seven intents of D-037.
    pub intent: &'static str,
    pub says: &'static str,
    /// Said before its calls.
    pub thought: &'static str,
    /// Parted by `|`; as in the table of intents.
    cues: &'static str,
}

const fn side(tool: &'static str, says: &'static str, cues: &'static str) -> Row {
    Row {
        goal: Goal::Side(tool),
        intent: "DEAL_ANALYSIS",
        says,
        thought: "Look at this side of the deal, and at its health.",
        cues,
    }
}

/// The first row whose words occur, and that fits what is named, wins.
const ROWS: [Row; 12] = [
    side("detect_executive_presence", "Executives of a deal", "executive* | decision maker* | exec"),
    side("analyze_stakeholder_coverage", "Stakeholders of a deal", "stakeholder* | sponsor* | coverage | roles"),
    side(
        "analyze_deal_momentum",
        "Momentum of a deal",
        "momentum | moving | stalled | inactive | activity | progress*",
    ),
    side(
        "check_stage_alignment",
        "Whether a deal's stage and forecast agree",
        "align* | consistent | contradict* | mismatch*",
    ),
    side(
        "analyze_forecast_credibility",
        "Credibility of a deal's forecast",
        "credib* | reliab* | rely | realistic | trust*",
    ),
    side(
        "extract_risk_signals",
        "Risk signals of a deal",
        "risk* | red flag* | blocker* | warn* | concern* | notes | note",
    ),
    Row {
        goal: Goal::Health,
        intent: "DEAL_ANALYSIS",
        says: "Health of deals",
        thought: "Score each open deal by the same table, and look at the worst.",
        cues: "at risk | risk* | health* | unhealthy | in trouble | critical | weak* | worst | stalled | in danger | analy* | score | \
            tier | how is | doing | about",
    },
    Row {
        goal: Goal::Quota,
        intent: "COMPARISON",
        says: "Forecast against quota",
        thought: "Hold what is forecast or closed against the quota of the quarter.",
        cues: "attainment | attain* | forecast* … quota* | quota* … forecast* | closed … quota* | against … quota* | versus … quota* | \
            vs … quota* | to quota | behind quota | above quota | below quota | over quota | under quota | miss* … quota* | \
            make … quota* | hit … quota* | reach* … quota* | meet … quota*",
    },
    Row {
        goal: Goal::Week,
        intent: "COMPARISON",
        says: "Change of the pipeline in a week",
        thought: "Hold the amounts of the open deals against those of a week ago.",
        cues: "week over week | week on week | wow | chang* … week | moved … week | grow* … week | grew … week | fell … week | \
            shrink* … week | shrank … week | drop* … week | compared … week | than last week | week ago",
    },
    Row {
        goal: Goal::Regions,
        intent: "COMPARISON",
        says: "Two regions side by side",
        thought: "The figures of both regions, side by side.",
        cues: "compar* | versus | vs | against | differ* | between",
    },
    Row {
        goal: Goal::Periods,
        intent: "COMPARISON",
        says: "A figure of the pipeline in two times",
        thought: "The figure of both times, side by side.",
        cues: "compar* | versus | vs | against | differ* | chang* | than",
    },
    Row {
        goal: Goal::Figures,
        intent: "AGGREGATION",
        says: "Figures of the pipeline",
        thought: "Pipeline, what is closed and committed, and the quota.",
        cues: "forecast* | pipeline | closed | quota* | open deal* | open opportunit*",
    },
];

/// Words that say that a question is about deals.
const ABOUT: [&str; 8] = ["deal*", "opportunit*", "pipeline", "forecast*", "quota*", "closed", "won", "attainment"];

/// A question about deals, as it is served.
#[derive(Clone, Debug)]
pub struct Deals {
    pub row: &'static Row,
    /// The deal, the grouping and the values that it names, for people.
    pub about: Vec<String>,
    calls: Vec<PlannedCall>,
}

/// How a question is served that asks for a judgement of deals, or for their figures side by side.
pub fn asked(parse: &Parse, view: &View<'_>) -> Option<Deals> {
    let opened = view.vocabulary.source(SOURCE)?;
    let words = parse.words();
    let named = named::read(parse, &words, opened);
    let about = named.deal.is_some() || ABOUT.iter().any(|cue| find_cue(&words, cue).is_some());
    if !about || named.by.len() > 1 {
        return None;
    }
    let row = ROWS.iter().find(|row| row.fits(&words, &named, parse))?;
    // A word that nothing accounts for may be what the question is about.
    let cued = |word: &Word| {
        let cues = row.cues.split('|').chain(ABOUT).flat_map(|cue| cue.split_whitespace());
        cues.into_iter().any(|cue| crate::query::words::fits(&word.text, cue))
    };
    if named.rest.iter().any(|word| !cued(word)) {
        return None;
    }
    let calls = row.calls(&words, &named, parse)?;
    Some(Deals { row, about: named.told(), calls })
}

impl Row {
    fn fits(&self, words: &[Word], named: &Named, parse: &Parse) -> bool {
        let said = self.cues.split('|').any(|cue| find_cue(words, cue.trim()).is_some());
        let of_one = named.deal.is_some();
        let fits = match self.goal {
            Goal::Side(_) => of_one,
            // Of many, deals are asked for by their name: "how healthy is the pipeline" is no question for one score.
            Goal::Health => of_one || ["deal*", "opportunit*"].iter().any(|cue| find_cue(words, cue).is_some()),
            Goal::Quota | Goal::Week => !of_one,
            Goal::Regions => named.regions.len() == 2,
            Goal::Periods => parse.times.len() == 2 && !parse.of_source(),
            Goal::Figures => !of_one && !parse.of_source(),
        };
        // A deal that is named with nothing else asks for its health.
        fits && (said || of_one && self.goal == Goal::Health)
    }

    fn calls(&self, words: &[Word], named: &Named, parse: &Parse) -> Option<Vec<PlannedCall>> {
        let says = |cues: &[&str]| cues.iter().any(|cue| find_cue(words, cue).is_some());
        let call = |tool: &str, args: Value| PlannedCall { tool: tool.to_owned(), args: stripped(args) };
        let time =
            |place: usize| parse.times.get(place).and_then(|(_, span)| parse.text.get(span.clone())).map(str::trim);
        let by = named.by.first();
        let metric = match () {
            () if says(&["forecast*"]) => "forecast",
            () if says(&["closed", "won", "attain*"]) => "closed",
            () if says(&["quota*"]) => "quota",
            () => "pipeline",
        };
        let filters = json!(named.filters);
        Some(match self.goal {
            Goal::Side(tool) => {
                let deal = json!({ "opportunityId": named.deal });
                vec![call(tool, deal.clone()), call("deal_health", deal)]
            }
            Goal::Health if named.deal.is_some() => vec![call("deal_health", json!({ "opportunityId": named.deal }))],
            Goal::Health => {
                let region = named.only_region()?;
                let tier = says(&["critical"]).then_some("CRITICAL");
                vec![call("deal_health", json!({ "region": region, "tier": tier }))]
            }
            Goal::Quota => {
                let metric =
                    if metric == "forecast" || !says(&["closed", "won", "attain*"]) { "forecast" } else { "closed" };
                let args =
                    json!({ "against": "quota", "metric": metric, "by": by, "timeRange": time(0), "filters": filters });
                vec![call("calculate_variance", args)]
            }
            Goal::Week => {
                vec![call("calculate_variance", json!({ "against": "lastWeek", "by": by, "filters": filters }))]
            }
            Goal::Regions => {
                let [a, b] = named.regions.as_slice() else { return None };
                vec![call("compare_regions", json!({ "region": a, "against": b, "timeRange": time(0) }))]
            }
            Goal::Periods => {
                let (now, then) = (time(0)?, time(1)?);
                let metric = if metric == "quota" { "closed" } else { metric };
                let args = json!({ "period": now, "against": then, "metric": metric, "by": by, "filters": filters });
                vec![call("compare_periods", args)]
            }
            Goal::Figures => {
                let args = json!({ "metric": metric, "by": by, "timeRange": time(0), "filters": filters });
                vec![call("query_metrics", args)]
            }
        })
    }
}

/// Without what is not said.
fn stripped(mut args: Value) -> Value {
    if let Some(map) = args.as_object_mut() {
        map.retain(|_, value| !value.is_null() && value.as_object().is_none_or(|inner| !inner.is_empty()));
    }
    args
}

impl Deals {
    /// The tools that it takes.
    pub fn tools(&self) -> Vec<String> {
        self.calls.iter().map(|call| call.tool.clone()).collect()
    }

    /// The calls of the next step: all at once that were not made.
    pub fn next(&self, view: &View<'_>) -> Vec<PlannedCall> {
        self.calls.iter().filter(|call| made(view, call).is_none()).cloned().collect()
    }

    /// Its calls, where they were made.
    pub fn made<'a>(&self, view: &View<'a>) -> Vec<Option<&'a Call>> {
        self.calls.iter().map(|call| made(view, call)).collect()
    }
}

fn made<'a>(view: &View<'a>, wanted: &PlannedCall) -> Option<&'a Call> {
    view.run.calls().find(|call| call.tool == wanted.tool && call.args == wanted.args)
}

/// Values by their dimensions.
pub type Filters = BTreeMap<String, Value>;
