//! Accepted tools of MCP servers, by the hash of their descriptions. What a server lists the first time counts as
//! accepted: whoever configured it has just chosen it.

use std::collections::BTreeSet;

use model::account::AuditEntry;
use sqlx::FromRow;

use super::audit::put_audit;
use super::{Db, Result, StoreError, reading, writing};

/// A tool as its server lists it.
#[derive(Clone, Debug)]
pub struct Pin {
    pub tool: String,
    pub hash: String,
    /// The hashed text, for the person who accepts it.
    pub description: String,
}

/// A tool that waits to be accepted.
#[derive(Clone, Debug, FromRow)]
pub struct Waiting {
    pub server: String,
    pub tool: String,
    pub hash: String,
    pub description: String,
    /// A different version was accepted before.
    pub changed: bool,
    /// The text of that version, if it is known.
    pub accepted_description: Option<String>,
}

/// Records what a server lists; returns the tools that are unchanged since accepted.
pub async fn seen(db: &Db, server: &str, listed: &[Pin]) -> Result<BTreeSet<String>> {
    writing!(db, pool => {
        let mut tx = pool.begin().await?;
        let sql = "SELECT tool, accepted, seen FROM outside_tools WHERE server = $1";
        let known: Vec<(String, Option<String>, String)> =
            sqlx::query_as(sql).bind(server).fetch_all(&mut *tx).await?;
        let mut accepted = BTreeSet::new();
        for pin in listed {
            let row = known.iter().find(|(tool, ..)| *tool == pin.tool);
            let is_accepted = match row {
                Some((_, hash, _)) => hash.as_ref() == Some(&pin.hash),
                None => known.is_empty(),
            };
            if is_accepted {
                accepted.insert(pin.tool.clone());
            }
            if row.is_some_and(|(_, _, seen)| *seen == pin.hash) {
                continue;
            }
            let sql = "INSERT INTO outside_tools (server, tool, accepted, seen, description, accepted_description)
                VALUES ($1, $2, $3, $4, $5, CASE WHEN $3 IS NULL THEN NULL ELSE $5 END)
                ON CONFLICT (server, tool) DO UPDATE SET seen = excluded.seen, description = excluded.description";
            sqlx::query(sql)
                .bind(server)
                .bind(&pin.tool)
                .bind(is_accepted.then_some(&pin.hash))
                .bind(&pin.hash)
                .bind(&pin.description)
                .execute(&mut *tx)
                .await?;
        }
        tx.commit().await?;
        Ok(accepted)
    })
}

/// All waiting tools.
pub async fn waiting(db: &Db) -> Result<Vec<Waiting>> {
    let sql = "SELECT server, tool, seen AS hash, description, accepted IS NOT NULL AS changed, accepted_description
        FROM outside_tools
        WHERE accepted IS NULL OR accepted <> seen ORDER BY server, tool";
    Ok(reading!(db, pool => sqlx::query_as(sql).fetch_all(pool).await?))
}

/// Accepts a tool in the version that somebody reviewed, together with its audit entry.
///
/// # Errors
/// `Conflict` if it has changed since, or is not waiting.
pub async fn accept(db: &Db, server: &str, tool: &str, hash: &str, entry: &AuditEntry) -> Result<()> {
    writing!(db, pool => {
        let mut tx = pool.begin().await?;
        let sql = "UPDATE outside_tools SET accepted = seen, accepted_description = description
            WHERE server = $1 AND tool = $2 AND seen = $3";
        let done = sqlx::query(sql).bind(server).bind(tool).bind(hash).execute(&mut *tx).await?.rows_affected();
        if done == 0 {
            let why = format!("{server} lists no tool {tool} with the hash {hash}. List the waiting tools again.");
            return Err(StoreError::Conflict(why));
        }
        put_audit!(&mut *tx, entry);
        tx.commit().await?;
        Ok(())
    })
}

/// Forgets a server's tools: what it lists when it is set up again counts as accepted.
pub async fn forget(db: &Db, server: &str) -> Result<()> {
    let sql = "DELETE FROM outside_tools WHERE server = $1";
    writing!(db, pool => { sqlx::query(sql).bind(server).execute(pool).await?; });
    Ok(())
}
