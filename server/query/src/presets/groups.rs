//! What records are grouped by, and the figures of each group.

use chrono::NaiveDate;

use crate::ast::{Bucket, Figure};
use crate::catalog::{Column, Kind, Place};
use crate::check::{Figures, Key, Test};
use crate::run::{self, Line};
use crate::subset::Subset;
use store::analytics::{Attribute, Data};
use store::{Db, Result};

/// What records are grouped by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GroupBy {
    Category,
    /// The subcategory, or the category of records without one.
    Topic,
    Product,
    Customer,
    Tier,
    Status,
    Month,
    Day,
    /// Communications only.
    Channel,
    /// Communications only.
    Kind,
    /// Communications only.
    Sentiment,
    /// Cases only: the channel of the first message that belongs to it.
    FirstChannel,
    Attribute(Attribute),
}

impl GroupBy {
    pub(super) fn key(self) -> Key {
        let own = |name| Key::Column(Column::own(name));
        match self {
            Self::Category => own("category"),
            Self::Topic => Key::Column(topic()),
            Self::Product => own("product"),
            Self::Customer => own("customer_id"),
            Self::Tier => Key::Column(Column::at(Place::Customer("tier"), Kind::Name)),
            Self::Status => own("status"),
            Self::Month => Key::Time(Bucket::Month),
            Self::Day => Key::Time(Bucket::Day),
            Self::Channel => own("channel"),
            Self::Kind => own("kind"),
            Self::Sentiment => own("sentiment"),
            Self::FirstChannel => Key::Column(Column::at(Place::FirstMessage("channel"), Kind::Name)),
            Self::Attribute(attribute) => {
                Key::Column(Column::at(Place::Attribute(attribute.as_str().to_owned()), Kind::Name))
            }
        }
    }

    /// Whether only communications have it.
    pub fn of_communications_only(self) -> bool {
        matches!(self, Self::Channel | Self::Kind | Self::Sentiment)
    }
}

/// What a record is about.
pub fn topic() -> Column {
    Column::at(Place::Topic, Kind::Name)
}

/// The figures of all records in one line.
pub(super) async fn total(db: &Db, data: Data, subset: &Subset, measures: Vec<Figures>) -> Result<Line> {
    Ok(groups(db, data, subset, Vec::new(), measures).await?.pop().unwrap_or_default())
}

pub(super) async fn groups(
    db: &Db,
    data: Data,
    subset: &Subset,
    keys: Vec<Key>,
    measures: Vec<Figures>,
) -> Result<Vec<Line>> {
    let query = subset.checked(data, keys, measures);
    Ok(run::lines(db, &query, &subset.scope, run::LIMIT).await?.0)
}

/// The value of a key.
pub(super) fn name(line: &Line, key: usize) -> Option<String> {
    line.key.get(key).cloned().flatten()
}

/// A measure that counts.
pub(super) fn number(line: &Line, measure: usize) -> i64 {
    line.values.get(measure).copied().flatten().unwrap_or(0.0) as i64
}

/// A measure of days, which are told as 20260131.
pub(super) fn day(line: &Line, measure: usize) -> Option<NaiveDate> {
    let number = line.values.get(measure).copied().flatten()? as i32;
    NaiveDate::from_ymd_opt(number / 10_000, u32::try_from(number / 100 % 100).ok()?, u32::try_from(number % 100).ok()?)
}

/// How many of the records a test holds for.
pub(super) fn counting(only: Test) -> Figures {
    Figures { of: Figure::Count, column: None, percentile: 50, only: Some(only) }
}

pub(super) fn of_day(of: Figure, only: Option<Test>) -> Figures {
    Figures { of, column: Some(Column::at(Place::Own("day"), Kind::Day)), percentile: 50, only }
}
