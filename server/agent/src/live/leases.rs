//! The runs of this process: it takes over abandoned ones, renews its leases, and drives each run in a task of its own.

use model::run::{Piece, RunStatus};
use tracing::Instrument;

use super::Driving;
use super::gate::Place;
use crate::drive::{self, Past};
use crate::settings::millis;
use crate::{Agent, Inner};
use store::events::AppendError;
use store::runs::{self, Claimed};

impl Agent {
    /// Takes over the runs of dead processes and renews its own leases until `stop` fires. Then it releases its runs,
    /// so that the next start need not wait for the leases.
    pub async fn keep(&self, stop: tokio_util::sync::CancellationToken) {
        self.keep_as(|| self.clone(), stop).await;
    }

    /// Likewise; what another process left is driven by the `current` agent, whose settings may have changed since.
    pub async fn keep_as(&self, current: impl Fn() -> Self, stop: tokio_util::sync::CancellationToken) {
        let Inner { db, world, settings, owner, live, .. } = &*self.inner;
        let mut beat = tokio::time::interval(settings.lease / 4);
        beat.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                () = stop.cancelled() => break,
                _ = beat.tick() => {}
            }
            let now = world.now();
            match runs::renew(db, owner, &live.ids(), now + millis(settings.lease)).await {
                Ok(stopped) => stopped.iter().filter_map(|id| live.get(id)).for_each(|run| run.cancel.cancel()),
                Err(error) => tracing::warn!(%error, "leases were not renewed"),
            }
            match runs::claim(db, owner, now, now + millis(settings.lease)).await {
                // A run of this process whose lease expired while the database was busy is simply claimed again.
                Ok(left) => {
                    left.into_iter().filter_map(|run| Some((live.add(&run.id)?, run))).for_each(|(driving, run)| {
                        tracing::info!(run_id = run.id, "picking up a run that another process left");
                        current().spawn(driving, run, Past::Stored, None);
                    })
                }
                Err(error) => tracing::warn!(%error, "abandoned runs were not looked for"),
            }
            self.expire().await;
        }
        if let Err(error) = runs::release(db, owner).await {
            tracing::warn!(%error, "leases were not given back");
        }
    }

    /// Drives a run that this process has claimed and registered, as soon as it is its turn.
    pub(crate) fn spawn(&self, live: Driving, run: Claimed, past: Past, place: Option<Place>) {
        if run.cancel {
            live.cancel.cancel();
        }
        let agent = self.clone();
        // At error level, so that every log line has the run's id. A run outlives the request that began it.
        let span = tracing::error_span!(parent: None, "run", run_id = %run.id);
        let driven = async move {
            // Removes the run from the live runs however this ends: then the lease expires and the run is resumed.
            let (live, _place) = (live, place);
            let id = run.id.clone();
            let turn = agent.inner.gate.turn(&live.cancel, |place| live.send_delta(|| in_line(&id, place))).await;
            // A new conversation has the asker's view; an existing one its owner's, whoever continues it.
            let seen = match past {
                Past::Begun { opened: true, .. } => Ok(agent.clone()),
                _ => agent.goes_on(&run.session_id).await,
            };
            let driver = match seen {
                Ok(seen) => seen.inner,
                Err(error) => return tracing::error!(run_id = id, %error, "run stopped"),
            };
            match drive::drive(driver, run, past, &live).await {
                Ok(RunStatus::Waiting) => {
                    drop((live, turn));
                    agent.approve_by_policy(&id).await;
                }
                Ok(_) => {}
                // Nothing is wrong: this process was slow or paused, and another took the run over.
                Err(AppendError::Taken) => tracing::info!(run_id = id, "another process drives this run now"),
                Err(AppendError::Gone) => tracing::info!(run_id = id, "the run was deleted while it went on"),
                Err(AppendError::Refused(error)) => tracing::error!(run_id = id, error, "run stopped"),
                // Its events are stored; whoever gets the lease next resumes from them.
                Err(error @ (AppendError::Failed(_) | AppendError::Full)) => {
                    tracing::error!(run_id = id, %error, "run stopped");
                }
            }
        };
        tokio::spawn(driven.instrument(span));
    }
}

/// The place in the queue, for watchers: void from the first event of the run's turn.
fn in_line(run_id: &str, place: usize) -> String {
    let reason = match place {
        0 | 1 => "It waits for its turn, and is the next.".to_owned(),
        _ => format!("It waits for its turn: {} questions are before it.", place - 1),
    };
    let piece = Piece { run_id: run_id.to_owned(), after: 1, reset: true, reason, ..Piece::default() };
    serde_json::to_string(&piece).unwrap_or_default()
}
