//! A query in the flat form for models: a list of conditions, at most two groups, one measure. Converted to the query
//! language; anything more complex is asked in words.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer};
use serde_json::{Value, json};

use query::ast::{
    Aggregation, Bucket, By, Compare, Condition, Dataset, Filter, Group, Measure, Op, Order, Query, Records, Threshold,
};
use store::analytics::Attribute;
use tools::{ToolError, closest};

/// The groupings shown to models, besides those that only archives record. Other fields of the records are accepted, too.
const GROUPS: [&str; 22] = [
    "day", "week", "month", "quarter", "year", "weekday", "product", "category", "subcategory", "channel", "kind",
    "sentiment", "status", "customer", "tier", "segment", "region", "relationship_manager", "escalated_from",
    "priority", "assigned_to", "sla_breached",
];

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Flat {
    dataset: Option<Dataset>,
    time_range: Option<String>,
    /// All must hold; with any, one.
    #[serde(default)]
    conditions: Vec<Wanted>,
    any: Option<bool>,
    #[serde(default)]
    #[schemars(schema_with = "groups")]
    group_by: Vec<String>,
    measure: Option<Aggregation>,
    /// Of the measure: sentiment_score, resolution_hours; for distinct any.
    column: Option<String>,
    #[schemars(range(min = 1, max = 99))]
    percentile: Option<u8>,
    /// Returns the share of records matching these.
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

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Wanted {
    /// As in groupBy; or sentiment_score, resolution_hours, body.
    column: String,
    /// Of customers' records of this kind, in the timeRange.
    #[serde(default)]
    #[schemars(with = "Option<Theirs>")]
    of: Option<Theirs>,
    #[serde(default)]
    #[schemars(with = "Option<Op>")]
    op: Option<String>,
    #[serde(default, alias = "value", deserialize_with = "texts")]
    #[schemars(with = "Vec<String>")]
    values: Vec<String>,
    #[serde(default)]
    not: Option<bool>,
}

/// Records of a customer.
#[derive(Clone, Copy, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Theirs {
    Communications,
    Cases,
}

#[derive(Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Sort {
    Largest,
    Smallest,
    Name,
    Change,
}

fn groups(_: &mut SchemaGenerator) -> Schema {
    let archived = Attribute::ALL.iter().map(|attribute| attribute.as_str());
    let names: Vec<&str> = GROUPS.into_iter().chain(archived).collect();
    json_schema!({ "type": "array", "items": { "type": "string", "enum": names }, "maxItems": 2 })
}

/// The conditions' schema, in fewer words.
fn parts(_: &mut SchemaGenerator) -> Schema {
    let text = json!({ "type": "string" });
    let one = json!({ "column": text, "op": text, "values": { "type": "array", "items": text }, "of": text });
    json_schema!({ "type": "array", "items": { "type": "object", "properties": one, "required": ["column"] } })
}

/// One value or several, numbers or strings.
fn texts<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<String>, D::Error> {
    let text = |value: Value| match value {
        Value::String(text) => text,
        other => other.to_string(),
    };
    Ok(match Value::deserialize(from)? {
        Value::Null => Vec::new(),
        Value::Array(list) => list.into_iter().map(text).collect(),
        one => vec![text(one)],
    })
}

impl Flat {
    /// The resulting query; `None` if nothing is asked.
    ///
    /// # Errors
    /// Unknown name, with the nearest known one.
    pub(super) fn query(self) -> Result<Option<Query>, ToolError> {
        let asks = self.dataset.is_some()
            || self.time_range.is_some()
            || self.measure.is_some()
            || self.column.is_some()
            || self.compare_with.is_some()
            || !(self.conditions.is_empty() && self.group_by.is_empty() && self.share_of.is_empty());
        if !asks {
            return Ok(None);
        }
        if self.group_by.is_empty() && (self.minimum.is_some() || self.maximum.is_some() || self.sort.is_some()) {
            return Err(ToolError::new("minimum, maximum and sort are of groups: give groupBy, or leave them out."));
        }
        let of_records = self.conditions.iter().chain(&self.share_of).any(|wanted| wanted.of.is_some());
        if of_records && self.dataset != Some(Dataset::Customers) {
            return Err(ToolError::new("`of` is for customers: give dataset \"customers\", or leave it out."));
        }
        // Customers by their records: the time range applies to the records.
        let (time_range, theirs) = if of_records { (None, self.time_range) } else { (self.time_range, None) };
        let mut conditions = filters(self.conditions, theirs.as_ref())?;
        let filter = match self.any {
            Some(true) if conditions.len() > 1 => Some(Filter::Or(std::mem::take(&mut conditions))),
            _ => Filter::all(conditions),
        };
        let only = Filter::all(filters(self.share_of, theirs.as_ref())?);
        let of = self.measure.unwrap_or(if only.is_some() { Aggregation::Share } else { Aggregation::Count });
        let column = self.column.map(|name| column(&name));
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
        Ok(Some(Query {
            dataset: self.dataset.unwrap_or_default(),
            time_range,
            filter,
            group_by: self.group_by.iter().map(|name| group(name)).collect(),
            measures: if measures == [Measure::default()] { Vec::new() } else { measures },
            having: bound(self.minimum, Op::AtLeast).into_iter().chain(bound(self.maximum, Op::AtMost)).collect(),
            order,
            limit: self.limit,
            compare: self.compare_with.filter(|text| !text.trim().is_empty()).map(compare),
        }))
    }
}

