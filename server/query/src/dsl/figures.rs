//! Figures as aggregations, in pages of groups.

use std::collections::BTreeMap;

use chrono::{DateTime, Datelike};
use serde_json::{Map, Value, json};

use super::filter::not;
use super::foreign::{self, weekday};
use super::{Asking, ClusterAnswer, Compiler};
use crate::ast::{Aggregation, Bucket};
use crate::catalog::{ColumnExpr, ColumnType};
use crate::check::{CheckedMeasure, GroupKey};
use crate::line::ResultRow;
use crate::sql::ROWS;
use crate::week::{PARTS_OF_WEEK, WEEKDAYS, part_of_week};

/// Groups per page.
const PAGE_GROUPS: usize = 5_000;
/// Maximum values with counts read to compute an exact figure.
const MAX_EXACT_VALUES: usize = 100_000;
/// The cluster counts up to this many distinct values almost exactly; this is its maximum.
const PRECISION: u32 = 40_000;

type Stored = Vec<Option<String>>;

/// Records with a key, and their aggregations.
type Group = (Stored, Value);

/// A key: a composite source of the cluster, or one of few values, queried one after another.
pub(super) enum Part {
    Source(Value),
    /// Each with its condition.
    Few(Vec<(Option<&'static str>, Value)>),
}

impl Compiler<'_> {
    pub(super) fn part(&self, key: &GroupKey) -> Option<Part> {
        let terms = |field: &str| Part::Source(json!({ "terms": { "field": field, "missing_bucket": true } }));
        let days_of = |field: &str, every: &str, format: &str| {
            Part::Source(json!({ "date_histogram": {
                "field": field, "calendar_interval": every, "format": format, "missing_bucket": true } }))
        };
        let day = self.day_field();
        let days = |every: &str, format: &str| Some(days_of(day.as_deref()?, every, format));
        Some(match key {
            GroupKey::Time(Bucket::Weekday) if self.table.is_some() => Part::Source(weekday(&day?)),
            GroupKey::Time(Bucket::Weekday) => terms("weekday"),
            GroupKey::Time(Bucket::Day) => days("day", "yyyy-MM-dd")?,
            GroupKey::Time(Bucket::Week) => days("week", "yyyy-MM-dd")?,
            GroupKey::Time(Bucket::Month) => days("month", "yyyy-MM")?,
            GroupKey::Time(Bucket::Quarter) => days("quarter", "yyyy-MM")?,
            GroupKey::Time(Bucket::Year) => days("year", "yyyy")?,
            GroupKey::Column(column) => match column.place {
                _ if self.foreign_day(column).is_some() => days_of(&self.foreign_day(column)?, "day", "yyyy-MM-dd"),
                ColumnExpr::Own("day") => days("day", "yyyy-MM-dd")?,
                ColumnExpr::Own("sla_breached") => Part::Few(vec![
                    (Some("yes"), self.sla(true)),
                    (Some("no"), self.sla(false)),
                    (None, not(self.sla_known())),
                ]),
                ColumnExpr::PartOfWeek => {
                    let of = |part: &'static str| {
                        let days = WEEKDAYS.iter().enumerate().filter(|(at, _)| part_of_week(*at) == part);
                        (Some(part), json!({ "terms": { "weekday": days.map(|(_, day)| *day).collect::<Vec<_>>() } }))
                    };
                    Part::Few(PARTS_OF_WEEK.map(of).to_vec())
                }
                _ => terms(&self.field(column)?),
            },
        })
    }

