//! Calls an API. Requests stay below the API's address, follow no redirect, and have limits of time and size; the key
//! is only sent in its header.

use std::time::Duration;

use model::run::{Scope, ToolOutput};
use reqwest::header::{ACCEPT, AUTHORIZATION, HeaderName, HeaderValue};
use reqwest::{Method, StatusCode, Url};

use super::super::reply::{hidden, read};
use super::super::result::{self, MOST_BYTES};
use super::super::settings::{ApiSettings, timeout};
use super::super::text;
use super::arguments::Asked;
use base::http_client::http_client;
use base::secret::Secret;
use tools::EffectError;

/// Bytes read of an error response.
const ERROR_BYTES: usize = 4 << 10;
/// The header by which an API can detect a repeated request.
const IDEMPOTENCY: &str = "idempotency-key";

/// An API with its address.
pub struct Api {
    pub name: String,
    http: reqwest::Client,
    base: Url,
    key: Option<(HeaderName, HeaderValue)>,
    secret: Secret,
    timeout: Duration,
}

impl Api {
    /// # Errors
    /// The problem of the settings, without the key.
    pub fn new(name: &str, settings: &ApiSettings, described: Option<&str>) -> Result<Self, String> {
        let base = settings.base_url.as_deref().or(described);
        let base = base.ok_or("It needs base_url: the description names no server.")?;
        let mut base =
            Url::parse(base).map_err(|_| "base_url is needed: the address must begin with http:// or https://.")?;
        if !matches!(base.scheme(), "http" | "https") || base.host_str().is_none() {
            return Err("base_url must begin with http:// or https://.".into());
        }
        if !base.username().is_empty() || base.password().is_some() {
            return Err("base_url holds a password. Use key, and key_header.".into());
        }
        base.set_query(None);
        base.set_fragment(None);
        let secret = settings.key.clone().unwrap_or_else(|| Secret::new(""));
        let key = match (&settings.key, &settings.key_header) {
            (None, _) => None,
            (Some(key), None) => Some((AUTHORIZATION, hidden(&format!("Bearer {}", key.reveal()))?)),
            (Some(key), Some(name)) => {
                let name = name.parse().map_err(|_| "key_header is not a valid header name.")?;
                Some((name, hidden(key.reveal())?))
            }
        };
        let http = http_client(&base)?;
        Ok(Self { name: name.to_owned(), http, base, key, secret, timeout: timeout(settings.timeout_s) })
    }

    /// The full URL of a request. It must be below the API's own, however a server may parse it.
    ///
    /// # Errors
    /// For a path that leads elsewhere.
    pub fn address(&self, asked: &Asked) -> Result<Url, EffectError> {
        let path = format!("{}/{}", self.base.path().trim_end_matches('/'), asked.path.trim_start_matches('/'));
        let mut url = self.base.clone();
        url.set_path(&path);
        let same = url.path() == path && url.host_str() == self.base.host_str() && url.port() == self.base.port();
        if !same || path.contains("//") || asked.path.contains("//") || path.contains('\\') {
            return Err(EffectError::refused(format!(
                "The path {} leads out of the API {}.",
                text::line(&path, 200),
                self.name
            )));
        }
        if !asked.query.is_empty() {
            url.query_pairs_mut().extend_pairs(&asked.query);
        }
        Ok(url)
    }

    /// Sends a request. `key` identifies the only effect of an acting one.
    pub async fn ask(
        &self,
        method: &Method,
        asked: Asked,
        key: Option<&str>,
        scope: &Scope,
    ) -> Result<ToolOutput, EffectError> {
        let url = self.address(&asked)?;
        match tokio::time::timeout(self.timeout, self.answer(method, url, asked, key, scope)).await {
            Ok(answer) => answer,
            Err(_) => {
                let seconds = self.timeout.as_secs();
                tracing::warn!(api = self.name, "an API is slow");
                Err(EffectError::Unknown(format!("The API {} did not answer within {seconds} s.", self.name)))
            }
        }
    }

    async fn answer(
        &self,
        method: &Method,
        url: Url,
        asked: Asked,
        key: Option<&str>,
        scope: &Scope,
    ) -> Result<ToolOutput, EffectError> {
        let mut request = self.http.request(method.clone(), url).header(ACCEPT, "application/json");
        if let Some((name, value)) = &self.key {
            request = request.header(name, value);
        }
        if let Some(key) = key {
            request = request.header(IDEMPOTENCY, key);
        }
        if let Some(body) = &asked.body {
            request = request.json(body);
        }
        let from = format!("The API {}", self.name);
        let reply = request.send().await.map_err(|error| {
            tracing::warn!(
                api = self.name,
                error = self.said(&error.without_url().to_string()),
                "an API was not reached"
            );
            EffectError::Unknown(format!("{from} could not be reached, or its answer broke off."))
        })?;
        let status = reply.status();
        let broken = || EffectError::Unknown(format!("The answer of {from} broke off."));
        if !status.is_success() {
            let body = read(reply, ERROR_BYTES).await.unwrap_or_default().0;
            return Err(self.refused(status, &String::from_utf8_lossy(&body)));
        }
        match read(reply, MOST_BYTES).await.map_err(|_| broken())? {
            (_, true) => {
                let most = MOST_BYTES >> 20;
                Err(EffectError::Unknown(format!(
                    "The answer of {from} is larger than {most} MiB. Ask for less at once."
                )))
            }
            (body, false) => {
                let body = String::from_utf8_lossy(&body);
                let data = if body.trim().is_empty() { serde_json::json!({}) } else { result::of_text(&body) };
                result::output(data, &from, scope).map_err(|error| EffectError::Unknown(error.message))
            }
        }
    }

    fn refused(&self, status: StatusCode, body: &str) -> EffectError {
        let said = self.said(body);
        let said = if said.is_empty() { String::new() } else { format!(" It says: {said}") };
        let code = status.as_u16();
        let from = format!("The API {}", self.name);
        match status {
            s if s.is_redirection() => {
                EffectError::refused(format!("{from} answered with a redirect ({code}), which is not followed."))
            }
            s if s.is_client_error() => EffectError::refused(format!("{from} refused this ({code}).{said}")),
            _ => EffectError::Unknown(format!("{from} failed ({code}).{said}")),
        }
    }

    /// The API's error message without keys and addresses.
    fn said(&self, text: &str) -> String {
        text::line(&self.secret.clean(text), text::ERROR)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn api(base: &str) -> Result<Api, String> {
        let (base_url, key) = (Some(base.to_owned()), Some(Secret::new("s3cret")));
        Api::new("t", &ApiSettings { base_url, key, timeout_s: Some(1), ..ApiSettings::default() }, None)
    }

    #[test]
    fn a_request_stays_below_the_address() {
        let api = api("https://h.example/v1/").unwrap();
        let asked = |path: &str| Asked { path: path.into(), query: vec![("a b".into(), "c&d".into())], body: None };
        let address = |path: &str| api.address(&asked(path)).map(|url| url.to_string()).ok();
        assert_eq!(address("/x/a%20b").as_deref(), Some("https://h.example/v1/x/a%20b?a+b=c%26d"));
        for path in ["/x/../../admin", "/x/%2e%2e/y", "/x/./y", "//other.example/x", "/x\\..\\y"] {
            assert_eq!(address(path), None, "{path}");
        }
    }

    #[test]
    fn an_address_that_cannot_be_is_refused() {
        for base in ["ftp://h", "h.example", "https://u:p@h.example", "/v1"] {
            assert!(api(base).is_err(), "{base}");
        }
    }
}
