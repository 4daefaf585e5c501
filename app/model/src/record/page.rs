//! A record's page with its context; for a customer, also what is useful before a call. The tools compute its figures.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::sheet::CallSheet;
use super::{Case, CaseNote, Communication, Customer, Document};
use crate::chart::Chart;

/// Most rows per list on a record's page.
pub const PAGE_ROWS: u32 = 50;

/// A record as shown on its page.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(not(target_family = "wasm"), serde(tag = "kind"))]
#[serde(rename_all = "camelCase")]
pub enum Record {
    Communication {
        communication: Box<Communication>,
        customer: Option<Customer>,
        case: Option<Box<Case>>,
        /// The other messages of its case, or else the customer's messages around it. Oldest first.
        thread: Vec<Communication>,
    },
    Case {
        case: Box<Case>,
        customer: Option<Customer>,
        notes: Vec<CaseNote>,
        /// Oldest first, at most [`PAGE_ROWS`].
        messages: Vec<Communication>,
        /// Whether it missed its SLA by the last day of the data; `None` if unknown.
        breached: Option<bool>,
    },
    Document {
        document: Document,
    },
    Customer {
        customer: Customer,
        page: Box<CustomerPage>,
    },
}

/// A customer's page.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CustomerPage {
    pub communications: i64,
    pub cases: i64,
    pub health: Option<Health>,
    /// `None` without messages.
    pub sheet: Option<CallSheet>,
    /// Sentiment over the last twelve months.
    pub charts: Vec<Chart>,
    /// Newest first.
    pub messages: Vec<Communication>,
}

/// The state of the relationship, from `analyze_customer_health`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Health {
    /// 0 to 100; `None` without scored messages.
    #[serde(rename = "healthScore")]
    pub score: Option<f64>,
    /// "good", "moderate", "concerning".
    pub status: Option<String>,
    /// "improving", "stable", "declining"; `None` with fewer than twenty scored messages.
    pub trend: Option<String>,
    /// Means of the last ten scores and the ten before, from -1 to 1.
    pub last_mean: Option<f64>,
    pub previous_mean: Option<f64>,
    /// From -1 to 1.
    pub average_score: Option<f64>,
    pub judged: i64,
    pub open_cases: i64,
    pub overdue_cases: i64,
    pub breached_cases: i64,
    pub risk_factors: Vec<String>,
    pub positive_signals: Vec<String>,
    pub recommendations: Vec<String>,
    pub method: String,
}
