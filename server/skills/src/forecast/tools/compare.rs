//! `compare_periods`, `compare_regions` and `calculate_variance` (D-039): a figure of the pipeline compared with
//! another, with the difference in absolute terms and in percent of the other.

use std::collections::BTreeMap;

use model::run::ToolOutput;
use model::run::drill_through::{DrillThrough, FigureRule};
use model::text::capital;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::book::{DealSource, kept};
use super::line::{Line, Metric};
use super::metrics::{Metrics, Wanted, head, metrics};
use crate::figures::{covered, round2};
use query::ast::Filter;
use query::describe::number;
use tools::{Tool, ToolContext, ToolError};

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Periods {
    /// In words: "this quarter".
    period: String,
    /// "last quarter".
    against: String,
    #[schemars(extend("default" = "closed"))]
    metric: Option<Metric>,
    /// A dimension.
    by: Option<String>,
    #[serde(default)]
    filters: BTreeMap<String, Value>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Regions {
    region: String,
    against: String,
    /// Else this quarter.
    time_range: Option<String>,
}

/// The reference of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum Against {
    Quota,
    /// Pipeline only.
    LastWeek,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Variance {
    against: Against,
    #[schemars(extend("default" = "forecast"))]
    metric: Option<Metric>,
    /// A dimension.
    by: Option<String>,
    /// Else this quarter; lastWeek: else all open deals.
    time_range: Option<String>,
    #[serde(default)]
    filters: BTreeMap<String, Value>,
}

pub fn tools() -> Vec<Tool> {
    vec![
        Tool::reads("compare_periods", "A figure of the pipeline in one time beside another.", periods),
        Tool::reads("compare_regions", "Pipeline, forecast, closed and quota of two regions side by side.", regions),
        Tool::reads(
            "calculate_variance",
            "The forecast or what is closed against quota, or the pipeline against last week.",
            variance,
        ),
    ]
}

/// Two figures of one kind.
#[derive(Clone, Debug, PartialEq)]
pub struct Pair {
    pub key: Option<String>,
    pub figure: f64,
    pub against: f64,
}

impl Pair {
    pub fn difference(&self) -> f64 {
        self.figure - self.against
    }

    /// In percent of the reference; `None` if that is 0.
    pub fn percent(&self) -> Option<f64> {
        (self.against != 0.0).then(|| self.difference() / self.against.abs() * 100.0)
    }

    fn json(&self, (figure, against): (&str, &str)) -> Map<String, Value> {
        let mut map = Map::new();
        map.insert(figure.to_owned(), json!(round2(self.figure)));
        map.insert(against.to_owned(), json!(round2(self.against)));
        map.insert("difference".into(), json!(round2(self.difference())));
        map.insert("percent".into(), json!(self.percent().map(round2)));
        map
    }
}

/// Pairs of all deals and of each group.
pub struct Versus {
    pub all: Pair,
    pub rows: Vec<Pair>,
}

impl Versus {
    /// For lines with both figures; a group without either counts as 0.
    fn of(found: &Metrics, figure: impl Fn(&Line) -> Option<f64>, against: impl Fn(&Line) -> Option<f64>) -> Self {
        let pair = |line: &Line| Pair {
            key: line.key.clone(),
            figure: figure(line).unwrap_or(0.0),
            against: against(line).unwrap_or(0.0),
        };
        Self { all: pair(&found.all), rows: found.rows.iter().map(pair).collect() }
    }
}

/// A figure compared with quota or with its value a week ago.
pub fn held(found: &Metrics, metric: Metric, against: Against) -> Result<Versus, ToolError> {
    let missing =
        |what: &str, why: &str| ToolError::new(format!("The {what} of {} is not known: {why}.", found.period.label));
    let versus = match against {
        Against::LastWeek => {
            found
                .all
                .week_ago
                .ok_or_else(|| missing("pipeline a week ago", "the source keeps no amounts of that day"))?;
            Versus::of(found, |line| line.pipeline, |line| line.week_ago)
        }
        Against::Quota => {
            let why = "no quotas are declared for these dimensions and whole quarters";
            found.all.quota.ok_or_else(|| missing("quota", why))?;
            found
                .all
                .value(metric)
                .ok_or_else(|| missing(metric.as_str(), "the source does not keep what it is made of"))?;
            Versus::of(found, |line| line.value(metric), |line| line.quota)
        }
    };
    Ok(versus)
}

/// The largest difference first.
fn output(
    book: &DealSource,
    found: &Metrics,
    mut versus: Versus,
    names: (&str, &str),
    more: Map<String, Value>,
    by: Option<&str>,
) -> ToolOutput {
    versus.rows.sort_by(|a, b| b.difference().abs().total_cmp(&a.difference().abs()).then_with(|| a.key.cmp(&b.key)));
    let mut data = head(book, found);
    data.extend(more);
    data.insert("figures".into(), json!([names.0, names.1]));
    data.insert("all".into(), versus.all.json(names).into());
    if let Some(by) = by {
        let row = |pair: &Pair| {
            let mut row = Map::from_iter([(by.to_owned(), json!(pair.key))]);
            row.extend(pair.json(names));
            Value::Object(row)
        };
        data.insert("by".into(), by.into());
        data.insert("rows".into(), versus.rows.iter().map(row).collect());
    }
    let summary = format!(
        "{}: {} {}, {} {}, a difference of {}.",
        capital(data["period"].as_str().unwrap_or_default()),
        names.0,
        number(round2(versus.all.figure)),
        names.1,
        number(round2(versus.all.against)),
        number(round2(versus.all.difference()))
    );
    ToolOutput {
        data: data.into(),
        summary,
        coverage: Some(found.coverage()),
        counted: found.counted.clone(),
        ..ToolOutput::default()
    }
}

async fn variance(ctx: ToolContext, args: Variance) -> Result<ToolOutput, ToolError> {
    let book = DealSource::open(&ctx).await?;
    // A quota is of a quarter, and so is the pipeline that is compared with it.
    let quarter = (args.against == Against::Quota).then(|| "this quarter".to_owned());
    let wanted = Wanted { by: args.by, time: args.time_range.or(quarter), filters: args.filters };
    let found = metrics(&book, &wanted).await?;
    let (metric, names) = match (args.against, args.metric) {
        (Against::LastWeek, _) => (Metric::Pipeline, ("pipeline", "weekAgo")),
        (Against::Quota, Some(Metric::Quota)) => return Err(ToolError::new("A quota is not compared with itself.")),
        (Against::Quota, Some(Metric::WinRate)) => {
            return Err(ToolError::new("A quota is an amount, and a win rate is not compared with it."));
        }
        (Against::Quota, metric) => {
            let metric = metric.unwrap_or(Metric::Forecast);
            (metric, (metric.as_str(), "quota"))
        }
    };
    let versus = held(&found, metric, args.against)?;
    let more = Map::from_iter([("period".to_owned(), found.label(metric).into())]);
    Ok(output(&book, &found, versus, names, more, wanted.by.as_deref()))
}

async fn periods(ctx: ToolContext, args: Periods) -> Result<ToolOutput, ToolError> {
    let book = DealSource::open(&ctx).await?;
    let metric = args.metric.unwrap_or(Metric::Closed);
    let wanted = |time: String| Wanted { by: args.by.clone(), time: Some(time), filters: args.filters.clone() };
    let found = metrics(&book, &wanted(args.period)).await?;
    let before = metrics(&book, &wanted(args.against)).await?;
    for side in [&found, &before] {
        if side.all.value(metric).is_none() {
            return Err(ToolError::new(format!("The {} of {} is not known.", metric.as_str(), side.period.label)));
        }
    }
    let of = |line: &Line| line.value(metric).unwrap_or(0.0);
    let pair = |key: Option<String>, a: Option<&Line>, b: Option<&Line>| Pair {
        key,
        figure: a.map_or(0.0, of),
        against: b.map_or(0.0, of),
    };
    let then = |key: &Option<String>| before.rows.iter().find(|line| line.key == *key);
    let mut rows: Vec<Pair> =
        found.rows.iter().map(|line| pair(line.key.clone(), Some(line), then(&line.key))).collect();
    let gone = before.rows.iter().filter(|line| !found.rows.iter().any(|own| own.key == line.key));
    rows.extend(gone.map(|line| pair(line.key.clone(), None, Some(line))));
    let mut more =
        Map::from_iter([("metric".to_owned(), json!(metric)), ("against".into(), before.period.label.clone().into())]);
    if metric == Metric::WinRate {
        // Whoever closed no deal in one of the times has no rate to compare.
        let rated = |side: &Metrics, key: &Option<String>| {
            side.rows.iter().any(|line| line.key == *key && line.win_rate().is_some())
        };
        rows.retain(|row| rated(&found, &row.key) && rated(&before, &row.key));
        more.insert("unit".into(), "%".into());
    }
    let versus = Versus { all: pair(None, Some(&found.all), Some(&before.all)), rows };
    let mut output = output(&book, &found, versus, (metric.as_str(), "before"), more, args.by.as_deref());
    output.counted.extend(then_of(&before, metric));
    Ok(output)
}

/// The deals behind the figures of the previous period, which have another name.
fn then_of(before: &Metrics, metric: Metric) -> Vec<DrillThrough> {
    let end = format!("/{}", metric.as_str());
    let mut all = before.counted.clone();
    for counted in &mut all {
        counted.figures.retain(|rule| rule.path.ends_with(&end));
        for rule in &mut counted.figures {
            rule.path = format!("{}/before", rule.path.trim_end_matches(&end));
        }
    }
    all.retain(|counted| !counted.figures.is_empty());
    all
}

async fn regions(ctx: ToolContext, args: Regions) -> Result<ToolOutput, ToolError> {
    let book = DealSource::open(&ctx).await?;
    let region = book.needs("region")?;
    let known = book.opened.values_of(&region).map_or(&[][..], |(values, _)| values);
    let stored = |said: &str| {
        let found = known.iter().find(|value| value.eq_ignore_ascii_case(said.trim())).cloned();
        found.ok_or_else(|| ToolError::unknown("region", said, known))
    };
    let (one, other) = (stored(&args.region)?, stored(&args.against)?);
    let wanted = Wanted { by: Some(region.clone()), time: args.time_range, filters: BTreeMap::new() };
    let found = metrics(&book, &wanted).await?;
    let line =
        |name: &str| found.rows.iter().find(|line| line.key.as_deref() == Some(name)).cloned().unwrap_or_default();
    let (a, b) = (line(&one), line(&other));
    let mut data = head(&book, &found);
    data.insert("figures".into(), json!([one, other]));
    let row = |metric: Metric| {
        let pair = Pair { key: None, figure: a.value(metric)?, against: b.value(metric)? };
        let mut row = Map::from_iter([("metric".to_owned(), json!(metric))]);
        row.extend(pair.json((&one, &other)));
        Some(Value::Object(row))
    };
    let (told, rows): (Vec<Metric>, Vec<Value>) =
        Metric::SUMS.into_iter().filter_map(|metric| Some((metric, row(metric)?))).unzip();
    data.insert("by".into(), "metric".into());
    data.insert("rows".into(), rows.into());
    let counted = found.counted.iter().map(|counted| side_by_side(counted, &told, &region, [&one, &other])).collect();
    let summary = format!(
        "{one} has {} open deals, {other} {}. The pipeline is of {}, all else of {}.",
        number(a.open),
        number(b.open),
        found.label(Metric::Pipeline),
        found.period.label
    );
    let coverage = Some(covered((a.open + a.won + b.open + b.won) as i64, "deals", found.period.range));
    Ok(ToolOutput { data: data.into(), summary, coverage, counted, ..ToolOutput::default() })
}

/// The deals behind rows with a metric each and a column per region.
fn side_by_side(counted: &DrillThrough, metrics: &[Metric], region: &str, names: [&String; 2]) -> DrillThrough {
    let mut figures = Vec::new();
    for (place, metric) in metrics.iter().enumerate() {
        let path = format!("/rows/*/{}", metric.as_str());
        let Some(rule) = counted.figures.iter().find(|rule| rule.path == path) else { continue };
        let state = rule.only.as_ref().and_then(|only| serde_json::from_value::<Filter>(only.clone()).ok());
        for name in names {
            let there = Filter::is(region, [name.as_str()]);
            let only = kept(state.iter().cloned().chain([there]).collect());
            figures.push(FigureRule::at(&format!("/rows/{place}/{name}")).only(only));
        }
    }
    DrillThrough { figures, ..counted.clone() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_has_a_percentage_of_what_it_is_held_against() {
        let pair = |figure, against| Pair { key: None, figure, against };
        assert_eq!((pair(90.0, 120.0).difference(), pair(90.0, 120.0).percent()), (-30.0, Some(-25.0)));
        assert_eq!(pair(5.0, 0.0).percent(), None);
    }
}
