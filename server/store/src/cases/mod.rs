//! Review cases: a question with what its answer must satisfy, and the outcome of the last run. Each is JSON, defined
//! in `app::model`.

pub mod corrections;

use model::review::case::{Case, CaseOutcome};
use sqlx::FromRow;

use super::{Db, Result, StoreError, reading, writing};

/// A stored case.
#[derive(Clone, Debug)]
pub struct KeptCase {
    pub case: Case,
    pub made_by: String,
    /// UTC milliseconds.
    pub made_at: i64,
    pub outcome: Option<CaseOutcome>,
}

/// All cases, newest first. One that this version cannot read is skipped and logged.
pub async fn all(db: &Db) -> Result<Vec<KeptCase>> {
    let sql = "SELECT id, body, made_by, made_at, outcome FROM review_cases ORDER BY made_at DESC, id";
    let rows: Vec<Row> = reading!(db, pool => sqlx::query_as(sql).fetch_all(pool).await?);
    let kept = |row: Row| match serde_json::from_str(&row.body) {
        Ok(case) => {
            let outcome = row.outcome.and_then(|text| serde_json::from_str(&text).ok());
            Some(KeptCase { case, made_by: row.made_by, made_at: row.made_at, outcome })
        }
        Err(error) => {
            tracing::warn!(id = row.id, %error, "a case cannot be read");
            None
        }
    };
    Ok(rows.into_iter().filter_map(kept).collect())
}

/// Stores a case unless its id exists; returns whether it is new.
pub async fn keep(db: &Db, case: &Case, by: &str, now: i64) -> Result<bool> {
    let sql =
        "INSERT INTO review_cases (id, body, made_by, made_at) VALUES ($1, $2, $3, $4) ON CONFLICT (id) DO NOTHING";
    let body = serde_json::to_string(case).unwrap_or_default();
    let new = writing!(db, pool => sqlx::query(sql).bind(&case.id).bind(body).bind(by).bind(now).execute(pool).await?
        .rows_affected());
    Ok(new > 0)
}

/// Stores the outcome of a case.
pub async fn went(db: &Db, id: &str, outcome: &CaseOutcome) -> Result<()> {
    let sql = "UPDATE review_cases SET outcome = $2 WHERE id = $1";
    let text = serde_json::to_string(outcome).unwrap_or_default();
    let _ = writing!(db, pool => sqlx::query(sql).bind(id).bind(text).execute(pool).await?.rows_affected());
    Ok(())
}

/// Deletes a case.
///
/// # Errors
/// `NotFound` for an unknown id.
pub async fn delete(db: &Db, id: &str) -> Result<()> {
    let sql = "DELETE FROM review_cases WHERE id = $1";
    let gone = writing!(db, pool => sqlx::query(sql).bind(id).execute(pool).await?.rows_affected());
    if gone == 0 { Err(StoreError::NotFound(format!("There is no case {id}."))) } else { Ok(()) }
}

#[derive(FromRow)]
struct Row {
    id: String,
    body: String,
    made_by: String,
    made_at: i64,
    outcome: Option<String>,
}
