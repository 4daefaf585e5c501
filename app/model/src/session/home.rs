//! What the first page shows whoever opens it: what is due with the customers that they see, and where a newcomer begins.

use chrono::NaiveDate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::ConversationItem;
use crate::answer::SourceKind;
use crate::run::figure::FigureAt;

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Home {
    /// What was pinned.
    pub pins: Vec<Pin>,
    /// In the order in which they are shown; a list with nothing in it is left out.
    pub lists: Vec<HomeList>,
    /// Questions of a person with a call.
    pub questions: Vec<String>,
    /// Where the data comes from: the names of imports, "demo" for the bank that is made up.
    pub sources: Vec<String>,
    /// Whether the caller has asked nothing yet.
    pub newcomer: bool,
    /// Conversations that came with the data, for who has asked nothing yet.
    pub recorded: Vec<ConversationItem>,
}

/// A pinned question, as its newest answer has it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Pin {
    pub session: String,
    pub question: String,
    /// The first paragraph of its answer.
    pub says: String,
    /// The first figure of it, as it is written there, and where it leads.
    pub figure: Option<(String, FigureAt)>,
    /// What it was when its owner last looked, and when that answer was given (UTC milliseconds).
    pub before: Option<(String, i64)>,
    /// By how much it changed since; none where it did not.
    pub change: Option<f64>,
    /// What the change is about most, the largest part first.
    pub why: Vec<(String, i64)>,
}

/// Records that wait for somebody.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct HomeList {
    pub kind: HomeListKind,
    /// How many there are; the first are listed.
    pub total: i64,
    /// The question that lists them all.
    pub all: Option<String>,
    pub rows: Vec<HomeRow>,
}

/// What the records of a list have in common.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(not(target_family = "wasm"), serde(tag = "type"))]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum HomeListKind {
    /// Cases that are late or due soon.
    Due,
    /// Customers whose messages read worse lately than before.
    MoodFell,
    /// Customers who wrote since the last visit, or since a week before the data ends.
    Wrote { since: NaiveDate },
    /// What customers say they were promised, and still wait for.
    Promised,
}

/// Why a record stands in its list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(not(target_family = "wasm"), serde(tag = "type"))]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum HomeMark {
    /// A case's deadline; one of the two is known.
    Deadline { days_overdue: Option<i64>, days_left: Option<i64> },
    /// Mean scores of so many messages and of as many before, from -1 to 1.
    Mood { messages: i64, now: f64, before: f64 },
    /// The day that a promise names.
    PromisedBy { date: NaiveDate },
    /// When it was written.
    Written { date: NaiveDate },
}

/// A record that opens beside, and the question about its customer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct HomeRow {
    pub kind: SourceKind,
    pub id: String,
    pub customer: String,
    /// Untrusted where a customer wrote it; empty of a customer.
    pub text: String,
    pub mark: HomeMark,
    pub late: bool,
    pub question: String,
}
