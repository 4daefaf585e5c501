//! `query_source` (C-010, C-037): figures of one declared source by its dimensions, as a preset of the query language.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use model::run::ToolOutput;
use model::run::drill_through::FigureRule;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::customer_intelligence::checked;
use crate::{figures, policy};
use query::ast::{Bucket, By, Condition, Dataset, Filter, Group, Measure, Op, Order, Query};
use query::check::{Checked, GroupKey};
use query::declared::Opened;
use query::describe::{self, describe};
use query::run::ResultRow;
use query::values::Vocabulary;

use query::{drill_through, filter_codec};
use tools::{ToolContext, ToolError, closest};

/// Maximum rows of a result (C-037).
pub const ROWS: usize = 100;

/// Time limit of one statement; the tool's own time limit is longer.
pub const TIME: Duration = Duration::from_secs(12);

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Args {
    /// Its name.
    source: String,
    /// At most three; or day, week, month, quarter, year.
    #[serde(default)]
    dimensions: Vec<String>,
    /// Else all of them.
    #[serde(default)]
    measures: Vec<String>,
    /// Dimension and value, or a list of values: {"company": "1001"}.
    #[serde(default)]
    filters: BTreeMap<String, Value>,
    /// "2024", "last quarter".
    time_range: Option<String>,
    /// Else the largest.
    smallest_first: Option<bool>,
    #[schemars(range(min = 1, max = 100))]
    limit: Option<i64>,
}

/// The source with this name.
///
/// # Errors
/// Lists the existing ones, and the closest name (C-024, X-26).
pub fn source<'a>(vocabulary: &'a Vocabulary, name: &str) -> Result<&'a Arc<Opened>, ToolError> {
    vocabulary.source(name).ok_or_else(|| {
        let available: Vec<String> =
            vocabulary.sources.iter().map(|opened| opened.source.name.as_str().to_owned()).collect();
        let message = format!("Source '{name}' not found. Available sources: {}.", available.join(", "));
        let instead = closest(name, available.iter().map(String::as_str));
        ToolError { available: available.clone(), ..ToolError::closest(message, name, instead) }
    })
}

/// A string, a number or a flag as it is compared; `None` for anything else.
pub fn text_of(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(flag) => Some(if *flag { "yes" } else { "no" }.to_owned()),
        _ => None,
    }
}

/// Equality conditions from arguments.
///
/// # Errors
/// If a value is neither a string, a number nor a list of those.
pub fn equal(filters: &BTreeMap<String, Value>) -> Result<Option<Filter>, ToolError> {
    let mut all = Vec::new();
    for (column, value) in filters {
        let values: Option<Vec<String>> = match value {
            Value::Array(list) => list.iter().map(text_of).collect(),
            one => text_of(one).map(|one| vec![one]),
        };
        let values = values.filter(|values| !values.is_empty());
        let values =
            values.ok_or_else(|| ToolError::new(format!("The filter {column} takes a value, or a list of values.")))?;
        all.push(Filter::Is(Condition { column: column.clone(), op: Op::Is, values }));
    }
    Ok(Filter::all(all))
}

/// A dimension of the source, or else a bucket of time.
pub fn group(opened: &Opened, name: &str) -> Group {
    match Bucket::find(name).filter(|_| opened.source.dimension(name).is_none()) {
        Some(bucket) => Group::Time(bucket),
        None => Group::Column(name.to_owned()),
    }
}

/// The measures of a source with their own aggregations.
///
/// # Errors
/// Names a measure that the source does not have.
pub fn measures(opened: &Opened, names: &[String]) -> Result<Vec<Measure>, ToolError> {
    let source = &opened.source;
    let known: Vec<String> = source.measures.iter().map(|m| m.name.clone()).collect();
    let wanted: Vec<&String> = if names.is_empty() { known.iter().take(6).collect() } else { names.iter().collect() };
    let measure = |name: &&String| {
        let declared = source.measure(name).ok_or_else(|| ToolError::unknown("measure", name, &known))?;
        Ok(Measure { of: declared.aggregation, column: Some(declared.name.clone()), ..Measure::default() })
    };
    wanted.iter().map(measure).collect()
}

