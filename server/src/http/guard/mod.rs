//! What every request passes before a handler sees it, and what every reply gets on its way out.
//!
//! [`outer`] goes around everything: it says who is on the other end ([`Peer`], left in the request's extensions), turns
//! away foreign names, other sites' pages and wrong types of content ([`site`]), and puts the headers on that browsers keep
//! to ([`headers`]). [`inner`] stands behind whatever settles the caller: it keeps the rates of calls (`crate::limits`) and
//! the limits of time ([`time`]), and ends event streams when the server stops.
//!
//! | setting | default | what |
//! |---|---|---|
//! | `PLUMBLINE_PUBLIC_URL` | none | the address that browsers see, where a proxy stands before it |
//! | `PLUMBLINE_HOSTS` | none | names that it answers to besides; on this machine alone it is `localhost` and its address |
//! | `PLUMBLINE_TRUSTED_PROXIES` | none | addresses and nets whose `X-Forwarded-For`, `-Proto` and `-Host` hold |
//! | `PLUMBLINE_TLS_CERT`, `_KEY` | none | PEM files: it speaks TLS itself; SIGHUP reads them again |
//! | `PLUMBLINE_MAX_CONNECTIONS` | 10000 | at once; others wait to be accepted |
//! | `PLUMBLINE_HEADER_TIMEOUT_S` | 10 | for the head of a request, and for a silent HTTP/1 connection |
//! | `PLUMBLINE_BODY_TIMEOUT_S` | 30 | for a request's body; of an upload, for each piece |
//! | `PLUMBLINE_REPLY_TIMEOUT_S` | 60 | for calls that neither wait for an answer nor take an upload |
//! | `PLUMBLINE_RATE_SIGN_IN` | 10 | attempts a minute from one address; 0 is no limit, as of all rates |
//! | `PLUMBLINE_RATE_ASK` | 30 | questions a minute of one caller |
//! | `PLUMBLINE_RATE_CALLS` | 600 | calls a minute of one caller, or of one address without an account |
//! | `PLUMBLINE_DAY_TOKENS`, `PLUMBLINE_DAY_COST_USD` | 0, 0 | what one user's questions may take on a UTC day; 0 is no limit |
//! | `PLUMBLINE_RUNS_AT_ONCE` | 16 a core, 64 at least | runs that are driven at once |
//! | `PLUMBLINE_RUNS_QUEUED` | 1000 | runs that wait for their turn; beyond them asking is answered with 503 |
//! | `PLUMBLINE_SHUTDOWN_S` | 10 | how long open requests may take when it stops |
//!
//! The rates hold for everyone but those who use the machine itself while there are no accounts.

pub mod headers;
pub mod peer;
mod site;
mod time;

use axum::extract::{Request, State};
use axum::http::{Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

pub use peer::{OverTls, Peer};

use super::Web;
use super::error::Problem;
use crate::api::Api;

/// Files of the pages, and what watches ask: not counted.
const UNCOUNTED: [&str; 3] = ["/pkg/", "/favicon", "/health"];

/// Around everything, panics included.
pub async fn outer(State(web): State<Web>, mut request: Request, next: Next) -> Response {
    let config = &web.services.config;
    let peer = Peer::of(&config.server, &request);
    let (address, secure) = (peer.address, peer.secure);
    let refused = site::objection(config, &peer, &request);
    request.extensions_mut().insert(peer);
    let mut reply = match refused {
        Some(refused) => refused,
        None => next.run(request).await,
    };
    // Whoever tries one token after the other is nobody, and counted by address.
    if reply.status() == StatusCode::UNAUTHORIZED
        && let Err(error) = web.services.limits.call(None, Some(address))
    {
        reply = Problem(error).into_response();
    }
    headers::put(&mut reply, secure);
    reply
}

/// Behind what settles the caller.
pub async fn inner(State(web): State<Web>, request: Request, next: Next) -> Response {
    let limits = &web.services.limits;
    let known = request.extensions().get::<Api>().map(|api| api.caller.clone());
    let address = request.extensions().get::<Peer>().map(|peer| peer.address);
    let path = request.uri().path();
    if !UNCOUNTED.iter().any(|begin| path.starts_with(begin)) {
        let signs_in = *request.method() == Method::POST && site::signs_in(path);
        let signed = if signs_in { limits.sign_in(known.as_ref(), address) } else { Ok(()) };
        if let Err(error) = signed.and_then(|()| limits.call(known.as_ref(), address)) {
            return Problem(error).into_response();
        }
    }
    let settings = &web.services.config.server;
    let request = match time::body(request, settings.body_timeout()).await {
        Ok(request) => request,
        Err(refused) => return refused,
    };
    let reply = time::within(settings.reply_timeout(), request, next).await;
    time::until(reply, &web.stopping)
}
