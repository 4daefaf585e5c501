//! What was found out in a call: of the connection, and the steps that may help.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The steps that help with a problem, out of the article that was found.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Guide {
    pub title: String,
    /// The article that they stand in, the same in every language.
    #[serde(default)]
    pub article: String,
    pub steps: Vec<String>,
    /// How many were given.
    pub given: usize,
}

/// What the checks of the connection came to, as far as they were made.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Finding {
    /// `None` until it was looked: then whether an outage affects the caller.
    pub outage: Option<bool>,
    /// Until when, as the outage says.
    pub until: Option<String>,
    /// The services that it affects.
    pub affected: Vec<String>,
    /// `None` until it was looked: the codes of what was found, none where all is well.
    pub issues: Option<Vec<String>>,
    /// Mean loss of packets over the last day, in per cent.
    pub loss: Option<f64>,
    /// What the ping test said: "healthy", "warning", "critical".
    pub ping: Option<String>,
}

impl Finding {
    /// True for what a customer cannot mend (B-043): a person must be sent, and nothing is asked of the caller.
    pub fn critical(&self) -> bool {
        let found = |code: &str| self.issues.iter().flatten().any(|issue| issue == code);
        found("port_down") || found("intermittent") || self.loss.is_some_and(|loss| loss > 10.0)
    }
}

/// The name of an article: "lt/slow.md" is "slow".
pub(super) fn article_of(source: &str) -> String {
    source.split_once('/').map_or(source, |(_, file)| file).trim_end_matches(".md").to_owned()
}
