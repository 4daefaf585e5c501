//! The tables of a database, with their columns, types and keys.

use sqlx::Row;

use super::quoted;
use super::table::{Facts, LOOK, LOOKED_AT, Looked, LookedColumn, LookedKey, Nature, SAMPLE, Seen};
use crate::analytics::bounded;
use crate::{AnyDb, Db, Dialect, Result, SourceDb};

/// See [`super::look`].
pub(super) async fn look(db: &Db) -> Result<Vec<Looked>> {
    match db {
        Db::Sqlite { read, .. } => {
            let columns = sqlx::query(
                // Full-text search and the like: backing tables are of type shadow, what they expose is virtual.
                "SELECT m.name, p.name, p.type, p.pk FROM pragma_table_list m JOIN pragma_table_info(m.name) p \
                 WHERE m.schema = 'main' AND m.type IN ('table', 'view') AND m.name NOT LIKE 'sqlite\\_%' ESCAPE '\\' \
                 ORDER BY m.name, p.cid",
            )
            .fetch_all(read)
            .await?;
            let keys = sqlx::query(
                "SELECT m.name, f.id, f.\"table\", f.\"from\", COALESCE(f.\"to\", '') FROM sqlite_master m \
                 JOIN pragma_foreign_key_list(m.name) f WHERE m.type = 'table' ORDER BY m.name, f.id, f.seq",
            )
            .fetch_all(read)
            .await?;
            let mut tables: Vec<Looked> = Vec::new();
            for row in &columns {
                let (table, name): (String, String) = (row.try_get(0)?, row.try_get(1)?);
                let (type_name, primary): (String, i64) = (row.try_get(2)?, row.try_get(3)?);
                let nature = match type_name.as_str() {
                    "" => of_value(read, &table, &name).await?,
                    named => of_sqlite(named),
                };
                put(&mut tables, None, table, LookedColumn { name, type_name, nature }, primary > 0);
            }
            let mut last = None;
            for row in &keys {
                let (table, id): (String, i64) = (row.try_get(0)?, row.try_get(1)?);
                let (there, from, to): (String, String, String) = (row.try_get(2)?, row.try_get(3)?, row.try_get(4)?);
                // Without a column, a foreign key refers to the other table's primary key.
                let own = tables.iter().find(|t| t.name == there).and_then(|t| t.primary.first().cloned());
                let to = if to.is_empty() { own.unwrap_or_default() } else { to };
                key(&mut tables, &mut last, (None, &table, id), there, (from, to));
            }
            Ok(tables)
        }
        Db::Postgres(pool) => {
            let columns = sqlx::query(
                "SELECT c.table_schema::text, c.table_name::text, c.column_name::text, c.udt_name::text \
                 FROM information_schema.columns c WHERE c.table_schema NOT IN ('pg_catalog', 'information_schema') \
                 ORDER BY c.table_schema, c.table_name, c.ordinal_position",
            )
            .fetch_all(&**pool)
            .await?;
            let keys = sqlx::query(
                "SELECT n.nspname::text, t.relname::text, k.contype::text, k.oid::bigint, COALESCE(f.relname::text, ''), \
                 a.attname::text, COALESCE(b.attname::text, '') FROM pg_constraint k JOIN pg_class t ON t.oid = k.conrelid \
                 JOIN pg_namespace n ON n.oid = t.relnamespace LEFT JOIN pg_class f ON f.oid = k.confrelid \
                 CROSS JOIN LATERAL UNNEST(k.conkey) WITH ORDINALITY AS c(no, place) \
                 JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = c.no \
                 LEFT JOIN pg_attribute b ON b.attrelid = k.confrelid AND b.attnum = k.confkey[c.place] \
                 WHERE k.contype IN ('p', 'f') ORDER BY 1, 2, 4, c.place",
            )
            .fetch_all(&**pool)
            .await?;
            let mut tables: Vec<Looked> = Vec::new();
            for row in &columns {
                let (schema, table): (String, String) = (row.try_get(0)?, row.try_get(1)?);
                let (name, type_name): (String, String) = (row.try_get(2)?, row.try_get(3)?);
                let nature = of_postgres(&type_name);
                put(&mut tables, Some(schema), table, LookedColumn { name, type_name, nature }, false);
            }
            let mut last = None;
            for row in &keys {
                let (schema, table): (String, String) = (row.try_get(0)?, row.try_get(1)?);
                let (kind, id): (String, i64) = (row.try_get(2)?, row.try_get(3)?);
                let (there, from, to): (String, String, String) = (row.try_get(4)?, row.try_get(5)?, row.try_get(6)?);
                match kind.as_str() {
                    "p" => {
                        let fits = |t: &&mut Looked| t.schema.as_deref() == Some(&schema) && t.name == table;
                        if let Some(found) = tables.iter_mut().find(fits) {
                            found.primary.push(from);
                        }
                    }
                    _ => key(&mut tables, &mut last, (Some(&schema), &table, id), there, (from, to)),
                }
            }
            Ok(tables)
        }
    }
}

