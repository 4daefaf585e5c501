//! The values that the data holds, for matching words to them.

use super::{Attribute, Data};
use crate::store::{Db, Result, reading};

/// More values than this are not names that people type.
const MOST: i64 = 2_000;

/// A label of communications and cases.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Label {
    Category,
    Subcategory,
}

/// All categories or subcategories, in order.
pub async fn labels(db: &Db, label: Label) -> Result<Vec<String>> {
    let column = match label {
        Label::Category => "category",
        Label::Subcategory => "subcategory",
    };
    let sql = format!(
        "SELECT v FROM (SELECT {column} AS v FROM communications UNION SELECT {column} AS v FROM cases) u
        WHERE v IS NOT NULL AND v <> '' ORDER BY v LIMIT {MOST}"
    );
    Ok(reading!(db, pool => sqlx::query_scalar(&sql).fetch_all(pool).await?))
}

/// Whether a category or subcategory is there under exactly this name.
pub async fn has_label(db: &Db, label: Label, name: &str) -> Result<bool> {
    let column = match label {
        Label::Category => "category",
        Label::Subcategory => "subcategory",
    };
    let mut found = false;
    for table in [Data::Communications, Data::Cases] {
        let sql = format!("SELECT 1 FROM {} WHERE {column} = $1 LIMIT 1", table.as_str());
        let row: Option<i32> = reading!(db, pool => sqlx::query_scalar(&sql).bind(name).fetch_optional(pool).await?);
        found |= row.is_some();
    }
    Ok(found)
}

/// The values of a further field, in order.
pub async fn attribute_values(db: &Db, attribute: Attribute) -> Result<Vec<String>> {
    let key = attribute.as_str();
    let sql = format!(
        "SELECT v FROM (SELECT attributes->>'{key}' AS v FROM communications
        UNION SELECT attributes->>'{key}' AS v FROM cases) u
        WHERE v IS NOT NULL AND v <> '' ORDER BY v LIMIT {MOST}"
    );
    Ok(reading!(db, pool => sqlx::query_scalar(&sql).fetch_all(pool).await?))
}
