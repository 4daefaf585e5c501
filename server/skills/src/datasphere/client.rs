//! Requests to Datasphere: below its address, no redirects, limited in time and size. The token goes into a header and
//! nowhere else.

use std::time::Duration;

use reqwest::Url;
use reqwest::header::{ACCEPT, AUTHORIZATION, HeaderValue};
use serde_json::{Map, Value, json};

use super::Connection;
use base::http_client::http_client;
use base::secret::Secret;
use outside::reply::{hidden, read};
use outside::text;
use tools::ToolError;

/// Maximum bytes of a response, and of an error.
const MOST_BYTES: usize = 2 << 20;
const ERROR_BYTES: usize = 4 << 10;
/// Response timeout: shorter than a call's.
const TIMEOUT: Duration = Duration::from_secs(12);

/// Rows of a response, and whether there are more.
pub struct Rows {
    pub rows: Vec<Value>,
    pub truncated: bool,
}

/// A client for a Datasphere address.
pub struct Client {
    http: reqwest::Client,
    base: Url,
    token: Option<HeaderValue>,
    secret: Secret,
}

impl Client {
    /// # Errors
    /// Problems with the connection, without the token.
    pub fn new(connection: &Connection) -> Result<Self, String> {
        let mut base = Url::parse(&connection.url).map_err(|_| "The address must begin with http:// or https://.")?;
        if !matches!(base.scheme(), "http" | "https") || base.host_str().is_none() {
            return Err("The address must begin with http:// or https://.".into());
        }
        if !base.username().is_empty() || base.password().is_some() {
            return Err("The address holds a password. Use PLUMBLINE_DATASPHERE_TOKEN.".into());
        }
        base.set_query(None);
        base.set_fragment(None);
        let secret = connection.token.clone().unwrap_or_else(|| Secret::new(""));
        let token = if secret.is_empty() {
            None
        } else {
            let value = hidden(&format!("Bearer {}", secret.reveal()));
            Some(value.map_err(|_| "The token has characters that a header cannot have.")?)
        };
        Ok(Self { http: http_client(&base)?, base, token, secret })
    }

    /// The rows of a checked entity, or of the service document if it is empty. Requests one row more than `top`, to
    /// know whether there are more.
    pub async fn rows(&self, entity: &str, query: &[(&str, String)], top: Option<usize>) -> Result<Rows, ToolError> {
        let mut query = query.to_vec();
        if let Some(top) = top {
            query.push(("$top", (top + 1).to_string()));
        }
        let body = self.send(self.http.get(self.address(entity, &query)).header(ACCEPT, "application/json")).await?;
        rows(&body, top.unwrap_or(usize::MAX - 1))
    }

    /// The description of all entities, as XML.
    pub async fn metadata(&self) -> Result<String, ToolError> {
        let request = self.http.get(self.address("$metadata", &[])).header(ACCEPT, "application/xml");
        self.send(request).await
    }

    /// The rows of a checked statement.
    pub async fn sql(&self, statement: &str, top: usize) -> Result<Rows, ToolError> {
        let body = self.send(self.http.post(self.address("sql", &[])).json(&json!({ "query": statement }))).await?;
        rows(&body, top)
    }

    /// `name` is checked, or a constant of this file.
    fn address(&self, name: &str, query: &[(&str, String)]) -> Url {
        let mut url = self.base.clone();
        url.set_path(&format!("{}/{name}", self.base.path().trim_end_matches('/')));
        if !query.is_empty() {
            // OData reads a plus literally.
            let value = |v: &str| form_urlencoded::byte_serialize(v.as_bytes()).collect::<String>().replace('+', "%20");
            let pairs: Vec<String> = query.iter().map(|(name, v)| format!("{name}={}", value(v))).collect();
            url.set_query(Some(&pairs.join("&")));
        }
        url
    }

    async fn send(&self, request: reqwest::RequestBuilder) -> Result<String, ToolError> {
        let request = match &self.token {
            Some(token) => request.header(AUTHORIZATION, token.clone()),
            None => request,
        };
        tokio::time::timeout(TIMEOUT, self.answer(request)).await.unwrap_or_else(|_| {
            let seconds = TIMEOUT.as_secs();
            Err(ToolError::new(format!(
                "SAP Datasphere did not answer within {seconds} s. Ask for less, or try again later."
            )))
        })
    }

    async fn answer(&self, request: reqwest::RequestBuilder) -> Result<String, ToolError> {
        let broken =
            || ToolError::new("SAP Datasphere could not be reached, or its answer broke off. Try again later.");
        let reply = request.send().await.map_err(|error| {
            let error = self.secret.clean(&error.without_url().to_string());
            tracing::warn!(error, "SAP Datasphere was not reached");
            broken()
        })?;
        let status = reply.status();
        let code = status.as_u16();
        if status.is_redirection() {
            return Err(ToolError::new(format!(
                "SAP Datasphere answered with a redirect ({code}), which is not followed. Correct PLUMBLINE_DATASPHERE_URL."
            )));
        }
        if !status.is_success() {
            let body = read(reply, ERROR_BYTES).await.unwrap_or_default().0;
            let said = text::line(&self.secret.clean(&String::from_utf8_lossy(&body)), text::ERROR);
            let what = match code {
                401 | 403 => "refused the token; the operator of the desk must check PLUMBLINE_DATASPHERE_TOKEN",
                404 => "does not know this; ds_list_entities names the entities",
                400..=499 => "refused this; ds_get_metadata names the properties",
                _ => "failed; try again later",
            };
            return Err(ToolError::new(format!("SAP Datasphere {what} ({code}). It says: {said}")));
        }
        match read(reply, MOST_BYTES).await.map_err(|_| broken())? {
            (_, true) => Err(ToolError::new(
                "The answer of SAP Datasphere is larger than 2 MiB. Ask for fewer rows or properties.",
            )),
            (body, false) => Ok(String::from_utf8_lossy(&body).into_owned()),
        }
    }
}

/// `value` of a response, without OData annotations.
fn rows(body: &str, top: usize) -> Result<Rows, ToolError> {
    let unreadable = || ToolError::new("SAP Datasphere answered with something that is not a list of rows.");
    let answer: Value = serde_json::from_str(body).map_err(|_| unreadable())?;
    let all = answer["value"].as_array().ok_or_else(unreadable)?;
    let plain = |row: &Value| -> Option<Value> {
        let fields = row.as_object()?.iter().filter(|(name, _)| !name.contains('@'));
        Some(Value::Object(fields.map(|(name, value)| (name.clone(), value.clone())).collect::<Map<_, _>>()))
    };
    let rows: Vec<Value> = all.iter().take(top).map(plain).collect::<Option<_>>().ok_or_else(unreadable)?;
    Ok(Rows { truncated: all.len() > top || !answer["@odata.nextLink"].is_null(), rows })
}
