//! Approvals: the proposals of tools that act, and people's decisions. Nothing here acts.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What would change on approval; making it changes nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Proposal {
    /// "Open a case for Hartmann Logistik".
    pub title: String,
    /// Field by field, in reading order.
    pub changes: Vec<FieldChange>,
}

/// One field, before and after. The values may be customers' words: untrusted text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct FieldChange {
    pub field: String,
    /// `None` if it does not exist yet.
    pub before: Option<String>,
    /// `None` if it is removed.
    pub after: Option<String>,
}

impl FieldChange {
    /// A field of something that does not exist yet.
    pub fn new(field: &str, after: impl Into<String>) -> Self {
        Self { field: field.to_owned(), before: None, after: Some(after.into()) }
    }
}

text_enum! {
    /// A person's possible decisions on a proposal.
    Decision { Approve = "approve", Edit = "edit", Reject = "reject" }
}

/// A person's decision on a proposal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Choice {
    pub decision: Decision,
    /// Replacement arguments; required for `edit`, else not allowed.
    #[serde(default)]
    pub args: Option<Value>,
    /// Stored with the decision, and shown to whoever proposed it.
    #[serde(default)]
    pub note: Option<String>,
}

text_enum! {
    /// The outcome of a proposal, as in [`RunEvent::ApprovalDecided`](super::run::RunEvent::ApprovalDecided).
    Decided { Approved = "approved", Edited = "edited", Rejected = "rejected", Expired = "expired" }
}

impl Decided {
    /// Whether the tool now acts.
    pub const fn acts(self) -> bool {
        matches!(self, Self::Approved | Self::Edited)
    }
}

text_enum! {
    /// The status of an approval.
    ApprovalStatus {
        Waiting = "waiting", Approved = "approved", Rejected = "rejected", Expired = "expired",
        /// Approved, and started on another server. If it stays so, its outcome is unknown.
        Begun = "begun",
        /// Approved and carried out.
        Done = "done",
    }
}

/// A proposal waiting for a decision.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Waiting {
    pub approval: String,
    pub run_id: String,
    pub session_id: String,
    /// [`Proposal::title`].
    pub title: String,
    /// UTC milliseconds, both.
    pub asked_at: i64,
    pub expires_at: i64,
}
