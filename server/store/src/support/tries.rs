//! Verification attempts, counted across calls: each is stored before it is checked, so that simultaneous ones all
//! count, and removed if it was right.

use crate::{Db, Result, writing};

/// An attempt; its id is the tool call's.
#[derive(Clone, Copy, Debug)]
pub struct Try<'a> {
    pub id: &'a str,
    pub session_id: &'a str,
    /// Normalised.
    pub phone: &'a str,
    /// As spoken.
    pub account: &'a str,
    /// UTC milliseconds.
    pub now: i64,
}

/// Stores an attempt. Returns the number since `from` including this one, by the caller or on the account, whichever is
/// larger. Older ones are deleted.
pub async fn add(db: &Db, one: Try<'_>, from: i64) -> Result<i64> {
    let insert = "INSERT INTO isp_tries (id, session_id, phone, account, at) VALUES ($1, $2, $3, $4, $5)
        ON CONFLICT (id) DO NOTHING";
    let count =
        "SELECT COUNT(*) FROM isp_tries WHERE phone = $1 UNION ALL SELECT COUNT(*) FROM isp_tries WHERE account = $2";
    let Try { id, session_id, phone, account, now } = one;
    let counts: Vec<i64> = writing!(db, pool => {
        sqlx::query("DELETE FROM isp_tries WHERE at < $1").bind(from).execute(pool).await?;
        sqlx::query(insert).bind(id).bind(session_id).bind(phone).bind(account).bind(now).execute(pool).await?;
        sqlx::query_scalar(count).bind(phone).bind(account).fetch_all(pool).await?
    });
    Ok(counts.into_iter().max().unwrap_or_default())
}

/// Removes an attempt that was right or was never made.
pub async fn take_back(db: &Db, id: &str) -> Result<()> {
    writing!(db, pool => {
        sqlx::query("DELETE FROM isp_tries WHERE id = $1").bind(id).execute(pool).await?;
    });
    Ok(())
}
