//! Limits of time: for the body of a request, for a handler, and for event streams when the server stops.

use std::time::Duration;

use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use futures::{StreamExt, future, stream};
use http_body::Body as _;
use model::error::AppError;
use tokio_util::sync::CancellationToken;
use tower_http::timeout::TimeoutBody;

use super::site::essence;
use crate::http::MAX_BODY;
use crate::http::error::{Problem, problem};

/// Calls that wait for an answer, for another agent or for a model: each run has a limit of its own.
const WAITING: [&str; 8] =
    ["/ag-ui", "/api/research", "/api/support", "/v1/", "/chat", "/sessions", "/mcp", "/rpc/check-model"];

/// What is sent last on an event stream that ends because the server stops: the browser comes back after a second, and
/// says by `Last-Event-ID` where it was.
const STOPPING: &[u8] = b"retry: 1000\n: the server stops\n\n";

fn is_upload(headers: &HeaderMap) -> bool {
    kind(headers) == "multipart/form-data"
}

fn kind(headers: &HeaderMap) -> String {
    essence(headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default())
}

/// The request with its body read whole, so that no handler waits for a client that sends a byte now and then. An upload is
/// handed on as it comes: each piece must come within the limit.
pub async fn body(request: Request, limit: Duration) -> Result<Request, Response> {
    if request.body().is_end_stream() {
        return Ok(request);
    }
    let (parts, body) = request.into_parts();
    if is_upload(&parts.headers) {
        return Ok(Request::from_parts(parts, Body::new(TimeoutBody::new(limit, body))));
    }
    match tokio::time::timeout(limit, to_bytes(body, MAX_BODY)).await {
        Ok(Ok(bytes)) => Ok(Request::from_parts(parts, bytes.into())),
        Ok(Err(_)) => {
            let detail = "The request body is larger than 1 MiB, or it was cut off.";
            Err(Problem(AppError::invalid("body", detail)).into_response())
        }
        Err(_) => {
            let detail = format!("The body did not come within {} s. Send it again.", limit.as_secs());
            let error = AppError::invalid("body", detail);
            let mut reply = problem(StatusCode::REQUEST_TIMEOUT, "The request took too long", &error);
            reply.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
            Err(reply)
        }
    }
}

/// The reply, or word that it took too long. What is sent piece by piece may take longer once it has begun.
pub async fn within(limit: Duration, request: Request, next: Next) -> Response {
    let path = request.uri().path();
    if is_upload(request.headers()) || WAITING.iter().any(|begin| path.starts_with(begin)) {
        return next.run(request).await;
    }
    match tokio::time::timeout(limit, next.run(request)).await {
        Ok(reply) => reply,
        Err(_) => {
            let detail = format!("This took longer than {} s. Ask for less, or try again later.", limit.as_secs());
            Problem(AppError::Unavailable { detail }).into_response()
        }
    }
}

/// Ends a stream of events when the server stops; other replies are left alone.
pub fn until(reply: Response, stopping: &CancellationToken) -> Response {
    if kind(reply.headers()) != "text/event-stream" {
        return reply;
    }
    let (parts, body) = reply.into_parts();
    let stopped = stopping.clone();
    let last = stream::once(async move { stopped.is_cancelled().then_some(Ok(Bytes::from_static(STOPPING))) });
    let events = body.into_data_stream().take_until(stopping.clone().cancelled_owned());
    Response::from_parts(parts, Body::from_stream(events.chain(last.filter_map(future::ready))))
}

#[cfg(test)]
mod tests {
    use axum::Router;
    use axum::middleware::from_fn;
    use axum::routing::get;
    use tower::ServiceExt;

    use super::*;

    async fn asked(path: &str) -> Option<Response> {
        let app = Router::new()
            .route("/slow", get(future::pending::<()>))
            .route("/api/research/slow", get(future::pending::<()>))
            .layer(from_fn(|request: Request, next: Next| within(Duration::from_millis(20), request, next)));
        let request = axum::http::Request::get(path).body(Body::empty()).unwrap();
        tokio::time::timeout(Duration::from_millis(200), app.oneshot(request)).await.ok().map(|reply| reply.unwrap())
    }

    #[tokio::test]
    async fn a_call_that_takes_too_long_says_so_and_one_that_waits_for_an_answer_may() {
        let reply = asked("/slow").await.unwrap();
        assert_eq!(reply.status(), StatusCode::SERVICE_UNAVAILABLE);
        assert_eq!(reply.headers()[header::RETRY_AFTER], "5");
        assert!(asked("/api/research/slow").await.is_none());
    }

    #[tokio::test]
    async fn a_stream_of_events_ends_with_the_server_and_nothing_else_does() {
        let stopping = CancellationToken::new();
        let streamed = |kind: &'static str| {
            let first = stream::once(future::ready(Ok::<_, axum::Error>(Bytes::from_static(b"data: 1\n\n"))));
            let body = Body::from_stream(first.chain(stream::pending()));
            until(([(header::CONTENT_TYPE, kind)], body).into_response(), &stopping)
        };
        let (events, other) = (streamed("text/event-stream"), streamed("text/csv"));
        let read = tokio::spawn(to_bytes(events.into_body(), MAX_BODY));
        stopping.cancel();
        let told = read.await.unwrap().unwrap();
        assert!(told.ends_with(STOPPING), "{told:?}");
        let read = tokio::time::timeout(Duration::from_millis(50), to_bytes(other.into_body(), MAX_BODY)).await;
        assert!(read.is_err());
    }
}
