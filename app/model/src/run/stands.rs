//! Pseudonyms for personal data in what a model reads.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

text_enum! {
    /// What a pseudonym replaces.
    StandKind {
        /// A customer's name, or a name from a source whose policy keeps names.
        Customer = "customer",
        /// A customer's id, which may contain a name.
        Id = "id",
        /// A relationship manager or case worker.
        Staff = "staff",
        Email = "email",
        Phone = "phone",
        /// An IBAN, account or card number.
        Account = "account",
    }
}

impl StandKind {
    /// The prefix of its pseudonyms.
    pub const fn stem(self) -> &'static str {
        match self {
            Self::Customer => "Customer",
            Self::Id => "Id",
            Self::Staff => "Staff",
            Self::Email => "Email",
            Self::Phone => "Phone",
            Self::Account => "Account",
        }
    }

    const fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::Customer => ("customer name", "customer names"),
            Self::Id => ("customer id", "customer ids"),
            Self::Staff => ("staff name", "staff names"),
            Self::Email => ("e-mail address", "e-mail addresses"),
            Self::Phone => ("phone number", "phone numbers"),
            Self::Account => ("account number", "account numbers"),
        }
    }
}

/// A value that a model reads under a pseudonym.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct StandIn {
    pub kind: StandKind,
    /// The original value, which never leaves.
    pub value: String,
}

/// Counts by kind, e.g. "2 customer names and 1 e-mail address".
pub fn counted(stands: &[StandIn]) -> String {
    let parts: Vec<String> = StandKind::ALL
        .iter()
        .filter_map(|kind| match stands.iter().filter(|s| s.kind == *kind).count() {
            0 => None,
            1 => Some(format!("1 {}", kind.words().0)),
            n => Some(format!("{n} {}", kind.words().1)),
        })
        .collect();
    match parts.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => parts.concat(),
    }
}
