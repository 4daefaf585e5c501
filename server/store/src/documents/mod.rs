//! The firm's documents as a list; marking them for search anew, and deleting them.

use model::record::DocumentKind;
use model::record::library::{DOCUMENTS_PAGE, DocumentFilter};

use crate::changes::{commit_change, next_change};
use crate::{Db, Result, StoreError, reading, writing};

/// A document without its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    pub id: String,
    pub kind: DocumentKind,
    pub title: String,
    pub product: Option<String>,
    pub day: chrono::NaiveDate,
    pub source: String,
    pub parts: i64,
    /// Its change number.
    pub change: i64,
}

type Row = (String, String, String, Option<String>, String, String, i64, i64);

/// A page of documents, the newest first, and the total number of matches.
pub async fn list(db: &Db, filter: &DocumentFilter) -> Result<(Vec<Listed>, i64)> {
    const WHICH: &str =
        "FROM documents WHERE ($1 = '' OR LOWER(title) LIKE $1 ESCAPE '!' OR LOWER(id) LIKE $1 ESCAPE '!')
        AND ($2 = '' OR kind = $2) AND ($3 = '' OR source = $3)";
    let text = filter.text.as_deref().map(str::trim).filter(|text| !text.is_empty()).map(part).unwrap_or_default();
    let kind = filter.kind.map(|kind| kind.as_str()).unwrap_or_default();
    let source = filter.source.as_deref().unwrap_or_default();
    let page = format!(
        "SELECT id, kind, title, product, day, source, change_no,
         (SELECT COUNT(*) FROM chunks WHERE chunks.document_id = documents.id)
         {WHICH} ORDER BY day DESC, title, id LIMIT $4 OFFSET $5"
    );
    let rows: Vec<Row> = reading!(db, pool => sqlx::query_as(&page).bind(&text).bind(kind).bind(source)
        .bind(filter.limit.unwrap_or(DOCUMENTS_PAGE)).bind(filter.offset.unwrap_or(0)).fetch_all(pool).await?);
    let count = format!("SELECT COUNT(*) {WHICH}");
    let total =
        reading!(db, pool => sqlx::query_scalar(&count).bind(&text).bind(kind).bind(source).fetch_one(pool).await?);
    let listed = rows.into_iter().map(|(id, kind, title, product, day, source, change, parts)| Listed {
        id,
        kind: kind.parse().unwrap_or(DocumentKind::Article),
        title,
        product,
        day: day.parse().unwrap_or_default(),
        source,
        parts,
        change,
    });
    Ok((listed.collect(), total))
}

/// A pattern for texts that contain this one.
fn part(text: &str) -> String {
    let mut pattern = String::from("%");
    for c in text.to_lowercase().chars() {
        if matches!(c, '%' | '_' | '!') {
            pattern.push('!');
        }
        pattern.push(c);
    }
    pattern.push('%');
    pattern
}

/// The data sets that have documents.
pub async fn sources(db: &Db) -> Result<Vec<String>> {
    let sql = "SELECT DISTINCT source FROM documents ORDER BY source";
    Ok(reading!(db, pool => sqlx::query_scalar(sql).fetch_all(pool).await?))
}

/// Marks one document or all as changed, so that search reads them again; returns how many. `NotFound` for an unknown
/// id.
pub async fn reindex(db: &Db, id: Option<&str>) -> Result<u64> {
    let id = id.unwrap_or_default();
    let marked = writing!(db, pool => {
        let mut tx = pool.begin().await?;
        let change = next_change!(tx);
        let sql = "UPDATE documents SET change_no = $1 WHERE $2 = '' OR id = $2";
        let marked = sqlx::query(sql).bind(change).bind(id).execute(&mut *tx).await?.rows_affected();
        commit_change!(db, tx);
        marked
    });
    if marked == 0 && !id.is_empty() { Err(missing(id)) } else { Ok(marked) }
}

/// Deletes a document and leaves the note that search follows. `NotFound` for an unknown id.
pub async fn delete(db: &Db, id: &str) -> Result<()> {
    let gone = writing!(db, pool => {
        let mut tx = pool.begin().await?;
        let change = next_change!(tx);
        sqlx::query("DELETE FROM chunks WHERE document_id = $1").bind(id).execute(&mut *tx).await?;
        let gone = sqlx::query("DELETE FROM documents WHERE id = $1").bind(id).execute(&mut *tx).await?.rows_affected();
        if gone > 0 {
            let note = "INSERT INTO deletions (kind, record_id, change_no) VALUES ('document', $1, $2)
                ON CONFLICT (kind, record_id) DO UPDATE SET change_no = excluded.change_no";
            sqlx::query(note).bind(id).bind(change).execute(&mut *tx).await?;
        }
        commit_change!(db, tx);
        gone
    });
    if gone == 0 { Err(missing(id)) } else { Ok(()) }
}

fn missing(id: &str) -> StoreError {
    StoreError::NotFound(format!("There is no document {id}."))
}
