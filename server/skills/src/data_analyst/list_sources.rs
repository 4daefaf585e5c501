//! `list_sources` (C-009, C-036): the declared sources, a row each; on request one in detail, or the pairs that can be
//! compared.

use std::collections::HashMap;

use model::run::ToolOutput;
use model::text::excerpt;
use query::catalog::ColumnType;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::figures::number;
use query::declared::{Declared, Dimension, Opened, RowCount};
use store::analytics::Data;
use store::records;
use tools::{ToolContext, ToolError, given};

/// In the list of all: values shown of a dimension, dimensions with such values, and characters of a description.
const MAX_SAMPLE_VALUES: usize = 3;
const MAX_SAMPLED_DIMENSIONS: usize = 3;
const DESCRIPTION_CHARS: usize = 120;
/// A dimension with more values than these is described by the first few, even in detail.
const MAX_LISTED_VALUES: usize = 40;
/// The share of the shorter list of values that both dimensions must have for their rows to be comparable.
const MIN_SHARED_RATIO: f64 = 0.5;

#[derive(Deserialize, JsonSchema)]
pub struct Args {
    /// Only this one, with its values.
    source: Option<String>,
    /// Which two can be compared, in place of the list.
    #[serde(default)]
    pairs: bool,
}

pub async fn run(ctx: ToolContext, args: Args) -> Result<ToolOutput, ToolError> {
    let vocabulary = ctx.vocabulary.get(&ctx.db).await?;
    if let Some(name) = given(&args.source) {
        return Ok(detail(super::query_source::source(&vocabulary, name)?));
    }
    let all = &vocabulary.sources;
    if args.pairs {
        let rows: Vec<Value> = all
            .iter()
            .enumerate()
            .flat_map(|(place, a)| all[place + 1..].iter().filter_map(move |b| pair(a, b)))
            .collect();
        let summary = match rows.len() {
            0 => "No two sources have a measure and values of a dimension in common.".to_owned(),
            1 => "1 pair of sources can be compared.".to_owned(),
            n => format!("{n} pairs of sources can be compared."),
        };
        return Ok(ToolOutput { data: json!({ "pairs": rows }), summary, ..ToolOutput::default() });
    }
    let sources: Vec<Value> = all.iter().map(|opened| brief(opened)).collect();
    let totals = records::totals(&ctx.db).await?;
    let label = |data: Data| vocabulary.days.iter().find(|(of, _)| *of == data).map(|(_, days)| days.label());
    let own = [
        ("communications", totals.communications, label(Data::Communications)),
        ("cases", totals.cases, label(Data::Cases)),
        ("customers", totals.customers, None),
        ("documents", totals.documents, None),
    ];
    let own: Vec<_> = own.into_iter().filter(|(_, many, _)| *many > 0).collect();
    let rows: Vec<Value> =
        own.iter().map(|(name, many, days)| json!({ "records": name, "count": many, "days": days })).collect();
    let held: Vec<String> = own
        .iter()
        .map(|(name, many, days)| {
            let days = days.as_ref().map(|days| format!(" ({days})")).unwrap_or_default();
            format!("{} {name}{days}", number(*many))
        })
        .collect();
    let held = if held.is_empty() { String::new() } else { format!("The desk holds {}. ", held.join(", ")) };
    let declared = match sources.len() {
        0 => "No sources are declared. An administrator adds one with `plumbline source add`.".to_owned(),
        1 => "1 source is declared.".to_owned(),
        n => format!("{n} sources are declared."),
    };
    let summary = format!("{held}{declared}");
    let data = json!({ "records": rows, "sources": sources });
    Ok(ToolOutput { data, summary, ..ToolOutput::default() })
}

/// A source in one row.
fn brief(opened: &Opened) -> Value {
    let source = &opened.source;
    let mut left = MAX_SAMPLED_DIMENSIONS;
    let dimension = |d: &Dimension| match opened.values_of(&d.name) {
        // Keys say nothing about what there is.
        Some((values, true))
            if left > 0
                && d.kind == ColumnType::Category
                && (2..=MAX_LISTED_VALUES).contains(&values.len())
                && values.iter().any(|value| value.contains(char::is_alphabetic)) =>
        {
            left -= 1;
            format!("{} ({})", d.name, some(values, MAX_SAMPLE_VALUES))
        }
        _ => d.name.clone(),
    };
    json!({
        "name": source.name.as_str(),
        "description": excerpt::marked(&source.description, excerpt::beginning(&source.description, DESCRIPTION_CHARS)),
        "rows": rows(opened),
        "days": opened.days.map(|days| days.label()),
        "measures": joined(source.measures.iter().map(measure)),
        "dimensions": joined(source.dimensions.iter().map(dimension)),
    })
}

