//! Requests and responses about accounts, shared by REST and the pages.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{ApiToken, DataAccess, Role, TokenUse};

/// An invitation link to create.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "Invite")]
pub struct NewAccount {
    /// Omitted: the invitee chooses it. An existing account's name: the link resets that account's password.
    pub name: Option<String>,
    pub role: Role,
    /// Default: no customers.
    #[serde(default)]
    pub sees: DataAccess,
}

/// An API token to create.
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

/// A created API token.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Issued")]
pub struct IssuedToken {
    #[cfg_attr(not(target_family = "wasm"), serde(flatten))]
    #[cfg_attr(target_family = "wasm", serde(rename = "*"))]
    pub token: ApiToken,
    /// The token itself, shown only once.
    pub secret: String,
}

/// The values by which data access can be granted, sorted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BookValues {
    pub managers: Vec<String>,
    pub segments: Vec<String>,
    pub regions: Vec<String>,
}

/// How to sign in.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SignInWays {
    /// False until the first account exists.
    pub any_account: bool,
    /// Display name of the single sign-on, if configured.
    pub provider: Option<String>,
}

/// What an invitation grants.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Invited {
    /// `None` lets the invitee choose.
    pub name: Option<String>,
    pub role: Role,
}
