//! Accounts that sign in at the firm's identity provider: the provider's id of each session, the time at which it
//! reported a sign-out, and which of its sign-out tokens were already used. Times are UTC milliseconds.

use super::{Db, Result, reading, writing};

/// Stores the provider's session id of a sign-in.
pub async fn note_session(db: &Db, hash: &str, sid: &str) -> Result<()> {
    let sql = "UPDATE sign_ins SET sid = $2 WHERE token_hash = $1";
    let _ = writing!(db, pool => sqlx::query(sql).bind(hash).bind(sid).execute(pool).await?.rows_affected());
    Ok(())
}

/// The id of the account that is signed in with this provider session.
pub async fn of_session(db: &Db, sid: &str) -> Result<Option<String>> {
    let sql = "SELECT s.account_id FROM sign_ins s JOIN accounts a ON a.id = s.account_id
        WHERE s.sid = $1 AND a.subject IS NOT NULL LIMIT 1";
    Ok(reading!(db, pool => sqlx::query_scalar(sql).bind(sid).fetch_optional(pool).await?))
}

/// Uses up a sign-out token; false if it was already used.
pub async fn take(db: &Db, hash: &str, now: i64, expires_at: i64) -> Result<bool> {
    let old = "DELETE FROM logout_tokens WHERE expires_at <= $1";
    let sql = "INSERT INTO logout_tokens (token_hash, expires_at) VALUES ($1, $2) ON CONFLICT DO NOTHING";
    let made = writing!(db, pool => {
        let _ = sqlx::query(old).bind(now).execute(pool).await?.rows_affected();
        sqlx::query(sql).bind(hash).bind(expires_at).execute(pool).await?.rows_affected()
    });
    Ok(made > 0)
}

/// Records that somebody has signed out at the provider: the account's API tokens are invalid until they sign in again.
pub async fn signed_out(db: &Db, account_id: &str, now: i64) -> Result<()> {
    let sql = "UPDATE accounts SET signed_out_at = $2 WHERE id = $1";
    let _ = writing!(db, pool => sqlx::query(sql).bind(account_id).bind(now).execute(pool).await?.rows_affected());
    Ok(())
}

/// Whether the provider's statement about an account is still valid: the account is not disabled, has signed in after
/// `since`, and has signed out neither after that nor after a token was `issued`.
pub async fn holds(db: &Db, account_id: &str, since: i64, issued: i64) -> Result<bool> {
    let sql = "SELECT EXISTS (SELECT 1 FROM accounts WHERE id = $1 AND NOT disabled AND signed_in_at > $2
        AND signed_in_at > signed_out_at AND signed_out_at <= $3)";
    Ok(reading!(db, pool => sqlx::query_scalar(sql).bind(account_id).bind(since).bind(issued).fetch_one(pool).await?))
}
