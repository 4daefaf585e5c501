//! The log of run events. Many runs append at once; one task gathers what is waiting and commits it together, so fifty
//! runs cost one transaction and never meet "database is locked". An append returns when its events are on disk.

use std::sync::Arc;

use model::run::{Run, RunEvent, StoredEvent};
use model::support::Ending;
use tokio::sync::{mpsc, oneshot};

use super::approvals::{NewDecision, Proposed, put_decision, put_proposed};
use super::connect::at_once::{JsonText, Statements};
use super::error::FULL;
use super::runs::{Head, Opening, put_head, put_opening};
use super::sessions::{NewMessage, count_message, put_message};
use super::support::calls::put_ending;
use super::support::tasks::{Promised, put_task};
use super::{Db, Result, StoreError, writing};

/// How many appends may be queued before `append` itself waits.
const APPEND_QUEUE_CAPACITY: usize = 1024;
/// The most appends in one transaction.
const MAX_BATCH_APPENDS: usize = 256;

/// The handle for appending. Cheap to clone; the writing task ends when the last clone is gone.
#[derive(Clone, Debug)]
pub struct EventLog {
    to_writer: mpsc::Sender<Append>,
}

/// Events of one run, serialised as they are stored and sent.
#[derive(Debug)]
pub struct Append {
    pub run_id: Arc<str>,
    pub rows: Vec<Row>,
    /// The new figures of the run's row; `None` leaves them unchanged.
    pub head: Option<Head>,
    /// What is stored in the same transaction as these events, or not at all.
    pub beside: Option<SameTransaction>,
    done: oneshot::Sender<std::result::Result<(), AppendError>>,
}

impl Append {
    /// Whether `beside` may be refused, because it no longer holds.
    fn is_refusable(&self) -> bool {
        matches!(self.beside, Some(SameTransaction::Proposed(_) | SameTransaction::Decided(_)))
    }
}

/// What is stored in one transaction with events, so that no process can die between the two.
#[derive(Clone, Debug)]
pub enum SameTransaction {
    /// With a run's first event, the run itself.
    Opening(Box<Opening>),
    /// With a run's last events, the conversation's message, and the new status of the session ("completed", "error"),
    /// so that the message exists once the run appears finished. For a support call, also how it ended and what was
    /// promised.
    Closing { message: NewMessage, session: &'static str, ended: Option<Ending>, promised: Option<Promised> },
    /// With `ApprovalRequested`, what is proposed.
    Proposed(Proposed),
    /// With `ApprovalDecided`, the decision. Refused if there is a decision already.
    Decided(NewDecision),
}

/// Why events were not stored.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AppendError {
    /// Another process has written this run's next event: that one drives the run now, and this one stops silently.
    #[error("another process drives this run")]
    Taken,
    /// The run was deleted meanwhile.
    #[error("the run is gone")]
    Gone,
    /// What was to be stored with the events no longer holds; the text is for people.
    #[error("{0}")]
    Refused(String),
    /// The disk is full; once there is space, the same append can be retried.
    #[error("{}", FULL)]
    Full,
    #[error("{0}")]
    Failed(String),
}

impl From<StoreError> for AppendError {
    /// For code that reads from the store before it appends.
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::NotFound(_) => Self::Gone,
            StoreError::Full(_) => Self::Full,
            other => Self::Failed(other.to_string()),
        }
    }
}

/// One event: serialised once, for the database and for all watchers.
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
        // This cannot fail: the event types hold nothing that JSON cannot express, such as maps with keys that are not
        // text.
        let json = serde_json::to_string(event).unwrap_or_default().into();
        Self { seq: event.seq, at: event.at, kind: event.event.name(), tool, json }
    }
}

impl EventLog {
    /// Starts the writing task.
    pub fn start(db: Db) -> Self {
        let (to_writer, mut waiting) = mpsc::channel::<Append>(APPEND_QUEUE_CAPACITY);
        tokio::spawn(async move {
            let mut batch = Vec::new();
            while waiting.recv_many(&mut batch, MAX_BATCH_APPENDS).await > 0 {
                commit(&db, std::mem::take(&mut batch)).await;
            }
        });
        Self { to_writer }
    }

