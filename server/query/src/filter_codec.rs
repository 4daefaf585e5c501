//! Serialises checked conditions, so that a result can be stored with the records it counts, and parses them. They name
//! columns of the catalogue and stored values; unlike a question's filter, no values are looked up.

use chrono::NaiveDate;
use model::time::DateRange;
use serde_json::Value;

use super::ast::{Condition, Dataset, Filter, Op, Records};
use super::catalog::{Catalog, Column, ColumnExpr, ColumnType};
use super::check::{GroupKey, HasRecords, Predicate, QueryError, Scalar};

/// Columns that cannot be queried by name: their keys and labels.
const UNNAMED: [(&str, &str, ColumnType); 6] = [
    ("@id", "record", ColumnType::Category),
    ("@customer", "customer", ColumnType::Category),
    ("@topic", "topic", ColumnType::Category),
    ("@stage", "stage of the case", ColumnType::Category),
    ("@first_channel", "channel of the first message", ColumnType::Category),
    ("@wrong_dates", "resolved before the opening", ColumnType::Flag),
];

/// The ends of an open range.
const OPEN_RANGE_ENDS: (&str, &str) = ("0001-01-01", "9999-12-31");

/// A condition as a filter of the query language.
pub fn filter(test: &Predicate) -> Filter {
    match test {
        Predicate::And(list) => Filter::And(list.iter().map(filter).collect()),
        Predicate::Or(list) => Filter::Or(list.iter().map(filter).collect()),
        Predicate::Not(inner) => Filter::Not(Box::new(filter(inner))),
        Predicate::Is { column, op, values } => {
            let text = |value: &Scalar| match value {
                Scalar::Text(text) => text.clone(),
                Scalar::Number(number) => number.to_string(),
            };
            Filter::Is(Condition { column: name(column), op: *op, values: values.iter().map(text).collect() })
        }
        Predicate::Has(owned) => Filter::Has(Records {
            of: owned.of,
            time_range: (owned.range != DateRange::ALL).then(|| {
                let day = |day: Option<NaiveDate>, open: &str| day.map_or_else(|| open.to_owned(), |d| d.to_string());
                format!("{} to {}", day(owned.range.from, OPEN_RANGE_ENDS.0), day(owned.range.to, OPEN_RANGE_ENDS.1))
            }),
            filter: owned.filter.as_deref().map(|test| Box::new(filter(test))),
            at_least: Some(owned.at_least),
        }),
    }
}

/// The same as JSON.
pub fn json(test: &Predicate) -> Value {
    serde_json::to_value(filter(test)).unwrap_or_default()
}

/// A column's name when serialised.
pub fn name(column: &Column) -> String {
    if !column.name.is_empty() {
        return column.name.to_string();
    }
    match &column.place {
        ColumnExpr::Own("id") => "@id".into(),
        ColumnExpr::Own("customer_id") => "@customer".into(),
        ColumnExpr::Own(name) | ColumnExpr::Customer(name) | ColumnExpr::Message(name) => (*name).to_owned(),
        ColumnExpr::Attribute(key) => format!("={key}"),
        ColumnExpr::CustomerAttribute(key) => key.clone(),
        ColumnExpr::Hours(..) => "resolution_hours".into(),
        ColumnExpr::Weekday => "weekday".into(),
        ColumnExpr::PartOfWeek => "part_of_week".into(),
        ColumnExpr::Topic => "@topic".into(),
        ColumnExpr::FirstMessage(_) => "@first_channel".into(),
        ColumnExpr::Stage => "@stage".into(),
        ColumnExpr::DayOf(_) => "resolved_on".into(),
        ColumnExpr::Wrong => "@wrong_dates".into(),
        // A declared column has a name.
        ColumnExpr::Declared(_) => String::new(),
    }
}

/// A key's name when serialised.
pub fn key(key: &GroupKey) -> String {
    match key {
        GroupKey::Column(column) => name(column),
        GroupKey::Time(bucket) => format!("@{}", bucket.as_str()),
    }
}

/// Parses serialised conditions of one dataset.
#[derive(Clone, Copy)]
pub struct Reader<'a> {
    pub catalog: &'a Catalog,
    pub dataset: Dataset,
}

