//! Results cached for a while, so that one can be drilled into without recomputing it.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// A result, and when it was cached.
type Since<T> = (Instant, Arc<T>);

/// At most this many results, by key. Beyond that, the oldest is dropped.
pub struct ResultCache<T> {
    most: usize,
    all: Mutex<HashMap<String, Since<T>>>,
}

impl<T> ResultCache<T> {
    pub fn new(most: usize) -> Self {
        Self { most, all: Mutex::default() }
    }

    /// The result cached under `place`, unless older than `lasts`.
    pub fn get(&self, place: &str, lasts: impl Fn(&T) -> Duration) -> Option<Arc<T>> {
        let all = self.all.lock().unwrap_or_else(PoisonError::into_inner);
        let (since, known) = all.get(place)?;
        (since.elapsed() < lasts(known)).then(|| known.clone())
    }

    pub fn put(&self, place: String, result: &Arc<T>) {
        let mut all = self.all.lock().unwrap_or_else(PoisonError::into_inner);
        if all.len() >= self.most
            && let Some(oldest) = all.iter().min_by_key(|(_, (since, _))| *since).map(|(place, _)| place.clone())
        {
            all.remove(&oldest);
        }
        all.insert(place, (Instant::now(), result.clone()));
    }
}
