//! Declared sources: tables of any database with the dimensions and measures that people ask for. A source is a dataset
//! of the query language like the firm's own records; `check`, `run` and `describe` treat them alike. Where
//! declarations come from, and how their databases are opened, is not known here.

pub mod formula;
pub mod kept;
mod phrases;
pub mod source_field;

use std::fmt;
use std::sync::{Arc, OnceLock};

use chrono::NaiveDate;
use model::time::DateRange;
use serde_json::{Value, json};

pub use self::formula::{Formula, Sign};
pub use self::kept::SourceName;
pub use self::phrases::{Meaning, Phrases};
pub use self::source_field::{Field, Stored};
use super::ast::Aggregation;
use super::column::{Column, ColumnExpr, ColumnType};
use super::values::pick;
use store::SourceDb;

/// A declared source, checked against its database.
#[derive(Clone, Debug, PartialEq)]
pub struct Source {
    pub name: SourceName,
    /// One sentence: what a row is.
    pub description: String,
    /// Other names for the rows.
    pub synonyms: Vec<String>,
    /// Its database, by the declaration's name; empty for Plumbline's own.
    pub connection: String,
    /// As named in the database, with a schema if one was given.
    pub table: Table,
    /// Tables with at most one row for each of its rows.
    pub joins: Vec<Join>,
    /// The date column for time ranges.
    pub time: Option<String>,
    pub today: Today,
    pub dimensions: Vec<Dimension>,
    pub measures: Vec<Declared>,
    /// The desk's scope: its field (`customerId`, `product`, …) and the dimension it limits.
    pub scope: Vec<(String, String)>,
    /// Only figures of groups go to a model, never single rows or names (D-047).
    pub aggregates_only: bool,
    /// Also visible to people with some customers only. Other sources are not: nothing says whose their rows are.
    pub for_everyone: bool,
    pub comparison: Comparison,
}

/// A table, with its schema if given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    pub schema: Option<String>,
    pub name: String,
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.schema {
            Some(schema) => write!(f, "{schema}.{}", self.name),
            None => f.write_str(&self.name),
        }
    }
}

/// A table beside the source's own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Join {
    pub table: Table,
    /// Prefix of its columns: `customers.country`.
    pub alias: String,
    /// The alias of the table it is joined to; empty for the source's own.
    pub from: String,
    /// Columns of that table, each with the equal column here.
    pub on: Vec<(String, String)>,
}

/// A column to group and filter by.
#[derive(Clone, Debug, PartialEq)]
pub struct Dimension {
    pub name: String,
    /// As used in a sentence: "ship country".
    pub says: String,
    pub synonyms: Vec<String>,
    pub kind: ColumnType,
    pub field: Field,
    /// Other names for single values: name, stored value.
    pub aliases: Vec<(String, String)>,
}

/// A number per row, and how it is aggregated.
#[derive(Clone, Debug, PartialEq)]
pub struct Declared {
    pub name: String,
    pub says: String,
    pub synonyms: Vec<String>,
    /// "USD", "pieces", "hours".
    pub unit: &'static str,
    pub formula: Formula<Field>,
    pub aggregation: Aggregation,
}

/// Maximum age in days of a source's last row for "today" to be the current day.
const STALE_DAYS: i64 = 7;

/// What "today" means for a source.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Today {
    /// The current day; or the last day with a row, if more than a week ago.
    #[default]
    Clock,
    /// The current day.
    Now,
    /// The last day with a row.
    LastDay,
    On(NaiveDate),
}

/// How differences between two sources are classified (C-031, C-033).
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    pub align_on: Vec<String>,
    /// Maximum differences, in the measure's unit and in percent, both: of a match; of a minor difference.
    pub matches: (f64, f64),
    pub minor: (f64, f64),
    /// How long a comparison is cached for drilling down, in seconds.
    pub cache_s: u64,
}

impl Default for Comparison {
    fn default() -> Self {
        Self { align_on: Vec::new(), matches: (1_000.0, 1.0), minor: (5_000.0, 5.0), cache_s: 3_600 }
    }
}

/// A source with an open database, and what was read from it.
#[derive(Clone, Debug)]
pub struct Opened {
    pub source: Source,
    /// Its columns in the catalogue.
    pub columns: Arc<[Column]>,
    /// `None` for Plumbline's own store, which the caller supplies.
    pub db: Option<SourceDb>,
    /// The values of dimensions with a limited number, and whether these are all.
    pub values: Vec<(String, Vec<String>, bool)>,
    /// The number of rows, if it was found.
    pub rows: Option<RowCount>,
    /// The first and the last day with a row.
    pub days: Option<DateRange>,
    /// The day on which these were read.
    pub read_on: NaiveDate,
    phrases: OnceLock<Phrases>,
}

/// The rows of a source; of very many, only a lower bound is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowCount {
    Exactly(u64),
    MoreThan(u64),
}

impl RowCount {
    /// From a count that stopped at one more than `limit`.
    pub fn up_to(limit: u64, counted: u64) -> Self {
        if counted > limit { Self::MoreThan(limit) } else { Self::Exactly(counted) }
    }
}

impl PartialEq for Opened {
    fn eq(&self, other: &Self) -> bool {
        self.source == other.source && self.values == other.values && self.days == other.days
    }
}

