//! `query_data`: a question in words or as a typed query, counted over communications, cases, customers or
//! documents.

use std::time::Duration;

use chrono::NaiveDate;
use model::run::{Scope, ToolOutput};
use model::text::capital;
use model::time::DateRange;
use model::time::day_of_digits;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::query_chart::{self, label};
use super::query_flat::Flat;
use super::query_times::{LISTED, days_of, months, record_data, with_empty_times};
use super::{query_records, query_scope};
use crate::filters::days_json;
use crate::{evidence, figures, policy};
use query::ast::{Aggregation, Dataset, Query};
use query::check::{self, Checked, CheckedMeasure, GroupKey, Predicate};
use query::describe::{self, describe};
use query::run::{QueryResult, ResultRow};
use query::values::{Vocabulary, exceeds};
use query::{frame, listing};
use store::analytics::Order;
use store::records;
use tools::{ToolContext, ToolError, given};

/// Maximum length of a question in words, in bytes.
const LONGEST: usize = 2_000;
/// Time limit of one statement; the tool's own time limit is longer.
const TIME: Duration = Duration::from_secs(10);

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Args {
    #[serde(flatten)]
    flat: Flat,
    /// Or all of it in words.
    query: Option<String>,
    /// The question in the query language, with all that it can say.
    #[schemars(extend("x-hidden" = true))]
    typed: Option<Query>,
    /// False to see how it is understood without running it; true if not given.
    #[schemars(extend("x-hidden" = true))]
    execute: Option<bool>,
}

pub async fn run(ctx: ToolContext, args: Args) -> Result<ToolOutput, ToolError> {
    let vocabulary = ctx.vocabulary.get(&ctx.db).await?;
    let execute = args.execute;
    let query = asked(args, &vocabulary, ctx.as_of)?;
    let checked = query_scope::checked(&ctx, &query, &vocabulary)?;
    let limit = query_scope::words(&checked, &vocabulary);
    let mut understood = describe(&checked, &vocabulary);
    if let Some(limit) = &limit {
        understood.push_str(&format!(", only where {limit}"));
    }
    if execute == Some(false) {
        let data = json!({ "dsl": query, "explanation": understood });
        return Ok(ToolOutput { data, summary: format!("Not run. {understood}."), ..ToolOutput::default() });
    }
    let (mut found, withheld) = policy::run(&ctx, &checked, TIME).await?;
    let (days, span) = days_of(&ctx.db, &checked).await?;
    with_empty_times(&mut found, &checked, span);
    let mut output = output(&ctx, &checked, &found, &vocabulary, (understood, limit), (days, span)).await?;
    policy::tell(&mut output, withheld);
    Ok(output)
}

/// The query from the arguments.
fn asked(args: Args, vocabulary: &Vocabulary, as_of: NaiveDate) -> Result<Query, ToolError> {
    let typed = match args.typed {
        Some(typed) => Some(typed),
        None => args.flat.query()?,
    };
    match (typed, given(&args.query)) {
        (Some(_), Some(_)) => {
            let text = "Use either `query` or the fields, not both.";
            Err(ToolError::new(text))
        }
        (Some(typed), _) => Ok(typed),
        (None, Some(text)) if text.len() > LONGEST => {
            Err(ToolError::new(format!("The question is longer than {LONGEST} characters. Ask it shorter.")))
        }
        (None, Some(text)) => Ok(frame::one(text, vocabulary, as_of)?),
        (None, None) => Err(ToolError::new(
            "Say what is counted: a dataset (communications, cases, customers, documents), conditions, groupBy …, or \
             the question in words as `query`.",
        )),
    }
}

/// The measures of a call of this tool.
pub(super) fn measures(
    (tool, args): (&str, &Value),
    vocabulary: &Vocabulary,
    days: DateRange,
    as_of: NaiveDate,
) -> Option<Vec<CheckedMeasure>> {
    let args = serde_json::from_value(args.clone()).ok().filter(|_| tool == "query_data")?;
    let query = asked(args, vocabulary, as_of).ok()?;
    let scope = Scope { time_window: Some(days), ..Scope::default() };
    check::check(&query, vocabulary, &scope, as_of).ok().map(|query| query.measures)
}

