//! Outages and streets.

use model::support::records::{Outage, OutageSeverity};

use super::{Db, Result, reading};
use crate::rows::{all, or, row};

/// Outages active at a time, oldest first: begun and not ended.
pub async fn active(db: &Db, now: i64) -> Result<Vec<Outage>> {
    let sql = "SELECT id, area, kind, severity, description, affected_services, started_at, estimated_fix, ended_at
        FROM isp_area_outages WHERE started_at <= $1 AND (ended_at IS NULL OR ended_at > $1) ORDER BY started_at, id";
    Ok(all(reading!(db, pool => sqlx::query_as(sql).bind(now).fetch_all(pool).await?)))
}

/// A street with its town and district.
pub struct Street {
    pub name: String,
    pub city: String,
    pub area: Option<String>,
}

/// All listed streets.
pub async fn streets(db: &Db) -> Result<Vec<Street>> {
    let sql = "SELECT name, city, area FROM isp_streets ORDER BY name, id";
    Ok(all(reading!(db, pool => sqlx::query_as(sql).fetch_all(pool).await?)))
}

fn services(listed: Option<String>) -> Vec<String> {
    let listed = listed.unwrap_or_default();
    listed.split([',', ';']).map(str::trim).filter(|s| !s.is_empty()).map(str::to_lowercase).collect()
}

row! { Street { name, city, area } }

row! { Outage {
    id, area, kind, severity = or(OutageSeverity::Major), description, affected_services = services, started_at,
    estimated_fix, ended_at
} }
