//! Runs repeated from their record, by the loop itself, in an in-memory store: tools answer as recorded, no data is
//! read, and what the loop derives (guard, grounding, scores, receipt) is computed again. Rules decide again as well; a
//! model's decisions come from the record.

pub mod record;

use std::sync::Arc;

use model::account::DataAccess;
use model::error::AppError;
use model::review::case::{AskedRun, Recording};
use model::review::two_runs::NewFork;
use model::run::{Run, RunEvent, StoredEvent, Strategy};
use model::session::SubmittedRun;

use super::drive::{self, Past};
use super::live::LiveRuns;
use super::live::gate::Gate;
use super::recorded::{self, RecordingError};
use super::settings::{Settings, millis};
use super::{Agent, Inner};
use base::world::World;
use query::values::SharedVocabulary;
use search::Search;
use store::events::{AppendError, EventLog, Row, SameTransaction};
use store::runs::{self, Claimed, Head};
use store::sent::SentLog;
use store::sessions::{self, NewSession};
use store::{Db, history};

/// Replays runs, one after another.
pub struct Replayer {
    /// Uses an in-memory store, and the tools, model and names of the agent it came from.
    inner: Inner,
}

impl Agent {
    /// A replayer that works like this agent.
    pub async fn replayer(&self) -> Result<Replayer, AppError> {
        let db = Db::open("sqlite::memory:").await?;
        let search = Search::open(None).map_err(|error| {
            tracing::error!(%error, "no index in memory");
            AppError::internal()
        })?;
        let vocabulary = Arc::new(SharedVocabulary::fixed(self.vocabulary().await?));
        let settings = Settings { tools_at_once: 1, pace: std::time::Duration::ZERO, ..self.inner.settings.clone() };
        let inner = Inner {
            log: EventLog::start(db.clone()),
            sent: SentLog::start(db.clone(), settings.keep_sent),
            db,
            search: Arc::new(search),
            vocabulary,
            settings,
            live: LiveRuns::default(),
            observer: Arc::default(),
            gate: Gate::new(1, 1),
            sees: DataAccess::All,
            ..(*self.inner).clone()
        };
        Ok(Replayer { inner })
    }
}

impl Agent {
    /// Asks a run's question again from one of its events, in a new conversation with the same earlier turns: with
    /// other arguments for the call that the event starts, or with another strategy or model.
    ///
    /// # Errors
    /// `NotFound` for an unknown run; `Invalid` for an event that it does not have, and for a strategy that needs a
    /// model when there is none.
    pub async fn fork(&self, run_id: &str, new: NewFork, user: &str, channel: &str) -> Result<SubmittedRun, AppError> {
        let Inner { db, world, log, live, owner, settings, sees, .. } = &*self.inner;
        let known = runs::get(db, run_id).await?;
        if known.call.is_some() {
            return Err(AppError::invalid("run", "A support call cannot be asked again: it is a conversation."));
        }
        let refused = |error: RecordingError| AppError::Conflict { detail: error.to_string() };
        let mut recording = recorded::read(db, &known.session_id, Some(run_id)).await.map_err(refused)?;
        recorded::rename(&mut recording, || world.id());
        let (asked, record) = last(&recording).map_err(refused)?;
        let (mut asked, session_id) = (asked.clone(), recording.session.clone());
        let mut seed: Vec<StoredEvent> = record.iter().filter(|event| event.seq < new.at.max(2)).cloned().collect();
        asked.ask.strategy = new.strategy.or(asked.ask.strategy);
        asked.ask.model = new.model.or(asked.ask.model);
        self.limit(&mut asked.ask).await?;
        let RunEvent::Started { as_of, .. } = &seed[0].event else { return Err(AppError::internal()) };
        let first = drive::started(&self.inner.clone().for_run(&asked.ask), &asked.ask, &session_id, *as_of, None);
        seed[0].event = first;
        if let Some(wanted) = new.args {
            let call = record.iter().find(|event| event.seq == new.at).cloned();
            let Some(StoredEvent { event: RunEvent::ToolStarted { call, iteration, tool, .. }, run_id, seq, at }) =
                call
            else {
                return Err(AppError::invalid(
                    "args",
                    "There are no arguments at this step: it does not begin a tool call.",
                ));
            };
            seed.push(StoredEvent {
                run_id,
                seq,
                at,
                event: RunEvent::ToolStarted { call, iteration, tool, args: wanted },
            });
        }
        let now = world.now();
        seed.iter_mut().for_each(|event| event.at += now - known.started_at);
        let place = self.inner.gate.enter()?;
        recording.runs.pop();
        let opened = recording.runs.is_empty();
        let (user_id, channel) = (user.to_owned(), channel.to_owned());
        let session = NewSession { id: session_id.clone(), user_id, channel, sees: sees.clone(), now };
        if !opened {
            recorded::keep(db, &recording, session.clone()).await.map_err(refused)?;
        }
        let mut opening = recorded::opening(opened.then_some(session), &session_id, &asked, now);
        (opening.owner, opening.lease_until) = (owner.clone(), now + millis(settings.lease));
        let claimed = opening.run.clone();
        let mut run = Box::new(Run::new(&asked.id));
        run.session_id.clone_from(&session_id);
        seed.iter().for_each(|event| run.apply(event));
        let rows: Vec<Row> = seed.iter().map(Row::new).collect();
        let driving = live.add(&asked.id).ok_or_else(AppError::internal)?;
        let opening = Some(SameTransaction::Opening(Box::new(opening)));
        log.append(asked.id.as_str().into(), rows.clone(), Some(Head::from_run(&run)), opening)
            .await
            .map_err(super::not_begun)?;
        driving.send(rows);
        self.inner.observer.began(&asked.id);
        self.spawn(driving, claimed, Past::Begun { run, opened }, Some(place));
        Ok(SubmittedRun { session_id, run_id: asked.id })
    }
}

