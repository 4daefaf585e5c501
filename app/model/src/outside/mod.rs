//! External tools as admins see them: MCP servers, APIs, their tools, and descriptions that wait to be accepted.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

text_enum! {
    /// The kind of an origin of tools.
    OriginKind {
        /// An MCP server.
        Mcp = "mcp",
        /// An API with an OpenAPI description.
        Api = "api",
    }
}

text_enum! {
    /// How a tool is used.
    #[schemars(rename = "OutsideToolUse")]
    ToolUse {
        /// It only reads, as an admin vouches: it is called without approval.
        Reads = "reads",
        /// A person approves each call.
        Acts = "acts",
        Off = "off",
    }
}

/// The origins of external tools.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct OutsidePage {
    pub origins: Vec<ToolOrigin>,
    /// Tools that are new or have changed, and wait to be accepted.
    pub waiting: Vec<WaitingVersion>,
    /// Why settings made on pages have no effect.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub problems: Vec<String>,
}

/// An MCP server or an API.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ToolOrigin {
    pub kind: OriginKind,
    pub name: String,
    /// Its address, program or file; empty for an uploaded description.
    pub place: String,
    /// "connecting", "connected" or "unreachable"; for an API "read" or "unreadable"; "paused".
    pub state: String,
    /// The last problem; empty if there was none.
    pub trouble: String,
    /// Omitted tools with reasons.
    pub left_out: Vec<String>,
    /// All tools that it lists; empty while it was never reached.
    pub tools: Vec<OriginTool>,
    /// The settings file declares it: it cannot be changed here.
    pub locked: bool,
    /// A person signs in to it.
    pub sign_in: bool,
}

/// A tool of an origin.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct OriginTool {
    /// The origin's own name for it.
    pub name: String,
    pub description: String,
    #[serde(rename = "use")]
    pub used: ToolUse,
}

/// A tool that waits to be accepted, compared with the accepted version.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct WaitingVersion {
    pub server: String,
    pub tool: String,
    /// Identifies this version.
    pub hash: String,
    /// An earlier version was accepted.
    pub changed: bool,
    pub lines: Vec<DiffLine>,
}

/// A line of a comparison.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DiffLine {
    pub change: LineChange,
    pub text: String,
}

text_enum! {
    /// What became of a line.
    LineChange { Same = "same", Added = "added", Removed = "removed" }
}

/// An origin to add.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NewOrigin {
    pub kind: OriginKind,
    /// At most 24 letters, digits and underscores; tool names begin with it.
    pub name: String,
    /// The address of an MCP server, or of an API's description.
    #[serde(default)]
    pub url: Option<String>,
    /// For an MCP server: sent as a bearer token.
    #[serde(default)]
    pub token: Option<String>,
    /// For an MCP server: the provider to which a person signs in.
    #[serde(default)]
    pub issuer: Option<String>,
    /// For an API: the description itself, instead of its address.
    #[serde(default)]
    pub description: Option<String>,
    /// For an API: its address; default: from its description.
    #[serde(default)]
    pub base_url: Option<String>,
    #[serde(default)]
    pub key: Option<String>,
    /// The header for the key; default: `Authorization` with `Bearer`.
    #[serde(default)]
    pub key_header: Option<String>,
}

/// A change of an origin that was added on the page; omitted fields stay.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct OriginChange {
    /// True to disconnect it for now.
    pub paused: Option<bool>,
    /// How tools are used, by the origin's names for them.
    pub tools: BTreeMap<String, ToolUse>,
}
