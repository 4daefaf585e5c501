//! Results that are kept for a while, so that one can be drilled into without working it out again.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// A result, and since when it is kept.
type Since<T> = (Instant, Arc<T>);

/// At most so many results, by what they are kept under. Of more, the oldest goes.
pub struct Kept<T> {
    most: usize,
    all: Mutex<HashMap<String, Since<T>>>,
}

impl<T> Kept<T> {
    pub fn new(most: usize) -> Self {
        Self { most, all: Mutex::default() }
    }

    /// What is kept under `place`, unless it is older than it `lasts`.
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
