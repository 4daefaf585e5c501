//! Approvals: proposals, decisions, and carrying out what was approved exactly once.

use model::account::AuditEntry;
use model::approval::{ApprovalStatus, Decided, Proposal, Waiting};
use model::run::ToolOutput;
use serde_json::Value;
use sqlx::types::Json;

use super::acts::{Act, put_act};
use super::changes::{commit_change, next_change};
use super::sessions::Whose;
use super::{Db, Result, StoreError, reading, writing};
use crate::rows::{all, json, or, row};

/// A proposal to store.
#[derive(Clone, Debug)]
pub struct Proposed {
    pub id: String,
    pub call: String,
    pub tool: String,
    pub args: Value,
    pub proposal: Proposal,
    /// UTC milliseconds, both.
    pub now: i64,
    pub expires_at: i64,
    pub key: String,
}

/// A decision to store; the first one wins.
#[derive(Clone, Debug)]
pub struct NewDecision {
    pub approval: String,
    pub decided: Decided,
    pub by: String,
    pub note: Option<String>,
    /// The arguments as edited by a person, and the proposal that they make.
    pub edited: Option<(Value, Proposal)>,
    pub now: i64,
    /// Who resumes the run, and the end of that lease.
    pub owner: String,
    pub lease_until: i64,
    /// The entry for the audit log.
    pub told: AuditEntry,
}

/// A stored approval.
#[derive(Clone, Debug, PartialEq)]
pub struct Approval {
    pub id: String,
    pub run_id: String,
    pub call: String,
    pub tool: String,
    /// As edited by a person, if they were.
    pub args: Value,
    pub proposal: Proposal,
    pub status: ApprovalStatus,
    pub expires_at: i64,
    pub decided_by: Option<String>,
    /// UTC milliseconds.
    pub decided_at: Option<i64>,
    pub note: Option<String>,
    pub key: String,
    /// The result, once carried out.
    pub result: Option<ToolOutput>,
}

/// Stores a proposal in the transaction `$tx`.
macro_rules! put_proposed {
    ($tx:expr, $run_id:expr, $proposed:expr) => {{
        let p: &$crate::approvals::Proposed = $proposed;
        let sql = "INSERT INTO approvals (id, run_id, call, tool, args, proposal, status, created_at, expires_at,
            idempotency_key) VALUES ($1, $2, $3, $4, $5, $6, 'waiting', $7, $8, $9)";
        sqlx::query(sql)
            .bind(&p.id)
            .bind($run_id)
            .bind(&p.call)
            .bind(&p.tool)
            .bind(sqlx::types::Json(&p.args))
            .bind(sqlx::types::Json(&p.proposal))
            .bind(p.now)
            .bind(p.expires_at)
            .bind(&p.key)
            .execute(&mut *$tx)
            .await?;
    }};
}
pub(super) use put_proposed;

/// Stores a decision and the run's new owner in the transaction `$tx`; an error if already decided.
macro_rules! put_decision {
    ($tx:expr, $run_id:expr, $decision:expr) => {{
        let d: &$crate::approvals::NewDecision = $decision;
        let status = if d.decided.acts() { "approved" } else { d.decided.as_str() };
        let sql = "UPDATE approvals SET status = $3, decided_by = $4, decided_at = $5, note = $6,
            edited = COALESCE($7, edited), proposal = COALESCE($8, proposal)
            WHERE id = $1 AND run_id = $2 AND status = 'waiting'";
        let changed = sqlx::query(sql)
            .bind(&d.approval)
            .bind($run_id)
            .bind(status)
            .bind(&d.by)
            .bind(d.now)
            .bind(&d.note)
            .bind(d.edited.as_ref().map(|e| sqlx::types::Json(&e.0)))
            .bind(d.edited.as_ref().map(|e| sqlx::types::Json(&e.1)))
            .execute(&mut *$tx)
            .await?
            .rows_affected();
        if changed == 0 {
            return Err($crate::StoreError::Conflict("This was decided already.".into()));
        }
        let sql = "UPDATE runs SET owner = $2, lease_until = $3 WHERE id = $1";
        sqlx::query(sql).bind($run_id).bind(&d.owner).bind(d.lease_until).execute(&mut *$tx).await?;
        $crate::audit::put_audit!($tx, &d.told);
    }};
}
pub(super) use put_decision;

/// One approval of a run.
///
/// # Errors
/// `NotFound` if the run has no approval with this id.
pub async fn get(db: &Db, run_id: &str, id: &str) -> Result<Approval> {
    let found = of_run(db, run_id).await?.into_iter().find(|a| a.id == id);
    found.ok_or_else(|| StoreError::NotFound(format!("Run {run_id} has no approval {id}.")))
}

