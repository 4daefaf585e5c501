//! Corrected readings of questions. Each is deleted with its run.

use model::review::correction::Correction;

use super::{Db, Result, StoreError, reading, writing};
use crate::rows::{self, row};

/// All corrections, newest first.
pub async fn all(db: &Db) -> Result<Vec<Correction>> {
    let sql = "SELECT c.id, c.run_id, r.question, c.rows_text, c.made_by, c.made_at, c.agreed_by FROM corrections c
        JOIN runs r ON r.id = c.run_id ORDER BY c.made_at DESC, c.id DESC";
    Ok(rows::all(reading!(db, pool => sqlx::query_as(sql).fetch_all(pool).await?)))
}

/// Stores a correction that nobody has agreed to yet.
pub async fn keep(db: &Db, id: &str, run_id: &str, rows: &str, by: &str, now: i64) -> Result<()> {
    let sql = "INSERT INTO corrections (id, run_id, rows_text, made_by, made_at) VALUES ($1, $2, $3, $4, $5)";
    let _ = writing!(db, pool => sqlx::query(sql).bind(id).bind(run_id).bind(rows).bind(by).bind(now).execute(pool).await?
        .rows_affected());
    Ok(())
}

/// Agrees to a correction.
///
/// # Errors
/// `Conflict` if it does not exist, is already agreed to, or was made by the same person.
pub async fn agree(db: &Db, id: &str, by: &str) -> Result<()> {
    let sql = "UPDATE corrections SET agreed_by = $2 WHERE id = $1 AND agreed_by IS NULL AND made_by <> $2";
    let done = writing!(db, pool => sqlx::query(sql).bind(id).bind(by).execute(pool).await?.rows_affected());
    let why = "A correction needs the word of a second reviewer, once. Whoever made it cannot agree to it.";
    if done == 0 { Err(StoreError::Conflict(why.into())) } else { Ok(()) }
}

/// Deletes a correction.
///
/// # Errors
/// `NotFound` for an unknown id.
pub async fn delete(db: &Db, id: &str) -> Result<()> {
    let sql = "DELETE FROM corrections WHERE id = $1";
    let gone = writing!(db, pool => sqlx::query(sql).bind(id).execute(pool).await?.rows_affected());
    if gone == 0 { Err(StoreError::NotFound(format!("There is no correction {id}."))) } else { Ok(()) }
}

row! { Correction { id, run_id, question, rows @ "rows_text", made_by, made_at, agreed_by } }
