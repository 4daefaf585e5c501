//! `query_data`: a question in words or as a typed query, counted over communications, cases, customers,
//! documents or any declared source.

mod combined;
mod conditions;
mod flat;
mod rows;

use std::time::Duration;

use chrono::NaiveDate;
use model::run::{Scope, ToolOutput};
use model::time::DateRange;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::query_chart::{self, label};
use super::query_times::{LISTED, days_of, months, record_data, with_empty_times};
use super::{query_records, query_scope};
use crate::filters::days_json;
use crate::{evidence, figures, policy};
use flat::Flat;
use query::ast::{Aggregation, Dataset, Op, Query};
use query::check::{self, Checked, CheckedMeasure, GroupKey, Predicate};
use query::describe::{self, Around, describe};
use query::run::{QueryResult, ResultRow};
use query::values::{Vocabulary, exceeds};
use query::{frame, listing};
use rows::{Pivot, figures_of, group, name};
use store::analytics::Order;
use store::records;
use tools::{ToolContext, ToolError, given};

/// Maximum length of a question in words, in bytes.
const LONGEST: usize = 2_000;
/// Maximum pairs that a pivot is made of, and its rows if no limit is given.
const MAX_PIVOT_PAIRS: usize = 5_000;
const DEFAULT_PIVOT_ROWS: usize = 20;
/// Time limit of one statement; the tool's own time limit is longer.
const STATEMENT_TIMEOUT: Duration = Duration::from_secs(10);

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
    let (execute, pivot) = (args.execute, args.flat.pivot());
    let (query, unused) = asked(args, &vocabulary, ctx.as_of)?;
    let mut checked = query_scope::checked(&ctx, &query, &vocabulary)?;
    if pivot {
        flat::check_pivot(&checked)?;
        checked.limit = MAX_PIVOT_PAIRS;
    }
    let limit = query_scope::words(&checked, &vocabulary);
    let mut understood = describe(&checked, &vocabulary);
    if let Some(limit) = &limit {
        understood.push_str(&format!(", only where {limit}"));
    }
    if execute == Some(false) {
        let data = json!({ "dsl": query, "explanation": understood });
        return Ok(ToolOutput { data, summary: format!("Not run. {understood}."), ..ToolOutput::default() });
    }
    let (mut found, withheld) = policy::run(&ctx, &checked, STATEMENT_TIMEOUT).await?;
    let (days, span) = days_of(&ctx.db, &checked).await?;
    with_empty_times(&mut found, &checked, span);
    let table = if pivot {
        let most = query.limit.map_or(DEFAULT_PIVOT_ROWS, |limit| limit as usize).min(LISTED);
        let complete = !found.cut && withheld == 0 && found.group_count == found.groups.len();
        Some(Pivot::new((&checked, &found), &vocabulary, most, complete)?)
    } else {
        None
    };
    let mut output = output(&ctx, &checked, &found, &vocabulary, (understood, limit), (days, span), table).await?;
    // A second query, for a model alone: the rules' sentences do not use it.
    if ctx.by_model
        && let Some(missing) = without_value(&ctx, &checked).await?.filter(|missing| *missing > 0)
    {
        output.data["recordsWithoutValue"] = missing.into();
    }
    policy::tell(&mut output, withheld);
    if let Some(why) = unused {
        output.summary.push_str(&format!(" The words in `query` were not used: {why}"));
    }
    Ok(output)
}

/// How many of the records have no value in the column that is measured: a sum or a mean passes over them.
async fn without_value(ctx: &ToolContext, checked: &Checked) -> Result<Option<i64>, ToolError> {
    let Some(first) = checked.measures.first().filter(|m| m.only.is_none() && m.of != Aggregation::Distinct) else {
        return Ok(None);
    };
    let Some(column) = first.column.clone() else { return Ok(None) };
    let missing = Predicate::Is { column, op: Op::Missing, values: Vec::new() };
    let filter = checked.filter.iter().cloned().chain([missing]).collect();
    let count = Checked {
        filter: Some(Predicate::And(filter)),
        keys: Vec::new(),
        measures: vec![CheckedMeasure { of: Aggregation::Count, column: None, percentile: 50, only: None }],
        having: Vec::new(),
        against: None,
        ..checked.clone()
    };
    Ok(Some(policy::run(ctx, &count, STATEMENT_TIMEOUT).await?.0.total.count as i64))
}

