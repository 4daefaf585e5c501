//! Support calls: who called, in which language, and how it ended (B-047).

use model::support::{Call, CallChange, Ending, Language};
use sqlx::types::Json;

use crate::rows::{all, json, known, one, or, row};
use crate::{Db, Result, StoreError, reading, writing};

/// Stores the caller of a call's session.
macro_rules! put_call {
    ($statements:expr, $session:expr, $caller:expr) => {
        $crate::connect::at_once::insert!(
            $statements,
            "isp_calls (session_id, phone, language, formal, settings, started_at)",
            &$session.id,
            &$caller.phone,
            $caller.settings.language.as_str(),
            $caller.settings.formal,
            sqlx::types::Json(&$caller.settings),
            $session.now,
        )
    };
}
pub(crate) use put_call;

/// Stores how a call ended, unless it has already ended or a person has taken it over.
macro_rules! put_ending {
    ($statements:expr, $session:expr, $ending:expr, $now:expr) => {{
        let q = $statements.next();
        q.push("UPDATE isp_calls SET ended_at = ").push_bind($now);
        q.push(", outcome = ").push_bind($ending.outcome.as_str());
        q.push(", summary = ").push_bind(&$ending.summary);
        q.push(" WHERE ended_at IS NULL AND taken_by IS NULL AND session_id = ").push_bind($session);
    }};
}
pub(crate) use put_ending;

const COLUMNS: &str = "c.session_id, c.phone, c.language, c.formal, c.started_at, c.ended_at, c.outcome, c.summary,
    c.settings, c.taken_by";

row! { Call {
    session_id, phone, language = or(Language::Lt), formal, started_at, ended_at, outcome = known, summary, settings = json, taken_by
} }

/// Whether a conversation is a call.
pub async fn exists(db: &Db, session_id: &str) -> Result<bool> {
    let sql = "SELECT COUNT(*) FROM isp_calls WHERE session_id = $1";
    let count: i64 = reading!(db, pool => sqlx::query_scalar(sql).bind(session_id).fetch_one(pool).await?);
    Ok(count > 0)
}

/// A call.
///
/// # Errors
/// `NotFound` for an unknown or deleted one.
pub async fn get(db: &Db, session_id: &str) -> Result<Call> {
    let sql = format!(
        "SELECT {COLUMNS} FROM isp_calls c JOIN sessions s ON s.id = c.session_id
         WHERE c.session_id = $1 AND s.deleted_at IS NULL"
    );
    let row = one(reading!(db, pool => sqlx::query_as(&sql).bind(session_id).fetch_optional(pool).await?));
    row.ok_or_else(|| StoreError::NotFound(format!("There is no call {session_id}.")))
}

/// The newest calls.
pub async fn list(db: &Db, limit: i64) -> Result<Vec<Call>> {
    let sql = format!(
        "SELECT {COLUMNS} FROM isp_calls c JOIN sessions s ON s.id = c.session_id WHERE s.deleted_at IS NULL
         ORDER BY c.started_at DESC, c.session_id DESC LIMIT $1"
    );
    Ok(all(reading!(db, pool => sqlx::query_as(&sql).bind(limit).fetch_all(pool).await?)))
}

/// The last ended call from a number.
pub async fn before(db: &Db, phone: &str) -> Result<Option<Call>> {
    let sql = format!(
        "SELECT {COLUMNS} FROM isp_calls c JOIN sessions s ON s.id = c.session_id
         WHERE c.phone = $1 AND c.ended_at IS NOT NULL AND s.deleted_at IS NULL ORDER BY c.started_at DESC LIMIT 1"
    );
    Ok(one(reading!(db, pool => sqlx::query_as(&sql).bind(phone).fetch_optional(pool).await?)))
}

/// Records how a call ended, at a time in UTC milliseconds; no effect if it has already ended.
pub async fn end(db: &Db, session_id: &str, ending: &Ending, now: i64) -> Result<()> {
    let sql = "UPDATE isp_calls SET ended_at = $2, outcome = $3, summary = $4
        WHERE session_id = $1 AND ended_at IS NULL";
    writing!(db, pool => {
        let outcome = ending.outcome.as_str();
        sqlx::query(sql).bind(session_id).bind(now).bind(outcome).bind(&ending.summary).execute(pool).await?;
    });
    Ok(())
}

/// Run-time changes to the call settings; empty if there are none.
pub async fn settings(db: &Db) -> Result<CallChange> {
    let sql = "SELECT body FROM call_settings WHERE id = 1";
    let row: Option<Json<CallChange>> = reading!(db, pool => sqlx::query_scalar(sql).fetch_optional(pool).await?);
    Ok(row.map(json).unwrap_or_default())
}

/// Replaces the changed call settings.
pub async fn put_settings(db: &Db, change: &CallChange) -> Result<()> {
    let sql = "INSERT INTO call_settings (id, body) VALUES (1, $1) ON CONFLICT (id) DO UPDATE SET body = excluded.body";
    writing!(db, pool => { sqlx::query(sql).bind(Json(change)).execute(pool).await?; });
    Ok(())
}