async fn output(
    ctx: &ToolContext,
    checked: &Checked,
    found: &QueryResult,
    vocabulary: &Vocabulary,
    (understood, limit): (String, Option<String>),
    (days, span): (DateRange, DateRange),
) -> Result<ToolOutput, ToolError> {
    let names: Vec<String> = (0..checked.measures.len()).map(|i| name(checked, i)).collect();
    let mut data = Map::new();
    data.insert("understood".into(), understood.clone().into());
    data.insert("dataset".into(), checked.dataset.as_str().into());
    data.insert("total".into(), json!(found.total.count as i64));
    let mut all = figures_of(&found.total, checked, &names);
    all.remove("count");
    if !all.is_empty() {
        data.insert("all".into(), all.into());
    }
    let beyond = |range| match &checked.source {
        Some(opened) => exceeds(opened.days?, range),
        None => record_data(checked.dataset).and_then(|data| vocabulary.beyond(data, range)),
    };
    data.insert("timeRange".into(), days_json(days, beyond(checked.range)));
    if let Some(against) = checked.against {
        data.insert("previousTimeRange".into(), days_json(against, beyond(against)));
    }
    // The total that is averaged over time and groups: the sum if that is asked for, else the number of records.
    let summed = checked.measures.first().is_some_and(|m| m.of == Aggregation::Sum && m.only.is_none());
    let whole = found.total.values.first().copied().flatten().filter(|_| summed).unwrap_or(found.total.count);
    let all_in_time = checked.keys.iter().all(|k| matches!(k, GroupKey::Time(_)));
    if let Some(days) = span.days().filter(|d| *d > 0 && all_in_time) {
        data.insert("days".into(), days.into());
        let months = months(span, days);
        // A mean per year is not given for a month; and for a single month the total is no average.
        for (name, shortest, many) in [
            ("averagePerDay", 2, days as f64),
            ("averagePerWeek", 7, days as f64 / 7.0),
            ("averagePerMonth", 28, months),
            ("averagePerQuarter", 89, months / 3.0),
            ("averagePerYear", 365, months / 12.0),
        ] {
            if days >= shortest && many > 1.0 {
                data.insert(name.into(), json!(figures::round2(whole / many.max(1.0))));
            }
        }
    }
    // "in March and April" may mean both together.
    if let Some((_, before)) = &found.total.before {
        data.insert("totalOfBoth".into(), json!((found.total.count + before) as i64));
    }
    let before = checked.against.and_then(|against| against.days()).zip(found.total.before.as_ref());
    if let Some((days, (values, count))) = before.filter(|(days, _)| *days > 1 && data.contains_key("averagePerDay")) {
        let whole = values.first().copied().flatten().filter(|_| summed).unwrap_or(*count);
        data.insert("previousAveragePerDay".into(), json!(figures::round2(whole / days as f64)));
    }
    if !checked.keys.is_empty() {
        data.insert("groupBy".into(), json!(checked.keys.iter().map(describe::key).collect::<Vec<_>>()));
        data.insert("groupCount".into(), found.group_count.into());
        if found.group_count > 0 {
            data.insert("averagePerGroup".into(), json!(figures::round2(whole / found.group_count as f64)));
        }
        let group = |l| group(l, checked, vocabulary, &names, found.total.count);
        data.insert("groups".into(), found.groups.iter().take(LISTED).map(group).collect());
        if let Some((name, difference)) = between_two(found, checked) {
            data.insert(name.into(), json!(difference));
        }
    }
    if ctx.db.engine().is_some() {
        data.insert("engine".into(), json!(found.answered.iter().map(|a| a.as_str()).collect::<Vec<_>>().join(", ")));
    }
    if !found.estimated.is_empty() {
        let estimated: Vec<&String> = found.estimated.iter().filter_map(|at| names.get(*at)).collect();
        data.insert("estimated".into(), json!(estimated));
    }
    // For the writers of sentences.
    data.insert("fields".into(), json!(names));
    let test = checked.filter.as_ref().and_then(without_kind);
    let own = test.as_ref().map(|test| describe::which(test, vocabulary));
    if let Some(which) =
        own.into_iter().chain(limit.map(|l| format!(" where {l}"))).reduce(|own, l| format!("{own}{l}"))
    {
        data.insert("which".into(), which.into());
    }
    if let Some(first) = checked.measures.first() {
        data.insert("measure".into(), describe::measure(first, vocabulary).into());
        if let Some(part) = &first.only {
            data.insert("part".into(), describe::which(part, vocabulary).trim_start().into());
        }
        if let Some(query::catalog::ColumnType::Number(unit)) = first.column.as_ref().map(|c| c.kind) {
            data.insert("unit".into(), unit.into());
        }
    }
    let mut summary = summary(&understood, checked, found, vocabulary);
    if !found.estimated.is_empty() {
        summary.push_str(" There are too many different values to work it out exactly: it is an estimate.");
    }
    let coverage = Some(figures::covered(found.total.count as i64, describe::noun(checked.dataset).1, days));
    let sources = sources(ctx, checked).await?;
    let charts = query_chart::chart(checked, found, vocabulary, days, 2).into_iter().collect();
    Ok(ToolOutput {
        data: Value::Object(data),
        summary,
        sources,
        charts,
        coverage,
        counted: vec![query_records::counts(checked, &names)],
    })
}

