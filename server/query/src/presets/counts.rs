//! Counts: in total, by day, by group.

use chrono::NaiveDate;

use super::groups::{GroupBy, day, groups, name, of_day, ranked, total};
use crate::ast::Aggregation;
use crate::catalog::Column;
use crate::check::GroupKey;
use crate::run::ResultRow;
use crate::subset::Subset;
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
    let lines = ranked(db, data, subset, by, Vec::new(), |line| line.count as i64).await?;
    Ok(lines.into_iter().map(|line| (name(&line, 0), line.count as i64)).collect())
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

/// Numbers by some of the records' own columns, largest first.
pub async fn by_columns<const N: usize>(
    db: &Db,
    data: Data,
    subset: &Subset,
    columns: [&'static str; N],
) -> Result<Vec<([Option<String>; N], i64)>> {
    let keys = columns.map(|name| GroupKey::Column(Column::own(name)));
    let lines = groups(db, data, subset, keys.into(), Vec::new()).await?;
    let group = |line: ResultRow| (std::array::from_fn(|key| name(&line, key)), line.count as i64);
    let mut found: Vec<([Option<String>; N], i64)> = lines.into_iter().map(group).collect();
    found.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    Ok(found)
}
