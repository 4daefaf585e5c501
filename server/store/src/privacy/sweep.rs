//! Deletes expired data in small batches, so that other writers wait only briefly.

use super::super::changes::{commit_change, next_change};
use super::super::{Db, Result, reading, writing};
use super::{Kind, first_day};

/// Rows per transaction.
const BATCH_ROWS: i64 = 1_000;

/// Deletes at most 1,000 rows older than a time (UTC milliseconds); returns how many. Messages leave the notes that
/// search and columns follow, and are dated by their day; conversations are dated by their last message, and those that
/// came with the data stay.
pub async fn some(db: &Db, kind: Kind, before: i64) -> Result<u64> {
    let sql = match kind {
        Kind::Messages => return messages(db, before).await,
        Kind::Conversations => {
            "DELETE FROM sessions WHERE id IN (SELECT s.id FROM sessions s WHERE s.started_at < $1 AND s.recorded = 0
             AND NOT EXISTS (SELECT 1 FROM session_messages m WHERE m.session_id = s.id AND m.created_at >= $1)
             AND NOT EXISTS (SELECT 1 FROM isp_calls c WHERE c.session_id = s.id) ORDER BY s.started_at LIMIT $2)"
        }
        Kind::Sent => {
            "DELETE FROM sent WHERE (run_id, seq) IN (SELECT run_id, seq FROM sent WHERE at < $1 ORDER BY at LIMIT $2)"
        }
        Kind::Calls => {
            "DELETE FROM sessions WHERE id IN
             (SELECT session_id FROM isp_calls WHERE started_at < $1 ORDER BY started_at LIMIT $2)"
        }
    };
    Ok(writing!(db, pool => sqlx::query(sql).bind(before).bind(BATCH_ROWS).execute(pool).await?.rows_affected()))
}

async fn messages(db: &Db, before: i64) -> Result<u64> {
    const OLD: &str = "SELECT id FROM communications WHERE day < $1 ORDER BY day, id LIMIT $2";
    let note = format!(
        "INSERT INTO deletions (kind, record_id, change_no)
         SELECT 'communication', o.id, $3 FROM ({OLD}) AS o WHERE TRUE
         ON CONFLICT (kind, record_id) DO UPDATE SET change_no = excluded.change_no"
    );
    let delete = format!("DELETE FROM communications WHERE id IN ({OLD})");
    let (any, day) =
        ("SELECT COUNT(*) FROM (SELECT 1 FROM communications WHERE day < $1 LIMIT 1) AS o", first_day(before));
    let old: i64 = reading!(db, pool => sqlx::query_scalar(any).bind(&day).fetch_one(pool).await?);
    // Skip taking a change number, which would make every follower look for changes.
    if old == 0 {
        return Ok(0);
    }
    Ok(writing!(db, pool => {
        let mut tx = pool.begin().await?;
        let change = next_change!(tx);
        sqlx::query(&note).bind(&day).bind(BATCH_ROWS).bind(change).execute(&mut *tx).await?;
        let gone = sqlx::query(&delete).bind(&day).bind(BATCH_ROWS).execute(&mut *tx).await?.rows_affected();
        commit_change!(db, tx);
        gone
    }))
}
