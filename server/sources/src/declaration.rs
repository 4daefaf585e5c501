//! A declaration as it is written: YAML, with the line of everything that may be wrong.

use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;

use indexmap::IndexMap;
use serde::de::{self, DeserializeOwned, Visitor};
use serde::{Deserialize, Deserializer};
use serde_saphyr::Spanned;

/// A file of declarations.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct File {
    /// Databases and folders, by the names that sources call them.
    pub connections: BTreeMap<String, Spanned<Connection>>,
    pub sources: Vec<SourceText>,
}

/// Where tables are.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Connection {
    /// `postgres://…` or `sqlite://FILE`; `${NAME}` is the environment variable of that name.
    pub url: Option<String>,
    /// A folder of CSV, JSON-lines and Parquet files, each a table; or one such file; or a pattern of files
    /// that are one table.
    pub folder: Option<String>,
    /// The address of a search cluster, `https://…`; its indices are the tables.
    pub opensearch: Option<String>,
    pub user: Option<String>,
    /// As `${NAME}`: it never stands in the file.
    pub password: Option<String>,
    /// Instead of user and password, likewise.
    pub api_key: Option<String>,
    /// Authorities in PEM that are trusted besides the system's.
    pub ca_file: Option<String>,
    /// The tables that sources of the file name.
    #[serde(skip)]
    pub named: Vec<String>,
}

/// A text with the line where it stands.
pub type Text = Spanned<String>;

/// A source.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SourceText {
    /// Small letters, digits and `_`.
    pub name: Text,
    #[serde(default)]
    pub description: String,
    /// One row as people call it; made of the name if not given.
    #[serde(default)]
    pub one: Option<String>,
    /// Many of them.
    #[serde(default)]
    pub many: Option<String>,
    #[serde(default)]
    pub synonyms: Vec<String>,
    /// Of `connections`; without it, Plumbline's own tables.
    #[serde(default)]
    pub connection: Option<Text>,
    /// The table whose rows these are, a schema before it where needed: `sales.orders`.
    pub table: Text,
    #[serde(default)]
    pub joins: Vec<JoinText>,
    /// The dimension of days that times are told by.
    #[serde(default)]
    pub time: Option<Text>,
    /// `now`, `last_day`, or a day: what "today" means. If not given, the last day of the data where that is more than a
    /// week ago, else now.
    #[serde(default)]
    pub today: Option<Text>,
    #[serde(default)]
    pub dimensions: IndexMap<String, Spanned<Short<DimensionSaid>>>,
    #[serde(default)]
    pub measures: IndexMap<String, Spanned<Short<MeasureSaid>>>,
    /// Fields of the desk's scope, each with the dimension that it narrows.
    #[serde(default)]
    pub scope: BTreeMap<String, Text>,
    #[serde(default)]
    pub comparison: ComparisonText,
    #[serde(default)]
    pub policy: Policy,
    #[serde(default)]
    pub visible: Visible,
}

/// What a model may see of a source.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Policy {
    #[default]
    Open,
    /// Figures of groups alone.
    Aggregates,
}

/// Which people see a source.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Visible {
    /// Those who see every customer.
    #[default]
    Unlimited,
    /// Also those who see some customers only.
    Everyone,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JoinText {
    pub table: Text,
    /// What its columns are told by; the table's name if not given.
    #[serde(default)]
    pub r#as: Option<String>,
    /// The table that leads to it; the source's own if not given.
    #[serde(default)]
    pub from: Option<Text>,
    /// A column that both have, or the column there with the one here.
    pub on: Spanned<On>,
    /// Not in use while false: a draft's guess that a person has not agreed to.
    #[serde(default = "yes")]
    pub agreed: bool,
}

const fn yes() -> bool {
    true
}

/// Columns by which a table is joined: one that both have, or those there with those here.
pub type On = Short<BTreeMap<String, String>>;

/// The column alone, or all that is said of a dimension or a measure.
#[derive(Clone, Debug)]
pub enum Short<T> {
    Column(String),
    Said(T),
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Short<T> {
    /// By hand, so that an unknown field is named with its line.
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Either<T>(PhantomData<T>);
        impl<'de, T: Deserialize<'de>> Visitor<'de> for Either<T> {
            type Value = Short<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the name of a column, or a mapping")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Self::Value, E> {
                Ok(Short::Column(text.to_owned()))
            }

