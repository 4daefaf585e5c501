//! Figures that tools and pages ask for again and again: each is one query over a [`Subset`], worked out by
//! [`run::lines`] as any other query is. No rates, shares or words here: the tools make them from these numbers.

mod cases;
mod feelings;
mod problems;
#[cfg(test)]
mod tests;

use std::time::Duration;

use app::model::record::{Channel, ChatMode, EscalatedFrom};
use chrono::NaiveDate;

use super::ast::{Bucket, Figure};
use super::catalog::{Column, Kind, Place};
use super::check::{Figures, Key, Test};
use super::run::{self, Line};
use super::subset::{Subset, filled};
use crate::store::analytics::{Attribute, Data};
use crate::store::{Db, Result};

pub use cases::{Resolution, SlaRow, Standing, open_changes, overdue, resolutions, sla, standing, unfinished};
pub use feelings::{Feeling, StageRow, feeling_bands, feeling_by, stages};
pub use problems::{Problems, problems};

/// The longest that one of them may take.
const LIMIT: Duration = Duration::from_secs(60);

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
    fn key(self) -> Key {
        let own = |name| Key::Column(Column::at(Place::Own(name), Kind::Name));
        match self {
            Self::Category => own("category"),
            Self::Topic => Key::Column(Column::at(Place::Topic, Kind::Name)),
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

/// How many records there are.
///
/// # Errors
/// When the store fails, or it takes too long; so all of these.
pub async fn count(db: &Db, data: Data, subset: &Subset) -> Result<i64> {
    Ok(total(db, data, subset, Vec::new()).await?.count as i64)
}

/// The first and the last day that has a record.
pub async fn extent(db: &Db, data: Data, subset: &Subset) -> Result<Option<(NaiveDate, NaiveDate)>> {
    let line = total(db, data, subset, vec![of_day(Figure::Min, None), of_day(Figure::Max, None)]).await?;
    Ok(day(&line, 0).zip(day(&line, 1)))
}

/// Days that have records, in order, with their number.
pub async fn by_day(db: &Db, data: Data, subset: &Subset) -> Result<Vec<(NaiveDate, i64)>> {
    let groups = by_group(db, data, subset, GroupBy::Day).await?;
    let mut days: Vec<_> = groups.into_iter().filter_map(|(day, n)| Some((day?.parse().ok()?, n))).collect();
    days.sort_unstable();
    Ok(days)
}

/// Numbers by group, largest first; `None` is the group of records that have no such value.
pub async fn by_group(db: &Db, data: Data, subset: &Subset, by: GroupBy) -> Result<Vec<(Option<String>, i64)>> {
    let lines = groups(db, data, subset, vec![by.key()], Vec::new()).await?;
    let mut groups: Vec<_> = lines.into_iter().map(|line| (name(&line, 0), line.count as i64)).collect();
    // Sorted here, because the databases sort text and missing values differently.
    groups.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    Ok(groups)
}

/// Category, subcategory and number.
pub type Pair = (Option<String>, Option<String>, i64);

/// Numbers by category and subcategory, largest first.
pub async fn by_pair(db: &Db, data: Data, subset: &Subset) -> Result<Vec<Pair>> {
    let keys = ["category", "subcategory"].map(|name| Key::Column(Column::at(Place::Own(name), Kind::Name)));
    let lines = groups(db, data, subset, keys.into(), Vec::new()).await?;
    let mut pairs: Vec<Pair> =
        lines.into_iter().map(|line| (name(&line, 0), name(&line, 1), line.count as i64)).collect();
    pairs.sort_by(|a, b| b.2.cmp(&a.2).then_with(|| (&a.0, &a.1).cmp(&(&b.0, &b.1))));
    Ok(pairs)
}

/// Communications of one kind: how many came from one place to another on one day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Escalation {
    pub from: EscalatedFrom,
    pub channel: Channel,
    /// Only for chats.
    pub chat_mode: Option<ChatMode>,
    pub day: NaiveDate,
    pub count: i64,
}

/// Conversations that went on elsewhere, in the order of their days.
pub async fn escalations(db: &Db, subset: &Subset) -> Result<Vec<Escalation>> {
    let [from, channel, mode] =
        ["escalated_from", "channel", "chat_mode"].map(|name| Column::at(Place::Own(name), Kind::Name));
    let keys = vec![Key::Column(from.clone()), Key::Column(channel), Key::Column(mode), Key::Time(Bucket::Day)];
    let lines = groups(db, Data::Communications, &subset.and(filled(from)), keys, Vec::new()).await?;
    let read = |line: Line| {
        Some(Escalation {
            from: name(&line, 0)?.parse().ok()?,
            channel: name(&line, 1)?.parse().ok()?,
            chat_mode: name(&line, 2).and_then(|mode| mode.parse().ok()),
            day: name(&line, 3)?.parse().ok()?,
            count: line.count as i64,
        })
    };
    let mut found: Vec<Escalation> = lines.into_iter().filter_map(read).collect();
    found.sort_by_key(|e| (e.day, e.from.as_str(), e.channel.as_str(), e.chat_mode.map(ChatMode::as_str)));
    Ok(found)
}

/// How many communications there are by channel, chats also by who answered.
pub async fn by_mode(db: &Db, subset: &Subset) -> Result<Vec<(Channel, Option<ChatMode>, i64)>> {
    let keys = ["channel", "chat_mode"].map(|name| Key::Column(Column::at(Place::Own(name), Kind::Name)));
    let lines = groups(db, Data::Communications, subset, keys.into(), Vec::new()).await?;
    let read = |line: Line| {
        Some((name(&line, 0)?.parse().ok()?, name(&line, 1).and_then(|m| m.parse().ok()), line.count as i64))
    };
    Ok(lines.into_iter().filter_map(read).collect())
}

/// The figures of all records in one line.
async fn total(db: &Db, data: Data, subset: &Subset, measures: Vec<Figures>) -> Result<Line> {
    Ok(groups(db, data, subset, Vec::new(), measures).await?.pop().unwrap_or_default())
}

async fn groups(db: &Db, data: Data, subset: &Subset, keys: Vec<Key>, measures: Vec<Figures>) -> Result<Vec<Line>> {
    let query = subset.checked(data, keys, measures);
    Ok(run::lines(db, &query, &subset.scope, LIMIT).await?.0)
}

/// The value of a key.
fn name(line: &Line, key: usize) -> Option<String> {
    line.key.get(key).cloned().flatten()
}

/// A measure that counts.
fn number(line: &Line, measure: usize) -> i64 {
    line.values.get(measure).copied().flatten().unwrap_or(0.0) as i64
}

/// A measure of days, which are told as 20260131.
fn day(line: &Line, measure: usize) -> Option<NaiveDate> {
    let number = line.values.get(measure).copied().flatten()? as i32;
    NaiveDate::from_ymd_opt(number / 10_000, u32::try_from(number / 100 % 100).ok()?, u32::try_from(number % 100).ok()?)
}

/// How many of the records a test holds for.
fn counting(only: Test) -> Figures {
    Figures { of: Figure::Count, column: None, percentile: 50, only: Some(only) }
}

fn of_day(of: Figure, only: Option<Test>) -> Figures {
    Figures { of, column: Some(Column::at(Place::Own("day"), Kind::Day)), percentile: 50, only }
}
