//! Declarations as written: YAML, with line numbers for error messages.

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
    /// Databases and folders, by the names used in sources.
    pub connections: BTreeMap<String, Spanned<Connection>>,
    pub sources: Vec<SourceText>,
}

/// A connection to tables.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Connection {
    /// `postgres://…` or `sqlite://FILE`; `${NAME}` is an environment variable.
    pub url: Option<String>,
    /// A folder of CSV, JSON-lines and Parquet files, each a table, and of workbooks, each sheet a table; or a single
    /// file; or a pattern of files that form one table.
    pub folder: Option<String>,
    /// The address of a search cluster, `https://…`; its indices are the tables.
    pub opensearch: Option<String>,
    pub user: Option<String>,
    /// As `${NAME}`: never in the file itself.
    pub password: Option<String>,
    /// Instead of user and password, also as `${NAME}`.
    pub api_key: Option<String>,
    /// PEM certificates of authorities trusted besides the system's.
    pub ca_file: Option<String>,
    /// The tables used by sources of the file.
    #[serde(skip)]
    pub named: Vec<String>,
}

/// Text with its line.
pub type Text = Spanned<String>;

/// A source.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SourceText {
    /// Lower-case letters, digits and `_`.
    pub name: Text,
    #[serde(default)]
    pub description: String,
    /// The noun for one row; default: from the name.
    #[serde(default)]
    pub one: Option<String>,
    /// Its plural.
    #[serde(default)]
    pub many: Option<String>,
    #[serde(default)]
    pub synonyms: Vec<String>,
    /// One of `connections`; default: Plumbline's own tables.
    #[serde(default)]
    pub connection: Option<Text>,
    /// The table with the rows, optionally with its schema: `sales.orders`.
    pub table: Text,
    #[serde(default)]
    pub joins: Vec<JoinText>,
    /// The default dimension for time.
    #[serde(default)]
    pub time: Option<Text>,
    /// `now`, `last_day`, or a day: the meaning of "today". Default: the last day of the data if that is more than a
    /// week ago, else now.
    #[serde(default)]
    pub today: Option<Text>,
    #[serde(default)]
    pub dimensions: IndexMap<String, Spanned<Short<DimensionSaid>>>,
    #[serde(default)]
    pub measures: IndexMap<String, Spanned<Short<MeasureSaid>>>,
    /// Fields of the desk's scope, with the dimensions they filter.
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
    /// Only aggregates.
    Aggregates,
}

/// Who may see a source.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Visible {
    /// Only people who see every customer.
    #[default]
    Unlimited,
    /// Also people who see only some customers.
    Everyone,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JoinText {
    pub table: Text,
    /// The alias for its columns; default: the table's name.
    #[serde(default)]
    pub r#as: Option<String>,
    /// The table it is joined to; default: the source's own.
    #[serde(default)]
    pub from: Option<Text>,
    /// A column with the same name in both, or pairs of the column there and here.
    pub on: Spanned<On>,
    /// False disables it: a draft's guess that nobody has confirmed.
    #[serde(default = "yes")]
    pub agreed: bool,
}

const fn yes() -> bool {
    true
}

/// Join columns: one with the same name in both, or those there with those here.
pub type On = Short<BTreeMap<String, String>>;

/// A mapping, which may be written as just the name of a column.
#[derive(Clone, Debug)]
pub struct Short<T>(pub T);

/// The mapping that the name of a column stands for.
pub trait FromColumn {
    fn from_column(name: String) -> Self;
}

impl FromColumn for BTreeMap<String, String> {
    fn from_column(name: String) -> Self {
        Self::from([(name.clone(), name)])
    }
}

impl FromColumn for DimensionSaid {
    fn from_column(name: String) -> Self {
        Self { column: Some(name), ..Self::default() }
    }
}

impl FromColumn for MeasureSaid {
    fn from_column(name: String) -> Self {
        Self { column: Some(name), ..Self::default() }
    }
}

impl<'de, T: FromColumn + Deserialize<'de>> Deserialize<'de> for Short<T> {
    /// By hand, so that an unknown field is reported with its line.
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Either<T>(PhantomData<T>);
        impl<'de, T: FromColumn + Deserialize<'de>> Visitor<'de> for Either<T> {
            type Value = Short<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the name of a column, or a mapping")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Self::Value, E> {
                Ok(Short(T::from_column(text.to_owned())))
            }

            fn visit_map<A: de::MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
                T::deserialize(de::value::MapAccessDeserializer::new(map)).map(Short)
            }
        }
        from.deserialize_any(Either(PhantomData))
    }
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct DimensionSaid {
    /// `column`, or `table.column` of a join; default: the dimension's name.
    pub column: Option<String>,
    /// For names that several rows may have: a column of the same table that identifies a row, e.g. `id`.
    pub key: Option<String>,
    /// text, note, number, date or flag; default: from the database.
    pub r#type: Option<String>,
    /// The storage format: plain, text, date, epoch_s, epoch_ms, julian, dmy, mdy, yyyymm, yyyymmdd, yyyyppp, yyyy.
    pub format: Option<String>,
    pub unit: Option<String>,
    pub says: Option<String>,
    pub synonyms: Vec<String>,
    /// Stored values by the names people use for them.
    pub values: BTreeMap<String, String>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct MeasureSaid {
    pub column: Option<String>,
    /// Arithmetic over columns instead of one column.
    pub formula: Option<String>,
    /// sum, avg, min, max or median; default: sum.
    pub aggregation: Option<String>,
    pub unit: Option<String>,
    /// The currency, if the unit is money.
    pub currency: Option<String>,
    /// The storage format: plain or text.
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

/// Tolerances of a comparison; both must hold.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ThresholdText {
    pub absolute: f64,
    pub percent: f64,
}

/// A problem of a declaration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// From 1; 0 for the whole file.
    pub line: u64,
    pub message: String,
    /// Whether the source is still usable.
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

/// Maximum size of a declaration file in bytes.
const MAX_FILE_BYTES: usize = 4 << 20;

/// Parses YAML; an empty text gives the default.
pub fn parse<T: Default + DeserializeOwned>(text: &str) -> Result<T, Problem> {
    if text.len() > MAX_FILE_BYTES {
        return Err(Problem::new(0, format!("The file is larger than {} MiB.", MAX_FILE_BYTES >> 20)));
    }
    if text.trim().is_empty() {
        return Ok(T::default());
    }
    serde_saphyr::from_str(text).map_err(|error| {
        let line = error.location().map_or(0, |at| at.line());
        let told = error.without_snippet().to_string();
        // The line is separate from the message.
        let told = told.lines().next().unwrap_or_default();
        Problem::new(line, told.split(" at line ").next().unwrap_or(told))
    })
}

/// The line of a part of a declaration.
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
        assert_eq!(source.dimensions["country"].value.0.column.as_deref(), Some("ship_country"));
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
