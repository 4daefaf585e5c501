//! Findings of a call: on the connection, and the steps that may help.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The steps for a problem, from the article found.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Guide {
    pub title: String,
    /// The article with the steps, the same in every language.
    #[serde(default)]
    pub article: String,
    pub steps: Vec<String>,
    /// How many were given.
    pub given: usize,
}

/// Results of the connection checks so far.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Finding {
    /// Whether an outage affects the caller; `None` until checked.
    pub outage: Option<bool>,
    /// Its expected end.
    pub until: Option<String>,
    /// The services that it affects.
    pub affected: Vec<String>,
    /// Codes of the problems found, empty if all is well; `None` until checked.
    pub issues: Option<Vec<String>>,
    /// Mean packet loss over the last day, in per cent.
    pub loss: Option<f64>,
    /// The ping test's verdict: "healthy", "warning", "critical".
    pub ping: Option<String>,
}

impl Finding {
    /// Whether a customer cannot fix it (B-043): a person must be sent, and the caller is asked nothing.
    pub fn critical(&self) -> bool {
        let found = |code: &str| self.issues.iter().flatten().any(|issue| issue == code);
        found("port_down") || found("intermittent") || self.loss.is_some_and(|loss| loss > 10.0)
    }
}

/// The name of an article: "lt/slow.md" is "slow".
pub(super) fn article_of(source: &str) -> String {
    source.split_once('/').map_or(source, |(_, file)| file).trim_end_matches(".md").to_owned()
}
