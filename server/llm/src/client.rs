//! One HTTP request to one provider, and its response.
//!
//! Deliberately not here: retries, other providers, and the meaning of the JSON ([`wire`](super::wire)).

use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use reqwest::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE, DATE, HeaderMap, HeaderName, HeaderValue, RETRY_AFTER};
use reqwest::{Response, Url};
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

use super::price::Prices;
use super::provider::{AuthStyle, Provider};
use super::wire::fault::{self, Hints};
use super::wire::sse::SseFramer;
use super::wire::{Draft, Wire};
use super::{ChatModel, ChatRequest, Listener, LlmError, Message, Outgoing, Progress, Reply, Secret, Usage, tokens};
use base::http_client::causes;

/// Largest reply in bytes, against broken servers. A model's answer has some ten thousand.
const MAX_BODY: usize = 16 * 1024 * 1024;

/// How much of an error response is read, in bytes.
const MAX_ERROR_BODY: usize = 64 * 1024;

/// How long to wait for the end of a stream after its last event, so that the connection can be reused.
const DRAIN_TIMEOUT: Duration = Duration::from_millis(50);

/// A provider's model at an address.
pub struct Client {
    pub(super) http: reqwest::Client,
    pub(super) provider: &'static Provider,
    pub(super) url: Url,
    pub(super) key: Secret,
    /// `provider/model`, for people.
    pub(super) name: String,
    pub(super) model: String,
    pub(super) light_model: String,
    /// For the whole call.
    pub(super) timeout: Duration,
    /// Longest pause within a streamed answer. The first chunk may take as long as `timeout`: a model reads a long
    /// prompt before it writes.
    pub(super) idle: Duration,
    pub(super) prices: Prices,
}

#[async_trait::async_trait]
impl ChatModel for Client {
    fn name(&self) -> &str {
        &self.name
    }

    fn native_tools(&self) -> bool {
        self.provider.native_tools
    }

    async fn chat(
        &self,
        request: &ChatRequest,
        listener: &Listener,
        cancel: &CancellationToken,
    ) -> Result<Reply, LlmError> {
        // Dropping the future closes the connection, so the server stops as well.
        let outcome = tokio::select! {
            biased;
            () = cancel.cancelled() => Err(LlmError::Cancelled),
            outcome = within(self.timeout, self.exchange(request, listener)) => outcome,
        };
        let model = self.model_for(request);
        match outcome.and_then(|draft| draft.settle(request, model)) {
            Ok(reply) => Ok(self.price(reply, model)),
            Err(error) => {
                let error = error.map_detail(|detail| fault::clip(&self.key.clean(detail)));
                if error != LlmError::Cancelled {
                    tracing::warn!(model = self.name, kind = error.kind(), detail = error.detail(), "model.error");
                }
                Err(error)
            }
        }
    }
}

impl Client {
    fn model_for<'a>(&'a self, request: &'a ChatRequest) -> &'a str {
        match &request.model {
            Some(model) => model,
            None if request.light => &self.light_model,
            None => &self.model,
        }
    }

    async fn exchange(&self, request: &ChatRequest, listener: &Listener) -> Result<Draft, LlmError> {
        let body = self.provider.wire.encode(request, self.model_for(request), &self.provider.quirks);
        listener.send(|| self.outgoing(request, body.to_vec()));
        let accept = if request.stream { "text/event-stream" } else { "application/json" };
        let post = self.http.post(self.url.clone()).headers(self.auth()).header(ACCEPT, accept);
        let post = post.header(CONTENT_TYPE, "application/json").body(reqwest::Body::wrap(body));
        let response = post.send().await.map_err(unsent)?;
        if !response.status().is_success() {
            return Err(refusal(response).await);
        }
        // A server may ignore `stream`, or stream unasked: its content type decides.
        if header(response.headers(), &CONTENT_TYPE).is_some_and(|t| t.starts_with("text/event-stream")) {
            self.read_stream(response, listener).await
        } else {
            let text = read_text(response, MAX_BODY).await?;
            let body = serde_json::from_str(&text).map_err(|_| LlmError::Malformed {
                detail: format!("no JSON: {}", text.chars().take(80).collect::<String>()),
            })?;
            self.provider.wire.decode(&body)
        }
    }

    fn outgoing(&self, request: &ChatRequest, body: Vec<u8>) -> Outgoing {
        let mut roles = Vec::new();
        for role in request.messages.iter().map(Message::role) {
            if !roles.contains(&role) {
                roles.push(role);
            }
        }
        let host = self.url.host_str().unwrap_or_default();
        let host = self.url.port().map_or_else(|| host.to_owned(), |port| format!("{host}:{port}"));
        let model = format!("{}/{}", self.provider.name, self.model_for(request));
        Outgoing { model, host, roles, tokens: tokens::estimate_request(request), body }
    }

