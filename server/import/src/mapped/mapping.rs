//! Which column of a file becomes which field of a record: a TOML file that a person writes, or a guess from the header.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::fields::{self, Field};
use super::survey::Survey;
use super::words;
use crate::engine::What;

/// How a file of rows is read.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mapping {
    /// What one row is: communication, case, customer or document.
    #[serde(default)]
    pub row: What,
    /// The data set's name; each record carries it. Without, the name of the file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// The column (in JSON the path, parts joined by a dot) of each field. Several columns are joined by an empty line.
    #[serde(default)]
    pub columns: BTreeMap<String, Columns>,
    /// What a field is where its cell is empty, or where no column has it.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub defaults: BTreeMap<String, String>,
    /// By field: what the file writes, and what that means here.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub values: BTreeMap<String, BTreeMap<String, String>>,
    /// Columns that are kept under another name than their own, also where they become a field as well; of several
    /// columns the first that the file has.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub attributes: BTreeMap<String, Columns>,
    /// Columns that are not kept.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub leave_out: Vec<String>,
    /// The ids of the file stand as they are; without, the data set's name is put before them.
    #[serde(default, skip_serializing_if = "is_default")]
    pub whole_ids: bool,
    /// Each row is a message and the case that it opens: it has the fields of a case as well.
    #[serde(default, skip_serializing_if = "is_default")]
    pub opens_case: bool,
    /// Columns are found whatever their case, spaces and punctuation, and those that the file lacks are passed over.
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

/// How the file writes dates.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Dates {
    /// As chrono's strftime: `%d.%m.%Y %H:%M`. Without: ISO 8601, RFC 2822, a number of seconds or milliseconds since
    /// 1970, or 11/03/2014.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub format: Option<String>,
    /// 03/11/2014 is the third of November (true) or the eleventh of March (false). Without, the values of the file say it;
    /// where they fit both ways, the import asks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub day_first: Option<bool>,
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

impl Mapping {
    /// Reads a mapping file. The error says where it is wrong, for a person.
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

    /// The fields that a row of this mapping has.
    pub fn fields(&self) -> impl Iterator<Item = &'static Field> {
        let own = fields::of(self.row);
        let also = if self.opens_case && self.row == What::Communication { fields::of(What::Case) } else { &[] };
        own.iter().chain(also.iter().filter(|f| own.iter().all(|o| o.name != f.name)))
    }

    /// Leaves of each list of columns those that a file has, spelt as the file spells them. Only where it is lenient.
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

    /// Guesses from the columns' names what a row is and which column holds what.
    pub fn guess(header: &[String], what: Option<What>) -> Self {
        let of = |what: What| {
            let columns: BTreeMap<String, Columns> = fields::of(what)
                .iter()
                .filter_map(|f| Some((f.name.to_owned(), Columns::One(f.guess(header)?.to_owned()))))
                .collect();
            Self { row: what, columns, ..Self::default() }
        };
        if let Some(what) = what {
            return of(what);
        }
        // The first that has all it needs; a message needs least, so it comes after what is told by its own fields.
        let all = [What::Case, What::Communication, What::Document, What::Customer].map(of);
        let fit = all.iter().find(|m| m.missing().is_empty() && m.is_telling());
        fit.or(all.iter().find(|m| m.missing().is_empty())).unwrap_or(&all[1]).clone()
    }

    /// Corrects a guess by what the columns hold: a column called type whose values are complaint, question and the like
    /// is no category.
    pub fn refine(&mut self, survey: &Survey) {
        let Some(Columns::One(name)) = self.columns.get("category").cloned() else { return };
        let place = survey.columns.iter().position(|column| *column == name);
        let values = place.and_then(|place| survey.samples.get(place)).map(Vec::as_slice).unwrap_or_default();
        let kinds = !values.is_empty() && values.iter().all(|value| words::kind(value).is_some());
        if kinds && self.row == What::Communication && !self.columns.contains_key("kind") {
            self.columns.remove("category");
            self.columns.insert("kind".into(), Columns::One(name));
        }
    }

    /// Whether a guess rests on a field that only this kind of record has.
    fn is_telling(&self) -> bool {
        fields::of(self.row).iter().any(|f| f.telling && self.columns.contains_key(f.name))
    }

    /// The fields that a record needs and that nothing here gives.
    pub fn missing(&self) -> Vec<&'static Field> {
        let given = |name: &str| self.gives(name);
        let needed = fields::of(self.row).iter().filter(|f| f.needed);
        needed.filter(|f| !given(f.name) && !f.instead.is_some_and(given)).collect()
    }

    /// Whether a column or a default gives the field.
    pub fn gives(&self, field: &str) -> bool {
        self.columns.contains_key(field) || self.defaults.contains_key(field)
    }

    /// The columns that the header does not have.
    pub fn absent<'a>(&'a self, header: &[String]) -> Vec<&'a str> {
        let named =
            self.columns.values().chain(self.attributes.values()).flat_map(|c| c.names()).chain(&self.leave_out);
        named.filter(|name| !header.iter().any(|h| h == *name)).map(String::as_str).collect()
    }

    /// As a mapping file that reads the same.
    pub fn to_toml(&self) -> String {
        toml::to_string_pretty(self).unwrap_or_default()
    }
}

/// What a row is, as a word in a sentence.
pub fn noun(what: What) -> &'static str {
    match what {
        What::Communication => "communication",
        What::Case => "case",
        What::Customer => "customer",
        What::Document => "document",
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
            ("Ticket ID,Created At,Customer Name,Channel,Message", What::Communication, "body", "Message"),
            ("id,text,date,client", What::Communication, "at", "date"),
            ("Case Number,Status,Priority,Opened,Account,Subject", What::Case, "title", "Subject"),
            ("Account ID,Company,Segment,Region,Tier", What::Customer, "name", "Company"),
            ("Title,Content", What::Document, "body", "Content"),
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
