//! What the desk remembers about individual people. Each can access only their own.

use model::session::taught::{Memory, MemoryKind};

use crate::rows::{self, or, row};
use crate::{Db, Result, StoreError, reading, writing};

/// Most memories per person.
const MOST: i64 = 200;

/// A person's memories.
pub async fn list(db: &Db, person: &str) -> Result<Vec<Memory>> {
    let sql = "SELECT id, kind, word, meaning, at FROM memory WHERE person = $1 ORDER BY kind, at, id";
    Ok(rows::all(reading!(db, pool => sqlx::query_as(sql).bind(person).fetch_all(pool).await?)))
}

/// All ids with their texts, of all people: to find those that name somebody.
pub async fn texts(db: &Db) -> Result<Vec<(String, String)>> {
    let sql = "SELECT id, word || ' ' || meaning FROM memory";
    Ok(reading!(db, pool => sqlx::query_as(sql).fetch_all(pool).await?))
}

/// Stores a memory in the transaction `$tx`, replacing the word's previous meaning.
macro_rules! put_memory {
    ($tx:expr, $person:expr, $new:expr) => {{
        let new: &model::session::taught::Memory = $new;
        let sql = "INSERT INTO memory (id, person, kind, word, meaning, at) VALUES ($1, $2, $3, $4, $5, $6)
            ON CONFLICT (person, kind, word) DO UPDATE SET meaning = excluded.meaning, at = excluded.at";
        sqlx::query(sql)
            .bind(&new.id)
            .bind($person)
            .bind(new.kind.as_str())
            .bind(&new.word)
            .bind(&new.meaning)
            .bind(new.at)
            .execute(&mut *$tx)
            .await?;
    }};
}
pub(crate) use put_memory;

/// Stores a memory.
///
/// # Errors
/// `Conflict` if the person has reached the maximum.
pub async fn keep(db: &Db, person: &str, new: &Memory) -> Result<()> {
    let sql = "SELECT COUNT(*) FROM memory WHERE person = $1";
    let many: i64 = reading!(db, pool => sqlx::query_scalar(sql).bind(person).fetch_one(pool).await?);
    if many >= MOST {
        return Err(StoreError::Conflict(format!("{MOST} things are remembered already. Delete one first.")));
    }
    writing!(db, pool => {
        let mut tx = pool.begin().await?;
        put_memory!(tx, person, new);
        tx.commit().await?;
    });
    Ok(())
}

/// Deletes a person's memory.
///
/// # Errors
/// `NotFound` if it is not theirs.
pub async fn forget(db: &Db, person: &str, id: &str) -> Result<()> {
    let sql = "DELETE FROM memory WHERE id = $1 AND person = $2";
    let gone = writing!(db, pool => sqlx::query(sql).bind(id).bind(person).execute(pool).await?.rows_affected());
    if gone == 0 {
        return Err(StoreError::NotFound("This is not remembered any more.".into()));
    }
    Ok(())
}

row! { Memory { id, kind = or(MemoryKind::Name), word, meaning, at } }
