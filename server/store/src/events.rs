//! The log of run events. Many runs append at once; one task gathers what is waiting and commits it together, so fifty
//! runs cost one transaction and never meet "database is locked". An append returns when its events are on disk.

use std::sync::Arc;

use model::run::{RunEvent, StoredEvent};
use model::support::Ending;
use serde_json::value::RawValue;
use sqlx::QueryBuilder;
use sqlx::types::Json;
use tokio::sync::{mpsc, oneshot};

use super::approvals::{NewDecision, Proposed, put_decision, put_proposed};
use super::error::FULL;
use super::runs::{Head, Opening, put_opening};
use super::sessions::{NewMessage, put_message};
use super::support::calls::put_ending;
use super::support::tasks::{Promised, put_task};
use super::{Db, Result, StoreError, writing};

/// Appends that may wait before `append` itself waits.
const WAITING: usize = 1024;
/// Appends that one transaction takes at most.
const TOGETHER: usize = 256;
/// Rows in one statement at most.
const ROWS: usize = 64;
/// Events of an append that is written in one go.
const FEW: usize = 8;

/// The way to append. Cheap to clone; the writing task ends when the last clone is gone.
#[derive(Clone, Debug)]
pub struct EventLog {
    to_writer: mpsc::Sender<Append>,
}

/// Events of one run, ready to be written, in the form in which they are also sent.
#[derive(Debug)]
pub struct Append {
    pub run_id: Arc<str>,
    pub rows: Vec<Row>,
    /// What the run's row says from now on; `None` leaves it.
    pub head: Option<Head>,
    /// What must be stored with these events or not at all.
    pub beside: Option<Beside>,
    done: oneshot::Sender<std::result::Result<(), AppendError>>,
}

/// What is stored in one transaction with events, so that no process can die between the two.
#[derive(Clone, Debug)]
pub enum Beside {
    /// With a run's first event, the run itself.
    Opening(Box<Opening>),
    /// With a run's last events, the conversation's message, and what the session is from now on ("completed",
    /// "error"): whoever sees the run finished finds the message.
    /// Where it ends a support call, how.
    Closing { message: NewMessage, session: &'static str, ended: Option<Ending>, promised: Option<Promised> },
    /// With `ApprovalRequested`, what is proposed.
    Proposed(Proposed),
    /// With `ApprovalDecided`, the decision. Refused when it is decided already.
    Decided(NewDecision),
}

/// Why events were not stored.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AppendError {
    /// Another process has written this run's next event: it drives the run now, and this one stops without a word.
    #[error("another process drives this run")]
    Taken,
    /// The run was deleted meanwhile.
    #[error("the run is gone")]
    Gone,
    /// What was to be stored with them does not hold any more; the text is for people.
    #[error("{0}")]
    Refused(String),
    /// There is no space for them; once there is, the same can be appended.
    #[error("{}", FULL)]
    Full,
    #[error("{0}")]
    Failed(String),
}

impl From<StoreError> for AppendError {
    /// For whoever reads before it appends.
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::NotFound(_) => Self::Gone,
            StoreError::Full(_) => Self::Full,
            other => Self::Failed(other.to_string()),
        }
    }
}

/// One event: serialised once, for the database and for everyone who watches.
#[derive(Clone, Debug)]
pub struct Row {
    pub seq: i64,
    pub at: i64,
    pub kind: &'static str,
    pub tool: Option<String>,
    pub json: Arc<str>,
}

impl Row {
    /// Serialises an event.
    pub fn new(event: &StoredEvent) -> Self {
        let tool = match &event.event {
            RunEvent::ToolStarted { tool, .. } => Some(tool.clone()),
            _ => None,
        };
        // The event types hold nothing that cannot be JSON (no maps with other keys than text).
        let json = serde_json::to_string(event).unwrap_or_default().into();
        Self { seq: event.seq, at: event.at, kind: event.event.name(), tool, json }
    }
}

impl EventLog {
    /// Starts the writing task.
    pub fn start(db: Db) -> Self {
        let (to_writer, mut waiting) = mpsc::channel::<Append>(WAITING);
        tokio::spawn(async move {
            let mut batch = Vec::new();
            while waiting.recv_many(&mut batch, TOGETHER).await > 0 {
                commit(&db, std::mem::take(&mut batch)).await;
            }
        });
        Self { to_writer }
    }

