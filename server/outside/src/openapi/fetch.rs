//! Descriptions at an address.

use std::time::Duration;

use reqwest::Url;

use super::document::Document;
use crate::reply::read;
use base::http_client::{causes, http_client};

/// Maximum size of a description that is stored, in bytes.
pub const MOST: usize = 1 << 20;
const FETCH_TIMEOUT: Duration = Duration::from_secs(15);

/// An address that the desk may call: with TLS, or on this machine or a configured host.
///
/// # Errors
/// In words.
pub fn checked(address: &str) -> Result<Url, String> {
    let url = Url::parse(address).map_err(|_| "The address must begin with https:// or http://.")?;
    if !matches!(url.scheme(), "http" | "https") || url.host_str().is_none() {
        return Err("The address must begin with https:// or http://.".into());
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err("The address holds a password. Enter it as the token or key.".into());
    }
    http_client(&url)?;
    Ok(url)
}

/// The description at an address. No key is sent, and no redirect is followed.
///
/// # Errors
/// In words.
pub async fn fetch(address: &str) -> Result<String, String> {
    let url = checked(address)?;
    let failed = |error: reqwest::Error| format!("The description cannot be fetched: {}.", causes(&error));
    let reply = http_client(&url)?.get(url).timeout(FETCH_TIMEOUT).send().await.map_err(failed)?;
    if !reply.status().is_success() {
        let status = reply.status();
        return Err(format!("The address answers with {status}. Give the address of the description itself."));
    }
    let (bytes, more) = read(reply, MOST).await.map_err(failed)?;
    if more {
        return Err(too_large());
    }
    let text = String::from_utf8(bytes).map_err(|_| "The description is not text in UTF-8.")?;
    Document::read(&text).map(|_| text)
}

/// The refusal of a description above the maximum size.
pub fn too_large() -> String {
    format!("The description is larger than {} KiB. Remove what is not needed from it.", MOST >> 10)
}

/// The address of an API whose description names it relative to its own address; `None` if it names one by itself.
pub fn address(description: &str, fetched_from: &str) -> Option<String> {
    let document = Document::read(description).ok()?;
    let server = document.server().unwrap_or("/");
    match Url::parse(server) {
        Ok(_) => None,
        Err(_) => Url::parse(fetched_from).ok()?.join(server).ok().map(Into::into),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_api_is_where_its_description_says() {
        let description = |server: &str| format!("openapi: 3.1.0\nservers:\n  - url: {server}\npaths: {{}}\n");
        let from = "https://h.example/docs/openapi.yaml";
        assert_eq!(address(&description("/v1"), from).as_deref(), Some("https://h.example/v1"));
        assert_eq!(address(&description("https://api.example/v1"), from), None);
        assert_eq!(address("openapi: 3.1.0\npaths: {}\n", from).as_deref(), Some("https://h.example/"));
    }

    #[test]
    fn an_address_is_checked_like_any_other_outward_one() {
        for wrong in [
            "crm.example", "ftp://crm.example", "file:///etc/passwd", "https://ann:pw@crm.example",
            "http://crm.example",
        ] {
            assert!(checked(wrong).is_err(), "{wrong}");
        }
        assert!(checked("https://crm.example/mcp").is_ok() && checked("http://127.0.0.1:8080/mcp").is_ok());
    }
}
