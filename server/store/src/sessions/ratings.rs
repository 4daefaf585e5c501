//! Reviewers' ratings of turns. Ratings are never overwritten: per reviewer and turn the newest is valid, and the
//! session shows the worst valid one.

use model::review::agreement::Judged;
use model::review::{NewTurnRating, Rating, Reason, TurnRating, Verdict};
use sqlx::FromRow;
use sqlx::types::Json;

use super::{Db, Result, StoreError, reading, writing};

/// True for a rating `r` if its reviewer has not rated the turn again since.
const HOLDS: &str = "NOT EXISTS (SELECT 1 FROM ratings n WHERE n.run_id = r.run_id AND n.rated_by = r.rated_by
    AND (n.rated_at > r.rated_at OR (n.rated_at = r.rated_at AND n.id > r.id)))";

/// Stores a rating of a turn and updates the session accordingly.
///
/// # Errors
/// `NotFound` if the session has no such run.
pub async fn rate(
    db: &Db,
    (session_id, run_id): (&str, &str),
    id: &str,
    new: &NewTurnRating,
    by: &str,
    now: i64,
) -> Result<TurnRating> {
    let keep =
        "INSERT INTO ratings (id, session_id, run_id, verdict, reasons, note, fault, correct, rated_by, rated_at)
        SELECT $1, session_id, id, $4, $5, $6, $7, $8, $9, $10 FROM runs WHERE id = $3 AND session_id = $2
        AND EXISTS (SELECT 1 FROM sessions s WHERE s.id = $2 AND s.deleted_at IS NULL)";
    let show = format!(
        "UPDATE sessions SET rating_note = $2, rating = (SELECT CASE
            MAX(CASE r.verdict WHEN 'bad' THEN 3 WHEN 'partly' THEN 2 ELSE 1 END)
            WHEN 3 THEN 'bad' WHEN 2 THEN 'partly' ELSE 'good' END
            FROM ratings r WHERE r.session_id = $1 AND {HOLDS}) WHERE id = $1"
    );
    let text = |text: &Option<String>| text.as_deref().map(str::trim).filter(|t| !t.is_empty()).map(str::to_owned);
    let (note, correct) = (text(&new.note), text(&new.correct));
    writing!(db, pool => {
        let mut tx = pool.begin().await?;
        let kept = sqlx::query(keep).bind(id).bind(session_id).bind(run_id).bind(new.rating.as_str())
            .bind(Json(&new.reasons)).bind(&note).bind(new.fault.map(|f| f.as_str())).bind(&correct)
            .bind(by).bind(now).execute(&mut *tx).await?.rows_affected();
        if kept == 0 {
            return Err(StoreError::NotFound(format!("There is no turn {run_id} in a conversation {session_id}.")));
        }
        sqlx::query(&show).bind(session_id).bind(&note).execute(&mut *tx).await?;
        tx.commit().await?;
    });
    let rating = Rating { verdict: new.rating, reasons: new.reasons.clone(), note, by: by.into(), at: now };
    Ok(TurnRating { run_id: run_id.to_owned(), rating, fault: new.fault, correct })
}

/// All ratings of a session's turns, newest first.
pub async fn of_session(db: &Db, session_id: &str) -> Result<Vec<TurnRating>> {
    let sql = "SELECT run_id, verdict, reasons, note, fault, correct, rated_by, rated_at FROM ratings
        WHERE session_id = $1 ORDER BY rated_at DESC, id DESC";
    let rows: Vec<Row> = reading!(db, pool => sqlx::query_as(sql).bind(session_id).fetch_all(pool).await?);
    Ok(rows.into_iter().map(Into::into).collect())
}

/// The sessions in which a reviewer has rated a turn.
pub async fn rated_by(db: &Db, by: &str) -> Result<Vec<String>> {
    let sql = "SELECT DISTINCT session_id FROM ratings WHERE rated_by = $1";
    Ok(reading!(db, pool => sqlx::query_scalar(sql).bind(by).fetch_all(pool).await?))
}

/// The valid verdicts, one per reviewer and turn; newest turn first.
pub async fn judged(db: &Db) -> Result<Vec<Judged>> {
    let sql = format!(
        "SELECT r.run_id, r.session_id, q.question, r.rated_by, r.verdict FROM ratings r JOIN runs q ON q.id = r.run_id
        JOIN sessions s ON s.id = r.session_id WHERE s.deleted_at IS NULL AND {HOLDS} ORDER BY q.created_at DESC, q.id"
    );
    let rows: Vec<(String, String, String, String, String)> =
        reading!(db, pool => sqlx::query_as(&sql).fetch_all(pool).await?);
    let judged = |(run_id, session_id, question, by, verdict): (_, _, _, _, String)| {
        Some(Judged { run_id, session_id, question, by, verdict: verdict.parse().ok()? })
    };
    Ok(rows.into_iter().filter_map(judged).collect())
}

#[derive(FromRow)]
struct Row {
    run_id: String,
    verdict: String,
    reasons: Json<Vec<Reason>>,
    note: Option<String>,
    fault: Option<String>,
    correct: Option<String>,
    rated_by: String,
    rated_at: i64,
}

impl From<Row> for TurnRating {
    fn from(r: Row) -> Self {
        let verdict = r.verdict.parse().unwrap_or(Verdict::Bad);
        let rating = Rating { verdict, reasons: r.reasons.0, note: r.note, by: r.rated_by, at: r.rated_at };
        Self { run_id: r.run_id, rating, fault: r.fault.and_then(|f| f.parse().ok()), correct: r.correct }
    }
}
