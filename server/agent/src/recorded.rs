//! Conversations as files, so that one that was recorded here can be shown elsewhere: a line that says what it is, then the
//! events of its runs, each a line of JSON as it was stored. They come in the way in which runs write them.

use std::io::Read;

use model::account::DataAccess;
use model::run::{Run, StoredEvent};
use model::session::{Ask, Role};
use serde::{Deserialize, Serialize};

use crate::trace;
use store::events::{AppendError, EventLog, Row, SameTransaction};
use store::runs::{Claimed, Head, Opening};
use store::sessions::{self, NewMessage, NewSession};
use store::{Db, StoreError, history, runs};

/// The first line.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Conversation {
    session: String,
    /// UTC milliseconds.
    started_at: i64,
    /// Oldest first.
    runs: Vec<Asked>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Asked {
    id: String,
    ask: Ask,
}

/// Why a recording cannot be written or read.
#[derive(Debug, thiserror::Error)]
pub enum RecordingError {
    #[error("The conversation {0} has a run that is not over. Wait for it, or stop it; then export again.")]
    NotOver(String),
    #[error("Line {line} of the recording cannot be read: {cause}. Export it again with this version.")]
    Line { line: usize, cause: String },
    #[error("The recording could not be stored: {0}")]
    Stored(String),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// A conversation as a file: lines of JSON.
///
/// Fails for an unknown id, and while one of its runs goes on.
pub async fn export(db: &Db, id: &str) -> Result<String, RecordingError> {
    let started_at = sessions::started_at(db, id).await?;
    let known = runs::of_session(db, id).await?;
    if known.iter().any(|run| !run.status.is_over()) {
        return Err(RecordingError::NotOver(id.to_owned()));
    }
    let mut asked = Vec::new();
    let mut events = Vec::new();
    for run in &known {
        let held = runs::held(db, &run.id).await?;
        asked.push(Asked { id: held.id, ask: held.ask });
        events.extend(history::after(db, &run.id, 0).await?);
    }
    let head = Conversation { session: id.to_owned(), started_at, runs: asked };
    let head = serde_json::to_string(&head).unwrap_or_default();
    let lines = events.iter().map(|e| serde_json::to_string(e).unwrap_or_default());
    Ok(std::iter::once(head).chain(lines).map(|line| line + "\n").collect())
}

/// Stores a recording, plain or packed with gzip, as a conversation that was recorded. One that is there already stays as
/// it is, with what was asked in it since. Returns whether it is new.
pub async fn load(db: &Db, file: &[u8]) -> Result<bool, RecordingError> {
    let line = |line| move |cause: String| RecordingError::Line { line, cause };
    let mut text = String::new();
    let read = match file.starts_with(&[0x1f, 0x8b]) {
        true => flate2::read::GzDecoder::new(file).read_to_string(&mut text),
        false => (&*file).read_to_string(&mut text),
    };
    read.map_err(|e| line(1)(e.to_string()))?;
    let mut lines = text.lines();
    let head = lines.next().unwrap_or_default();
    let head: Conversation = serde_json::from_str(head).map_err(|e| line(1)(e.to_string()))?;
    let mut events: Vec<StoredEvent> = Vec::new();
    for (n, text) in lines.enumerate() {
        events.push(serde_json::from_str(text).map_err(|e| line(n + 2)(e.to_string()))?);
    }
    match sessions::recorded(db, &head.session).await? {
        Some(0) => sessions::delete(db, &head.session).await?, // One that was being stored when the process died.
        Some(_) => return Ok(false),
        None => {}
    }
    let log = EventLog::start(db.clone());
    for (n, asked) in head.runs.iter().enumerate() {
        let own: Vec<&StoredEvent> = events.iter().filter(|e| e.run_id == asked.id).collect();
        let session = (n == 0).then(|| NewSession {
            id: head.session.clone(),
            user_id: "recorded".to_owned(),
            channel: "web".to_owned(),
            sees: DataAccess::All,
            now: head.started_at,
        });
        store(&log, session, &head.session, asked, &own).await.map_err(|e| RecordingError::Stored(e.to_string()))?;
    }
    sessions::mark_recorded(db, &head.session, head.runs.len()).await?;
    Ok(true)
}

async fn store(
    log: &EventLog,
    session: Option<NewSession>,
    session_id: &str,
    asked: &Asked,
    events: &[&StoredEvent],
) -> Result<(), AppendError> {
    let [first, .., last] = events else {
        return Err(AppendError::Failed(format!("the run {} has no events", asked.id)));
    };
    let message = NewMessage {
        id: format!("{}:question", asked.id),
        session_id: session_id.to_owned(),
        run_id: Some(asked.id.clone()),
        role: Role::User,
        content: asked.ask.query.clone(),
        reasoning_trace: None,
        tool_calls: None,
        receipt: Default::default(),
        now: first.at,
    };
    let run =
        Claimed { id: asked.id.clone(), session_id: session_id.to_owned(), ask: asked.ask.clone(), cancel: false };
    let opening = Opening { run, session, caller: None, message, owner: String::new(), lease_until: 0 };
    let mut folded = Run::new(&asked.id);
    events.iter().for_each(|e| folded.apply(e));
    if !folded.status.is_over() || folded.seq != events.len() as i64 {
        return Err(AppendError::Failed(format!("the run {} is not whole", asked.id)));
    }
    folded.session_id = session_id.to_owned();
    let run_id: std::sync::Arc<str> = asked.id.as_str().into();
    // Its row says at once that it is over: nobody takes it for abandoned.
    let opened = Some(SameTransaction::Opening(Box::new(opening)));
    log.append(run_id.clone(), vec![Row::new(first)], Some(Head::of(&folded)), opened).await?;
    let rest = events[1..].iter().map(|e| Row::new(e)).collect();
    let message = trace::message(&folded, last.at);
    log.append(
        run_id,
        rest,
        None,
        Some(SameTransaction::Closing { message, session: "completed", ended: None, promised: None }),
    )
    .await
}