    /// The aggregations of each group, except for values that are read separately.
    pub(super) fn measures(&self) -> Option<Map<String, Value>> {
        let mut all = Map::new();
        for (place, measure) in self.query.measures.iter().enumerate() {
            let inner = match measure.of {
                Aggregation::Count | Aggregation::Share => None,
                Aggregation::Distinct | Aggregation::Median | Aggregation::Percentile => continue,
                Aggregation::Min | Aggregation::Max if measure.column.as_ref()?.place == ColumnExpr::Own("day") => {
                    Some(json!({ "stats": { "field": "day" } }))
                }
                _ => {
                    let column = measure.column.as_ref()?;
                    let field = self.number_field(column).or_else(|| self.foreign_day(column))?;
                    Some(json!({ "stats": { "field": field } }))
                }
            };
            let name = format!("m{place}");
            match (&measure.only, inner) {
                (Some(test), inner) => {
                    let aggs = inner.map(|inner| json!({ "v": inner })).unwrap_or(json!({}));
                    all.insert(name, json!({ "filter": self.test(test)?, "aggs": aggs }));
                }
                (None, Some(inner)) => {
                    all.insert(name, inner);
                }
                (None, None) => {}
            }
        }
        Some(all)
    }

    /// The field from whose values a figure is computed.
    pub(super) fn values_field(&self, measure: &CheckedMeasure) -> Option<String> {
        let column = measure.column.as_ref()?;
        match self.number_field(column) {
            Some(field) => Some(field),
            None if column.place == ColumnExpr::Own("day") => Some("day".into()),
            None => self.field(column),
        }
    }
}

