//! Metric labels, with a bound on their values: each new value is a series that Prometheus stores for ever.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use prometheus_client::encoding::EncodeLabelSet;

/// Replaces values beyond the limit.
const OTHER: &str = "other";

/// HTTP methods with their own label; all others share the convention's word.
const METHODS: [&str; 7] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/// External values (names of models, of tools): only this many get their own label.
#[derive(Debug)]
pub struct Bounded {
    most: usize,
    known: Mutex<BTreeSet<String>>,
}

impl Bounded {
    pub fn new(most: usize) -> Self {
        Self { most, known: Mutex::default() }
    }

    /// The value itself while there is room, or if seen before.
    pub fn label(&self, value: &str) -> String {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if known.contains(value) {
            return value.to_owned();
        }
        if known.len() >= self.most {
            return OTHER.to_owned();
        }
        known.insert(value.to_owned());
        value.to_owned()
    }
}

/// A method's label.
pub fn method(name: &str) -> &'static str {
    METHODS.into_iter().find(|known| *known == name).unwrap_or("_OTHER")
}

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
pub struct RunLabels {
    pub status: &'static str,
    pub strategy: &'static str,
}

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
pub struct TokenLabels {
    pub model: String,
    /// "input" or "output".
    pub direction: &'static str,
}

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
pub struct ModelLabels {
    pub model: String,
}

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
pub struct ErrorLabels {
    pub model: String,
    pub r#type: &'static str,
}

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
pub struct CallLabels {
    pub tool: String,
    pub result: &'static str,
}

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
pub struct ToolLabels {
    pub tool: String,
}

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
pub struct VerdictLabels {
    pub verdict: &'static str,
}

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
pub struct RequestLabels {
    pub method: &'static str,
    /// The route template, e.g. `/api/research/runs/{id}`.
    pub route: String,
    pub status: u16,
}

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
pub struct BuildLabels {
    pub version: &'static str,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_stay_few() {
        let models = Bounded::new(2);
        let told: Vec<String> = ["a", "b", "c", "a", "d"].iter().map(|m| models.label(m)).collect();
        assert_eq!(told, ["a", "b", "other", "a", "other"]);
    }

    #[test]
    fn a_method_that_nobody_knows_is_no_label() {
        assert_eq!((method("GET"), method("get"), method("BREW")), ("GET", "_OTHER", "_OTHER"));
    }
}
