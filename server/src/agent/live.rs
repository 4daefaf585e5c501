//! Runs that this process drives: who watches them, and how to stop them.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::broadcast;
use tokio_util::sync::CancellationToken;

use crate::store::events::Row;

/// Events that a slow watcher may fall behind before it has to read them from the store.
const BEHIND: usize = 256;

/// Pieces of a model's answer that a slow watcher may fall behind; what is lost comes with the stored event.
const PIECES: usize = 512;

/// A run under way.
#[derive(Debug)]
pub struct Live {
    events: broadcast::Sender<Row>,
    deltas: broadcast::Sender<Arc<str>>,
    pub cancel: CancellationToken,
}

impl Live {
    pub fn watch(&self) -> broadcast::Receiver<Row> {
        self.events.subscribe()
    }

    /// Pieces of what a model is writing, as JSON. They are never stored: the event that follows takes their place.
    pub fn watch_deltas(&self) -> broadcast::Receiver<Arc<str>> {
        self.deltas.subscribe()
    }

    pub fn send_delta(&self, json: String) {
        let _ = self.deltas.send(json.into());
    }

    /// Sends what has just been committed. Nobody watching is fine.
    pub fn send(&self, rows: &[Row]) {
        for row in rows {
            let _ = self.events.send(row.clone());
        }
    }
}

/// All runs under way in this process, by id.
#[derive(Debug, Default)]
pub struct LiveRuns {
    runs: Mutex<HashMap<String, Arc<Live>>>,
}

impl LiveRuns {
    /// Adds a run. Whoever adds it must remove it.
    pub fn add(&self, id: &str) -> Arc<Live> {
        let live = Arc::new(Live {
            events: broadcast::channel(BEHIND).0,
            deltas: broadcast::channel(PIECES).0,
            cancel: CancellationToken::new(),
        });
        self.lock().insert(id.to_owned(), live.clone());
        live
    }

    pub fn get(&self, id: &str) -> Option<Arc<Live>> {
        self.lock().get(id).cloned()
    }

    pub fn remove(&self, id: &str) {
        self.lock().remove(id);
    }

    pub fn len(&self) -> usize {
        self.lock().len()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// A panic while the lock was held leaves the map whole: every change is one call.
    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<String, Arc<Live>>> {
        self.runs.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
