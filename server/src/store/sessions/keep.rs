//! What people do with a conversation: name it, pin it, share it to be read, delete it and take that back.

use app::model::session::Kept;

use super::{Db, Result, StoreError, reading, writing};

/// A change to a conversation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change<'a> {
    /// Its name; `None` goes back to its first question.
    Title(Option<&'a str>),
    Pinned(bool),
    /// The token that opens it to be read; `None` closes it.
    Share(Option<&'a str>),
    /// When it was deleted (UTC milliseconds).
    Deleted(i64),
}

/// How a conversation is kept.
///
/// # Errors
/// `NotFound` for an unknown or deleted one.
pub async fn kept(db: &Db, id: &str) -> Result<Kept> {
    let sql = "SELECT title, pinned, share_token FROM sessions WHERE id = $1 AND deleted_at IS NULL";
    let row: Option<(Option<String>, bool, Option<String>)> =
        reading!(db, pool => sqlx::query_as(sql).bind(id).fetch_optional(pool).await?);
    let (title, pinned, share) = row.ok_or_else(|| none(id))?;
    Ok(Kept { title, pinned, share })
}

/// Changes a conversation.
///
/// # Errors
/// `NotFound` for an unknown or deleted one.
pub async fn change(db: &Db, id: &str, change: Change<'_>) -> Result<()> {
    let set = match &change {
        Change::Title(_) => "title",
        Change::Pinned(_) => "pinned",
        Change::Share(_) => "share_token",
        Change::Deleted(_) => "deleted_at",
    };
    let sql = format!("UPDATE sessions SET {set} = $2 WHERE id = $1 AND deleted_at IS NULL");
    let changed = writing!(db, pool => {
        let query = sqlx::query(&sql).bind(id);
        let query = match change {
            Change::Title(text) | Change::Share(text) => query.bind(text),
            Change::Pinned(pinned) => query.bind(pinned),
            Change::Deleted(at) => query.bind(at),
        };
        query.execute(pool).await?.rows_affected()
    });
    if changed == 0 { Err(none(id)) } else { Ok(()) }
}

/// Takes back that a conversation was deleted.
///
/// # Errors
/// `NotFound` when it is not there any more.
pub async fn restore(db: &Db, id: &str) -> Result<()> {
    let sql = "UPDATE sessions SET deleted_at = NULL WHERE id = $1";
    let back = writing!(db, pool => sqlx::query(sql).bind(id).execute(pool).await?.rows_affected());
    if back == 0 { Err(none(id)) } else { Ok(()) }
}

/// Removes the rows of what was deleted before a time (UTC milliseconds); returns how many conversations that were.
pub async fn purge(db: &Db, before: i64) -> Result<u64> {
    let sql = "DELETE FROM sessions WHERE deleted_at < $1";
    Ok(writing!(db, pool => sqlx::query(sql).bind(before).execute(pool).await?.rows_affected()))
}

/// The conversation that a token opens.
///
/// # Errors
/// `NotFound` for a token that opens nothing (any more).
pub async fn shared(db: &Db, token: &str) -> Result<String> {
    let sql = "SELECT id FROM sessions WHERE share_token = $1 AND deleted_at IS NULL";
    let id: Option<String> = reading!(db, pool => sqlx::query_scalar(sql).bind(token).fetch_optional(pool).await?);
    id.ok_or_else(|| StoreError::NotFound("This link opens nothing. It was taken back, or it was cut off.".into()))
}

fn none(id: &str) -> StoreError {
    StoreError::NotFound(format!("There is no conversation {id}."))
}
