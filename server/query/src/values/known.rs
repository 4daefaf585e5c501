//! Converts a value in words to its stored form, for a column of the catalogue; and back, for display.

use std::str::FromStr;
use std::sync::Arc;

use model::record::{Channel, ChatMode, DocumentKind, EscalatedFrom, Kind, Priority, Sentiment, Tier};

use super::{Vocabulary, pick};
use crate::catalog::{Column, ColumnExpr};
use crate::check::QueryError;
use crate::declared::Opened;
use crate::week;

impl Vocabulary {
    /// The value of a column that a text means.
    ///
    /// # Errors
    /// If the data has no such value, naming the closest; if several match, naming them.
    pub fn stored(&self, column: &Column, text: &str) -> Result<String, QueryError> {
        let text = self.meant(text.trim());
        if let Some((opened, dimension)) = self.declared(column) {
            return opened.stored(dimension, text);
        }
        let found = match column.name.as_ref() {
            "product" => self.product(text).map(|p| p.slug.clone()),
            "customer" | "name" => self.customer(text).map(|(id, _)| id.clone()),
            "channel" => super::channel(text).map(|c| c.to_string()),
            "kind" => super::kind(text).map(|k| k.to_string()).or_else(|| one::<DocumentKind>(text)),
            "sentiment" => super::sentiment(text).map(|s| s.to_string()),
            "tier" => super::tier(text).map(|t| t.to_string()),
            "status" => super::status(text).map(str::to_owned),
            "state" => super::state(text).map(|(code, _)| code.to_owned()).or_else(|| self.among(column, text)),
            _ => self.among(column, text),
        };
        if let Some(value) = found {
            return Ok(value);
        }
        match self.values(column) {
            (known, true) => Err(unknown(&column.says, text, &known)),
            (_, false) => Ok(text.to_owned()),
        }
    }

    fn among(&self, column: &Column, text: &str) -> Option<String> {
        super::label(&self.values(column).0, text).map(str::to_owned)
    }

    /// The values of a column for display, and whether these are all.
    pub fn values(&self, column: &Column) -> (Vec<String>, bool) {
        fn names<T: ToString + Copy>(all: &[T]) -> Vec<String> {
            all.iter().map(ToString::to_string).collect()
        }
        if let Some((opened, dimension)) = self.declared(column) {
            return opened.values_of(dimension).map_or((Vec::new(), false), |(values, all)| (values.to_vec(), all));
        }
        let list = match column.name.as_ref() {
            "product" => self.products.iter().map(|p| p.name.clone()).collect(),
            "customer" | "name" => self.customers.iter().map(|(_, name)| name.clone()).collect(),
            "category" => self.categories.clone(),
            "subcategory" => self.subcategories.clone(),
            "channel" => names(Channel::ALL),
            "kind" => [names(Kind::ALL), names(DocumentKind::ALL)].concat(),
            "sentiment" => names(Sentiment::ALL),
            "tier" => names(Tier::ALL),
            "priority" => names(Priority::ALL),
            "chat_mode" => names(ChatMode::ALL),
            "escalated_from" => names(EscalatedFrom::ALL),
            "status" => super::STATUSES.iter().map(ToString::to_string).collect(),
            "weekday" => names(&week::WEEKDAYS),
            "part_of_week" => names(&week::PARTS_OF_WEEK),
            // Tags of cases are separate.
            "tags" if !self.case_tags.is_empty() => return (self.case_tags.clone(), false),
            key => {
                if let Some((_, values)) = self.people.iter().find(|(name, _)| *name == key) {
                    return (values.clone(), true);
                }
                let Some(field) = self.fields.iter().find(|f| f.key == key) else { return (Vec::new(), false) };
                let parts = field.values.iter().flat_map(|v| {
                    if key == "tags" { v.split(',').map(|p| p.trim().to_owned()).collect() } else { vec![v.clone()] }
                });
                let mut list: Vec<String> = parts.collect();
                list.sort();
                list.dedup();
                return (list, field.complete);
            }
        };
        (list, true)
    }

