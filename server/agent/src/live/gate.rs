//! How many runs proceed at once, and how many wait for their turn: beyond that a question is rejected while the server
//! still responds, instead of everything slowing down.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use model::error::AppError;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio_util::sync::CancellationToken;

/// The runs that one process drives.
#[derive(Clone, Debug)]
pub struct Gate {
    /// One per run under way.
    turns: Arc<Semaphore>,
    /// One for each run under way or waiting that was begun here. Runs resumed from another process need none: they
    /// were accepted once.
    places: Arc<Semaphore>,
    waiting: Arc<Waiting>,
}

/// How often waiting runs are told their place.
const QUEUE_NOTICE_INTERVAL: Duration = Duration::from_secs(1);

/// Waiting runs in order of arrival; they get their turn in that order.
#[derive(Debug, Default)]
struct Waiting(Mutex<(u64, BTreeSet<u64>)>);

/// A waiting run.
struct Ticket<'w> {
    number: u64,
    waiting: &'w Waiting,
}

impl Waiting {
    fn join(&self) -> Ticket<'_> {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.0 += 1;
        let number = all.0;
        all.1.insert(number);
        Ticket { number, waiting: self }
    }
}

impl Ticket<'_> {
    /// From 1.
    fn place(&self) -> usize {
        self.waiting.0.lock().unwrap_or_else(PoisonError::into_inner).1.range(..=self.number).count()
    }
}

impl Drop for Ticket<'_> {
    fn drop(&mut self) {
        self.waiting.0.lock().unwrap_or_else(PoisonError::into_inner).1.remove(&self.number);
    }
}

/// Held while a run is under way or waits.
#[derive(Debug)]
pub struct Place {
    _held: OwnedSemaphorePermit,
}

impl Gate {
    pub fn new(at_once: usize, queued: usize) -> Self {
        let at_once = at_once.clamp(1, Semaphore::MAX_PERMITS);
        let all = at_once.saturating_add(queued).min(Semaphore::MAX_PERMITS);
        Self {
            turns: Arc::new(Semaphore::new(at_once)),
            places: Arc::new(Semaphore::new(all)),
            waiting: Arc::default(),
        }
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

    /// Waits for a turn, which lasts until the returned value is dropped. A run stopped meanwhile needs none: it only
    /// says so and ends. `tell` receives its place in the queue, from 1, while it waits.
    pub async fn turn(&self, stopped: &CancellationToken, tell: impl Fn(usize)) -> Option<OwnedSemaphorePermit> {
        if let Ok(turn) = self.turns.clone().try_acquire_owned() {
            return Some(turn);
        }
        let ticket = self.waiting.join();
        let mut turn = std::pin::pin!(self.turns.clone().acquire_owned());
        let mut tick = tokio::time::interval(QUEUE_NOTICE_INTERVAL);
        loop {
            tokio::select! {
                turn = &mut turn => return turn.ok(),
                () = stopped.cancelled() => return None,
                _ = tick.tick() => tell(ticket.place()),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use tokio::sync::mpsc;

    use super::*;

    #[tokio::test]
    async fn those_who_wait_hear_their_place() {
        let gate = Gate::new(1, 9);
        let (never, stopped) = (CancellationToken::new(), CancellationToken::new());
        let turn = gate.turn(&never, |_| {}).await;
        let ((first, mut of_first), (second, mut of_second)) = (mpsc::unbounded_channel(), mpsc::unbounded_channel());
        let ahead = gate.turn(&stopped, |place| assert!(first.send(place).is_ok()));
        let behind = gate.turn(&never, |place| assert!(second.send(place).is_ok()));
        let said = async {
            assert_eq!((of_first.recv().await, of_second.recv().await), (Some(1), Some(2)));
            // A run that gives up leaves the queue.
            stopped.cancel();
            while of_second.recv().await != Some(1) {}
            drop(turn);
        };
        let (ahead, behind, ()) = tokio::join!(ahead, behind, said);
        assert!(ahead.is_none() && behind.is_some());
    }

    #[tokio::test]
    async fn who_finds_no_place_is_turned_away_until_one_is_free() {
        let gate = Gate::new(1, 1);
        let never = CancellationToken::new();
        let first = gate.enter().unwrap();
        let turn = gate.turn(&never, |_| {}).await;
        assert!(turn.is_some());
        let _second = gate.enter().unwrap();
        assert!(matches!(gate.enter(), Err(AppError::Unavailable { .. })));
        // The second waits, and a stopped run no longer waits.
        let stopped = CancellationToken::new();
        stopped.cancel();
        assert!(gate.turn(&stopped, |_| {}).await.is_none());
        drop((turn, first));
        assert!(gate.turn(&never, |_| {}).await.is_some());
        assert!(gate.enter().is_ok());
    }
}
