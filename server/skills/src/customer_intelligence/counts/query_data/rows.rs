//! The rows of a result: each group with its names and figures, and, for a pivot, the second column's values as columns.

use std::collections::BTreeMap;

use model::run::drill_through::FigureRule;
use model::text::capital;
use model::time::{DateRange, day_of_digits};
use serde_json::{Map, Value, json};

use super::super::query_chart::label;
use super::super::query_records::{field, shared, stored_field};
use crate::figures;
use query::ast::{Aggregation, Bucket, Dataset, Filter, Op};
use query::check::{Checked, CheckedMeasure, GroupKey, Predicate, Scalar};
use query::filter_codec;
use query::run::{QueryResult, ResultRow};
use query::values::Vocabulary;
use query::week::WEEKDAYS;
use tools::ToolError;

/// Maximum columns of a pivot.
const COLUMNS: usize = 24;
/// The field with the sum of a row's cells.
const TOTAL: &str = "total";

/// The field name of a measure: "count", "averageResolutionHours".
pub(super) fn name(query: &Checked, place: usize) -> String {
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

/// A figure of a measure as it is stated: days as days, the rest rounded.
fn stated(measure: &CheckedMeasure, value: Option<f64>) -> Value {
    let day = measure.column.as_ref().is_some_and(|c| c.kind == query::catalog::ColumnType::Day)
        && measure.of != Aggregation::Distinct;
    match value {
        Some(v) if day => json!(day_of_digits(v)),
        // Rounded first: engines adding in different orders differ beyond the shown digits.
        Some(v) => match figures::round2(v) {
            v if v.fract() == 0.0 && measure.of != Aggregation::Share => json!(v as i64),
            v => json!(v),
        },
        None => Value::Null,
    }
}

pub(super) fn figures_of(line: &ResultRow, query: &Checked, names: &[String]) -> Map<String, Value> {
    let mut map = Map::new();
    map.insert("count".into(), json!(line.count as i64));
    let value = |i: usize, v: Option<f64>| stated(&query.measures[i], v);
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

/// The fields of the groups' names, if there are several.
pub(super) fn fields(query: &Checked) -> Vec<&str> {
    query.keys.iter().map(field).collect()
}

/// The name of a group under its field, and beside it the stored value where that differs: what a filter takes.
fn named(map: &mut Map<String, Value>, key: &GroupKey, value: Option<&str>, vocabulary: &Vocabulary) {
    let label = label(value, key, vocabulary);
    if value != Some(label.as_str()) {
        map.insert(stored_field(key), json!(value));
    }
    map.insert(field(key).to_owned(), label.into());
}

pub(super) fn group(line: &ResultRow, query: &Checked, vocabulary: &Vocabulary, names: &[String], all: f64) -> Value {
    let mut map = Map::new();
    match (line.key.as_slice(), query.keys.as_slice()) {
        ([value], [key]) => {
            let label = label(value.as_deref(), key, vocabulary);
            // The value for a filter, if it differs from the label.
            if value.as_deref() != Some(label.as_str()) {
                map.insert("value".into(), json!(value));
            }
            map.insert("label".into(), label.into());
        }
        (values, keys) => {
            for (value, key) in values.iter().zip(keys) {
                named(&mut map, key, value.as_deref(), vocabulary);
            }
        }
    }
    map.extend(figures_of(line, query, names));
    let plain = query.measures.iter().any(|m| m.of == Aggregation::Count && m.only.is_none());
    if plain && !query.measures.iter().any(CheckedMeasure::of_all) && all > 0.0 && query.dataset != Dataset::Documents {
        map.insert("shareOfAll".into(), json!(figures::share(line.count as i64, all as i64)));
    }
    Value::Object(map)
}

/// A table of the first measure: a row for each value of the first column, a column for each of the second.
pub(super) struct Pivot {
    pub columns: Vec<String>,
    pub rows: Vec<Value>,
    /// How many rows there are, listed or not.
    pub row_count: usize,
    /// Which records are behind the cells.
    pub rules: Vec<FigureRule>,
}

impl Pivot {
    /// The table of a result by two columns. `complete` says that it has every pair with records: then a pair that is not
    /// in it counts 0.
    ///
    /// # Errors
    /// If there are more columns than can be shown.
    pub fn new(
        (query, found): (&Checked, &QueryResult),
        vocabulary: &Vocabulary,
        most: usize,
        complete: bool,
    ) -> Result<Self, ToolError> {
        let ([of_rows, of_columns], Some(first)) = (query.keys.as_slice(), query.measures.first()) else {
            return Err(ToolError::new(
                "pivot takes two columns in groupBy: that of the rows, then that of the columns.",
            ));
        };
        let additive = matches!(first.of, Aggregation::Count | Aggregation::Sum);
        let zero = complete && query.having.is_empty() && (additive || first.of == Aggregation::Distinct);
        let mut rows: BTreeMap<&Option<String>, f64> = BTreeMap::new();
        let mut columns = rows.clone();
        let mut cells: BTreeMap<(&Option<String>, &Option<String>), &ResultRow> = BTreeMap::new();
        for line in &found.groups {
            let [row, column] = line.key.as_slice() else { continue };
            let size = line.values.first().copied().flatten().filter(|_| additive).unwrap_or(line.count);
            *rows.entry(row).or_default() += size;
            *columns.entry(column).or_default() += size;
            cells.insert((row, column), line);
        }
        if columns.len() > COLUMNS {
            return Err(ToolError::new(format!(
                "There are {} values of {} for the columns of the table, more than {COLUMNS}. Narrow them by a condition or \
                 the time range, or exchange the two columns of groupBy.",
                columns.len(),
                field(of_columns)
            )));
        }
        let mut taken: Vec<String> = vec![field(of_rows).to_owned(), stored_field(of_rows), TOTAL.to_owned()];
        let columns: Vec<(&Option<String>, String)> = ordered(columns, of_columns)
            .into_iter()
            .map(|value| {
                let mut name = label(value.as_deref(), of_columns, vocabulary);
                if taken.contains(&name) {
                    name = format!("{} {name}", field(of_columns));
                }
                taken.push(name.clone());
                (value, name)
            })
            .collect();
        let (row_count, rows) = (rows.len(), ordered(rows, of_rows));
        let row = |value: &&Option<String>| {
            let mut map = Map::new();
            named(&mut map, of_rows, value.as_deref(), vocabulary);
            let mut sum = 0.0;
            for (column, name) in &columns {
                let figure = match cells.get(&(*value, *column)) {
                    Some(line) => line.values.first().copied().flatten(),
                    None => zero.then_some(0.0),
                };
                sum += figure.unwrap_or(0.0);
                map.insert(name.clone(), stated(first, figure));
            }
            if additive {
                map.insert(TOTAL.into(), stated(first, Some(sum)));
            }
            Value::Object(map)
        };
        let rows = rows.iter().take(most).map(row).collect();
        let rules = rules(query, first, (of_rows, of_columns), &columns);
        Ok(Self { columns: columns.into_iter().map(|(_, name)| name).collect(), rows, row_count, rules })
    }
}

/// Periods by date, other values by their figures, the largest first.
fn ordered<'a>(values: BTreeMap<&'a Option<String>, f64>, key: &GroupKey) -> Vec<&'a Option<String>> {
    let mut all: Vec<_> = values.into_iter().collect();
    if matches!(key, GroupKey::Column(_)) {
        all.sort_by(|a, b| b.1.total_cmp(&a.1));
    }
    all.into_iter().map(|(value, _)| value).collect()
}

