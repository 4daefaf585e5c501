//! The HTTP client for outgoing requests: to model servers, MCP servers, APIs.

use std::time::Duration;

use reqwest::Url;

/// The client for an address. Unencrypted requests are only allowed to this machine and configured hosts. TLS is rustls
/// with ring and the system's certificates; unencrypted addresses need neither, and this machine needs no proxy. It
/// follows no redirects, which would carry the key elsewhere, and never retries.
pub fn http_client(url: &Url) -> Result<reqwest::Client, String> {
    http_client_trusting(url, None)
}

/// Like [`http_client`], but also trusts these certificate authorities (PEM).
///
/// # Errors
/// Those of [`http_client`], or if the text holds no valid certificates.
pub fn http_client_trusting(url: &Url, authorities: Option<&[u8]>) -> Result<reqwest::Client, String> {
    if url.scheme() == "http" {
        crate::plain::check(url.host_str().unwrap_or_default(), "an https:// address")?;
    }
    // An error means that a provider is already installed, which is fine.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let mut builder = reqwest::Client::builder()
        .user_agent(concat!("plumbline/", env!("CARGO_PKG_VERSION")))
        .redirect(reqwest::redirect::Policy::none())
        .retry(reqwest::retry::never())
        .connect_timeout(Duration::from_secs(10));
    if url.scheme() == "http" {
        builder = builder.tls_certs_only([]);
    }
    if let Some(pem) = authorities {
        let found = reqwest::Certificate::from_pem_bundle(pem).map_err(|error| causes(&error))?;
        builder = builder.tls_certs_merge(found);
    }
    if is_loopback(url) {
        builder = builder.no_proxy();
    }
    builder.build().map_err(|error| causes(&error))
}

/// Whether an address is on this machine.
pub fn is_loopback(url: &Url) -> bool {
    url.host_str().is_some_and(crate::plain::is_here)
}

/// The innermost cause tells what happened; the outer ones only where.
pub fn causes(error: &dyn std::error::Error) -> String {
    let mut cause = error;
    while let Some(inner) = cause.source() {
        cause = inner;
    }
    cause.to_string()
}
