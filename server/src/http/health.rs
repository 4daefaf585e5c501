//! Whether the server lives, and with what.

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::json;

use crate::api::Api;
use crate::store::{Db, changes, records};

/// `GET /health`: 200 while the database answers, 503 otherwise.
pub async fn health(api: Api) -> Response {
    let services = &api.services;
    let model = services.agent.model();
    let totals = records::totals(&services.db).await;
    let as_of = changes::last_day(&services.db).await.ok().flatten();
    let status = if totals.is_ok() { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE };
    let body = json!({
        "status": if totals.is_ok() { "healthy" } else { "degraded" },
        "version": env!("CARGO_PKG_VERSION"),
        "database": match services.db { Db::Sqlite { .. } => "sqlite", Db::Postgres(_) => "postgres" },
        "provider": model.split('/').next(),
        "model": model,
        "strategy": services.config.models.strategy.value,
        "tools": services.agent.tools().all().len(),
        "asOf": as_of,
        "communications": totals.as_ref().map(|t| t.communications).ok(),
        "cases": totals.as_ref().map(|t| t.cases).ok(),
        "search": services.search.vectors().status(),
        "documents": totals.as_ref().map(|t| t.documents).ok(),
        "liveRuns": services.agent.live().len(),
        "outside": services.outside.standing(),
    });
    (status, axum::Json(body)).into_response()
}
