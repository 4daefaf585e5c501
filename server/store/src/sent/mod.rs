//! The log of requests that left this machine for a run. One task writes it, in order of sending, so senders never
//! wait. Requests within a moment share one statement.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use model::privacy::{Sent, SentKind};
use sha2::{Digest, Sha256};
use sqlx::{FromRow, QueryBuilder};
use tokio::sync::{mpsc, oneshot};

use super::{Db, Result, reading, writing};

/// What to store of a request.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Keep {
    /// The full text.
    #[default]
    Text,
    /// Size and SHA-256.
    Digest,
}

impl std::str::FromStr for Keep {
    type Err = String;
    fn from_str(text: &str) -> std::result::Result<Self, String> {
        match text.trim().to_lowercase().as_str() {
            "true" => Ok(Self::Text),
            "digest" => Ok(Self::Digest),
            _ => Err("true or digest".into()),
        }
    }
}

impl std::fmt::Display for Keep {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Text => "true",
            Self::Digest => "digest",
        })
    }
}

/// A request being sent.
#[derive(Clone, Debug)]
pub struct NewSent {
    pub run_id: String,
    /// UTC milliseconds.
    pub at: i64,
    pub kind: SentKind,
    /// The recipient: a model or a tool server.
    pub to: String,
    pub host: String,
    pub purpose: String,
    pub roles: Vec<&'static str>,
    pub tokens: u64,
    pub body: Vec<u8>,
}

/// How long requests are collected before they are written together.
const BATCH_DELAY: Duration = Duration::from_millis(20);
/// Most rows per statement.
const BATCH_ROWS: usize = 64;

enum Job {
    Add(Box<NewSent>),
    /// Token count of the run's last request.
    Tokens {
        run_id: Arc<str>,
        tokens: u64,
    },
    /// A run ends; answered once everything before is written.
    Flush {
        run_id: Arc<str>,
        done: oneshot::Sender<()>,
    },
}

/// The handle for writing. Cheap to clone; the writing task ends when the last clone is gone.
#[derive(Clone, Debug)]
pub struct SentLog {
    to_writer: mpsc::UnboundedSender<Job>,
}

impl SentLog {
    /// Starts the writing task.
    pub fn start(db: Db, keep: Keep) -> Self {
        let (to_writer, mut waiting) = mpsc::unbounded_channel();
        tokio::spawn(async move {
            let mut writer = Writer { db, keep, rows: Vec::new(), last: HashMap::new(), tokens: Vec::new() };
            while let Some(first) = waiting.recv().await {
                let until = tokio::time::Instant::now() + BATCH_DELAY;
                let mut flushed = writer.take(first);
                while flushed.is_none()
                    && let Ok(Some(job)) = tokio::time::timeout_at(until, waiting.recv()).await
                {
                    flushed = writer.take(job);
                }
                writer.write(flushed.is_some()).await;
                if let Some(done) = flushed {
                    // The caller may be gone.
                    let _ = done.send(());
                }
            }
        });
        Self { to_writer }
    }

    /// Queues a request without waiting.
    pub fn add(&self, new: NewSent) {
        let _ = self.to_writer.send(Job::Add(Box::new(new)));
    }

    /// Reports the token count of the run's last request.
    pub fn tokens(&self, run_id: Arc<str>, tokens: u64) {
        let _ = self.to_writer.send(Job::Tokens { run_id, tokens });
    }

    /// For the end of a run: returns once everything before is written.
    pub async fn flush(&self, run_id: Arc<str>) {
        let (done, flushed) = oneshot::channel();
        if self.to_writer.send(Job::Flush { run_id, done }).is_ok() {
            let _ = flushed.await;
        }
    }
}

/// Requests waiting to be written.
struct Writer {
    db: Db,
    keep: Keep,
    rows: Vec<NewSent>,
    /// When each unfinished run last sent a request.
    last: HashMap<Arc<str>, i64>,
    /// Token counts of requests already stored: they replace the estimates at the next flush.
    tokens: Vec<(Arc<str>, i64, u64)>,
}

impl Writer {
    fn take(&mut self, job: Job) -> Option<oneshot::Sender<()>> {
        match job {
            Job::Add(new) => {
                self.last.insert(new.run_id.as_str().into(), new.at);
                self.rows.push(*new);
            }
            Job::Tokens { run_id, tokens } => {
                if let Some(row) = self.rows.iter_mut().rev().find(|row| *row.run_id == *run_id) {
                    row.tokens = tokens;
                } else if let Some(at) = self.last.get(&run_id) {
                    self.tokens.push((run_id.clone(), *at, tokens));
                }
            }
            Job::Flush { run_id, done } => {
                self.last.remove(&run_id);
                return Some(done);
            }
        }
        None
    }

