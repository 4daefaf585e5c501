//! From a figure of a stored result to the query for its records: the result's own condition, and the figure's row. And
//! the reverse: how a result states them.

use chrono::NaiveDate;
use model::run::Scope;
use model::run::drill_through::{DrillThrough, FigureRule, ResultLink, SharedValue as RowKey};
use model::text::capital;
use model::time::DateRange;
use serde_json::Value;

use super::ast::{Bucket, Dataset};
use super::catalog::{self, Catalog};
use super::check::{Checked, Predicate, QueryError, Scalar};
use super::describe;
use super::filter_codec::{self, Reader};
use super::values::Vocabulary;
use super::week::WEEKDAYS;

/// The drill-through of a query's result.
pub fn of_query(query: &Checked, figures: Vec<FigureRule>) -> DrillThrough {
    build(query.dataset, &query.scope, query.range, query.filter.as_slice(), figures)
}

/// The drill-through of a result.
pub fn build(
    dataset: Dataset,
    scope: &Scope,
    range: DateRange,
    tests: &[Predicate],
    figures: Vec<FigureRule>,
) -> DrillThrough {
    let filter = match tests {
        [] => None,
        [one] => Some(filter_codec::json(one)),
        all => Some(filter_codec::json(&Predicate::And(all.to_vec()))),
    };
    let scope = Scope { time_window: None, selected_bubble: None, records: None, name: None, ..scope.clone() };
    DrillThrough { dataset: dataset.as_str().to_owned(), scope, range, filter, figures }
}

/// The bucket of a key.
fn bucket(column: &str) -> Option<Bucket> {
    column.strip_prefix('@').and_then(Bucket::find)
}

/// The query for the records of a figure.
pub fn query(
    led: &ResultLink<'_>,
    result: &Value,
    (vocabulary, catalog): (&Vocabulary, &Catalog),
    as_of: NaiveDate,
) -> Result<Checked, QueryError> {
    let (counted, rule) = (led.counted, led.rule);
    let dataset = Dataset::find(&counted.dataset);
    let dataset = dataset.ok_or_else(|| QueryError::new(format!("There are no {} to list.", counted.dataset)))?;
    let source = match dataset {
        Dataset::Source(name) => {
            let gone = || QueryError::new(format!("The source {} is not declared any more.", name.as_str()));
            Some(vocabulary.source(name.as_str()).cloned().ok_or_else(gone)?)
        }
        _ => None,
    };
    let reader = Reader { catalog, dataset };
    let mut tests = Vec::new();
    for filter in [&counted.filter, &rule.only].into_iter().flatten() {
        tests.push(reader.json(filter)?);
    }
    let mut range = rule.range.unwrap_or(counted.range);
    for key in &rule.by {
        let value = value(led, result, key)?;
        match (bucket(&key.column), &value) {
            (Some(Bucket::Weekday), Some(value)) => {
                let name = value.parse::<usize>().ok().and_then(|day| WEEKDAYS.get(day)).copied();
                tests.push(reader.is("weekday", Some(name.unwrap_or(value)))?);
            }
            (Some(bucket), Some(value)) => {
                let days = bucket
                    .days(value)
                    .ok_or_else(|| QueryError::new(format!("\"{value}\" is not a range of days.")))?;
                range = both(range, days);
            }
            (Some(_), None) => tests.push(reader.is("day", None)?),
            (None, value) => tests.push(reader.is(&key.column, value.as_deref())?),
        }
    }
    Ok(Checked::listing(dataset, source, counted.scope.clone(), (as_of, range), tests))
}

/// The query for the firm's own documents matching a condition.
pub fn documents(test: Predicate, as_of: NaiveDate, range: DateRange) -> Checked {
    Checked::listing(Dataset::Documents, None, Scope::default(), (as_of, range), vec![test])
}

/// The intersection of two ranges.
fn both(a: DateRange, b: DateRange) -> DateRange {
    let to = [a.to, b.to].into_iter().flatten().min();
    DateRange { from: a.from.max(b.from), to }
}

/// The stored value of a row; `None` for records without one.
fn value(led: &ResultLink<'_>, result: &Value, key: &RowKey) -> Result<Option<String>, QueryError> {
    let found = key.value.iter().find_map(|path| led.value(result, path));
    match found {
        Some(Value::Null) => Ok(None),
        Some(Value::String(text)) if key.missing.as_ref() == Some(text) => Ok(None),
        Some(Value::String(text)) => Ok(Some(text.clone())),
        Some(other) if !other.is_object() && !other.is_array() => Ok(Some(other.to_string())),
        _ => Err(QueryError::new(format!("The row has no {}.", key.column.trim_start_matches(['@', '='])))),
    }
}

/// The records in words, including the scope: "Complaints about Mobile banking, 2 to 31 January 2026".
pub fn words(query: &Checked, vocabulary: &Vocabulary, catalog: &Catalog) -> String {
    let (scope, reader) = (&query.scope, Reader { catalog, dataset: query.dataset });
    let mut tests: Vec<Predicate> = Vec::new();
    for (field, value) in scope.values() {
        let column = match field {
            "topic" => "@topic",
            "journeyStage" => "@stage",
            other => catalog::of_scope(other),
        };
        // For example messages of late cases: there is no such column, but a limit.
        let known = reader.is(column, Some(value).filter(|value| !value.is_empty()));
        tests.extend(known.ok());
    }
    if !scope.selected_items.is_empty() {
        let values = scope.selected_items.iter().cloned().map(Scalar::Text).collect();
        if let Ok(column) = reader.column("@topic") {
            tests.push(Predicate::Is { column, op: super::ast::Op::Is, values });
        }
    }
    if let Some(mark) = &scope.source_value {
        tests.extend(reader.is(&mark.dimension, Some(&mark.value)).ok());
    }
    flatten(query.filter.as_ref(), &mut tests);
    let mut seen: Vec<Predicate> = Vec::new();
    for test in tests {
        if !seen.contains(&test) {
            seen.push(test);
        }
    }
    let records = describe::records(query.dataset, seen, vocabulary);
    let when = match query.dataset {
        Dataset::Customers | Dataset::Source(_) if query.range == DateRange::ALL => String::new(),
        _ => format!(", {}", query.range.label()),
    };
    capital(&format!("{records}{when}"))
}

/// The conditions that must all hold, separately.
fn flatten(test: Option<&Predicate>, into: &mut Vec<Predicate>) {
    match test {
        Some(Predicate::And(list)) => list.iter().for_each(|test| flatten(Some(test), into)),
        Some(other) => into.push(other.clone()),
        None => {}
    }
}
