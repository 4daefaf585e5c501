//! The headers that browsers keep to: what a page may load and run, who may frame it, what it tells others.

use axum::http::header::{self, HeaderName};
use axum::http::{HeaderMap, HeaderValue};
use axum::response::Response;

use super::site::essence;

/// On every reply. Neither the server's name nor its version is told.
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

/// A year, once a browser has come over TLS.
const ONLY_TLS: HeaderValue = HeaderValue::from_static("max-age=31536000");

/// Of replies that are no page: nothing may be loaded, whatever a browser takes them for.
const NOTHING: HeaderValue =
    HeaderValue::from_static("default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'");

/// Of files to keep: a browser that shows one runs nothing in it and lets it near no page. They bring their style along.
const KEPT: HeaderValue = HeaderValue::from_static(
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; \
     frame-ancestors 'none'; sandbox",
);

/// What a page may load: this server's own files, nothing from elsewhere. Scripts within the page need its nonce;
/// `'wasm-unsafe-eval'` lets the module run, and no other code made of text. Bars and marks are as wide as their figures say
/// by `style` attributes, which is all that `style-src-attr` allows: no style sheet can be slipped in.
pub fn page(nonce: Option<&str>) -> Option<HeaderValue> {
    let nonce = nonce.map(|nonce| format!("'nonce-{nonce}' ")).unwrap_or_default();
    // `cargo leptos watch` tells the page by a socket of its own that there is a newer one.
    let watch = if std::env::var_os("LEPTOS_WATCH").is_some() { " ws:" } else { "" };
    let policy = format!(
        "default-src 'none'; script-src 'self' {nonce}'wasm-unsafe-eval'; style-src 'self'; \
         style-src-attr 'unsafe-inline'; img-src 'self' data:; font-src 'self'; media-src 'self'; connect-src 'self'{watch}; \
         form-action 'self'; frame-ancestors 'none'; base-uri 'none'; object-src 'none'; manifest-src 'self'"
    );
    HeaderValue::try_from(policy).ok()
}

/// On a reply that pages of other sites may show or load.
#[derive(Clone, Copy, Debug)]
pub struct ForOthers;

/// Puts them on. A policy that the reply brings along stays.
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
    // What is not made to be kept holds somebody's data: neither a browser nor anything on the way keeps it.
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
    // A page that says what is wrong with a form has no script.
    match begins(header::CONTENT_TYPE, "text/html") {
        true => page(None).unwrap_or(NOTHING),
        false => NOTHING,
    }
}
