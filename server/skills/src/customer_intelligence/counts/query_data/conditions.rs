//! Conditions of a query in the flat form, on its own records and on others that belong to them.

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer};
use serde_json::Value;

use query::ast::{Condition, Dataset, Filter, Op, Records};
use query::declared::Source;
use query::values::{Vocabulary, pick};
use tools::{ToolError, closest};

/// The comparisons of conditions. The last is not of a value: it is that a record has none of the others.
const OPS: [&str; 10] =
    ["is", "contains", "starts", "less", "at_most", "more", "at_least", "between", "missing", "none"];
/// Maximum names of sources in an error.
const MAX_NAMES: usize = 40;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Wanted {
    /// As in groupBy; or sentiment_score, resolution_hours, body.
    #[serde(default)]
    column: Option<String>,
    /// Of its other records in the timeRange: a customer's communications or cases; rows of a source that joins it.
    #[serde(default)]
    pub of: Option<String>,
    /// none: it has no such record of `of`, or none at all.
    #[serde(default)]
    #[schemars(extend("x-values" = OPS))]
    op: Option<String>,
    #[serde(default, alias = "value", deserialize_with = "texts")]
    #[schemars(with = "Vec<String>")]
    values: Vec<String>,
    #[serde(default)]
    not: Option<bool>,
}

/// The conditions' schema, in fewer words.
pub(super) fn parts(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "type": "array", "items": { "type": "object" } })
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

/// The dataset of this name, or of another name for its rows.
///
/// # Errors
/// Names those that there are.
pub(super) fn dataset(name: &str, vocabulary: &Vocabulary) -> Result<Dataset, ToolError> {
    let name = name.trim();
    let phrase = |text: &str| pick::phrase(&text.replace('_', " "));
    let wanted = phrase(name);
    let sources = &vocabulary.sources;
    let called = |by: &dyn Fn(&str) -> bool| {
        let own = Dataset::ALL.iter().copied().find(|own| by(own.as_str()));
        own.or_else(|| sources.iter().map(|s| s.source.name).find(|s| by(s.as_str())).map(Dataset::Source))
    };
    let by_noun = || {
        let fits = |text: &String| phrase(text) == wanted;
        sources.iter().find(|s| s.source.synonyms.iter().any(fits)).map(|s| Dataset::Source(s.source.name))
    };
    let found = called(&|own| own == name).or_else(|| called(&|own| phrase(own) == wanted)).or_else(by_noun);
    found.ok_or_else(|| {
        let own = Dataset::ALL.iter().map(|own| own.as_str());
        let all: Vec<&str> = own.chain(sources.iter().map(|s| s.source.name.as_str())).collect();
        let shown: String = name.chars().take(60).collect();
        let more = if all.len() > MAX_NAMES { " …" } else { "" };
        let names = all[..all.len().min(MAX_NAMES)].join(", ");
        let message = format!("There is no dataset \"{shown}\". There is: {names}{more}.");
        ToolError::closest(message, name, closest(name, all.iter().copied()))
    })
}

/// What conditions are read with.
pub(super) struct Conditions<'a> {
    pub dataset: Dataset,
    pub vocabulary: &'a Vocabulary,
    /// Of other records that belong to those of the dataset.
    pub time_range: Option<String>,
}

impl<'a> Conditions<'a> {
    /// The source of the dataset.
    pub fn source(&self) -> Option<&'a Source> {
        self.vocabulary.source(self.dataset.as_str()).map(|opened| &opened.source)
    }

    /// A column's name: a source's as it is declared, others from "subProduct" and "customerId".
    pub fn column(&self, name: &str) -> String {
        let (name, source) = (name.trim(), self.source());
        let declared = |source: &Source| source.dimension(name).is_some() || source.measure(name).is_some();
        match source {
            Some(source) if declared(source) || name.contains('.') => name.to_owned(),
            Some(_) => snake(name),
            None => column(name),
        }
    }

    /// The conditions. Those on other records must hold for one record together: one that there is, or, with `none`, one
    /// that there is not.
    pub fn filters(&self, all: Vec<Wanted>) -> Result<Vec<Filter>, ToolError> {
        let mut filters = Vec::new();
        let mut theirs: Vec<(Dataset, bool, Vec<Filter>)> = Vec::new();
        for mut wanted in all {
            let of = wanted.of.take().filter(|of| !of.trim().is_empty());
            let of = of.map(|of| dataset(&of, self.vocabulary)).transpose()?.filter(|of| *of != self.dataset);
            let none = wanted.op.as_deref().is_some_and(|op| plain(op) == "none");
            let Some(of) = of else {
                if none {
                    return Err(ToolError::new("op none needs `of`: the records that there are none of."));
                }
                filters.push(
                    self.condition(wanted)?.ok_or_else(|| ToolError::new("A condition needs a column, or `of`."))?,
                );
                continue;
            };
            if !matches!(of, Dataset::Source(_)) && self.dataset != Dataset::Customers {
                return Err(ToolError::new("`of` is for customers: give dataset \"customers\", or leave it out."));
            }
            wanted.op = wanted.op.filter(|_| !none);
            let filter = Conditions { dataset: of, vocabulary: self.vocabulary, time_range: None }.condition(wanted)?;
            match theirs.iter_mut().find(|(known, negated, _)| (*known, *negated) == (of, none)) {
                Some((.., list)) => list.extend(filter),
                None => theirs.push((of, none, filter.into_iter().collect())),
            }
        }
        filters.extend(theirs.into_iter().map(|(of, none, list)| {
            let (time_range, filter) = (self.time_range.clone(), Filter::all(list).map(Box::new));
            let has = Filter::Has(Records { of, time_range, filter, at_least: None });
            if none { has.negated() } else { has }
        }));
        Ok(filters)
    }

    /// A condition on a column; `None` without one, which is right only of other records: they are there.
    fn condition(&self, wanted: Wanted) -> Result<Option<Filter>, ToolError> {
        let (op, negated) = op(wanted.op.as_deref().unwrap_or("is"))?;
        let Some(name) = wanted.column.as_deref().filter(|name| !name.trim().is_empty()) else {
            let bare = wanted.values.is_empty();
            return if bare { Ok(None) } else { Err(ToolError::new("A condition with values needs a column.")) };
        };
        let is = Filter::Is(Condition { column: self.column(name), op, values: wanted.values });
        Ok(Some(if negated != wanted.not.unwrap_or(false) { is.negated() } else { is }))
    }
}

/// An operator's name as it is compared.
fn plain(op: &str) -> String {
    op.trim().to_lowercase().replace([' ', '-'], "_")
}

/// A comparison by the names and signs people write, and whether it is negated.
fn op(text: &str) -> Result<(Op, bool), ToolError> {
    Ok(match plain(text).as_str() {
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
            let message = format!("No op \"{text}\". There is: {}.", OPS.join(", "));
            return Err(ToolError::closest(message, text, closest(other, OPS.into_iter())));
        }
    })
}

/// `sub_product` from "subProduct".
fn snake(name: &str) -> String {
    let mut plain = String::new();
    for c in name.chars() {
        if c.is_uppercase() && !plain.is_empty() {
            plain.push('_');
        }
        plain.extend(c.to_lowercase());
    }
    plain
}

/// A column of the firm's own records, also by another usual name.
fn column(name: &str) -> String {
    let plain = snake(name);
    match plain.as_str() {
        "customer_id" | "customer_name" => "customer".into(),
        "text" | "content" | "message" => "body".into(),
        "date" | "daily" => "day".into(),
        _ => plain,
    }
}
