//! The middleware around all handlers.
//!
//! [`outer`] wraps everything: it determines the other end of the connection ([`Peer`], stored in the request's
//! extensions), refuses unknown host names, other sites' pages and wrong content types ([`site`]), and adds the
//! security headers ([`headers`]). [`inner`] runs once the caller is known: it enforces rate limits (`crate::limits`)
//! and timeouts ([`time`]), and ends event streams when the server stops.
//!
//! The rate limits apply to everyone except the user of the machine while there are no accounts.

pub mod headers;
pub mod peer;
mod site;
mod time;

use axum::extract::{Request, State};
use axum::http::{Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use peer::Peer;
pub use site::is_call;

use super::Web;
use super::error::Problem;
use crate::api::Api;
use crate::limits::standing;

/// Files of the pages, and monitoring requests: not counted.
const UNCOUNTED: [&str; 3] = ["/pkg/", "/favicon", "/health"];

/// Around everything, including panics. The reply reports the caller's remaining quota.
pub async fn outer(State(web): State<Web>, request: Request, next: Next) -> Response {
    standing::with_headers(guarded(web, request, next)).await
}

async fn guarded(web: Web, mut request: Request, next: Next) -> Response {
    let config = &web.services().config;
    let peer = Peer::from_request(&config.server, &request);
    let (address, secure) = (peer.address, peer.secure);
    let refused = site::objection(config, &peer, &request);
    request.extensions_mut().insert(peer);
    let mut reply = match refused {
        Some(refused) => refused,
        None => next.run(request).await,
    };
    // Somebody who tries one token after another has no account, and is counted by address.
    if reply.status() == StatusCode::UNAUTHORIZED
        && let Err(error) = web.services().limits.call(None, Some(address))
    {
        reply = Problem(error).into_response();
    }
    headers::put(&mut reply, secure);
    reply
}

/// Around existing calls and pages: unknown URLs are not found, whatever is sent to them.
pub async fn types(request: Request, next: Next) -> Response {
    match site::wrong_type(&request) {
        Some(refused) => refused,
        None => next.run(request).await,
    }
}

/// Runs once the caller is known.
pub async fn inner(State(web): State<Web>, request: Request, next: Next) -> Response {
    let limits = &web.services().limits;
    let known = request.extensions().get::<Api>().map(|api| api.caller.clone());
    let address = request.extensions().get::<Peer>().map(|peer| peer.address);
    let path = request.uri().path();
    if !UNCOUNTED.iter().any(|begin| path.starts_with(begin)) {
        let signs_in = *request.method() == Method::POST && site::signs_in(path);
        let signed = if signs_in { limits.sign_in(address) } else { Ok(()) };
        if let Err(error) = signed.and_then(|()| limits.call(known.as_ref(), address)) {
            return Problem(error).into_response();
        }
    }
    let settings = &web.services().config.server;
    let request = match time::body(request, settings.body_timeout.value).await {
        Ok(request) => request,
        Err(refused) => return refused,
    };
    let reply = time::within(settings.reply_timeout.value, request, next).await;
    if !time::is_stream(&reply) {
        return reply;
    }
    match limits.stream(known.as_ref(), address) {
        Ok(open) => time::until(reply, time::end(web, known), open),
        Err(error) => Problem(error).into_response(),
    }
}
