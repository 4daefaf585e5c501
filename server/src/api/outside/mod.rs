//! External tools for admins: their origins, and tools of MCP servers that wait to be accepted.

mod diff;
mod origins;

use model::account::{Action, Actor, AuditEntry};
use model::error::AppError;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Api;
use crate::store::{Db, pins};
use crate::world::World;

/// A tool that is new or has changed since it was accepted.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct WaitingTool {
    pub server: String,
    pub tool: String,
    /// Identifies the accepted version.
    pub hash: String,
    /// Title, description and schema, in the server's own words.
    pub description: String,
    /// An earlier version was accepted.
    pub changed: bool,
}

/// The tool to accept.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct AcceptedTool {
    pub tool: String,
    /// The hash as shown; a tool that has changed since is not accepted.
    pub hash: String,
}

impl Api {
    /// # Errors
    /// `Forbidden` without the admin role.
    pub async fn waiting_tools(&self) -> Result<Vec<WaitingTool>, AppError> {
        self.must_be_admin()?;
        Ok(waiting(&self.services.db).await?)
    }

    /// # Errors
    /// `Forbidden` without the admin role, `Conflict` if the tool has changed since.
    pub async fn accept_tool(&self, server: &str, accepted: &AcceptedTool) -> Result<(), AppError> {
        self.must_be_admin()?;
        let by = self.caller.actor(self.channel);
        accept(&self.services.db, &self.services.world, server, accepted, &by).await?;
        self.services.outside.accepted(server);
        Ok(())
    }
}

/// All waiting tools.
///
/// # Errors
/// Those of the store.
pub async fn waiting(db: &Db) -> crate::store::Result<Vec<WaitingTool>> {
    let shown = |one: pins::Waiting| {
        let pins::Waiting { server, tool, hash, description, changed, .. } = one;
        WaitingTool { server, tool, hash, description, changed }
    };
    Ok(pins::waiting(db).await?.into_iter().map(shown).collect())
}

/// Accepts a tool, and records it in the audit log.
///
/// # Errors
/// `Conflict` if the tool has changed since.
pub async fn accept(
    db: &Db,
    world: &World,
    server: &str,
    AcceptedTool { tool, hash }: &AcceptedTool,
    by: &Actor,
) -> crate::store::Result<()> {
    let (what, detail) = (format!("tool:{server}/{tool}"), format!("Accepted with the hash {hash}"));
    let entry = AuditEntry::new(world.id(), world.now(), by, Action::SettingsChanged, what, detail);
    pins::accept(db, server, tool, hash, &entry).await
}
