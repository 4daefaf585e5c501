//! Conversations as files, so that a recording can be shown elsewhere: a header line, then the events of its runs, one
//! line of JSON each, as stored. Loading them stores events as runs do.

use std::io::Read;

use model::account::DataAccess;
use model::review::case::{AskedRun, Recording};
use model::run::{Run, RunEvent, StoredEvent};
use model::session::Role;

use crate::trace;
use store::events::{AppendError, EventLog, Row, SameTransaction};
use store::runs::{Claimed, Head, Opening};
use store::sessions::{self, NewMessage, NewSession};
use store::{Db, StoreError, history, runs};

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

/// A conversation with its events, up to a run if one is given.
///
/// Fails for an unknown id, and while one of its runs is under way.
pub async fn read(db: &Db, id: &str, until: Option<&str>) -> Result<Recording, RecordingError> {
    let started_at = sessions::started_at(db, id).await?;
    let mut known = runs::of_session(db, id).await?;
    if let Some(at) = known.iter().position(|run| until == Some(run.id.as_str())) {
        known.truncate(at + 1);
    }
    if known.iter().any(|run| !run.status.is_over()) {
        return Err(RecordingError::NotOver(id.to_owned()));
    }
    let mut recording = Recording { session: id.to_owned(), started_at, runs: Vec::new(), events: Vec::new() };
    for run in &known {
        let held = runs::held(db, &run.id).await?;
        recording.runs.push(AskedRun { id: held.id, ask: held.ask });
        recording.events.extend(history::after(db, &run.id, 0).await?);
    }
    Ok(recording)
}

/// A conversation as a file: lines of JSON.
pub async fn export(db: &Db, id: &str) -> Result<String, RecordingError> {
    let Recording { events, session, started_at, runs } = read(db, id, None).await?;
    let head = Recording { session, started_at, runs, events: Vec::new() };
    let head = serde_json::to_string(&head).unwrap_or_default();
    let lines = events.iter().map(|e| serde_json::to_string(e).unwrap_or_default());
    Ok(std::iter::once(head).chain(lines).map(|line| line + "\n").collect())
}

/// Stores a recording, plain or gzipped, as a recorded conversation. An existing one stays as it is, with its later
/// questions. Returns whether it is new.
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
    let mut recording: Recording = serde_json::from_str(head).map_err(|e| line(1)(e.to_string()))?;
    for (n, text) in lines.enumerate() {
        recording.events.push(serde_json::from_str(text).map_err(|e| line(n + 2)(e.to_string()))?);
    }
    match sessions::recorded(db, &recording.session).await? {
        Some(0) => sessions::delete(db, &recording.session).await?, // Left over when the process died while storing.
        Some(_) => return Ok(false),
        None => {}
    }
    keep(db, &recording, new_session(&recording)).await?;
    sessions::mark_recorded(db, &recording.session, recording.runs.len()).await?;
    Ok(true)
}

/// Stores the conversation with its runs.
pub(super) async fn keep(db: &Db, recording: &Recording, session: NewSession) -> Result<(), RecordingError> {
    let log = EventLog::start(db.clone());
    for (n, asked) in recording.runs.iter().enumerate() {
        let own: Vec<&StoredEvent> = recording.of_run(&asked.id).collect();
        let session = (n == 0).then(|| session.clone());
        let stored = store(&log, session, &recording.session, asked, &own).await;
        stored.map_err(|e| RecordingError::Stored(e.to_string()))?;
    }
    Ok(())
}

/// Gives the conversation and its runs other ids.
pub(super) fn rename(recording: &mut Recording, id: impl Fn() -> String) {
    recording.session = id();
    let known: Vec<(String, String)> = recording.runs.iter().map(|run| (run.id.clone(), id())).collect();
    let rename = |old: &mut String| {
        if let Some((_, new)) = known.iter().find(|(known, _)| known == old) {
            old.clone_from(new);
        }
    };
    for run in &mut recording.runs {
        rename(&mut run.id);
        run.ask.session_id = None;
        run.ask.change.iter_mut().for_each(|change| rename(&mut change.run));
    }
    for event in &mut recording.events {
        rename(&mut event.run_id);
        if let RunEvent::Started { session_id, change, .. } = &mut event.event {
            session_id.clone_from(&recording.session);
            change.iter_mut().for_each(|change| rename(&mut change.run));
        }
    }
}

/// The conversation for a recording.
pub(super) fn new_session(recording: &Recording) -> NewSession {
    NewSession {
        id: recording.session.clone(),
        user_id: "recorded".to_owned(),
        channel: "web".to_owned(),
        sees: DataAccess::All,
        now: recording.started_at,
    }
}

/// The opening of a recorded run, whose row is not taken for abandoned.
pub(super) fn opening(session: Option<NewSession>, session_id: &str, asked: &AskedRun, now: i64) -> Opening {
    let message = NewMessage {
        id: format!("{}:question", asked.id),
        session_id: session_id.to_owned(),
        run_id: Some(asked.id.clone()),
        role: Role::User,
        content: asked.ask.query.clone(),
        now,
        ..NewMessage::default()
    };
    let run =
        Claimed { id: asked.id.clone(), session_id: session_id.to_owned(), ask: asked.ask.clone(), cancel: false };
    Opening { run, session, caller: None, message, owner: String::new(), lease_until: 0 }
}

async fn store(
    log: &EventLog,
    session: Option<NewSession>,
    session_id: &str,
    asked: &AskedRun,
    events: &[&StoredEvent],
) -> Result<(), AppendError> {
    let [first, .., last] = events else {
        return Err(AppendError::Failed(format!("the run {} has no events", asked.id)));
    };
    let opening = opening(session, session_id, asked, first.at);
    let mut folded = Run::new(&asked.id);
    events.iter().for_each(|e| folded.apply(e));
    if !folded.status.is_over() || folded.seq != events.len() as i64 {
        return Err(AppendError::Failed(format!("the run {} is not whole", asked.id)));
    }
    folded.session_id = session_id.to_owned();
    let run_id: std::sync::Arc<str> = asked.id.as_str().into();
    // Its row is over from the start: nobody takes it for abandoned.
    let opened = Some(SameTransaction::Opening(Box::new(opening)));
    log.append(run_id.clone(), vec![Row::new(first)], Some(Head::from_run(&folded)), opened).await?;
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
