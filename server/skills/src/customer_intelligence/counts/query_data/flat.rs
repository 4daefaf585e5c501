//! A query in the flat form for models: a list of conditions, at most three groups, one measure. Converted to the query
//! language; anything more complex is asked in words.

use std::borrow::Cow;
use std::mem::take;

use schemars::JsonSchema;
use serde::Deserialize;

use super::conditions::{Conditions, Wanted, dataset, parts};
use query::ast::{Aggregation, Bucket, By, Compare, Filter, Group, Measure, Op, Order, Query, Threshold};
use query::check::Checked;
use query::values::Vocabulary;
use tools::ToolError;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Flat {
    /// communications (if not given), cases, customers, documents, or a source.
    dataset: Option<String>,
    time_range: Option<String>,
    /// All must hold; with any, one.
    #[serde(default)]
    conditions: Vec<Wanted>,
    any: Option<bool>,
    /// day to year, weekday; product, category, subcategory, channel, customer, tier, segment, region,
    /// relationship_manager, state, tags; of messages kind, sentiment, escalated_from; of cases status, priority,
    /// assigned_to, sla_breached; of a source its dimensions.
    #[serde(default)]
    #[schemars(length(max = 3))]
    group_by: Vec<String>,
    /// Two groups as a table: rows, then columns.
    pivot: Option<bool>,
    measure: Option<Aggregation>,
    /// Of the measure: sentiment_score, resolution_hours, a source's measure; for distinct any.
    column: Option<String>,
    #[schemars(range(min = 1, max = 99))]
    percentile: Option<u8>,
    /// The share of records that meet these conditions.
    #[serde(default)]
    #[schemars(schema_with = "parts")]
    share_of: Vec<Wanted>,
    /// Bounds of a group's measure.
    minimum: Option<f64>,
    maximum: Option<f64>,
    sort: Option<Sort>,
    limit: Option<u32>,
    /// A time range, "previous period" or "previous year".
    compare_with: Option<String>,
}

#[derive(Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Sort {
    Largest,
    Smallest,
    Name,
    Change,
}

impl Flat {
    /// Whether the result is wanted as a table of two columns.
    pub(super) fn pivot(&self) -> bool {
        self.pivot == Some(true)
    }

    /// The resulting query, and whether it names its dataset; `None` if nothing is asked.
    ///
    /// # Errors
    /// Unknown name, with the nearest known one.
    pub(super) fn query(self, vocabulary: &Vocabulary) -> Result<(Option<Query>, bool), ToolError> {
        let asks = self.dataset.is_some()
            || self.time_range.is_some()
            || self.measure.is_some()
            || self.column.is_some()
            || self.compare_with.is_some()
            || !(self.conditions.is_empty() && self.group_by.is_empty() && self.share_of.is_empty());
        if !asks {
            return Ok((None, false));
        }
        if self.group_by.is_empty() && (self.minimum.is_some() || self.maximum.is_some() || self.sort.is_some()) {
            return Err(ToolError::new("minimum, maximum and sort are of groups: give groupBy, or leave them out."));
        }
        let named = self.dataset.as_deref().filter(|name| !name.trim().is_empty());
        let dataset = named.map(|name| dataset(name, vocabulary)).transpose()?;
        let whole =
            Conditions { dataset: dataset.unwrap_or_default(), vocabulary, time_range: self.time_range.clone() };
        let (mut conditions, parts) = (whole.filters(self.conditions)?, whole.filters(self.share_of)?);
        // Customers by their records: the time range applies to the records.
        let time_range = self.time_range.filter(|_| !conditions.iter().chain(&parts).any(is_of_others));
        let filter = match self.any {
            Some(true) if conditions.len() > 1 => Some(Filter::Or(take(&mut conditions))),
            _ => Filter::all(conditions),
        };
        let only = Filter::all(parts);
        let of = self.measure.unwrap_or(if only.is_some() { Aggregation::Share } else { Aggregation::Count });
        let column = self.column.map(|name| whole.column(&name));
        let mut measures = vec![Measure { of, column, percentile: self.percentile, only }];
        // A share comes with its number.
        if of == Aggregation::Share && measures[0].only.is_some() {
            measures.push(Measure { only: measures[0].only.clone(), ..Measure::default() });
        }
        let bound = |value: Option<f64>, op| value.map(|value| Threshold { measure: 0, op, value });
        let order = self.sort.map(|sort| match sort {
            Sort::Largest => Order { by: By::Measure(0), ascending: false },
            Sort::Smallest => Order { by: By::Measure(0), ascending: true },
            Sort::Name => Order { by: By::Group, ascending: true },
            Sort::Change => Order { by: By::Change, ascending: false },
        });
        let query = Query {
            dataset: dataset.unwrap_or_default(),
            time_range,
            filter,
            group_by: self.group_by.iter().map(|name| group(name, &whole)).collect(),
            measures: if measures == [Measure::default()] { Vec::new() } else { measures },
            having: bound(self.minimum, Op::AtLeast).into_iter().chain(bound(self.maximum, Op::AtMost)).collect(),
            order,
            limit: self.limit,
            compare: self.compare_with.filter(|text| !text.trim().is_empty()).map(compare),
        };
        Ok((Some(query), dataset.is_some()))
    }
}