    /// Returns once the events are committed.
    ///
    /// # Errors
    /// [`AppendError`]: the database cannot take them, the run is gone, or another process drives it. In each case
    /// nothing was stored, and whoever drives the run must stop.
    pub async fn append(
        &self,
        run_id: Arc<str>,
        rows: Vec<Row>,
        head: Option<Head>,
        beside: Option<Beside>,
    ) -> std::result::Result<(), AppendError> {
        let (done, committed) = oneshot::channel();
        let gone = || AppendError::Failed("the event log has stopped".to_owned());
        self.to_writer.send(Append { run_id, rows, head, beside, done }).await.map_err(|_| gone())?;
        committed.await.map_err(|_| gone())?
    }
}

/// Writes all appends in one transaction; if that fails, each on its own, so that one bad run harms no other.
async fn commit(db: &Db, batch: Vec<Append>) {
    let together = write(db, &batch).await;
    let alone = batch.len() > 1 && together.is_err();
    for append in batch {
        let result = match (&together, alone) {
            (_, true) => write(db, std::slice::from_ref(&append)).await.map_err(|e| refused(&e)),
            (Ok(()), _) => Ok(()),
            (Err(e), _) => Err(refused(e)),
        };
        if let Err(AppendError::Failed(error)) = &result {
            tracing::error!(run_id = %append.run_id, error, "events could not be stored");
        }
        // Whoever asked may be gone; the events are stored all the same.
        let _ = append.done.send(result);
    }
}

/// The key of an event is its run and number: a key that is there already means that another process wrote it.
fn refused(error: &StoreError) -> AppendError {
    match error {
        StoreError::Conflict(detail) => AppendError::Refused(detail.clone()),
        StoreError::Full(_) => AppendError::Full,
        StoreError::Other(sqlx::Error::Database(e)) if e.is_unique_violation() => AppendError::Taken,
        StoreError::Other(sqlx::Error::Database(e)) if e.is_foreign_key_violation() => AppendError::Gone,
        other => AppendError::Failed(other.to_string()),
    }
}