pub(super) fn put(tables: &mut Vec<Looked>, schema: Option<String>, name: String, column: LookedColumn, primary: bool) {
    if tables.last().is_none_or(|last| last.schema != schema || last.name != name) {
        tables.push(Looked { typed: schema.is_some(), schema, name, ..Looked::default() });
    }
    if let Some(last) = tables.last_mut() {
        if primary {
            last.primary.push(column.name.clone());
        }
        last.columns.push(column);
    }
}

/// Adds a pair of columns to a key of a table; `last` is the key of the previous pair.
pub(super) fn key(
    tables: &mut [Looked],
    last: &mut Option<(String, i64)>,
    (schema, table, id): (Option<&str>, &str, i64),
    there: String,
    pair: (String, String),
) {
    let fits = |t: &&mut Looked| t.schema.as_deref() == schema && t.name == table;
    let Some(found) = tables.iter_mut().find(fits) else { return };
    let this = Some((table.to_owned(), id));
    match found.foreign.last_mut().filter(|_| *last == this) {
        Some(key) => key.columns.push(pair),
        None => found.foreign.push(LookedKey { table: there, columns: vec![pair] }),
    }
    *last = this;
}

/// For a column without a type, as in tables created from queries: by its first value.
async fn of_value(pool: &sqlx::SqlitePool, table: &str, column: &str) -> Result<Nature> {
    let (column, table) = (quoted(column), quoted(table));
    let text = format!("SELECT TYPEOF({column}) FROM {table} WHERE {column} IS NOT NULL LIMIT 1");
    let found: Option<String> = sqlx::query_scalar(&text).fetch_optional(pool).await?;
    Ok(match found.as_deref() {
        Some("integer") => Nature::Whole,
        Some("real") => Nature::Number,
        Some("blob") => Nature::Other,
        _ => Nature::Text,
    })
}

/// By SQLite's affinity rules; dates and flags by their usual names.
fn of_sqlite(type_name: &str) -> Nature {
    let name = type_name.to_uppercase();
    let has = |part: &str| name.contains(part);
    if has("BOOL") {
        Nature::Flag
    } else if has("DATE") || has("TIME") {
        Nature::Date
    } else if has("INT") {
        Nature::Whole
    } else if has("CHAR") || has("CLOB") || has("TEXT") || has("STRING") {
        Nature::Text
    } else if has("REAL") || has("FLOA") || has("DOUB") || has("NUM") || has("DEC") || has("MONEY") {
        Nature::Number
    } else {
        Nature::Other
    }
}

fn of_postgres(type_name: &str) -> Nature {
    match type_name {
        "text" | "varchar" | "bpchar" | "name" | "uuid" | "citext" => Nature::Text,
        "int2" | "int4" | "int8" => Nature::Whole,
        "numeric" | "float4" | "float8" => Nature::Number,
        "date" | "timestamp" | "timestamptz" => Nature::Date,
        "bool" => Nature::Flag,
        _ => Nature::Other,
    }
}