/// A source with everything that can be asked of it.
fn detail(opened: &Opened) -> ToolOutput {
    let source = &opened.source;
    let dimension = |d: &Dimension| {
        let values = opened.values_of(&d.name).filter(|(values, _)| !values.is_empty());
        let values = values.map(|(values, all)| match values.len() {
            many if all && many <= MAX_LISTED_VALUES => values.join(", "),
            many => {
                let more = if all { "" } else { "more than " };
                format!("{more}{}, e.g. {}", number(many as i64), some(values, MAX_SAMPLE_VALUES))
            }
        });
        json!({ "name": d.name, "type": d.kind.as_str(), "values": values, "synonyms": joined(d.synonyms.iter().cloned()) })
    };
    let measure = |m: &Declared| json!({ "name": m.name, "aggregation": m.aggregation, "unit": m.unit, "synonyms": joined(m.synonyms.iter().cloned()) });
    let dimensions: Vec<Value> = source.dimensions.iter().map(dimension).collect();
    let measures: Vec<Value> = source.measures.iter().map(measure).collect();
    let name = source.name.as_str();
    let alike: Vec<String> = source.dimensions.iter().filter_map(|d| differ_in_case(opened, d)).collect();
    let summary = format!("{name} has {} measures and {} dimensions.", measures.len(), dimensions.len());
    let summary = [vec![summary], alike].concat().join(" ");
    let data = json!({
        "name": name, "description": source.description, "rows": rows(opened), "time": source.time,
        "days": opened.days.map(|days| days.label()), "onlyAggregates": source.aggregates_only.then_some(true),
        "measures": measures, "dimensions": dimensions,
    });
    ToolOutput { data, summary, ..ToolOutput::default() }
}

/// A sentence on values of a dimension that differ only in case, because a condition on one of them leaves out the other.
fn differ_in_case(opened: &Opened, dimension: &Dimension) -> Option<String> {
    let (values, _) = opened.values_of(&dimension.name)?;
    let mut seen: HashMap<String, &String> = HashMap::new();
    let (first, second) = values.iter().find_map(|value| Some((seen.insert(value.to_lowercase(), value)?, value)))?;
    Some(format!("Values of {} differ only in case, such as {first} and {second}.", dimension.name))
}

fn rows(opened: &Opened) -> Value {
    match opened.rows {
        None => Value::Null,
        Some(RowCount::Exactly(rows)) => json!(rows),
        Some(RowCount::MoreThan(rows)) => json!(format!("more than {}", number(rows as i64))),
    }
}

/// "revenue (USD)".
fn measure(m: &Declared) -> String {
    if m.unit.is_empty() { m.name.clone() } else { format!("{} ({})", m.name, m.unit) }
}

/// "North, South, East …".
fn some(values: &[String], many: usize) -> String {
    let more = if values.len() > many { " …" } else { "" };
    format!("{}{more}", joined(values.iter().take(many).cloned()))
}

fn joined(list: impl Iterator<Item = String>) -> String {
    list.collect::<Vec<_>>().join(", ")
}

/// Two sources with a measure in the same unit and with values of a dimension in common, as a row.
fn pair(a: &Opened, b: &Opened) -> Option<Value> {
    let (mut measures, mut dimensions) = common(a, b);
    let unit = |opened: &Opened, name: &str| opened.source.measure(name).map(|m| m.unit);
    measures.retain(|name| unit(a, name) == unit(b, name));
    dimensions.retain(|name| overlap(a, b, name));
    let row = json!({
        "a": a.source.name.as_str(), "b": b.source.name.as_str(), "measures": measures.join(", "),
        "dimensions": dimensions.join(", "),
    });
    (!measures.is_empty() && !dimensions.is_empty()).then_some(row)
}

/// Whether two dimensions of one name have mostly the same values, not only the name.
fn overlap(a: &Opened, b: &Opened, dimension: &str) -> bool {
    let values =
        |opened: &'_ Opened| opened.values_of(dimension).map(|(values, _)| values.to_vec()).unwrap_or_default();
    let (mut short, mut long) = (values(a), values(b));
    if short.len() > long.len() {
        std::mem::swap(&mut short, &mut long);
    }
    let long: std::collections::HashSet<String> = long.into_iter().collect();
    let shared = short.iter().filter(|value| long.contains(*value)).count();
    shared > 0 && shared as f64 >= MIN_SHARED_RATIO * short.len() as f64
}

/// The measures and the dimensions that two sources both have.
pub fn common<'a>(a: &'a Opened, b: &Opened) -> (Vec<&'a str>, Vec<&'a str>) {
    let measures = a.source.measures.iter().map(|m| m.name.as_str()).filter(|name| b.source.measure(name).is_some());
    let dimensions =
        a.source.dimensions.iter().map(|d| d.name.as_str()).filter(|name| b.source.dimension(name).is_some());
    (measures.collect(), dimensions.collect())
}
