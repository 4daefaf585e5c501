//! Taught words. Each change takes the next change number, so that every process reloads its names.

pub mod memory;

use model::session::taught::TaughtWord;

use super::changes::{commit_change, next_change};
use super::{Db, Result, StoreError, reading, writing};
use crate::rows::{self, Decoded, row};

const COLUMNS: &str = "id, word, meaning, taught_by, taught_at, run_id, revoked_by, revoked_at";

/// The words in use, oldest first.
pub async fn in_use(db: &Db) -> Result<Vec<TaughtWord>> {
    let sql = format!("SELECT {COLUMNS} FROM taught_words WHERE revoked_at IS NULL ORDER BY taught_at, id");
    Ok(rows::all(reading!(db, pool => sqlx::query_as(&sql).fetch_all(pool).await?)))
}

/// All words, newest first.
pub async fn all(db: &Db) -> Result<Vec<TaughtWord>> {
    let sql = format!("SELECT {COLUMNS} FROM taught_words ORDER BY taught_at DESC, id DESC");
    Ok(rows::all(reading!(db, pool => sqlx::query_as(&sql).fetch_all(pool).await?)))
}

/// Stores a word.
///
/// # Errors
/// `Conflict` if it is already in use.
pub async fn teach(db: &Db, new: &TaughtWord) -> Result<()> {
    let sql = "INSERT INTO taught_words (id, word, meaning, taught_by, taught_at, run_id)
        SELECT $1, $2, $3, $4, $5, $6
        WHERE NOT EXISTS (SELECT 1 FROM taught_words WHERE LOWER(word) = LOWER($2) AND revoked_at IS NULL)";
    writing!(db, pool => {
        let mut tx = pool.begin().await?;
        next_change!(tx);
        let kept = sqlx::query(sql).bind(&new.id).bind(&new.word).bind(&new.meaning).bind(&new.by).bind(new.at)
            .bind(&new.run_id).execute(&mut *tx).await?.rows_affected();
        if kept == 0 {
            return Err(StoreError::Conflict(format!("“{}” is taught already.", new.word)));
        }
        commit_change!(db, tx);
    });
    Ok(())
}

/// Revokes a word.
///
/// # Errors
/// `NotFound` for an unknown id, `Conflict` if already revoked.
pub async fn revoke(db: &Db, id: &str, by: &str, now: i64) -> Result<TaughtWord> {
    let end = "UPDATE taught_words SET revoked_by = $2, revoked_at = $3 WHERE id = $1 AND revoked_at IS NULL";
    let look = format!("SELECT {COLUMNS} FROM taught_words WHERE id = $1");
    Ok(writing!(db, pool => {
        let mut tx = pool.begin().await?;
        next_change!(tx);
        let ended = sqlx::query(end).bind(id).bind(by).bind(now).execute(&mut *tx).await?.rows_affected();
        let row: Option<Decoded<TaughtWord>> = sqlx::query_as(&look).bind(id).fetch_optional(&mut *tx).await?;
        let Decoded(row) = row.ok_or_else(|| StoreError::NotFound(format!("There is no taught word {id}.")))?;
        if ended == 0 {
            return Err(StoreError::Conflict(format!("“{}” was already revoked.", row.word)));
        }
        commit_change!(db, tx);
        row
    }))
}

row! { TaughtWord {
    id, word, meaning, by @ "taught_by", at @ "taught_at", run_id, revoked_by, revoked_at; own: false
} }