pub async fn run(ctx: ToolContext, args: Args) -> Result<ToolOutput, ToolError> {
    let vocabulary = ctx.vocabulary.get(&ctx.db).await?;
    let opened = source(&vocabulary, args.source.trim())?;
    let limit = args.limit.map_or(ROWS, |n| n.clamp(1, ROWS as i64) as usize);
    let query = Query {
        dataset: Dataset::Source(opened.source.name),
        time_range: args.time_range,
        filter: equal(&args.filters)?,
        group_by: args.dimensions.iter().map(|name| group(opened, name)).collect(),
        measures: measures(opened, &args.measures)?,
        order: Some(Order { by: By::Measure(0), ascending: args.smallest_first == Some(true) })
            .filter(|_| !args.dimensions.is_empty()),
        limit: Some(limit as u32),
        ..Query::default()
    };
    let mut checked = checked(&ctx, &query, &vocabulary)?;
    if matches!(checked.keys.first(), Some(GroupKey::Time(_))) && args.smallest_first.is_none() {
        checked.order = Order { by: By::Group, ascending: true };
    }
    let understood = describe(&checked, &vocabulary);
    let (found, withheld) = policy::run(&ctx, &checked, TIME).await?;
    let names: Vec<String> =
        checked.measures.iter().filter_map(|m| m.column.as_ref()).map(|c| c.name.to_string()).collect();
    let rows: Vec<Value> = found.groups.iter().map(|line| row(line, &checked, &names)).collect();
    let mut data = Map::new();
    data.insert("source".into(), opened.source.name.as_str().into());
    // A model reads it in the summary.
    if !ctx.by_model {
        data.insert("understood".into(), understood.clone().into());
    }
    data.insert("total".into(), json!(found.total.count as i64));
    data.insert("all".into(), Value::Object(figures_of(&found.total, &names)));
    let units: Map<String, Value> = opened
        .source
        .measures
        .iter()
        .filter(|m| names.contains(&m.name) && !m.unit.is_empty())
        .map(|m| (m.name.clone(), m.unit.into()))
        .collect();
    if !units.is_empty() {
        data.insert("units".into(), units.into());
    }
    if !checked.keys.is_empty() {
        data.insert("rowCount".into(), found.group_count.into());
        data.insert("truncated".into(), (found.group_count > rows.len()).into());
        data.insert("rows".into(), rows.into());
    }
    let first = found.total.values.first().copied().flatten();
    let summary = format!(
        "{understood}: {} over {} {}.",
        first.map_or("none".into(), describe::number),
        found.total.count,
        describe::noun(checked.dataset).1
    );
    let coverage = Some(figures::covered(found.total.count as i64, describe::noun(checked.dataset).1, checked.range));
    let mut output = ToolOutput {
        data: Value::Object(data),
        summary,
        coverage,
        counted: vec![counts(&checked, &names)],
        ..ToolOutput::default()
    };
    policy::tell(&mut output, withheld);
    Ok(output)
}

fn figures_of(line: &ResultRow, names: &[String]) -> Map<String, Value> {
    names.iter().zip(&line.values).map(|(name, value)| (name.clone(), json!(value.map(figures::round2)))).collect()
}

fn row(line: &ResultRow, query: &Checked, names: &[String]) -> Value {
    let mut map = keyed(line, query);
    map.extend(figures_of(line, names));
    map.insert("count".into(), json!(line.count as i64));
    Value::Object(map)
}

/// The field of a key.
fn field(key: &GroupKey) -> String {
    match key {
        GroupKey::Column(column) => column.name.to_string(),
        GroupKey::Time(bucket) => bucket.as_str().to_owned(),
    }
}

/// The keys of a row.
pub fn keyed(line: &ResultRow, query: &Checked) -> Map<String, Value> {
    query.keys.iter().zip(&line.key).map(|(key, value)| (field(key), json!(value))).collect()
}

/// The rule for the records of each such row.
pub fn keys(query: &Checked, path: &str) -> FigureRule {
    let all = query.keys.iter();
    all.fold(FigureRule::at(path), |row, key| row.by(&filter_codec::key(key), &[&format!("/{}", field(key))]))
}

/// Which rows of the source are behind each figure.
fn counts(query: &Checked, names: &[String]) -> model::run::drill_through::DrillThrough {
    let row = keys(query, "/rows/*");
    let mut rules = vec![FigureRule::count("/total"), FigureRule::at("/all")];
    rules.extend(names.iter().map(|name| FigureRule::at(&format!("/all/{name}"))));
    if !query.keys.is_empty() {
        rules.push(row.clone());
        rules.push(row.counts("/count"));
    }
    drill_through::of_query(query, rules)
}
