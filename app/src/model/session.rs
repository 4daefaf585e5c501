//! Conversations: what a person asks with, and what the desk lists.

pub mod taught;

use serde::{Deserialize, Serialize};

use self::taught::TaughtWord;
use super::run::{Run, Scope, Strategy};

/// The longest question, in characters (Unicode scalar values).
pub const MAX_QUESTION_CHARS: usize = 10_000;

/// A question as it comes in. Every field has an effect.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct Ask {
    pub query: String,
    /// The conversation it continues; a new one without.
    pub session_id: Option<String>,
    pub customer_id: Option<String>,
    pub context: Option<Scope>,
    /// Earlier turns that the caller keeps itself; used when there is no session.
    pub conversation_history: Vec<Turn>,
    /// 1 to 20; 10 without.
    pub max_iterations: Option<u32>,
    pub strategy: Option<Strategy>,
    /// The domain the question belongs to ("customer_intelligence", "it_ops" …): then no model is asked for it (E-044).
    #[serde(alias = "forceDomain")]
    pub domain: Option<String>,
}

/// An earlier message of a conversation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Turn {
    pub role: Role,
    pub content: String,
}

text_enum! {
    /// Who said it (E-015).
    Role { User = "user", Assistant = "assistant", Tool = "tool" }
}

/// The ids under which a question goes on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Asked {
    pub session_id: String,
    pub run_id: String,
}

/// A conversation with all its runs, oldest first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Conversation {
    pub id: String,
    pub started_at: i64,
    pub runs: Vec<Run>,
    /// Whether whoever asks sees how the answers were scored.
    pub show_scores: bool,
    /// The taught words that are in use.
    pub taught: Vec<TaughtWord>,
    /// Whether whoever asks may teach words.
    pub may_teach: bool,
}

/// A line in the list of conversations.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ConversationItem {
    pub id: String,
    pub started_at: i64,
    /// The first question.
    pub title: String,
    pub questions: i64,
    pub running: bool,
}

/// What the desk shows before the first question.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DeskInfo {
    /// The day that "today" means; `None` while there is no data.
    pub as_of: Option<chrono::NaiveDate>,
    /// Which reasoner answers: "rules", or the model's name.
    pub model: String,
    /// How texts are searched, in a few words for people: by keywords, and how far by meaning.
    pub search: String,
    pub communications: i64,
    pub cases: i64,
    pub customers: i64,
    pub examples: Vec<String>,
}

/// A page of a list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Page<T> {
    pub items: Vec<T>,
    pub total: i64,
}
