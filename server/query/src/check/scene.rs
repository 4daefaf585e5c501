//! Looks up a query's names, values and conditions in the catalogue and the data's values.

use std::sync::Arc;

use chrono::NaiveDate;

use super::{CheckedMeasure, GroupKey, HasRecords, Predicate, QueryError, Scalar, days};
use crate::ast::*;
use crate::catalog::{Catalog, Column, ColumnExpr, ColumnType};
use crate::declared::Opened;
use crate::values::{Vocabulary, pick};
use model::run::Suggestion;
use model::time::DateRange;

/// What a query's names are looked up in.
pub(super) struct Scene<'a> {
    pub(super) catalog: &'a Catalog,
    pub(super) vocabulary: &'a Vocabulary,
    pub(super) dataset: Dataset,
    pub(super) as_of: NaiveDate,
}

/// Maximum names that match a part of a name.
const MOST_NAMES: usize = 300;

impl Scene<'_> {
    fn column(&self, name: &str) -> Result<&Column, QueryError> {
        if let Some(column) = self.catalog.column(self.dataset, name) {
            return Ok(column);
        }
        let names: Vec<&str> = self.catalog.columns(self.dataset).iter().map(|c| c.name.as_ref()).collect();
        let known = typed(self.catalog.columns(self.dataset));
        let shown: String = name.chars().take(60).collect();
        let close = pick::closest(name, names.iter().copied());
        let elsewhere = self.catalog.datasets().find(|d| self.catalog.column(*d, name).is_some());
        let hint = match (close, elsewhere) {
            (Some(close), _) => format!(" Closest: {close}."),
            (None, Some(dataset)) => format!(" {} have it.", dataset.as_str()),
            _ => String::new(),
        };
        let message = format!("No column \"{shown}\" in {}.{hint} There is: {known}.", self.dataset.as_str());
        Err(QueryError { message, suggestion: Suggestion::closest(name, close) })
    }

    pub(super) fn test(&self, filter: &Filter) -> Result<Predicate, QueryError> {
        let all = |list: &[Filter]| list.iter().map(|f| self.test(f)).collect::<Result<Vec<_>, _>>();
        Ok(match filter {
            Filter::And(list) => Predicate::And(all(list)?),
            Filter::Or(list) => Predicate::Or(all(list)?),
            Filter::Not(inner) => Predicate::Not(Box::new(self.test(inner)?)),
            Filter::Is(condition) => self.condition(condition)?,
            Filter::Has(records) => Predicate::Has(self.owned(records)?),
        })
    }

    fn owned(&self, records: &Records) -> Result<HasRecords, QueryError> {
        let source = self.related(records.of)?;
        let at_least = records.at_least.unwrap_or(1);
        if at_least == 0 {
            return Err(QueryError::new("`atLeast` is 1 or more; for none at all put `has` into `not`."));
        }
        let as_of = source.as_ref().map_or(self.as_of, |opened| opened.today());
        let range = records.time_range.as_deref().map_or(Ok(DateRange::ALL), |text| days(text, as_of))?;
        if range != DateRange::ALL && source.as_ref().is_some_and(|opened| opened.source.time.is_none()) {
            let text = format!("{} have no date column, so there is no time to filter by.", records.of.as_str());
            return Err(QueryError::new(text));
        }
        let theirs = Self { dataset: records.of, as_of, ..*self };
        let filter = records.filter.as_ref().map(|f| theirs.test(f).map(Box::new)).transpose()?;
        Ok(HasRecords { of: records.of, source, range, filter, at_least })
    }

    /// The source of the records that a record of this dataset may have; `None` for the firm's own.
    fn related(&self, of: Dataset) -> Result<Option<Arc<Opened>>, QueryError> {
        match (self.catalog.source(self.dataset), self.catalog.source(of)) {
            (None, None)
                if self.dataset == Dataset::Customers && matches!(of, Dataset::Communications | Dataset::Cases) =>
            {
                Ok(None)
            }
            (Some(own), Some(other)) if other.join_to(own).is_some() => Ok(Some(other.clone())),
            (Some(own), _) => {
                let names: Vec<&str> = self.catalog.joined_by(own).map(|other| other.source.name.as_str()).collect();
                let names = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
                let (own, of) = (self.dataset.as_str(), of.as_str());
                Err(QueryError::new(format!(
                    "No join of {of} leads to the table of {own}. Sources that have one: {names}."
                )))
            }
            _ => Err(QueryError::new(
                "`has` is for customers: those who have communications or cases; or for a source whose table another \
                 source joins.",
            )),
        }
    }

    fn condition(&self, condition: &Condition) -> Result<Predicate, QueryError> {
        let column = self.column(&condition.column)?;
        let count = condition.values.len();
        let fits = match condition.op {
            Op::Missing => count == 0,
            Op::Between => count == 2,
            Op::Is => count >= 1,
            _ => count == 1,
        };
        if !fits {
            return Err(QueryError::new(format!(
                "The condition on {} has {count} values; `missing` takes none, `between` two, `is` one or more, the others one.",
                column.name
            )));
        }
        let by_size = matches!(condition.op, Op::Less | Op::AtMost | Op::More | Op::AtLeast | Op::Between);
        if by_size && !matches!(column.kind, ColumnType::Number(_) | ColumnType::Day) {
            return Err(QueryError::new(format!("{} is not a number or a day; compare it with `is`.", column.name)));
        }
        let in_text = matches!(condition.op, Op::Contains | Op::Starts);
        if in_text && matches!(column.kind, ColumnType::Number(_) | ColumnType::Day | ColumnType::Flag) {
            return Err(QueryError::new(format!("{} is not text.", column.name)));
        }
        if in_text && let Some(values) = self.holding(column, condition)? {
            return Ok(Predicate::Is { column: column.clone(), op: Op::Is, values });
        }
        let values = condition.values.iter().map(|v| self.scalar(column, v, in_text)).collect::<Result<Vec<_>, _>>()?;
        if let (Op::Between, [a, b]) = (condition.op, values.as_slice())
            && inverted(a, b)
        {
            let [a, b] = [&condition.values[0], &condition.values[1]];
            return Err(QueryError::new(format!("Nothing is between {a} and {b}: give the smaller one first.")));
        }
        Ok(Predicate::Is { column: column.clone(), op: condition.op, values })
    }

    /// The stored values whose names contain a text, for columns with stored values other than their display names;
    /// `None` for the others.
    fn holding(&self, column: &Column, condition: &Condition) -> Result<Option<Vec<Scalar>>, QueryError> {
        if matches!(column.place, ColumnExpr::Declared(_)) {
            return Ok(None);
        }
        let named: Vec<(&str, &str)> = match column.name.as_ref() {
            "product" => self.vocabulary.products.iter().map(|p| (p.slug.as_str(), p.name.as_str())).collect(),
            "customer" | "name" => {
                self.vocabulary.customers.iter().map(|(id, name)| (id.as_str(), name.as_str())).collect()
            }
            _ => return Ok(None),
        };
        let text = condition.values.first().map(|v| v.trim().to_lowercase()).unwrap_or_default();
        let fits = |name: &str| match condition.op {
            Op::Starts => name.to_lowercase().starts_with(&text),
            _ => name.to_lowercase().contains(&text),
        };
        let found: Vec<Scalar> =
            named.into_iter().filter(|(_, name)| fits(name)).map(|(id, _)| Scalar::Text(id.to_owned())).collect();
        match found.len() {
            0 => Err(QueryError::new(format!("No {} has \"{text}\" in its name.", column.says))),
            n if n > MOST_NAMES => Err(QueryError::new(format!(
                "{n} names have \"{text}\" in them, more than the {MOST_NAMES} that one condition \
                takes. Give more of the name."
            ))),
            _ => Ok(Some(found)),
        }
    }

    fn scalar(&self, column: &Column, value: &str, part: bool) -> Result<Scalar, QueryError> {
        if value.contains('\0') {
            return Err(QueryError::new("A value has a character that no record has."));
        }
        match column.kind {
            ColumnType::Number(unit) => match value.trim().parse::<f64>() {
                Ok(number) if number.is_finite() => Ok(Scalar::Number(number)),
                _ => Err(QueryError::new(format!("{} is a number of {unit}, not \"{value}\".", column.name))),
            },
            ColumnType::Day => match value.trim().parse::<NaiveDate>() {
                Ok(day) => Ok(Scalar::Text(day.to_string())),
                Err(_) => Err(QueryError::new(format!("{} takes days like 2026-01-31, not \"{value}\".", column.name))),
            },
            ColumnType::Flag => match value.trim().to_lowercase().as_str() {
                "yes" | "true" | "1" => Ok(Scalar::Text("yes".into())),
                "no" | "false" | "0" => Ok(Scalar::Text("no".into())),
                _ => Err(QueryError::new(format!("{} is yes or no.", column.name))),
            },
            ColumnType::Text => Ok(Scalar::Text(value.to_owned())),
            ColumnType::Category | ColumnType::List if part => Ok(Scalar::Text(value.to_owned())),
            ColumnType::Category | ColumnType::List => self.vocabulary.stored(column, value).map(Scalar::Text),
        }
    }

    pub(super) fn key(&self, group: &Group) -> Result<GroupKey, QueryError> {
        match group {
            Group::Time(bucket) => Ok(GroupKey::Time(*bucket)),
            Group::Column(name) => {
                let column = self.column(name)?;
                if matches!(column.kind, ColumnType::Text | ColumnType::Number(_))
                    || matches!(column.place, ColumnExpr::Message(_))
                {
                    return Err(QueryError::new(format!(
                        "{} cannot be grouped by {}.",
                        self.dataset.as_str(),
                        column.says
                    )));
                }
                Ok(GroupKey::Column(column.clone()))
            }
        }
    }

    pub(super) fn measure(&self, measure: &Measure) -> Result<CheckedMeasure, QueryError> {
        let column = measure.column.as_deref().map(|name| self.column(name)).transpose()?;
        let only = measure.only.as_ref().map(|f| self.test(f)).transpose()?;
        let needs = |what: &str| {
            let numbers: Vec<&str> = self
                .catalog
                .columns(self.dataset)
                .iter()
                .filter(|c| matches!(c.kind, ColumnType::Number(_)))
                .map(|c| c.name.as_ref())
                .collect();
            let have = if numbers.is_empty() { "none".into() } else { numbers.join(", ") };
            Err(QueryError::new(format!("{what} needs a column of numbers. {} have: {have}.", self.dataset.as_str())))
        };
        let of = format!("{:?}", measure.of).to_lowercase();
        let is_message = column.is_some_and(|c| matches!(c.place, ColumnExpr::Message(_)));
        match (measure.of, column.map(|c| c.kind)) {
            (Aggregation::Count | Aggregation::Share, Some(_)) => {
                return Err(QueryError::new(format!("{of} takes no column.")));
            }
            (Aggregation::Count | Aggregation::Share, None) | (Aggregation::Distinct, Some(_)) if !is_message => {}
            (Aggregation::Min | Aggregation::Max, Some(ColumnType::Number(_) | ColumnType::Day)) => {}
            (_, Some(ColumnType::Number(_))) => {}
            _ => return needs(&of),
        }
        let percentile = match (measure.of, measure.percentile) {
            (Aggregation::Percentile, Some(p)) if (1..=99).contains(&p) => i64::from(p),
            (Aggregation::Percentile, _) => return Err(QueryError::new("percentile needs a number from 1 to 99.")),
            _ => 50,
        };
        Ok(CheckedMeasure { of: measure.of, column: column.cloned(), percentile, only })
    }
}

/// The names of columns by their type: those with names as values first.
fn typed(columns: &[Column]) -> String {
    let of = |kinds: &[&str]| {
        let names = columns.iter().filter(|column| kinds.contains(&column.kind.as_str()));
        names.map(|column| column.name.as_ref()).collect::<Vec<_>>().join(", ")
    };
    let parts = [
        ("", of(&["text", "list"])),
        ("numbers: ", of(&["number"])),
        ("days: ", of(&["date"])),
        ("yes or no: ", of(&["flag"])),
        ("free text: ", of(&["note"])),
    ];
    let parts: Vec<String> = parts
        .into_iter()
        .filter(|(_, names)| !names.is_empty())
        .map(|(kind, names)| kind.to_owned() + &names)
        .collect();
    parts.join("; ")
}

fn inverted(a: &Scalar, b: &Scalar) -> bool {
    match (a, b) {
        (Scalar::Text(a), Scalar::Text(b)) => a > b,
        (Scalar::Number(a), Scalar::Number(b)) => a > b,
        _ => false,
    }
}