/// Checks that a query is one for a table of two columns.
///
/// # Errors
/// Says what it lacks.
pub(super) fn check_pivot(query: &Checked) -> Result<(), ToolError> {
    if query.keys.len() != 2 {
        let text = "pivot takes two columns in groupBy: that of the rows, then that of the columns.";
        return Err(ToolError::new(text));
    }
    if query.against.is_some() {
        return Err(ToolError::new("A pivot shows one time: leave compareWith out, or pivot."));
    }
    Ok(())
}

/// Whether a condition is on other records.
fn is_of_others(filter: &Filter) -> bool {
    match filter {
        Filter::Not(inner) => is_of_others(inner),
        filter => matches!(filter, Filter::Has(_)),
    }
}

/// Periods of time; or a column, and of a source also one that is called as a period.
fn group(name: &str, of: &Conditions<'_>) -> Group {
    let name = of.column(name);
    let plain = name.strip_suffix("ly").unwrap_or(&name);
    let is_column =
        of.source().is_some_and(|source| source.dimension(&name).is_some() && source.time.as_ref() != Some(&name));
    match Bucket::find(plain).filter(|_| !is_column) {
        Some(bucket) => Group::Time(bucket),
        None => Group::Column(name),
    }
}

fn compare(text: String) -> Compare {
    let plain: Cow<'_, str> = text.trim().to_lowercase().replace(['_', '-'], " ").into();
    match plain.as_ref() {
        "previous period" | "previousperiod" | "previous" | "period before" => Compare::PreviousPeriod,
        "previous year" | "previousyear" | "year before" => Compare::PreviousYear,
        _ => Compare::With(text),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use query::ast::Dataset;

    fn read(args: Value) -> Result<Option<Query>, ToolError> {
        let flat: Flat = serde_json::from_value(args).unwrap();
        flat.query(&Vocabulary::default()).map(|(query, _)| query)
    }

    fn query(args: Value) -> Query {
        read(args).unwrap().unwrap()
    }

    #[test]
    fn flat_arguments_are_a_query() {
        let flat = query(json!({
            "dataset": "cases", "timeRange": "2025", "groupBy": ["tier", "month"], "measure": "avg",
            "column": "resolutionHours", "minimum": 12, "sort": "smallest", "limit": 5,
            "conditions": [{"column": "status", "values": ["closed"]}, {"column": "priority", "op": "!=", "values": "low"}],
        }));
        let nested = json!({
            "dataset": "cases", "timeRange": "2025", "groupBy": [{"column": "tier"}, {"time": "month"}],
            "measures": [{"of": "avg", "column": "resolution_hours"}], "limit": 5,
            "having": [{"measure": 0, "op": "at_least", "value": 12.0}],
            "order": {"by": {"measure": 0}, "ascending": true},
            "filter": {"and": [{"is": {"column": "status", "op": "is", "values": ["closed"]}},
                {"not": {"is": {"column": "priority", "op": "is", "values": ["low"]}}}]},
        });
        assert_eq!(flat, serde_json::from_value(nested).unwrap());
    }

    #[test]
    fn shares_come_with_their_counts_and_one_of_several_may_do() {
        let negative = json!([{"column": "sentiment", "values": ["negative"]}]);
        let share = query(json!({"shareOf": negative, "groupBy": ["channel"], "compareWith": "previous_period"}));
        assert_eq!(share.measures.iter().map(|m| m.of).collect::<Vec<_>>(), [Aggregation::Share, Aggregation::Count]);
        assert_eq!(share.compare, Some(Compare::PreviousPeriod));
        let either = json!([{"column": "kind", "values": ["complaint"]}, {"column": "sentiment_score", "op": "<", "value": -0.5}]);
        let either = query(json!({"conditions": either, "any": true, "compareWith": "October 2025"}));
        let Some(Filter::Or(parts)) = either.filter else { panic!("{either:?}") };
        assert_eq!((parts.len(), either.measures.len()), (2, 0));
        assert_eq!(either.compare, Some(Compare::With("October 2025".into())));
        let by = query(json!({"groupBy": ["weekly", "customerId"]})).group_by;
        assert_eq!(by, [Group::Time(Bucket::Week), Group::Column("customer".into())]);
    }

    #[test]
    fn what_is_no_query_says_what_would_be() {
        let error = |args: Value| read(args).unwrap_err();
        let wrong = error(json!({"conditions": [{"column": "kind", "op": "contain", "values": ["x"]}]}));
        assert_eq!(wrong.instead(), Some("contains"));
        assert!(wrong.message.contains("at_least, between, missing, none"), "{wrong}");
        let wrong = error(json!({"dataset": "costumers"}));
        assert_eq!(wrong.instead(), Some("customers"));
        assert!(wrong.message.contains("communications, cases, customers, documents"), "{wrong}");
        assert!(error(json!({"conditions": [{"op": "none"}]})).message.contains("needs `of`"));
        assert!(error(json!({"conditions": [{"values": ["x"]}]})).message.contains("needs a column"));
        assert!(error(json!({"conditions": [{}]})).message.contains("needs a column"));
        assert!(error(json!({"dataset": "cases", "minimum": 3})).message.contains("give groupBy"));
        assert!(read(json!({})).unwrap().is_none());
    }

    #[test]
    fn a_share_may_be_of_other_records() {
        let query = query(json!({
            "dataset": "customers", "timeRange": "January 2026",
            "conditions": [{ "column": "segment", "values": ["corporate"] }],
            "shareOf": [
                { "of": "communications", "column": "kind", "values": ["complaint"] },
                { "of": "communications", "column": "product", "values": ["payments"] },
            ],
        }));
        assert_eq!((query.time_range, query.filter), (None, Some(Filter::is("segment", ["corporate"]))));
        let Some(Filter::Has(records)) = &query.measures[0].only else { panic!("{:?}", query.measures) };
        assert_eq!((records.of, records.time_range.as_deref()), (Dataset::Communications, Some("January 2026")));
        assert!(matches!(records.filter.as_deref(), Some(Filter::And(both)) if both.len() == 2));
        let wrong = json!({ "conditions": [{ "of": "cases", "column": "status", "values": ["open"] }] });
        assert!(read(wrong).unwrap_err().message.contains("customers"));
    }

    #[test]
    fn none_of_other_records_is_said_by_its_operator() {
        let none = |conditions: Value| {
            let args = json!({ "dataset": "customers", "timeRange": "January 2026", "conditions": conditions });
            let Some(Filter::Not(inner)) = query(args).filter else { panic!("{conditions}") };
            let Filter::Has(records) = *inner else { panic!("{conditions}") };
            records
        };
        let whole = none(json!([{ "of": "cases", "op": "none" }]));
        assert_eq!((whole.of, whole.time_range.as_deref(), whole.filter), (Dataset::Cases, Some("January 2026"), None));
        let one = none(json!([{ "of": "communications", "op": "none", "column": "kind", "values": ["complaint"] }]));
        assert_eq!(one.filter.as_deref(), Some(&Filter::is("kind", ["complaint"])));
        // Its own records are no others: the time range stays theirs.
        let own = query(json!({ "dataset": "cases", "timeRange": "2025",
            "conditions": [{ "of": "cases", "column": "status", "values": ["open"] }] }));
        assert_eq!((own.time_range.as_deref(), own.filter), (Some("2025"), Some(Filter::is("status", ["open"]))));
        // What there is and what there is not stand beside each other.
        let both = query(json!({ "dataset": "customers", "conditions": [
            { "of": "communications", "column": "kind", "values": ["complaint"] }, { "of": "communications", "op": "none",
              "column": "kind", "values": ["enquiry"] }] }));
        assert!(
            matches!(both.filter, Some(Filter::And(list)) if matches!(&list[..], [Filter::Has(_), Filter::Not(_)]))
        );
    }
}
