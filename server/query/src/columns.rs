//! Translates a checked query over communications or cases for the in-memory columns, if they have everything it uses.
//! It is equivalent to the statement of `sql`; `run` takes whichever is available.

use std::str::FromStr;

use chrono::{Datelike, Days, NaiveDate};
use model::time::DateRange;

use super::ast::{Aggregation, Bucket, Dataset, Op};
use super::catalog::{self, ColumnExpr, ColumnType};
use super::check::{CheckedMeasure, GroupKey, HasRecords, Predicate, Scalar, Scoped};
use super::week::{WEEKDAYS, part_of_week};
use store::Db;
use store::analytics::{Attribute, Data};
use store::columns::figures::{self, ColumnQuery};
use store::columns::rows::{Bound, Condition, Derived, Field, Wanted};
use store::columns::{Aggregate, Column, OfCustomer, attribute};

/// The selected records; `None` if the columns lack something, and for other datasets.
pub fn wanted(db: &Db, query: &Scoped) -> Option<Wanted> {
    let data = match query.dataset {
        Dataset::Communications => Data::Communications,
        Dataset::Cases => Data::Cases,
        _ => return None,
    };
    let of = Records { db, data };
    let conditions = query.filter.iter().map(|test| condition(of, test)).collect::<Option<_>>()?;
    Some(Wanted { data, as_of: query.as_of, range: query.range, conditions })
}

/// The whole query; `None` as for [`wanted`].
pub fn asked(db: &Db, query: &Scoped) -> Option<ColumnQuery> {
    let wanted = wanted(db, query)?;
    let of = Records { db, data: wanted.data };
    Some(ColumnQuery {
        keys: query.keys.iter().map(|by| key(of, by)).collect::<Option<_>>()?,
        figures: query.measures.iter().map(|measure| figure(of, measure)).collect::<Option<_>>()?,
        wanted,
    })
}

/// The records whose columns are looked for.
#[derive(Clone, Copy)]
struct Records<'a> {
    db: &'a Db,
    data: Data,
}

fn field(of: Records, place: &ColumnExpr) -> Option<Field> {
    match place {
        ColumnExpr::Own("sla_breached") => Some(Field::Derived(Derived::Late)),
        // A case's own tags are not those of an archive.
        ColumnExpr::Own(name) if Attribute::find(name).is_none() => Column::find(name).map(Field::Own),
        ColumnExpr::Attribute(name) => match Attribute::find(name) {
            Some(known) => Column::find(known.as_str()).map(Field::Own),
            None if of.data == Data::Communications => attribute(of.db, name),
            None => None,
        },
        ColumnExpr::Customer("tier") => Some(Field::Customer(OfCustomer::Tier)),
        ColumnExpr::Customer("segment") => Some(Field::Customer(OfCustomer::Segment)),
        ColumnExpr::Customer("region") => Some(Field::Customer(OfCustomer::Region)),
        ColumnExpr::Customer("relationship_manager") => Some(Field::Customer(OfCustomer::RelationshipManager)),
        ColumnExpr::Topic => Some(Field::Topic),
        ColumnExpr::Stage => Some(Field::Derived(Derived::Stage)),
        ColumnExpr::Wrong => Some(Field::Derived(Derived::Wrong)),
        ColumnExpr::FirstMessage("channel") => Some(Field::Derived(Derived::FirstChannel)),
        _ => None,
    }
}

fn is_day(column: &catalog::Column) -> bool {
    column.place == ColumnExpr::Own("day")
}

/// The only number of communications and cases.
fn is_score(column: &catalog::Column) -> bool {
    matches!(column.place, ColumnExpr::Own("sentiment_score") | ColumnExpr::Hours("resolved_at", "created_at"))
}

