//! Question counts by day, model, strategy, skill or person, with one statement per view; and the condition by which
//! the review list shows exactly the questions behind a count.

use model::review::calibration::Judged;
use model::review::usage::{Budget, By, Number, UsageRow};
use sqlx::Row;

use super::{Db, Result, reading};

/// The verdict on a run, if any: the newest of any reviewer.
const VERDICTS: &str = "SELECT r.run_id, r.verdict FROM ratings r WHERE NOT EXISTS (SELECT 1 FROM ratings n
    WHERE n.run_id = r.run_id AND (n.rated_at, n.id) > (r.rated_at, r.id))";

/// The group key. Conversations are `c`: each belongs to the day on which it began.
const fn key(by: By) -> &'static str {
    match by {
        By::Day => "CAST(c.started_at / 86400000 AS TEXT)",
        By::Model => "runs.model",
        By::Strategy => "(SELECT e.payload ->> 'strategy' FROM run_events e WHERE e.run_id = runs.id AND e.seq = 1)",
        By::Skill => {
            "(SELECT e.payload ->> 'domain' FROM run_events e WHERE e.run_id = runs.id AND e.type = 'routed'
            ORDER BY e.seq DESC LIMIT 1)"
        }
        By::Person => "c.user_id",
    }
}

/// Runs with their verdicts; a condition follows. `first_ms`: time until the first step or answer could be read.
fn runs(by: Option<By>) -> String {
    format!(
        "SELECT runs.*, COALESCE({}, '') AS part, f.verdict AS thumb, v.verdict AS verdict, (SELECT MIN(e.at) FROM
        run_events e WHERE e.run_id = runs.id AND e.type IN ('thought', 'planned', 'tool_started', 'answered'))
        - runs.created_at AS first_ms FROM runs JOIN sessions c ON c.id = runs.session_id
        LEFT JOIN feedback f ON f.run_id = runs.id LEFT JOIN ({VERDICTS}) v ON v.run_id = runs.id",
        by.map_or("''", key)
    )
}

/// Which runs `r` a number counts; `None` for all.
const fn counted(number: Number) -> Option<&'static str> {
    Some(match number {
        Number::Questions => return None,
        Number::Answered | Number::Half | Number::Most | Number::FirstHalf | Number::FirstMost => {
            "r.status = 'completed' AND NOT r.refused"
        }
        Number::Refused => "r.refused",
        Number::Warned => {
            "r.status = 'completed' AND NOT r.refused AND (r.gaps > 0 OR r.unverified > 0 OR r.limits > 0
            OR r.suspected > 0)"
        }
        Number::Failed => "r.status = 'failed'",
        Number::ThumbsUp => "r.thumb = 'good'",
        Number::ThumbsDown => "r.thumb = 'bad'",
        Number::Good => "r.verdict = 'good'",
        Number::Bad => "r.verdict = 'bad'",
        Number::Tokens => "r.tokens > 0",
        Number::Cached => "r.cached_tokens > 0",
        Number::Cost => "r.cost_usd > 0",
        Number::Calls => "r.tool_calls > 0",
        Number::CallErrors => "r.failed_calls > 0",
    })
}

/// The number over runs `r`. Percentiles by nearest rank: the smallest value such that this share of values is at or
/// below it.
fn aggregate(number: Number) -> String {
    let sum = |column: &str| format!("SUM(r.{column})");
    let rank = |share: f64, value: &str| {
        let answered = counted(Number::Answered).unwrap_or_default();
        format!("MIN(CASE WHEN {answered} AND r.{value}_place >= {share} * r.of_all THEN r.{value} END)")
    };
    match number {
        Number::FirstHalf => rank(0.5, "first_ms"),
        Number::FirstMost => rank(0.95, "first_ms"),
        Number::Half => rank(0.5, "duration_ms"),
        Number::Most => rank(0.95, "duration_ms"),
        Number::Tokens => sum("tokens"),
        Number::Cached => sum("cached_tokens"),
        Number::Cost => sum("cost_usd"),
        Number::Calls => sum("tool_calls"),
        Number::CallErrors => sum("failed_calls"),
        _ => counted(number).map_or("COUNT(*)".into(), |c| format!("SUM(CASE WHEN {c} THEN 1 ELSE 0 END)")),
    }
}