impl Reader<'_> {
    /// The column of this name.
    pub fn column(&self, name: &str) -> Result<Column, QueryError> {
        if let Some((mark, says, kind)) = UNNAMED.iter().find(|(mark, ..)| *mark == name) {
            let place = match *mark {
                "@id" => ColumnExpr::Own("id"),
                "@customer" => ColumnExpr::Own("customer_id"),
                "@topic" => ColumnExpr::Topic,
                "@stage" => ColumnExpr::Stage,
                "@first_channel" => ColumnExpr::FirstMessage("channel"),
                _ => ColumnExpr::Wrong,
            };
            let name = if *mark == "@customer" { "customer" } else { mark };
            return Ok(Column { name: name.into(), says: (*says).into(), ..Column::at(place, *kind) });
        }
        if let Some(key) = name.strip_prefix('=') {
            let fits = |c: &&Column| matches!(&c.place, ColumnExpr::Attribute(own) if own == key);
            let known = self.catalog.columns(self.dataset).iter().find(fits);
            return known
                .map(|column| Column { kind: ColumnType::Category, ..column.clone() })
                .ok_or_else(|| gone(key));
        }
        let known = self.catalog.columns(self.dataset).iter().find(|column| column.name == name);
        known.cloned().ok_or_else(|| gone(name))
    }

    /// The serialised condition.
    ///
    /// # Errors
    /// If it is invalid, or names a column that the data no longer has.
    pub fn test(&self, filter: &Filter) -> Result<Predicate, QueryError> {
        let all = |list: &[Filter]| list.iter().map(|f| self.test(f)).collect::<Result<Vec<_>, _>>();
        Ok(match filter {
            Filter::And(list) => Predicate::And(all(list)?),
            Filter::Or(list) => Predicate::Or(all(list)?),
            Filter::Not(inner) => Predicate::Not(Box::new(self.test(inner)?)),
            Filter::Is(Condition { column, op, values }) => {
                let column = self.column(column)?;
                let scalar = |text: &String| match column.kind {
                    ColumnType::Number(_) => text
                        .parse()
                        .map(Scalar::Number)
                        .map_err(|_| QueryError::new(format!("{text} is not a number."))),
                    _ => Ok(Scalar::Text(text.clone())),
                };
                let values = values.iter().map(scalar).collect::<Result<Vec<_>, _>>()?;
                Predicate::Is { column, op: *op, values }
            }
            Filter::Has(records) => {
                let theirs = Reader { dataset: records.of, ..*self };
                let range = records.time_range.as_deref().map(days).transpose()?.unwrap_or(DateRange::ALL);
                let filter = records.filter.as_ref().map(|f| theirs.test(f).map(Box::new)).transpose()?;
                let source = self.catalog.source(records.of).cloned();
                if source.is_none() && matches!(records.of, Dataset::Source(_)) {
                    return Err(gone(records.of.as_str()));
                }
                let at_least = records.at_least.unwrap_or(1);
                Predicate::Has(HasRecords { of: records.of, source, range, filter, at_least })
            }
        })
    }

    /// The same from JSON.
    pub fn json(&self, filter: &Value) -> Result<Predicate, QueryError> {
        let filter: Filter = serde_json::from_value(filter.clone())
            .map_err(|e| QueryError::new(format!("The records of this figure are written in an older form: {e}.")))?;
        self.test(&filter)
    }

    /// The records whose column has a value; if `None`, those without one.
    pub fn is(&self, column: &str, value: Option<&str>) -> Result<Predicate, QueryError> {
        let (op, values) = match value {
            Some(value) => (Op::Is, vec![value.to_owned()]),
            None => (Op::Missing, Vec::new()),
        };
        self.test(&Filter::Is(Condition { column: column.to_owned(), op, values }))
    }
}

/// "2026-01-02 to 2026-01-31".
fn days(text: &str) -> Result<DateRange, QueryError> {
    let day = |text: &str| text.trim().parse::<NaiveDate>().ok();
    let both = text.split_once(" to ").and_then(|(from, to)| Some(DateRange::new(day(from)?, day(to)?)));
    both.ok_or_else(|| QueryError::new(format!("\"{text}\" is not a range of days.")))
}

fn gone(name: &str) -> QueryError {
    QueryError::new(format!("The data has no column \"{name}\" any more."))
}
