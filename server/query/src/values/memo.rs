//! Results derived from the values at one change number, cached while they stay the same.

use std::any::Any;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// Maximum entries; beyond it the cache is cleared.
const MAX_ENTRIES: usize = 512;

/// Results by a key with their name and kind.
#[derive(Default)]
pub struct Memo(Mutex<HashMap<String, Arc<dyn Any + Send + Sync>>>);

impl Memo {
    /// The cached result, or a new one. Concurrent callers may both compute it.
    pub fn get<T: Send + Sync + 'static>(&self, key: &str, make: impl FnOnce() -> T) -> Arc<T> {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner).get(key).cloned();
        if let Some(kept) = kept.and_then(|kept| kept.downcast().ok()) {
            return kept;
        }
        let made = Arc::new(make());
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if all.len() >= MAX_ENTRIES {
            all.clear();
        }
        all.insert(key.to_owned(), made.clone());
        made
    }
}