impl Asking<'_> {
    pub(super) async fn figures(&self, keys: &[GroupKey]) -> Option<ClusterAnswer> {
        let query = self.compiler.query;
        let measures = self.compiler.measures()?;
        let groups = self.groups(keys, &[], &measures).await?;
        let mut told = ClusterAnswer::default();
        let mut places = BTreeMap::new();
        for (key, reply) in groups {
            let count = reply["doc_count"].as_f64()?;
            let values = query.measures.iter().enumerate().map(|(at, m)| value(m, &reply[format!("m{at}")], count));
            places.insert(key.clone(), told.lines.len());
            told.lines.push(ResultRow { key, values: values.collect(), count, before: None });
        }
        for (at, measure) in query.measures.iter().enumerate() {
            if !(measure.ranked() || measure.of == Aggregation::Distinct) {
                continue;
            }
            let (values, estimated) = match self.counted_values(keys, measure).await? {
                Some(values) => (values, false),
                None => (self.estimates(keys, measure).await?, true),
            };
            if measure.of == Aggregation::Distinct {
                told.lines.iter_mut().for_each(|line| line.values[at] = Some(0.0));
            }
            for (key, value) in values {
                if let Some(line) = places.get(&key).and_then(|place| told.lines.get_mut(*place)) {
                    line.values[at] = value;
                }
            }
            told.estimated.extend(estimated.then_some(at));
        }
        Some(told)
    }

    /// A distinct count or percentile of each group, from all its values; `Some(None)` if there are too many.
    async fn counted_values(
        &self,
        keys: &[GroupKey],
        measure: &CheckedMeasure,
    ) -> Option<Option<BTreeMap<Stored, Option<f64>>>> {
        let field = self.compiler.values_field(measure)?;
        let further: Vec<Value> = match &measure.only {
            Some(test) => vec![self.compiler.test(test)?],
            None => Vec::new(),
        };
        let day = measure.column.as_ref().and_then(|column| self.compiler.foreign_day(column));
        let last = match day {
            Some(day) => json!({ "date_histogram": { "field": day, "calendar_interval": "day" } }),
            None => json!({ "terms": { "field": field } }),
        };
        let pages = self.pages(keys, Some(last), &further, &Map::new(), MAX_EXACT_VALUES).await?;
        let Some(pairs) = pages else { return Some(None) };
        let mut all: BTreeMap<Stored, Vec<(f64, u64)>> = BTreeMap::new();
        for (key, reply) in pairs {
            // A distinct count needs only their number.
            let value = reply["key"]["v"].as_f64().unwrap_or(0.0);
            all.entry(key).or_default().push((value, reply["doc_count"].as_u64()?));
        }
        let figure = |values: Vec<(f64, u64)>| match measure.of {
            Aggregation::Distinct => Some(values.len() as f64),
            _ => rank(values, measure.percentile),
        };
        Some(Some(all.into_iter().map(|(key, values)| (key, figure(values))).collect()))
    }

    /// The same, as estimated by the cluster.
    async fn estimates(&self, keys: &[GroupKey], measure: &CheckedMeasure) -> Option<BTreeMap<Stored, Option<f64>>> {
        let field = self.compiler.values_field(measure)?;
        // It would estimate times, not days.
        if measure.column.as_ref().is_some_and(|column| self.compiler.foreign_day(column).is_some()) {
            return None;
        }
        let inner = match measure.of {
            Aggregation::Distinct => json!({ "cardinality": { "field": field, "precision_threshold": PRECISION } }),
            _ => json!({ "percentiles": { "field": field, "percents": [measure.percentile], "keyed": false } }),
        };
        let mut asked = Map::new();
        asked.insert("v".into(), inner);
        let further: Vec<Value> = match &measure.only {
            Some(test) => vec![self.compiler.test(test)?],
            None => Vec::new(),
        };
        let groups = self.groups(keys, &further, &asked).await?;
        let value = |reply: &Value| match measure.of {
            Aggregation::Distinct => reply["v"]["value"].as_f64(),
            _ => reply["v"]["values"][0]["value"].as_f64(),
        };
        Some(groups.into_iter().map(|(key, reply)| (key, value(&reply))).collect())
    }

    /// All groups, as many as SQL computes; `None` if there are more.
    async fn groups(&self, keys: &[GroupKey], further: &[Value], asked: &Map<String, Value>) -> Option<Vec<Group>> {
        self.pages(keys, None, further, asked, ROWS).await?
    }

    /// Groups by some keys, and by `last` if given. `Some(None)` if there are more than `most`.
    async fn pages(
        &self,
        keys: &[GroupKey],
        last: Option<Value>,
        further: &[Value],
        asked: &Map<String, Value>,
        most: usize,
    ) -> Option<Option<Vec<Group>>> {
        // Each combination of the values queried one after another.
        let mut choices: Vec<(Vec<Option<&'static str>>, Vec<Value>)> = vec![(Vec::new(), further.to_vec())];
        let mut sources: Vec<Value> = Vec::new();
        let mut fixed: Vec<bool> = Vec::new();
        for key in keys {
            match self.compiler.part(key)? {
                Part::Source(source) => {
                    sources.push(json!({ format!("k{}", fixed.len()): source }));
                    fixed.push(false);
                }
                Part::Few(values) => {
                    let with = |(chosen, tests): &(Vec<Option<&'static str>>, Vec<Value>)| {
                        values
                            .iter()
                            .map(|(value, test)| {
                                let chosen: Vec<_> = chosen.iter().copied().chain([*value]).collect();
                                (chosen, tests.iter().cloned().chain([test.clone()]).collect())
                            })
                            .collect::<Vec<_>>()
                    };
                    choices = choices.iter().flat_map(with).collect();
                    fixed.push(true);
                }
            }
        }
        sources.extend(last.map(|last| json!({ "v": last })));
        let mut found: Vec<Group> = Vec::new();
        for (chosen, tests) in choices {
            if sources.is_empty() {
                let body = json!({ "size": 0, "track_total_hits": true, "aggs": asked });
                let reply = self.ask(&tests, body).await?;
                let count = reply["hits"]["total"]["value"].clone();
                if count != 0 || fixed.is_empty() {
                    let mut group = reply["aggregations"].as_object().cloned().unwrap_or_default();
                    group.insert("doc_count".into(), count);
                    found.push((chosen.iter().map(|v| v.map(str::to_owned)).collect(), Value::Object(group)));
                }
                continue;
            }
            let mut after = Value::Null;
            loop {
                let mut composite = json!({ "size": PAGE_GROUPS, "sources": sources });
                if !after.is_null() {
                    composite["after"] = after;
                }
                let body = json!({ "size": 0, "track_total_hits": false,
                    "aggs": { "g": { "composite": composite, "aggs": asked } } });
                let mut reply = self.ask(&tests, body).await?;
                let Value::Array(buckets) = reply["aggregations"]["g"]["buckets"].take() else { return None };
                let many = buckets.len();
                for group in buckets {
                    let mut few = chosen.iter();
                    let key = fixed.iter().zip(keys).enumerate().map(|(at, (fixed, key))| match fixed {
                        true => few.next().copied().flatten().map(str::to_owned),
                        false => stored(&group["key"][format!("k{at}")], key),
                    });
                    let key = key.collect();
                    found.push((key, group));
                }
                if found.len() > most {
                    return Some(None);
                }
                after = reply["aggregations"]["g"]["after_key"].take();
                if many < PAGE_GROUPS || after.is_null() {
                    break;
                }
            }
        }
        Some(Some(found))
    }
}