    /// A stored value as a person reads it.
    pub fn readable(&self, column: &str, value: &str) -> String {
        match column {
            "product" => self.products.iter().find(|p| p.slug == value).map_or(value, |p| &p.name).to_owned(),
            "customer" | "name" => self.customer_name(value).unwrap_or(value).to_owned(),
            "state" => super::state(value).map_or(value, |(_, name)| name).to_owned(),
            "status" => value.replace('_', " "),
            "tags" => value.replace(',', ", "),
            _ => value.to_owned(),
        }
    }

    /// Whether these are the statuses of all unfinished cases: "open", as people say it.
    pub fn are_unfinished<'v>(&self, statuses: impl Iterator<Item = &'v str>) -> bool {
        let (mut given, mut all): (Vec<&str>, Vec<&str>) =
            (statuses.collect(), self.unfinished().map(String::as_str).collect());
        // A status that two phrases name stands twice.
        for list in [&mut given, &mut all] {
            list.sort_unstable();
            list.dedup();
        }
        !all.is_empty() && given == all
    }
}

/// Columns whose values are adjectives, in the order in which they stand before a noun.
pub const ADJECTIVES: [&str; 5] = ["status", "sentiment", "priority", "tier", "segment"];

/// Values of such a column as people say them before a noun: "unhappy", "critical", "high or low priority". `None` for
/// a column whose values are no adjectives.
pub fn adjective(column: &str, values: &[&str]) -> Option<String> {
    let mood = |value: &&str| match *value {
        "negative" => "unhappy".to_owned(),
        "positive" => "happy".to_owned(),
        other => other.to_owned(),
    };
    Some(match column {
        "sentiment" => values.iter().map(mood).collect::<Vec<_>>().join(" or "),
        "priority" if values == ["critical"] => "critical".to_owned(),
        "priority" => format!("{} priority", values.join(" or ")),
        "tier" | "segment" => values.join(" or "),
        _ => return None,
    })
}

impl Vocabulary {
    /// The declared source of this name.
    pub fn source(&self, name: &str) -> Option<&Arc<Opened>> {
        self.sources.iter().find(|opened| opened.source.name.as_str() == name)
    }

    /// The error for a missing source, naming the closest.
    pub fn no_source(&self, name: &str) -> QueryError {
        let names: Vec<String> = self.sources.iter().map(|opened| opened.source.name.as_str().to_owned()).collect();
        QueryError::unknown("source", name, &names)
    }

    /// The source and the name of a declared column.
    fn declared<'a>(&self, column: &'a Column) -> Option<(&Arc<Opened>, &'a str)> {
        let ColumnExpr::Declared(told) = &column.place else { return None };
        let same = |own: &&Column| matches!(&own.place, ColumnExpr::Declared(other) if Arc::ptr_eq(other, told));
        let opened = self.sources.iter().find(|opened| opened.columns.iter().any(|own| same(&own)))?;
        Some((opened, column.name.as_ref()))
    }
}

impl Opened {
    /// The stored value of a dimension that a text means.
    ///
    /// # Errors
    /// If all its values are known, and it is none of them.
    fn stored(&self, dimension: &str, text: &str) -> Result<String, QueryError> {
        let Some(declared) = self.source.dimension(dimension) else { return Ok(text.to_owned()) };
        let alias = declared.aliases.iter().find(|(alias, _)| pick::phrase(alias) == pick::phrase(text));
        if let Some((_, value)) = alias {
            return Ok(value.clone());
        }
        let Some((values, all)) = self.values_of(dimension) else { return Ok(text.to_owned()) };
        if let Some(value) = super::label(values, text) {
            return Ok(value.to_owned());
        }
        if !all {
            return Ok(text.to_owned());
        }
        Err(unknown(&declared.says, text, values))
    }
}

fn one<T: FromStr + ToString>(text: &str) -> Option<String> {
    pick::phrase(text).replace(' ', "_").parse::<T>().ok().map(|v| v.to_string())
}

fn unknown(says: &str, text: &str, known: &[String]) -> QueryError {
    let wanted = pick::phrase(text);
    let several: Vec<&str> = known
        .iter()
        .filter(|k| !wanted.is_empty() && pick::phrase(k).contains(&wanted))
        .map(String::as_str)
        .take(6)
        .collect();
    let mut error = QueryError::unknown(says, text, known);
    if several.len() > 1 {
        let shown: String = text.chars().take(60).collect();
        error.message = format!("Several values of {says} contain \"{shown}\": {}. Say which.", several.join("; "));
    }
    error
}
