//! Changed records page by page, for readers that maintain a copy: in change order up to a change number, and those
//! that contain fields of a customer who changed after them.

use model::record::{Case, Communication, Document};
use serde::{Deserialize, Serialize};
use sqlx::FromRow;

use crate::rows::Decoded;
use crate::{Db, Result, reading, records};

/// The next records; `None` at the end.
type Page<T> = Result<Option<Vec<T>>>;

/// A position in change order: a change number, and the last record of that number that was read. Readers store it as
/// `[number, id]`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cursor(pub i64, pub String);

impl Cursor {
    /// Before the first change after this number.
    pub fn after(change: i64) -> Self {
        Self(change + 1, String::new())
    }

    /// For a reader that has everything up to a change number, or was interrupted within that change, after the record
    /// `last`.
    pub fn resume(change: i64, last: &str) -> Self {
        if last.is_empty() { Self::after(change) } else { Self(change, last.to_owned()) }
    }

    /// Moves to the end of a page; `None` if nothing of it is within the target.
    fn advance<T>(&mut self, mut page: Vec<(i64, T)>, target: i64, id: impl Fn(&T) -> &String) -> Option<Vec<T>> {
        page.retain(|(number, _)| *number <= target);
        let (number, last) = page.last()?;
        *self = Self(*number, id(last).clone());
        Some(page.into_iter().map(|(_, record)| record).collect())
    }
}

/// The next communications up to the change number `target`.
pub async fn communications(db: &Db, cursor: &mut Cursor, target: i64, limit: i64) -> Page<Communication> {
    let page = records::communications_after(db, cursor.0, &cursor.1, limit).await?;
    Ok(cursor.advance(page, target, |c| &c.id))
}

/// The next document with its parts; `None` at the end.
pub async fn next_document(db: &Db, cursor: &mut Cursor) -> Result<Option<Document>> {
    let sql = "SELECT change_no, id FROM documents WHERE change_no >= $1 AND (change_no > $1 OR id > $2)
        ORDER BY change_no, id LIMIT 1";
    let next: Option<(i64, String)> =
        reading!(db, pool => sqlx::query_as(sql).bind(cursor.0).bind(&cursor.1).fetch_optional(pool).await?);
    let Some((number, id)) = next else { return Ok(None) };
    let document = records::document(db, &id).await?;
    *cursor = Cursor(number, id);
    Ok(Some(document))
}

#[derive(FromRow)]
struct Changed {
    #[sqlx(flatten)]
    row: Decoded<Case>,
    change_no: i64,
}

const CASE: &str = "SELECT id, customer_id, title, description, category, subcategory, product, status, priority, assigned_to,
    created_at, updated_at, resolved_at, day, sla_deadline, sla_breached, sla_told, tags, resolution, attributes, source,
    change_no FROM cases";

/// The next cases up to the change number `target`.
pub async fn cases(db: &Db, cursor: &mut Cursor, target: i64, limit: i64) -> Page<Case> {
    let sql = format!("{CASE} WHERE change_no >= $1 AND (change_no > $1 OR id > $2) ORDER BY change_no, id LIMIT $3");
    let rows: Vec<Changed> =
        reading!(db, pool => sqlx::query_as(&sql).bind(cursor.0).bind(&cursor.1).bind(limit).fetch_all(pool).await?);
    let page = rows.into_iter().map(|row| (row.change_no, row.row.0)).collect();
    Ok(cursor.advance(page, target, |c| &c.id))
}

/// The next communications after the id `last` whose customer changed after the change number and after them.
pub async fn of_changed_customers(db: &Db, after: i64, last: &mut String, limit: i64) -> Page<Communication> {
    let sql = "SELECT m.id FROM communications m JOIN customers c ON c.id = m.customer_id
        WHERE c.change_no > $1 AND m.change_no < c.change_no AND m.id > $2 ORDER BY m.id LIMIT $3";
    let ids: Vec<String> = reading!(db, pool => {
        sqlx::query_scalar(sql).bind(after).bind(&*last).bind(limit).fetch_all(pool).await?
    });
    let Some(end) = ids.last() else { return Ok(None) };
    last.clone_from(end);
    records::communications(db, &ids).await.map(Some)
}

/// Likewise cases.
pub async fn cases_of_changed_customers(db: &Db, after: i64, last: &mut String, limit: i64) -> Page<Case> {
    let sql = format!(
        "{CASE} WHERE customer_id IN (SELECT c.id FROM customers c WHERE c.change_no > $1 AND c.change_no > cases.change_no)
        AND id > $2 ORDER BY id LIMIT $3"
    );
    let rows: Vec<Changed> = reading!(db, pool => {
        sqlx::query_as(&sql).bind(after).bind(&*last).bind(limit).fetch_all(pool).await?
    });
    let Some(end) = rows.last() else { return Ok(None) };
    last.clone_from(&end.row.0.id);
    Ok(Some(rows.into_iter().map(|row| row.row.0).collect()))
}
