//! The runs of this process: how to watch and stop them.

pub(super) mod gate;
mod leases;
pub(super) mod looks;

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::{broadcast, watch};
use tokio_util::sync::CancellationToken;

use store::events::Row;

/// How many pieces of a model's answer a slow watcher may lag behind; lost ones come with the stored event.
const DELTA_CHANNEL_CAPACITY: usize = 64;

/// A run under way.
#[derive(Debug)]
pub struct Live {
    /// What this process has committed of the run: watchers read it from here, not from the store.
    rows: watch::Sender<Vec<Row>>,
    deltas: broadcast::Sender<Arc<str>>,
    pub cancel: CancellationToken,
}

impl Live {
    /// The rows committed so far, and notice of new ones; closed when this process stops driving the run.
    pub fn watch(&self) -> watch::Receiver<Vec<Row>> {
        self.rows.subscribe()
    }

    /// Pieces of what a model is writing, as JSON. They are never stored: the next event replaces them.
    pub fn watch_deltas(&self) -> broadcast::Receiver<Arc<str>> {
        self.deltas.subscribe()
    }

    /// Without watchers, does nothing.
    pub fn send_delta(&self, json: impl FnOnce() -> String) {
        if self.deltas.receiver_count() > 0 {
            let _ = self.deltas.send(json().into());
        }
    }

    /// Sends what has just been committed.
    pub fn send(&self, rows: Vec<Row>) {
        self.rows.send_modify(|all| all.extend(rows));
    }
}

/// All runs under way in this process, by id.
#[derive(Clone, Debug, Default)]
pub struct LiveRuns {
    runs: Arc<Mutex<HashMap<String, Arc<Live>>>>,
}

/// A run of this process while this is held: dropping it unregisters the run, also when its driver panics.
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
    /// Registers a run, before this process may be found to hold it. `None` if registered: a run has one driver.
    pub fn add(&self, id: &str) -> Option<Driving> {
        let mut runs = self.lock();
        let Entry::Vacant(free) = runs.entry(id.to_owned()) else { return None };
        let live = Arc::new(Live {
            rows: watch::Sender::new(Vec::new()),
            deltas: broadcast::channel(DELTA_CHANNEL_CAPACITY).0,
            cancel: CancellationToken::new(),
        });
        free.insert(live.clone());
        Some(Driving { id: id.to_owned(), live, list: self.clone() })
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

    /// A panic while the lock was held leaves the map consistent: every change is one call.
    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<String, Arc<Live>>> {
        self.runs.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_has_one_driver() {
        let runs = LiveRuns::default();
        let driving = runs.add("run-1").unwrap();
        assert!(runs.add("run-1").is_none());
        assert!(runs.get("run-1").is_some());
        drop(driving);
        assert!(runs.get("run-1").is_none());
        assert!(runs.add("run-1").is_some());
    }
}
