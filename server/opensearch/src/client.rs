//! HTTP requests to the cluster with JSON responses.

use std::time::Duration;

use base::http_client::{causes, http_client_trusting};
use base::secret::Secret;
use reqwest::header::{AUTHORIZATION, CONTENT_TYPE};
use reqwest::{Method, Url};
use serde_json::Value;

use super::{ClusterError, Settings};

/// Timeout for slow operations: new indices, merges.
pub const LONG: Duration = Duration::from_secs(120);

/// Maximum response size in bytes: a page of groups has some megabytes.
const MAX_BODY: usize = 128 * 1024 * 1024;

/// The cluster at its address.
pub struct Client {
    http: reqwest::Client,
    url: Url,
    proof: Proof,
}

/// The credentials.
enum Proof {
    None,
    Key(Secret),
    Password(String, Option<Secret>),
}

/// Without credentials.
impl std::fmt::Debug for Client {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Client").field("host", &self.url.host_str()).finish_non_exhaustive()
    }
}

impl Client {
    pub fn new(settings: &Settings) -> Result<Self, ClusterError> {
        let wrong =
            |what: String| ClusterError::Setting(format!("The address of the search cluster cannot be used: {what}"));
        let mut url: Url = settings.url.trim_end_matches('/').parse().map_err(|e| wrong(format!("{e}")))?;
        if !matches!(url.scheme(), "http" | "https") || url.cannot_be_a_base() {
            return Err(wrong("it is not an http:// or https:// address".into()));
        }
        if !url.username().is_empty() || url.password().is_some() {
            return Err(wrong(
                "give user and password apart from it (PLUMBLINE_SEARCH_USER, PLUMBLINE_SEARCH_PASSWORD)".into(),
            ));
        }
        if !url.path().ends_with('/') {
            url.set_path(&format!("{}/", url.path()));
        }
        let trusted = match &settings.ca_file {
            None => None,
            Some(file) => Some(std::fs::read(file).map_err(|e| {
                ClusterError::Setting(format!(
                    "The authorities of the search cluster cannot be read: {}: {e}",
                    file.display()
                ))
            })?),
        };
        let http = http_client_trusting(&url, trusted.as_deref()).map_err(wrong)?;
        let proof = match (&settings.api_key, &settings.user) {
            (Some(key), _) => Proof::Key(key.clone()),
            (None, Some(user)) => Proof::Password(user.clone(), settings.password.clone()),
            (None, None) => Proof::None,
        };
        Ok(Self { http, url, proof })
    }

    /// Sends a request with a body of JSON or JSON lines.
    pub async fn call(
        &self,
        method: Method,
        path: &str,
        body: Option<String>,
        limit: Duration,
    ) -> Result<Value, ClusterError> {
        let unreachable = |error: reqwest::Error| match causes(&error) {
            why if why.contains("certificate") => ClusterError::Untrusted(why),
            why => ClusterError::Unreachable(why),
        };
        let url = self.url.join(path).map_err(|e| ClusterError::Unreachable(e.to_string()))?;
        let mut request = self.http.request(method, url).timeout(limit);
        request = match &self.proof {
            Proof::None => request,
            Proof::Key(key) => request.header(AUTHORIZATION, format!("ApiKey {}", key.reveal())),
            Proof::Password(user, password) => request.basic_auth(user, password.as_ref().map(Secret::reveal)),
        };
        if let Some(body) = body {
            let lines = path.contains("_bulk");
            let kind = if lines { "application/x-ndjson" } else { "application/json" };
            request = request.header(CONTENT_TYPE, kind).body(body);
        }
        let mut response = request.send().await.map_err(unreachable)?;
        let status = response.status();
        let mut bytes = Vec::new();
        while let Some(chunk) = response.chunk().await.map_err(unreachable)? {
            if bytes.len() + chunk.len() > MAX_BODY {
                return Err(ClusterError::Unreachable("its reply is larger than 128 MiB".into()));
            }
            bytes.extend_from_slice(&chunk);
        }
        if status.is_success() && bytes.is_empty() {
            return Ok(Value::Null);
        }
        let reply = serde_json::from_slice::<Value>(&bytes);
        if status.is_success() {
            return reply.map_err(|_| ClusterError::Unreachable("the reply is not JSON".into()));
        }
        let reply = reply.unwrap_or(Value::Null);
        let cause = &reply["error"]["root_cause"][0];
        let reason = [&cause["reason"], &reply["error"]["reason"], &reply["error"], &reply["result"]];
        let reason = reason.into_iter().find_map(Value::as_str).unwrap_or("without a reason");
        let (status, reason) = (status.as_u16(), reason.chars().take(300).collect());
        Err(match status {
            401 | 403 => ClusterError::Denied { status, reason },
            _ => ClusterError::Refused { status, reason },
        })
    }
}

/// `None` for a missing resource.
pub fn missing(reply: Result<Value, ClusterError>) -> Result<Option<Value>, ClusterError> {
    match reply {
        Ok(reply) => Ok(Some(reply)),
        Err(ClusterError::Refused { status: 404, .. }) => Ok(None),
        Err(error) => Err(error),
    }
}
