//! Watching a run: past events, then new ones, without gaps or repetitions, until its last event. Any process may be
//! driving the run.

use std::collections::VecDeque;
use std::sync::Arc;

use futures::{Stream, StreamExt};
use model::error::AppError;
use model::run::{Run, RunStatus};
use tokio::sync::watch;
use tokio_stream::wrappers::BroadcastStream;

use super::{Agent, Inner};
use observe::Observer;
use store::events::Row;
use store::{history, runs};

impl Agent {
    /// Metrics and traces of this process's runs.
    pub fn observer(&self) -> &Arc<Observer> {
        &self.inner.observer
    }

    /// The events of a run with `seq` greater than `after`, past and future. The stream ends after `finished`, or when
    /// the database can no longer be read.
    pub async fn watch(&self, run_id: &str, after: i64) -> Result<impl Stream<Item = Row> + use<>, AppError> {
        let live = self.inner.live.get(run_id).map(|l| l.watch());
        if live.is_none() {
            runs::status(&self.inner.db, run_id).await?;
        }
        let (inner, run_id) = (self.inner.clone(), run_id.to_owned());
        let watcher = Watcher { inner, run_id, seq: after, ready: VecDeque::new(), live, over: false };
        Ok(futures::stream::unfold(watcher, |mut watcher| async move { Some((watcher.next().await?, watcher)) }))
    }

    /// Whether a run is over and has no event with a `seq` greater than `after`.
    ///
    /// # Errors
    /// `NotFound` for an unknown run.
    pub async fn is_over(&self, run_id: &str, after: i64) -> Result<bool, AppError> {
        if self.inner.live.get(run_id).is_some() || !runs::status(&self.inner.db, run_id).await?.is_over() {
            return Ok(false);
        }
        let mut rows = std::pin::pin!(self.watch(run_id, after).await?);
        Ok(rows.next().await.is_none())
    }

    /// Pieces of what a model is writing for this run, as JSON, while this process drives it; they are not stored.
    pub fn deltas(&self, run_id: &str) -> impl Stream<Item = Arc<str>> + use<> {
        let live = self.inner.live.get(run_id).map(|l| BroadcastStream::new(l.watch_deltas()));
        futures::stream::iter(live).flatten().filter_map(|piece| futures::future::ready(piece.ok()))
    }

    /// Waits until a run has ended, or waits for a person, and returns it.
    ///
    /// # Errors
    /// `NotFound` for an unknown run; `Unavailable` if its driver has stopped and no process resumes it, because none
    /// runs [`Agent::keep`].
    pub async fn finish(&self, run_id: &str) -> Result<Run, AppError> {
        let mut stream = std::pin::pin!(self.watch(run_id, 0).await?);
        loop {
            match tokio::time::timeout(self.inner.settings.lease, stream.next()).await {
                Ok(Some(row)) if row.kind == "approval_requested" => {
                    let run = self.run(run_id).await?;
                    if run.status == RunStatus::Waiting && !self.decides_itself(&run) {
                        return Ok(run);
                    }
                }
                Ok(Some(_)) => {}
                Ok(None) => return self.run(run_id).await,
                Err(_) => self.is_kept(run_id).await?,
            }
        }
    }

    /// Fails if nobody drives the run or will: lease keepers check four times per lease.
    async fn is_kept(&self, run_id: &str) -> Result<(), AppError> {
        let Inner { db, world, settings, live, .. } = &*self.inner;
        let until = runs::lease_until(db, run_id).await?;
        let given_up = until.is_some_and(|until| until + super::millis(settings.lease) < world.now());
        if given_up && live.get(run_id).is_none() {
            let detail = "This run has stopped, and no process has resumed it. What it found is kept; it resumes as \
                soon as a server runs on this database.";
            return Err(AppError::Unavailable { detail: detail.into() });
        }
        Ok(())
    }
}

struct Watcher {
    inner: Arc<Inner>,
    run_id: String,
    /// The last event passed on.
    seq: i64,
    /// Events to pass on next, in order.
    ready: VecDeque<Row>,
    live: Option<watch::Receiver<Vec<Row>>>,
    over: bool,
}

impl Watcher {
    /// The next event; `None` after the last, and when the store cannot be read.
    async fn next(&mut self) -> Option<Row> {
        loop {
            if let Some(row) = self.ready.pop_front() {
                self.seq = row.seq;
                self.over = row.kind == "finished";
                return Some(row);
            }
            if self.over {
                return None;
            }
            match self.live.take() {
                Some(live) => self.hear(live).await?,
                None => self.look().await?,
            }
        }
    }

    /// Takes what this process has committed since, or waits for more. Events from before this process took over are in
    /// the store.
    async fn hear(&mut self, mut live: watch::Receiver<Vec<Row>>) -> Option<()> {
        let missed = {
            let rows = live.borrow_and_update();
            let fresh = &rows[rows.partition_point(|row| row.seq <= self.seq)..];
            self.ready.extend(fresh.iter().cloned());
            self.ready.front().is_some_and(|row| row.seq != self.seq + 1)
        };
        if missed {
            self.ready.clear();
            self.replay().await?;
        }
        // Closed when this process has stopped driving the run: then the store has the rest.
        if !self.ready.is_empty() || live.changed().await.is_ok() {
            self.live = Some(live);
        }
        Some(())
    }

    /// Takes what the store has beyond `seq`; if nothing, ends with the run, or waits until it continues. A run that is
    /// over always has a last event; a run whose row is gone (deleted) ends the stream.
    async fn look(&mut self) -> Option<()> {
        let Inner { db, live, looks, .. } = &*self.inner;
        let mut looked = looks.follow(db, live, &self.run_id);
        self.replay().await?;
        if !self.ready.is_empty() {
            return Some(());
        }
        let status = runs::status(&self.inner.db, &self.run_id).await.ok()?;
        // `seq` is already at the end: a client reconnected after the last event.
        self.over = status.is_over() && status != RunStatus::Interrupted;
        if !self.over {
            looked.changed().await.ok()?;
            self.live = self.inner.live.get(&self.run_id).map(|l| l.watch());
        }
        Some(())
    }

    async fn replay(&mut self) -> Option<()> {
        let stored = history::after(&self.inner.db, &self.run_id, self.seq).await.ok()?;
        self.ready.extend(stored.iter().map(Row::new));
        Some(())
    }
}
