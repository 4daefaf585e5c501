//! Spans over OTLP, by OpenTelemetry's conventions for generative AI: `invoke_agent`, `chat`, `execute_tool`. A run's
//! spans are derived from its events after its end, so they match the run whichever process drove it. They wait in two
//! bounded queues (runs, then spans); anything beyond is dropped.

mod client;
mod content;
mod spans;

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use opentelemetry::propagation::TextMapPropagator;
use opentelemetry::trace::TracerProvider as _;
use opentelemetry::trace::{Span as _, SpanBuilder, SpanContext, SpanKind, Status, TraceContextExt, Tracer};
use opentelemetry::{Context, InstrumentationScope, KeyValue};
use opentelemetry_http::HeaderExtractor;
use opentelemetry_otlp::{Protocol, RetryPolicy, SpanExporter, WithExportConfig, WithHttpConfig};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::propagation::TraceContextPropagator;
use opentelemetry_sdk::trace::{BatchConfigBuilder, BatchSpanProcessor, Sampler, SdkTracer, SdkTracerProvider, Span};
use reqwest::header::HeaderMap;
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

use super::labels;
use base::http_client::http_client;
use store::{Db, history};

/// Runs waiting for conversion to spans.
const RUN_QUEUE_CAPACITY: usize = 256;
/// Spans waiting to be sent.
const SPAN_QUEUE_CAPACITY: usize = 4096;
/// How long spans are batched.
const BATCH_DELAY: Duration = Duration::from_secs(1);
/// Time limit for sending, and for the last batch at shutdown.
const EXPORT_TIMEOUT: Duration = Duration::from_secs(10);
const AT_THE_END: Duration = Duration::from_secs(3);

tokio::task_local! {
    /// The span of the current request.
    static REQUEST: SpanContext;
}

/// The span of the current request, if any.
pub(super) fn asked_under() -> Option<SpanContext> {
    REQUEST.try_with(SpanContext::clone).ok()
}

/// The destination and content of spans.
#[derive(Clone, Debug)]
pub struct Destination {
    /// The collector's address, without `/v1/traces`.
    pub endpoint: String,
    pub headers: HashMap<String, String>,
    /// This process's service name.
    pub service: String,
    /// The share of traces to send, 0 to 1; requests with their own trace follow its sampling decision.
    pub share: f64,
    /// Whether to include questions, answers, arguments and results.
    pub content: bool,
}

/// A finished run.
#[derive(Debug)]
struct Ended {
    run_id: String,
    parent: Option<SpanContext>,
}

/// The connection to a collector.
#[derive(Debug)]
pub struct Traces {
    provider: SdkTracerProvider,
    tracer: SdkTracer,
    content: bool,
    to_follower: mpsc::Sender<Ended>,
    /// Taken by [`Traces::follow`].
    ended: Mutex<Option<mpsc::Receiver<Ended>>>,
}

/// The version of the semantic conventions for attribute names.
const SCHEMA: &str = "https://opentelemetry.io/schemas/1.37.0";

impl Traces {
    /// Starts the sending thread. Must be called in a tokio runtime.
    pub fn open(to: &Destination) -> Result<Self, String> {
        let endpoint = format!("{}/v1/traces", to.endpoint.trim_end_matches('/'));
        let url = reqwest::Url::parse(&endpoint).map_err(|error| error.to_string())?;
        if !matches!(url.scheme(), "http" | "https") {
            return Err("it must begin with http:// or https://".to_owned());
        }
        let exporter = SpanExporter::builder()
            .with_http()
            .with_http_client(client::Client::new(http_client(&url)?))
            .with_protocol(Protocol::HttpBinary)
            .with_endpoint(endpoint)
            .with_timeout(EXPORT_TIMEOUT)
            .with_headers(to.headers.clone())
            .with_retry_policy(RetryPolicy::recommended().with_max_retries(2))
            .build()
            .map_err(|error| error.to_string())?;
        let gathered = BatchConfigBuilder::default()
            .with_max_queue_size(SPAN_QUEUE_CAPACITY)
            .with_scheduled_delay(BATCH_DELAY)
            .build();
        let resource = Resource::builder()
            .with_service_name(to.service.clone())
            .with_attribute(KeyValue::new("service.version", env!("CARGO_PKG_VERSION")))
            .build();
        let provider = SdkTracerProvider::builder()
            .with_sampler(Sampler::ParentBased(Box::new(Sampler::TraceIdRatioBased(to.share))))
            .with_resource(resource)
            .with_span_processor(BatchSpanProcessor::builder(exporter).with_batch_config(gathered).build())
            .build();
        let scope = InstrumentationScope::builder("plumbline")
            .with_version(env!("CARGO_PKG_VERSION"))
            .with_schema_url(SCHEMA)
            .build();
        let tracer = provider.tracer_with_scope(scope);
        let (to_follower, ended) = mpsc::channel(RUN_QUEUE_CAPACITY);
        Ok(Self { provider, tracer, content: to.content, to_follower, ended: Mutex::new(Some(ended)) })
    }

