//! Protection against password guessing: after some failures in a row, attempts are blocked for a while. Failures from
//! a known device count against that device, all others against the account: strangers lock out strangers, and the
//! owner's typos at home lock only that browser.

use super::{Db, Result, writing};

/// Begins a password attempt; false while blocked. It counts as failed until [`right`] undoes that, so parallel
/// attempts gain nothing. `device` is the hash of a device the account knows; `None` is a stranger. `wait` maps the
/// number of failures in a row to the length of the block, in milliseconds.
pub async fn begin(db: &Db, account_id: &str, device: Option<&str>, now: i64, wait: fn(i64) -> i64) -> Result<bool> {
    let (count, lock) = match device {
        Some(_) => (
            "UPDATE devices SET failures = failures + 1 WHERE token_hash = $1 AND locked_until <= $2 RETURNING failures",
            "UPDATE devices SET locked_until = $2 WHERE token_hash = $1",
        ),
        None => (
            "UPDATE accounts SET failures = failures + 1 WHERE id = $1 AND locked_until <= $2 RETURNING failures",
            "UPDATE accounts SET locked_until = $2 WHERE id = $1",
        ),
    };
    let key = device.unwrap_or(account_id);
    Ok(writing!(db, pool => {
        let mut tx = pool.begin().await?;
        let failures: Option<i64> = sqlx::query_scalar(count).bind(key).bind(now).fetch_optional(&mut *tx).await?;
        if let Some(failures) = failures {
            let _ = sqlx::query(lock).bind(key).bind(now + wait(failures)).execute(&mut *tx).await?.rows_affected();
        }
        tx.commit().await?;
        failures.is_some()
    }))
}

/// The password was right: resets the failure count. From a device, strangers' failures are reset only while strangers
/// are not locked out: their lock expires by time, however often the owner signs in at home.
pub async fn right(db: &Db, account_id: &str, device: Option<&str>, now: i64) -> Result<()> {
    let of_account = "UPDATE accounts SET failures = 0, locked_until = 0 WHERE id = $1 AND locked_until <= $2";
    let of_device = "UPDATE devices SET failures = 0, locked_until = 0 WHERE token_hash = $1";
    // A stranger's own accepted attempt may have set the lock.
    let locked_until = if device.is_some() { now } else { i64::MAX };
    writing!(db, pool => {
        let mut tx = pool.begin().await?;
        let _ = sqlx::query(of_account).bind(account_id).bind(locked_until).execute(&mut *tx).await?.rows_affected();
        if let Some(hash) = device {
            let _ = sqlx::query(of_device).bind(hash).execute(&mut *tx).await?.rows_affected();
        }
        tx.commit().await?;
    });
    Ok(())
}
