//! What the pages of accounts ask for and get.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{ApiToken, Role, Sees, TokenUse};

/// Somebody to invite.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewAccount {
    /// None lets whoever opens the link choose.
    pub name: Option<String>,
    pub role: Role,
    #[serde(default)]
    pub sees: Sees,
}

/// A token of the API to make.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewToken {
    pub name: String,
    pub may: TokenUse,
    /// For how long, 1 to 365.
    pub days: u32,
}

/// A token that was just made, with itself: nobody sees it again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct IssuedToken {
    pub token: ApiToken,
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
