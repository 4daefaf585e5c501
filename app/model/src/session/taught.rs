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
    /// Whoever asked has said so for themselves alone.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub own: bool,
}

/// What notes of a person's memory begin with.
pub const FROM_MEMORY: &str = "From your memory: ";

impl TaughtWord {
    /// What an answer says of it.
    pub fn note(&self) -> String {
        if self.own {
            return format!("{FROM_MEMORY}“{}” is {}.", self.word, self.meaning);
        }
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

text_enum! {
    /// What is remembered of a person.
    MemoryKind {
        /// A name of their own for a customer or product.
        Name = "name",
        /// What "my products" are.
        Product = "product",
        /// A pinned customer: meant by a short name that several customers share.
        Customer = "customer",
        /// Which relationship manager they are: whose customers "my customers" are.
        Manager = "manager",
    }
}

/// One thing that the desk remembers of a person, because they said so.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Memory {
    pub id: String,
    pub kind: MemoryKind,
    /// Their own name; of products and customers the same as `meaning`.
    pub word: String,
    /// The name of the customer or product.
    pub meaning: String,
    /// UTC milliseconds.
    pub at: i64,
}

/// The same as it comes in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NewMemory {
    pub kind: MemoryKind,
    /// Only for names.
    #[serde(default)]
    pub word: String,
    pub meaning: String,
}
