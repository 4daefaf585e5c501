//! Prevents other web sites from using a reader's browser against this server: refuses writes from their pages, content
//! types that a plain form of theirs could send to a call, and foreign host names (a site could otherwise resolve its
//! own name to this machine).

use axum::extract::Request;
use axum::http::{HeaderMap, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use http_body::Body as _;
use model::error::AppError;

use super::peer::Peer;
use crate::config::Config;
use crate::config::server::{host_name, origin};
use crate::http::caller::cookie::says_who;
use crate::http::error::{Problem, problem};

/// The names of this machine.
const LOCAL: [&str; 3] = ["localhost", "127.0.0.1", "[::1]"];

/// URL prefixes of calls, which take JSON. Everything else that is sent is a form or an upload.
const CALLS: [&str; 7] = ["/ag-ui", "/api/", "/v1/", "/chat", "/sessions", "/knowledge/", "/admin/"];

/// The call that takes files.
const FILES: &str = "/knowledge/files";

/// The pages' own calls: JSON, or a form without fields.
const OWN_CALLS: &str = "/rpc/";

/// The MCP endpoint, which checks content types itself.
const AGENTS: &str = "/mcp";

/// Why a request is refused, as the reply.
pub fn objection(config: &Config, peer: &Peer, request: &Request) -> Option<Response> {
    let forbidden = |detail: &str| Some(Problem(AppError::Forbidden { detail: detail.into() }).into_response());
    if !answers_to(config, peer.host()) {
        return forbidden(if config.addr.value.ip().is_loopback() {
            "This server answers only under localhost. Open it as http://localhost, with its port. \
            List other names in PLUMBLINE_HOSTS."
        } else {
            "This server does not answer to this name. List it in PLUMBLINE_HOSTS."
        });
    }
    if matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS) {
        return None;
    }
    if let Some(detail) = foreign(peer, request) {
        return forbidden(detail);
    }
    None
}

/// Whether a URL accepts sign-in attempts.
pub fn signs_in(path: &str) -> bool {
    path.ends_with("/sign-in") && !path.starts_with("/api/")
}

fn answers_to(config: &Config, host: &str) -> bool {
    let (names, address) = (&config.server.names, config.addr.value.ip());
    let public = config.server.origin.as_deref().and_then(|origin| origin.split_once("://"));
    let named = names.iter().any(|name| name == host) || public.is_some_and(|(_, at)| host_name(at) == host);
    if address.is_loopback() {
        return named || LOCAL.contains(&host) || host == address.to_string();
    }
    named || names.is_empty()
}

/// What indicates a page of another site.
fn foreign(peer: &Peer, request: &Request) -> Option<&'static str> {
    const OTHER: &str = "A page of another site may not send this. Open Plumbline itself and try there. Behind a proxy, \
        PLUMBLINE_PUBLIC_URL must be the address that browsers use.";
    let headers = request.headers();
    let (site, from) = (text(headers, "sec-fetch-site"), text(headers, "origin"));
    if site.is_some_and(|site| !matches!(site, "same-origin" | "none")) {
        return Some(OTHER);
    }
    if from.is_some_and(|from| !is_own(peer, from)) {
        return Some(OTHER);
    }
    // Every current browser sends one of the two headers; other clients have no reason to send a cookie.
    if site.is_none() && from.is_none() && shows_cookie(headers) {
        return Some("This request has a cookie but no `Origin`. Send an `Origin`, or use a token instead.");
    }
    None
}

/// `null`, e.g. from a sandboxed frame, is nobody's origin.
fn is_own(peer: &Peer, from: &str) -> bool {
    let from = from.split_once("://").map(|(scheme, at)| origin(scheme, at));
    from.is_some_and(|from| from == peer.origin || from == peer.direct)
}

fn shows_cookie(headers: &HeaderMap) -> bool {
    let lines = headers.get_all(header::COOKIE).into_iter().filter_map(|line| line.to_str().ok());
    let names = lines.flat_map(|line| line.split(';')).filter_map(|cookie| cookie.split('=').next());
    names.map(str::trim).any(says_who)
}

fn text<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

/// Whether a URL is a call and not a page.
pub fn is_call(path: &str) -> bool {
    CALLS.iter().any(|begin| path.starts_with(begin)) || path.starts_with(OWN_CALLS)
}

/// Calls take JSON and forms take form data. Without a body no content type is needed.
pub fn wrong_type(request: &Request) -> Option<Response> {
    if matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS) {
        return None;
    }
    let path = request.uri().path();
    let is_call = CALLS.iter().any(|begin| path.starts_with(begin)) && !signs_in(path) && path != FILES;
    let kind = match request.headers().get(header::CONTENT_TYPE) {
        Some(kind) => essence(kind.to_str().unwrap_or_default()),
        None if request.body().is_end_stream() => return None,
        None => String::new(),
    };
    let is_json = kind == "application/json" || (kind.starts_with("application/") && kind.ends_with("+json"));
    let is_form = matches!(&*kind, "application/x-www-form-urlencoded" | "multipart/form-data");
    let is_own = path.starts_with(OWN_CALLS) && (is_json || is_form);
    if path == AGENTS || is_own || (is_call && is_json) || (!is_call && is_form) {
        return None;
    }
    let detail = if is_call {
        "This call takes JSON. Send it with `Content-Type: application/json`."
    } else {
        "This address takes a form. Send it as application/x-www-form-urlencoded or multipart/form-data."
    };
    let error = AppError::invalid("Content-Type", detail);
    Some(problem(StatusCode::UNSUPPORTED_MEDIA_TYPE, "Unsupported content type", &error))
}

/// A content type without its parameters.
pub(super) fn essence(kind: &str) -> String {
    kind.split(';').next().unwrap_or_default().trim().to_ascii_lowercase()
}
