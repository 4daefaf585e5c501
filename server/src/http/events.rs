//! Server-sent events of a run. `id:` is the event's `seq`, so a reconnecting browser reports where it was. Chunks of a
//! model's output are sent as events named `delta`, which have no id and are void once a stored event with a `seq`
//! greater than their `after` has arrived.

use axum::extract::Path;
use axum::http::{HeaderMap, StatusCode};
use axum::response::IntoResponse;
use axum::response::sse::Event;
use futures::StreamExt;
use model::error::AppError;

use super::body::Query;
use super::docs::EventStream;
use super::error::Problem;
use super::{response, sse};
use crate::api::Api;

#[derive(serde::Deserialize, schemars::JsonSchema)]
pub struct After {
    /// The `seq` of the last received event, unless `Last-Event-ID` is sent.
    after: Option<i64>,
}

/// `GET /api/research/runs/{id}/events`: everything after `Last-Event-ID` (or `?after=`), then live until `finished`.
pub async fn watch(
    api: Api,
    Path(id): Path<String>,
    Query(query): Query<After>,
    headers: HeaderMap,
) -> Result<EventStream, Problem> {
    api.reads_run(&id).await?;
    let last = match headers.get("last-event-id") {
        Some(value) => Some(value.to_str().ok().and_then(|v| v.parse().ok()).ok_or_else(|| {
            AppError::invalid("Last-Event-ID", "Last-Event-ID must be the number of the last event that was received.")
        })?),
        None => query.after,
    };
    api.opens_run(&id).await?;
    // A browser that reconnects after the end is told to stop (HTML, server-sent events, 9.2.3).
    if let Some(last) = last
        && api.services.agent.is_over(&id, last).await?
    {
        return Ok(EventStream(StatusCode::NO_CONTENT.into_response()));
    }
    stream(&api, &id, last.unwrap_or(0)).await
}

/// The reply that streams a run's events.
pub async fn stream(api: &Api, run_id: &str, after: i64) -> Result<EventStream, Problem> {
    let agent = &api.services.agent;
    let deltas = agent.deltas(run_id).map(|piece| Some(Event::default().event("delta").data(&*piece)));
    let rows = agent.watch(run_id, after).await?;
    let shows = api.services.config.show_scores.value;
    let open = agent.observer().metrics().stream();
    let rows = rows.map(move |row| {
        let _held = &open;
        let event = Event::default().id(row.seq.to_string());
        // Only one event contains scores.
        let hidden = (!shows && row.kind == "grounded").then(|| response::unscored(&row.json));
        Some(match hidden {
            Some(json) => event.data(json),
            None => event.data(&*row.json),
        })
    });
    // Sent once, before anything else: the stream is open. Without an id, since it is not stored.
    let connected = Event::default().event("connected").data(serde_json::json!({ "runId": run_id }).to_string());
    let rows = futures::stream::once(futures::future::ready(Some(connected))).chain(rows);
    // The stream ends with the stored events; chunks alone do not keep it open.
    let rows = rows.chain(futures::stream::iter([None]));
    let events = futures::stream::select(rows, deltas)
        .take_while(|event| futures::future::ready(event.is_some()))
        .filter_map(futures::future::ready);
    Ok(sse::reply(events))
}
