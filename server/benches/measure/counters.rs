//! Counts SQL statements in the measured process, as the database driver reports them.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use tracing_subscriber::Layer;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::{Context, SubscriberExt};
use tracing_subscriber::util::SubscriberInitExt;

static STATEMENTS: AtomicU64 = AtomicU64::new(0);

struct Statements;

impl<S: tracing::Subscriber> Layer<S> for Statements {
    fn on_event(&self, _: &tracing::Event<'_>, _: Context<'_, S>) {
        STATEMENTS.fetch_add(1, Relaxed);
    }
}

/// Starts counting. Nothing is logged then.
pub fn begin() {
    let driver = Targets::new().with_target("sqlx::query", tracing::Level::TRACE);
    tracing_subscriber::registry().with(Statements.with_filter(driver)).init();
}

/// Statements since counting started. `BEGIN` and `COMMIT` of transactions on Postgres are not reported.
pub fn statements() -> u64 {
    STATEMENTS.load(Relaxed)
}
