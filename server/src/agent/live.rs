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
#[derive(Clone, Debug, Default)]
pub struct LiveRuns {
    runs: Arc<Mutex<HashMap<String, Arc<Live>>>>,
}

/// A run that this process drives, for as long as this is held: dropping it takes the run off the list, also when its
/// driver panics.
#[derive(Debug)]
pub struct Driving {
    id: String,
    live: Arc<Live>,
    list: LiveRuns,
}

impl std::ops::Deref for Driving {
    type Target = Arc<Live>;
    fn deref(&self) -> &Arc<Live> {
        &self.live
    }
}

impl Drop for Driving {
    fn drop(&mut self) {
        self.list.lock().remove(&self.id);
    }
}

impl LiveRuns {
    /// Adds a run, which must not be there.
    pub fn add(&self, id: &str) -> Driving {
        let live = Arc::new(Live {
            events: broadcast::channel(BEHIND).0,
            deltas: broadcast::channel(PIECES).0,
            cancel: CancellationToken::new(),
        });
        self.lock().insert(id.to_owned(), live.clone());
        Driving { id: id.to_owned(), live, list: self.clone() }
    }

    pub fn get(&self, id: &str) -> Option<Arc<Live>> {
        self.lock().get(id).cloned()
    }

    pub fn ids(&self) -> Vec<String> {
        self.lock().keys().cloned().collect()
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