    async fn read_stream(&self, mut response: Response, listener: &Listener) -> Result<Draft, LlmError> {
        let mut framer = SseFramer::default();
        let mut decoder = self.provider.wire.decoder();
        let mut size = 0;
        while !decoder.is_over() {
            // The first chunk is only bound by the timeout of the whole call, which the caller applies.
            let next = if size == 0 { Ok(response.chunk().await) } else { timeout(self.idle, response.chunk()).await };
            match next.map_err(|_| LlmError::Silent { after: self.idle })? {
                Ok(Some(bytes)) => {
                    size += bytes.len();
                    if size > MAX_BODY {
                        return Err(too_large());
                    }
                    for event in framer.feed(&bytes)? {
                        show(listener, decoder.event(&event)?);
                    }
                }
                Ok(None) => {
                    if let Some(event) = framer.finish() {
                        show(listener, decoder.last_event(&event)?);
                    }
                    return decoder.finish();
                }
                // The model may have finished before the connection broke.
                Err(error) => return decoder.finish().map_err(|_| broken(error)),
            }
        }
        let _ = tokio::time::timeout(DRAIN_TIMEOUT, response.chunk()).await;
        decoder.finish()
    }

    pub(super) fn auth(&self) -> HeaderMap {
        let mut headers = HeaderMap::new();
        if self.provider.wire == Wire::Anthropic {
            headers.insert("anthropic-version", HeaderValue::from_static("2023-06-01"));
        }
        if self.key.is_empty() {
            return headers;
        }
        let (name, text) = match self.provider.auth {
            AuthStyle::Bearer => (AUTHORIZATION, format!("Bearer {}", self.key.reveal())),
            AuthStyle::XApiKey => (HeaderName::from_static("x-api-key"), self.key.reveal().to_owned()),
            AuthStyle::ApiKey => (HeaderName::from_static("api-key"), self.key.reveal().to_owned()),
        };
        // The key was checked when the client was created.
        if let Ok(mut value) = HeaderValue::from_str(&text) {
            value.set_sensitive(true);
            headers.insert(name, value);
        }
        headers
    }

    /// Cost in US dollars of this usage; `None` if the model's price is unknown.
    pub fn cost_of(&self, usage: &Usage) -> Option<f64> {
        if self.provider.local { Some(0.0) } else { self.prices.cost(&self.model, usage) }
    }

    fn price(&self, mut reply: Reply, asked: &str) -> Reply {
        let known = || self.prices.cost(&reply.model, &reply.usage).or_else(|| self.prices.cost(asked, &reply.usage));
        reply.cost_usd = if self.provider.local { Some(0.0) } else { known() };
        reply
    }
}

/// Whether a key is valid in a header.
pub(super) fn fits_header(key: &Secret) -> bool {
    HeaderValue::from_str(key.reveal()).is_ok()
}

fn show(listener: &Listener, delta: Option<String>) {
    if let Some(delta) = delta.filter(|text| !text.is_empty()) {
        listener.tell(Progress::Delta(delta));
    }
}

async fn within<T>(limit: Duration, work: impl Future<Output = Result<T, LlmError>>) -> Result<T, LlmError> {
    timeout(limit, work).await.unwrap_or(Err(LlmError::Timeout { after: limit }))
}

async fn refusal(response: Response) -> LlmError {
    let status = response.status().as_u16();
    let headers = response.headers().clone();
    // Part of an error is better than none.
    let body = read_text(response, MAX_ERROR_BODY).await.unwrap_or_default();
    let hints = Hints {
        retry_after: header(&headers, &RETRY_AFTER),
        retry_after_ms: header(&headers, &HeaderName::from_static("retry-after-ms")),
        date: header(&headers, &DATE),
    };
    fault::from_response(status, hints, &body)
}

async fn read_text(mut response: Response, limit: usize) -> Result<String, LlmError> {
    let mut bytes = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(broken)? {
        bytes.extend_from_slice(&chunk);
        if bytes.len() > limit {
            return Err(too_large());
        }
    }
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn header<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    headers.get(name)?.to_str().ok()
}

fn too_large() -> LlmError {
    LlmError::Malformed { detail: "the reply is larger than 16 MiB".into() }
}

/// No response came.
fn unsent(error: reqwest::Error) -> LlmError {
    let detail = causes(&error.without_url());
    // A reused connection that closed silently is a reply cut at its very beginning.
    if detail.contains("before message completed") {
        LlmError::Cut { detail }
    } else {
        LlmError::Unreachable { detail }
    }
}

/// A response began and broke off.
fn broken(error: reqwest::Error) -> LlmError {
    LlmError::Cut { detail: causes(&error.without_url()) }
}

/// A model behind layers.
pub(super) type Shared = Arc<dyn ChatModel>;
