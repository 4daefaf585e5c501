//! Feedback on answers by the person who asked.

use model::review::{Feedback, NewRating, Rating, Reason, Verdict};
use sqlx::FromRow;
use sqlx::types::Json;

use super::{Db, Result, StoreError, reading, writing};

/// Stores a person's feedback on a run's answer, replacing any before.
///
/// # Errors
/// `NotFound` for an unknown run.
pub async fn give(db: &Db, run_id: &str, new: &NewRating, by: &str, now: i64) -> Result<()> {
    let sql = "INSERT INTO feedback (run_id, verdict, reasons, note, given_by, given_at)
        SELECT id, $2, $3, $4, $5, $6 FROM runs WHERE id = $1
        ON CONFLICT (run_id) DO UPDATE SET verdict = EXCLUDED.verdict, reasons = EXCLUDED.reasons,
            note = EXCLUDED.note, given_by = EXCLUDED.given_by, given_at = EXCLUDED.given_at";
    let note = new.note.as_deref().map(str::trim).filter(|n| !n.is_empty());
    let given = writing!(db, pool => sqlx::query(sql).bind(run_id).bind(new.rating.as_str())
        .bind(Json(&new.reasons)).bind(note).bind(by).bind(now).execute(pool).await?.rows_affected());
    if given == 0 { Err(StoreError::NotFound(format!("There is no run {run_id}."))) } else { Ok(()) }
}

/// Feedback on the answers of a conversation, oldest first.
pub async fn of_session(db: &Db, session_id: &str) -> Result<Vec<Feedback>> {
    let sql = "SELECT f.run_id, f.verdict, f.reasons, f.note, f.given_by, f.given_at FROM feedback f
        JOIN runs r ON r.id = f.run_id WHERE r.session_id = $1 ORDER BY r.created_at, r.id";
    let rows: Vec<Row> = reading!(db, pool => sqlx::query_as(sql).bind(session_id).fetch_all(pool).await?);
    Ok(rows.into_iter().map(Into::into).collect())
}

#[derive(FromRow)]
struct Row {
    run_id: String,
    verdict: String,
    reasons: Json<Vec<Reason>>,
    note: Option<String>,
    given_by: String,
    given_at: i64,
}

impl From<Row> for Feedback {
    fn from(r: Row) -> Self {
        let verdict = r.verdict.parse().unwrap_or(Verdict::Bad);
        let rating = Rating { verdict, reasons: r.reasons.0, note: r.note, by: r.given_by, at: r.given_at };
        Self { run_id: r.run_id, rating }
    }
}
