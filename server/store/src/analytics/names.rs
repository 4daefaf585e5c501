//! Names and ids of single records.

use std::collections::HashMap;

use crate::records::TOLD;
use crate::{Db, Result, reading};

/// Customers' names, by id.
pub async fn customer_names_of(db: &Db, ids: &[String]) -> Result<HashMap<String, String>> {
    let mut ids: Vec<&String> = ids.iter().collect();
    ids.sort_unstable();
    ids.dedup();
    let mut names = HashMap::with_capacity(ids.len());
    for part in ids.chunks(1_000) {
        let marks: Vec<String> = (1..=part.len()).map(|n| format!("${n}")).collect();
        let sql = format!("SELECT c.id, {TOLD} FROM customers c WHERE c.id IN ({})", marks.join(", "));
        let rows: Vec<(String, String)> = reading!(db, pool => {
            let mut query = sqlx::query_as(&sql);
            for id in part {
                query = query.bind(*id);
            }
            query.fetch_all(pool).await?
        });
        names.extend(rows);
    }
    Ok(names)
}

/// The first communication id at or after `id`.
pub async fn id_from(db: &Db, id: &str) -> Result<Option<String>> {
    let sql = "SELECT id FROM communications WHERE id >= $1 ORDER BY id LIMIT 1";
    Ok(reading!(db, pool => sqlx::query_scalar(sql).bind(id).fetch_optional(pool).await?))
}
