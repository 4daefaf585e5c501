//! For evaluation: where the data came from, and the value of a statement with which a question file recomputes an
//! expected figure. The evaluating person runs such statements; questions never do.

use sqlx::Row;

use crate::{Db, Result, StoreError, reading};

/// The source with the most communications, e.g. `"cfpb"`.
pub async fn source(db: &Db) -> Result<Option<String>> {
    let sql = "SELECT source FROM communications GROUP BY source ORDER BY COUNT(*) DESC LIMIT 1";
    Ok(reading!(db, pool => sqlx::query_scalar(sql).fetch_optional(pool).await?))
}

/// The first column of the first row, as text.
///
/// # Errors
/// If the statement is not a query, or the database refuses it.
pub async fn value(db: &Db, sql: &str) -> Result<String> {
    let start = sql.trim_start().get(..6).unwrap_or_default();
    if !start.eq_ignore_ascii_case("select") || sql.contains(';') {
        return Err(StoreError::Conflict(format!("\"{start}…\" is not a single statement that reads.")));
    }
    let wrapped = format!("SELECT CAST(v AS TEXT) FROM ({sql}) q(v)");
    let plain = format!("WITH q(v) AS ({sql}) SELECT CAST(v AS TEXT) FROM q");
    let text = if matches!(db, Db::Postgres(_)) { wrapped } else { plain };
    let row =
        reading!(db, pool => sqlx::query(&text).fetch_optional(pool).await?.map(|r| r.try_get::<Option<String>, _>(0)));
    Ok(row.transpose()?.flatten().unwrap_or_default())
}
