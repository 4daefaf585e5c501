//! External tools: those of MCP servers, and operations of APIs with an OpenAPI description. The loop treats them like
//! built-in ones: their results are rows, and acting needs approval.
//!
//! `mcp` maintains connections, `openapi` makes tools from a description; `text`, `schema` and `result` clean external
//! data, `reply` reads responses. Failures are reported in the log, in `GET /health` and by `plumbline tools`, and
//! affect nothing else. Deliberately not here: Plumbline as an MCP server (`api::mcp`).

pub mod act;
pub mod mcp;
pub mod openapi;
pub mod reply;
pub mod result;
pub mod schema;
mod settings;
pub mod text;

use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;
use tokio_util::sync::CancellationToken;

pub use settings::{ApiSettings, McpSettings, OutsideSettings};

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
    /// "connecting", "connected" or "unreachable"; for an API "read" or "unreadable".
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

/// All origins and their registry.
pub struct Outside {
    links: Vec<Arc<mcp::Link>>,
    apis: Vec<ServerStatus>,
    shelf: LiveRegistry,
}

impl Outside {
    /// Reads API descriptions; connections start with [`Outside::follow`].
    pub fn open(settings: &OutsideSettings, shelf: &LiveRegistry, db: &store::Db) -> Self {
        let link =
            |(name, server): (&String, &McpSettings)| mcp::Link::new(name, server.clone(), shelf.clone(), db.clone());
        let links = settings.mcp.iter().map(link);
        let apis = settings.api.iter().map(|(name, api)| read(name, api, shelf));
        Self { links: links.map(Arc::new).collect(), apis: apis.collect(), shelf: shelf.clone() }
    }

    /// Keeps programs started from now on from the desk's own port.
    pub fn keep_from(&self, port: u16) {
        self.links.iter().for_each(|link| link.keep_from(port));
    }

    /// Maintains the connections until `stop` fires.
    pub async fn follow(&self, stop: CancellationToken) {
        futures::future::join_all(self.links.iter().map(|link| link.clone().keep(stop.clone()))).await;
    }

    /// Waits until each server was tried once, or until the time limit.
    pub async fn tried(&self, within: Duration) {
        let all = futures::future::join_all(self.links.iter().map(|link| link.tried()));
        if tokio::time::timeout(within, all).await.is_err() {
            tracing::warn!("not every MCP server has answered yet; starting without them");
        }
    }

    /// Tools of a server were accepted and are now usable.
    pub fn accepted(&self, server: &str) {
        self.links.iter().for_each(|link| link.look_again(server));
    }

    pub fn standing(&self) -> Vec<ServerStatus> {
        // Only the registry knows which names are taken: a later origin may take one from another.
        let refused = self.shelf.refused();
        let with_refused = |mut place: ServerStatus| {
            let own = match place.kind {
                "mcp" => Origin::Mcp(place.name.clone()),
                _ => Origin::Api(place.name.clone()),
            };
            let left_out: Vec<String> = refused.iter().filter(|r| r.origin == own).map(ToString::to_string).collect();
            place.tools = place.tools.saturating_sub(left_out.len());
            place.left_out.extend(left_out);
            place
        };
        self.links.iter().map(|link| link.standing()).chain(self.apis.iter().cloned()).map(with_refused).collect()
    }
}

/// Reads a description and registers its tools.
fn read(name: &str, settings: &ApiSettings, shelf: &LiveRegistry) -> ServerStatus {
    let document =
        std::fs::read_to_string(&settings.file).map_err(|e| format!("{} cannot be read: {e}.", settings.file));
    let read = document.and_then(|document| openapi::tools(&document, name, settings));
    let (state, (tools, left_out), trouble) = match read {
        Ok(openapi::Described { tools, left_out }) => {
            ("read", put(shelf, Origin::Api(name.to_owned()), tools, left_out), String::new())
        }
        Err(trouble) => {
            tracing::error!(api = name, trouble, "an API gives no tools");
            ("unreadable", (0, Vec::new()), trouble)
        }
    };
    ServerStatus { name: name.into(), kind: "api", state, tools, trouble, left_out, confined: None, apart: None }
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
