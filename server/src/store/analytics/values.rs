//! The values that the data holds, for matching words to them.

use super::{Attribute, Data};
use crate::store::columns::{self, Column};
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
    let held = match label {
        Label::Category => Column::Category,
        Label::Subcategory => Column::Subcategory,
    };
    distinct(db, column, held).await
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
    distinct(db, &format!("attributes->>'{}'", attribute.as_str()), columns::column_of(attribute)).await
}

/// The values of an expression in communications and cases. Those of many communications stand in the columns.
async fn distinct(db: &Db, expression: &str, column: Column) -> Result<Vec<String>> {
    let held = columns::values(db, column).await?;
    let of = |table: &str| format!("SELECT {expression} AS v FROM {table}");
    let from = match &held {
        Some(_) => of("cases"),
        None => format!("{} UNION {}", of("communications"), of("cases")),
    };
    let sql = format!("SELECT DISTINCT v FROM ({from}) u WHERE v IS NOT NULL AND v <> '' ORDER BY v LIMIT {MOST}");
    let mut values: Vec<String> = reading!(db, pool => sqlx::query_scalar(&sql).fetch_all(pool).await?);
    if let Some(held) = held {
        values.extend(held);
        values.sort_unstable();
        values.dedup();
        values.truncate(MOST as usize);
    }
    Ok(values)
}
