//! The values that occur in the data, for matching words to them.

use chrono::NaiveDate;

use super::{Attribute, Data};
use crate::columns::{self, Column};
use crate::{Db, Result, reading};

/// Columns with more values than this do not hold names that people type.
pub const MOST: i64 = 2_000;

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
    distinct(db, column, Some(held(label))).await
}

fn held(label: Label) -> Column {
    match label {
        Label::Category => Column::Category,
        Label::Subcategory => Column::Subcategory,
    }
}

/// Whether a category or subcategory with exactly this name exists.
pub async fn has_label(db: &Db, label: Label, name: &str) -> Result<bool> {
    let column = match label {
        Label::Category => "category",
        Label::Subcategory => "subcategory",
    };
    if let Some(names) = columns::values(db, held(label)).await? {
        return Ok(names.iter().any(|known| known == name));
    }
    let mut found = false;
    for table in [Data::Communications, Data::Cases] {
        let sql = format!("SELECT 1 FROM {} WHERE {column} = $1 LIMIT 1", table.as_str());
        let row: Option<i32> = reading!(db, pool => sqlx::query_scalar(&sql).bind(name).fetch_optional(pool).await?);
        found |= row.is_some();
    }
    Ok(found)
}

/// The first and last day with a record.
pub async fn days(db: &Db, data: Data) -> Result<Option<(NaiveDate, NaiveDate)>> {
    // Separately, so that an index answers each end.
    let sql = format!("SELECT (SELECT MIN(day) FROM {0}), (SELECT MAX(day) FROM {0})", data.as_str());
    let (first, last): (Option<String>, Option<String>) =
        reading!(db, pool => sqlx::query_as(&sql).fetch_one(pool).await?);
    let day = |text: Option<String>| text?.parse().ok();
    Ok(day(first).zip(day(last)))
}

/// The values of an archive field, in order.
pub async fn attribute_values(db: &Db, attribute: Attribute) -> Result<Vec<String>> {
    let name = attribute.as_str();
    distinct(db, &format!("attributes->>'{name}'"), Column::find(name)).await
}

/// The values of an expression over communications and cases; in a large store, of the column in memory, if there is one.
async fn distinct(db: &Db, expression: &str, column: Option<Column>) -> Result<Vec<String>> {
    if let Some(column) = column
        && let Some(mut values) = columns::values(db, column).await?
    {
        values.truncate(MOST as usize);
        return Ok(values);
    }
    let of = |table: &str| format!("SELECT {expression} AS v FROM {table}");
    let sql = format!(
        "SELECT DISTINCT v FROM ({} UNION {}) u WHERE v IS NOT NULL AND v <> '' ORDER BY v LIMIT {MOST}",
        of("communications"),
        of("cases")
    );
    Ok(reading!(db, pool => sqlx::query_scalar(&sql).fetch_all(pool).await?))
}

/// An archive field with its values.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Field {
    pub key: String,
    /// A field of customers, not of communications.
    pub of_customers: bool,
    pub values: Vec<String>,
    /// Whether these are all its values.
    pub complete: bool,
    /// Whether all values are plain numbers.
    pub numbers: bool,
}

/// How many recent records are scanned for fields: enough for an archive, and a bound for a large one.
const LATEST: i64 = 50_000;

/// Archive fields of communications and customers. Keys that cannot be column names are left out.
pub async fn fields(db: &Db) -> Result<Vec<Field>> {
    let mut out: Vec<Field> = Vec::new();
    for (table, of_customers) in [("communications", false), ("customers", true)] {
        let each = match db {
            Db::Sqlite { .. } => "json_each(t.attributes) j",
            Db::Postgres(_) => "LATERAL jsonb_each_text(t.attributes) j",
        };
        let sql = format!(
            "SELECT DISTINCT j.key, j.value FROM (SELECT attributes FROM {table} ORDER BY change_no DESC LIMIT {LATEST}) t,
            {each} WHERE j.value <> '' ORDER BY j.key, j.value"
        );
        let rows: Vec<(String, String)> = reading!(db, pool => sqlx::query_as(&sql).fetch_all(pool).await?);
        for (key, value) in rows {
            if !is_key(&key) {
                continue;
            }
            let number = is_number(&value);
            match out.last_mut() {
                Some(field) if field.key == key && field.of_customers == of_customers => {
                    field.numbers &= number;
                    field.complete &= field.values.len() < MOST as usize;
                    if field.complete {
                        field.values.push(value);
                    }
                }
                _ => out.push(Field { key, of_customers, values: vec![value], complete: true, numbers: number }),
            }
        }
    }
    Ok(out)
}

/// "12", "-0.5"; neither "007" nor "+49" nor "1e3".
fn is_number(value: &str) -> bool {
    let plain = value.strip_prefix('-').unwrap_or(value);
    let code = plain.len() > 1 && plain.starts_with('0') && !plain.starts_with("0.");
    plain.starts_with(|c: char| c.is_ascii_digit())
        && plain.bytes().all(|c| c.is_ascii_digit() || c == b'.')
        && !code
        && plain.parse::<f64>().is_ok()
}

/// Whether a key is safe as a field name in SQL.
pub fn is_key(key: &str) -> bool {
    let starts = key.bytes().next().is_some_and(|b| b.is_ascii_lowercase());
    starts && key.len() <= 40 && key.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_')
}

/// Whether any document exists.
pub async fn has_documents(db: &Db) -> Result<bool> {
    let sql = "SELECT EXISTS (SELECT 1 FROM documents)";
    Ok(reading!(db, pool => sqlx::query_scalar(sql).fetch_one(pool).await?))
}

/// The statuses that occur.
pub async fn case_statuses(db: &Db) -> Result<Vec<String>> {
    let sql = "SELECT DISTINCT status FROM cases ORDER BY 1";
    Ok(reading!(db, pool => sqlx::query_scalar(sql).fetch_all(pool).await?))
}

/// How many recent cases are scanned for tags.
const TAGGED: i64 = 10_000;

/// Tags carried by more than one of the latest cases, most common first.
pub async fn case_tags(db: &Db) -> Result<Vec<String>> {
    let each = match db {
        Db::Sqlite { .. } => "json_each(t.tags) j",
        Db::Postgres(_) => "LATERAL jsonb_array_elements_text(t.tags) j(value)",
    };
    let sql = format!(
        "SELECT j.value FROM (SELECT tags FROM cases ORDER BY change_no DESC LIMIT {TAGGED}) t, {each} WHERE j.value <> ''
        GROUP BY 1 HAVING COUNT(*) > 1 ORDER BY COUNT(*) DESC, 1 LIMIT {MOST}"
    );
    Ok(reading!(db, pool => sqlx::query_scalar(&sql).fetch_all(pool).await?))
}

/// Customers' segments, regions and managers, and case assignees: each column with its sorted values.
pub async fn people(db: &Db) -> Result<Vec<(&'static str, Vec<String>)>> {
    let mut out = Vec::new();
    for (column, table) in [
        ("segment", "customers"),
        ("region", "customers"),
        ("relationship_manager", "customers"),
        ("assigned_to", "cases"),
    ] {
        let sql = format!(
            "SELECT DISTINCT {column} AS v FROM {table} WHERE {column} IS NOT NULL AND {column} <> '' ORDER BY v LIMIT {MOST}"
        );
        let values: Vec<String> = reading!(db, pool => sqlx::query_scalar(&sql).fetch_all(pool).await?);
        if !values.is_empty() {
            out.push((column, values));
        }
    }
    Ok(out)
}
