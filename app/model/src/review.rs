//! Review: finding sessions, reading them, rating their turns.

pub mod agreement;
pub mod calibration;
pub mod case;
pub mod correction;
pub mod metrics;
pub mod two_runs;
pub mod usage;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::run::Run;

text_enum! {
    /// A reviewer's verdict (E-014).
    Verdict { Good = "good", Partly = "partly", Bad = "bad" }
}

text_enum! {
    /// What went wrong in an answer; keys 7 to 0 on the review page.
    Fault {
        /// The question was misread.
        Reading = "reading",
        /// A wrong tool was called, or a call is missing.
        Step = "step",
        /// A tool's result is wrong.
        Result = "result",
        /// The result is right but misstated in the answer.
        Sentence = "sentence",
    }
}

text_enum! {
    /// Why an answer is bad; keys 1 to 6 on the review page.
    Reason {
        WrongFigure = "wrong figure", NotVerified = "not verified", MissingSource = "missing source",
        WrongScope = "wrong scope", Unclear = "unclear", TooSlow = "too slow",
    }
}

/// A stored rating; ratings are never overwritten.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Rating {
    pub verdict: Verdict,
    pub reasons: Vec<Reason>,
    pub note: Option<String>,
    pub by: String,
    /// UTC milliseconds.
    pub at: i64,
}

/// A rating to store.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewRating {
    pub rating: Verdict,
    #[serde(default)]
    pub note: Option<String>,
    #[serde(default)]
    pub reasons: Vec<Reason>,
}

/// A reviewer's rating of a turn.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TurnRating {
    pub run_id: String,
    #[cfg_attr(not(target_family = "wasm"), serde(flatten))]
    #[cfg_attr(target_family = "wasm", serde(rename = "*"))]
    pub rating: Rating,
    pub fault: Option<Fault>,
    /// The right answer, in the reviewer's words.
    pub correct: Option<String>,
}

/// A turn rating to store.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewTurnRating {
    /// Optional if the conversation has only one turn.
    #[serde(default)]
    pub run_id: Option<String>,
    pub rating: Verdict,
    #[serde(default)]
    pub note: Option<String>,
    #[serde(default)]
    pub reasons: Vec<Reason>,
    #[serde(default)]
    pub fault: Option<Fault>,
    #[serde(default)]
    pub correct: Option<String>,
}

/// Feedback on an answer by the person who asked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Feedback {
    pub run_id: String,
    #[cfg_attr(not(target_family = "wasm"), serde(flatten))]
    #[cfg_attr(target_family = "wasm", serde(rename = "*"))]
    pub rating: Rating,
}

/// A filter for sessions (E-021, X-41). Empty fields do not filter.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ReviewFilter {
    /// Words in the question, answer or a note.
    pub q: Option<String>,
    /// ISO days in UTC, inclusive.
    pub from: Option<chrono::NaiveDate>,
    pub to: Option<chrono::NaiveDate>,
    pub user_id: Option<String>,
    /// `active`, `completed`, `error`.
    pub status: Option<String>,
    /// `good`, `partly`, `bad` or `none`.
    pub rating: Option<String>,
    pub tool: Option<String>,
    /// Only sessions with a failure.
    pub error: Option<bool>,
    pub min_tokens: Option<i64>,
    /// Only sessions with a question in this group: a [`usage::By`] and its key, `model:openai/gpt-4.1`.
    pub group: Option<String>,
    /// Only sessions with a question counted by this [`usage::Number`]: `refused`.
    pub only: Option<String>,
    /// `newest` (default), `risk`, `oldest`, `slowest`; `queue` for a sample to rate, by risk and at random.
    pub sort: Option<String>,
    /// 1 to 200; default 50.
    pub limit: Option<i64>,
    pub offset: Option<i64>,
}

impl ReviewFilter {
    /// Number of filters set, not counting search text, order and page.
    pub fn set_count(&self) -> usize {
        [
            self.from.is_some(),
            self.to.is_some(),
            self.user_id.is_some(),
            self.status.is_some(),
            self.rating.is_some(),
            self.tool.is_some(),
            self.error == Some(true),
            self.min_tokens.is_some(),
            self.group.is_some(),
            self.only.is_some(),
        ]
        .into_iter()
        .filter(|set| *set)
        .count()
    }
}

/// An entry in the list of sessions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SessionItem {
    pub id: String,
    pub user_id: String,
    pub channel: String,
    pub started_at: i64,
    pub ended_at: Option<i64>,
    pub message_count: i64,
    /// `active`, `completed` or `error` (E-014).
    pub status: String,
    pub rating: Option<Verdict>,
    pub rating_note: Option<String>,
    /// The first question.
    pub question: String,
    pub runs: i64,
    pub tool_calls: i64,
    pub failed_calls: i64,
    pub tokens: i64,
    /// Total time of its runs, in milliseconds.
    pub duration_ms: i64,
    /// Claims in its answers, and those not backed by a record.
    pub claims: i64,
    pub unverified: i64,
    pub model: String,
    /// Unanswered questions.
    pub refused: i64,
    /// Parts of questions not covered by their answers.
    pub gaps: i64,
    /// Limits reached.
    pub limits: i64,
    /// Passages of results that look like instructions to a model.
    #[serde(default)]
    pub suspected: i64,
    /// Answers with a thumbs down from the person who asked.
    pub thumbs_down: i64,
    /// US dollars, as far as prices are known.
    pub cost_usd: f64,
    /// Recorded elsewhere with a model, and came with the data.
    #[serde(default)]
    pub recorded: bool,
    /// In the queue: whether the reviewer has rated it.
    #[serde(default)]
    pub done: bool,
}

/// A session with everything a reviewer needs (E-022).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SessionDetail {
    pub session: SessionItem,
    pub runs: Vec<Run>,
    /// Newest first.
    pub ratings: Vec<TurnRating>,
    /// Feedback by the person who asked.
    pub feedback: Vec<Feedback>,
}

/// The result of probing the model and its server.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ModelCheck {
    /// Whether it answers; true without a model, since rules always do.
    pub works: bool,
    pub lines: Vec<CheckLine>,
}

/// An event of a trial of settings; the last one is `finished` or `failed`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TrialEvent {
    Found(CheckLine),
    Finished { works: bool },
    Failed { detail: String },
}

/// One finding.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CheckLine {
    /// "Calls tools", "Context" …
    pub what: String,
    /// Whether it is good or bad; `None` if neither.
    pub good: Option<bool>,
    /// "yes", "131,072 tokens, as its server says".
    pub told: String,
}