fn key(of: Records, key: &GroupKey) -> Option<figures::Key> {
    Some(match key {
        GroupKey::Column(column) if is_day(column) => figures::Key::Time(|day| day.to_string()),
        GroupKey::Column(column) => match column.place {
            ColumnExpr::Weekday => figures::Key::Time(|day| WEEKDAYS[weekday(day)].into()),
            ColumnExpr::PartOfWeek => figures::Key::Time(|day| part_of_week(weekday(day)).into()),
            ColumnExpr::DayOf("resolved_at") => figures::Key::Resolved,
            _ => figures::Key::Field(field(of, &column.place)?),
        },
        GroupKey::Time(bucket) => figures::Key::Time(match bucket {
            Bucket::Day => |day| day.to_string(),
            Bucket::Week => |day| monday(day).to_string(),
            Bucket::Month => |day| day.format("%Y-%m").to_string(),
            Bucket::Quarter => |day| format!("{}-Q{}", day.year(), day.quarter()),
            Bucket::Year => |day| day.year().to_string(),
            Bucket::Weekday => |day| weekday(day).to_string(),
        }),
    })
}

/// Its index in the week, from Monday.
fn weekday(day: NaiveDate) -> usize {
    day.weekday().num_days_from_monday() as usize
}

fn monday(day: NaiveDate) -> NaiveDate {
    day.checked_sub_days(Days::new(day.weekday().num_days_from_monday().into())).unwrap_or(day)
}

fn figure(of: Records, measure: &CheckedMeasure) -> Option<figures::Figure> {
    let column = measure.column.as_ref();
    let (score, day) = (column.is_some_and(is_score), column.is_some_and(is_day));
    let aggregate = match measure.of {
        Aggregation::Count => Aggregate::Count,
        Aggregation::Share => Aggregate::Share,
        Aggregation::Sum if score => Aggregate::Sum,
        Aggregation::Avg if score => Aggregate::Mean,
        Aggregation::Min if score => Aggregate::Least,
        Aggregation::Max if score => Aggregate::Most,
        Aggregation::Min if day => Aggregate::FirstDay,
        Aggregation::Max if day => Aggregate::LastDay,
        Aggregation::Median | Aggregation::Percentile if score => Aggregate::Percentile(measure.percentile),
        Aggregation::Distinct => Aggregate::Distinct(field(of, &column?.place)?),
        _ => return None,
    };
    let only = measure.only.as_ref().map(|test| condition(of, test));
    // A condition that the columns lack is different from no condition.
    (only != Some(None)).then(|| figures::Figure { of: aggregate, only: only.flatten() })
}

fn condition(of: Records, test: &Predicate) -> Option<Condition> {
    let all = |list: &[Predicate]| list.iter().map(|test| condition(of, test)).collect::<Option<Vec<_>>>();
    Some(match test {
        Predicate::And(list) => Condition::And(all(list)?),
        Predicate::Or(list) => Condition::Or(all(list)?),
        Predicate::Not(inner) => Condition::Not(Box::new(condition(of, inner)?)),
        Predicate::Has(HasRecords {
            of: Dataset::Communications,
            source: None,
            range: DateRange::ALL,
            filter: Some(test),
            at_least: 1,
        }) => said(test)?,
        Predicate::Has(_) => return None,
        Predicate::Is { column, op, values } if is_score(column) => scored(*op, values)?,
        Predicate::Is { column, op, values } if is_day(column) => dated(*op, &texts(values)?)?,
        Predicate::Is { column, op, values }
            if matches!(column.place, ColumnExpr::Weekday | ColumnExpr::PartOfWeek) =>
        {
            of_week(&column.place, *op, &texts(values)?)?
        }
        Predicate::Is { column, op: Op::Is, values } if column.place == ColumnExpr::Own("id") => {
            Condition::Ids(texts(values)?)
        }
        Predicate::Is { column, op: Op::Missing, .. } if column.place == ColumnExpr::DayOf("resolved_at") => {
            Condition::Missing(Field::Derived(Derived::Resolved))
        }
        Predicate::Is { column, op, values } => match op {
            Op::Is if matches!(column.place, ColumnExpr::Message(_)) => said(test)?,
            Op::Missing => Condition::Missing(field(of, &column.place)?),
            Op::Is if column.kind == ColumnType::List => Condition::Lists(field(of, &column.place)?, texts(values)?),
            Op::Is => Condition::OneOf(field(of, &column.place)?, texts(values)?),
            _ => return None,
        },
    })
}

