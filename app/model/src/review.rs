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
    /// Where an answer went wrong; keys 7 to 0 on the review page.
    Fault {
        /// The question was taken for another one.
        Reading = "reading",
        /// The wrong tool was called, or one was left out.
        Step = "step",
        /// A tool returned what is not so.
        Result = "result",
        /// What was found is right, and what the answer says of it is not.
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

/// A rating as it is kept: none is ever overwritten.
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

/// A rating as it comes in.
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

/// The same as it comes in.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewTurnRating {
    /// May be left out where the conversation has one turn.
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

/// What the person who asked says of an answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Feedback {
    pub run_id: String,
    #[cfg_attr(not(target_family = "wasm"), serde(flatten))]
    #[cfg_attr(target_family = "wasm", serde(rename = "*"))]
    pub rating: Rating,
}

/// Which sessions a reviewer wants to see (E-021, X-41). Empty fields do not filter.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ReviewFilter {
    /// Words in the question, the answer or a note.
    pub q: Option<String>,
    /// ISO days, both included, UTC.
    pub from: Option<chrono::NaiveDate>,
    pub to: Option<chrono::NaiveDate>,
    pub user_id: Option<String>,
    /// `active`, `completed`, `error`.
    pub status: Option<String>,
    /// `good`, `partly`, `bad` or `none`.
    pub rating: Option<String>,
    pub tool: Option<String>,
    /// Only sessions in which something failed.
    pub error: Option<bool>,
    pub min_tokens: Option<i64>,
    /// Only sessions with a question of these: a [`usage::By`] and what they have in common, `model:openai/gpt-4.1`.
    pub group: Option<String>,
    /// Only sessions with a question that such a [`usage::Number`] counts: `refused`.
    pub only: Option<String>,
    /// `newest` (default), `risk`, `oldest`, `slowest`; `queue` for a sample to rate, by risk and at random.
    pub sort: Option<String>,
    /// 1 to 200, 50 without.
    pub limit: Option<i64>,
    pub offset: Option<i64>,
}

impl ReviewFilter {
    /// How many filters are set, the search text, the order and the page aside.
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

/// A line in the list of sessions.
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
    /// Time of all its runs together, in milliseconds.
    pub duration_ms: i64,
    /// Claims in its answers, and those that lead to no record.
    pub claims: i64,
    pub unverified: i64,
    pub model: String,
    /// Questions that were not answered.
    pub refused: i64,
    /// Parts of questions that their answers do not cover.
    pub gaps: i64,
    /// Limits that were reached.
    pub limits: i64,
    /// Passages of results that look like instructions to a model.
    #[serde(default)]
    pub suspected: i64,
    /// Answers that the person who asked found bad.
    pub thumbs_down: i64,
    /// US dollars, as far as prices are known.
    pub cost_usd: f64,
    /// It was recorded with a model elsewhere, and came with the data.
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
    /// What the person who asked says of the answers.
    pub feedback: Vec<Feedback>,
}

/// Found out by asking the model and its server.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ModelCheck {
    /// Whether it answers; true without a model, since the rules always do.
    pub works: bool,
    pub lines: Vec<CheckLine>,
}

/// One thing, in words.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CheckLine {
    /// "Calls tools", "Context" …
    pub what: String,
    /// Whether that is as it should be; nothing where it is neither good nor bad.
    pub good: Option<bool>,
    /// "yes", "131,072 tokens, as its server says".
    pub told: String,
}
