//! The number of the last change. Every batch of writes to searchable records takes the next number inside its
//! transaction, so a reader that has seen number n has seen everything up to n; search follows it.

use chrono::NaiveDate;

use super::{Db, Result, reading};

/// The number of the last change, 0 for an empty store.
pub async fn latest(db: &Db) -> Result<i64> {
    let sql = "SELECT value FROM counters WHERE name = 'change'";
    Ok(reading!(db, pool => sqlx::query_scalar(sql).fetch_one(pool).await?))
}

/// Takes the next number; `$tx` is a transaction whose first statement this should be, so that it holds the write
/// lock from the start.
macro_rules! next_change {
    ($tx:expr) => {
        sqlx::query_scalar::<_, i64>("UPDATE counters SET value = value + 1 WHERE name = 'change' RETURNING value")
            .fetch_one(&mut *$tx)
            .await?
    };
}
pub(crate) use next_change;

/// The last day of the data, over all data sets that are archives; `None` for an empty store.
pub async fn last_day(db: &Db) -> Result<Option<NaiveDate>> {
    let sql = "SELECT MAX(last_day) FROM datasets";
    let text: Option<String> = reading!(db, pool => sqlx::query_scalar(sql).fetch_one(pool).await?);
    Ok(text.and_then(|t| t.parse().ok()))
}
