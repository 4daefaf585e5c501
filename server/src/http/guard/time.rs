//! Timeouts: for a request's body, for handlers, and for event streams when the server stops.

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
use crate::api::Caller;
use crate::http::caller::still_holds;
use crate::http::error::{Problem, problem};
use crate::http::{MAX_BODY, Web};

/// Calls that wait for an answer, for another agent or for a model: each run has its own limit.
const WAITING: [&str; 8] =
    ["/ag-ui", "/api/research", "/api/support", "/v1/", "/chat", "/sessions", "/mcp", "/rpc/check-model"];

/// Sent last on an event stream that the server ends: the browser reconnects after a second, and reports its position
/// by `Last-Event-ID`.
const ENDED: &[u8] = b"retry: 1000\n: the server ends this stream\n\n";

/// Uploads, which may take as long as their chunks keep coming.
const UPLOADS: [&str; 5] =
    ["/desk/import", "/desk/calls/", "/desk/documents", "/knowledge/files", "/settings/tools/api"];

/// Maximum duration of an event stream. The client reconnects and is authenticated again.
const MAX_STREAM_DURATION: Duration = Duration::from_secs(15 * 60);

/// How often it is checked whether the client of a stream may still follow it.
const ACCESS_CHECK_INTERVAL: Duration = Duration::from_secs(5);

fn is_upload(path: &str, headers: &HeaderMap) -> bool {
    UPLOADS.iter().any(|begin| path.starts_with(begin)) && kind(headers) == "multipart/form-data"
}

fn kind(headers: &HeaderMap) -> String {
    essence(headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default())
}

/// The request with its complete body, so that no handler waits for a client that sends a byte now and then. Uploads
/// are streamed: each chunk must arrive within the limit.
pub async fn body(request: Request, limit: Duration) -> Result<Request, Response> {
    if request.body().is_end_stream() {
        return Ok(request);
    }
    let (parts, body) = request.into_parts();
    if is_upload(parts.uri.path(), &parts.headers) {
        return Ok(Request::from_parts(parts, Body::new(TimeoutBody::new(limit, body))));
    }
    match tokio::time::timeout(limit, to_bytes(body, MAX_BODY)).await {
        Ok(Ok(bytes)) => Ok(Request::from_parts(parts, bytes.into())),
        Ok(Err(_)) => {
            let detail = "The request body is larger than 1 MiB, or it was cut off.";
            Err(Problem(AppError::invalid("body", detail)).into_response())
        }
        Err(_) => {
            let detail = format!("The body did not arrive within {} s. Send it again.", limit.as_secs());
            let error = AppError::invalid("body", detail);
            let mut reply = problem(StatusCode::REQUEST_TIMEOUT, "The request took too long", &error);
            reply.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
            Err(reply)
        }
    }
}

/// The reply, or a timeout error. A streamed reply may take longer once it has begun.
pub async fn within(limit: Duration, request: Request, next: Next) -> Response {
    let path = request.uri().path();
    if is_upload(path, request.headers()) || WAITING.iter().any(|begin| path.starts_with(begin)) {
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

/// Whether a reply is an event stream.
pub fn is_stream(reply: &Response) -> bool {
    kind(reply.headers()) == "text/event-stream"
}

/// Completes when an event stream must end: when the server stops, after some minutes, and soon after its client has
/// signed out, or their role or access has changed.
pub async fn end(web: Web, caller: Option<Caller>) {
    let holds = async {
        loop {
            tokio::time::sleep(ACCESS_CHECK_INTERVAL).await;
            let Some(caller) = &caller else { continue };
            // An unavailable database says nothing about the caller.
            if matches!(still_holds(&web, caller).await, Ok(false) | Err(AppError::NotFound { .. })) {
                return;
            }
        }
    };
    tokio::select! {
        () = web.stopping.cancelled() => {}
        () = tokio::time::sleep(MAX_STREAM_DURATION) => {}
        () = holds => {}
    }
}

/// Ends an event stream once `end` completes; `held` is dropped with it.
pub fn until(reply: Response, end: impl Future<Output = ()> + Send + 'static, held: impl Send + 'static) -> Response {
    let (parts, body) = reply.into_parts();
    let is_ended = CancellationToken::new();
    let says = is_ended.clone();
    let end = async move {
        end.await;
        says.cancel();
    };
    let events = body.into_data_stream().take_until(Box::pin(end));
    let last = stream::once(async move { is_ended.is_cancelled().then_some(Ok(Bytes::from_static(ENDED))) });
    let all = events.chain(last.filter_map(future::ready)).map(move |piece| {
        let _held = &held;
        piece
    });
    Response::from_parts(parts, Body::from_stream(all))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

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
    async fn a_stream_of_events_ends_with_the_server() {
        let stopping = CancellationToken::new();
        let streamed = |kind: &'static str| {
            let first = stream::once(future::ready(Ok::<_, axum::Error>(Bytes::from_static(b"data: 1\n\n"))));
            let body = Body::from_stream(first.chain(stream::pending()));
            ([(header::CONTENT_TYPE, kind)], body).into_response()
        };
        assert!(is_stream(&streamed("text/event-stream")) && !is_stream(&streamed("text/csv")));
        let held = Arc::new(());
        let events = until(streamed("text/event-stream"), stopping.clone().cancelled_owned(), held.clone());
        let read = tokio::spawn(to_bytes(events.into_body(), MAX_BODY));
        stopping.cancel();
        let told = read.await.unwrap().unwrap();
        assert!(told.ends_with(ENDED), "{told:?}");
        assert_eq!(Arc::strong_count(&held), 1, "what it held is let go");
    }
}
