//! What becomes of cases: how long they took, which are still open, through which channel they came.

use sqlx::FromRow;

use super::sla::{self, OPEN};
use super::sql::{Sql, rows};
use super::{Data, Filter};
use crate::store::{Db, Result, columns};

/// Resolved cases only. A case that was resolved before it was opened has a wrong date, and is left out.
const RESOLVED: &str = " AND t.resolved_at >= t.created_at";

/// How long the resolved cases of a category took, in milliseconds.
#[derive(Clone, Debug, PartialEq, FromRow)]
pub struct Resolution {
    pub category: Option<String>,
    pub cases: i64,
    pub sum_ms: f64,
    pub min_ms: i64,
    pub max_ms: i64,
}

/// Times to resolution by category, most cases first.
pub async fn resolutions(db: &Db, filter: &Filter) -> Result<Vec<Resolution>> {
    let select = "NULLIF(t.category, '') AS category, COUNT(*) AS cases,
        CAST(SUM(t.resolved_at - t.created_at) AS DOUBLE PRECISION) AS sum_ms,
        MIN(t.resolved_at - t.created_at) AS min_ms, MAX(t.resolved_at - t.created_at) AS max_ms";
    let tail = format!("{RESOLVED} GROUP BY NULLIF(t.category, '')");
    let mut found: Vec<Resolution> = match columns::resolutions(db, filter).await? {
        Some(found) => found,
        None => rows!(db, Sql::select(select, Data::Cases, filter).push(&tail)),
    };
    found.sort_by(|a, b| b.cases.cmp(&a.cases).then_with(|| a.category.cmp(&b.category)));
    Ok(found)
}

/// Times to resolution from the `skip`th shortest on, at most `count`, in milliseconds.
pub async fn took(db: &Db, filter: &Filter, skip: usize, count: usize) -> Result<Vec<i64>> {
    if let Some(took) = columns::took(db, filter, skip, count).await? {
        return Ok(took);
    }
    let tail = format!("{RESOLVED} ORDER BY took LIMIT {count} OFFSET {skip}");
    let sql = Sql::select("t.resolved_at - t.created_at AS took", Data::Cases, filter).push(&tail);
    let found: Vec<(i64,)> = rows!(db, sql);
    Ok(found.into_iter().map(|(took,)| took).collect())
}

/// Ids of the resolved cases that took longest.
pub async fn slowest(db: &Db, filter: &Filter, limit: usize) -> Result<Vec<String>> {
    if let Some(ids) = columns::slowest(db, filter, limit).await? {
        return Ok(ids);
    }
    let tail = format!("{RESOLVED} ORDER BY t.resolved_at - t.created_at DESC, t.id LIMIT {limit}");
    let ids: Vec<(String,)> = rows!(db, Sql::select("t.id", Data::Cases, filter).push(&tail));
    Ok(ids.into_iter().map(|(id,)| id).collect())
}

/// How many cases there are, still open ones, and those that missed their SLA.
#[derive(Clone, Debug, Default, PartialEq, Eq, FromRow)]
pub struct Standing {
    pub total: i64,
    /// Open, in progress or pending.
    pub open: i64,
    /// Missed their SLA, whether resolved since or not.
    pub breached: i64,
    /// Still open after the deadline.
    pub overdue: i64,
}

/// The standing of cases.
pub async fn standing(db: &Db, filter: &Filter) -> Result<Standing> {
    if let Some(standing) = columns::standing(db, filter).await? {
        return Ok(standing);
    }
    let breached = sla::breached(filter.as_of);
    let select = format!(
        "COUNT(*) AS total, COALESCE(SUM(CASE WHEN {OPEN} THEN 1 ELSE 0 END), 0) AS open,
        COALESCE(SUM(CASE WHEN {breached} THEN 1 ELSE 0 END), 0) AS breached,
        COALESCE(SUM(CASE WHEN {breached} AND {OPEN} THEN 1 ELSE 0 END), 0) AS overdue"
    );
    let found: Vec<Standing> = rows!(db, Sql::select(&select, Data::Cases, filter));
    Ok(found.into_iter().next().unwrap_or_default())
}

/// Cases by the channel of their first communication, largest first; `None` for cases that nobody wrote about.
pub async fn first_channels(db: &Db, filter: &Filter) -> Result<Vec<(Option<String>, i64)>> {
    let select = "(SELECT m.channel FROM communications m WHERE m.case_id = t.id ORDER BY m.at, m.id LIMIT 1) AS g,
        COUNT(*) AS n";
    let mut found: Vec<(Option<String>, i64)> = match columns::first_channels(db, filter).await? {
        Some(found) => found,
        None => rows!(db, Sql::select(select, Data::Cases, filter).push(" GROUP BY g")),
    };
    found.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    Ok(found)
}
