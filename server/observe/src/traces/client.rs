//! Sends spans with this program's own HTTP client. The sending thread is not in tokio, so requests run in the runtime
//! that created the client.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use async_trait::async_trait;
use opentelemetry_http::{Bytes, HttpClient, HttpError, Request, Response};
use tokio::runtime::Handle;

use base::http_client::causes;

/// Time limit per attempt.
const TIME_LIMIT: Duration = Duration::from_secs(10);
/// How long log messages pause after one that sending failed.
const LOG_COOLDOWN: Duration = Duration::from_secs(60);
/// Maximum response size in bytes: it only counts refused spans.
const MAX_RESPONSE_BYTES: usize = 64 << 10;

/// Sends, logging failures at most once a minute.
#[derive(Debug)]
pub struct Client {
    http: reqwest::Client,
    runtime: Handle,
    told: Mutex<Option<Instant>>,
}

impl Client {
    /// Must be called in a tokio runtime.
    pub fn new(http: reqwest::Client) -> Self {
        Self { http, runtime: Handle::current(), told: Mutex::new(None) }
    }

    /// `why` may contain the collector's address, which the operator has configured.
    fn tell(&self, why: &str) {
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        if told.is_none_or(|at| at.elapsed() >= LOG_COOLDOWN) {
            *told = Some(Instant::now());
            tracing::warn!(why, "spans cannot be sent; see OTEL_EXPORTER_OTLP_ENDPOINT");
        }
    }
}

#[async_trait]
impl HttpClient for Client {
    async fn send_bytes(&self, request: Request<Bytes>) -> Result<Response<Bytes>, HttpError> {
        let http = self.http.clone();
        let sent = self.runtime.spawn(async move { tokio::time::timeout(TIME_LIMIT, send(http, request)).await }).await;
        let outcome = match sent {
            Ok(Ok(outcome)) => outcome,
            Ok(Err(_)) => Err(format!("nothing came within {} s", TIME_LIMIT.as_secs())),
            Err(_) => Err("the process ends".to_owned()),
        };
        match &outcome {
            Ok(reply) if reply.status().is_success() => {}
            Ok(reply) => self.tell(&format!("the collector answered {}", reply.status().as_u16())),
            Err(why) => self.tell(why),
        }
        outcome.map_err(HttpError::from)
    }
}

async fn send(http: reqwest::Client, request: Request<Bytes>) -> Result<Response<Bytes>, String> {
    let request = reqwest::Request::try_from(request).map_err(|error| causes(&error))?;
    let mut reply = http.execute(request).await.map_err(|error| causes(&error))?;
    let mut body = Vec::new();
    while let Some(piece) = reply.chunk().await.map_err(|error| causes(&error))? {
        if body.len() + piece.len() > MAX_RESPONSE_BYTES {
            return Err("the collector's reply is too long".to_owned());
        }
        body.extend_from_slice(&piece);
    }
    let mut response = Response::new(Bytes::from(body));
    *response.status_mut() = reply.status();
    *response.headers_mut() = std::mem::take(reply.headers_mut());
    Ok(response)
}
