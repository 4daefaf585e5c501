//! Conversations: questions and the lists of the desk.

pub mod home;
pub mod taught;
pub mod watch;

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

/// An incoming question. Every field has an effect.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct Ask {
    pub query: String,
    /// The conversation to continue; default: a new one.
    pub session_id: Option<String>,
    pub customer_id: Option<String>,
    /// The question's scope; as a string, context in the caller's own words.
    #[serde(deserialize_with = "scope_or_text")]
    #[schemars(with = "Option<ScopeOrText>")]
    pub context: Option<Scope>,
    /// Repeats the question of an earlier run of the conversation with another reading; `query` is then that question.
    pub change: Option<Change>,
    /// Earlier turns stored by the caller; they follow those of the session, if any.
    pub conversation_history: Vec<Turn>,
    /// 1 to 20; default 10.
    pub max_iterations: Option<u32>,
    pub strategy: Option<Strategy>,
    /// Another model of the configured provider, by its name there: for reviewers, who compare.
    pub model: Option<String>,
    /// The question's domain ("customer_intelligence", "it_ops" …): skips the model's routing (E-044).
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

/// The ids of a running question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SubmittedRun {
    pub session_id: String,
    pub run_id: String,
}

/// A conversation with all its runs, oldest first.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Conversation {
    pub id: String,
    pub started_at: i64,
    pub runs: Vec<Run>,
    /// How many of its first runs were recorded elsewhere with a model and came with the data.
    #[serde(default)]
    pub recorded: i64,
    /// The base URL of links to this server: "https://desk.example.com".
    #[serde(default)]
    pub origin: String,
    /// Whether the reader may see the answers' scores.
    pub show_scores: bool,
    /// The taught words in use.
    pub taught: Vec<TaughtWord>,
    /// Whether the reader may teach words.
    pub may_teach: bool,
    /// Whether the reader may ask further questions in it.
    #[serde(default)]
    pub own: bool,
    /// Whether the reader decides on its runs' proposals.
    #[serde(default)]
    pub may_decide: bool,
    #[cfg_attr(not(target_family = "wasm"), serde(flatten))]
    #[cfg_attr(target_family = "wasm", serde(rename = "*"))]
    pub kept: Kept,
    /// Feedback by the person who asked.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub feedback: Vec<Feedback>,
}

impl Conversation {
    /// Its title: given by a person, or its first question.
    pub fn name(&self) -> String {
        let first = || self.runs.first().map(|run| run.question.clone());
        self.kept.title.clone().or_else(first).unwrap_or_default()
    }
}

/// A conversation's title, pin and sharing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Kept {
    /// The title given by a person.
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

/// A change of title, pin or sharing; omitted fields stay.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct Keep {
    /// At most 200 characters; empty restores the first question.
    pub title: Option<String>,
    pub pinned: Option<bool>,
}

/// An entry in the list of conversations.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ConversationItem {
    pub id: String,
    /// Where it began: "web", "api", or as the client named it.
    #[serde(default)]
    pub channel: String,
    pub started_at: i64,
    /// Its title, or else its first question.
    pub title: String,
    pub pinned: bool,
    pub questions: i64,
    pub running: bool,
    /// Recorded elsewhere with a model, and came with the data.
    #[serde(default)]
    pub recorded: bool,
}

/// What the desk shows before the first question.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeskInfo {
    /// The day that "today" means; `None` while there is no data.
    pub as_of: Option<chrono::NaiveDate>,
    /// The reasoner: "rules", or the model's name.
    pub model: String,
    pub search: SearchMode,
    /// True while this is changing: a model is being fetched, or texts are being embedded.
    pub search_changes: bool,
    pub communications: i64,
    pub cases: i64,
    pub customers: i64,
    pub examples: Vec<String>,
    /// Addresses of pages that the user may open and that have content.
    #[serde(default)]
    pub pages: Vec<String>,
    /// Remote hosts that are sent unencrypted data; only for admins.
    #[serde(default)]
    pub plain_hosts: Vec<String>,
    /// What setting the desk up takes, and what is done; only for admins.
    #[serde(default)]
    pub setup: Vec<SetupStep>,
}

/// A step of setting the desk up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SetupStep {
    pub what: SetupTask,
    pub done: bool,
}

text_enum! {
    /// What a new desk needs, in this order.
    SetupTask {
        /// An account of an admin: until then, whoever is at this machine is one.
        Admin = "admin",
        /// Own data, or that of the demo.
        Data = "data",
        /// A model that reasons; the rules do without.
        Model = "model",
        /// Somebody else's account.
        Colleague = "colleague",
    }
}

/// The current search method.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(not(target_family = "wasm"), serde(tag = "type"))]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum SearchMode {
    Keywords,
    /// By keywords while the model is fetched; megabytes.
    Fetching {
        done_mb: u64,
        all_mb: u64,
    },
    /// By keywords, because the model could not be fetched.
    NotFetched,
    /// By keywords, and by meaning in this percentage of the texts.
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
    /// A complete list.
    pub fn of(items: Vec<T>) -> Self {
        Self { total: i64::try_from(items.len()).unwrap_or(i64::MAX), items }
    }
}
