//! What accounts are asked for and give, the same over REST and on the pages.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{ApiToken, DataAccess, Role, TokenUse};

/// Whom a link lets in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "Invite")]
pub struct NewAccount {
    /// Whoever joins chooses it where it is not said; the name of an account gives that account a new password.
    pub name: Option<String>,
    pub role: Role,
    /// Nobody's customers, unless it says whose.
    #[serde(default)]
    pub sees: DataAccess,
}

/// A token to make.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NewToken {
    /// 1 to 60 characters.
    pub name: String,
    pub may: TokenUse,
    /// 1 to 365.
    #[serde(default = "thirty")]
    pub days: u32,
}

const fn thirty() -> u32 {
    30
}

/// A token that was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Issued")]
pub struct IssuedToken {
    #[cfg_attr(not(target_family = "wasm"), serde(flatten))]
    #[cfg_attr(target_family = "wasm", serde(rename = "*"))]
    pub token: ApiToken,
    /// The token itself: it is shown this once.
    pub secret: String,
}

/// What customers of the data are told apart by, in alphabetical order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BookValues {
    pub managers: Vec<String>,
    pub segments: Vec<String>,
    pub regions: Vec<String>,
}

/// How one signs in here.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SignInWays {
    /// False while there is no account.
    pub any_account: bool,
    /// What the firm's own sign-in is called, where it is set up.
    pub provider: Option<String>,
}

/// What a link that invites gives.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Invited {
    /// None lets whoever joins choose.
    pub name: Option<String>,
    pub role: Role,
}