/// Inspects the first rows of a table.
///
/// # Errors
/// If the database does not answer in time.
pub async fn facts(db: &SourceDb, table: &Looked) -> Result<Facts> {
    if let SourceDb::Index(indices) = db {
        return super::index::facts(indices, table).await;
    }
    let mut facts = Facts::default();
    let db = AnyDb::from(db);
    let sql = db.dialect();
    // Statements have a column limit.
    for some in table.columns.chunks(50) {
        let names: Vec<String> = some.iter().map(|c| quoted(&c.name)).collect();
        let told: Vec<String> = names
            .iter()
            .map(|c| {
                let text = sql.text(c);
                let length = if sql == Dialect::Mysql { "CHAR_LENGTH" } else { "LENGTH" };
                let counts = [
                    format!("COUNT({c})"),
                    format!("COUNT(DISTINCT {text})"),
                    format!("COALESCE(MAX({length}({text})), 0)"),
                ];
                counts.map(|count| sql.number(count)).join(", ")
            })
            .collect();
        let text = format!(
            "SELECT {}, {} FROM (SELECT {} FROM {} LIMIT {LOOKED_AT}) t",
            sql.number("COUNT(*)"),
            told.join(", "),
            names.join(", "),
            of(table)
        );
        let rows = bounded::rows(db, &text, &[], 0, LOOK).await?;
        let values: Vec<f64> = rows.into_iter().flat_map(|(_, values)| values).map(Option::unwrap_or_default).collect();
        facts.rows = values.first().copied().unwrap_or_default();
        facts.columns.extend(
            values.get(1..).unwrap_or_default().as_chunks::<3>().0.iter().map(|[filled, different, longest]| Seen {
                filled: *filled,
                different: *different,
                longest: *longest,
            }),
        );
        let texts: Vec<String> = some
            .iter()
            .zip(&names)
            .map(|(column, name)| match (column.nature, sql) {
                (Nature::Other, _) => sql.text("NULL"),
                // A text column may hold bytes, whatever its type.
                (_, Dialect::Sqlite) => format!("CASE WHEN TYPEOF({name}) <> 'blob' THEN CAST({name} AS TEXT) END"),
                _ => sql.text(name),
            })
            .collect();
        let text = format!("SELECT {} FROM {} LIMIT {SAMPLE}", texts.join(", "), of(table));
        let mut sample = vec![Vec::new(); some.len()];
        for (row, _) in bounded::rows(db, &text, &[], some.len(), LOOK).await? {
            sample
                .iter_mut()
                .zip(row)
                .for_each(|(column, value)| column.extend(value.filter(|v| !v.trim().is_empty())));
        }
        facts.sample.extend(sample);
    }
    Ok(facts)
}

/// Share of a table's first rows whose value occurs in a column of another: 0 to 1, 0 without rows.
///
/// # Errors
/// See [`facts`].
pub async fn found_in(
    db: &SourceDb,
    (table, column): (&Looked, &str),
    (other, theirs): (&Looked, &str),
) -> Result<f64> {
    // A search cluster cannot join.
    if matches!(db, SourceDb::Index(_)) {
        return Ok(0.0);
    }
    let (column, theirs) = (quoted(column), quoted(theirs));
    let sql = AnyDb::from(db).dialect();
    let theirs = format!("SELECT {} FROM {}", sql.text(theirs), of(other));
    let found = format!("SUM(CASE WHEN {} IN ({theirs}) THEN 1 ELSE 0 END)", sql.text(format!("t.{column}")));
    let text = format!(
        "SELECT {}, {} FROM (SELECT {column} FROM {} WHERE {column} IS NOT NULL LIMIT 5000) t",
        sql.number("COUNT(*)"),
        sql.number(found),
        of(table)
    );
    let rows = bounded::rows(db, &text, &[], 0, LOOK).await?;
    let values: Vec<f64> = rows.into_iter().flat_map(|(_, values)| values).map(Option::unwrap_or_default).collect();
    Ok(match values.as_slice() {
        [all, found] if *all > 0.0 => found / all,
        _ => 0.0,
    })
}

fn of(table: &Looked) -> String {
    let schema = table.schema.as_ref().map(|schema| format!("{}.", quoted(schema))).unwrap_or_default();
    format!("{schema}{}", quoted(&table.name))
}
