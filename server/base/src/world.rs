//! The clock and the source of ids: handed in, so that a run can be replayed to the same events. The only file of the
//! server, beside `main.rs` and the command line, that asks the system for either.

use std::sync::Arc;

/// What time it is, and a fresh id.
#[derive(Clone)]
pub struct World {
    now: Arc<dyn Fn() -> i64 + Send + Sync>,
    id: Arc<dyn Fn() -> String + Send + Sync>,
}

impl World {
    /// The real one: the system's clock, and UUIDs of version 7, which sort by time.
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

    /// A token that nobody can guess: 256 random bits in hexadecimal. Never the same, in a replay either.
    pub fn secret(&self) -> String {
        let bytes: [u8; 32] = rand::random();
        bytes.iter().map(|b| format!("{b:02x}")).collect()
    }
}
