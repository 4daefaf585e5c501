//! `query_metrics` (D-029): pipeline, forecast, closed and quota, in total and by a dimension.
//!
//! The pipeline is what is open now; a named period restricts it to deals due to close in it. Closed deals were won in
//! the period; the forecast is those plus the open deals committed to close in it.

use std::collections::BTreeMap;

use model::answer::Coverage;
use model::run::ToolOutput;
use model::run::drill_through::{DrillThrough, FigureRule, SharedValue as RowKey};
use model::time::DateRange;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::book::{DealSource, Period, filters, kept, quarter, written};
use crate::figures::{covered, round2};
use crate::forecast::request::State;
use crate::forecast::{QUOTAS, SOURCE};
use query::ast::{Aggregation, Dataset, Filter, Group, Measure, Query};
use query::describe::number;
use tools::{Tool, ToolContext, ToolError};

/// Maximum groups listed.
const ROWS: u32 = 100;

model::named! {
    /// A figure of a pipeline.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
    #[serde(rename_all = "lowercase")]
    pub enum Metric {
        #[default]
        Pipeline = "pipeline",
        Forecast = "forecast",
        Closed = "closed",
        Quota = "quota",
    }
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
#[derive(Default)]
struct Args {
    /// What leads; all are given.
    metric: Option<Metric>,
    /// A dimension, e.g. region.
    by: Option<String>,
    /// In words. Else this quarter, and the pipeline of all open deals.
    time_range: Option<String>,
    /// Dimension and value.
    filters: BTreeMap<String, Value>,
}

pub fn tool() -> Tool {
    Tool::reads("query_metrics", "Pipeline, forecast, closed and quota with attainment, by a dimension or in all.", run)
}

/// The requested figures.
#[derive(Clone, Debug, Default)]
pub struct Wanted {
    pub by: Option<String>,
    pub time: Option<String>,
    pub filters: BTreeMap<String, Value>,
}

/// The figures in total, or of a group.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Line {
    pub key: Option<String>,
    pub pipeline: Option<f64>,
    pub open: f64,
    pub week_ago: Option<f64>,
    pub closed: Option<f64>,
    pub won: f64,
    pub committed: Option<f64>,
    pub quota: Option<f64>,
}

impl Line {
    /// Won and committed; `None` if the source records no forecast categories.
    pub fn forecast(&self) -> Option<f64> {
        Some(self.closed? + self.committed?)
    }

    pub fn value(&self, metric: Metric) -> Option<f64> {
        match metric {
            Metric::Pipeline => self.pipeline,
            Metric::Forecast => self.forecast(),
            Metric::Closed => self.closed,
            Metric::Quota => self.quota,
        }
    }

    fn json(&self) -> Map<String, Value> {
        let of_quota = |value: Option<f64>| Some(value? / self.quota.filter(|quota| *quota > 0.0)? * 100.0);
        let mut map = Map::new();
        for (name, value) in [
            ("pipeline", self.pipeline),
            ("openDeals", Some(self.open)),
            ("closed", self.closed),
            ("wonDeals", Some(self.won)),
            ("committed", self.committed),
            ("forecast", self.forecast()),
            ("quota", self.quota),
            ("attainmentPercent", of_quota(self.closed)),
            ("forecastPercent", of_quota(self.forecast())),
        ] {
            map.extend(value.map(|value| (name.to_owned(), json!(round2(value)))));
        }
        map
    }
}

/// The figures of a pipeline.
pub struct Metrics {
    pub period: Period,
    /// Whether the period was named, and so restricts the pipeline too.
    pub named: bool,
    pub all: Line,
    pub rows: Vec<Line>,
    /// Which deals are behind them: rows under `/rows/*`, and all under `/all`.
    pub counted: Vec<DrillThrough>,
}

impl Metrics {
    /// Which deals a figure is of, in words: the pipeline is whole unless a period was named.
    pub fn label(&self, metric: Metric) -> &str {
        if metric == Metric::Pipeline && !self.named { "all open deals" } else { &self.period.label }
    }

    /// How many deals were examined.
    pub fn coverage(&self) -> Coverage {
        covered((self.all.open + self.all.won) as i64, "deals", self.period.range)
    }
}