/// All approvals of a run, oldest first.
pub async fn of_run(db: &Db, run_id: &str) -> Result<Vec<Approval>> {
    let sql = "SELECT id, run_id, call, tool, COALESCE(edited, args) AS args, proposal, status, expires_at, decided_by, decided_at,
        note, idempotency_key, result FROM approvals WHERE run_id = $1 ORDER BY created_at, id";
    Ok(all(reading!(db, pool => sqlx::query_as(sql).bind(run_id).fetch_all(pool).await?)))
}

/// Run and approval id of undecided approvals past their deadline, at most 64.
pub async fn overdue(db: &Db, now: i64) -> Result<Vec<(String, String)>> {
    let sql = "SELECT run_id, id FROM approvals WHERE status = 'waiting' AND expires_at <= $1
        ORDER BY expires_at LIMIT 64";
    Ok(reading!(db, pool => sqlx::query_as(sql).bind(now).fetch_all(pool).await?))
}

/// Approvals waiting for a decision, most urgent first, at most 50, limited by `whose`.
pub async fn waiting(db: &Db, whose: Whose<'_>) -> Result<Vec<Waiting>> {
    let sql = "SELECT a.id, a.run_id, r.session_id, a.proposal, a.created_at, a.expires_at FROM approvals a
        JOIN runs r ON r.id = a.run_id JOIN sessions s ON s.id = r.session_id
        WHERE a.status = 'waiting' AND r.status = 'waiting' AND s.deleted_at IS NULL
        AND ($1 IS NULL OR s.user_id = $1) AND ($2 IS NULL OR s.sees = $2)
        ORDER BY a.expires_at, a.id LIMIT 50";
    Ok(all(reading!(db, pool => sqlx::query_as(sql).bind(whose.user).bind(whose.sees).fetch_all(pool).await?)))
}

/// Carries out an approved change once: the effect, its result and the "done" mark are one transaction. If it is
/// already done, by whomever, returns the first result and changes nothing.
///
/// # Errors
/// `Conflict` if it is not approved or the records have changed since; nothing is written then.
pub async fn carry_out(db: &Db, id: &str, act: &Act, output: &ToolOutput, now: i64) -> Result<ToolOutput> {
    let mark = "UPDATE approvals SET status = 'done', result = $2, done_at = $3 WHERE id = $1 AND status = 'approved'";
    let done = "SELECT result FROM approvals WHERE id = $1 AND status = 'done'";
    writing!(db, pool => {
        let mut tx = pool.begin().await?;
        let change = next_change!(tx);
        let marked = sqlx::query(mark)
            .bind(id).bind(Json(output)).bind(now).execute(&mut *tx).await?.rows_affected();
        if marked == 0 {
            let first: Option<Json<ToolOutput>> =
                sqlx::query_scalar(done).bind(id).fetch_optional(&mut *tx).await?;
            return first.map(|r| r.0).ok_or_else(|| StoreError::Conflict("This was not approved.".into()));
        }
        put_act!(tx, act, change);
        commit_change!(db, tx);
        Ok(output.clone())
    })
}

/// Marks that an approved action starts on another server: from here on it may have happened. True for the caller that
/// may perform it; it never starts twice.
pub async fn begin(db: &Db, id: &str) -> Result<bool> {
    let sql = "UPDATE approvals SET status = 'begun' WHERE id = $1 AND status = 'approved'";
    Ok(writing!(db, pool => sqlx::query(sql).bind(id).execute(pool).await?.rows_affected()) == 1)
}

/// Stores the result of such an action.
pub async fn end(db: &Db, id: &str, output: &ToolOutput, now: i64) -> Result<()> {
    let sql = "UPDATE approvals SET status = 'done', result = $2, done_at = $3 WHERE id = $1 AND status = 'begun'";
    let kept = writing!(db, pool => sqlx::query(sql).bind(id).bind(Json(output)).bind(now).execute(pool).await?.rows_affected());
    if kept == 1 { Ok(()) } else { Err(StoreError::Conflict("This was not under way.".into())) }
}

// Only this module writes the status.
row! { Approval {
    id, run_id, call, tool, args = json, proposal = json, status = or(ApprovalStatus::Waiting), expires_at, decided_by,
    decided_at, note, key @ "idempotency_key", result = |result: Option<_>| result.map(json)
} }

row! { Waiting {
    approval @ "id", run_id, session_id, title @ "proposal" = |Json(p): Json<Proposal>| p.title, asked_at @ "created_at",
    expires_at
} }
