//! Reading the audit log: which lines are wanted, and a page of them.

use chrono::NaiveDate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Action, AuditEntry};

/// Lines of a page.
pub const AUDIT_PAGE: i64 = 50;

/// Which lines are wanted; what is not set bounds nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct AuditFilter {
    /// A name, in any case.
    pub who: Option<String>,
    pub action: Option<Action>,
    /// The beginning of what it is about: `run:`, `customer:cust-001`.
    pub what: Option<String>,
    /// Days in UTC, both included.
    pub from: Option<NaiveDate>,
    pub to: Option<NaiveDate>,
    /// How many lines come before the page; 0 without.
    pub offset: Option<i64>,
    /// Lines of the page, 1 to 200; 50 without.
    pub limit: Option<i64>,
}

/// A page of the log, newest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AuditPage {
    pub entries: Vec<AuditLine>,
    /// How many match in all.
    pub total: i64,
}

/// A line, and where it leads.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AuditLine {
    pub entry: AuditEntry,
    /// The page of what it is about, while that is there.
    pub href: Option<String>,
}
