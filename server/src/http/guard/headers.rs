//! Security headers for browsers: what a page may load and run, who may frame it, and what it reveals to others.

use axum::http::header::{self, HeaderName};
use axum::http::{HeaderMap, HeaderValue};
use axum::response::Response;

use super::site::essence;

/// On every reply. The server's name and version are not sent.
const ALWAYS: [(HeaderName, &str); 6] = [
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::REFERRER_POLICY, "same-origin"),
    (
        HeaderName::from_static("permissions-policy"),
        "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()",
    ),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// One year, once a browser has connected over TLS.
const ONLY_TLS: HeaderValue = HeaderValue::from_static("max-age=31536000");

/// For replies that are not pages: nothing may be loaded, whatever a browser takes them for.
const NOTHING: HeaderValue =
    HeaderValue::from_static("default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'");

/// For downloads: a browser that shows one runs nothing in it and gives it no access to pages. They contain their own
/// style.
const KEPT: HeaderValue = HeaderValue::from_static(
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; \
     frame-ancestors 'none'; sandbox",
);

/// What a page may load: only this server's own files. Scripts in the page need its nonce; `'wasm-unsafe-eval'` permits
/// the module, and no other code generated from text. Widths of bars and marks are set by `style` attributes, which is
/// all that `style-src-attr` permits: no style sheet can be injected.
pub fn page(nonce: Option<&str>) -> Option<HeaderValue> {
    let nonce = nonce.map(|nonce| format!("'nonce-{nonce}' ")).unwrap_or_default();
    // `cargo leptos watch` reports changes of the page through its own socket.
    let watch = if std::env::var_os("LEPTOS_WATCH").is_some() { " ws:" } else { "" };
    let policy = format!(
        "default-src 'none'; script-src 'self' {nonce}'wasm-unsafe-eval'; style-src 'self'; \
         style-src-attr 'unsafe-inline'; img-src 'self' data:; font-src 'self'; media-src 'self'; connect-src 'self'{watch}; \
         form-action 'self'; frame-ancestors 'none'; base-uri 'none'; object-src 'none'; manifest-src 'self'"
    );
    HeaderValue::try_from(policy).ok()
}

/// Marks a reply that pages of other sites may show or load.
#[derive(Clone, Copy, Debug)]
pub struct ForOthers;

/// Adds the headers. A policy that the reply already has stays.
pub fn put(reply: &mut Response, secure: bool) {
    let for_others = reply.extensions().get::<ForOthers>().is_some();
    let headers = reply.headers_mut();
    for (name, value) in ALWAYS {
        if for_others && name == header::X_FRAME_OPTIONS {
            continue;
        }
        headers.insert(name, HeaderValue::from_static(value));
    }
    if for_others {
        let anybody = HeaderValue::from_static("cross-origin");
        headers.insert(HeaderName::from_static("cross-origin-resource-policy"), anybody);
    }
    // Replies that are not meant to be cached contain somebody's data: neither browsers nor proxies may store them.
    if !headers.contains_key(header::CACHE_CONTROL) {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    if secure {
        headers.insert(header::STRICT_TRANSPORT_SECURITY, ONLY_TLS);
    }
    if !headers.contains_key(header::CONTENT_SECURITY_POLICY) {
        let policy = policy(headers);
        headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    }
}

fn policy(headers: &HeaderMap) -> HeaderValue {
    let begins = |name: HeaderName, with: &str| {
        headers.get(name).and_then(|value| value.to_str().ok()).is_some_and(|value| essence(value) == with)
    };
    if begins(header::CONTENT_DISPOSITION, "attachment") {
        return KEPT;
    }
    // A page that reports an error of a form has no script.
    match begins(header::CONTENT_TYPE, "text/html") {
        true => page(None).unwrap_or(NOTHING),
        false => NOTHING,
    }
}
