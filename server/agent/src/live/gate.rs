//! How many runs go on at once, and how many wait for their turn: beyond that a question is turned away while the server
//! still answers, instead of everything becoming slow.

use std::sync::Arc;

use model::error::AppError;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio_util::sync::CancellationToken;

/// The runs that one process drives.
#[derive(Clone, Debug)]
pub struct Gate {
    /// One for each run under way.
    turns: Arc<Semaphore>,
    /// One for each run under way or waiting that was begun here. Runs that another process left need none: they were
    /// accepted once.
    places: Arc<Semaphore>,
}

/// Held for as long as a run is under way or waits for its turn.
#[derive(Debug)]
pub struct Place {
    _held: OwnedSemaphorePermit,
}

impl Gate {
    pub fn new(at_once: usize, queued: usize) -> Self {
        let at_once = at_once.clamp(1, Semaphore::MAX_PERMITS);
        let all = at_once.saturating_add(queued).min(Semaphore::MAX_PERMITS);
        Self { turns: Arc::new(Semaphore::new(at_once)), places: Arc::new(Semaphore::new(all)) }
    }

    /// A place for a run that begins.
    ///
    /// # Errors
    /// `Unavailable` when as many wait as may.
    pub fn enter(&self) -> Result<Place, AppError> {
        let full = |_| AppError::Unavailable {
            detail: "Too many questions are waiting for their turn. Ask again in a few seconds.".into(),
        };
        Ok(Place { _held: self.places.clone().try_acquire_owned().map_err(full)? })
    }

    /// Waits for a turn, which lasts until what this returns is dropped. A run that is stopped meanwhile needs none: it
    /// only says so and ends.
    pub async fn turn(&self, stopped: &CancellationToken) -> Option<OwnedSemaphorePermit> {
        tokio::select! {
            turn = self.turns.clone().acquire_owned() => turn.ok(),
            () = stopped.cancelled() => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn who_finds_no_place_is_turned_away_until_one_is_free() {
        let gate = Gate::new(1, 1);
        let never = CancellationToken::new();
        let first = gate.enter().unwrap();
        let turn = gate.turn(&never).await;
        assert!(turn.is_some());
        let _second = gate.enter().unwrap();
        assert!(matches!(gate.enter(), Err(AppError::Unavailable { .. })));
        // The second waits, and a run that is stopped waits no longer.
        let stopped = CancellationToken::new();
        stopped.cancel();
        assert!(gate.turn(&stopped).await.is_none());
        drop((turn, first));
        assert!(gate.turn(&never).await.is_some());
        assert!(gate.enter().is_ok());
    }
}
