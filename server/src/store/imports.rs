//! How far imports have come.

use super::write::Progress;
use super::{Db, Result, reading, writing};

/// Where an import of this file stands; `None` if it never began.
pub async fn progress(db: &Db, id: &str) -> Result<Option<Progress>> {
    let sql = "SELECT id, format, file, rows_read, done FROM imports WHERE id = $1";
    let row: Option<(String, String, String, i64, bool)> =
        reading!(db, pool => sqlx::query_as(sql).bind(id).fetch_optional(pool).await?);
    Ok(row.map(|(id, format, file, rows_read, done)| Progress { id, format, file, rows_read, done }))
}

/// Notes how the sentiment of a data set's texts is judged, in a sentence for people.
pub async fn judged_by(db: &Db, source: &str, method: &str) -> Result<()> {
    let sql = "INSERT INTO sentiment_methods (source, method) VALUES ($1, $2) ON CONFLICT (source, method) DO NOTHING";
    writing!(db, pool => { sqlx::query(sql).bind(source).bind(method).execute(pool).await?; });
    Ok(())
}

/// How the sentiment of the stored texts was judged, over all data sets.
pub async fn judged(db: &Db) -> Result<Vec<String>> {
    let sql = "SELECT DISTINCT method FROM sentiment_methods ORDER BY method";
    Ok(reading!(db, pool => sqlx::query_scalar(sql).fetch_all(pool).await?))
}
