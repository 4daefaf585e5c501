//! Watching a run: what has happened so far, then what happens, without a gap and without a repetition, until its last
//! event. It does not matter which process drives the run.

use std::sync::Arc;
use std::time::Duration;

use app::error::AppError;
use app::model::run::{Run, RunStatus, StoredEvent};
use futures::{Stream, StreamExt};
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::{broadcast, mpsc};
use tokio_stream::wrappers::BroadcastStream;

use super::{Agent, Inner};
use crate::store::events::{self, Row};
use crate::store::runs;

/// How often a run that another process drives is looked at.
const LOOK: Duration = Duration::from_millis(500);

impl Agent {
    /// The events of a run with `seq` greater than `after`, as they were and will be sent. The stream ends after
    /// `finished`, or when the database cannot be read any more.
    pub async fn watch(&self, run_id: &str, after: i64) -> Result<impl Stream<Item = Row> + use<>, AppError> {
        // Subscribed first: what is committed while the store is being read then arrives twice, never not at all.
        let live = self.inner.live.get(run_id).map(|l| l.watch());
        runs::status(&self.inner.db, run_id).await?;
        let (send, receive) = mpsc::channel(64);
        let (inner, run_id) = (self.inner.clone(), run_id.to_owned());
        tokio::spawn(async move {
            let mut watcher = Watcher { inner, run_id, seq: after, send };
            watcher.follow(live).await;
        });
        Ok(tokio_stream::wrappers::ReceiverStream::new(receive))
    }

    /// Pieces of what a model is writing for this run, as JSON, while this process drives it; they are not stored.
    pub fn deltas(&self, run_id: &str) -> impl Stream<Item = Arc<str>> + use<> {
        let live = self.inner.live.get(run_id).map(|l| BroadcastStream::new(l.watch_deltas()));
        futures::stream::iter(live).flatten().filter_map(|piece| futures::future::ready(piece.ok()))
    }

    /// Waits until a run has ended, or waits for a person, and returns it.
    pub async fn finish(&self, run_id: &str) -> Result<Run, AppError> {
        let mut stream = std::pin::pin!(self.watch(run_id, 0).await?);
        while let Some(row) = stream.next().await {
            if row.kind == "approval_requested" {
                let run = self.run(run_id).await?;
                if run.status == RunStatus::Waiting {
                    return Ok(run);
                }
            }
        }
        self.run(run_id).await
    }
}

struct Watcher {
    inner: Arc<Inner>,
    run_id: String,
    seq: i64,
    send: mpsc::Sender<Row>,
}

/// Why following ends.
enum End {
    Finished,
    NobodyWatches,
    Unreadable,
}

impl Watcher {
    async fn follow(&mut self, mut live: Option<broadcast::Receiver<Row>>) {
        loop {
            let ended = match self.replay().await {
                Err(_) => return,
                Ok(()) => match live.as_mut() {
                    Some(events) => self.live(events).await,
                    None => Ok(()),
                },
            };
            if ended.is_err() {
                return;
            }
            tokio::select! {
                () = self.send.closed() => return,
                () = tokio::time::sleep(LOOK) => {}
            }
            live = self.inner.live.get(&self.run_id).map(|l| l.watch());
        }
    }

    /// Sends what the store holds beyond `seq`. A run that is over without a last event does not occur; a run whose
    /// row is gone (deleted) ends the stream.
    async fn replay(&mut self) -> Result<(), End> {
        let stored: Vec<StoredEvent> =
            events::after(&self.inner.db, &self.run_id, self.seq).await.map_err(|_| End::Unreadable)?;
        for event in &stored {
            self.pass(Row::new(event)).await?;
        }
        let status = runs::status(&self.inner.db, &self.run_id).await.map_err(|_| End::Unreadable)?;
        // `seq` already at the end: someone reconnected after the last event.
        if stored.is_empty() && status.is_over() && status != RunStatus::Interrupted {
            return Err(End::Finished);
        }
        Ok(())
    }

    /// Sends what is committed from now on. `Ok` when this process stops driving the run or the watcher fell behind:
    /// the store has the rest.
    async fn live(&mut self, events: &mut broadcast::Receiver<Row>) -> Result<(), End> {
        loop {
            let row = tokio::select! {
                () = self.send.closed() => return Err(End::NobodyWatches),
                row = events.recv() => row,
            };
            match row {
                Ok(row) if row.seq <= self.seq => {}
                Ok(row) if row.seq == self.seq + 1 => self.pass(row).await?,
                Ok(_) | Err(RecvError::Lagged(_)) => self.replay().await?,
                Err(RecvError::Closed) => return Ok(()),
            }
        }
    }

    async fn pass(&mut self, row: Row) -> Result<(), End> {
        self.seq = row.seq;
        let last = row.kind == "finished";
        self.send.send(row).await.map_err(|_| End::NobodyWatches)?;
        if last { Err(End::Finished) } else { Ok(()) }
    }
}
