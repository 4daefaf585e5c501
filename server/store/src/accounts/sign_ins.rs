//! Sign-ins, by the hash of the cookie that proves them.

use model::account::{Account, SignIn};
use sqlx::FromRow;

use super::{Db, Result, Row, StoreError, account_columns, reading, writing};
use crate::rows::{self, row};

/// How old the stored time of last use may be before it is updated, in milliseconds: reading writes at most once a
/// minute.
const LAST_USED_INTERVAL_MS: i64 = 60_000;

/// A sign-in to store. Times are UTC milliseconds.
#[derive(Clone, Debug)]
pub struct New<'a> {
    pub id: String,
    pub hash: String,
    pub account_id: &'a str,
    /// The browser in short, if it identifies itself.
    pub browser: Option<String>,
    pub now: i64,
    pub expires_at: i64,
}

/// Stores a sign-in, and the time at which its account last signed in.
pub async fn put(db: &Db, new: &New<'_>) -> Result<()> {
    let sql = "INSERT INTO sign_ins (token_hash, id, account_id, browser, created_at, used_at, expires_at)
        VALUES ($1, $2, $3, $4, $5, $5, $6)";
    let seen = "UPDATE accounts SET signed_in_at = $2 WHERE id = $1";
    writing!(db, pool => {
        let mut tx = pool.begin().await?;
        let _ = sqlx::query(sql).bind(&new.hash).bind(&new.id).bind(new.account_id).bind(&new.browser).bind(new.now)
            .bind(new.expires_at).execute(&mut *tx).await?.rows_affected();
        let _ = sqlx::query(seen).bind(new.account_id).bind(new.now).execute(&mut *tx).await?.rows_affected();
        tx.commit().await?;
    });
    Ok(())
}

/// The account of a sign-in, while the account is not disabled and the sign-in is neither expired nor idle for more
/// than `idle` milliseconds.
pub async fn account(db: &Db, hash: &str, now: i64, idle: i64) -> Result<Option<Account>> {
    Ok(held(db, hash, now, idle).await?.and_then(|held| held.account.account()))
}

/// Likewise for a person's own request: also records the use, to the minute.
pub async fn used_by(db: &Db, hash: &str, now: i64, idle: i64) -> Result<Option<Account>> {
    let Some(held) = held(db, hash, now, idle).await? else { return Ok(None) };
    // A full disk must not keep anybody from reading.
    if held.used_at + LAST_USED_INTERVAL_MS <= now
        && let Err(error) = note(db, hash, now).await
    {
        tracing::warn!(%error, "that a sign-in was used cannot be noted");
    }
    Ok(held.account.account())
}

async fn note(db: &Db, hash: &str, now: i64) -> Result<()> {
    let sql = "UPDATE sign_ins SET used_at = $2 WHERE token_hash = $1";
    let _ = writing!(db, pool => sqlx::query(sql).bind(hash).bind(now).execute(pool).await?.rows_affected());
    Ok(())
}

async fn held(db: &Db, hash: &str, now: i64, idle: i64) -> Result<Option<Held>> {
    let sql = concat!(
        "SELECT s.used_at, ",
        account_columns!(),
        " FROM sign_ins s JOIN accounts a ON a.id = s.account_id
        WHERE s.token_hash = $1 AND s.expires_at > $2 AND s.used_at > $3 AND NOT a.disabled"
    );
    Ok(reading!(db, pool => sqlx::query_as(sql).bind(hash).bind(now).bind(now - idle).fetch_optional(pool).await?))
}

/// The open sign-ins of an account, most recently used first; `here` is the hash of the one making the request.
pub async fn of_account(db: &Db, account_id: &str, here: &str, now: i64, idle: i64) -> Result<Vec<SignIn>> {
    let sql = "SELECT id, created_at, used_at, expires_at, browser, token_hash = $2 AS here FROM sign_ins
        WHERE account_id = $1 AND expires_at > $3 AND used_at > $4 ORDER BY used_at DESC, created_at DESC, id";
    Ok(rows::all(reading!(db, pool => sqlx::query_as(sql).bind(account_id).bind(here).bind(now)
        .bind(now - idle).fetch_all(pool).await?)))
}

/// Ends a sign-in.
pub async fn end(db: &Db, hash: &str) -> Result<()> {
    let sql = "DELETE FROM sign_ins WHERE token_hash = $1";
    let _ = writing!(db, pool => sqlx::query(sql).bind(hash).execute(pool).await?.rows_affected());
    Ok(())
}

/// Ends one sign-in of an account, by its id.
///
/// # Errors
/// `NotFound` if it does not exist or belongs to another account.
pub async fn end_one(db: &Db, account_id: &str, id: &str) -> Result<()> {
    let sql = "DELETE FROM sign_ins WHERE account_id = $1 AND id = $2";
    let gone = writing!(db, pool => sqlx::query(sql).bind(account_id).bind(id).execute(pool).await?.rows_affected());
    if gone == 0 { Err(StoreError::NotFound(format!("You have no open sign-in {id}."))) } else { Ok(()) }
}

/// Ends all sign-ins of an account except the one with the hash `except`.
pub async fn end_all(db: &Db, account_id: &str, except: Option<&str>) -> Result<()> {
    // The hash is never empty.
    let sql = "DELETE FROM sign_ins WHERE account_id = $1 AND token_hash <> $2";
    let except = except.unwrap_or_default();
    let _ = writing!(db, pool => sqlx::query(sql).bind(account_id).bind(except).execute(pool).await?.rows_affected());
    Ok(())
}

/// Removes expired sign-ins and invitations.
pub async fn sweep(db: &Db, now: i64, idle: i64) -> Result<()> {
    let sql = "DELETE FROM sign_ins WHERE expires_at <= $1 OR used_at <= $2";
    let links = "DELETE FROM invitations WHERE expires_at <= $1";
    writing!(db, pool => {
        let _ = sqlx::query(sql).bind(now).bind(now - idle).execute(pool).await?.rows_affected();
        let _ = sqlx::query(links).bind(now).execute(pool).await?.rows_affected();
    });
    Ok(())
}

#[derive(FromRow)]
struct Held {
    used_at: i64,
    #[sqlx(flatten)]
    account: Row,
}

row! { SignIn { id, created_at, used_at, expires_at, browser, here } }