/// Cases with a message of these values.
fn said(test: &Predicate) -> Option<Condition> {
    let tests = match test {
        Predicate::And(list) => list.as_slice(),
        one => std::slice::from_ref(one),
    };
    let (mut channels, mut kinds, mut sentiments) = (Vec::new(), Vec::new(), Vec::new());
    for test in tests {
        let Predicate::Is { column, op: Op::Is, values } = test else { return None };
        let (ColumnExpr::Own(name) | ColumnExpr::Message(name)) = column.place else { return None };
        let names = texts(values).filter(|names| !names.is_empty())?;
        // An empty list matches anything, so each column may have one condition.
        match name {
            "channel" if channels.is_empty() => channels = parsed(&names)?,
            "kind" if kinds.is_empty() => kinds = parsed(&names)?,
            "sentiment" if sentiments.is_empty() => sentiments = parsed(&names)?,
            _ => return None,
        }
    }
    Some(Condition::Said { channels, kinds, sentiments })
}

fn parsed<T: FromStr>(names: &[String]) -> Option<Vec<T>> {
    names.iter().map(|name| name.parse().ok()).collect()
}

fn scored(op: Op, values: &[Scalar]) -> Option<Condition> {
    let bound = match (op, numbers(values)?.as_slice()) {
        (Op::Missing, _) => return Some(Condition::Not(Box::new(Condition::Score(Bound::Any)))),
        (Op::Is, several) => {
            return Some(Condition::Or(several.iter().map(|n| Condition::Score(Bound::Is(*n))).collect()));
        }
        (Op::Less, [value]) => Bound::Less(*value),
        (Op::AtMost, [value]) => Bound::AtMost(*value),
        (Op::More, [value]) => Bound::More(*value),
        (Op::AtLeast, [value]) => Bound::AtLeast(*value),
        (Op::Between, [least, most]) => Bound::Between(*least, *most),
        _ => return None,
    };
    Some(Condition::Score(bound))
}

/// Every communication has a day.
fn dated(op: Op, values: &[String]) -> Option<Condition> {
    let days = values.iter().map(|value| value.parse::<NaiveDate>().ok()).collect::<Option<Vec<_>>>()?;
    let within = |from, to| Condition::Within(DateRange { from, to });
    Some(match (op, days.as_slice()) {
        (Op::Missing, _) => Condition::Or(Vec::new()),
        (Op::Is, several) => Condition::Or(several.iter().map(|day| within(Some(*day), Some(*day))).collect()),
        (Op::Less, [day]) => within(None, Some(day.pred_opt()?)),
        (Op::AtMost, [day]) => within(None, Some(*day)),
        (Op::More, [day]) => within(Some(day.succ_opt()?), None),
        (Op::AtLeast, [day]) => within(Some(*day), None),
        (Op::Between, [from, to]) => within(Some(*from), Some(*to)),
        _ => return None,
    })
}

/// Every record has a day, and every day a weekday.
fn of_week(place: &ColumnExpr, op: Op, names: &[String]) -> Option<Condition> {
    let name = |day: usize| if *place == ColumnExpr::Weekday { WEEKDAYS[day] } else { part_of_week(day) };
    match op {
        Op::Missing => Some(Condition::Or(Vec::new())),
        Op::Is => Some(Condition::OfWeek(std::array::from_fn(|day| names.iter().any(|n| n == name(day))))),
        _ => None,
    }
}

pub fn numbers(values: &[Scalar]) -> Option<Vec<f64>> {
    let number = |value: &Scalar| match value {
        Scalar::Number(number) => Some(*number),
        Scalar::Text(_) => None,
    };
    values.iter().map(number).collect()
}

/// `None` for an empty text, which is a value in SQL, but neither here nor in a cluster.
pub fn texts(values: &[Scalar]) -> Option<Vec<String>> {
    let text = |value: &Scalar| match value {
        Scalar::Text(text) if !text.is_empty() => Some(text.clone()),
        _ => None,
    };
    values.iter().map(text).collect()
}
