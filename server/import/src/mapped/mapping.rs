//! The mapping from a file's columns to fields: a TOML file, or a guess from the header.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::fields::{self, Field};
use super::survey::Survey;
use super::words;
use crate::engine::RecordKind;

/// How to read a file of rows.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mapping {
    /// The kind of rows: communication, case, customer or document.
    #[serde(default)]
    pub row: RecordKind,
    /// The name of the data set, stored in each record. Default: the file's name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// Each field's column (in JSON its path, joined by dots). Several columns are joined by an empty line.
    #[serde(default)]
    pub columns: BTreeMap<String, Columns>,
    /// Default values of fields for empty cells or missing columns.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub defaults: BTreeMap<String, String>,
    /// Per field, translations from the file's values.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub values: BTreeMap<String, BTreeMap<String, String>>,
    /// Columns kept under another name, even if also used for a field; of several columns, the first that exists.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub attributes: BTreeMap<String, Columns>,
    /// Columns to drop.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub leave_out: Vec<String>,
    /// Keep the file's ids as they are; by default the data set's name is prepended.
    #[serde(default, skip_serializing_if = "is_default")]
    pub whole_ids: bool,
    /// Each row is a message with the case it opens: it also has the fields of a case.
    #[serde(default, skip_serializing_if = "is_default")]
    pub opens_case: bool,
    /// Match columns regardless of case, spaces and punctuation, and ignore missing ones.
    #[serde(default, skip_serializing_if = "is_default")]
    pub lenient: bool,
    #[serde(default, skip_serializing_if = "is_default")]
    pub dates: Dates,
}

/// One column, or several.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Columns {
    One(String),
    Several(Vec<String>),
}

impl Columns {
    /// The columns' names.
    pub fn names(&self) -> &[String] {
        match self {
            Self::One(name) => std::slice::from_ref(name),
            Self::Several(names) => names,
        }
    }
}

/// The file's date formats.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Dates {
    /// In chrono's strftime syntax: `%d.%m.%Y %H:%M`. Default: ISO 8601, RFC 2822, seconds or milliseconds since 1970,
    /// or 11/03/2014.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub format: Option<String>,
    /// Whether 03/11/2014 is 3 November (true) or 11 March (false). By default the file's values decide; if they fit
    /// both, the import asks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub day_first: Option<bool>,
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

impl Mapping {
    /// Parses a mapping file. The error says where it is wrong.
    pub fn read(text: &str) -> Result<Self, String> {
        let mapping: Self = toml::from_str(text).map_err(|e| e.to_string())?;
        let known: Vec<&Field> = mapping.fields().collect();
        let named = mapping.columns.keys().chain(mapping.defaults.keys()).chain(mapping.values.keys());
        for name in named {
            if !known.iter().any(|f| f.name == name) {
                let list: Vec<&str> = known.iter().map(|f| f.name).collect();
                return Err(format!("a {} has no field \"{name}\"; it has: {}", noun(mapping.row), list.join(", ")));
            }
        }
        Ok(mapping)
    }

