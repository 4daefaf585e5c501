//! Runs: who holds them, what was asked, and the figures shown in lists. Their history is in their events.

use model::account::DataAccess;
use model::answer::{Answer, Grounding};
use model::run::{Outcome, Run, RunStatus};
use model::session::Ask;
use model::support::Caller;
use sqlx::types::Json;
use sqlx::{FromRow, QueryBuilder};

use super::sessions::{NewMessage, NewSession, Whose};
use super::{Db, Result, StoreError, accounts, reading, writing};
use crate::rows::{self, push_in, row};

/// The columns of a run's row that are derived from its events.
#[derive(Clone, Debug, PartialEq)]
pub struct Head {
    pub status: RunStatus,
    /// UTC milliseconds.
    pub updated_at: i64,
    pub model: String,
    pub tool_calls: i64,
    pub failed_calls: i64,
    pub tokens: i64,
    pub duration_ms: i64,
    pub claims: i64,
    pub unverified: i64,
    /// Whether the answer declines the question.
    pub refused: bool,
    /// Parts of the question that the answer does not cover.
    pub gaps: i64,
    /// Limits that the run reached.
    pub limits: i64,
    /// Passages of tool results that look like instructions to a model.
    pub suspected: i64,
    /// US dollars, as far as prices are known.
    pub cost_usd: f64,
    /// The part of `tokens` that came from the provider's cache.
    pub cached_tokens: i64,
}

impl Head {
    /// Derives the columns from the folded run.
    pub fn from_run(run: &Run) -> Self {
        let (prompt, completion) = match &run.receipt {
            Some(receipt) => (receipt.tokens_prompt, receipt.tokens_completion),
            None => (run.usage.tokens_prompt, run.usage.tokens_completion),
        };
        let failed = run.calls().filter(|c| matches!(c.outcome, Some(Outcome::Error { .. }))).count();
        let (checked, grounded) =
            run.grounding.as_ref().map_or((0, 0), |g: &Grounding| (g.checked() as i64, g.grounded() as i64));
        Self {
            status: run.status,
            updated_at: run.updated_at,
            model: run.model.clone(),
            tool_calls: run.calls().count() as i64,
            failed_calls: failed as i64,
            tokens: i64::try_from(prompt + completion).unwrap_or(i64::MAX),
            duration_ms: run.elapsed_ms(),
            claims: checked,
            unverified: checked - grounded,
            refused: run.answer.as_ref().is_some_and(Answer::declines),
            gaps: run.answer.as_ref().map_or(0, |a| a.gaps.len() as i64),
            limits: run.limits_reached() as i64,
            suspected: run.suspected.len() as i64,
            cost_usd: run.usage.cost_usd,
            cached_tokens: i64::try_from(run.usage.tokens_cached).unwrap_or(i64::MAX),
        }
    }
}

/// A run to drive.
#[derive(Clone, Debug, PartialEq)]
pub struct Claimed {
    pub id: String,
    pub session_id: String,
    pub ask: Ask,
    /// Whether someone has asked to stop it.
    pub cancel: bool,
}

/// A new run, with its question's message and, if it is the first, the conversation. All of it is stored with the first
/// event or not at all, so that a crash leaves no question that nobody answers.
#[derive(Clone, Debug)]
pub struct Opening {
    pub run: Claimed,
    pub session: Option<NewSession>,
    /// The caller, if the conversation is a support call.
    pub caller: Option<Caller>,
    pub message: NewMessage,
    /// The process that drives it.
    pub owner: String,
    /// UTC milliseconds.
    pub lease_until: i64,
}

/// Stores a new run with its row.
macro_rules! put_opening {
    ($statements:expr, $opening:expr, $head:expr) => {{
        let (o, h): (&$crate::runs::Opening, &$crate::runs::Head) = ($opening, $head);
        match &o.session {
            Some(session) => {
                $crate::sessions::put_session!($statements, session, 1);
                if let Some(caller) = &o.caller {
                    $crate::support::calls::put_call!($statements, session, caller);
                }
            }
            None => $crate::sessions::count_message!($statements, &o.message, "active"),
        }
        $crate::connect::at_once::insert!(
            $statements,
            "runs (id, session_id, request, question, created_at, owner, lease_until, cancel_requested, status,
             updated_at, model, tool_calls, failed_calls, tokens, duration_ms, claims, unverified, refused, gaps, limits,
             cost_usd, suspected, cached_tokens)",
            &o.run.id,
            &o.run.session_id,
            sqlx::types::Json(&o.run.ask),
            &o.run.ask.query,
            o.message.now,
            &o.owner,
            o.lease_until,
            false,
            h.status.as_str(),
            h.updated_at,
            h.model.clone(),
            h.tool_calls,
            h.failed_calls,
            h.tokens,
            h.duration_ms,
            h.claims,
            h.unverified,
            h.refused,
            h.gaps,
            h.limits,
            h.cost_usd,
            h.suspected,
            h.cached_tokens,
        );
        $crate::sessions::put_message!($statements, &o.message);
    }};
}
pub(super) use put_opening;

