//! What an engine indexes besides the communications and documents that search reads: cases in change order, and those
//! whose customers changed.

use model::record::Case;
use sqlx::FromRow;

use crate::rows::Decoded;
use crate::{Db, Result, reading};

#[derive(FromRow)]
struct Changed {
    #[sqlx(flatten)]
    row: Decoded<Case>,
    change_no: i64,
}

const CASE: &str = "SELECT id, customer_id, title, description, category, subcategory, product, status, priority, assigned_to,
    created_at, updated_at, resolved_at, day, sla_deadline, sla_breached, sla_told, tags, resolution, attributes, source,
    change_no FROM cases";

/// Cases after `last` within this change number, then of later numbers, in order, each with its number.
pub async fn cases_after(db: &Db, number: i64, last: &str, limit: i64) -> Result<Vec<(i64, Case)>> {
    let sql = format!("{CASE} WHERE change_no >= $1 AND (change_no > $1 OR id > $2) ORDER BY change_no, id LIMIT $3");
    let rows: Vec<Changed> =
        reading!(db, pool => sqlx::query_as(&sql).bind(number).bind(last).bind(limit).fetch_all(pool).await?);
    Ok(rows.into_iter().map(|row| (row.change_no, row.row.0)).collect())
}

/// Cases whose customer changed after the change number and after the case; by id.
pub async fn cases_of_changed_customers(db: &Db, after: i64, last: &str, limit: i64) -> Result<Vec<Case>> {
    let sql = format!(
        "{CASE} WHERE customer_id IN (SELECT c.id FROM customers c WHERE c.change_no > $1 AND c.change_no > cases.change_no)
        AND id > $2 ORDER BY id LIMIT $3"
    );
    let rows: Vec<Changed> =
        reading!(db, pool => sqlx::query_as(&sql).bind(after).bind(last).bind(limit).fetch_all(pool).await?);
    Ok(rows.into_iter().map(|row| row.row.0).collect())
}
