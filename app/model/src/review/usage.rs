//! Question counts, outcomes and costs by day, model, strategy, skill or person.

use chrono::NaiveDate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::calibration::Calibration;

text_enum! {
    /// How to group questions.
    By { Day = "day", Model = "model", Strategy = "strategy", Skill = "skill", Person = "person" }
}

text_enum! {
    /// A metric of questions.
    Number {
        Questions = "questions", Answered = "answered", Refused = "refused", Warned = "warned", Failed = "failed",
        ThumbsUp = "thumbs up", ThumbsDown = "thumbs down", Good = "rated good", Bad = "rated bad",
        FirstHalf = "first word, p50", FirstMost = "first word, p95", Half = "answer, p50", Most = "answer, p95",
        Tokens = "tokens", Cached = "cached tokens", Cost = "cost", Calls = "tool calls", CallErrors = "tool errors",
    }
}

/// Questions of conversations that began on these days, UTC, inclusive.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct UsageFilter {
    /// Default: 29 days before the last day.
    pub from: Option<NaiveDate>,
    /// Default: today.
    pub to: Option<NaiveDate>,
    /// Default: by day.
    pub by: Option<By>,
}

/// The metrics of a group of questions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct UsageRow {
    /// The group's day, model …; empty if unknown.
    pub key: String,
    /// One per [`Number::ALL`]; times in milliseconds, US dollars. Absent if not measurable.
    pub numbers: Vec<Option<f64>>,
}

impl UsageRow {
    pub fn number(&self, number: Number) -> Option<f64> {
        let at = Number::ALL.iter().position(|known| *known == number)?;
        self.numbers.get(at).copied().flatten()
    }
}

/// A person's use of today's limits.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Budget {
    pub person: String,
    pub tokens: i64,
    pub cost_usd: f64,
}

/// The whole report.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Usage {
    pub from: NaiveDate,
    pub to: NaiveDate,
    pub by: By,
    /// All questions together.
    pub all: UsageRow,
    pub days: Vec<UsageRow>,
    pub rows: Vec<UsageRow>,
    /// Everybody who asked today.
    pub budgets: Vec<Budget>,
    /// Daily limits per person; 0 for none.
    pub day_tokens: u64,
    pub day_cost_usd: f64,
    pub calibration: Calibration,
}
