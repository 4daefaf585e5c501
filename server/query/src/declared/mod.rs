//! Sources that somebody declared: tables of any database with the dimensions and measures that people ask for. A source is
//! a dataset of the query language like the firm's own records; `check`, `run` and `describe` know no difference. Where
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
pub use self::source_field::{Field, Stored, Told};
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
    /// What else people call the rows.
    pub synonyms: Vec<String>,
    /// The database that it stands in, as the declaration calls it; empty for Plumbline's own.
    pub connection: String,
    /// As the database calls it, a schema before it where one was given.
    pub table: Table,
    /// Tables that each row has at most one row of.
    pub joins: Vec<Join>,
    /// The dimension of days that times are told by.
    pub time: Option<String>,
    pub today: Today,
    pub dimensions: Vec<Dimension>,
    pub measures: Vec<Declared>,
    /// What the desk's scope narrows: its field (`customerId`, `product`, …) and the dimension.
    pub scope: Vec<(String, String)>,
    /// Only figures of groups go to a model, never single rows or names (D-047).
    pub aggregates_only: bool,
    /// Shown also to people who see some customers only. Others never see it, since nothing says whose its rows are.
    pub for_everyone: bool,
    pub comparison: Comparison,
}

/// A table, with the schema that it stands in where it was named.
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
    /// What its columns are told by: `customers.country`.
    pub alias: String,
    /// The alias of the table that leads to it; empty for the source's own.
    pub from: String,
    /// Columns of the table that leads to it, each with the column here that equals it.
    pub on: Vec<(String, String)>,
}

/// What rows are told apart by.
#[derive(Clone, Debug, PartialEq)]
pub struct Dimension {
    pub name: String,
    /// As a sentence names it: "ship country".
    pub says: String,
    pub synonyms: Vec<String>,
    pub kind: ColumnType,
    pub field: Field,
    /// Other words for single values: what people say, what is stored.
    pub aliases: Vec<(String, String)>,
}

/// A number of each row, and how the numbers of many rows become one.
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

/// How many days ago the last row of a source may be for its "today" to be the day that it is.
const CURRENT: i64 = 7;

/// The day that "today" means over a source.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Today {
    /// The day that it is; the last day that it has a row of, where that is more than a week ago.
    #[default]
    Clock,
    /// The day that it is.
    Now,
    /// The last day that it has a row of.
    LastDay,
    On(NaiveDate),
}

/// How figures of two sources are judged (C-031, C-033).
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    pub align_on: Vec<String>,
    /// At most so much apart, in the measure's unit and in percent, both: a match; a minor difference.
    pub matches: (f64, f64),
    pub minor: (f64, f64),
    /// How long a comparison is kept for drilling down, in seconds.
    pub cache_s: u64,
}

impl Default for Comparison {
    fn default() -> Self {
        Self { align_on: Vec::new(), matches: (1_000.0, 1.0), minor: (5_000.0, 5.0), cache_s: 3_600 }
    }
}

/// A source whose database is open, and what was read of it.
#[derive(Clone, Debug)]
pub struct Opened {
    pub source: Source,
    /// Its columns, as the catalogue has them.
    pub columns: Arc<[Column]>,
    /// `None` for Plumbline's own store, which whoever asks brings.
    pub db: Option<SourceDb>,
    /// The values of the dimensions that have not too many, and whether these are all.
    pub values: Vec<(String, Vec<String>, bool)>,
    /// The first and the last day that has a row.
    pub days: Option<DateRange>,
    /// The day on which these were read.
    pub read_on: NaiveDate,
    phrases: OnceLock<Phrases>,
}

impl PartialEq for Opened {
    fn eq(&self, other: &Self) -> bool {
        self.source == other.source && self.values == other.values && self.days == other.days
    }
}

impl Opened {
    /// A source as it is asked, before anything is known of its values.
    pub fn new(source: Source, db: Option<SourceDb>, read_on: NaiveDate) -> Self {
        let columns = source.columns().into();
        Self { source, columns, db, values: Vec::new(), days: None, read_on, phrases: OnceLock::new() }
    }

    /// The day that "today" means over it: a source has its own clock.
    pub fn today(&self) -> NaiveDate {
        let last = self.days.and_then(|days| days.to);
        match self.source.today {
            Today::Clock => last.filter(|last| (self.read_on - *last).num_days() > CURRENT).unwrap_or(self.read_on),
            Today::Now => self.read_on,
            Today::On(day) => day,
            Today::LastDay => last.unwrap_or(self.read_on),
        }
    }

    /// What may be asked of it, for those who ask by program.
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

    /// What people call its parts; made when first asked for.
    pub fn phrases(&self) -> &Phrases {
        self.phrases.get_or_init(|| Phrases::of(self))
    }

    /// The dimension that names a row: the one called a name or a title, else the one with most values.
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

    /// The values of a dimension that are known, and whether these are all.
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

    /// Whether one of its measures or dimensions has this word in its name.
    pub fn calls(&self, word: &str) -> bool {
        let wanted = pick::plain(word);
        let has = |name: &str| pick::words(&name.replace('_', " ")).iter().any(|(word, _)| *word == wanted);
        let measures = self.measures.iter().map(|m| (&m.name, &m.says, &m.synonyms));
        let dimensions = self.dimensions.iter().map(|d| (&d.name, &d.says, &d.synonyms));
        measures.chain(dimensions).any(|(name, says, also)| has(name) || has(says) || also.iter().any(|text| has(text)))
    }

    /// The dimension of days, where it has one.
    pub fn day(&self) -> Option<&Dimension> {
        self.dimension(self.time.as_deref()?)
    }

    fn columns(&self) -> Vec<Column> {
        let column = |name: &str, says: &str, also: &[String], kind: ColumnType, told: Told| Column {
            name: name.to_owned().into(),
            says: says.to_owned().into(),
            also: kept::list(also),
            kind,
            place: ColumnExpr::Declared(Arc::new(told)),
        };
        let dimensions =
            self.dimensions.iter().map(|d| column(&d.name, &d.says, &d.synonyms, d.kind, Told::Field(d.field.clone())));
        let measures = self.measures.iter().map(|m| {
            column(&m.name, &m.says, &m.synonyms, ColumnType::Number(m.unit), Told::Formula(m.formula.clone()))
        });
        dimensions.chain(measures).collect()
    }
}
