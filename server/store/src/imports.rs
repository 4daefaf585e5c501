//! Progress of imports, and which records of a batch exist already.

use std::collections::HashMap;
use std::str::FromStr;

use model::record::{Case, Customer, Document, Sentiment, Tier};
use sqlx::QueryBuilder;

use super::write::Progress;
use super::{Db, Result, reading, writing};
use crate::rows::{one, push_in, row};

/// The progress of an import of this file; `None` if it never began.
pub async fn progress(db: &Db, id: &str) -> Result<Option<Progress>> {
    let sql = "SELECT id, format, file, rows_read, done FROM imports WHERE id = $1";
    Ok(one(reading!(db, pool => sqlx::query_as(sql).bind(id).fetch_optional(pool).await?)))
}

row! { Progress { id, format, file, rows_read, done } }

/// Forgets an import's progress, so that its file is next read from the first row.
pub async fn forget(db: &Db, id: &str) -> Result<()> {
    writing!(db, pool => { sqlx::query("DELETE FROM imports WHERE id = $1").bind(id).execute(pool).await?; });
    Ok(())
}

/// Whether a data set of this name exists.
pub async fn holds(db: &Db, source: &str) -> Result<bool> {
    let sql = "SELECT EXISTS (SELECT 1 FROM datasets WHERE source = $1)";
    Ok(reading!(db, pool => sqlx::query_scalar(sql).bind(source).fetch_one(pool).await?))
}

/// Records how the sentiment of a data set's texts was determined, as a sentence for people.
pub async fn judged_by(db: &Db, source: &str, method: &str) -> Result<()> {
    let sql = "INSERT INTO sentiment_methods (source, method) VALUES ($1, $2) ON CONFLICT (source, method) DO NOTHING";
    writing!(db, pool => { sqlx::query(sql).bind(source).bind(method).execute(pool).await?; });
    Ok(())
}

/// Likewise when one method covers the whole data set: replaces earlier ones.
pub async fn only_judged_by(db: &Db, source: &str, method: &str) -> Result<()> {
    let sql = "DELETE FROM sentiment_methods WHERE source = $1 AND method <> $2";
    writing!(db, pool => { sqlx::query(sql).bind(source).bind(method).execute(pool).await?; });
    judged_by(db, source, method).await
}

/// How the sentiment of stored texts was determined, over all data sets.
pub async fn judged(db: &Db) -> Result<Vec<String>> {
    let sql = "SELECT DISTINCT method FROM sentiment_methods ORDER BY method";
    Ok(reading!(db, pool => sqlx::query_scalar(sql).fetch_all(pool).await?))
}

/// Ids and names of customers identified by name. Customers with an address chose their own names, so rows that only
/// have a name do not refer to them.
pub async fn names(db: &Db) -> Result<Vec<(String, String)>> {
    let sql = "SELECT id, name FROM customers WHERE address IS NULL ORDER BY name, id";
    Ok(reading!(db, pool => sqlx::query_as(sql).fetch_all(pool).await?))
}

/// Ids and addresses of customers identified by address.
pub async fn addresses(db: &Db) -> Result<Vec<(String, String)>> {
    let sql = "SELECT id, address FROM customers WHERE address IS NOT NULL ORDER BY id";
    Ok(reading!(db, pool => sqlx::query_as(sql).fetch_all(pool).await?))
}

/// How many of these cases are new.
pub async fn new_cases(db: &Db, cases: &[Case]) -> Result<u64> {
    missing(db, "cases", cases.iter().map(|c| c.id.as_str())).await
}

/// How many of these customers are new.
pub async fn new_customers(db: &Db, customers: &[Customer]) -> Result<u64> {
    missing(db, "customers", customers.iter().map(|c| c.id.as_str())).await
}

/// How many of these documents are new.
pub async fn new_documents(db: &Db, documents: &[Document]) -> Result<u64> {
    missing(db, "documents", documents.iter().map(|d| d.id.as_str())).await
}

/// The kind of record that [`of_others`] looks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Table {
    Communications,
    Cases,
    Customers,
    Documents,
}

/// Which of these ids belong to records of other data sets, with the data set's name. A customer only referenced by
/// records belongs to none.
pub async fn of_others(db: &Db, table: Table, source: &str, ids: &[&str]) -> Result<HashMap<String, String>> {
    let from = match table {
        Table::Communications => "communications WHERE source <> ",
        Table::Cases => "cases WHERE source <> ",
        Table::Customers => "customers WHERE digest <> 0 AND source <> ",
        Table::Documents => "documents WHERE source <> ",
    };
    let mut found = HashMap::new();
    for part in ids.chunks(IDS_PER_QUERY) {
        let rows: Vec<(String, String)> = reading!(db, pool => {
            let mut q = QueryBuilder::<Base>::new(format!("SELECT id, source FROM {from}"));
            q.push_bind(source).push(" AND id");
            push_in(&mut q, part.iter().copied());
            q.build_query_as().fetch_all(pool).await?
        });
        found.extend(rows);
    }
    Ok(found)
}

/// Sentiments of the stored messages of these cases: one pair of case and sentiment per message.
pub async fn moods_of_cases(db: &Db, ids: &[&str]) -> Result<Vec<(String, Sentiment)>> {
    pairs(db, "SELECT case_id, sentiment FROM communications WHERE sentiment IS NOT NULL AND case_id", ids).await
}

/// Tiers of those customers that are stored, by id.
pub async fn tiers_of(db: &Db, ids: &[&str]) -> Result<HashMap<String, Tier>> {
    Ok(pairs(db, "SELECT id, tier FROM customers WHERE id", ids).await?.into_iter().collect())
}

/// An id and a value of a closed set per row found; `sql` ends where the ids begin.
async fn pairs<T: FromStr>(db: &Db, sql: &'static str, ids: &[&str]) -> Result<Vec<(String, T)>> {
    let mut out = Vec::new();
    for part in ids.chunks(IDS_PER_QUERY) {
        let rows: Vec<(String, String)> = reading!(db, pool => {
            let mut q = QueryBuilder::<Base>::new(sql);
            push_in(&mut q, part.iter().copied());
            q.build_query_as().fetch_all(pool).await?
        });
        out.extend(rows.into_iter().filter_map(|(id, value)| Some((id, value.parse().ok()?))));
    }
    Ok(out)
}

/// How many ids the table lacks.
async fn missing(db: &Db, table: &'static str, ids: impl Iterator<Item = &str>) -> Result<u64> {
    let ids: Vec<&str> = ids.collect();
    let mut there = 0;
    for part in ids.chunks(IDS_PER_QUERY) {
        there += reading!(db, pool => {
            let mut q = QueryBuilder::<Base>::new(format!("SELECT COUNT(*) FROM {table} WHERE id"));
            push_in(&mut q, part.iter().copied());
            q.build_query_scalar::<i64>().fetch_one(pool).await?
        });
    }
    Ok((ids.len() as u64).saturating_sub(there.unsigned_abs()))
}

/// Ids per query: far below the limits on bound values.
const IDS_PER_QUERY: usize = 1_000;