impl Replayer {
    /// Replays the last run of a recording; a run by rules starts from its stored reading. Needs neither a model nor
    /// the data, only the names in the data.
    pub async fn replay(&self, recording: &Recording) -> Result<Vec<StoredEvent>, RecordingError> {
        let (asked, record) = last(recording)?;
        let by_rules = matches!(record.first().map(|e| &e.event), Some(RunEvent::Started { strategy, .. }) if *strategy == Strategy::Rules);
        let read = record.iter().position(|e| matches!(e.event, RunEvent::Routed { .. })).filter(|_| by_rules);
        let seed = record[..=read.unwrap_or(0)].to_vec();
        let at = record[0].at;
        let id = self.inner.world.clone();
        let inner = Inner { model: None, world: World::new(move || at, move || id.id()), ..self.over(record) };
        self.drive(inner, recording, asked, seed).await
    }

    /// Asks the last run's question again, of the reasoner configured here; the tools answer from the record.
    pub async fn ask(&self, recording: &Recording) -> Result<Run, RecordingError> {
        let (asked, record) = last(recording)?;
        let inner = self.over(record.clone());
        let RunEvent::Started { as_of, .. } = &record[0].event else { return Err(broken(asked)) };
        let event = drive::started(&inner, &asked.ask, &recording.session, *as_of, None);
        let first = StoredEvent { run_id: asked.id.clone(), seq: 1, at: inner.world.now(), event };
        // A model decides again instead of from the record.
        let inner = Inner { replayed: None, ..inner };
        let events = self.drive(inner, recording, asked, vec![first]).await?;
        let mut run = Run::new(&asked.id);
        events.iter().for_each(|event| run.apply(event));
        Ok(run)
    }

    /// The parts of an agent, with tools that answer from a record.
    fn over(&self, record: Arc<[StoredEvent]>) -> Inner {
        let tools: Arc<tools::Registry> = Arc::new(record::tools(&self.inner.tools.now(), &record));
        Inner { tools: tools.into(), replayed: Some(record), ..self.inner.clone() }
    }

    /// Continues a run from its first events, and returns all its events.
    async fn drive(
        &self,
        inner: Inner,
        recording: &Recording,
        asked: &AskedRun,
        seed: Vec<StoredEvent>,
    ) -> Result<Vec<StoredEvent>, RecordingError> {
        let before: Vec<AskedRun> = recording.runs.iter().filter(|run| run.id != asked.id).cloned().collect();
        let opened = before.is_empty();
        if !opened {
            let before = Recording { runs: before, ..recording.clone() };
            recorded::keep(&inner.db, &before, recorded::new_session(recording)).await?;
        }
        let stored = |error: AppendError| RecordingError::Stored(error.to_string());
        let session = opened.then(|| recorded::new_session(recording));
        let opening = recorded::opening(session, &recording.session, asked, seed[0].at);
        let mut run = Box::new(Run::new(&asked.id));
        run.session_id.clone_from(&recording.session);
        seed.iter().for_each(|event| run.apply(event));
        let (id, rows): (Arc<str>, _) = (asked.id.as_str().into(), seed.iter().map(Row::new).collect());
        let opening = Some(SameTransaction::Opening(Box::new(opening)));
        inner.log.append(id, rows, Some(Head::from_run(&run)), opening).await.map_err(stored)?;
        let live = inner.live.add(&asked.id).ok_or_else(|| broken(asked))?;
        let (session_id, ask) = (recording.session.clone(), asked.ask.clone());
        let claimed = Claimed { id: asked.id.clone(), session_id, ask, cancel: false };
        let db = inner.db.clone();
        drive::drive(Arc::new(inner), claimed, Past::Begun { run, opened }, &live).await.map_err(stored)?;
        let events = history::after(&db, &asked.id, 0).await?;
        sessions::delete(&db, &recording.session).await?;
        Ok(events)
    }
}

fn last(recording: &Recording) -> Result<(&AskedRun, Arc<[StoredEvent]>), RecordingError> {
    let none = || RecordingError::Stored("the recording has no run".into());
    let asked = recording.runs.last().ok_or_else(none)?;
    let record: Arc<[StoredEvent]> = recording.of_run(&asked.id).cloned().collect();
    if record.is_empty() { Err(broken(asked)) } else { Ok((asked, record)) }
}

fn broken(asked: &AskedRun) -> RecordingError {
    RecordingError::Stored(format!("the run {} is not whole", asked.id))
}
