//! How much is asked, how it is answered and what that takes: numbers by day, model, strategy, skill or person.

use chrono::NaiveDate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::calibration::Calibration;

text_enum! {
    /// By what questions are counted apart.
    By { Day = "day", Model = "model", Strategy = "strategy", Skill = "skill", Person = "person" }
}

text_enum! {
    /// A number of some questions.
    Number {
        Questions = "questions", Answered = "answered", Refused = "refused", Warned = "warned", Failed = "failed",
        ThumbsUp = "thumbs up", ThumbsDown = "thumbs down", Good = "rated good", Bad = "rated bad",
        FirstHalf = "first word, p50", FirstMost = "first word, p95", Half = "answer, p50", Most = "answer, p95",
        Tokens = "tokens", Cost = "cost", Calls = "tool calls", CallErrors = "tool errors",
    }
}

/// Which questions: those of conversations that began on these days, UTC, both included.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct UsageFilter {
    /// 29 days before the last one without.
    pub from: Option<NaiveDate>,
    /// Today without.
    pub to: Option<NaiveDate>,
    /// By day without.
    pub by: Option<By>,
}

/// The numbers of questions that have something in common.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct UsageRow {
    /// The day, the model … that they have in common; empty where it is not known.
    pub key: String,
    /// One for each of [`Number::ALL`]; times in milliseconds, US dollars. Absent where there is nothing to measure.
    pub numbers: Vec<Option<f64>>,
}

impl UsageRow {
    pub fn number(&self, number: Number) -> Option<f64> {
        let at = Number::ALL.iter().position(|known| *known == number)?;
        self.numbers.get(at).copied().flatten()
    }
}

/// What somebody has used of the limits of today.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Budget {
    pub person: String,
    pub tokens: i64,
    pub cost_usd: f64,
}

/// All of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Usage {
    pub from: NaiveDate,
    pub to: NaiveDate,
    pub by: By,
    /// Of all questions together.
    pub all: UsageRow,
    pub days: Vec<UsageRow>,
    pub rows: Vec<UsageRow>,
    /// Of everybody who has asked today.
    pub budgets: Vec<Budget>,
    /// The limits of a person's day; 0 for none.
    pub day_tokens: u64,
    pub day_cost_usd: f64,
    pub calibration: Calibration,
}
