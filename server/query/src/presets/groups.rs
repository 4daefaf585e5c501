//! Groupings of records, and the figures of each group.

use chrono::NaiveDate;
use model::time::day_of_digits;

use crate::ast::{Aggregation, Bucket};
use crate::catalog::{Column, ColumnExpr, ColumnType};
use crate::check::{CheckedMeasure, GroupKey, Predicate};
use crate::filter_codec;
use crate::run::{self, ResultRow};
use crate::subset::Subset;
use store::analytics::{Attribute, Data};
use store::{Db, Result};

/// What to group records by.
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
    pub(super) fn key(self) -> GroupKey {
        let own = |name| GroupKey::Column(Column::own(name));
        match self {
            Self::Category => own("category"),
            Self::Topic => GroupKey::Column(topic()),
            Self::Product => own("product"),
            Self::Customer => own("customer_id"),
            Self::Tier => GroupKey::Column(Column::at(ColumnExpr::Customer("tier"), ColumnType::Category)),
            Self::Status => own("status"),
            Self::Month => GroupKey::Time(Bucket::Month),
            Self::Day => GroupKey::Time(Bucket::Day),
            Self::Channel => own("channel"),
            Self::Kind => own("kind"),
            Self::Sentiment => own("sentiment"),
            Self::FirstChannel => {
                GroupKey::Column(Column::at(ColumnExpr::FirstMessage("channel"), ColumnType::Category))
            }
            Self::Attribute(attribute) => {
                GroupKey::Column(Column::at(ColumnExpr::Attribute(attribute.as_str().to_owned()), ColumnType::Category))
            }
        }
    }

    /// Its column's name when serialised.
    pub fn column(self) -> String {
        filter_codec::key(&self.key())
    }

    /// Whether only communications have it.
    pub fn of_communications_only(self) -> bool {
        matches!(self, Self::Channel | Self::Kind | Self::Sentiment)
    }
}

/// The topic of a record.
pub fn topic() -> Column {
    Column::at(ColumnExpr::Topic, ColumnType::Category)
}

/// The figures of all records in one line.
pub(super) async fn total(db: &Db, data: Data, subset: &Subset, measures: Vec<CheckedMeasure>) -> Result<ResultRow> {
    Ok(groups(db, data, subset, Vec::new(), measures).await?.pop().unwrap_or_default())
}

pub(super) async fn groups(
    db: &Db,
    data: Data,
    subset: &Subset,
    keys: Vec<GroupKey>,
    measures: Vec<CheckedMeasure>,
) -> Result<Vec<ResultRow>> {
    let query = subset.checked(data, keys, measures);
    Ok(run::lines(db, &query, run::LIMIT).await?.0)
}

/// The figures of each group of a kind, largest first. Sorted here, because the databases sort text and missing values
/// differently.
pub(super) async fn ranked(
    db: &Db,
    data: Data,
    subset: &Subset,
    by: GroupBy,
    measures: Vec<CheckedMeasure>,
    size: fn(&ResultRow) -> i64,
) -> Result<Vec<ResultRow>> {
    let mut lines = groups(db, data, subset, vec![by.key()], measures).await?;
    lines.sort_by(|a, b| size(b).cmp(&size(a)).then_with(|| a.key.cmp(&b.key)));
    Ok(lines)
}

/// The value of a key.
pub(super) fn name(line: &ResultRow, key: usize) -> Option<String> {
    line.key.get(key).cloned().flatten()
}

/// A measure that counts.
pub(super) fn number(line: &ResultRow, measure: usize) -> i64 {
    line.values.get(measure).copied().flatten().unwrap_or(0.0) as i64
}

/// A measure of days, encoded as 20260131.
pub(super) fn day(line: &ResultRow, measure: usize) -> Option<NaiveDate> {
    day_of_digits(line.values.get(measure).copied().flatten()?)
}

/// The number of records matching a condition.
pub(super) fn counting(only: Predicate) -> CheckedMeasure {
    CheckedMeasure { of: Aggregation::Count, column: None, percentile: 50, only: Some(only) }
}

pub(super) fn of_day(of: Aggregation, only: Option<Predicate>) -> CheckedMeasure {
    CheckedMeasure { of, column: Some(Column::at(ColumnExpr::Own("day"), ColumnType::Day)), percentile: 50, only }
}
