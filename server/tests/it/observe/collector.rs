//! A collector over real HTTP: receives OTLP as protobuf, and stores it.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use opentelemetry_proto::tonic::collector::trace::v1::{ExportTraceServiceRequest, ExportTraceServiceResponse};
use opentelemetry_proto::tonic::common::v1::KeyValue;
use opentelemetry_proto::tonic::common::v1::any_value::Value as Any;
use prost::Message;
use serde_json::{Value, json};
use tokio::sync::watch;
use tokio::task::JoinHandle;

/// A received span.
#[derive(Clone, Debug)]
pub struct Told {
    pub name: String,
    /// 1 internal, 2 server, 3 client.
    pub kind: i32,
    pub trace: String,
    pub id: String,
    /// Empty for a root.
    pub parent: String,
    /// Nanoseconds since 1970.
    pub from: u64,
    pub to: u64,
    pub about: BTreeMap<String, Value>,
    /// Whether its status is an error.
    pub failed: bool,
    /// The request's `authorization` header.
    pub service: Value,
    /// What the request showed as `authorization`.
    pub key: String,
}

impl Told {
    /// An attribute; `Null` if it does not exist.
    pub fn of(&self, name: &str) -> Value {
        self.about.get(name).cloned().unwrap_or_default()
    }
}

/// The running collector; it ends when this is dropped.
pub struct Collector {
    pub url: String,
    spans: watch::Receiver<Vec<Told>>,
    task: JoinHandle<()>,
}

impl Collector {
    pub async fn start() -> Self {
        let (taken, spans) = watch::channel(Vec::new());
        let app = Router::new().route("/v1/traces", post(take)).with_state(Arc::new(taken));
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let task = tokio::spawn(async move { axum::serve(listener, app).await.unwrap() });
        Self { url, spans, task }
    }

    /// All spans, once `enough` is satisfied.
    pub async fn until(&self, enough: impl Fn(&[Told]) -> bool) -> Vec<Told> {
        let mut spans = self.spans.clone();
        let there = spans.wait_for(|all| enough(all));
        let there = tokio::time::timeout(Duration::from_secs(15), there).await;
        there.unwrap_or_else(|_| panic!("only {:?} came", self.names())).unwrap().clone()
    }

    fn names(&self) -> Vec<String> {
        self.spans.borrow().iter().map(|span| span.name.clone()).collect()
    }
}

impl Drop for Collector {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn take(State(taken): State<Arc<watch::Sender<Vec<Told>>>>, headers: HeaderMap, body: Bytes) -> Response {
    let text = |name: header::HeaderName| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let (kind, key) = (text(header::CONTENT_TYPE), text(header::AUTHORIZATION));
    let Ok(request) = ExportTraceServiceRequest::decode(body) else { return StatusCode::BAD_REQUEST.into_response() };
    if kind != "application/x-protobuf" {
        return StatusCode::UNSUPPORTED_MEDIA_TYPE.into_response();
    }
    let mut told = Vec::new();
    for resource in request.resource_spans {
        let about = resource.resource.map(|r| attributes(r.attributes)).unwrap_or_default();
        let service = about.get("service.name").cloned().unwrap_or_default();
        for span in resource.scope_spans.into_iter().flat_map(|scope| scope.spans) {
            told.push(Told {
                name: span.name,
                kind: span.kind,
                trace: hex(&span.trace_id),
                id: hex(&span.span_id),
                parent: hex(&span.parent_span_id),
                from: span.start_time_unix_nano,
                to: span.end_time_unix_nano,
                about: attributes(span.attributes),
                failed: span.status.is_some_and(|status| status.code == 2),
                service: service.clone(),
                key: key.to_owned(),
            });
        }
    }
    taken.send_modify(|all| all.extend(told));
    let reply = ExportTraceServiceResponse::default().encode_to_vec();
    ([(header::CONTENT_TYPE, "application/x-protobuf")], reply).into_response()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn attributes(list: Vec<KeyValue>) -> BTreeMap<String, Value> {
    let value = |any: Any| match any {
        Any::StringValue(text) => json!(text),
        Any::BoolValue(flag) => json!(flag),
        Any::IntValue(number) => json!(number),
        Any::DoubleValue(number) => json!(number),
        other => json!(format!("{other:?}")),
    };
    let pair = |pair: KeyValue| (pair.key, pair.value.and_then(|any| any.value).map(value).unwrap_or_default());
    list.into_iter().map(pair).collect()
}
