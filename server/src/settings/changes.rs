//! Announcing that settings were stored, and waiting until they are in use.

use std::time::Duration;

use tokio::sync::{Notify, watch};

/// How long a change waits to take effect.
const APPLY_TIMEOUT: Duration = Duration::from_secs(10);

/// Announces that settings were stored, and that they have taken effect.
pub struct Changes {
    stored: Notify,
    /// How often the services were replaced or found to be current.
    looked: watch::Sender<u64>,
}

impl Default for Changes {
    fn default() -> Self {
        Self { stored: Notify::new(), looked: watch::channel(0).0 }
    }
}

impl Changes {
    /// Waits until what was just stored has taken effect. Without a server that follows changes, returns after some
    /// seconds.
    pub async fn apply(&self) {
        let mut looked = self.looked.subscribe();
        self.stored.notify_one();
        let _ = tokio::time::timeout(APPLY_TIMEOUT, looked.changed()).await;
    }

    /// Completes when something was stored.
    pub async fn stored(&self) {
        self.stored.notified().await;
    }

    /// What was stored is in use, or was found to be.
    pub fn in_use(&self) {
        self.looked.send_modify(|n| *n += 1);
    }
}
