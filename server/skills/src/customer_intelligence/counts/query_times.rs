//! The days that a query's figures cover, and the listed periods in which nothing happened.

use chrono::{Datelike, Months, NaiveDate};
use model::time::DateRange;

use query::ast::{Aggregation, Bucket, By, Dataset};
use query::check::{Checked, GroupKey};
use query::run::{QueryResult, ResultRow};
use store::Db;
use store::analytics::Data;
use store::analytics::values as stored;
use tools::ToolError;

/// Groups beyond this number go into "other".
pub(super) const LISTED: usize = 120;

/// The records with presets; `None` for customers and documents.
pub(super) fn record_data(dataset: Dataset) -> Option<Data> {
    match dataset {
        Dataset::Communications => Some(Data::Communications),
        Dataset::Cases => Some(Data::Cases),
        _ => None,
    }
}

/// The days that the figures cover: the requested range, open ends limited by the data; and its days within the data,
/// over which means are taken.
pub(super) async fn days_of(db: &Db, query: &Checked) -> Result<(DateRange, DateRange), ToolError> {
    let all = match (&query.source, record_data(query.dataset)) {
        (Some(opened), _) => opened
            .days
            .and_then(|days| days.from.zip(days.to))
            .filter(|_| query.range != DateRange::ALL || !query.keys.is_empty()),
        (None, Some(data)) => stored::days(db, data).await?,
        (None, None) => return Ok((query.range, query.range)),
    };
    let days = DateRange { from: query.range.from.or(all.map(|a| a.0)), to: query.range.to.or(all.map(|a| a.1)) };
    let span = DateRange { from: days.from.max(all.map(|a| a.0)), to: days.to.min(all.map(|a| a.1)) };
    Ok((days, span))
}

/// Adds months, quarters and years without records, with a count of 0.
pub(super) fn with_empty_times(found: &mut QueryResult, query: &Checked, span: DateRange) {
    let ([GroupKey::Time(bucket)], Some(from), Some(to)) = (query.keys.as_slice(), span.from, span.to) else { return };
    let counts = query.measures.iter().all(|m| m.of == Aggregation::Count);
    if !query.having.is_empty() || query.order.by != By::Group || !counts || found.cut {
        return;
    }
    let name = |day: NaiveDate| match bucket {
        Bucket::Month => Some(day.format("%Y-%m").to_string()),
        Bucket::Quarter => Some(format!("{}-Q{}", day.format("%Y"), day.month0() / 3 + 1)),
        Bucket::Year => Some(day.format("%Y").to_string()),
        _ => None,
    };
    let months = std::iter::successors(from.with_day(1), |day| day.checked_add_months(Months::new(1)));
    for key in months.take_while(|day| *day <= to).take(LISTED).filter_map(name) {
        let key = vec![Some(key)];
        if !found.groups.iter().any(|line| line.key == key) {
            found.groups.push(ResultRow {
                key,
                values: vec![Some(0.0); query.measures.len()],
                count: 0.0,
                before: None,
            });
        }
    }
    found.groups.sort_by(|a, b| if query.order.ascending { a.key.cmp(&b.key) } else { b.key.cmp(&a.key) });
    let first = found.groups.len().saturating_sub(query.limit);
    found.groups.drain(..first);
    found.group_count = found.group_count.max(found.groups.len());
}

/// Calendar months in a period, at least a part of one.
pub(super) fn months(range: DateRange, days: i64) -> f64 {
    match (range.from, range.to) {
        (Some(a), Some(b)) => f64::from((b.year() * 12 + b.month0() as i32) - (a.year() * 12 + a.month0() as i32) + 1),
        _ => (days as f64 / 30.4375).max(1.0),
    }
}
