//! What several models of a process have in common is in memory once, for as long as one of them uses it.

use std::sync::{Arc, Mutex, PoisonError, Weak};

/// The values that are in use.
pub struct Shared<T>(Mutex<Vec<Weak<T>>>);

impl<T> Shared<T> {
    pub const fn new() -> Self {
        Self(Mutex::new(Vec::new()))
    }

    /// The value in use that is the same as this, or this.
    pub fn get(&self, value: Arc<T>, same: impl Fn(&T, &T) -> bool) -> Arc<T> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.retain(|other| other.strong_count() > 0);
        if let Some(found) = known.iter().filter_map(Weak::upgrade).find(|other| same(other, &value)) {
            return found;
        }
        known.push(Arc::downgrade(&value));
        value
    }
}