    /// The fields available in this mapping.
    pub fn fields(&self) -> impl Iterator<Item = &'static Field> {
        let own = fields::for_kind(self.row);
        let also = if self.opens_case && self.row == RecordKind::Communication {
            fields::for_kind(RecordKind::Case)
        } else {
            &[]
        };
        own.iter().chain(also.iter().filter(|f| own.iter().all(|o| o.name != f.name)))
    }

    /// For lenient mappings: reduces column lists to existing columns, in the file's spelling.
    pub fn fit(&mut self, header: &[String]) {
        if !self.lenient {
            return;
        }
        let own = |name: &String| header.iter().find(|h| fields::plain(h) == fields::plain(name)).cloned();
        for columns in [&mut self.columns, &mut self.attributes] {
            columns.retain(|_, columns| {
                let found: Vec<String> = columns.names().iter().filter_map(own).collect();
                let any = !found.is_empty();
                *columns = Columns::Several(found);
                any
            });
        }
    }

    /// Guesses the kind of rows and the columns of fields from column names.
    pub fn guess(header: &[String], what: Option<RecordKind>) -> Self {
        let of = |what: RecordKind| {
            let columns: BTreeMap<String, Columns> = fields::for_kind(what)
                .iter()
                .filter_map(|f| Some((f.name.to_owned(), Columns::One(f.guess(header)?.to_owned()))))
                .collect();
            Self { row: what, columns, ..Self::default() }
        };
        if let Some(what) = what {
            return of(what);
        }
        // The first complete one; a message needs least, so it comes after kinds with distinctive fields.
        let all = [RecordKind::Case, RecordKind::Communication, RecordKind::Document, RecordKind::Customer].map(of);
        let fit = all.iter().find(|m| m.missing().is_empty() && m.is_telling());
        fit.or(all.iter().find(|m| m.missing().is_empty())).unwrap_or(&all[1]).clone()
    }

    /// Corrects a guess by the columns' values: a column "type" with values such as complaint or question is no
    /// category.
    pub fn refine(&mut self, survey: &Survey) {
        let Some(Columns::One(name)) = self.columns.get("category").cloned() else { return };
        let place = survey.columns.iter().position(|column| *column == name);
        let values = place.and_then(|place| survey.samples.get(place)).map(Vec::as_slice).unwrap_or_default();
        let kinds = !values.is_empty() && values.iter().all(|value| words::kind(value).is_some());
        if kinds && self.row == RecordKind::Communication && !self.columns.contains_key("kind") {
            self.columns.remove("category");
            self.columns.insert("kind".into(), Columns::One(name));
        }
    }

    /// Whether a guess has a field unique to its kind of record.
    fn is_telling(&self) -> bool {
        fields::for_kind(self.row).iter().any(|f| f.telling && self.columns.contains_key(f.name))
    }

    /// Required fields without a column or default.
    pub fn missing(&self) -> Vec<&'static Field> {
        let given = |name: &str| self.gives(name);
        let needed = fields::for_kind(self.row).iter().filter(|f| f.needed);
        needed.filter(|f| !given(f.name) && !f.instead.is_some_and(given)).collect()
    }

    /// Whether a field has a column or default.
    pub fn gives(&self, field: &str) -> bool {
        self.columns.contains_key(field) || self.defaults.contains_key(field)
    }

    /// Mapped columns missing from the header.
    pub fn absent<'a>(&'a self, header: &[String]) -> Vec<&'a str> {
        let named =
            self.columns.values().chain(self.attributes.values()).flat_map(|c| c.names()).chain(&self.leave_out);
        named.filter(|name| !header.iter().any(|h| h == *name)).map(String::as_str).collect()
    }

    /// As an equivalent mapping file.
    pub fn to_toml(&self) -> String {
        toml::to_string_pretty(self).unwrap_or_default()
    }
}

/// The kind of a row, as a noun.
pub fn noun(what: RecordKind) -> &'static str {
    match what {
        RecordKind::Communication => "communication",
        RecordKind::Case => "case",
        RecordKind::Customer => "customer",
        RecordKind::Document => "document",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header(text: &str) -> Vec<String> {
        text.split(',').map(str::to_owned).collect()
    }

    #[test]
    fn headers_are_understood() {
        for (text, what, field, column) in [
            ("Ticket ID,Created At,Customer Name,Channel,Message", RecordKind::Communication, "body", "Message"),
            ("id,text,date,client", RecordKind::Communication, "at", "date"),
            ("Case Number,Status,Priority,Opened,Account,Subject", RecordKind::Case, "title", "Subject"),
            ("Account ID,Company,Segment,Region,Tier", RecordKind::Customer, "name", "Company"),
            ("Title,Content", RecordKind::Document, "body", "Content"),
        ] {
            let mapping = Mapping::guess(&header(text), None);
            assert_eq!((mapping.row, mapping.missing().len()), (what, 0), "{text}: {mapping:?}");
            assert_eq!(mapping.columns.get(field), Some(&Columns::One(column.into())), "{text}");
            assert_eq!(Mapping::read(&mapping.to_toml()), Ok(mapping));
        }
    }

    #[test]
    fn wrong_mappings_say_what_would_be_right() {
        let error = Mapping::read("row = \"case\"\n[columns]\nbody = \"Text\"\n").unwrap_err();
        assert!(error.contains("no field \"body\"") && error.contains("description"), "{error}");
        let error = Mapping::read("row = \"ticket\"").unwrap_err();
        assert!(error.contains("communication"), "{error}");
        let error = Mapping::read("colums = 1").unwrap_err();
        assert!(error.contains("columns"), "{error}");
        let mapping = Mapping::read("[columns]\nbody = [\"Q\", \"A\"]\nat = \"When\"\n").unwrap();
        assert_eq!(mapping.missing().iter().map(|f| f.name).collect::<Vec<_>>(), ["customer"]);
        assert_eq!(mapping.absent(&header("Q,When")), ["A"]);
    }
}