/// The conditions; those on a customer's records must hold for one record together.
fn filters(all: Vec<Wanted>, time_range: Option<&String>) -> Result<Vec<Filter>, ToolError> {
    let filter = |wanted: Wanted| {
        let (op, negated) = op(wanted.op.as_deref().unwrap_or("is"))?;
        let is = Filter::Is(Condition { column: column(&wanted.column), op, values: wanted.values });
        Ok(if negated != wanted.not.unwrap_or(false) { is.negated() } else { is })
    };
    let (theirs, own): (Vec<Wanted>, Vec<Wanted>) = all.into_iter().partition(|wanted| wanted.of.is_some());
    let (messages, cases): (Vec<Wanted>, Vec<Wanted>) =
        theirs.into_iter().partition(|wanted| wanted.of == Some(Theirs::Communications));
    let mut filters = own.into_iter().map(filter).collect::<Result<Vec<_>, ToolError>>()?;
    for (of, list) in [(Dataset::Communications, messages), (Dataset::Cases, cases)] {
        if !list.is_empty() {
            let list = list.into_iter().map(filter).collect::<Result<Vec<_>, ToolError>>()?;
            let time_range = time_range.cloned();
            filters.push(Filter::Has(Records {
                of,
                time_range,
                filter: Filter::all(list).map(Box::new),
                at_least: None,
            }));
        }
    }
    Ok(filters)
}

/// A comparison by the names and signs people write, and whether it is negated.
fn op(text: &str) -> Result<(Op, bool), ToolError> {
    const NAMES: [&str; 9] = ["is", "contains", "starts", "less", "at_most", "more", "at_least", "between", "missing"];
    let plain = text.trim().to_lowercase().replace([' ', '-'], "_");
    Ok(match plain.as_str() {
        "is" | "=" | "==" | "eq" | "equals" | "in" => (Op::Is, false),
        "is_not" | "not" | "!=" | "<>" | "ne" | "neq" | "not_in" => (Op::Is, true),
        "contains" | "like" | "includes" => (Op::Contains, false),
        "starts" | "starts_with" => (Op::Starts, false),
        "less" | "<" | "lt" | "less_than" | "before" => (Op::Less, false),
        "at_most" | "<=" | "lte" => (Op::AtMost, false),
        "more" | ">" | "gt" | "more_than" | "greater" | "greater_than" | "after" => (Op::More, false),
        "at_least" | ">=" | "gte" => (Op::AtLeast, false),
        "between" => (Op::Between, false),
        "missing" | "is_null" | "is_missing" | "empty" => (Op::Missing, false),
        "exists" | "is_not_null" | "not_missing" => (Op::Missing, true),
        other => {
            let suggestion = closest(other, NAMES.into_iter()).map(str::to_owned);
            let hint = suggestion.as_ref().map(|s| format!(" Closest: {s}.")).unwrap_or_default();
            let message = format!("No op \"{text}\".{hint} There is: {}.", NAMES.join(", "));
            return Err(ToolError { message, suggestion });
        }
    })
}

/// Column names from "subProduct" and "customerId": `sub_product`, `customer`.
fn column(name: &str) -> String {
    let mut plain = String::new();
    for c in name.trim().chars() {
        if c.is_uppercase() && !plain.is_empty() {
            plain.push('_');
        }
        plain.extend(c.to_lowercase());
    }
    match plain.as_str() {
        "customer_id" | "customer_name" => "customer".into(),
        "text" | "content" | "message" => "body".into(),
        "date" | "daily" => "day".into(),
        _ => plain,
    }
}

fn group(name: &str) -> Group {
    let name = column(name);
    let plain = name.strip_suffix("ly").unwrap_or(&name);
    match Bucket::find(plain) {
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
    use super::*;

    fn query(args: Value) -> Query {
        serde_json::from_value::<Flat>(args).unwrap().query().unwrap().unwrap()
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
        assert_eq!(group("weekly"), Group::Time(Bucket::Week));
        assert_eq!(group("customerId"), Group::Column("customer".into()));
    }

    #[test]
    fn what_is_no_query_says_what_would_be() {
        let error = |args: Value| serde_json::from_value::<Flat>(args).unwrap().query().unwrap_err();
        let wrong = error(json!({"conditions": [{"column": "kind", "op": "contain", "values": ["x"]}]}));
        assert_eq!(wrong.suggestion.as_deref(), Some("contains"));
        assert!(wrong.message.contains("at_least, between, missing"), "{wrong}");
        assert!(error(json!({"dataset": "cases", "minimum": 3})).message.contains("give groupBy"));
        assert!(serde_json::from_value::<Flat>(json!({})).unwrap().query().unwrap().is_none());
    }

    #[test]
    fn a_share_may_be_of_other_records() {
        let flat: Flat = serde_json::from_value(json!({
            "dataset": "customers", "timeRange": "January 2026",
            "conditions": [{ "column": "segment", "values": ["corporate"] }],
            "shareOf": [
                { "of": "communications", "column": "kind", "values": ["complaint"] },
                { "of": "communications", "column": "product", "values": ["payments"] },
            ],
        }))
        .unwrap();
        let query = flat.query().unwrap().unwrap();
        assert_eq!((query.time_range, query.filter), (None, Some(Filter::is("segment", ["corporate"]))));
        let Some(Filter::Has(records)) = &query.measures[0].only else { panic!("{:?}", query.measures) };
        assert_eq!((records.of, records.time_range.as_deref()), (Dataset::Communications, Some("January 2026")));
        assert!(matches!(records.filter.as_deref(), Some(Filter::And(both)) if both.len() == 2));
        let wrong = json!({ "conditions": [{ "of": "cases", "column": "status", "values": ["open"] }] });
        let flat: Flat = serde_json::from_value(wrong).unwrap();
        assert!(flat.query().err().unwrap().message.contains("customers"));
    }
}
