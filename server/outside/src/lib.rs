//! External tools: those of MCP servers, and operations of APIs with an OpenAPI description. The loop treats them like
//! built-in ones: their results are rows, and acting needs approval.
//!
//! `origins` keeps them as the settings say, also when these change; `mcp` maintains connections, `openapi` makes tools
//! from a description; `text`, `schema` and `result` clean external data, `reply` reads responses. Failures are reported
//! in the log, in `GET /health` and by `plumbline tools`, and affect nothing else. Deliberately not here: Plumbline as an
//! MCP server (`api::mcp`).

pub mod act;
pub mod mcp;
pub mod openapi;
mod origins;
pub mod reply;
pub mod result;
pub mod schema;
mod settings;
pub mod text;

use serde::Serialize;

pub use origins::Outside;
pub use settings::{ApiSettings, McpSettings, OutsideSettings, without_user};

use tools::{LiveRegistry, Origin, Tool};

/// Maximum number of tools per origin: more would be too many to choose from.
pub const MOST_TOOLS: usize = 128;

/// The status of an origin.
#[derive(Clone, Debug, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ServerStatus {
    pub name: String,
    /// "mcp" or "api".
    pub kind: &'static str,
    /// "connecting", "connected" or "unreachable"; for an API "read" or "unreadable"; "paused".
    pub state: &'static str,
    pub tools: usize,
    /// The last problem; empty if there was none.
    pub trouble: String,
    /// Omitted tools with reasons.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<String>,
    /// For a local program: whether the kernel hides the desk's files from it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub confined: Option<bool>,
    /// For a local program: whether the kernel keeps it from calling this desk.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub apart: Option<bool>,
}

/// A tool as its origin lists it, whether it is used or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// The origin's own name for it.
    pub name: String,
    pub description: String,
}

impl Listed {
    fn new(name: &str, words: &str) -> Self {
        Self { name: name.to_owned(), description: text::line(words, text::DESCRIPTION) }
    }
}

/// Registers tools; returns their number and those omitted beforehand. Names that are taken are the registry's concern.
fn put(shelf: &LiveRegistry, origin: Origin, mut tools: Vec<Tool>, mut left_out: Vec<String>) -> (usize, Vec<String>) {
    if tools.len() > MOST_TOOLS {
        left_out.push(format!("{} tools more than {MOST_TOOLS}", tools.len() - MOST_TOOLS));
        tools.truncate(MOST_TOOLS);
    }
    let (all, before) = (tools.len(), shelf.refused());
    shelf.put(origin.clone(), tools);
    for what in &left_out {
        tracing::warn!(%origin, what, "a tool is left out");
    }
    for refused in shelf.refused().iter().filter(|refused| !before.contains(refused)) {
        tracing::warn!("{refused}");
    }
    (all, left_out)
}
