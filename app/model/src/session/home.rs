//! The home page: what is due with the customers that the user sees, and where newcomers begin.

use chrono::NaiveDate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::ConversationItem;
use crate::answer::SourceKind;
use crate::run::figure::FigureAt;

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Home {
    /// Pinned questions.
    pub pins: Vec<Pin>,
    /// In display order, without empty lists.
    pub lists: Vec<HomeList>,
    /// Questions for somebody with a call ahead.
    pub questions: Vec<String>,
    /// The data sets: names of imports, "demo" for the made-up bank.
    pub sources: Vec<String>,
    /// Whether the user has not asked anything yet.
    pub newcomer: bool,
    /// Conversations that came with the data, for users who have not asked anything yet.
    pub recorded: Vec<ConversationItem>,
}

/// A pinned question with its newest answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Pin {
    pub session: String,
    pub question: String,
    /// The first paragraph of its answer.
    pub says: String,
    /// Its first figure as written, and the link to it.
    pub figure: Option<(String, FigureAt)>,
    /// The figure when its owner last looked, and when that answer was given (UTC milliseconds).
    pub before: Option<(String, i64)>,
    /// The change since then; `None` if unchanged.
    pub change: Option<f64>,
    /// The main contributions to the change, largest first.
    pub why: Vec<(String, i64)>,
}

/// Records that need attention.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct HomeList {
    pub kind: HomeListKind,
    /// Their number; only the first are listed.
    pub total: i64,
    /// The question that lists them all.
    pub all: Option<String>,
    pub rows: Vec<HomeRow>,
}

/// The common reason of a list's records.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(not(target_family = "wasm"), serde(tag = "type"))]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum HomeListKind {
    /// Cases that are late or due soon.
    Due,
    /// Customers whose recent messages are more negative than before.
    MoodFell,
    /// Customers who wrote since the last visit, or in the last week of the data.
    Wrote { since: NaiveDate },
    /// Promises that customers mention and still wait for.
    Promised,
}

/// Why a record is in its list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(not(target_family = "wasm"), serde(tag = "type"))]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum HomeMark {
    /// A case's deadline; one of the two is known.
    Deadline { days_overdue: Option<i64>, days_left: Option<i64> },
    /// Mean scores of this many messages and of as many before, from -1 to 1.
    Mood { messages: i64, now: f64, before: f64 },
    /// The day named in the promise.
    PromisedBy { date: NaiveDate },
    /// When it was written.
    Written { date: NaiveDate },
}

/// A record to open in the side panel, and the question about its customer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct HomeRow {
    pub kind: SourceKind,
    pub id: String,
    pub customer: String,
    /// Untrusted if written by a customer; empty for a customer.
    pub text: String,
    pub mark: HomeMark,
    pub late: bool,
    pub question: String,
}
