//! Sign-ins, by the hash of the cookie that proves them.

use model::account::Account;

use super::{Db, Result, Row, account_columns, reading, writing};

/// Stores a sign-in and updates its account's last sign-in. Times are UTC milliseconds.
pub async fn put(db: &Db, hash: &str, account_id: &str, now: i64, expires_at: i64) -> Result<()> {
    let sql = "INSERT INTO sign_ins (token_hash, account_id, created_at, expires_at) VALUES ($1, $2, $3, $4)";
    let seen = "UPDATE accounts SET signed_in_at = $2 WHERE id = $1";
    writing!(db, pool => {
        let mut tx = pool.begin().await?;
        let _ = sqlx::query(sql).bind(hash).bind(account_id).bind(now).bind(expires_at)
            .execute(&mut *tx).await?.rows_affected();
        let _ = sqlx::query(seen).bind(account_id).bind(now).execute(&mut *tx).await?.rows_affected();
        tx.commit().await?;
    });
    Ok(())
}

/// The account of an unexpired sign-in, unless disabled.
pub async fn account(db: &Db, hash: &str, now: i64) -> Result<Option<Account>> {
    let sql = concat!(
        "SELECT ",
        account_columns!(),
        " FROM sign_ins s JOIN accounts a ON a.id = s.account_id
        WHERE s.token_hash = $1 AND s.expires_at > $2 AND NOT a.disabled"
    );
    let row: Option<Row> = reading!(db, pool => sqlx::query_as(sql).bind(hash).bind(now).fetch_optional(pool).await?);
    Ok(row.and_then(Row::account))
}

/// Ends a sign-in.
pub async fn end(db: &Db, hash: &str) -> Result<()> {
    let sql = "DELETE FROM sign_ins WHERE token_hash = $1";
    let _ = writing!(db, pool => sqlx::query(sql).bind(hash).execute(pool).await?.rows_affected());
    Ok(())
}

/// Ends all sign-ins of an account except the one with hash `except`.
pub async fn end_all(db: &Db, account_id: &str, except: Option<&str>) -> Result<()> {
    // No hash is empty.
    let sql = "DELETE FROM sign_ins WHERE account_id = $1 AND token_hash <> $2";
    let except = except.unwrap_or_default();
    let _ = writing!(db, pool => sqlx::query(sql).bind(account_id).bind(except).execute(pool).await?.rows_affected());
    Ok(())
}

/// Removes expired sign-ins and invitations.
pub async fn sweep(db: &Db, now: i64) -> Result<()> {
    for sql in ["DELETE FROM sign_ins WHERE expires_at <= $1", "DELETE FROM invitations WHERE expires_at <= $1"] {
        let _ = writing!(db, pool => sqlx::query(sql).bind(now).execute(pool).await?.rows_affected());
    }
    Ok(())
}
