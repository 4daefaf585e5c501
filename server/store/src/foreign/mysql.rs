//! The tables of a MySQL or MariaDB database.

use super::look::{key, put};
use super::{FIRST, Looked, LookedColumn, Nature};
use crate::analytics::bounded;
use crate::{Mysql, Result};

/// See [`super::look`]: the tables of the database in its URL.
pub(super) async fn look(mysql: &Mysql) -> Result<Vec<Looked>> {
    let columns = "SELECT table_name, column_name, data_type, column_type FROM information_schema.columns \
            WHERE table_schema = DATABASE() ORDER BY table_name, ordinal_position";
    let keys = "SELECT table_name, column_name, constraint_name, referenced_table_name, referenced_column_name \
            FROM information_schema.key_column_usage WHERE table_schema = DATABASE() \
            AND (constraint_name = 'PRIMARY' OR referenced_table_name IS NOT NULL) \
            ORDER BY table_name, constraint_name, ordinal_position";
    let mut tables: Vec<Looked> = Vec::new();
    for (texts, _) in bounded::rows(mysql, columns, &[], 4, FIRST).await? {
        let [table, name, type_name, whole] = told(texts);
        let nature = of_mysql(&type_name, &whole);
        put(&mut tables, None, table, LookedColumn { name, type_name, nature }, false);
    }
    let (mut last, mut id, mut before) = (None, 0, String::new());
    for (texts, _) in bounded::rows(mysql, keys, &[], 5, FIRST).await? {
        let [table, from, constraint, there, to] = told(texts);
        if constraint != before {
            (id, before) = (id + 1, constraint);
        }
        if there.is_empty() {
            tables.iter_mut().filter(|t| t.name == table).for_each(|t| t.primary.push(from.clone()));
        } else {
            key(&mut tables, &mut last, (None, &table, id), there, (from, to));
        }
    }
    tables.iter_mut().for_each(|table| table.typed = true);
    Ok(tables)
}

/// The texts of a row; empty for NULL.
fn told<const N: usize>(texts: Vec<Option<String>>) -> [String; N] {
    let mut texts = texts.into_iter();
    std::array::from_fn(|_| texts.next().flatten().unwrap_or_default())
}

fn of_mysql(type_name: &str, whole: &str) -> Nature {
    match type_name {
        _ if whole.starts_with("tinyint(1)") => Nature::Flag,
        "char" | "varchar" | "tinytext" | "text" | "mediumtext" | "longtext" | "enum" | "set" | "uuid" => Nature::Text,
        "tinyint" | "smallint" | "mediumint" | "int" | "bigint" | "year" => Nature::Whole,
        "decimal" | "float" | "double" => Nature::Number,
        "date" | "datetime" | "timestamp" => Nature::Date,
        _ => Nature::Other,
    }
}
