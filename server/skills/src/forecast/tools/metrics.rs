//! `query_metrics` (D-029): pipeline, forecast, closed, quota and win rate, in total and by a dimension or a unit of time.
//!
//! The pipeline is what is open now; a named period restricts it to deals due to close in it. Closed deals were won in
//! the period; the forecast is those plus the open deals committed to close in it. The win rate (D-003) is of the deals
//! won or lost in the period: all that ever closed, if none is named.

use std::collections::BTreeMap;

use model::answer::Coverage;
use model::run::ToolOutput;
use model::run::drill_through::{DrillThrough, FigureRule, SharedValue as RowKey};
use model::time::DateRange;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::book::{DealSource, Period, filters, kept, quarter, written};
use super::line::{Line, Metric};
use crate::figures::{covered, round2};
use crate::forecast::request::State;
use crate::forecast::{QUOTAS, SOURCE};
use query::ast::{Aggregation, Bucket, Dataset, Filter, Group, Measure, Query};
use query::describe::number;
use tools::{Tool, ToolContext, ToolError, given};

/// Maximum groups listed.
const MAX_ROWS: u32 = 100;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
#[derive(Default)]
struct Args {
    /// What leads; all are given.
    metric: Option<Metric>,
    /// A dimension, e.g. region; or month, quarter, year.
    by: Option<String>,
    /// In words. Else this quarter; all deals for pipeline and winRate.
    time_range: Option<String>,
    /// Dimension and value.
    filters: BTreeMap<String, Value>,
}

pub fn tool() -> Tool {
    Tool::reads(
        "query_metrics",
        "Pipeline, forecast, closed, quota with attainment and win rate, by a dimension or in all.",
        run,
    )
}

/// The requested figures.
#[derive(Clone, Debug, Default)]
pub struct Wanted {
    pub by: Option<String>,
    pub time: Option<String>,
    pub filters: BTreeMap<String, Value>,
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
    let lost = book.are(State::Lost);
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
    let bucket = wanted.by.as_deref().and_then(Bucket::find);
    let group = wanted.by.as_ref().map(|by| bucket.map_or_else(|| Group::Column(by.clone()), Group::Time));
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
        .chain(lost.as_ref().map(count))
        .collect();
    if !measures.is_empty() {
        let (has_won, has_committed, has_lost) = (won.is_some(), committed.is_some(), lost.is_some());
        let last = measures.len() - 1;
        add(book.figures(&query(period.range, measures)).await?, &|line, values| {
            line.won = known(values, 0).filter(|_| has_won).unwrap_or(0.0);
            line.closed = known(values, 1).filter(|_| has_won).or((line.won == 0.0).then_some(0.0));
            line.committed = has_committed.then(|| known(values, if has_won { 2 } else { 0 }).unwrap_or(0.0));
            line.lost = has_lost.then(|| known(values, last).unwrap_or(0.0));
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
        // The rows of a unit of time have no column to find their deals by.
        if path != "/all" && (by.is_none() || bucket.is_some()) {
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
        let closed: Option<Filter> = won.clone().zip(lost.clone()).map(|(a, b)| Filter::Or(vec![a, b]));
        let rules = [
            of(&won, &["closed"], "wonDeals"),
            of(&committed, &["committed"], ""),
            of(&both, &["forecast"], ""),
            of(&lost, &[], "lostDeals"),
            of(&closed, &[], "closedDeals"),
        ];
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

/// The win rate with both of its counts.
fn rate(found: &Metrics) -> String {
    let Line { won, lost, .. } = found.all;
    let closed = number(won + lost.unwrap_or(0.0));
    match found.all.win_rate() {
        Some(rate) => {
            format!(
                "{}: win rate {}%, {} of {closed} closed deals.",
                found.period.label,
                number(round2(rate)),
                number(won)
            )
        }
        None => format!("{}: no deal was won or lost, so there is no win rate.", found.period.label),
    }
}

/// The figures in total; those of other deals than the period's in a sentence of their own.
fn sentence(found: &Metrics) -> String {
    let figure =
        |metric: Metric| found.all.value(metric).map(|value| format!("{} {}", metric.as_str(), number(round2(value))));
    let open = format!("{} open deals", number(found.all.open));
    let of = |label: &str, last: Option<&str>| {
        let figures = Metric::SUMS.into_iter().filter(|metric| found.label(*metric) == label).filter_map(figure);
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
    let rates = metric == Metric::WinRate;
    let time = given(&args.time_range).map(str::to_owned).or_else(|| rates.then(|| "all".to_owned()));
    let wanted = Wanted { by: args.by, time, filters: args.filters };
    let mut found = metrics(&book, &wanted).await?;
    if rates && found.all.lost.is_none() {
        return Err(ToolError::new(format!(
            "The source {SOURCE} has no stage of lost deals, so there is no win rate."
        )));
    }
    match wanted.by.as_deref().and_then(Bucket::find) {
        Some(_) => found.rows.sort_by(|a, b| a.key.cmp(&b.key)),
        None => found.rows.sort_by(|a, b| b.value(metric).unwrap_or(0.0).total_cmp(&a.value(metric).unwrap_or(0.0))),
    }
    if rates {
        found.rows.retain(|line| line.win_rate().is_some());
    }
    let mut data = head(&book, &found);
    data.insert("metric".into(), json!(metric));
    let missing: Vec<&str> =
        Metric::SUMS.into_iter().filter(|m| found.all.value(*m).is_none()).map(Metric::as_str).collect();
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
        data.insert("truncated".into(), (found.rows.len() > MAX_ROWS as usize).into());
        data.insert("rows".into(), found.rows.iter().take(MAX_ROWS as usize).map(row).collect());
    }
    let summary = if rates { rate(&found) } else { sentence(&found) };
    let closed = found.all.won + found.all.lost.unwrap_or(0.0);
    let coverage = if rates { covered(closed as i64, "deals", found.period.range) } else { found.coverage() };
    Ok(ToolOutput {
        data: Value::Object(data),
        summary,
        coverage: Some(coverage),
        counted: found.counted,
        ..ToolOutput::default()
    })
}
