//! Reading stored events.

use model::run::{RunEvent, StoredEvent};
use sqlx::QueryBuilder;
use sqlx::types::Json;

use super::{Db, Result, StoreError, reading};
use crate::rows::push_in;

/// A run's events with `seq` greater than `after`, in order.
pub async fn after(db: &Db, run_id: &str, after: i64) -> Result<Vec<StoredEvent>> {
    let sql = "SELECT payload FROM run_events WHERE run_id = $1 AND seq > $2 ORDER BY seq";
    let rows: Vec<(Json<StoredEvent>,)> =
        reading!(db, pool => sqlx::query_as(sql).bind(run_id).bind(after).fetch_all(pool).await?);
    Ok(rows.into_iter().map(|(Json(event),)| event).collect())
}

/// The events of several runs, by run.
pub async fn of_runs(db: &Db, run_ids: &[String]) -> Result<Vec<StoredEvent>> {
    if run_ids.is_empty() {
        return Ok(Vec::new());
    }
    let rows: std::result::Result<Vec<(Json<StoredEvent>,)>, sqlx::Error> = reading!(db, pool => {
        let mut q = QueryBuilder::<Base>::new("SELECT payload FROM run_events WHERE run_id");
        push_in(&mut q, run_ids);
        q.push(" ORDER BY run_id, seq");
        q.build_query_as().fetch_all(pool).await
    });
    Ok(rows.map_err(StoreError::from)?.into_iter().map(|(Json(event),)| event).collect())
}

/// Tokens that models read and wrote in each of the last runs that called one; at most `last` runs.
pub async fn model_tokens(db: &Db, last: u32) -> Result<Vec<(u64, u64)>> {
    let sql = "SELECT payload FROM run_events WHERE type = 'model_called' AND run_id IN \
        (SELECT id FROM runs WHERE status = 'completed' AND tokens > 0 ORDER BY created_at DESC, id LIMIT $1)";
    let rows: Vec<(Json<StoredEvent>,)> =
        reading!(db, pool => sqlx::query_as(sql).bind(i64::from(last)).fetch_all(pool).await?);
    let mut by_run: std::collections::BTreeMap<String, (u64, u64)> = std::collections::BTreeMap::new();
    for (Json(stored),) in rows {
        if let RunEvent::ModelCalled { prompt_tokens, completion_tokens, .. } = stored.event {
            let sum = by_run.entry(stored.run_id).or_default();
            *sum = (sum.0 + prompt_tokens, sum.1 + completion_tokens);
        }
    }
    Ok(by_run.into_values().collect())
}