fn rules(
    query: &Checked,
    first: &CheckedMeasure,
    (of_rows, of_columns): (&GroupKey, &GroupKey),
    columns: &[(&Option<String>, String)],
) -> Vec<FigureRule> {
    let counts = first.of == Aggregation::Count;
    let only = first.only.as_ref().map(filter_codec::filter);
    let rule = |path: &str, filters: Vec<Filter>| FigureRule {
        only: Filter::all(filters).and_then(|filter| serde_json::to_value(filter).ok()),
        ..FigureRule::at(path).key(shared("/rows/*", of_rows))
    };
    let counted = |rule: FigureRule, field: &str| if counts { rule.counts(field) } else { rule };
    let row = counted(rule("/rows/*", only.clone().into_iter().collect()), &format!("/{TOTAL}"));
    let cell = |(value, name): &(&Option<String>, String)| {
        let (filter, range) = narrowed(query, of_columns, value.as_deref())?;
        let path = format!("/rows/*/{}", name.replace('~', "~0").replace('/', "~1"));
        let rule = rule(&path, only.clone().into_iter().chain(filter).collect());
        Some(counted(FigureRule { range, ..rule }, ""))
    };
    std::iter::once(row).chain(columns.iter().filter_map(cell)).collect()
}

/// What a column's value adds to the query: a condition, or other days. `None` if neither can say it.
fn narrowed(query: &Checked, key: &GroupKey, value: Option<&str>) -> Option<(Option<Filter>, Option<DateRange>)> {
    match (key, value) {
        (GroupKey::Column(column), value) => {
            let (op, values) = match value {
                Some(value) => (Op::Is, vec![Scalar::Text(value.to_owned())]),
                None => (Op::Missing, Vec::new()),
            };
            Some((Some(filter_codec::filter(&Predicate::Is { column: column.clone(), op, values })), None))
        }
        (GroupKey::Time(Bucket::Weekday), Some(value)) if query.source.is_none() => {
            let day = value.parse::<usize>().ok().and_then(|day| WEEKDAYS.get(day))?;
            Some((Some(Filter::is("weekday", [*day])), None))
        }
        (GroupKey::Time(bucket), Some(value)) => {
            let days = bucket.days(value)?;
            let to = [query.range.to, days.to].into_iter().flatten().min();
            Some((None, Some(DateRange { from: query.range.from.max(days.from), to })))
        }
        (GroupKey::Time(_), None) => None,
    }
}
