//! How many: in all, by day, by group, and within their SLA.

use chrono::NaiveDate;
use sqlx::FromRow;

use super::sla as late;
use super::sql::{Sql, rows};
use super::{Data, Filter, GroupBy};
use crate::store::{Db, Result, columns};

/// How many records there are.
pub async fn count(db: &Db, data: Data, filter: &Filter) -> Result<i64> {
    if let Some(total) = columns::total(db, data, filter).await? {
        return Ok(total);
    }
    let row: Vec<(i64,)> = rows!(db, Sql::select("COUNT(*)", data, filter));
    Ok(row.first().map_or(0, |r| r.0))
}

/// The first and the last day that has a record.
pub async fn extent(db: &Db, data: Data, filter: &Filter) -> Result<Option<(NaiveDate, NaiveDate)>> {
    if let Some(extent) = columns::extent(db, data, filter).await? {
        return Ok(extent);
    }
    let row: Vec<(Option<String>, Option<String>)> = rows!(db, Sql::select("MIN(t.day), MAX(t.day)", data, filter));
    let day = |text: &Option<String>| text.as_ref()?.parse().ok();
    Ok(row.first().and_then(|(from, to)| Some((day(from)?, day(to)?))))
}

/// Days that have records, in order, with their number.
pub async fn by_day(db: &Db, data: Data, filter: &Filter) -> Result<Vec<(NaiveDate, i64)>> {
    if let Some(days) = columns::days(db, data, filter).await? {
        return Ok(days);
    }
    let sql = Sql::select("t.day, COUNT(*)", data, filter).push(" GROUP BY t.day ORDER BY t.day");
    let days: Vec<(String, i64)> = rows!(db, sql);
    Ok(days.into_iter().filter_map(|(day, n)| Some((day.parse().ok()?, n))).collect())
}

/// Numbers by group, largest first; `None` is the group of records that have no such value.
pub async fn by_group(db: &Db, data: Data, filter: &Filter, by: GroupBy) -> Result<Vec<(Option<String>, i64)>> {
    let sql = || Sql::select(&format!("{} AS g, COUNT(*) AS n", by.column()), data, filter).push(" GROUP BY g");
    let mut groups: Vec<(Option<String>, i64)> = match columns::groups(db, data, filter, by).await? {
        Some(groups) => groups.into_iter().map(|group| (group.value, group.total)).collect(),
        None => rows!(db, sql()),
    };
    // Sorted here, because the databases sort text and missing values differently.
    groups.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    Ok(groups)
}

/// Category, subcategory and number.
pub type Pair = (Option<String>, Option<String>, i64);

/// Numbers by category and subcategory, largest first.
pub async fn by_pair(db: &Db, data: Data, filter: &Filter) -> Result<Vec<Pair>> {
    let select = "NULLIF(t.category, '') AS g, NULLIF(t.subcategory, '') AS s, COUNT(*) AS n";
    let sql = || Sql::select(select, data, filter).push(" GROUP BY g, s");
    let mut pairs: Vec<Pair> = match columns::pairs(db, data, filter).await? {
        Some(pairs) => pairs,
        None => rows!(db, sql()),
    };
    pairs.sort_by(|a, b| b.2.cmp(&a.2).then_with(|| (&a.0, &a.1).cmp(&(&b.0, &b.1))));
    Ok(pairs)
}

/// Cases of a category and how many of them missed their SLA.
#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
pub struct SlaRow {
    pub category: Option<String>,
    pub total: i64,
    /// Resolved after the deadline, or still open after it, or late as its source says.
    pub breached: i64,
}

/// SLA by category, most breaches first, over the cases that a deadline or their source speaks of.
pub async fn sla(db: &Db, filter: &Filter) -> Result<Vec<SlaRow>> {
    let select = format!(
        "NULLIF(t.category, '') AS category, COUNT(*) AS total,
        SUM(CASE WHEN {} THEN 1 ELSE 0 END) AS breached",
        late::breached(filter.as_of)
    );
    let tail = format!(" AND {} GROUP BY NULLIF(t.category, '')", late::KNOWN);
    let mut rows: Vec<SlaRow> = match columns::sla(db, filter).await? {
        Some(rows) => rows,
        None => rows!(db, Sql::select(&select, Data::Cases, filter).push(&tail)),
    };
    rows.sort_by(|a, b| (b.breached, b.total).cmp(&(a.breached, a.total)).then_with(|| a.category.cmp(&b.category)));
    Ok(rows)
}