/// The difference of the first measure between the only two groups; for shares, in points.
fn between_two(found: &QueryResult, query: &Checked) -> Option<(&'static str, f64)> {
    let [a, b] = found.groups.as_slice() else { return None };
    let first = query.measures.first().filter(|_| found.group_count == 2 && query.against.is_none())?;
    let day = first.column.as_ref().is_some_and(|c| c.kind == query::catalog::ColumnType::Day);
    let apart = (a.values.first().copied()?? - b.values.first().copied()??).abs();
    let name = if first.of == Aggregation::Share { "differenceInPoints" } else { "difference" };
    (!day || first.of == Aggregation::Distinct).then(|| (name, figures::round2(apart)))
}

/// The field name of a measure: "count", "averageResolutionHours".
fn name(query: &Checked, place: usize) -> String {
    let measure = &query.measures[place];
    let of = match measure.of {
        Aggregation::Count if measure.only.is_some() => "matchingCount",
        Aggregation::Count => "count",
        Aggregation::Share => "sharePercent",
        Aggregation::Sum => "sum",
        Aggregation::Avg => "average",
        Aggregation::Min => "min",
        Aggregation::Max => "max",
        Aggregation::Median => "median",
        Aggregation::Percentile => return format!("percentile{}{}", measure.percentile, camel(measure)),
        Aggregation::Distinct => "distinct",
    };
    let same = query.measures[..place].iter().filter(|m| m.of == measure.of && m.column == measure.column).count();
    let again = if same == 0 { String::new() } else { (same + 1).to_string() };
    format!("{of}{}{again}", camel(measure))
}

fn camel(measure: &CheckedMeasure) -> String {
    let column = measure.column.as_ref().map_or("", |c| c.name.as_ref());
    column.split('_').map(capital).collect()
}

fn figures_of(line: &ResultRow, query: &Checked, names: &[String]) -> Map<String, Value> {
    let mut map = Map::new();
    map.insert("count".into(), json!(line.count as i64));
    let value = |i: usize, v: Option<f64>| -> Value {
        let day = query.measures[i].column.as_ref().is_some_and(|c| c.kind == query::catalog::ColumnType::Day)
            && query.measures[i].of != Aggregation::Distinct;
        match v {
            Some(v) if day => json!(day_of_digits(v)),
            // Rounded first: engines adding in different orders differ beyond the shown digits.
            Some(v) => match figures::round2(v) {
                v if v.fract() == 0.0 && query.measures[i].of != Aggregation::Share => json!(v as i64),
                v => json!(v),
            },
            None => Value::Null,
        }
    };
    for (i, name) in names.iter().enumerate() {
        map.insert(name.clone(), value(i, line.values[i]));
    }
    if let Some((before, count)) = &line.before {
        map.insert("previousCount".into(), json!(*count as i64));
        for (i, name) in names.iter().enumerate().filter(|(_, n)| *n != "count") {
            map.insert(format!("previous{}", capital(name)), value(i, before[i]));
        }
        let now = line.values.first().copied().flatten();
        let then = before.first().copied().flatten();
        if let (Some(now), Some(then)) = (now, then) {
            let name = if query.measures[0].of == Aggregation::Share { "changeInPoints" } else { "change" };
            map.insert(name.into(), json!(figures::round2(now - then)));
            let percent = (then > 0.0).then(|| ((now - then) / then * 1000.0).round() / 10.0);
            map.insert("changePercent".into(), json!(percent));
        }
    }
    map
}