/// The query from the arguments; and, if the fields suffice, why words beside them were not used.
fn asked(args: Args, vocabulary: &Vocabulary, as_of: NaiveDate) -> Result<(Query, Option<String>), ToolError> {
    let words = given(&args.query);
    if words.is_some_and(|text| text.len() > LONGEST) {
        return Err(ToolError::new(format!("The question is longer than {LONGEST} characters. Ask it shorter.")));
    }
    let (typed, named) = match args.typed {
        Some(typed) => (Some(typed), true),
        None => args.flat.query(vocabulary)?,
    };
    match (typed, words) {
        (Some(fields), Some(text)) => match frame::one(text, vocabulary, as_of) {
            Ok(words) => Ok((combined::combined(fields, named, words, vocabulary, as_of)?, None)),
            Err(error) => Ok((fields, Some(error.message))),
        },
        (Some(typed), None) => Ok((typed, None)),
        (None, Some(text)) => Ok((frame::one(text, vocabulary, as_of)?, None)),
        (None, None) => Err(ToolError::new(
            "Say what is counted: a dataset (communications, cases, customers, documents or a source), conditions, \
             groupBy …, or the question in words as `query`.",
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
    let (query, _) = asked(args, vocabulary, as_of).ok()?;
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
    table: Option<Pivot>,
) -> Result<ToolOutput, ToolError> {
    let names: Vec<String> = (0..checked.measures.len()).map(|i| name(checked, i)).collect();
    let mut data = Map::new();
    // A model reads it in the summary.
    if !ctx.by_model {
        data.insert("understood".into(), understood.clone().into());
    }
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
        // Of a mean or another measure it would be the mean number of records, which nobody asked for.
        let adds_up = checked.measures.first().is_none_or(|m| matches!(m.of, Aggregation::Count | Aggregation::Sum));
        if found.group_count > 0 && table.is_none() && adds_up {
            data.insert("averagePerGroup".into(), json!(figures::round2(whole / found.group_count as f64)));
        }
        if checked.keys.len() > 1 {
            data.insert("groupFields".into(), json!(rows::fields(checked)));
        }
        match &table {
            Some(table) => {
                let more = table.row_count - table.rows.len();
                if more > 0 {
                    data.insert("moreRows".into(), more.into());
                }
                data.insert("columns".into(), json!(table.columns));
                data.insert("rows".into(), json!(table.rows));
            }
            None => {
                let group = |l| group(l, checked, vocabulary, &names, found.total.count);
                data.insert("groups".into(), found.groups.iter().take(LISTED).map(group).collect());
            }
        }
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
    let Around { before, mut after } = test.as_ref().map(|test| describe::around(test, vocabulary)).unwrap_or_default();
    after.extend(limit.map(|limit| format!(" where {limit}")));
    for (name, words) in [("adjectives", before.trim()), ("which", after.as_str())] {
        if !words.is_empty() {
            data.insert(name.into(), words.into());
        }
    }
    if let Some(first) = checked.measures.first() {
        data.insert("measure".into(), describe::measure(first, vocabulary).into());
        if let Some(part) = &first.only {
            data.insert("part".into(), describe::which(part, vocabulary).trim_start().into());
        }
        if let Some(query::catalog::ColumnType::Number(unit)) = first.column.as_ref().map(|c| c.kind)
            && !unit.is_empty()
        {
            data.insert("unit".into(), unit.into());
        }
    }
    let mut summary = summary(&understood, checked, found, vocabulary);
    if !found.estimated.is_empty() {
        summary.push_str(" There are too many different values to work it out exactly: it is an estimate.");
    }
    let coverage = Some(figures::covered(found.total.count as i64, describe::noun(checked.dataset).1, days));
    let sources = sources(ctx, checked).await?;
    let mut counted = query_records::counts(checked, &names);
    counted.figures.extend(table.into_iter().flat_map(|table| table.rules));
    let charts = query_chart::chart(checked, found, vocabulary, days, 2).into_iter().collect();
    Ok(ToolOutput {
        data: Value::Object(data),
        summary,
        sources,
        charts,
        coverage,
        counted: vec![counted],
        draft: None,
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
const MAX_EXAMPLES: usize = 3;

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
            let ids = listing::of_query(&ctx.db, query, Order::Latest, MAX_EXAMPLES, STATEMENT_TIMEOUT).await?;
            let all = records::communications(&ctx.db, &ids).await?;
            Ok(evidence::of_communications(&ctx.db, &all, "").await?)
        }
        Dataset::Cases => {
            let mut all = Vec::new();
            for id in listing::of_query(&ctx.db, query, Order::Latest, MAX_EXAMPLES, STATEMENT_TIMEOUT).await? {
                all.push(records::case(&ctx.db, &id).await?);
            }
            Ok(evidence::of_cases(&ctx.db, &all).await?)
        }
        _ => Ok(Vec::new()),
    }
}
