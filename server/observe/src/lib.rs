//! Telemetry for operators: Prometheus metrics, and spans of runs over OTLP (E-052). Both are derived from run events
//! when they are committed; nothing here slows or fails a run.

mod labels;
mod metric_event;
mod metrics;
mod process;
pub mod traces;

use std::collections::HashMap;
use std::sync::{Mutex, OnceLock, PoisonError};

use model::run::Strategy;
use opentelemetry::trace::SpanContext;
use tokio_util::sync::CancellationToken;

pub use metric_event::Seen;
pub use metrics::{CONTENT_TYPE, Gauges, Metrics, OpenStream};
use traces::Traces;

use store::Db;

/// Most active runs whose parent span from another trace is kept.
const MOST_PARENTS: usize = 4096;

/// One per process, owned by the agent.
#[derive(Debug, Default)]
pub struct Observer {
    metrics: Metrics,
    traces: OnceLock<Traces>,
    /// The parent spans of runs, by run.
    parents: Mutex<HashMap<String, SpanContext>>,
}

impl Observer {
    pub fn metrics(&self) -> &Metrics {
        &self.metrics
    }

    /// Where spans are sent, if configured.
    pub fn traces(&self) -> Option<&Traces> {
        self.traces.get()
    }

    /// Starts sending spans there. Only the first call counts.
    pub fn send_to(&self, traces: Traces) {
        let _ = self.traces.set(traces);
    }

    /// A run was stored with its first event, in the current request.
    pub fn began(&self, run_id: &str) {
        if self.traces.get().is_none() {
            return;
        }
        if let Some(parent) = traces::asked_under() {
            let mut parents = self.parents.lock().unwrap_or_else(PoisonError::into_inner);
            if parents.len() < MOST_PARENTS {
                parents.insert(run_id.to_owned(), parent);
            }
        }
    }

    /// Events of a run were committed. `strategy` is its current reasoner.
    pub fn committed(&self, run_id: &str, strategy: Strategy, seen: &[Seen]) {
        for seen in seen {
            self.metrics.count(strategy, seen);
            if let (Seen::Finished { .. }, Some(traces)) = (seen, self.traces.get()) {
                let parent = self.parents.lock().unwrap_or_else(PoisonError::into_inner).remove(run_id);
                traces.ended(run_id, parent);
            }
        }
    }

    /// Creates spans of finished runs until `stop` fires, then sends the rest. Without a destination returns at once.
    pub async fn follow(&self, db: &Db, stop: CancellationToken) {
        if let Some(traces) = self.traces.get() {
            traces.follow(db, stop).await;
        }
    }
}