impl Opened {
    /// A source before its values are known.
    pub fn new(source: Source, db: Option<SourceDb>, read_on: NaiveDate) -> Self {
        let columns = source.columns().into();
        Self { source, columns, db, values: Vec::new(), rows: None, days: None, read_on, phrases: OnceLock::new() }
    }

    /// The day that "today" means for it: a source has its own clock.
    pub fn today(&self) -> NaiveDate {
        let last = self.days.and_then(|days| days.to);
        match self.source.today {
            Today::Clock => last.filter(|last| (self.read_on - *last).num_days() > STALE_DAYS).unwrap_or(self.read_on),
            Today::Now => self.read_on,
            Today::On(day) => day,
            Today::LastDay => last.unwrap_or(self.read_on),
        }
    }

    /// What can be queried in it, for programs.
    pub fn described(&self) -> Value {
        let source = &self.source;
        let dimensions: Vec<Value> = source
            .dimensions
            .iter()
            .map(|d| {
                let values = self
                    .values_of(&d.name)
                    .filter(|(values, all)| *all && values.len() <= 30)
                    .map(|(values, _)| values);
                json!({ "name": d.name, "type": d.kind.as_str(), "synonyms": d.synonyms, "values": values })
            })
            .collect();
        let measures: Vec<Value> = source
            .measures
            .iter()
            .map(|m| json!({ "name": m.name, "aggregation": m.aggregation, "unit": m.unit, "synonyms": m.synonyms }))
            .collect();
        json!({
            "name": source.name.as_str(),
            "description": source.description,
            "rows": kept::noun(source.name).1,
            "time": source.time,
            "days": self.days.map(|days| json!({ "from": days.from, "to": days.to })),
            "dimensions": dimensions,
            "measures": measures,
            "onlyAggregates": source.aggregates_only,
        })
    }

    /// The names of its parts; built on first use.
    pub fn phrases(&self) -> &Phrases {
        self.phrases.get_or_init(|| Phrases::new(self))
    }

    /// The dimension that names a row: the one called name or title, else the one with most values.
    pub fn naming_dimension(&self) -> Option<&str> {
        let (one, _) = kept::noun(self.source.name);
        let names: Vec<&Dimension> = self.source.dimensions.iter().filter(|d| d.kind == ColumnType::Category).collect();
        let called = |d: &&&Dimension| {
            let plain = pick::phrase(&d.name.replace('_', " "));
            plain == pick::phrase(one) || plain.ends_with("name") || plain.ends_with("title")
        };
        let many = |d: &&&Dimension| {
            self.values_of(&d.name).map_or(usize::MAX, |(values, all)| if all { values.len() } else { usize::MAX })
        };
        names.iter().find(called).or_else(|| names.iter().max_by_key(many)).map(|d| d.name.as_str())
    }

    /// The join of its rows to the table of another source of the same database, directly or over other tables.
    pub fn join_to(&self, other: &Self) -> Option<&Join> {
        let same = match (&self.db, &other.db) {
            (None, None) => true,
            (Some(own), Some(other)) => own.is_same(other),
            _ => false,
        };
        self.source.joins.iter().find(|join| same && join.table == other.source.table)
    }

    /// The known values of a dimension, and whether these are all.
    pub fn values_of(&self, dimension: &str) -> Option<(&[String], bool)> {
        let (_, values, all) = self.values.iter().find(|(name, ..)| name == dimension)?;
        Some((values, *all))
    }
}

impl Source {
    pub fn dimension(&self, name: &str) -> Option<&Dimension> {
        self.dimensions.iter().find(|d| d.name == name)
    }

    pub fn measure(&self, name: &str) -> Option<&Declared> {
        self.measures.iter().find(|m| m.name == name)
    }

    /// Whether the name of a measure or dimension has this word.
    pub fn calls(&self, word: &str) -> bool {
        let wanted = pick::plain(word);
        let has = |name: &str| pick::words(&name.replace('_', " ")).iter().any(|(word, _)| *word == wanted);
        let measures = self.measures.iter().map(|m| (&m.name, &m.says, &m.synonyms));
        let dimensions = self.dimensions.iter().map(|d| (&d.name, &d.says, &d.synonyms));
        measures.chain(dimensions).any(|(name, says, also)| has(name) || has(says) || also.iter().any(|text| has(text)))
    }

    /// The date dimension, if any.
    pub fn day(&self) -> Option<&Dimension> {
        self.dimension(self.time.as_deref()?)
    }

    fn columns(&self) -> Vec<Column> {
        let column = |name: &str, says: &str, also: &[String], kind: ColumnType, formula: Formula<Field>| Column {
            name: name.to_owned().into(),
            says: says.to_owned().into(),
            also: kept::list(also),
            kind,
            place: ColumnExpr::Declared(Arc::new(formula)),
        };
        let dimensions = self
            .dimensions
            .iter()
            .map(|d| column(&d.name, &d.says, &d.synonyms, d.kind, Formula::Column(d.field.clone())));
        let measures = self
            .measures
            .iter()
            .map(|m| column(&m.name, &m.says, &m.synonyms, ColumnType::Number(m.unit), m.formula.clone()));
        dimensions.chain(measures).collect()
    }
}
