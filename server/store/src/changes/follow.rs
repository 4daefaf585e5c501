//! Keeping a copy of the records up to date: the loop that catches up every second, and the progress of one pass.

use std::fmt::Display;
use std::time::Duration;

use tokio_util::sync::CancellationToken;

/// Catches up with the store every second until stopped. A failure is logged once, with `trouble`, and retried.
pub async fn follow<F, E>(stop: &CancellationToken, trouble: &str, catch_up: impl Fn() -> F)
where
    F: Future<Output = Result<u64, E>>,
    E: Display,
{
    let mut logged = String::new();
    while !stop.is_cancelled() {
        let error = catch_up().await.err().map(|error| error.to_string()).unwrap_or_default();
        if !error.is_empty() && error != logged {
            tracing::warn!(%error, "{trouble}; it is tried again every second");
        }
        logged = error;
        tokio::select! {
            () = stop.cancelled() => return,
            () = tokio::time::sleep(Duration::from_secs(1)) => {}
        }
    }
}

/// How many records a pass has processed, and how many are expected, for display.
pub struct Progress<'a> {
    pub done: u64,
    total: u64,
    show: &'a (dyn Fn(u64, u64) + Send + Sync),
}

impl<'a> Progress<'a> {
    pub fn new(show: &'a (dyn Fn(u64, u64) + Send + Sync)) -> Self {
        Self { done: 0, total: 0, show }
    }

    /// Adds to the number of expected records.
    pub fn expect(&mut self, pending: u64) {
        self.total = self.done + pending;
    }

    /// Adds to the number of processed records, which may exceed the expected one.
    pub fn advance(&mut self, records: usize) {
        self.done += records as u64;
        (self.show)(self.done, self.total.max(self.done));
    }
}
