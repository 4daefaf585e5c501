//! Names from declarations, stored for the life of the process: the query language refers to datasets and units by
//! `&'static str`. Only declarations' names are ever stored, so a question cannot fill memory.

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::sync::{LazyLock, Mutex, PoisonError, RwLock};

static TEXTS: LazyLock<Mutex<HashSet<&'static str>>> = LazyLock::new(Mutex::default);
static LISTS: LazyLock<Mutex<HashSet<&'static [&'static str]>>> = LazyLock::new(Mutex::default);
static NAMES: LazyLock<RwLock<HashMap<&'static str, Noun>>> = LazyLock::new(RwLock::default);

/// The noun for a row of a source, singular and plural.
type Noun = (&'static str, &'static str);

/// The name of a declared source in queries.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SourceName(&'static str);

impl SourceName {
    /// The name of a source being declared, with the noun for its rows.
    pub fn declare(name: &str, (one, many): (&str, &str)) -> Self {
        let (name, noun) = (text(name), (text(one), text(many)));
        NAMES.write().unwrap_or_else(PoisonError::into_inner).insert(name, noun);
        Self(name)
    }

    /// The source with this name, if declared now or earlier in this process.
    pub fn find(name: &str) -> Option<Self> {
        NAMES.read().unwrap_or_else(PoisonError::into_inner).get_key_value(name).map(|(name, _)| Self(name))
    }

    pub const fn as_str(self) -> &'static str {
        self.0
    }
}

impl fmt::Debug for SourceName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

/// The noun for a source's rows, singular and plural.
pub fn noun(name: SourceName) -> Noun {
    let all = NAMES.read().unwrap_or_else(PoisonError::into_inner);
    all.get(name.0).copied().unwrap_or(("row", "rows"))
}

/// A string of a declaration.
pub fn text(text: &str) -> &'static str {
    let mut all = TEXTS.lock().unwrap_or_else(PoisonError::into_inner);
    match all.get(text) {
        Some(kept) => kept,
        None => {
            let kept: &'static str = Box::leak(text.to_owned().into_boxed_str());
            all.insert(kept);
            kept
        }
    }
}

/// A list of strings of a declaration.
pub fn list(texts: &[String]) -> &'static [&'static str] {
    let wanted: Vec<&'static str> = texts.iter().map(|t| text(t)).collect();
    let mut all = LISTS.lock().unwrap_or_else(PoisonError::into_inner);
    match all.get(wanted.as_slice()) {
        Some(kept) => kept,
        None => {
            let kept: &'static [&'static str] = Box::leak(wanted.into_boxed_slice());
            all.insert(kept);
            kept
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_declared_is_kept_once() {
        assert_eq!(SourceName::find("kept_orders"), None);
        let name = SourceName::declare("kept_orders", ("order", "orders"));
        assert_eq!(SourceName::find("kept_orders"), Some(name));
        assert!(std::ptr::eq(text("a unit"), text("a unit")));
        assert!(std::ptr::eq(list(&["a".into(), "b".into()]), list(&["a".into(), "b".into()])));
    }
}
