//! Taught words: the meanings of people's own words, in words that the desk understands.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::time;

/// The longest word, in characters.
pub const MAX_WORD_CHARS: usize = 40;
/// The longest meaning, in characters.
pub const MAX_MEANING_CHARS: usize = 160;

/// A stored word with its meaning.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct TaughtWord {
    pub id: String,
    /// As written; matched in any case and number.
    pub word: String,
    /// What replaces it.
    pub meaning: String,
    pub by: String,
    /// UTC milliseconds.
    pub at: i64,
    /// The run whose question it was taught for.
    pub run_id: Option<String>,
    pub revoked_by: Option<String>,
    /// UTC milliseconds; `None` while the word is in use.
    pub revoked_at: Option<i64>,
    /// Defined by the asking person for themselves only.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub own: bool,
}

/// The prefix of notes from a person's memory.
pub const FROM_MEMORY: &str = "From your memory: ";

/// The id of a word whose meaning follows from the name of the person's account.
pub const BY_ACCOUNT: &str = "account";

/// The id of words whose meaning is the topic of messages that say the like.
pub const BY_MESSAGES: &str = "messages";
/// The id of a name that stands for the day of what the firm published.
pub const BY_EVENT: &str = "event";

impl TaughtWord {
    /// The note in an answer that uses it.
    pub fn note(&self) -> String {
        if self.id == BY_ACCOUNT {
            return format!("By the name of your account: “{}” is {}.", self.word, self.meaning);
        }
        if self.id == BY_MESSAGES {
            return format!("“{}” was taken for {}, by what messages on it say.", self.word, self.meaning);
        }
        if self.id == BY_EVENT {
            return format!("“{}” was taken for {}.", self.word, self.meaning);
        }
        if self.own {
            return format!("{FROM_MEMORY}“{}” is {}.", self.word, self.meaning);
        }
        format!("“{}” is read as {} (taught {}).", self.word, self.meaning, time::full_date(time::day_of(self.at)))
    }
}

/// A word to teach.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NewWord {
    pub word: String,
    pub meaning: String,
    #[serde(default)]
    pub run_id: Option<String>,
}

/// All taught words, and whether the reader may teach.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TaughtWords {
    /// Newest first, including revoked ones.
    pub words: Vec<TaughtWord>,
    pub may_teach: bool,
}

/// A value of the data that a word may mean.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Meaning {
    pub value: String,
    /// Its kind: "product", "customer".
    pub of: String,
}

text_enum! {
    /// A kind of memory about a person.
    MemoryKind {
        /// Their own name for a customer or product.
        Name = "name",
        /// One of "my products".
        Product = "product",
        /// A pinned customer: preferred for a short name that several customers share.
        Customer = "customer",
        /// Their name as relationship manager, which defines "my customers".
        Manager = "manager",
    }
}

/// A memory about a person, stored at their request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Memory {
    pub id: String,
    pub kind: MemoryKind,
    /// Their own name; for products and customers the same as `meaning`.
    pub word: String,
    /// The name of the customer or product.
    pub meaning: String,
    /// UTC milliseconds.
    pub at: i64,
}

/// A memory to store.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NewMemory {
    pub kind: MemoryKind,
    /// Only for names.
    #[serde(default)]
    pub word: String,
    pub meaning: String,
}