async fn write(db: &Db, batch: &[Append]) -> Result<()> {
    if let (Db::Sqlite { write, .. }, [only]) = (db, batch)
        && let (None, 1..=FEW) = (&only.beside, only.rows.len())
    {
        return write_alone(write, only).await;
    }
    let rows: Vec<(&Append, &Row)> = batch.iter().flat_map(|a| a.rows.iter().map(move |r| (a, r))).collect();
    // A statement must not change a row twice; the last word counts.
    let mut heads: Vec<(&str, &Head)> =
        batch.iter().rev().filter_map(|a| Some((&*a.run_id, a.head.as_ref()?))).collect();
    heads.sort_by_key(|(id, _)| *id);
    heads.dedup_by_key(|(id, _)| *id);
    writing!(db, pool => {
        let mut tx = pool.begin().await?;
        for append in batch {
            if let Some(Beside::Opening(opening)) = &append.beside {
                put_opening!(tx, opening);
            }
        }
        for part in even(&rows) {
            let mut q = QueryBuilder::<Base>::new("INSERT INTO run_events (run_id, seq, at, type, tool, payload) ");
            q.push_values(part, |mut b, (append, row)| {
                b.push_bind(&*append.run_id).push_bind(row.seq).push_bind(row.at).push_bind(row.kind)
                    .push_bind(row.tool.as_deref()).push_bind(raw(&row.json));
            });
            q.build().execute(&mut *tx).await?;
        }
        for part in even(&heads) {
            // Both databases name the columns of a list of values so.
            let mut q = QueryBuilder::<Base>::new(
                "UPDATE runs SET status = v.column2, updated_at = v.column3, model = v.column4, tool_calls = v.column5,
                 failed_calls = v.column6, tokens = v.column7, duration_ms = v.column8, claims = v.column9,
                 unverified = v.column10, refused = v.column11, gaps = v.column12, limits = v.column13,
                 cost_usd = v.column14, suspected = v.column15 FROM (");
            q.push_values(part, |mut b, (id, h)| {
                b.push_bind(*id).push_bind(h.status.as_str()).push_bind(h.updated_at).push_bind(&h.model)
                    .push_bind(h.tool_calls).push_bind(h.failed_calls).push_bind(h.tokens).push_bind(h.duration_ms)
                    .push_bind(h.claims).push_bind(h.unverified).push_bind(h.refused).push_bind(h.gaps)
                    .push_bind(h.limits).push_bind(h.cost_usd).push_bind(h.suspected);
            });
            q.push(") AS v WHERE runs.id = v.column1").build().execute(&mut *tx).await?;
        }
        for append in batch {
            match &append.beside {
                None | Some(Beside::Opening(_)) => {}
                Some(Beside::Closing { message, session, ended, promised }) => {
                    put_message!(tx, message, *session);
                    if let Some(ending) = ended {
                        put_ending!(tx, &message.session_id, ending, message.now);
                    }
                    if let Some(promised) = promised {
                        put_task!(tx, &*append.run_id, &message.session_id, promised, message.now);
                    }
                }
                Some(Beside::Proposed(proposed)) => put_proposed!(tx, &*append.run_id, proposed),
                Some(Beside::Decided(decision)) => put_decision!(tx, &*append.run_id, decision),
            }
        }
        tx.commit().await?;
        Ok(())
    })
}

/// Cuts a list into parts whose lengths are powers of two, so that few statements differ and all stay prepared.
fn even<T>(mut list: &[T]) -> Vec<&[T]> {
    let mut parts = Vec::new();
    while !list.is_empty() {
        let length = (1 << list.len().ilog2()).min(ROWS);
        let (part, rest) = list.split_at(length);
        parts.push(part);
        list = rest;
    }
    parts
}

/// One append in one go: a connection to SQLite lives on a thread of its own, and each statement is a way there and back.
async fn write_alone(pool: &sqlx::SqlitePool, append: &Append) -> Result<()> {
    let row = |n: usize| format!("($1, ${n}, ${}, ${}, ${}, ${})", n + 1, n + 2, n + 3, n + 4);
    let rows: Vec<String> = (0..append.rows.len()).map(|n| row(16 + 5 * n)).collect();
    let insert = format!("INSERT INTO run_events (run_id, seq, at, type, tool, payload) VALUES {}", rows.join(", "));
    let sql = match &append.head {
        None => insert,
        Some(_) => format!(
            "BEGIN IMMEDIATE; {insert};
             UPDATE runs SET status = $2, updated_at = $3, model = $4, tool_calls = $5, failed_calls = $6, tokens = $7,
             duration_ms = $8, claims = $9, unverified = $10, refused = $11, gaps = $12, limits = $13, cost_usd = $14,
             suspected = $15 WHERE id = $1; COMMIT"
        ),
    };
    let h = append.head.as_ref();
    let mut query = sqlx::query(&sql)
        .bind(&*append.run_id)
        .bind(h.map(|h| h.status.as_str()))
        .bind(h.map(|h| h.updated_at))
        .bind(h.map(|h| &h.model))
        .bind(h.map(|h| h.tool_calls))
        .bind(h.map(|h| h.failed_calls))
        .bind(h.map(|h| h.tokens))
        .bind(h.map(|h| h.duration_ms))
        .bind(h.map(|h| h.claims))
        .bind(h.map(|h| h.unverified))
        .bind(h.map(|h| h.refused))
        .bind(h.map(|h| h.gaps))
        .bind(h.map(|h| h.limits))
        .bind(h.map(|h| h.cost_usd))
        .bind(h.map(|h| h.suspected));
    for row in &append.rows {
        query = query.bind(row.seq).bind(row.at).bind(row.kind).bind(row.tool.as_deref()).bind(&*row.json);
    }
    let mut connection = pool.acquire().await?;
    let done = query.execute(&mut *connection).await;
    if done.is_err() && h.is_some() {
        // Where it is BEGIN that failed there is nothing to roll back, which is an error of no interest.
        let _ = sqlx::query("ROLLBACK").execute(&mut *connection).await;
    }
    Ok(done.map(drop)?)
}

fn raw(json: &str) -> Json<&RawValue> {
    Json(serde_json::from_str::<&RawValue>(json).unwrap_or(RawValue::NULL))
}
