//! What the analysis screens ask besides: the course of SLA and of open cases, messages along the life of their cases,
//! and what the firm told on a day.

use app::model::analysis::{Event, Stage};
use chrono::NaiveDate;
use sqlx::FromRow;

use super::sla::{self, KNOWN, OPEN};
use super::sql::{Sql, rows};
use super::{Data, Filter};
use crate::store::{Db, Result, columns};

/// Most events of a range that are told.
const MOST: u32 = 60;

/// Milliseconds of a day.
pub const DAY: i64 = 86_400_000;

/// Cases that were opened on a day and that a deadline or their source speaks of; how many of them missed their SLA.
pub async fn sla_by_day(db: &Db, filter: &Filter) -> Result<Vec<(NaiveDate, i64, i64)>> {
    if let Some(days) = columns::sla_by_day(db, filter).await? {
        return Ok(days);
    }
    let columns = format!("t.day, COUNT(*), SUM(CASE WHEN {} THEN 1 ELSE 0 END)", sla::breached(filter.as_of));
    let tail = format!(" AND {KNOWN} GROUP BY t.day ORDER BY t.day");
    let days: Vec<(String, i64, i64)> = rows!(db, Sql::select(&columns, Data::Cases, filter).push(&tail));
    Ok(days.into_iter().filter_map(|(day, all, late)| Some((day.parse().ok()?, all, late))).collect())
}

/// By how much the number of open cases changed on a day, in the order of days. The range of the filter is not for this:
/// it is of the day of opening. A case that is finished with no time of it was never open.
pub async fn open_changes(db: &Db, filter: &Filter) -> Result<Vec<(NaiveDate, i64)>> {
    if let Some(mut changes) = columns::open_changes(db, filter).await? {
        changes.sort_unstable();
        return Ok(changes);
    }
    let opened = format!(" AND ({OPEN} OR t.resolved_at IS NOT NULL) GROUP BY t.day");
    let opened: Vec<(String, i64)> = rows!(db, Sql::select("t.day, COUNT(*)", Data::Cases, filter).push(&opened));
    let number = format!("t.resolved_at / {DAY} AS d, COUNT(*)");
    let closed = format!(" AND NOT {OPEN} AND t.resolved_at IS NOT NULL GROUP BY d");
    let closed: Vec<(i64, i64)> = rows!(db, Sql::select(&number, Data::Cases, filter).push(&closed));
    let opened = opened.into_iter().filter_map(|(day, n)| Some((day.parse().ok()?, n)));
    let closed = closed.into_iter().map(|(day, n)| (app::model::time::day_of(day * DAY), -n));
    let mut changes: Vec<(NaiveDate, i64)> = opened.chain(closed).collect();
    changes.sort_unstable();
    Ok(changes)
}

/// Messages of a product at a stage, by how they read.
#[derive(Clone, Debug, PartialEq, FromRow)]
pub struct StageRow {
    pub product: Option<String>,
    /// Name of a [`Stage`].
    pub stage: String,
    pub total: i64,
    pub positive: i64,
    pub neutral: i64,
    pub negative: i64,
}

/// The stage of communications `t`, beside the case `k` that they belong to: see [`Stage`] for the rule.
fn rule(t: &str) -> String {
    let since = format!("({t}.at - k.created_at)");
    let span = format!("(COALESCE(k.resolved_at, k.sla_deadline, k.created_at + {}) - k.created_at)", 2 * DAY);
    let [contact, triage, investigation, resolution, after] =
        [Stage::Contact, Stage::Triage, Stage::Investigation, Stage::Resolution, Stage::After];
    format!(
        "CASE WHEN {since} <= 0 THEN '{contact}'
        WHEN {t}.at > COALESCE(k.resolved_at, {t}.at) THEN '{after}'
        WHEN {since} * 4 < {span} THEN '{triage}'
        WHEN k.resolved_at IS NOT NULL AND {since} * 4 >= {span} * 3 THEN '{resolution}'
        ELSE '{investigation}' END"
    )
}

/// The stage of communications `t`; nothing for those without a case.
pub fn stage(t: &str) -> String {
    format!("(SELECT {} FROM cases k WHERE k.id = {t}.case_id)", rule(t))
}

/// Communications that belong to a case, by product and by where their case stood.
pub async fn stages(db: &Db, filter: &Filter) -> Result<Vec<StageRow>> {
    if let Some(rows) = columns::stages(db, filter).await? {
        return Ok(rows);
    }
    let columns = format!(
        "t.product AS product, {} AS stage, COUNT(*) AS total,
        SUM(CASE WHEN t.sentiment = 'positive' THEN 1 ELSE 0 END) AS positive,
        SUM(CASE WHEN t.sentiment = 'neutral' THEN 1 ELSE 0 END) AS neutral,
        SUM(CASE WHEN t.sentiment = 'negative' THEN 1 ELSE 0 END) AS negative",
        rule("t")
    );
    let sql = Sql::select_beside(&columns, Data::Communications, "JOIN cases k ON k.id = t.case_id", filter);
    Ok(rows!(db, sql.push(" GROUP BY t.product, stage")))
}

/// Release notes and notices of a range, of a product or of none in particular, in the order of their days. The same one
/// of several sources is told once.
pub async fn events(db: &Db, filter: &Filter) -> Result<Vec<Event>> {
    let mut sql = Sql {
        text: "SELECT MIN(id), kind, title, product, day FROM documents
            WHERE kind IN ('release_note', 'notice') AND day >= $1 AND day <= $2"
            .into(),
        binds: vec![
            filter.range.from.map(|d| d.to_string()).unwrap_or_default(),
            filter.range.to.map_or_else(|| "9999".to_owned(), |d| d.to_string()),
        ],
    };
    if let Some(product) = &filter.product {
        sql.text.push_str(" AND (product = $3 OR product IS NULL)");
        sql.binds.push(product.clone());
    }
    let tail = format!(" GROUP BY kind, title, product, day ORDER BY day, title LIMIT {MOST}");
    let found: Vec<(String, String, String, Option<String>, String)> = rows!(db, sql.push(&tail));
    let read = |(id, kind, title, product, day): (String, String, String, Option<String>, String)| {
        Some(Event { id, kind: kind.parse().ok()?, title, product, day: day.parse().ok()? })
    };
    Ok(found.into_iter().filter_map(read).collect())
}