/// A key in SQL's form.
fn stored(value: &Value, key: &GroupKey) -> Option<String> {
    let text = foreign::text(value)?;
    match key {
        GroupKey::Time(Bucket::Weekday) => WEEKDAYS.iter().position(|day| **day == text).map(|at| at.to_string()),
        GroupKey::Time(Bucket::Quarter) => {
            let (year, month) = text.split_once('-')?;
            Some(format!("{year}-Q{}", month.parse::<u32>().ok()?.div_ceil(3)))
        }
        _ => Some(text),
    }
}

/// A figure of a group with this many records.
fn value(measure: &CheckedMeasure, reply: &Value, count: f64) -> Option<f64> {
    let of = if measure.only.is_some() { &reply["v"] } else { reply };
    let some = |name: &str| of[name].as_f64().filter(|_| of["count"].as_u64().unwrap_or(0) > 0);
    let day = measure.column.as_ref().is_some_and(|column| column.kind == ColumnType::Day);
    match measure.of {
        Aggregation::Count if measure.only.is_some() => reply["doc_count"].as_f64(),
        // A group's share of the total is computed from the counts.
        Aggregation::Count => Some(count),
        Aggregation::Share if measure.only.is_some() => {
            reply["doc_count"].as_f64().filter(|_| count > 0.0).map(|part| 100.0 * part / count)
        }
        Aggregation::Share => Some(count),
        Aggregation::Sum => some("sum"),
        Aggregation::Avg => some("avg"),
        Aggregation::Min if day => some("min").and_then(day_number),
        Aggregation::Max if day => some("max").and_then(day_number),
        Aggregation::Min => some("min"),
        Aggregation::Max => some("max"),
        Aggregation::Distinct | Aggregation::Median | Aggregation::Percentile => None,
    }
}

/// Milliseconds as 20260131.
fn day_number(millis: f64) -> Option<f64> {
    let day = DateTime::from_timestamp_millis(millis as i64)?.date_naive();
    Some(f64::from(day.year()) * 10_000.0 + f64::from(day.month() * 100 + day.day()))
}

/// The value at a percentile of values with counts, interpolated between its neighbours as in SQL.
fn rank(mut values: Vec<(f64, u64)>, percent: i64) -> Option<f64> {
    values.sort_by(|a, b| a.0.total_cmp(&b.0));
    let many: u64 = values.iter().map(|(_, count)| count).sum();
    let place = many.checked_sub(1)? * u64::try_from(percent).ok()?;
    let at = |wanted: u64| {
        let mut before = 0;
        values.iter().find_map(|(value, count)| {
            before += count;
            (before > wanted).then_some(*value)
        })
    };
    let (low, rest) = (at(place / 100)?, place % 100);
    let high = if rest > 0 { at(place / 100 + 1)? } else { low };
    Some(low + (high - low) * (rest as f64 / 100.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rank_lies_between_its_neighbours() {
        let values = vec![(4.0, 1), (1.0, 2), (2.0, 1)];
        assert_eq!(rank(values.clone(), 50), Some(1.5));
        assert_eq!(rank(values.clone(), 99), Some(2.0 + 2.0 * 0.97));
        assert_eq!(rank(vec![(7.0, 1)], 50), Some(7.0));
        assert_eq!(rank(Vec::new(), 50), None);
        assert_eq!(day_number(1_769_817_600_000.0), Some(20_260_131.0));
    }
}