            fn visit_map<A: de::MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
                T::deserialize(de::value::MapAccessDeserializer::new(map)).map(Short::Said)
            }
        }
        from.deserialize_any(Either(PhantomData))
    }
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct DimensionSaid {
    /// `column`, or `table.column` of a join; the dimension's name if not given.
    pub column: Option<String>,
    /// text, note, number, date or flag; what the database says if not given.
    pub r#type: Option<String>,
    /// How it is kept: plain, text, date, epoch_s, epoch_ms, julian, dmy, mdy, yyyymm, yyyymmdd,
    /// yyyyppp, yyyy.
    pub format: Option<String>,
    pub unit: Option<String>,
    pub says: Option<String>,
    pub synonyms: Vec<String>,
    /// What people say, and what is stored.
    pub values: BTreeMap<String, String>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct MeasureSaid {
    pub column: Option<String>,
    /// Arithmetic over columns, in place of one column.
    pub formula: Option<String>,
    /// sum, avg, min, max or median; sum if not given.
    pub aggregation: Option<String>,
    pub unit: Option<String>,
    /// The currency, where the unit is money.
    pub currency: Option<String>,
    /// How the column is kept: plain, or text.
    pub format: Option<String>,
    pub says: Option<String>,
    pub synonyms: Vec<String>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ComparisonText {
    #[serde(alias = "default_align_on")]
    pub align_on: Vec<Text>,
    pub thresholds: BTreeMap<String, Spanned<ThresholdText>>,
    pub cache_ttl_seconds: Option<u64>,
}

/// How far two figures may be apart; both must hold.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ThresholdText {
    pub absolute: f64,
    pub percent: f64,
}

/// What is wrong with a declaration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// From 1; 0 where it is of the whole file.
    pub line: u64,
    pub message: String,
    /// Whether the source can still be asked.
    pub harmless: bool,
}

impl Problem {
    pub fn new(line: u64, message: impl Into<String>) -> Self {
        Self { line, message: message.into(), harmless: false }
    }

    pub fn note(line: u64, message: impl Into<String>) -> Self {
        Self { line, message: message.into(), harmless: true }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => f.write_str(&self.message),
            line => write!(f, "line {line}: {}", self.message),
        }
    }
}

/// Most bytes of a file of declarations.
const LARGEST: usize = 4 << 20;

/// Reads YAML of any kind; of an empty text what is nothing of it.
pub fn parse<T: Default + DeserializeOwned>(text: &str) -> Result<T, Problem> {
    if text.len() > LARGEST {
        return Err(Problem::new(0, format!("The file is larger than {} MiB.", LARGEST >> 20)));
    }
    if text.trim().is_empty() {
        return Ok(T::default());
    }
    serde_saphyr::from_str(text).map_err(|error| {
        let line = error.location().map_or(0, |at| at.line());
        let told = error.without_snippet().to_string();
        // The line is told apart from the words.
        let told = told.lines().next().unwrap_or_default();
        Problem::new(line, told.split(" at line ").next().unwrap_or(told))
    })
}

/// Where a part of a declaration stands.
pub fn line<T>(of: &Spanned<T>) -> u64 {
    of.referenced.line()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<File, Problem> {
        parse(text)
    }

    #[test]
    fn what_is_written_is_read_with_its_lines() {
        let text = "sources:\n- name: orders\n  table: orders\n  dimensions:\n    country: ship_country\n    \
                    day: {column: order_date, type: date}\n  measures:\n    revenue: {formula: a * b, unit: USD}\n";
        let file = read(text).unwrap();
        let source = &file.sources[0];
        assert_eq!((source.name.value.as_str(), line(&source.table)), ("orders", 3));
        assert!(matches!(&source.dimensions["country"].value, Short::Column(c) if c == "ship_country"));
        assert_eq!(line(&source.measures["revenue"]), 8);
    }

    #[test]
    fn what_is_no_declaration_says_where() {
        let wrong = read("sources:\n- name: orders\n  tabel: orders\n").unwrap_err();
        assert!(wrong.line >= 2 && wrong.message.contains("tabel"), "{wrong}");
        let wrong = read("sources:\n- name: [\n").unwrap_err();
        assert!(wrong.line >= 2, "{wrong}");
        assert_eq!(read("").unwrap().sources.len(), 0);
    }
}
