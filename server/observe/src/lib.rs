//! What is told of this process to those who run it: counts for Prometheus, and the spans of runs over OTLP (E-052).
//! Both are made from the events of runs, at the moment they are committed; nothing here slows or fails a run.

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
pub use metrics::{CONTENT_TYPE, Metrics, OpenStream, Standing};
use traces::Traces;

use store::Db;

/// Runs under way of which it is kept who asked for them from another trace.
const MOST_PARENTS: usize = 4096;

/// One per process, in the hands of the agent.
#[derive(Debug, Default)]
pub struct Observer {
    metrics: Metrics,
    traces: OnceLock<Traces>,
    /// The spans under which runs were asked, by run.
    parents: Mutex<HashMap<String, SpanContext>>,
}

impl Observer {
    pub fn metrics(&self) -> &Metrics {
        &self.metrics
    }

    /// Where spans go, if the settings name a place.
    pub fn traces(&self) -> Option<&Traces> {
        self.traces.get()
    }

    /// From now on spans go there. Once only; a second one is left alone.
    pub fn send_to(&self, traces: Traces) {
        let _ = self.traces.set(traces);
    }

    /// A run was stored with its first event, by whoever calls this.
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

    /// Events of a run were committed. `strategy` is who reasons in it now.
    pub fn committed(&self, run_id: &str, strategy: Strategy, seen: &[Seen]) {
        for seen in seen {
            self.metrics.count(strategy, seen);
            if let (Seen::Finished { .. }, Some(traces)) = (seen, self.traces.get()) {
                let parent = self.parents.lock().unwrap_or_else(PoisonError::into_inner).remove(run_id);
                traces.ended(run_id, parent);
            }
        }
    }

    /// Makes spans of runs that ended, until `stop` fires; then sends what is left. At once without a place to send to.
    pub async fn follow(&self, db: &Db, stop: CancellationToken) {
        if let Some(traces) = self.traces.get() {
            traces.follow(db, stop).await;
        }
    }
}
