//! Approvals: what a tool that acts proposes, and what a person decides. Nothing here acts.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What would change if a person agrees: made without changing anything.
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
    /// `None` where there is nothing yet.
    pub before: Option<String>,
    /// `None` where nothing will be left.
    pub after: Option<String>,
}

impl FieldChange {
    /// A field of something that does not exist yet.
    pub fn new(field: &str, after: impl Into<String>) -> Self {
        Self { field: field.to_owned(), before: None, after: Some(after.into()) }
    }
}

text_enum! {
    /// What a person may say to a proposal.
    Decision { Approve = "approve", Edit = "edit", Reject = "reject" }
}

/// A person's answer to a proposal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Choice {
    pub decision: Decision,
    /// The arguments to act on instead; needed for `edit`, and for nothing else.
    #[serde(default)]
    pub args: Option<Value>,
    /// Kept with the decision, and told to whoever proposed it.
    #[serde(default)]
    pub note: Option<String>,
}

text_enum! {
    /// What came of a proposal, as [`RunEvent::ApprovalDecided`](super::run::RunEvent::ApprovalDecided) names it.
    Decided { Approved = "approved", Edited = "edited", Rejected = "rejected", Expired = "expired" }
}

impl Decided {
    /// True when the tool now acts.
    pub const fn acts(self) -> bool {
        matches!(self, Self::Approved | Self::Edited)
    }
}

text_enum! {
    /// Where an approval stands.
    ApprovalStatus {
        Waiting = "waiting", Approved = "approved", Rejected = "rejected", Expired = "expired",
        /// Approved, and begun at another server. Where it stays so, nobody knows how it ended.
        Begun = "begun",
        /// Approved, and carried out.
        Done = "done",
    }
}

/// A proposal that waits for a person.
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
