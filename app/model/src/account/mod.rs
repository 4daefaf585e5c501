//! Accounts: their roles, which customers they see, and the audit log.

pub mod audit;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::locale::Locale;

pub mod forms;
mod name;

text_enum! {
    /// An account's role. Each includes the rights of those before it.
    #[schemars(rename = "AccountRole")]
    Role {
        /// Asks questions and keeps their own conversations.
        Manager = "manager",
        /// Opens, rates and exports everybody's conversations, and teaches words.
        Reviewer = "reviewer",
        /// Manages accounts, data and settings, and reads the audit log.
        Admin = "admin",
    }
}

text_enum! {
    /// What an API token permits, limited by its account's role.
    TokenUse {
        /// Nothing that changes anything.
        Read = "read",
        /// Everything a manager may do, except deciding approvals.
        Ask = "ask",
        /// Everything a reviewer may do.
        Review = "review",
        /// Everything an admin may do.
        Admin = "admin",
        /// Only creates panel tokens for other pages, in anybody's name. Created by admins.
        Embed = "embed",
        /// Only asks about one customer, in a panel on another page. Created with an embed token, valid for minutes.
        Panel = "panel",
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

/// Which customers somebody sees, with their messages, cases and notes. Default: none.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", tag = "which")]
pub enum DataAccess {
    /// Every customer.
    All,
    /// Customers matching any of the lists.
    Some(CustomerBook),
}

/// Matches customers by relationship manager, segment or region. Names as stored, case-insensitive. Empty lists match
/// nobody.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct CustomerBook {
    pub managers: Vec<String>,
    pub segments: Vec<String>,
    pub regions: Vec<String>,
    /// Restricts this to the customer with this id; without lists, of all customers: see [`DataAccess::narrowed`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub only: Option<String>,
}

/// An account, without its credentials.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Account {
    pub id: String,
    /// Its sign-in name, also shown on its actions; lower case.
    pub name: String,
    pub role: Role,
    pub sees: DataAccess,
    pub disabled: bool,
    /// Has a password here; otherwise it uses single sign-on.
    pub has_password: bool,
    /// UTC milliseconds.
    pub created_at: i64,
    /// Last sign-in, UTC milliseconds.
    pub signed_in_at: Option<i64>,
    /// Language of its pages; `None` follows the browser.
    pub language: Option<Locale>,
}

/// An API token, without its secret.
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

/// A browser in which somebody is signed in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SignIn {
    pub id: String,
    /// UTC milliseconds, all of them. The last use is noted to the minute.
    pub created_at: i64,
    pub used_at: i64,
    /// The latest end, even if used.
    pub expires_at: i64,
    /// In short, as it calls itself: "Firefox, Linux".
    pub browser: Option<String>,
    /// The one that sent this request.
    pub here: bool,
}

/// Who is using the page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Me {
    pub name: String,
    pub role: Role,
    pub sees: DataAccess,
    /// False on a local installation without accounts, where the user is "local".
    pub signed_in: bool,
    pub has_password: bool,
}

text_enum! {
    /// What the audit log records.
    #[schemars(rename = "AuditAction")]
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
        /// Personal data was deleted, manually or after its retention period.
        Erased = "erased",
        /// The database was restored from a backup.
        Restored = "restored",
        /// Somebody else's run was stopped.
        Stopped = "stopped",
    }
}

/// Who acts and how, for the audit log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Actor {
    /// The account's name; "local" without accounts; "plumbline" for automatic actions.
    pub who: String,
    /// The address of the request, if any.
    pub address: Option<String>,
    /// `web`, `api`, `mcp`, `openai` and the like, for requests.
    pub channel: Option<String>,
    /// The id of the token used, or "admin-token".
    pub token: Option<String>,
}

impl Actor {
    /// Somebody known only by name.
    pub fn named(who: impl Into<String>) -> Self {
        Self { who: who.into(), address: None, channel: None, token: None }
    }

    /// The program itself.
    pub fn itself() -> Self {
        Self::named("plumbline")
    }

    /// The same actor from an address.
    pub fn at(self, address: Option<String>) -> Self {
        Self { address, ..self }
    }
}

/// An entry of the audit log. It outlives its subject, so it has names instead of references.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AuditEntry {
    pub id: String,
    /// UTC milliseconds.
    pub at: i64,
    /// The account's name; "local" without accounts; "plumbline" for automatic actions.
    pub who: String,
    pub action: Action,
    /// Kind and id, e.g. `conversation:0192…`, `account:ann`.
    pub what: String,
    /// In words, without customers' texts.
    pub detail: String,
    /// The address of the request, if any.
    pub address: Option<String>,
    /// `web`, `api`, `mcp`, `openai` and the like.
    pub channel: Option<String>,
    /// The id of the token used, or "admin-token".
    pub token: Option<String>,
    /// Number of records read, for bulk reads.
    pub records: Option<i64>,
}

impl AuditEntry {
    /// An entry with the given `id` and `at`.
    pub fn new(id: String, at: i64, by: &Actor, action: Action, what: String, detail: String) -> Self {
        let Actor { who, address, channel, token } = by.clone();
        Self { id, at, who, action, what, detail, address, channel, token, records: None }
    }
}

