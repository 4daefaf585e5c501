//! The clock and the source of ids: injected, so that replaying a run gives the same events. Apart from `main.rs` and
//! the command line, only this file asks the system for either.

use std::sync::Arc;

/// The current time and new ids.
#[derive(Clone)]
pub struct World {
    now: Arc<dyn Fn() -> i64 + Send + Sync>,
    id: Arc<dyn Fn() -> String + Send + Sync>,
}

impl World {
    /// The system's clock, and version 7 UUIDs, which sort by time.
    pub fn real() -> Self {
        Self::new(|| chrono::Utc::now().timestamp_millis(), || uuid::Uuid::now_v7().to_string())
    }

    pub fn new(now: impl Fn() -> i64 + Send + Sync + 'static, id: impl Fn() -> String + Send + Sync + 'static) -> Self {
        Self { now: Arc::new(now), id: Arc::new(id) }
    }

    /// UTC milliseconds.
    pub fn now(&self) -> i64 {
        (self.now)()
    }

    pub fn id(&self) -> String {
        (self.id)()
    }

    /// An unguessable token: 256 random bits in hexadecimal. Not reproducible, even in a replay.
    pub fn secret(&self) -> String {
        let bytes: [u8; 32] = rand::random();
        bytes.iter().map(|b| format!("{b:02x}")).collect()
    }
}
