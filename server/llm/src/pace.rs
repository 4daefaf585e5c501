//! Limits calls per sliding window (A-118: 100 in 60 s).
//!
//! Deliberately not here: the provider's own limits. Those come back as errors and are retried.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use super::client::Shared;
use super::retry::pause;
use super::{ChatModel, ChatRequest, Listener, LlmError, Progress, Reply};

/// A model that is called at most `limit` times in any `window`.
pub struct Pace {
    inner: Shared,
    limit: usize,
    window: Duration,
    /// When the calls of the last window began, or will begin after waiting.
    begun: Mutex<VecDeque<Instant>>,
}

impl Pace {
    /// A limit of 0 counts as 1.
    pub fn new(inner: Shared, limit: usize, window: Duration) -> Self {
        Self { inner, limit: limit.max(1), window, begun: Mutex::new(VecDeque::new()) }
    }

    /// Reserves the next slot and returns the wait until then. A cancelled caller's slot stays unused, which is the
    /// safe side.
    fn take_place(&self, now: Instant) -> Duration {
        let mut begun = self.begun.lock().unwrap_or_else(PoisonError::into_inner);
        while begun.len() >= self.limit && begun.front().is_some_and(|first| *first + self.window <= now) {
            begun.pop_front();
        }
        let at = match begun.len().checked_sub(self.limit).and_then(|i| begun.get(i)) {
            Some(blocking) => (*blocking + self.window).max(now),
            None => now,
        };
        begun.push_back(at);
        at - now
    }
}

#[async_trait::async_trait]
impl ChatModel for Pace {
    fn name(&self) -> &str {
        self.inner.name()
    }

    fn native_tools(&self) -> bool {
        self.inner.native_tools()
    }

    async fn chat(
        &self,
        request: &ChatRequest,
        listener: &Listener,
        cancel: &CancellationToken,
    ) -> Result<Reply, LlmError> {
        let wait = self.take_place(Instant::now());
        if !wait.is_zero() {
            listener.tell(Progress::Paced { wait });
            pause(wait, cancel).await?;
        }
        self.inner.chat(request, listener, cancel).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    struct Never;

    #[async_trait::async_trait]
    impl ChatModel for Never {
        fn name(&self) -> &str {
            "never"
        }
        fn native_tools(&self) -> bool {
            false
        }
        async fn chat(&self, _: &ChatRequest, _: &Listener, _: &CancellationToken) -> Result<Reply, LlmError> {
            Err(LlmError::NoToolCall)
        }
    }

    #[test]
    fn no_window_holds_more_than_the_limit() {
        let window = Duration::from_secs(60);
        let pace = Pace::new(Arc::new(Never), 3, window);
        let start = Instant::now();
        let mut begun = Vec::new();
        for after in [0, 1, 2, 3, 4, 5, 6, 100, 190, 190, 190, 190] {
            let now = start + Duration::from_secs(after);
            begun.push(now + pace.take_place(now));
        }
        for (first, fourth) in begun.iter().zip(begun.iter().skip(3)) {
            assert!(*fourth >= *first + window);
        }
        let waited: Vec<u64> = begun.iter().map(|b| (*b - start).as_secs()).collect();
        assert_eq!(waited, [0, 1, 2, 60, 61, 62, 120, 121, 190, 190, 190, 250]);
    }
}
