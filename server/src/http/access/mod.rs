//! Assigns log lines to requests, and writes one line per request. Never the content of questions or answers: no query
//! strings, no bodies, no cookies.

use std::time::Instant;

use axum::body::HttpBody;
use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderName, HeaderValue, Method};
use axum::middleware::Next;
use axum::response::Response;
use tracing::Instrument;

use super::Web;
use crate::api::Caller;

/// The header with a request's id, in both directions.
const ID: HeaderName = HeaderName::from_static("x-request-id");
/// Maximum length of a request id accepted from the client, in characters.
const MAX_ID_CHARS: usize = 64;

/// The prefix of the pages' calls to the server: all by POST.
const CALLS: &str = "/rpc/";
/// The pages' calls that only read.
const READS: [&str; 34] = [
    "accounts", "alternatives", "analysis", "analysis-picked", "audit-log", "book-values", "call", "chart",
    "comparison", "conversation", "conversations", "desk", "erasure", "events", "figure", "import", "invited",
    "may-erase", "me", "meanings", "memory", "pipeline", "privacy", "record", "review-session", "review-sessions",
    "run", "sent", "shared", "sign-in-ways", "taught-words", "tokens", "tool-names", "waiting",
];

/// Gives the request an id, which appears in all its log lines and in the reply, and writes its line: at `info` if it
/// changes something or fails, otherwise at `debug`.
pub async fn line(State(web): State<Web>, request: Request, next: Next) -> Response {
    let given = request.headers().get(&ID).and_then(|value| value.to_str().ok()).filter(|id| is_safe(id));
    let id = given.map_or_else(|| web.services().world.id(), str::to_owned);
    let (method, route) = (request.method().clone(), route(&request));
    // At error level, so that every log line has the id.
    let span = tracing::error_span!("request", request_id = id.as_str(), caller = tracing::field::Empty);
    let answered = async {
        let began = Instant::now();
        let reply = next.run(request).await;
        let ms = u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX);
        let status = reply.status().as_u16();
        // Unknown for a stream.
        let bytes = reply.body().size_hint().exact();
        if status >= 400 || changes(&method, &route) {
            tracing::info!(%method, route, status, ms, bytes, "answered");
        } else {
            tracing::debug!(%method, route, status, ms, bytes, "answered");
        }
        reply
    };
    let mut reply = answered.instrument(span).await;
    if let Ok(value) = HeaderValue::from_str(&id) {
        reply.headers_mut().insert(ID, value);
    }
    reply
}

/// Adds the caller to the log. Called once the caller is known, within the request.
pub fn name(caller: &Caller) {
    tracing::Span::current().record("caller", caller.name.as_str());
}

/// Whether an id is safe in a log and in a header.
fn is_safe(id: &str) -> bool {
    (1..=MAX_ID_CHARS).contains(&id.len()) && id.bytes().all(|b| b.is_ascii_alphanumeric() || b"-._".contains(&b))
}

/// The route template, without the values of its placeholders; for the pages' calls, their names.
fn route(request: &Request) -> String {
    let path = request.uri().path();
    let plain = |name: &str| name.len() <= MAX_ID_CHARS && name.bytes().all(|b| b.is_ascii_lowercase() || b == b'-');
    if path.strip_prefix(CALLS).is_some_and(plain) {
        return path.to_owned();
    }
    request.extensions().get::<MatchedPath>().map_or_else(|| "(none)".to_owned(), |path| path.as_str().to_owned())
}

fn changes(method: &Method, route: &str) -> bool {
    let reads = route.strip_prefix(CALLS).is_some_and(|name| READS.contains(&name));
    !reads && !matches!(*method, Method::GET | Method::HEAD | Method::OPTIONS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_requests_are_short_and_plain() {
        assert!(is_safe("0192f7c0-aaaa") && is_safe("a.b_c-1"));
        let long = "a".repeat(MAX_ID_CHARS + 1);
        assert!(!["", "two words", "a\"b", "ünsafe", long.as_str()].into_iter().any(is_safe));
    }

    #[test]
    fn what_only_reads_is_no_change() {
        assert!(!changes(&Method::GET, "/c/{id}") && !changes(&Method::POST, "/rpc/record"));
        assert!(changes(&Method::POST, "/rpc/ask") && changes(&Method::DELETE, "/api/words/{id}"));
    }
}