    /// A run has ended and its last event is committed.
    pub(super) fn ended(&self, run_id: &str, parent: Option<SpanContext>) {
        if self.to_follower.try_send(Ended { run_id: run_id.to_owned(), parent }).is_err() {
            tracing::debug!(run_id, "the run's spans are left out");
        }
    }

    /// Creates spans until `stop` fires, then sends the rest. A second caller returns at once.
    pub(super) async fn follow(&self, db: &Db, stop: CancellationToken) {
        let taken = self.ended.lock().unwrap_or_else(PoisonError::into_inner).take();
        let Some(mut ended) = taken else { return };
        loop {
            tokio::select! {
                () = stop.cancelled() => break,
                run = ended.recv() => match run {
                    Some(run) => self.tell(db, run).await,
                    None => break,
                },
            }
        }
        while let Ok(run) = ended.try_recv() {
            self.tell(db, run).await;
        }
        let provider = self.provider.clone();
        let sent = tokio::task::spawn_blocking(move || provider.shutdown_with_timeout(AT_THE_END)).await;
        if !matches!(sent, Ok(Ok(()))) {
            tracing::debug!("the last spans were not sent");
        }
    }

    async fn tell(&self, db: &Db, run: Ended) {
        match history::after(db, &run.run_id, 0).await {
            Ok(events) => spans::tell(&self.tracer, &events, run.parent, self.content),
            Err(error) => tracing::warn!(run_id = run.run_id, %error, "the run's spans were not made"),
        }
    }

    /// The span of a request with a trace (W3C `traceparent`); `None` for others. `route` is the route template, used
    /// because a path may contain a link's token.
    pub fn request(
        &self,
        method: &str,
        route: &str,
        (scheme, path): (&'static str, &str),
        headers: &HeaderMap,
    ) -> Option<Request> {
        let method = labels::method(method);
        let there = TraceContextPropagator::new().extract_with_context(&Context::new(), &HeaderExtractor(headers));
        if !there.span().span_context().is_valid() {
            return None;
        }
        let shown = if route.contains("{token}") { route } else { path };
        let host = headers.get("host").and_then(|host| host.to_str().ok()).unwrap_or_default();
        let address =
            host.rsplit_once(':').filter(|(_, port)| port.parse::<u16>().is_ok()).map_or(host, |(name, _)| name);
        let attributes = vec![
            KeyValue::new("http.request.method", method),
            KeyValue::new("http.route", route.to_owned()),
            KeyValue::new("url.path", shown.to_owned()),
            KeyValue::new("url.scheme", scheme),
            KeyValue::new("server.address", address.to_owned()),
        ];
        let span =
            SpanBuilder::from_name(format!("{method} {route}")).with_kind(SpanKind::Server).with_attributes(attributes);
        Some(Request(self.tracer.build_with_context(span, &there)))
    }
}

/// The span of a request.
#[derive(Debug)]
pub struct Request(Span);

impl Request {
    /// Handles the request within its span.
    pub async fn under<F: Future>(&self, answering: F) -> F::Output {
        REQUEST.scope(self.0.span_context().clone(), answering).await
    }

    /// The request was answered with this status.
    pub fn end(mut self, status: u16) {
        self.0.set_attribute(KeyValue::new("http.response.status_code", i64::from(status)));
        if status >= 500 {
            self.0.set_attribute(KeyValue::new("error.type", status.to_string()));
            self.0.set_status(Status::error(""));
        }
        self.0.end();
    }
}
