//! Storage between visits.

use leptos::prelude::*;
use web_sys::Storage;

fn storage() -> Option<Storage> {
    window().local_storage().ok().flatten()
}

/// The value stored under a key.
pub fn recall(key: &str) -> Option<String> {
    storage()?.get_item(key).ok().flatten()
}

/// Stores a value, or removes the key.
pub fn store(key: &str, value: Option<&str>) {
    if let Some(storage) = storage() {
        let _ = match value {
            Some(value) => storage.set_item(key, value),
            None => storage.remove_item(key),
        };
    }
}
