//! Browsers an account has signed in from with the right password, by the hash of the cookie that proves it. A device
//! grants no access: it only decides where failed password attempts are counted.

use super::{Db, Result, reading, writing};

/// Whether an account knows a device that was used after `since`. Times are UTC milliseconds.
pub async fn knows(db: &Db, account_id: &str, hash: &str, since: i64) -> Result<bool> {
    let sql = "SELECT EXISTS (SELECT 1 FROM devices WHERE token_hash = $1 AND account_id = $2 AND used_at > $3)";
    Ok(reading!(db, pool => sqlx::query_scalar(sql).bind(hash).bind(account_id).bind(since).fetch_one(pool).await?))
}

/// Records that a known device was used; false if the account does not know it.
pub async fn used(db: &Db, account_id: &str, hash: &str, since: i64, now: i64) -> Result<bool> {
    let sql = "UPDATE devices SET used_at = $4 WHERE token_hash = $1 AND account_id = $2 AND used_at > $3";
    let used = writing!(db, pool => sqlx::query(sql)
        .bind(hash).bind(account_id).bind(since).bind(now).execute(pool).await?.rows_affected());
    Ok(used > 0)
}

/// Stores a device. Beyond `most`, the least recently used ones are dropped.
pub async fn put(db: &Db, account_id: &str, hash: &str, now: i64, most: i64) -> Result<()> {
    let make_room = "DELETE FROM devices WHERE account_id = $1 AND token_hash NOT IN (
        SELECT token_hash FROM devices WHERE account_id = $1 ORDER BY used_at DESC, created_at DESC, token_hash LIMIT $2)";
    let sql = "INSERT INTO devices (token_hash, account_id, created_at, used_at) VALUES ($1, $2, $3, $3)";
    writing!(db, pool => {
        let mut tx = pool.begin().await?;
        let _ = sqlx::query(make_room).bind(account_id).bind(most - 1).execute(&mut *tx).await?.rows_affected();
        let _ = sqlx::query(sql).bind(hash).bind(account_id).bind(now).execute(&mut *tx).await?.rows_affected();
        tx.commit().await?;
    });
    Ok(())
}

/// Forgets all devices of an account.
pub async fn forget_all(db: &Db, account_id: &str) -> Result<()> {
    let sql = "DELETE FROM devices WHERE account_id = $1";
    let _ = writing!(db, pool => sqlx::query(sql).bind(account_id).execute(pool).await?.rows_affected());
    Ok(())
}

/// Removes devices not used after `since`.
pub async fn sweep(db: &Db, since: i64) -> Result<()> {
    let sql = "DELETE FROM devices WHERE used_at <= $1";
    let _ = writing!(db, pool => sqlx::query(sql).bind(since).execute(pool).await?.rows_affected());
    Ok(())
}
