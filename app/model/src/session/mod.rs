//! Conversations: what a person asks with, and what the desk lists.

pub mod home;
pub mod taught;

use std::fmt;

use schemars::JsonSchema;
use serde::de::value::MapAccessDeserializer;
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use self::taught::TaughtWord;
use super::review::Feedback;
use super::run::{Change, Run, Scope, Strategy};

/// The longest question, in characters (Unicode scalar values).
pub const MAX_QUESTION_CHARS: usize = 10_000;

/// A question as it comes in. Every field has an effect.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct Ask {
    pub query: String,
    /// The conversation it continues; a new one without.
    pub session_id: Option<String>,
    pub customer_id: Option<String>,
    /// What the question is about; as a string, what the caller adds in its own words.
    #[serde(deserialize_with = "scope_or_text")]
    #[schemars(with = "Option<ScopeOrText>")]
    pub context: Option<Scope>,
    /// Asks the question of an earlier run of the conversation again, read in another way; `query` is then that question.
    pub change: Option<Change>,
    /// Earlier turns that the caller keeps itself; they follow those of the session, if there is one.
    pub conversation_history: Vec<Turn>,
    /// 1 to 20; 10 without.
    pub max_iterations: Option<u32>,
    pub strategy: Option<Strategy>,
    /// Another model of the provider that is set up, by its name there: for reviewers, who compare.
    pub model: Option<String>,
    /// The domain the question belongs to ("customer_intelligence", "it_ops" …): then no model is asked for it (E-044).
    #[serde(alias = "forceDomain")]
    pub domain: Option<String>,
}

/// The two forms of a context.
#[derive(JsonSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "describes what `scope_or_text` reads")]
enum ScopeOrText {
    Scope(Box<Scope>),
    Text(String),
}

fn scope_or_text<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Scope>, D::Error> {
    struct Either;
    impl<'de> Visitor<'de> for Either {
        type Value = Option<Scope>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("an object that says what the question is about, or a string")
        }

        fn visit_unit<E>(self) -> Result<Self::Value, E> {
            Ok(None)
        }

        fn visit_str<E>(self, text: &str) -> Result<Self::Value, E> {
            Ok(Some(Scope { text: Some(text.to_owned()), ..Scope::default() }))
        }

        fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
            Scope::deserialize(MapAccessDeserializer::new(map)).map(Some)
        }
    }
    deserializer.deserialize_any(Either)
}

/// An earlier message of a conversation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Turn {
    pub role: Role,
    pub content: String,
}

text_enum! {
    /// Who said it (E-015).
    #[derive(Default)]
    Role { #[default] User = "user", Assistant = "assistant", Tool = "tool" }
}

/// The ids under which a question goes on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SubmittedRun {
    pub session_id: String,
    pub run_id: String,
}

/// A conversation with all its runs, oldest first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Conversation {
    pub id: String,
    pub started_at: i64,
    pub runs: Vec<Run>,
    /// So many of its first runs were recorded with a model elsewhere, and came with the data.
    #[serde(default)]
    pub recorded: i64,
    /// What links that lead here begin with: "https://desk.example.com".
    #[serde(default)]
    pub origin: String,
    /// Whether whoever asks sees how the answers were scored.
    pub show_scores: bool,
    /// The taught words that are in use.
    pub taught: Vec<TaughtWord>,
    /// Whether whoever asks may teach words.
    pub may_teach: bool,
    /// Whether whoever asks may ask on in it.
    #[serde(default)]
    pub own: bool,
    /// Whether whoever asks decides on what its runs propose.
    #[serde(default)]
    pub may_decide: bool,
    #[cfg_attr(not(target_family = "wasm"), serde(flatten))]
    #[cfg_attr(target_family = "wasm", serde(rename = "*"))]
    pub kept: Kept,
    /// What the person who asked says of the answers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub feedback: Vec<Feedback>,
}

impl Conversation {
    /// What it is called: the name that a person gave it, or its first question.
    pub fn name(&self) -> String {
        let first = || self.runs.first().map(|run| run.question.clone());
        self.kept.title.clone().or_else(first).unwrap_or_default()
    }
}

/// How a conversation is kept.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Kept {
    /// The name that a person gave it.
    pub title: Option<String>,
    pub pinned: bool,
    /// Until when a link opens it to be read (UTC milliseconds).
    pub shared_until: Option<i64>,
}

/// A link that opens a conversation to be read. It is shown this once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SharedLink {
    /// The link's path on this server.
    pub path: String,
    pub token: String,
    /// UTC milliseconds.
    pub until: i64,
}

/// A change to how a conversation is kept; what is not named stays.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct Keep {
    /// At most 200 characters; an empty one goes back to the first question.
    pub title: Option<String>,
    pub pinned: Option<bool>,
}

/// A line in the list of conversations.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ConversationItem {
    pub id: String,
    pub started_at: i64,
    /// Its name, or else its first question.
    pub title: String,
    pub pinned: bool,
    pub questions: i64,
    pub running: bool,
    /// It was recorded with a model elsewhere, and came with the data.
    #[serde(default)]
    pub recorded: bool,
}

/// What the desk shows before the first question.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeskInfo {
    /// The day that "today" means; `None` while there is no data.
    pub as_of: Option<chrono::NaiveDate>,
    /// Which reasoner answers: "rules", or the model's name.
    pub model: String,
    pub search: SearchMode,
    /// True while that changes by itself: a model is being fetched, or texts are being embedded.
    pub search_changes: bool,
    pub communications: i64,
    pub cases: i64,
    pub customers: i64,
    /// Models that could reason here and are not set up: what they are, and the line that takes each.
    #[serde(default)]
    pub offers: Vec<(String, String)>,
    pub examples: Vec<String>,
    /// Addresses of the pages that whoever asks may use and that have something to show.
    #[serde(default)]
    pub pages: Vec<String>,
    /// Hosts beyond this machine that are sent plain text; told to admins alone.
    #[serde(default)]
    pub plain_hosts: Vec<String>,
}

/// How texts are searched now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(not(target_family = "wasm"), serde(tag = "type"))]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum SearchMode {
    Keywords,
    /// By keywords while the model is fetched, in millions of bytes.
    Fetching {
        done_mb: u64,
        all_mb: u64,
    },
    /// By keywords, since the model could not be fetched.
    NotFetched,
    /// By keywords, and by meaning in so many percent of the texts.
    SoFarMeaning {
        percent: u64,
    },
    KeywordsAndMeaning,
}

/// A page of a list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "{T}Page")]
pub struct Page<T> {
    pub items: Vec<T>,
    pub total: i64,
}

impl<T> Page<T> {
    /// A list that is whole.
    pub fn of(items: Vec<T>) -> Self {
        Self { total: i64::try_from(items.len()).unwrap_or(i64::MAX), items }
    }
}
