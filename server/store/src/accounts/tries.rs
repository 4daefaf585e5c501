//! What stands between a guesser and a password: wrong ones are counted, and after some in a row none is tried for a while.
//! Those from a device that the account knows count on the device, all others on the account: so strangers lock out
//! strangers, and whoever types wrong at home locks that browser alone.

use super::{Db, Result, writing};

/// Begins a try of a password: false while none is tried. A try counts as wrong until [`right`] takes that back, so many at
/// once are no more tries than one after the other. `device` is the hash of one that the account knows; without it a stranger
/// tries. `wait` says, for so many in a row, how many milliseconds none is tried from then on.
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

/// The password was right: wrong ones before are forgotten. From a device, those of strangers are forgotten only while they
/// are not locked out: a lock on them ends by time, whenever the owner signs in at home.
pub async fn right(db: &Db, account_id: &str, device: Option<&str>, now: i64) -> Result<()> {
    let of_account = "UPDATE accounts SET failures = 0, locked_until = 0 WHERE id = $1 AND locked_until <= $2";
    let of_device = "UPDATE devices SET failures = 0, locked_until = 0 WHERE token_hash = $1";
    // A stranger's own try, which was let through, may have set the lock.
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
