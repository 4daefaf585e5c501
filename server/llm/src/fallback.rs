//! A second model for when the first fails, and a pause for the one that failed.
//!
//! Deliberately not here: the `rules` reasoner, which remains when all models have failed. The driver of the run falls
//! back to it on the error returned here.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use super::client::Shared;
use super::{ChatModel, ChatRequest, Listener, LlmError, Progress, Reply};

/// How long a model is skipped after a failure. A run may ask ten times in a row; without this pause, each step would
/// wait for the same retries again.
pub const REST: Duration = Duration::from_secs(60);

/// Models in order of preference.
pub struct Fallback {
    links: Vec<Link>,
    rest: Duration,
}

struct Link {
    model: Shared,
    /// The end of its pause and the reason for it.
    resting: Mutex<Option<(Instant, LlmError)>>,
}

impl Fallback {
    /// `first`, then `others` in order; a failed model is skipped for `rest` while another is available.
    pub fn new(first: Shared, others: Vec<Shared>, rest: Duration) -> Self {
        let link = |model| Link { model, resting: Mutex::new(None) };
        Self { links: std::iter::once(first).chain(others).map(link).collect(), rest }
    }
}

/// The reason given for skipping a model.
fn rests(cause: &LlmError) -> String {
    let cause = cause.to_string();
    format!("The model rests after a failure: {}", cause.replacen("The model", "the model", 1))
}

impl Link {
    fn rests_because(&self, now: Instant) -> Option<LlmError> {
        let mut resting = self.resting.lock().unwrap_or_else(PoisonError::into_inner);
        resting.take_if(|(until, _)| *until <= now);
        resting.as_ref().map(|(_, error)| error.clone())
    }

    fn rest(&self, until: Option<(Instant, LlmError)>) {
        *self.resting.lock().unwrap_or_else(PoisonError::into_inner) = until;
    }
}

#[async_trait::async_trait]
impl ChatModel for Fallback {
    fn name(&self) -> &str {
        self.links.first().map_or("", |link| link.model.name())
    }

    fn native_tools(&self) -> bool {
        self.links.iter().all(|link| link.model.native_tools())
    }

    /// Returns the error of the last model if all fail.
    async fn chat(
        &self,
        request: &ChatRequest,
        listener: &Listener,
        cancel: &CancellationToken,
    ) -> Result<Reply, LlmError> {
        let now = Instant::now();
        let causes: Vec<Option<LlmError>> = self.links.iter().map(|link| link.rests_because(now)).collect();
        // If all models are paused, they are asked anyway: a late answer is better than none.
        let all_rest = causes.iter().all(Option::is_some);
        let mut failed: Option<(&str, String)> = None;
        let mut last = LlmError::Unreachable { detail: "no model is set up".into() };
        for (i, (link, cause)) in self.links.iter().zip(causes).enumerate() {
            let name = link.model.name();
            if let Some((from, reason)) = failed.take() {
                tracing::warn!(from, to = name, reason, "model.fallback");
                listener.tell(Progress::Fall { from: from.to_owned(), to: name.to_owned(), reason });
            }
            if let Some(cause) = cause.filter(|_| !all_rest) {
                failed = Some((name, rests(&cause)));
                last = cause;
                continue;
            }
            // The model named in the request belongs to the first provider.
            let own = (i > 0 && request.model.is_some()).then(|| ChatRequest { model: None, ..request.clone() });
            match link.model.chat(own.as_ref().unwrap_or(request), listener, cancel).await {
                Ok(reply) => {
                    link.rest(None);
                    return Ok(reply);
                }
                Err(LlmError::Cancelled) => return Err(LlmError::Cancelled),
                Err(error) => {
                    if error.outlasts_the_request() {
                        link.rest(Some((Instant::now() + self.rest, error.clone())));
                    }
                    failed = Some((name, error.to_string()));
                    last = error;
                }
            }
        }
        Err(last)
    }
}