/// Numbers for questions of conversations that began at or after `from` and before `to` (UTC milliseconds); in total
/// without `by`.
pub async fn numbers(db: &Db, by: Option<By>, from: i64, to: i64) -> Result<Vec<UsageRow>> {
    let columns: Vec<String> =
        Number::ALL.iter().map(|number| format!("CAST({} AS DOUBLE PRECISION)", aggregate(*number))).collect();
    // Ranks among answered questions.
    let among = "PARTITION BY part, status, refused";
    let sql = format!(
        "SELECT r.part, {} FROM (SELECT one.*, ROW_NUMBER() OVER ({among} ORDER BY duration_ms) AS duration_ms_place,
        ROW_NUMBER() OVER ({among} ORDER BY first_ms) AS first_ms_place, COUNT(*) OVER ({among}) AS of_all
        FROM ({} WHERE c.deleted_at IS NULL AND c.started_at >= $1 AND c.started_at < $2) one) r
        GROUP BY r.part ORDER BY r.part",
        columns.join(", "),
        runs(by)
    );
    reading!(db, pool => {
        let rows = sqlx::query(&sql).bind(from).bind(to).fetch_all(pool).await?;
        let mut all = Vec::new();
        for row in rows {
            let numbers = (1..=Number::ALL.len()).map(|at| row.try_get(at)).collect::<std::result::Result<_, _>>()?;
            all.push(UsageRow { key: row.try_get(0)?, numbers });
        }
        Ok(all)
    })
}

/// The condition that a question of session `s` is in this group and counted by this number; `None` matches any. The
/// caller appends the value to bind, if any, and a closing parenthesis.
pub(super) fn condition(group: Option<(By, &str)>, number: Option<Number>) -> (String, Option<String>) {
    let by = group.map(|(by, _)| by);
    let counts = number.and_then(counted).unwrap_or("TRUE");
    let all = format!("EXISTS (SELECT 1 FROM ({} WHERE runs.session_id = s.id) r WHERE {counts}", runs(by));
    match group {
        Some((_, key)) => (format!("{all} AND r.part = "), Some(key.to_owned())),
        None => (all, None),
    }
}

/// What each person has used since a time (UTC milliseconds), highest first.
pub async fn budgets(db: &Db, since: i64) -> Result<Vec<Budget>> {
    let sql = "SELECT s.user_id, CAST(SUM(r.tokens) AS BIGINT), CAST(SUM(r.cost_usd) AS DOUBLE PRECISION)
        FROM sessions s JOIN runs r ON r.session_id = s.id WHERE r.created_at >= $1 AND s.recorded = 0
        GROUP BY s.user_id ORDER BY SUM(r.tokens) DESC, s.user_id";
    let rows: Vec<(String, i64, f64)> = reading!(db, pool => sqlx::query_as(sql).bind(since).fetch_all(pool).await?);
    Ok(rows.into_iter().map(|(person, tokens, cost_usd)| Budget { person, tokens, cost_usd }).collect())
}

/// The evidence score of each rated answer, and whether it was rated good.
pub async fn judged(db: &Db) -> Result<Vec<Judged>> {
    let sql = format!(
        "SELECT CAST((SELECT e.payload -> 'evidenceScore' ->> 'value' FROM run_events e WHERE e.run_id = v.run_id
        AND e.type = 'grounded' ORDER BY e.seq DESC LIMIT 1) AS DOUBLE PRECISION), v.verdict = 'good' FROM ({VERDICTS}) v"
    );
    let rows: Vec<(Option<f64>, bool)> = reading!(db, pool => sqlx::query_as(&sql).fetch_all(pool).await?);
    Ok(rows.into_iter().filter_map(|(score, good)| Some((score?, good))).collect())
}