    async fn write(&mut self, all: bool) {
        let rows = std::mem::take(&mut self.rows);
        for part in rows.chunks(BATCH_ROWS) {
            let together = add(&self.db, part, self.keep).await;
            // One run that was deleted meanwhile must not cost the others their rows.
            for row in part.iter().filter(|_| together.is_err()) {
                if let Err(error) = add(&self.db, std::slice::from_ref(row), self.keep).await {
                    tracing::error!(run_id = row.run_id, %error, "what left this machine could not be written down");
                }
            }
        }
        if all {
            for part in std::mem::take(&mut self.tokens).chunks(BATCH_ROWS) {
                if let Err(error) = count(&self.db, part).await {
                    tracing::error!(%error, "tokens of what left this machine could not be written down");
                }
            }
        }
    }
}

fn number(n: u64) -> i64 {
    i64::try_from(n).unwrap_or(i64::MAX)
}

async fn add(db: &Db, rows: &[NewSent], keep: Keep) -> Result<()> {
    writing!(db, pool => {
        let mut q = QueryBuilder::<Base>::new(
            "INSERT INTO sent (run_id, seq, at, kind, recipient, host, purpose, roles, bytes, tokens, digest, body)
             SELECT v.column1, v.column2 + COALESCE((SELECT MAX(seq) FROM sent WHERE run_id = v.column1), 0), v.column3,
             v.column4, v.column5, v.column6, v.column7, v.column8, v.column9, v.column10, v.column11, v.column12 FROM (");
        q.push_values(rows.iter().enumerate(), |mut b, (n, new)| {
            let place = rows[..=n].iter().filter(|row| row.run_id == new.run_id).count();
            let digest: String = Sha256::digest(&new.body).iter().map(|b| format!("{b:02x}")).collect();
            // Postgres text cannot hold NUL.
            let body = (keep == Keep::Text).then(|| String::from_utf8_lossy(&new.body).replace('\0', ""));
            b.push_bind(&new.run_id).push_bind(number(place as u64)).push_bind(new.at).push_bind(new.kind.as_str())
                .push_bind(&new.to).push_bind(&new.host).push_bind(&new.purpose).push_bind(new.roles.join(","))
                .push_bind(number(new.body.len() as u64)).push_bind(number(new.tokens)).push_bind(digest).push_bind(body);
        });
        q.push(") AS v").build().execute(pool).await.map(drop)?;
    });
    Ok(())
}

/// Replaces estimates by the provider's token counts.
async fn count(db: &Db, rows: &[(Arc<str>, i64, u64)]) -> Result<()> {
    writing!(db, pool => {
        let mut q = QueryBuilder::<Base>::new("UPDATE sent SET tokens = v.column3 FROM (");
        q.push_values(rows, |mut b, (run_id, at, tokens)| {
            b.push_bind(&**run_id).push_bind(*at).push_bind(number(*tokens));
        });
        q.push(") AS v WHERE sent.run_id = v.column1 AND sent.at = v.column2 AND sent.kind = 'model'");
        q.build().execute(pool).await.map(drop)?;
    });
    Ok(())
}

/// The requests of a run, oldest first.
pub async fn of_run(db: &Db, run_id: &str) -> Result<Vec<Sent>> {
    let sql = "SELECT seq, at, kind, recipient, host, purpose, roles, bytes, tokens, digest, body
        FROM sent WHERE run_id = $1 ORDER BY seq";
    let rows: Vec<Row> = reading!(db, pool => sqlx::query_as(sql).bind(run_id).fetch_all(pool).await?);
    Ok(rows.into_iter().filter_map(Row::sent).collect())
}

#[derive(FromRow)]
struct Row {
    seq: i64,
    at: i64,
    kind: String,
    recipient: String,
    host: String,
    purpose: String,
    roles: String,
    bytes: i64,
    tokens: i64,
    digest: String,
    body: Option<String>,
}

impl Row {
    fn sent(self) -> Option<Sent> {
        let Self { seq, at, kind, recipient: to, host, purpose, roles, bytes, tokens, digest, body } = self;
        let roles = roles.split(',').filter(|r| !r.is_empty()).map(str::to_owned).collect();
        Some(Sent { seq, at, kind: kind.parse().ok()?, to, host, purpose, roles, bytes, tokens, digest, body })
    }
}
