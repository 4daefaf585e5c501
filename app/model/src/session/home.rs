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
    /// The day from which messages are new: the last visit, or a week before the data ends.
    pub since: Option<NaiveDate>,
    /// What was pinned.
    pub pins: Vec<Pin>,
    /// In the order in which they are shown; a list with nothing in it is left out.
    pub lists: Vec<HomeList>,
    /// Questions of a person with a call.
    pub questions: Vec<String>,
    /// Whose data it is: "a made-up bank, to try the desk with".
    pub whose: String,
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
    pub title: String,
    /// How many there are; the first are listed.
    pub total: i64,
    /// The question that lists them all.
    pub all: Option<String>,
    pub rows: Vec<HomeRow>,
}

/// A record that opens beside, and the question about its customer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct HomeRow {
    pub kind: SourceKind,
    pub id: String,
    pub customer: String,
    /// Untrusted where a customer wrote it.
    pub text: String,
    /// "12 days overdue", "−0.62 after +0.10".
    pub mark: String,
    pub late: bool,
    pub question: String,
}
