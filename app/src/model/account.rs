//! Who may use the desk: accounts, what they may do, which customers they see, and what was written down of it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub mod forms;

text_enum! {
    /// What an account may do. Each may all that those before it may.
    Role {
        /// Asks, and keeps conversations of their own.
        Manager = "manager",
        /// Opens, rates and exports everybody's conversations, and teaches words.
        Reviewer = "reviewer",
        /// Keeps accounts, data and settings, and reads the audit log.
        Admin = "admin",
    }
}

text_enum! {
    /// What a token of the API may do, at most what its account may.
    TokenUse {
        /// Nothing that changes anything.
        Read = "read",
        /// All that a manager may.
        Ask = "ask",
        /// All that a reviewer may.
        Review = "review",
        /// All that an admin may.
        Admin = "admin",
    }
}

impl Role {
    /// "a manager", "an admin".
    pub const fn phrase(self) -> &'static str {
        match self {
            Self::Manager => "a manager",
            Self::Reviewer => "a reviewer",
            Self::Admin => "an admin",
        }
    }
}

/// Which customers somebody sees, with all that is theirs: messages, cases, notes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", tag = "which")]
pub enum Sees {
    /// Every customer.
    #[default]
    All,
    /// Those for whom one of the lists holds.
    Some(Book),
}

/// A customer belongs to it whose relationship manager, segment or region is on a list. Names as they are stored, in any
/// case. Empty lists hold nobody.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Book {
    pub managers: Vec<String>,
    pub segments: Vec<String>,
    pub regions: Vec<String>,
}

/// An account, without what proves it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Account {
    pub id: String,
    /// What it signs in with and what stands on what it does; lower case.
    pub name: String,
    pub role: Role,
    pub sees: Sees,
    pub disabled: bool,
    /// Has a password here; otherwise it signs in by the firm's own sign-in.
    pub has_password: bool,
    /// UTC milliseconds.
    pub created_at: i64,
    /// When it last signed in, UTC milliseconds.
    pub signed_in_at: Option<i64>,
}

/// A token of the API, without itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ApiToken {
    pub id: String,
    pub name: String,
    /// The name of its account.
    pub account: String,
    pub may: TokenUse,
    /// UTC milliseconds.
    pub created_at: i64,
    pub expires_at: i64,
    pub used_at: Option<i64>,
    pub revoked_at: Option<i64>,
}

/// Who is using the page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Me {
    pub name: String,
    pub role: Role,
    pub sees: Sees,
    /// False on this machine while there are no accounts: then whoever opens the page is "local".
    pub signed_in: bool,
    pub has_password: bool,
}

text_enum! {
    /// What is written down of what people do.
    Action {
        Asked = "asked",
        Opened = "opened",
        Exported = "exported",
        Shared = "shared",
        Rated = "rated",
        Decided = "decided",
        Taught = "taught",
        Deleted = "deleted",
        Imported = "imported",
        SignedIn = "signed_in",
        SignInFailed = "sign_in_failed",
        SignedOut = "signed_out",
        PasswordChanged = "password_changed",
        AccountChanged = "account_changed",
        TokenChanged = "token_changed",
        SettingsChanged = "settings_changed",
        /// Personal data was deleted, by hand or because it was kept long enough.
        Erased = "erased",
    }
}

/// One line of the audit log. It outlives what it is about, so it names things instead of pointing at them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AuditEntry {
    pub id: String,
    /// UTC milliseconds.
    pub at: i64,
    /// The account's name; "local" where there are none; "plumbline" for what happens by itself.
    pub who: String,
    pub action: Action,
    /// Kind and id, e.g. `conversation:0192…`, `account:ann`.
    pub what: String,
    /// In words, with no text of customers.
    pub detail: String,
    /// The address that the request came from, where there was one.
    pub address: Option<String>,
}
