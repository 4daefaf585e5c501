//! Service metrics since a time. The large events (tool results) are not read.

use std::collections::BTreeMap;

use model::review::metrics::{Latency, LlmErrors, Mean, Metrics, ModelUse, RETRIEVAL, ToolUse};
use model::run::{RunEvent, StoredEvent, TIMED_OUT};
use serde::Deserialize;
use sqlx::types::Json;

use super::{Db, Result, reading};

/// A tool call as stored in a message.
#[derive(Deserialize)]
struct Kept {
    tool: String,
    #[serde(default)]
    duration: Option<i64>,
    #[serde(default)]
    error: Option<String>,
}

/// Metrics of everything that began at `since` (UTC milliseconds) or later, without deleted conversations.
pub async fn since(db: &Db, since: i64) -> Result<Metrics> {
    let sessions =
        "SELECT status, COUNT(*) FROM sessions WHERE started_at >= $1 AND deleted_at IS NULL GROUP BY status";
    let requests = "SELECT status, COUNT(*) FROM runs WHERE created_at >= $1 GROUP BY status";
    let ratings = "SELECT verdict, COUNT(*) FROM ratings WHERE rated_at >= $1 GROUP BY verdict";
    let feedback = "SELECT verdict, COUNT(*) FROM feedback WHERE given_at >= $1 GROUP BY verdict";
    let durations = "SELECT duration_ms FROM runs WHERE created_at >= $1 AND status = 'completed'";
    let durations: Vec<i64> = reading!(db, pool => sqlx::query_scalar(durations).bind(since).fetch_all(pool).await?);
    let mut all = Metrics {
        since,
        sessions: counts(db, sessions, since).await?,
        requests: counts(db, requests, since).await?,
        ratings: counts(db, ratings, since).await?,
        feedback: counts(db, feedback, since).await?,
        latency: Latency::from_durations(&durations),
        ..Metrics::default()
    };
    let calls = "SELECT tool_calls FROM session_messages WHERE created_at >= $1 AND tool_calls IS NOT NULL";
    let calls: Vec<(Json<Vec<Kept>>,)> = reading!(db, pool => sqlx::query_as(calls).bind(since).fetch_all(pool).await?);
    tools(&mut all, calls.into_iter().flat_map(|(Json(calls),)| calls));
    let events = "SELECT payload FROM run_events WHERE type IN ('model_called', 'compressed', 'fallback', 'retried',
        'routed') AND run_id IN (SELECT id FROM runs WHERE created_at >= $1)";
    let events: Vec<(Json<StoredEvent>,)> =
        reading!(db, pool => sqlx::query_as(events).bind(since).fetch_all(pool).await?);
    models(&mut all, events.into_iter().map(|(Json(stored),)| stored.event));
    Ok(all)
}

/// Conversations with a running question.
pub async fn active_sessions(db: &Db) -> Result<i64> {
    let sql = "SELECT COUNT(*) FROM sessions WHERE status = 'active' AND deleted_at IS NULL";
    Ok(reading!(db, pool => sqlx::query_scalar(sql).fetch_one(pool).await?))
}

/// Tokens and US dollars that one user's questions have cost since a time (UTC milliseconds).
pub async fn spent(db: &Db, user: &str, since: i64) -> Result<(i64, f64)> {
    let sql =
        "SELECT CAST(COALESCE(SUM(r.tokens), 0) AS BIGINT), CAST(COALESCE(SUM(r.cost_usd), 0) AS DOUBLE PRECISION)
        FROM sessions s JOIN runs r ON r.session_id = s.id WHERE s.user_id = $1 AND r.created_at >= $2";
    Ok(reading!(db, pool => sqlx::query_as(sql).bind(user).bind(since).fetch_one(pool).await?))
}

async fn counts(db: &Db, sql: &str, since: i64) -> Result<BTreeMap<String, i64>> {
    let rows: Vec<(String, i64)> = reading!(db, pool => sqlx::query_as(sql).bind(since).fetch_all(pool).await?);
    Ok(rows.into_iter().collect())
}

fn tools(all: &mut Metrics, calls: impl Iterator<Item = Kept>) {
    let mut by_tool = BTreeMap::<String, (ToolUse, Mean)>::new();
    for Kept { tool, duration, error } in calls {
        let (used, mean) = by_tool.entry(tool.clone()).or_default();
        match error.as_deref() {
            None => used.success += 1,
            Some(error) if error.starts_with(TIMED_OUT) => used.timeout += 1,
            Some(_) => used.error += 1,
        }
        if let Some(ms) = duration {
            mean.add(ms as f64);
            if RETRIEVAL.contains(&tool.as_str()) {
                all.retrieval.add(ms as f64);
            }
        }
    }
    let told = by_tool.into_iter().map(|(tool, (used, mean))| ToolUse { tool, mean_ms: mean.mean, ..used });
    all.tools = told.collect();
}

fn models(all: &mut Metrics, events: impl Iterator<Item = RunEvent>) {
    let mut by_model = BTreeMap::<String, (ModelUse, Mean)>::new();
    let mut errors = BTreeMap::<String, LlmErrors>::new();
    for event in events {
        match event {
            RunEvent::ModelCalled {
                model, prompt_tokens, completion_tokens, cost_usd, retries, duration_ms, ..
            } => {
                let (used, mean) = by_model.entry(model).or_default();
                used.calls += 1;
                used.tokens_in += prompt_tokens;
                used.tokens_out += completion_tokens;
                used.cost_usd += cost_usd.unwrap_or_default();
                used.retries += i64::from(retries);
                mean.add(duration_ms as f64);
            }
            RunEvent::Retried { reason, .. } => errors.entry(reason).or_default().retried += 1,
            RunEvent::Fallback { reason, .. } => errors.entry(reason).or_default().gave_way += 1,
            RunEvent::Routed { route } => all.router_confidence.add(route.confidence),
            RunEvent::Compressed { .. } => all.context_truncations += 1,
            _ => {}
        }
    }
    let told = by_model.into_iter().map(|(model, (used, mean))| ModelUse { model, mean_ms: mean.mean, ..used });
    all.models = told.collect();
    all.llm_errors = errors.into_iter().map(|(reason, errors)| LlmErrors { reason, ..errors }).collect();
    all.llm_errors.sort_by_key(|e| std::cmp::Reverse(e.retried + e.gave_way));
}
