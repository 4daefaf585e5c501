//! How far imports have come.

use super::write::Progress;
use super::{Db, Result, reading};

/// Where an import of this file stands; `None` if it never began.
pub async fn progress(db: &Db, id: &str) -> Result<Option<Progress>> {
    let sql = "SELECT id, format, file, rows_read, done FROM imports WHERE id = $1";
    let row: Option<(String, String, String, i64, bool)> =
        reading!(db, pool => sqlx::query_as(sql).bind(id).fetch_optional(pool).await?);
    Ok(row.map(|(id, format, file, rows_read, done)| Progress { id, format, file, rows_read, done }))
}
