//! What left this machine for a run. One task writes, in the order of sending, beside the runs: whoever sends does not wait.

use model::privacy::{Sent, SentKind};
use sha2::{Digest, Sha256};
use sqlx::FromRow;
use tokio::sync::{mpsc, oneshot};

use super::{Db, Result, reading, writing};

/// What is kept of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Keep {
    /// All that was sent.
    #[default]
    Text,
    /// How large it was, and its SHA-256.
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

/// Something that goes out now.
#[derive(Clone, Debug)]
pub struct NewSent {
    pub run_id: String,
    /// UTC milliseconds.
    pub at: i64,
    pub kind: SentKind,
    /// Who gets it: a model, or a place of tools.
    pub to: String,
    pub host: String,
    pub purpose: String,
    pub roles: Vec<&'static str>,
    pub tokens: u64,
    pub body: Vec<u8>,
}

enum Job {
    Add(Box<NewSent>),
    /// What is said of the run's last one is so many tokens; and that everything before it is written.
    Settle {
        run_id: String,
        tokens: Option<u64>,
        done: oneshot::Sender<()>,
    },
}

/// The way to write. Cheap to clone; the writing task ends when the last clone is gone.
#[derive(Clone, Debug)]
pub struct SentLog {
    to_writer: mpsc::UnboundedSender<Job>,
}

impl SentLog {
    /// Starts the writing task.
    pub fn start(db: Db, keep: Keep) -> Self {
        let (to_writer, mut waiting) = mpsc::unbounded_channel();
        tokio::spawn(async move {
            while let Some(job) = waiting.recv().await {
                let (done, written) = match job {
                    Job::Add(new) => (None, add(&db, &new, keep).await),
                    Job::Settle { run_id, tokens, done } => (Some(done), settle(&db, &run_id, tokens).await),
                };
                if let Err(error) = written {
                    tracing::error!(%error, "what left this machine could not be written down");
                }
                if let Some(done) = done {
                    // Whoever asked may be gone.
                    let _ = done.send(());
                }
            }
        });
        Self { to_writer }
    }

    /// Writes down what goes out, and does not wait for it.
    pub fn add(&self, new: NewSent) {
        let _ = self.to_writer.send(Job::Add(Box::new(new)));
    }

    /// Says how many tokens the run's last request had, where that is known; returns once all before is written.
    pub async fn settle(&self, run_id: &str, tokens: Option<u64>) {
        let (done, settled) = oneshot::channel();
        let job = Job::Settle { run_id: run_id.to_owned(), tokens, done };
        if self.to_writer.send(job).is_ok() {
            let _ = settled.await;
        }
    }
}

async fn add(db: &Db, new: &NewSent, keep: Keep) -> Result<()> {
    let sql = "INSERT INTO sent (run_id, seq, at, kind, recipient, host, purpose, roles, bytes, tokens, digest, body)
        SELECT $1, COALESCE(MAX(seq), 0) + 1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11 FROM sent WHERE run_id = $1";
    let number = |n: u64| i64::try_from(n).unwrap_or(i64::MAX);
    let digest: String = Sha256::digest(&new.body).iter().map(|b| format!("{b:02x}")).collect();
    // Postgres holds no zero in a text.
    let body = (keep == Keep::Text).then(|| String::from_utf8_lossy(&new.body).replace('\0', ""));
    let bytes = number(new.body.len() as u64);
    writing!(db, pool => sqlx::query(sql)
        .bind(&new.run_id).bind(new.at).bind(new.kind.as_str()).bind(&new.to).bind(&new.host).bind(&new.purpose)
        .bind(new.roles.join(",")).bind(bytes).bind(number(new.tokens)).bind(&digest).bind(&body)
        .execute(pool).await.map(drop)?);
    Ok(())
}

async fn settle(db: &Db, run_id: &str, tokens: Option<u64>) -> Result<()> {
    let Some(tokens) = tokens.and_then(|n| i64::try_from(n).ok()) else { return Ok(()) };
    let sql = "UPDATE sent SET tokens = $2 WHERE run_id = $1
        AND seq = (SELECT MAX(seq) FROM sent WHERE run_id = $1)";
    writing!(db, pool => sqlx::query(sql).bind(run_id).bind(tokens).execute(pool).await.map(drop)?);
    Ok(())
}

/// What left for a run, oldest first.
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
