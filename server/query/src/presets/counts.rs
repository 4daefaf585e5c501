//! Counts: in total, by day, by group, and of conversations that moved to another channel.

use chrono::NaiveDate;
use model::record::{Channel, ChatMode, EscalatedFrom};

use super::groups::{GroupBy, day, groups, name, of_day, total};
use crate::ast::{Aggregation, Bucket};
use crate::catalog::Column;
use crate::check::GroupKey;
use crate::run::ResultRow;
use crate::subset::{Subset, filled};
use store::analytics::Data;
use store::{Db, Result};

/// How many records there are.
pub async fn count(db: &Db, data: Data, subset: &Subset) -> Result<i64> {
    Ok(total(db, data, subset, Vec::new()).await?.count as i64)
}

/// The first and the last day that has a record.
pub async fn extent(db: &Db, data: Data, subset: &Subset) -> Result<Option<(NaiveDate, NaiveDate)>> {
    let line = total(db, data, subset, vec![of_day(Aggregation::Min, None), of_day(Aggregation::Max, None)]).await?;
    Ok(day(&line, 0).zip(day(&line, 1)))
}

/// Days with records, in order, with their number.
pub async fn by_day(db: &Db, data: Data, subset: &Subset) -> Result<Vec<(NaiveDate, i64)>> {
    let groups = by_group(db, data, subset, GroupBy::Day).await?;
    let mut days: Vec<_> = groups.into_iter().filter_map(|(day, n)| Some((day?.parse().ok()?, n))).collect();
    days.sort_unstable();
    Ok(days)
}

/// Numbers by group, largest first; `None` is the group of records without a value.
pub async fn by_group(db: &Db, data: Data, subset: &Subset, by: GroupBy) -> Result<Vec<(Option<String>, i64)>> {
    let lines = groups(db, data, subset, vec![by.key()], Vec::new()).await?;
    let mut groups: Vec<_> = lines.into_iter().map(|line| (name(&line, 0), line.count as i64)).collect();
    // Sorted here, because the databases sort text and missing values differently.
    groups.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    Ok(groups)
}

/// Numbers by group and day, without days that have none.
pub async fn by_group_and_day(
    db: &Db,
    data: Data,
    subset: &Subset,
    by: GroupBy,
) -> Result<Vec<(Option<String>, NaiveDate, i64)>> {
    let lines = groups(db, data, subset, vec![by.key(), GroupBy::Day.key()], Vec::new()).await?;
    let read = |line: ResultRow| Some((name(&line, 0), name(&line, 1)?.parse().ok()?, line.count as i64));
    Ok(lines.into_iter().filter_map(read).collect())
}

/// Category, subcategory and number.
pub type Pair = (Option<String>, Option<String>, i64);

/// Numbers by category and subcategory, largest first.
pub async fn by_pair(db: &Db, data: Data, subset: &Subset) -> Result<Vec<Pair>> {
    let keys = ["category", "subcategory"].map(|name| GroupKey::Column(Column::own(name)));
    let lines = groups(db, data, subset, keys.into(), Vec::new()).await?;
    let mut pairs: Vec<Pair> =
        lines.into_iter().map(|line| (name(&line, 0), name(&line, 1), line.count as i64)).collect();
    pairs.sort_by(|a, b| b.2.cmp(&a.2).then_with(|| (&a.0, &a.1).cmp(&(&b.0, &b.1))));
    Ok(pairs)
}

/// Communications of one kind: how many moved from one channel to another on one day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Escalation {
    pub from: EscalatedFrom,
    pub channel: Channel,
    /// Only for chats.
    pub chat_mode: Option<ChatMode>,
    pub day: NaiveDate,
    pub count: i64,
}

/// Conversations that moved to another channel, by day.
pub async fn escalations(db: &Db, subset: &Subset) -> Result<Vec<Escalation>> {
    let [from, channel, mode] = ["escalated_from", "channel", "chat_mode"].map(Column::own);
    let keys = vec![
        GroupKey::Column(from.clone()),
        GroupKey::Column(channel),
        GroupKey::Column(mode),
        GroupKey::Time(Bucket::Day),
    ];
    let lines = groups(db, Data::Communications, &subset.and(filled(from)), keys, Vec::new()).await?;
    let read = |line: ResultRow| {
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

/// The number of communications by channel; chats also by who answered.
pub async fn by_mode(db: &Db, subset: &Subset) -> Result<Vec<(Channel, Option<ChatMode>, i64)>> {
    let keys = ["channel", "chat_mode"].map(|name| GroupKey::Column(Column::own(name)));
    let lines = groups(db, Data::Communications, subset, keys.into(), Vec::new()).await?;
    let read = |line: ResultRow| {
        Some((name(&line, 0)?.parse().ok()?, name(&line, 1).and_then(|m| m.parse().ok()), line.count as i64))
    };
    Ok(lines.into_iter().filter_map(read).collect())
}