    /// Returns once the events are committed.
    ///
    /// # Errors
    /// [`AppendError`]: the database cannot take them, the run is gone, or another process drives it. In each case
    /// nothing was stored, and the caller must stop driving the run, unless the disk was full and it tries again.
    pub async fn append(
        &self,
        run_id: Arc<str>,
        rows: Vec<Row>,
        head: Option<Head>,
        beside: Option<SameTransaction>,
    ) -> std::result::Result<(), AppendError> {
        let (done, committed) = oneshot::channel();
        let gone = || AppendError::Failed("the event log has stopped".to_owned());
        self.to_writer.send(Append { run_id, rows, head, beside, done }).await.map_err(|_| gone())?;
        committed.await.map_err(|_| gone())?
    }
}

/// Writes all appends in one transaction; if that fails, each on its own, so that one bad append does not fail the
/// others.
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
        // The caller may be gone; the events are stored regardless.
        let _ = append.done.send(result);
    }
}

/// The key of an event is its run and number, so a duplicate key means that another process wrote the event.
fn refused(error: &StoreError) -> AppendError {
    match error {
        StoreError::Conflict(detail) => AppendError::Refused(detail.clone()),
        StoreError::Full(_) => AppendError::Full,
        StoreError::Other(sqlx::Error::Database(e)) if e.is_unique_violation() => AppendError::Taken,
        StoreError::Other(sqlx::Error::Database(e)) if e.is_foreign_key_violation() => AppendError::Gone,
        other => AppendError::Failed(other.to_string()),
    }
}

/// Stores an append, except for what may be refused.
macro_rules! put_append {
    ($statements:expr, $append:expr) => {{
        let append: &Append = $append;
        match (&append.beside, &append.head) {
            (Some(SameTransaction::Opening(opening)), head) => {
                let head = head.clone().unwrap_or_else(|| Head::from_run(&Run::new(&*append.run_id)));
                put_opening!($statements, opening, &head);
            }
            (_, Some(head)) => put_head!($statements, &*append.run_id, head),
            (_, None) => {}
        }
        if !append.rows.is_empty() {
            let q = $statements.next();
            q.push("INSERT INTO run_events (run_id, seq, at, type, tool, payload) ");
            q.push_values(&append.rows, |mut row, event| {
                row.push_bind(&*append.run_id)
                    .push_bind(event.seq)
                    .push_bind(event.at)
                    .push_bind(event.kind)
                    .push_bind(event.tool.as_deref())
                    .push_bind(JsonText(&event.json));
            });
        }
        if let Some(SameTransaction::Closing { message, session, ended, promised }) = &append.beside {
            put_message!($statements, message);
            count_message!($statements, message, *session);
            if let Some(ending) = ended {
                put_ending!($statements, &message.session_id, ending, message.now);
            }
            if let Some(promised) = promised {
                put_task!($statements, &*append.run_id, &message.session_id, promised, message.now);
            }
        }
    }};
}

async fn write(db: &Db, batch: &[Append]) -> Result<()> {
    match (db, batch) {
        (Db::Sqlite { write, .. }, [only]) if !only.is_refusable() => return write_alone(write, only).await,
        // One statement is a transaction of its own.
        (Db::Postgres(postgres), [only]) if !only.is_refusable() => {
            let mut statements = Statements::<sqlx::Postgres>::new();
            put_append!(statements, only);
            if !statements.is_empty() {
                statements.build().execute(&**postgres).await?;
            }
            return Ok(());
        }
        _ => {}
    }
    writing!(db, pool => {
        let mut tx = pool.begin().await?;
        for append in batch {
            let mut statements = Statements::<Base>::new();
            put_append!(statements, append);
            if !statements.is_empty() {
                statements.build().execute(&mut *tx).await?;
            }
            match &append.beside {
                Some(SameTransaction::Proposed(proposed)) => put_proposed!(tx, &*append.run_id, proposed),
                Some(SameTransaction::Decided(decision)) => put_decision!(tx, &*append.run_id, decision),
                None | Some(SameTransaction::Opening(_) | SameTransaction::Closing { .. }) => {}
            }
        }
        tx.commit().await?;
        Ok(())
    })
}

/// One append with its transaction in a single call: an SQLite connection has its own thread, and each statement would
/// cost a round trip to it.
async fn write_alone(pool: &sqlx::SqlitePool, append: &Append) -> Result<()> {
    let mut statements = Statements::<sqlx::Sqlite>::new();
    statements.next().push("BEGIN IMMEDIATE");
    put_append!(statements, append);
    statements.next().push("COMMIT");
    let mut connection = pool.acquire().await?;
    let done = statements.build().execute(&mut *connection).await;
    if done.is_err() {
        // If `BEGIN` failed there is nothing to roll back, and the error that this causes can be ignored.
        let _ = sqlx::query("ROLLBACK").execute(&mut *connection).await;
    }
    Ok(done.map(drop)?)
}