fn group(line: &ResultRow, query: &Checked, vocabulary: &Vocabulary, names: &[String], all: f64) -> Value {
    let mut map = Map::new();
    let labels: Vec<String> =
        line.key.iter().zip(&query.keys).map(|(v, k)| label(v.as_deref(), k, vocabulary)).collect();
    // The values for a filter, if they differ from the labels or there are several.
    if line.key.len() > 1 || !line.key.iter().map(Option::as_deref).eq(labels.iter().map(|label| Some(label.as_str())))
    {
        map.insert("value".into(), if let [one] = line.key.as_slice() { json!(one) } else { json!(line.key) });
    }
    map.insert("label".into(), labels.join(", ").into());
    map.extend(figures_of(line, query, names));
    let plain = query.measures.iter().any(|m| m.of == Aggregation::Count && m.only.is_none());
    if plain && !query.measures.iter().any(CheckedMeasure::of_all) && all > 0.0 && query.dataset != Dataset::Documents {
        map.insert("shareOfAll".into(), json!(figures::share(line.count as i64, all as i64)));
    }
    Value::Object(map)
}

fn summary(understood: &str, query: &Checked, found: &QueryResult, vocabulary: &Vocabulary) -> String {
    let value = |line: &ResultRow| {
        let list: Vec<String> = line.values.iter().map(|v| v.map_or_else(|| "none".into(), describe::number)).collect();
        list.join(", ")
    };
    let mut text = format!("{understood}: {}", value(&found.total));
    if !query.keys.is_empty() {
        let first: Vec<String> = found
            .groups
            .iter()
            .take(3)
            .map(|l| {
                let labels: Vec<String> =
                    l.key.iter().zip(&query.keys).map(|(v, k)| label(v.as_deref(), k, vocabulary)).collect();
                format!("{} {}", labels.join(", "), value(l))
            })
            .collect();
        text.push_str(&format!("; {} groups: {}", found.group_count, first.join("; ")));
    }
    text.push('.');
    text
}

/// Maximum example records.
const NEWEST: usize = 3;

/// The condition without the kind of communication that the noun states: "complaints".
pub fn without_kind(test: &Predicate) -> Option<Predicate> {
    let said = |t: &Predicate| describe::kind_noun(t).is_some();
    match test {
        Predicate::And(list) => {
            let mut list: Vec<Predicate> = list.iter().filter(|t| !said(t)).cloned().collect();
            if list.len() > 1 { Some(Predicate::And(list)) } else { list.pop() }
        }
        other => (!said(other)).then(|| other.clone()),
    }
}

/// The newest matching records.
async fn sources(ctx: &ToolContext, query: &Checked) -> Result<Vec<model::answer::Source>, ToolError> {
    match query.dataset {
        Dataset::Communications => {
            let ids = listing::of_query(&ctx.db, query, Order::Latest, NEWEST, TIME).await?;
            let all = records::communications(&ctx.db, &ids).await?;
            Ok(evidence::of_communications(&ctx.db, &all, "").await?)
        }
        Dataset::Cases => {
            let mut all = Vec::new();
            for id in listing::of_query(&ctx.db, query, Order::Latest, NEWEST, TIME).await? {
                all.push(records::case(&ctx.db, &id).await?);
            }
            Ok(evidence::of_cases(&ctx.db, &all).await?)
        }
        _ => Ok(Vec::new()),
    }
}