/// Computes them.
///
/// # Errors
/// Names a missing dimension or value, or an unreadable period.
pub async fn metrics(book: &DealSource, wanted: &Wanted) -> Result<Metrics, ToolError> {
    let named = wanted.time.as_deref().is_some_and(|time| !time.trim().is_empty());
    let timeless = book.opened.source.time.is_none();
    let period = match timeless && !named {
        true => Period { range: DateRange::ALL, label: DateRange::ALL.label() },
        false => book.period(wanted.time.as_deref())?,
    };
    let amount = book.needs("amount")?;
    let base = filters(&wanted.filters)?;
    let (open, won, committed) = (book.are(State::Open), book.are(State::Won), book.committed());
    let sum = |column: &str, only: &Filter| Measure {
        of: Aggregation::Sum,
        column: Some(column.to_owned()),
        only: Some(only.clone()),
        ..Measure::default()
    };
    let count = |only: &Filter| Measure { only: Some(only.clone()), ..Measure::default() };
    let mut lines: BTreeMap<Option<Option<String>>, Line> = BTreeMap::from([(None, Line::default())]);
    let mut add = |found: query::run::QueryResult, set: &dyn Fn(&mut Line, &[Option<f64>])| {
        set(lines.entry(None).or_default(), &found.total.values);
        for mut group in found.groups {
            let key = group.key.pop().flatten();
            let line = lines.entry(Some(key.clone())).or_insert(Line { key, ..Line::default() });
            set(line, &group.values);
        }
    };
    let group = wanted.by.as_ref().map(|by| Group::Column(by.clone()));
    let query = |range: DateRange, measures: Vec<Measure>| Query {
        group_by: group.iter().cloned().collect(),
        measures,
        limit: Some(500),
        ..book.query(base.clone(), range)
    };
    let now = if named { period.range } else { DateRange::ALL };
    if let Some(open) = &open {
        let week = book.field("amount_week_ago").map(|column| sum(&column.name, open));
        let measures = [count(open), sum(&amount, open)].into_iter().chain(week).collect();
        add(book.figures(&query(now, measures)).await?, &|line, values| {
            line.open = known(values, 0).unwrap_or(0.0);
            line.pipeline = known(values, 1).or((line.open == 0.0).then_some(0.0));
            line.week_ago = known(values, 2);
        });
    }
    let measures: Vec<Measure> = won
        .iter()
        .flat_map(|won| [count(won), sum(&amount, won)])
        .chain(committed.as_ref().map(|c| sum(&amount, c)))
        .collect();
    if !measures.is_empty() {
        let (has_won, has_committed) = (won.is_some(), committed.is_some());
        add(book.figures(&query(period.range, measures)).await?, &|line, values| {
            line.won = known(values, 0).filter(|_| has_won).unwrap_or(0.0);
            line.closed = known(values, 1).filter(|_| has_won).or((line.won == 0.0).then_some(0.0));
            line.committed = has_committed.then(|| known(values, if has_won { 2 } else { 0 }).unwrap_or(0.0));
        });
    }
    for (key, value) in quotas(book, wanted, &period).await? {
        let line = match key {
            None => lines.get_mut(&None),
            Some(key) => Some(lines.entry(Some(key.clone())).or_insert(Line { key, ..Line::default() })),
        };
        line.into_iter().for_each(|line| line.quota = Some(value));
    }
    let all = lines.remove(&None).unwrap_or_default();
    let rows = lines.into_values().collect();
    let with = |state: &Filter| kept(base.iter().cloned().chain([state.clone()]).collect());
    let mut counted = Vec::new();
    for (path, by) in [("/all", None), ("/rows/*", wanted.by.as_ref())] {
        if path != "/all" && by.is_none() {
            continue;
        }
        let rule = |field: &str, state: &Filter| {
            let rule = FigureRule::at(&format!("{path}/{field}")).only(with(state));
            match by {
                Some(by) => rule.key(RowKey { column: by.clone(), value: vec![format!("{path}/{by}")], missing: None }),
                None => rule,
            }
        };
        let of = |state: &Option<Filter>, sums: &[&str], counts: &str| -> Vec<FigureRule> {
            let Some(state) = state else { return Vec::new() };
            let sums = sums.iter().map(|field| rule(field, state));
            sums.chain((!counts.is_empty()).then(|| rule(counts, state).counts(""))).collect()
        };
        counted.push(book.counted(now, of(&open, &["pipeline", "weekAgo"], "openDeals")));
        let both: Option<Filter> = won.clone().zip(committed.clone()).map(|(a, b)| Filter::Or(vec![a, b]));
        let rules =
            [of(&won, &["closed"], "wonDeals"), of(&committed, &["committed"], ""), of(&both, &["forecast"], "")];
        counted.push(book.counted(period.range, rules.concat()));
    }
    Ok(Metrics { period, named, all, rows, counted })
}

fn known(values: &[Option<f64>], place: usize) -> Option<f64> {
    values.get(place).copied().flatten()
}

