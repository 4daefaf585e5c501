//! Checked conditions written down, so that a result can be kept with the records that it counts, and read again. What is
//! written names columns of the catalogue and stored values; unlike a question's filter it needs no values looked up.

use chrono::NaiveDate;
use model::time::DateRange;
use serde_json::Value;

use super::ast::{Condition, Dataset, Filter, Op, Records};
use super::catalog::{Catalog, Column, Kind, Place};
use super::check::{Owned, QueryError, Scalar, Test};

/// Columns that no question names: their marks, and how they are called.
const UNNAMED: [(&str, &str, Kind); 6] = [
    ("@id", "record", Kind::Name),
    ("@customer", "customer", Kind::Name),
    ("@topic", "topic", Kind::Name),
    ("@stage", "stage of the case", Kind::Name),
    ("@first_channel", "channel of the first message", Kind::Name),
    ("@wrong_dates", "resolved before the opening", Kind::Flag),
];

/// What stands where a time is open at an end.
const EVER: (&str, &str) = ("0001-01-01", "9999-12-31");

/// A condition as a filter of the query language.
pub fn filter(test: &Test) -> Filter {
    match test {
        Test::And(list) => Filter::And(list.iter().map(filter).collect()),
        Test::Or(list) => Filter::Or(list.iter().map(filter).collect()),
        Test::Not(inner) => Filter::Not(Box::new(filter(inner))),
        Test::Is { column, op, values } => {
            let text = |value: &Scalar| match value {
                Scalar::Text(text) => text.clone(),
                Scalar::Number(number) => number.to_string(),
            };
            Filter::Is(Condition { column: name(column), op: *op, values: values.iter().map(text).collect() })
        }
        Test::Has(owned) => Filter::Has(Records {
            of: owned.of,
            time_range: (owned.range != DateRange::ALL).then(|| {
                let day = |day: Option<NaiveDate>, open: &str| day.map_or_else(|| open.to_owned(), |d| d.to_string());
                format!("{} to {}", day(owned.range.from, EVER.0), day(owned.range.to, EVER.1))
            }),
            filter: owned.filter.as_deref().map(|test| Box::new(filter(test))),
            at_least: Some(owned.at_least),
        }),
    }
}

/// The same as JSON.
pub fn json(test: &Test) -> Value {
    serde_json::to_value(filter(test)).unwrap_or_default()
}

/// What a column is called when it is written down.
pub fn name(column: &Column) -> String {
    if !column.name.is_empty() {
        return column.name.to_string();
    }
    match &column.place {
        Place::Own("id") => "@id".into(),
        Place::Own("customer_id") => "@customer".into(),
        Place::Own(name) | Place::Customer(name) | Place::Message(name) => (*name).to_owned(),
        Place::Attribute(key) => format!("={key}"),
        Place::CustomerAttribute(key) => key.clone(),
        Place::Hours(..) => "resolution_hours".into(),
        Place::Weekday => "weekday".into(),
        Place::PartOfWeek => "part_of_week".into(),
        Place::Topic => "@topic".into(),
        Place::FirstMessage(_) => "@first_channel".into(),
        Place::Stage => "@stage".into(),
        Place::DayOf(_) => "resolved_on".into(),
        Place::Wrong => "@wrong_dates".into(),
        // A declared column has a name.
        Place::Declared(_) => String::new(),
    }
}

/// Reads written conditions, of one dataset.
#[derive(Clone, Copy)]
pub struct Reader<'a> {
    pub catalog: &'a Catalog,
    pub dataset: Dataset,
}

impl Reader<'_> {
    /// The column of this name.
    ///
    /// # Errors
    /// When the data has no such column any more.
    pub fn column(&self, name: &str) -> Result<Column, QueryError> {
        if let Some((mark, says, kind)) = UNNAMED.iter().find(|(mark, ..)| *mark == name) {
            let place = match *mark {
                "@id" => Place::Own("id"),
                "@customer" => Place::Own("customer_id"),
                "@topic" => Place::Topic,
                "@stage" => Place::Stage,
                "@first_channel" => Place::FirstMessage("channel"),
                _ => Place::Wrong,
            };
            let name = if *mark == "@customer" { "customer" } else { mark };
            return Ok(Column { name: name.into(), says: (*says).into(), ..Column::at(place, *kind) });
        }
        if let Some(key) = name.strip_prefix('=') {
            let fits = |c: &&Column| matches!(&c.place, Place::Attribute(own) if own == key);
            let known = self.catalog.columns(self.dataset).iter().find(fits);
            return known.map(|column| Column { kind: Kind::Name, ..column.clone() }).ok_or_else(|| gone(key));
        }
        let known = self.catalog.columns(self.dataset).iter().find(|column| column.name == name);
        known.cloned().ok_or_else(|| gone(name))
    }

    /// The condition that was written.
    ///
    /// # Errors
    /// When it is none, or names a column that the data does not have any more.
    pub fn test(&self, filter: &Filter) -> Result<Test, QueryError> {
        let all = |list: &[Filter]| list.iter().map(|f| self.test(f)).collect::<Result<Vec<_>, _>>();
        Ok(match filter {
            Filter::And(list) => Test::And(all(list)?),
            Filter::Or(list) => Test::Or(all(list)?),
            Filter::Not(inner) => Test::Not(Box::new(self.test(inner)?)),
            Filter::Is(Condition { column, op, values }) => {
                let column = self.column(column)?;
                let scalar = |text: &String| match column.kind {
                    Kind::Number(_) => {
                        text.parse().map(Scalar::Number).map_err(|_| QueryError::new(format!("{text} is no number.")))
                    }
                    _ => Ok(Scalar::Text(text.clone())),
                };
                let values = values.iter().map(scalar).collect::<Result<Vec<_>, _>>()?;
                Test::Is { column, op: *op, values }
            }
            Filter::Has(records) => {
                let theirs = Reader { dataset: records.of, ..*self };
                let range = records.time_range.as_deref().map(days).transpose()?.unwrap_or(DateRange::ALL);
                let filter = records.filter.as_ref().map(|f| theirs.test(f).map(Box::new)).transpose()?;
                Test::Has(Owned { of: records.of, range, filter, at_least: records.at_least.unwrap_or(1) })
            }
        })
    }

    /// The same from JSON.
    ///
    /// # Errors
    /// As [`Reader::test`].
    pub fn json(&self, filter: &Value) -> Result<Test, QueryError> {
        let filter: Filter = serde_json::from_value(filter.clone())
            .map_err(|e| QueryError::new(format!("The records of this figure are written in an older form: {e}.")))?;
        self.test(&filter)
    }

    /// The records whose column has a value; without one, those that have none.
    ///
    /// # Errors
    /// As [`Reader::column`].
    pub fn is(&self, column: &str, value: Option<&str>) -> Result<Test, QueryError> {
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
    both.ok_or_else(|| QueryError::new(format!("\"{text}\" are no days.")))
}

fn gone(name: &str) -> QueryError {
    QueryError::new(format!("The data has no column \"{name}\" any more."))
}
