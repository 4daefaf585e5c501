//! Outages, and the places that they are in.

use model::support::records::{Outage, OutageSeverity};
use sqlx::FromRow;

use super::{Db, Result, reading};

/// What is out at a point in time, the oldest first: begun, and not ended.
pub async fn active(db: &Db, now: i64) -> Result<Vec<Outage>> {
    let sql = "SELECT id, area, kind, severity, description, affected_services, started_at, estimated_fix, ended_at
        FROM isp_area_outages WHERE started_at <= $1 AND (ended_at IS NULL OR ended_at > $1) ORDER BY started_at, id";
    let rows: Vec<OutageRow> = reading!(db, pool => sqlx::query_as(sql).bind(now).fetch_all(pool).await?);
    Ok(rows.into_iter().map(Into::into).collect())
}

/// A street with the town and the part of it that it is in.
pub struct Street {
    pub name: String,
    pub city: String,
    pub area: Option<String>,
}

/// The streets of the list.
pub async fn streets(db: &Db) -> Result<Vec<Street>> {
    let sql = "SELECT name, city, area FROM isp_streets ORDER BY name, id";
    let rows: Vec<(String, String, Option<String>)> = reading!(db, pool => sqlx::query_as(sql).fetch_all(pool).await?);
    Ok(rows.into_iter().map(|(name, city, area)| Street { name, city, area }).collect())
}

#[derive(FromRow)]
struct OutageRow {
    id: String,
    area: String,
    kind: String,
    severity: String,
    description: String,
    affected_services: Option<String>,
    started_at: i64,
    estimated_fix: Option<i64>,
    ended_at: Option<i64>,
}

impl From<OutageRow> for Outage {
    fn from(row: OutageRow) -> Self {
        let listed = row.affected_services.unwrap_or_default();
        let services = listed.split([',', ';']).map(str::trim).filter(|s| !s.is_empty());
        Self {
            affected_services: services.map(str::to_lowercase).collect(),
            id: row.id,
            area: row.area,
            kind: row.kind,
            severity: row.severity.parse().unwrap_or(OutageSeverity::Major),
            description: row.description,
            started_at: row.started_at,
            estimated_fix: row.estimated_fix,
            ended_at: row.ended_at,
        }
    }
}