/// The messages that pages show after a form was submitted, by the short code in their URL: `?said=` for success,
/// `?failed=` for an error.
pub const SAID: [(&str, &str); 25] = [
    ("signed-out", "You are signed out."),
    ("signed-out-everywhere", "You are signed out on every device."),
    ("password", "Your new password is set. Every other device is signed out."),
    ("ended", "This sign-in has ended. That browser has to sign in again."),
    ("revoked", "The token is revoked. It no longer works."),
    ("changed", "The account is changed."),
    (
        "wrong",
        "This name and password do not sign in. After five wrong passwords in a row none is tried for 30 seconds, then \
         longer, up to an hour. A browser that signed in before is counted apart. Wait and try again, use such a browser, \
         or ask an admin for a new link.",
    ),
    ("old", "The old password is not right. After five wrong ones in a row, wait 30 seconds and more."),
    ("short", "The password is too short. Use at least 12 characters."),
    ("long", "The password is too long. Use at most 200 characters."),
    ("same", "The password is the account's name. Choose another."),
    ("common", "Many people use this password, so it is guessed first. Use several words that do not belong together."),
    ("name", "A name has 2 to 60 letters, digits and the marks . _ - @ +, and begins with a letter or a digit."),
    (
        "letters",
        "This name has letters of several scripts, or only such as look like Latin ones. Write it in one script, so that \
         nobody takes it for another name.",
    ),
    ("taken", "This name is taken. Choose another."),
    ("link", "This link no longer works. It was used before, or it is older than a day. Ask an admin for a new one."),
    ("away", "The first account is made on the machine that Plumbline runs on. Open the link there."),
    ("first", "The first account is an admin's. Make that one first."),
    ("disabled", "This account is disabled. Ask an admin to enable it."),
    ("last-admin", "This is the last admin who can sign in. Make another admin first."),
    ("no-password", "This account has no password here. It signs in by the firm's own sign-in."),
    ("no-account", "There is no account here, and a token belongs to one. Make an account first."),
    ("days", "A token is valid for 1 to 365 days."),
    ("token-name", "Give the token a name of at most 60 characters."),
    ("failed", "That did not work. Check what you entered and try again."),
];

/// The message for a code; `None` for an unknown one.
pub fn message(code: &str) -> Option<&'static str> {
    SAID.iter().find(|(known, _)| *known == code).map(|(_, sentence)| *sentence)
}

/// Likewise for an error's detail.
pub fn message_text(code: &str) -> String {
    message(code).unwrap_or_default().to_owned()
}

/// The code of a message; "failed" for any other.
pub fn code_of(sentence: &str) -> &'static str {
    SAID.iter().find(|(_, known)| *known == sentence).map_or("failed", |(code, _)| *code)
}

impl Default for DataAccess {
    fn default() -> Self {
        Self::Some(CustomerBook::default())
    }
}

impl DataAccess {
    /// Restricts access to one customer by id. Narrowing an empty access stays empty.
    pub fn narrowed(self, customer: &str) -> Self {
        let only = Some(customer.to_owned());
        match self {
            Self::All => Self::Some(CustomerBook { only, ..CustomerBook::default() }),
            Self::Some(book) if book == CustomerBook::default() => Self::Some(book),
            Self::Some(book) if book.only.is_some() && book.only != only => Self::Some(CustomerBook::default()),
            Self::Some(book) => Self::Some(CustomerBook { only, ..book }),
        }
    }

    /// The phrase after "sees": "all customers", "the customers of: Sarah Lindqvist; segment retail", "no customers".
    pub fn in_words(&self) -> String {
        let Self::Some(book) = self else { return "all customers".to_owned() };
        let named = |noun: &str, names: &[String]| match names {
            [] => None,
            [one] => Some(format!("{noun} {one}")),
            many => Some(format!("{noun}s {}", many.join(", "))),
        };
        let managers = (!book.managers.is_empty()).then(|| book.managers.join(", "));
        let parts: Vec<String> = [managers, named("segment", &book.segments), named("region", &book.regions)]
            .into_iter()
            .flatten()
            .collect();
        match (&book.only, parts.is_empty()) {
            (Some(id), _) => format!("the customer {id}"),
            (None, true) => "no customers".to_owned(),
            (None, false) => format!("the customers of: {}", parts.join("; ")),
        }
    }
}

impl TokenUse {
    /// The highest role it permits, whatever its account's.
    pub const fn role(self) -> Role {
        match self {
            Self::Read | Self::Ask | Self::Panel => Role::Manager,
            Self::Review => Role::Reviewer,
            Self::Admin | Self::Embed => Role::Admin,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_is_said_once() {
        for (n, (code, sentence)) in SAID.iter().enumerate() {
            assert!(SAID.iter().skip(n + 1).all(|(other, said)| other != code && said != sentence), "{code}");
            assert_eq!((message(code), code_of(sentence)), (Some(*sentence), *code));
        }
        assert_eq!((message("?"), code_of("?")), (None, "failed"));
    }

    #[test]
    fn what_is_seen_is_said() {
        let book = CustomerBook {
            managers: vec!["A".into(), "B".into()],
            regions: vec!["North".into()],
            ..CustomerBook::default()
        };
        assert_eq!(DataAccess::Some(book).in_words(), "the customers of: A, B; region North");
        let one = DataAccess::All.narrowed("cust-1");
        assert_eq!(one.in_words(), "the customer cust-1");
        assert_eq!(one.narrowed("cust-2"), DataAccess::Some(CustomerBook::default()));
        assert_eq!(
            DataAccess::Some(CustomerBook::default()).narrowed("cust-1"),
            DataAccess::Some(CustomerBook::default())
        );
        assert_eq!(
            [DataAccess::All, DataAccess::Some(CustomerBook::default())].map(|s| s.in_words()),
            ["all customers", "no customers"]
        );
    }
}
