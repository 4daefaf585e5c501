//! Change numbers. Every batch of writes to searchable records takes the next number in its transaction, so a reader
//! that has seen number n has seen everything up to n; search relies on it.

mod follow;
mod pages;

use chrono::NaiveDate;

use super::{Db, Result, reading};

pub use follow::{Progress, follow};
pub use pages::{Cursor, cases, cases_of_changed_customers, communications, next_document, of_changed_customers};

/// The last change number, 0 for an empty store; changes by other processes may be missing for up to 50 ms.
pub async fn latest(db: &Db) -> Result<i64> {
    let sql = "SELECT value FROM counters WHERE name = 'change'";
    db.known().change.get(async { Ok(reading!(db, pool => sqlx::query_scalar(sql).fetch_one(pool).await?)) }).await
}

/// Takes the next number. This should be the first statement of the transaction `$tx`, so that it holds the write lock
/// from the start.
macro_rules! next_change {
    ($tx:expr) => {
        sqlx::query_scalar::<_, i64>("UPDATE counters SET value = value + 1 WHERE name = 'change' RETURNING value")
            .fetch_one(&mut *$tx)
            .await?
    };
}

/// Commits `$tx`, which took a number, and makes the change visible to this process at once.
macro_rules! commit_change {
    ($db:expr, $tx:expr) => {{
        $tx.commit().await?;
        $db.known().change.changed();
    }};
}
pub(crate) use {commit_change, next_change};

/// The last day of the data over all archive data sets; `None` for an empty store.
pub async fn last_day(db: &Db) -> Result<Option<NaiveDate>> {
    let sql = "SELECT MAX(last_day) FROM datasets";
    let text: Option<String> = reading!(db, pool => sqlx::query_scalar(sql).fetch_one(pool).await?);
    Ok(text.and_then(|t| t.parse().ok()))
}

/// How many communications and documents changed after a change number.
pub async fn pending(db: &Db, after: i64) -> Result<u64> {
    let sql = "SELECT (SELECT COUNT(*) FROM communications WHERE change_no > $1)
        + (SELECT COUNT(*) FROM documents WHERE change_no > $1)";
    let count: i64 = reading!(db, pool => sqlx::query_scalar(sql).bind(after).fetch_one(pool).await?);
    Ok(u64::try_from(count).unwrap_or(0))
}

/// Kind and id of records deleted after a change number.
pub async fn deleted(db: &Db, after: i64) -> Result<Vec<(String, String)>> {
    let sql = "SELECT kind, record_id FROM deletions WHERE change_no > $1 ORDER BY change_no, record_id";
    Ok(reading!(db, pool => sqlx::query_as(sql).bind(after).fetch_all(pool).await?))
}

/// Deletes a data set in one transaction: its records, recorded conversations that came with it, its notes for search
/// and columns, and what belonged to these records alone. Customers referenced by other data sets stay.
pub async fn remove_source(db: &Db, source: &str) -> Result<()> {
    const RECORDS: [(&str, &str); 3] = [
        ("communication", "communications WHERE source = $1"),
        ("case", "cases WHERE source = $1"),
        ("document", "documents WHERE source = $1"),
    ];
    const ALONE: [&str; 4] = [
        "DELETE FROM customers WHERE source = $1 AND id NOT IN (SELECT customer_id FROM communications)
            AND id NOT IN (SELECT customer_id FROM cases)",
        "DELETE FROM products WHERE $1 <> '' AND name NOT IN (SELECT product FROM communications WHERE product IS NOT NULL)
            AND name NOT IN (SELECT product FROM cases WHERE product IS NOT NULL)
            AND name NOT IN (SELECT product FROM documents WHERE product IS NOT NULL)",
        "DELETE FROM sentiment_methods WHERE source = $1",
        "DELETE FROM datasets WHERE source = $1",
    ];
    super::writing!(db, pool => {
        let mut tx = pool.begin().await?;
        let change = next_change!(tx);
        for (kind, which) in RECORDS {
            let note = format!(
                "INSERT INTO deletions (kind, record_id, change_no) SELECT $2, id, $3 FROM {which}
                 ON CONFLICT (kind, record_id) DO UPDATE SET change_no = excluded.change_no");
            sqlx::query(&note).bind(source).bind(kind).bind(change).execute(&mut *tx).await?;
        }
        let notes = "DELETE FROM case_notes WHERE case_id IN (SELECT id FROM cases WHERE source = $1)";
        sqlx::query(notes).bind(source).execute(&mut *tx).await?;
        for (_, which) in RECORDS {
            sqlx::query(&format!("DELETE FROM {which}")).bind(source).execute(&mut *tx).await?;
        }
        // The demo's recorded conversations are about its records.
        let recorded = "DELETE FROM sessions WHERE recorded > 0 AND $1 = 'demo'";
        sqlx::query(recorded).bind(source).execute(&mut *tx).await?;
        for statement in ALONE {
            sqlx::query(statement).bind(source).execute(&mut *tx).await?;
        }
        commit_change!(db, tx);
        Ok(())
    })
}

/// Deletes a communication and leaves the note that search follows.
#[cfg(any(test, feature = "testing"))]
pub async fn delete_communication(db: &Db, id: &str) -> Result<()> {
    super::writing!(db, pool => {
        let mut tx = pool.begin().await?;
        let change = next_change!(tx);
        sqlx::query("DELETE FROM communications WHERE id = $1").bind(id).execute(&mut *tx).await?;
        let note = "INSERT INTO deletions (kind, record_id, change_no) VALUES ('communication', $1, $2)";
        sqlx::query(note).bind(id).bind(change).execute(&mut *tx).await?;
        commit_change!(db, tx);
        Ok(())
    })
}