/// Updates a run's row.
macro_rules! put_head {
    ($statements:expr, $run_id:expr, $head:expr) => {{
        let h: &$crate::runs::Head = $head;
        let q = $statements.next();
        q.push("UPDATE runs SET status = ").push_bind(h.status.as_str());
        q.push(", updated_at = ").push_bind(h.updated_at);
        q.push(", model = ").push_bind(&h.model);
        q.push(", tool_calls = ").push_bind(h.tool_calls);
        q.push(", failed_calls = ").push_bind(h.failed_calls);
        q.push(", tokens = ").push_bind(h.tokens);
        q.push(", duration_ms = ").push_bind(h.duration_ms);
        q.push(", claims = ").push_bind(h.claims);
        q.push(", unverified = ").push_bind(h.unverified);
        q.push(", refused = ").push_bind(h.refused);
        q.push(", gaps = ").push_bind(h.gaps);
        q.push(", limits = ").push_bind(h.limits);
        q.push(", cost_usd = ").push_bind(h.cost_usd);
        q.push(", suspected = ").push_bind(h.suspected);
        q.push(", cached_tokens = ").push_bind(h.cached_tokens);
        q.push(" WHERE id = ").push_bind($run_id);
    }};
}
pub(super) use put_head;

/// Stores a run before its first event: the process that holds it, or takes it over, drives it.
#[cfg(any(test, feature = "testing"))]
pub async fn create(db: &Db, opening: &Opening) -> Result<()> {
    let head = Head::from_run(&Run { updated_at: opening.message.now, ..Run::new(&opening.run.id) });
    writing!(db, pool => {
        let mut tx = pool.begin().await?;
        let mut statements = super::connect::at_once::Statements::<Base>::new();
        put_opening!(statements, opening, &head);
        statements.build().execute(&mut *tx).await?;
        tx.commit().await?;
    });
    Ok(())
}

/// Takes over unfinished runs that no process holds any more. It is one statement, so that two processes never take the
/// same run. The conditions are repeated outside the subquery, because those are all that Postgres checks again after
/// waiting for another transaction, which may have ended the run.
pub async fn claim(db: &Db, owner: &str, now: i64, lease_until: i64) -> Result<Vec<Claimed>> {
    let sql = "UPDATE runs SET owner = $1, lease_until = $2 WHERE id IN (SELECT id FROM runs
        WHERE status IN ('queued', 'running') AND lease_until < $3 ORDER BY created_at LIMIT 16)
        AND status IN ('queued', 'running') AND lease_until < $3
        RETURNING id, session_id, request, cancel_requested";
    Ok(rows::all(writing!(db, pool => sqlx::query_as(sql)
        .bind(owner).bind(lease_until).bind(now).fetch_all(pool).await?)))
}

/// Renews the leases of the runs in `driven` (ids) that `owner` still holds, and returns those that someone has asked
/// to stop. A run that this owner has given up is not in `driven`: its lease runs out, and another process takes it
/// over.
pub async fn renew(db: &Db, owner: &str, driven: &[String], lease_until: i64) -> Result<Vec<String>> {
    if driven.is_empty() {
        return Ok(Vec::new());
    }
    let rows: Vec<(String, bool)> = writing!(db, pool => {
        let mut q = QueryBuilder::<Base>::new("UPDATE runs SET lease_until = ");
        q.push_bind(lease_until).push(" WHERE owner = ").push_bind(owner);
        q.push(" AND status IN ('queued', 'running') AND id");
        push_in(&mut q, driven);
        q.push(" RETURNING id, cancel_requested");
        q.build_query_as().fetch_all(pool).await?
    });
    Ok(rows.into_iter().filter(|(_, cancel)| *cancel).map(|(id, _)| id).collect())
}

