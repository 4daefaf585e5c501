//! The internet provider's customers and network: tables whose names begin with `isp_`.
//!
//! One file per kind of query; `tables` describes all of them once, for whoever fills them (`put`).

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

/// "Now" for the network: the newest measurement or else the start of the newest outage; `None` without either. So old
/// recordings are evaluated as of their own time.
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

/// Number of rows in a table.
pub async fn count(db: &Db, table: &tables::Table) -> Result<i64> {
    let sql = format!("SELECT COUNT(*) FROM isp_{}", table.name);
    Ok(reading!(db, pool => sqlx::query_scalar(&sql).fetch_one(pool).await?))
}

/// Whether a table has rows: an empty one means that the service is not available.
pub async fn holds(db: &Db, table: &tables::Table) -> Result<bool> {
    let sql = format!("SELECT EXISTS (SELECT 1 FROM isp_{})", table.name);
    Ok(reading!(db, pool => sqlx::query_scalar(&sql).fetch_one(pool).await?))
}

/// The ids of a table that has an id column.
pub async fn ids(db: &Db, table: &tables::Table) -> Result<Vec<String>> {
    let sql = format!("SELECT id FROM isp_{}", table.name);
    Ok(reading!(db, pool => sqlx::query_scalar(&sql).fetch_all(pool).await?))
}
