//! Reading the audit log: its filter and pages.

use chrono::NaiveDate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Action, AuditEntry};

/// Entries per page.
pub const AUDIT_PAGE: i64 = 50;

/// Filters entries; unset fields match everything.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct AuditFilter {
    /// An account name, case-insensitive.
    pub who: Option<String>,
    pub action: Option<Action>,
    /// Prefix of the subject: `run:`, `customer:cust-001`.
    pub what: Option<String>,
    /// Days in UTC, inclusive.
    pub from: Option<NaiveDate>,
    pub to: Option<NaiveDate>,
    /// Entries to skip; default 0.
    pub offset: Option<i64>,
    /// Entries per page, 1 to 200; default 50.
    pub limit: Option<i64>,
}

/// A page of the log, newest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AuditPage {
    pub entries: Vec<AuditLine>,
    /// Total number of matches.
    pub total: i64,
}

/// An entry and its link.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AuditLine {
    pub entry: AuditEntry,
    /// The page of its subject, while that exists.
    pub href: Option<String>,
}
