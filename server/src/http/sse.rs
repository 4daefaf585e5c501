//! Server-sent events as a reply.

use std::convert::Infallible;
use std::time::Duration;

use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::IntoResponse;
use axum::response::sse::{Event, KeepAlive, Sse};
use futures::{Stream, StreamExt};

use super::docs::EventStream;

/// Proxies cut streams that are silent for longer.
const HEARTBEAT: Duration = Duration::from_secs(10);

/// An event with JSON data.
pub fn data(body: &impl serde::Serialize) -> Event {
    // Our values always serialize to JSON on one line.
    Event::default().data(serde_json::to_string(body).unwrap_or_default())
}

/// Whether a client asks for events instead of the whole.
pub fn is_wanted(headers: &HeaderMap) -> bool {
    headers.get(header::ACCEPT).and_then(|v| v.to_str().ok()).is_some_and(|kind| kind.contains("text/event-stream"))
}

/// Events as a reply.
pub fn reply(events: impl Stream<Item = Event> + Send + 'static) -> EventStream {
    let keep_alive = KeepAlive::new().interval(HEARTBEAT).text("still here");
    let mut reply = Sse::new(events.map(Ok::<_, Infallible>)).keep_alive(keep_alive).into_response();
    // Tells a buffering proxy to forward events as they come.
    reply.headers_mut().insert("x-accel-buffering", HeaderValue::from_static("no"));
    EventStream(reply)
}
