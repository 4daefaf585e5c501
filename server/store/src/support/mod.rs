//! What an internet provider knows of its customers and its network: tables whose names begin with `isp_`.
//!
//! One file per question that is asked of them; `tables` describes all of them once, for whoever fills them (`put`).

pub mod calls;
pub mod customers;
pub mod network;
pub mod outages;
mod put;
pub mod streets;
pub mod tables;
pub mod tasks;
pub mod tickets;
pub mod tries;

pub use put::{Rows, put};

use super::{Db, Result, reading, writing};

/// What "now" means for the network: the newest measurement or, where nothing was measured, the newest outage's beginning.
/// `None` where there is neither. So what was recorded last year is looked at as it was then.
pub async fn now(db: &Db) -> Result<Option<i64>> {
    let sql = "SELECT MAX(at) FROM (SELECT MAX(at) AS at FROM isp_ping_tests
        UNION ALL SELECT MAX(at) FROM isp_bandwidth_logs UNION ALL SELECT MAX(at) FROM isp_signal_quality) AS measured";
    let measured: Option<i64> = reading!(db, pool => sqlx::query_scalar(sql).fetch_one(pool).await?);
    if measured.is_some() {
        return Ok(measured);
    }
    let sql = "SELECT MAX(started_at) FROM isp_area_outages";
    Ok(reading!(db, pool => sqlx::query_scalar(sql).fetch_one(pool).await?))
}

/// How many rows a table holds.
pub async fn count(db: &Db, table: &tables::Table) -> Result<i64> {
    let sql = format!("SELECT COUNT(*) FROM isp_{}", table.name);
    Ok(reading!(db, pool => sqlx::query_scalar(&sql).fetch_one(pool).await?))
}

/// Whether a table holds anything: one that does not is a service that is missing.
pub async fn holds(db: &Db, table: &tables::Table) -> Result<bool> {
    let sql = format!("SELECT EXISTS (SELECT 1 FROM isp_{})", table.name);
    Ok(reading!(db, pool => sqlx::query_scalar(&sql).fetch_one(pool).await?))
}

/// The ids of a table that has one.
pub async fn ids(db: &Db, table: &tables::Table) -> Result<Vec<String>> {
    let sql = format!("SELECT id FROM isp_{}", table.name);
    Ok(reading!(db, pool => sqlx::query_scalar(&sql).fetch_all(pool).await?))
}