/// Releases all leases of `owner`, so that the next start need not wait for them to run out.
pub async fn release(db: &Db, owner: &str) -> Result<()> {
    let sql = "UPDATE runs SET lease_until = 0 WHERE owner = $1 AND status IN ('queued', 'running')";
    let _ = writing!(db, pool => sqlx::query(sql).bind(owner).execute(pool).await?.rows_affected());
    Ok(())
}

/// A run that this process already holds, with its request.
pub async fn held(db: &Db, id: &str) -> Result<Claimed> {
    let sql = "SELECT id, session_id, request, cancel_requested FROM runs WHERE id = $1";
    let row = rows::one(reading!(db, pool => sqlx::query_as(sql).bind(id).fetch_optional(pool).await?));
    row.ok_or_else(|| StoreError::NotFound(format!("There is no run {id}.")))
}

/// Asks the process that drives the run to stop it.
pub async fn request_cancel(db: &Db, id: &str) -> Result<()> {
    let sql = "UPDATE runs SET cancel_requested = TRUE WHERE id = $1";
    let _ = writing!(db, pool => sqlx::query(sql).bind(id).execute(pool).await?.rows_affected());
    Ok(())
}

/// The status of a run; `NotFound` if there is none.
pub async fn status(db: &Db, id: &str) -> Result<RunStatus> {
    let sql = "SELECT status FROM runs WHERE id = $1";
    let status: Option<String> = reading!(db, pool => sqlx::query_scalar(sql).bind(id).fetch_optional(pool).await?);
    let status = status.ok_or_else(|| StoreError::NotFound(format!("There is no run {id}.")))?;
    Ok(status.parse().unwrap_or(RunStatus::Running))
}

/// The status of a run, and the number of its last event.
///
/// # Errors
/// `NotFound` for an unknown run.
pub async fn standing(db: &Db, id: &str) -> Result<(RunStatus, i64)> {
    let sql = "SELECT status, (SELECT COALESCE(MAX(e.seq), 0) FROM run_events e WHERE e.run_id = runs.id) FROM runs WHERE id = $1";
    let row: Option<(String, i64)> = reading!(db, pool => sqlx::query_as(sql).bind(id).fetch_optional(pool).await?);
    let (status, seq) = row.ok_or_else(|| StoreError::NotFound(format!("There is no run {id}.")))?;
    Ok((status.parse().unwrap_or(RunStatus::Running), seq))
}

/// The status of a conversation's last run; `None` without runs.
pub async fn last_status(db: &Db, session_id: &str) -> Result<Option<RunStatus>> {
    let sql = "SELECT status FROM runs WHERE session_id = $1 ORDER BY created_at DESC, id DESC LIMIT 1";
    let status: Option<String> =
        reading!(db, pool => sqlx::query_scalar(sql).bind(session_id).fetch_optional(pool).await?);
    Ok(status.map(|status| status.parse().unwrap_or(RunStatus::Running)))
}

/// The last question of a conversation that is not deleted.
pub async fn last_question(db: &Db, session_id: &str) -> Result<Option<String>> {
    let sql = "SELECT r.question FROM runs r JOIN sessions s ON s.id = r.session_id
        WHERE r.session_id = $1 AND s.deleted_at IS NULL ORDER BY r.created_at DESC, r.id DESC LIMIT 1";
    Ok(reading!(db, pool => sqlx::query_scalar(sql).bind(session_id).fetch_optional(pool).await?))
}

/// When the lease of a run expires, in UTC milliseconds; `None` for a run that is over or waits for a person.
pub async fn lease_until(db: &Db, id: &str) -> Result<Option<i64>> {
    let sql = "SELECT lease_until FROM runs WHERE id = $1 AND status IN ('queued', 'running')";
    Ok(reading!(db, pool => sqlx::query_scalar(sql).bind(id).fetch_optional(pool).await?))
}

/// The run, folded from its events; queued while it has none. `NotFound` for a run of a deleted conversation.
pub async fn get(db: &Db, id: &str) -> Result<Run> {
    let sql = "SELECT id, session_id, question FROM runs WHERE id = $1
        AND NOT EXISTS (SELECT 1 FROM sessions s WHERE s.id = runs.session_id AND s.deleted_at IS NOT NULL)";
    let row: Option<RunRow> = reading!(db, pool => sqlx::query_as(sql).bind(id).fetch_optional(pool).await?);
    let row = row.ok_or_else(|| StoreError::NotFound(format!("There is no run {id}.")))?;
    let events = super::history::after(db, id, 0).await?;
    Ok(row.fold(&events))
}

