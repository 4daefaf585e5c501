//! Retries what may succeed later (B-028, X-15): three times, after 1 s, 2 s, 4 s, with jitter, at most 30 s.
//!
//! Deliberately not here: other models, and which errors to retry ([`LlmError::retryable`]).

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use tokio_util::sync::CancellationToken;

use super::client::Shared;
use super::{ChatModel, ChatRequest, Listener, LlmError, Progress, Reply};

/// Random numbers from 0 to 1 for the waits, injected so that a run can be repeated.
#[derive(Clone)]
pub struct Jitter(Arc<dyn Fn() -> f64 + Send + Sync>);

impl Jitter {
    pub fn new(next: impl Fn() -> f64 + Send + Sync + 'static) -> Self {
        Self(Arc::new(next))
    }

    /// The same waits for the same seed. A server seeds from the system, or its replicas would all wait alike.
    pub fn seeded(seed: u64) -> Self {
        let rng = Mutex::new(ChaCha8Rng::seed_from_u64(seed));
        Self::new(move || rng.lock().unwrap_or_else(PoisonError::into_inner).random())
    }

    fn next(&self) -> f64 {
        (self.0)().clamp(0.0, 1.0)
    }
}

impl Default for Jitter {
    fn default() -> Self {
        Self::seeded(0)
    }
}

impl fmt::Debug for Jitter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Jitter")
    }
}

/// The number of retries and the waits between them.
#[derive(Clone, Debug)]
pub struct Policy {
    /// Attempts after the first.
    pub retries: u32,
    /// Wait before the first retry; doubled for each further one.
    pub base: Duration,
    /// Longest wait. If a server asks for more, the error is returned and the next model takes over.
    pub cap: Duration,
    pub jitter: Jitter,
}

impl Policy {
    /// The wait before retry number `attempt` (from 1): between half of the doubled base and all of it. `Retry-After`
    /// is never undercut, with jitter on top, since all clients got the same. `None` if too long.
    pub fn wait(&self, attempt: u32, retry_after: Option<Duration>) -> Option<Duration> {
        let doubled = self.base.saturating_mul(2u32.saturating_pow(attempt.saturating_sub(1)));
        let own = doubled.min(self.cap).mul_f64(0.5 + 0.5 * self.jitter.next());
        match retry_after {
            Some(asked) if asked > self.cap => None,
            Some(asked) => Some(own.max(asked + self.base.min(asked).mul_f64(0.25 * self.jitter.next()))),
            None => Some(own),
        }
    }
}

/// Repeats calls to a model while that may help.
pub struct Retry {
    inner: Shared,
    policy: Policy,
}

impl Retry {
    pub fn new(inner: Shared, policy: Policy) -> Self {
        Self { inner, policy }
    }
}

#[async_trait::async_trait]
impl ChatModel for Retry {
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
        let mut attempt = 0;
        loop {
            let error = match self.inner.chat(request, listener, cancel).await {
                Ok(reply) => return Ok(reply),
                Err(error) => error,
            };
            attempt += 1;
            if !error.retryable() || attempt > self.policy.retries {
                return Err(error);
            }
            let Some(wait) = self.policy.wait(attempt, error.retry_after()) else { return Err(error) };
            tracing::warn!(
                model = self.name(),
                kind = error.kind(),
                attempt,
                wait_ms = wait.as_millis(),
                "model.retry"
            );
            listener.tell(Progress::Retry { attempt, of: self.policy.retries, wait, reason: error });
            pause(wait, cancel).await?;
        }
    }
}

/// Waits unless cancelled.
pub(super) async fn pause(wait: Duration, cancel: &CancellationToken) -> Result<(), LlmError> {
    tokio::select! {
        biased;
        () = cancel.cancelled() => Err(LlmError::Cancelled),
        () = tokio::time::sleep(wait) => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn policy(jitter: f64) -> Policy {
        let (base, cap) = (Duration::from_secs(1), Duration::from_secs(30));
        Policy { retries: 3, base, cap, jitter: Jitter::new(move || jitter) }
    }

    #[test]
    fn waits_double_up_to_the_cap_and_jitter_only_shortens_them() {
        let waits = |jitter, attempts: &[u32]| -> Vec<u128> {
            attempts.iter().map(|a| policy(jitter).wait(*a, None).unwrap().as_millis()).collect()
        };
        assert_eq!(waits(1.0, &[1, 2, 3, 6, 60]), [1000, 2000, 4000, 30_000, 30_000]);
        assert_eq!(waits(0.0, &[1, 2, 3, 6]), [500, 1000, 2000, 15_000]);
        assert_eq!(waits(f64::NAN.max(7.0), &[1]), [1000], "a source beyond its range is held to it");
    }

    #[test]
    fn retry_after_is_never_undercut_and_never_waited_for_beyond_the_cap() {
        let at = |jitter, seconds| policy(jitter).wait(1, Some(Duration::from_secs(seconds)));
        assert_eq!(at(0.0, 7), Some(Duration::from_secs(7)));
        assert_eq!(at(1.0, 7), Some(Duration::from_millis(7250)));
        assert_eq!(at(0.0, 0), Some(Duration::from_millis(500)));
        assert_eq!(at(0.0, 31), None);
    }

    #[test]
    fn a_seed_gives_the_same_waits_again() {
        let waits = |seed| -> Vec<Option<Duration>> {
            let policy = Policy { jitter: Jitter::seeded(seed), ..policy(0.0) };
            (1..5).map(|a| policy.wait(a, None)).collect()
        };
        assert_eq!(waits(7), waits(7));
        assert_ne!(waits(7), waits(8));
    }
}
