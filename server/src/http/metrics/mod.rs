//! `GET /metrics` for Prometheus, and the measurement of requests. Without accounts everybody on this machine may read
//! the metrics; otherwise admins, and callers with `PLUMBLINE_METRICS_TOKEN` as a bearer token.

use std::time::Instant;

use axum::Extension;
use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderMap, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use model::error::AppError;

use super::Web;
use super::error::Problem;
use crate::api::Api;
use crate::observe::{CONTENT_TYPE, Gauges};
use crate::store::metrics;

/// The label for requests without a route: files, and unknown URLs.
const UNMATCHED: &str = "unmatched";

/// `GET /metrics`: the metrics of this process, in Prometheus' text format.
pub async fn scrape(
    State(web): State<Web>,
    api: Option<Extension<Api>>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    if !shows_token(&web, &headers) {
        let Extension(api) = api.ok_or_else(AppError::unauthenticated)?;
        api.must_be_admin()?;
    }
    let agent = &web.services().agent;
    // This process's own counts are reported even while the database is unavailable.
    let sessions = metrics::active_sessions(&web.services().db).await.ok();
    let text = agent.observer().metrics().text(Gauges { runs: agent.live().len(), sessions });
    let text = text.map_err(|_| AppError::internal())?;
    Ok(([(header::CONTENT_TYPE, CONTENT_TYPE)], text).into_response())
}

/// Whether a request presents `PLUMBLINE_METRICS_TOKEN`.
pub fn shows_token(web: &Web, headers: &HeaderMap) -> bool {
    let bearer = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok()?.strip_prefix("Bearer "));
    let token = &web.services().config.telemetry.metrics_token.value;
    bearer.zip(token.as_ref()).is_some_and(|(shown, token)| token.is(shown))
}

/// Measures every request by its route template. A request with a trace becomes a span of it, and its run a part of
/// that span.
pub async fn measure(State(web): State<Web>, request: Request, next: Next) -> Response {
    let began = Instant::now();
    let observer = web.services().agent.observer().clone();
    let method = request.method().clone();
    let route = request.extensions().get::<MatchedPath>().map_or(UNMATCHED, MatchedPath::as_str).to_owned();
    let scheme = if web.services().config.server.tls().is_some() { "https" } else { "http" };
    let traced = observer
        .traces()
        .and_then(|traces| traces.request(method.as_str(), &route, (scheme, request.uri().path()), request.headers()));
    let reply = match &traced {
        Some(span) => span.under(next.run(request)).await,
        None => next.run(request).await,
    };
    let status = reply.status().as_u16();
    if let Some(span) = traced {
        span.end(status);
    }
    observer.metrics().request(method.as_str(), &route, status, began.elapsed().as_secs_f64());
    reply
}