/// The completed runs of this question since a time, by this user and with the same access, latest first, with their
/// requests.
pub async fn answered(
    db: &Db,
    question: &str,
    user: &str,
    sees: &DataAccess,
    since: i64,
) -> Result<Vec<(String, Ask)>> {
    let sql = "SELECT r.id, r.request FROM runs r JOIN sessions s ON s.id = r.session_id \
        WHERE r.question = $1 AND s.user_id = $2 AND r.created_at >= $3 AND r.status = 'completed' \
        AND s.deleted_at IS NULL AND s.sees = $4 \
        ORDER BY r.created_at DESC, r.id DESC LIMIT 20";
    let rows: Vec<(String, Json<Ask>)> = reading!(db, pool => sqlx::query_as(sql).bind(question).bind(user).bind(since)
            .bind(accounts::json(sees)).fetch_all(pool).await?);
    Ok(rows.into_iter().map(|(id, Json(ask))| (id, ask)).collect())
}

/// Whether a caller sent texts along with a question of this conversation.
pub async fn were_told(db: &Db, session: &str) -> Result<bool> {
    let sql = "SELECT request FROM runs WHERE session_id = $1";
    let all: Vec<Json<Ask>> = reading!(db, pool => sqlx::query_scalar(sql).bind(session).fetch_all(pool).await?);
    Ok(all.iter().any(|Json(ask)| !ask.conversation_history.is_empty()))
}

/// A run as shown in lists.
#[derive(Clone, Debug, PartialEq, FromRow)]
pub struct RunSummary {
    pub id: String,
    pub session_id: String,
    pub question: String,
    pub status: String,
    /// UTC milliseconds.
    pub created_at: i64,
}

/// The latest runs of `whose` conversations, newest first, except those of deleted conversations.
pub async fn latest(db: &Db, whose: Whose<'_>, limit: i64) -> Result<Vec<RunSummary>> {
    let sql = "SELECT r.id, r.session_id, r.question, r.status, r.created_at FROM runs r
        JOIN sessions s ON s.id = r.session_id WHERE s.deleted_at IS NULL AND ($2 IS NULL OR s.user_id = $2)
        AND ($3 IS NULL OR s.sees = $3)
        ORDER BY r.created_at DESC, r.id DESC LIMIT $1";
    Ok(reading!(db, pool => sqlx::query_as(sql).bind(limit).bind(whose.user).bind(whose.sees).fetch_all(pool).await?))
}

/// The latest runs of a question, newest first, except those of deleted conversations.
pub async fn of_question(db: &Db, question: &str, limit: i64) -> Result<Vec<RunSummary>> {
    let sql = "SELECT r.id, r.session_id, r.question, r.status, r.created_at FROM runs r
        JOIN sessions s ON s.id = r.session_id WHERE s.deleted_at IS NULL AND r.question = $2
        ORDER BY r.created_at DESC, r.id DESC LIMIT $1";
    Ok(reading!(db, pool => sqlx::query_as(sql).bind(limit).bind(question).fetch_all(pool).await?))
}

/// All runs of a conversation, oldest first.
pub async fn of_session(db: &Db, session_id: &str) -> Result<Vec<Run>> {
    let sql = "SELECT id, session_id, question FROM runs WHERE session_id = $1 ORDER BY created_at, id";
    let rows: Vec<RunRow> = reading!(db, pool => sqlx::query_as(sql).bind(session_id).fetch_all(pool).await?);
    let ids: Vec<String> = rows.iter().map(|r| r.id.clone()).collect();
    let events = super::history::of_runs(db, &ids).await?;
    Ok(rows.into_iter().map(|row| row.fold(events.iter().filter(|e| e.run_id == row.id))).collect())
}

#[derive(FromRow)]
struct RunRow {
    id: String,
    session_id: String,
    question: String,
}

impl RunRow {
    fn fold<'a>(&self, events: impl IntoIterator<Item = &'a model::run::StoredEvent>) -> Run {
        let mut run = Run::new(&self.id);
        run.session_id.clone_from(&self.session_id);
        run.question.clone_from(&self.question);
        for event in events {
            run.apply(event);
        }
        run
    }
}

row! { Claimed { id, session_id, ask @ "request" = rows::json, cancel @ "cancel_requested" } }
