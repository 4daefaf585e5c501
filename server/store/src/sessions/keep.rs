//! What people do with a conversation: name it, pin it, share it read-only, delete it and restore it.

use model::account::AuditEntry;
use model::session::Kept;

use super::super::audit::put_audit;
use super::{Db, Result, StoreError, reading, writing};

/// A change to a conversation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change<'a> {
    /// Its name; `None` restores the default, its first question.
    Title(Option<&'a str>),
    Pinned(bool),
    /// The run whose answer the owner of a pinned conversation last looked at.
    PinSeen(&'a str),
    /// The last change number of the data that its newest answer includes.
    PinKnows(i64),
    /// The hash of the token that opens it to be read, until a time (UTC milliseconds); `None` closes it.
    Share(Option<(&'a str, i64)>),
    /// When it was deleted (UTC milliseconds).
    Deleted(i64),
}

/// Name, pin and sharing of a conversation at a time (UTC milliseconds).
///
/// # Errors
/// `NotFound` for an unknown or deleted one.
pub async fn kept(db: &Db, id: &str, now: i64) -> Result<Kept> {
    let sql = "SELECT title, pinned, share_until FROM sessions WHERE id = $1 AND deleted_at IS NULL";
    let row: Option<(Option<String>, bool, Option<i64>)> =
        reading!(db, pool => sqlx::query_as(sql).bind(id).fetch_optional(pool).await?);
    let (title, pinned, until) = row.ok_or_else(|| none(id))?;
    Ok(Kept { title, pinned, shared_until: until.filter(|until| *until > now) })
}

/// For a pinned conversation: the last change number that its newest answer includes, and the run last looked at.
///
/// # Errors
/// `NotFound` for an unknown or deleted one.
pub async fn pin(db: &Db, id: &str) -> Result<(i64, Option<String>)> {
    let sql = "SELECT pin_change, pin_run FROM sessions WHERE id = $1 AND deleted_at IS NULL";
    let row = reading!(db, pool => sqlx::query_as(sql).bind(id).fetch_optional(pool).await?);
    row.ok_or_else(|| none(id))
}

/// Changes a conversation.
///
/// # Errors
/// `NotFound` for an unknown or deleted one.
pub async fn change(db: &Db, id: &str, change: Change<'_>) -> Result<()> {
    let set = match &change {
        Change::Title(_) => "title",
        Change::Pinned(_) => "pinned",
        Change::PinSeen(_) => "pin_run",
        Change::PinKnows(_) => "pin_change",
        Change::Share(_) => "share_until = $3, share_hash",
        Change::Deleted(_) => "deleted_at",
    };
    let sql = format!("UPDATE sessions SET {set} = $2 WHERE id = $1 AND deleted_at IS NULL");
    let changed = writing!(db, pool => {
        let query = sqlx::query(&sql).bind(id);
        let query = match change {
            Change::Title(text) => query.bind(text),
            Change::Share(link) => query.bind(link.map(|(hash, _)| hash)).bind(link.map(|(_, until)| until)),
            Change::Pinned(pinned) => query.bind(pinned),
            Change::PinSeen(run) => query.bind(run),
            Change::PinKnows(at) | Change::Deleted(at) => query.bind(at),
        };
        query.execute(pool).await?.rows_affected()
    });
    if changed == 0 { Err(none(id)) } else { Ok(()) }
}

/// Restores a deleted conversation.
///
/// # Errors
/// `NotFound` if it no longer exists.
pub async fn restore(db: &Db, id: &str) -> Result<()> {
    let sql = "UPDATE sessions SET deleted_at = NULL WHERE id = $1";
    let back = writing!(db, pool => sqlx::query(sql).bind(id).execute(pool).await?.rows_affected());
    if back == 0 { Err(none(id)) } else { Ok(()) }
}

/// Purges conversations deleted before a time (UTC milliseconds), writing the audit entry that `told` makes for each
/// id; returns how many.
pub async fn purge(db: &Db, before: i64, told: impl Fn(&str) -> AuditEntry) -> Result<usize> {
    let sql = "DELETE FROM sessions WHERE deleted_at < $1 RETURNING id";
    Ok(writing!(db, pool => {
        let mut tx = pool.begin().await?;
        let gone: Vec<String> = sqlx::query_scalar(sql).bind(before).fetch_all(&mut *tx).await?;
        for id in &gone {
            put_audit!(tx, &told(id));
        }
        tx.commit().await?;
        gone.len()
    }))
}

/// The owner of a conversation, deleted or not.
///
/// # Errors
/// `NotFound` for an unknown one.
pub async fn owner(db: &Db, id: &str) -> Result<String> {
    let sql = "SELECT user_id FROM sessions WHERE id = $1";
    let owner: Option<String> = reading!(db, pool => sqlx::query_scalar(sql).bind(id).fetch_optional(pool).await?);
    owner.ok_or_else(|| none(id))
}

/// A run's conversation and its owner; `None` for an unknown run.
pub async fn of_run(db: &Db, run_id: &str) -> Result<Option<(String, String)>> {
    let sql = "SELECT s.id, s.user_id FROM runs r JOIN sessions s ON s.id = r.session_id
        WHERE r.id = $1 AND s.deleted_at IS NULL";
    Ok(reading!(db, pool => sqlx::query_as(sql).bind(run_id).fetch_optional(pool).await?))
}

/// The conversation that the token of a hash opens at a time (UTC milliseconds).
///
/// # Errors
/// `NotFound` for one that opens nothing (any more).
pub async fn shared(db: &Db, hash: &str, now: i64) -> Result<String> {
    let sql = "SELECT id FROM sessions WHERE share_hash = $1 AND share_until > $2 AND deleted_at IS NULL";
    let id: Option<String> =
        reading!(db, pool => sqlx::query_scalar(sql).bind(hash).bind(now).fetch_optional(pool).await?);
    let why =
        "This link does not work. It was revoked, it has expired, or it is incomplete. Ask its sender for a new one.";
    id.ok_or_else(|| StoreError::NotFound(why.into()))
}

fn none(id: &str) -> StoreError {
    StoreError::NotFound(format!("There is no conversation {id}."))
}
