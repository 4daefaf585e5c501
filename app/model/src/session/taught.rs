//! Taught words: what a person's own word means, in words that the desk understands.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::time;

/// The longest word, in characters.
pub const MAX_WORD_CHARS: usize = 40;
/// The longest meaning, in characters.
pub const MAX_MEANING_CHARS: usize = 160;

/// A word with its meaning, as it is kept.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct TaughtWord {
    pub id: String,
    /// As it was written; read in any case and number.
    pub word: String,
    /// What is read in its place.
    pub meaning: String,
    pub by: String,
    /// UTC milliseconds.
    pub at: i64,
    /// The run whose question it was taught for.
    pub run_id: Option<String>,
    pub revoked_by: Option<String>,
    /// UTC milliseconds; `None` while the word is in use.
    pub revoked_at: Option<i64>,
}

impl TaughtWord {
    /// What an answer says of it.
    pub fn note(&self) -> String {
        format!("“{}” is read as {} (taught {}).", self.word, self.meaning, time::full_date(time::day_of(self.at)))
    }
}

/// A word as it comes in.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NewWord {
    pub word: String,
    pub meaning: String,
    #[serde(default)]
    pub run_id: Option<String>,
}

/// All taught words, and whether whoever asks may teach.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TaughtWords {
    /// Newest first; those that were taken back included.
    pub words: Vec<TaughtWord>,
    pub may_teach: bool,
}

/// A value of the data that a word may mean.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Meaning {
    pub value: String,
    /// What it is: "product", "customer".
    pub of: String,
}