/// Quotas, in total and by group; empty without declared quotas, or if they do not apply to the question.
async fn quotas(
    book: &DealSource,
    wanted: &Wanted,
    period: &Period,
) -> Result<Vec<(Option<Option<String>>, f64)>, ToolError> {
    let Some(opened) = book.vocabulary.source(QUOTAS) else { return Ok(Vec::new()) };
    let (Some(from), Some(to)) = (period.range.from, period.range.to) else { return Ok(Vec::new()) };
    let whole = quarter(from).range.from == Some(from) && quarter(to).range.to == Some(to);
    let told = wanted.by.iter().chain(wanted.filters.keys()).all(|name| opened.source.dimension(name).is_some());
    let Some(measure) = opened.source.measure("quota").filter(|_| whole && told) else { return Ok(Vec::new()) };
    let query = Query {
        dataset: Dataset::Source(opened.source.name),
        time_range: written(period.range),
        filter: Filter::all(filters(&wanted.filters)?),
        group_by: wanted.by.iter().map(|by| Group::Column(by.clone())).collect(),
        measures: vec![Measure { of: Aggregation::Sum, column: Some(measure.name.clone()), ..Measure::default() }],
        limit: Some(500),
        ..Query::default()
    };
    let found = book.figures(&query).await?;
    let all = known(&found.total.values, 0).map(|value| (None, value));
    let groups = found.groups.into_iter().filter_map(|mut line| {
        let value = known(&line.values, 0)?;
        Some((Some(line.key.pop().flatten()), value))
    });
    Ok(all.into_iter().chain(groups).collect())
}

/// A result's period, day and unit.
pub fn head(book: &DealSource, found: &Metrics) -> Map<String, Value> {
    let mut data = Map::new();
    data.insert("source".into(), SOURCE.into());
    data.insert("asOf".into(), json!(book.today));
    data.insert("period".into(), found.period.label.clone().into());
    data.insert("pipelineOf".into(), found.label(Metric::Pipeline).into());
    if !book.unit().is_empty() {
        data.insert("unit".into(), book.unit().into());
    }
    data
}

/// The figures in total; those of other deals than the period's in a sentence of their own.
fn sentence(found: &Metrics) -> String {
    let figure =
        |metric: Metric| found.all.value(metric).map(|value| format!("{} {}", metric.as_str(), number(round2(value))));
    let open = format!("{} open deals", number(found.all.open));
    let of = |label: &str, last: Option<&str>| {
        let figures = Metric::ALL.iter().copied().filter(|metric| found.label(*metric) == label).filter_map(figure);
        figures.chain(last.map(str::to_owned)).collect::<Vec<_>>().join(", ")
    };
    let period = found.period.label.as_str();
    match found.named {
        true => format!("{period}: {}.", of(period, Some(&open))),
        false => format!(
            "{period}: {}. All open deals: {}.",
            of(period, None),
            of(found.label(Metric::Pipeline), Some(&open))
        ),
    }
}

async fn run(ctx: ToolContext, args: Args) -> Result<ToolOutput, ToolError> {
    let book = DealSource::open(&ctx).await?;
    let metric = args.metric.unwrap_or_default();
    let wanted = Wanted { by: args.by, time: args.time_range, filters: args.filters };
    let mut found = metrics(&book, &wanted).await?;
    found.rows.sort_by(|a, b| b.value(metric).unwrap_or(0.0).total_cmp(&a.value(metric).unwrap_or(0.0)));
    let mut data = head(&book, &found);
    data.insert("metric".into(), json!(metric));
    let missing: Vec<&str> =
        Metric::ALL.iter().copied().filter(|m| found.all.value(*m).is_none()).map(Metric::as_str).collect();
    if !missing.is_empty() {
        data.insert("notKept".into(), missing.join(", ").into());
    }
    data.insert("all".into(), found.all.json().into());
    if let Some(by) = &wanted.by {
        let row = |line: &Line| {
            let mut row = Map::from_iter([(by.clone(), json!(line.key))]);
            row.extend(line.json());
            Value::Object(row)
        };
        data.insert("by".into(), by.clone().into());
        data.insert("truncated".into(), (found.rows.len() > ROWS as usize).into());
        data.insert("rows".into(), found.rows.iter().take(ROWS as usize).map(row).collect());
    }
    let summary = sentence(&found);
    Ok(ToolOutput {
        data: Value::Object(data),
        summary,
        coverage: Some(found.coverage()),
        counted: found.counted,
        ..ToolOutput::default()
    })
}
