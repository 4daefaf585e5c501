//! Determines the caller, once per request: by an API token, `ADMIN_TOKEN`, the cookie of a sign-in, or, on this
//! machine without accounts, as "local". With `ADMIN_TOKEN` set, "local" is an admin once it was entered on the review
//! page ([`admin`]). Without a caller only a few public URLs are available; invalid tokens are refused everywhere,
//! counted, logged and recorded in the audit log.

pub mod admin;
pub mod cookie;

use std::net::IpAddr;

use axum::extract::{FromRequestParts, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Redirect, Response};
use fluent_langneg::{
    NegotiationStrategy, convert_vec_str_to_langids_lossy, negotiate_languages, parse_accepted_languages,
};
use model::account::{Action, Actor, Role, TokenUse};
use model::error::AppError;
use model::locale::Locale;

use super::error::Problem;
use super::guard::peer::Peer;
use super::{Web, mcp};
use crate::api::{Api, Caller};
use crate::auth::oidc::bearer;
use crate::auth::sign_in;
use crate::auth::{Proof, token};
use crate::services::Services;
use crate::store::accounts::{self, sign_ins, tokens};

/// URLs that need no caller: those equal to one of these, or below it.
const PUBLIC: [&str; 11] = [
    "/.well-known", "/health", "/metrics", "/sign-in", "/sign-out", "/join", "/oidc", "/openapi.json", "/docs",
    "/embed", "/language",
];

/// POST requests that only read.
const READING: [&str; 3] = ["/knowledge/search", "/api/communications", "/api/analysis"];

/// Whether the token of a panel may make this request: its page, a question, and the streamed answer.
fn of_panel(request: &Request) -> bool {
    let (path, method) = (request.uri().path(), request.method());
    let events = path.strip_prefix("/api/research/runs/").and_then(|rest| rest.strip_suffix("/events"));
    match *method {
        Method::POST => path == "/api/research",
        _ => is_get(method) && (within(path, "/embed") || events.is_some_and(|run| !run.contains('/'))),
    }
}

/// Why a token may not make a request.
fn beyond(use_of: TokenUse, request: &Request) -> Option<String> {
    match use_of {
        TokenUse::Read if !only_reads(request) => {
            Some("This token may only read. Make one that may ask, on the page of your account.".into())
        }
        TokenUse::Embed if request.uri().path() != super::embed::TOKENS => {
            Some(format!("This key may only make tokens for panels: POST {}.", super::embed::TOKENS))
        }
        TokenUse::Panel if !of_panel(request) => {
            Some("This token belongs to a panel: it may only ask, by POST /api/research, and follow the answer.".into())
        }
        _ => None,
    }
}

/// The middleware that determines the caller: an [`Api`] in the request's extensions, if there is one.
pub async fn known(State(web): State<Web>, mut request: Request, next: Next) -> Response {
    let path = request.uri().path();
    if within(path, "/pkg") || path.starts_with("/favicon") {
        return next.run(request).await;
    }
    let is_public = PUBLIC.iter().any(|begin| within(path, begin));
    let found = match mcp::shown(&web, &request) {
        Some(token) => match mcp::signed(&web, &token, &mcp::base(&request)).await {
            Ok(caller) => Ok(Some(caller)),
            Err(refused) => return refused,
        },
        None => resolve(&web, request.headers(), request.extensions().get(), is_used(path)).await,
    };
    match found {
        Ok(Some(caller)) => {
            if let Some(detail) = caller.token_use().and_then(|may| beyond(may, &request)) {
                return Problem(AppError::Forbidden { detail }).into_response();
            }
            let address = request.extensions().get::<Peer>().map(|peer| peer.address.to_string());
            let caller = Caller { address, ..caller };
            super::access::name(&caller);
            // From here on, only data that the caller may see can be read.
            let services = match web.services().seen_by(&caller.sees).await {
                Ok(services) => services,
                Err(error) => return refuse(&request, error),
            };
            request.extensions_mut().insert(Api { services, caller, channel: "api" });
            next.run(request).await
        }
        // A wrong token is refused everywhere: otherwise a public URL would reveal whether it is right.
        Err(error @ AppError::Unauthenticated { .. }) => {
            let address = request.extensions().get::<Peer>().map(|peer| peer.address);
            let error = wrong(&web, address, error).await;
            refuse(&request, error)
        }
        // Public URLs handle an unavailable database themselves.
        Ok(None) | Err(_) if is_public => next.run(request).await,
        Ok(None) => refuse(&request, AppError::unauthenticated()),
        Err(error) => refuse(&request, error),
    }
}

/// The response to an invalid token. Many attempts are slowed down, and each is in the log and the audit log.
async fn wrong(web: &Web, address: Option<IpAddr>, error: AppError) -> AppError {
    if let Err(error) = web.services().limits.sign_in(address) {
        return error;
    }
    tracing::warn!(address = address.map(tracing::field::display), "a request had an unknown token");
    let by = Actor { channel: Some("api".into()), ..Actor::named("nobody").at(address.map(|at| at.to_string())) };
    let told = sign_in::note(&web.services(), &by, Action::SignInFailed, "token:unknown".into(), "A wrong token").await;
    told.err().unwrap_or(error)
}

/// Whether a caller is still valid: their sign-in or token still exists, and their role and access are unchanged.
pub async fn still_holds(web: &Web, caller: &Caller) -> Result<bool, AppError> {
    let (db, now) = (&web.services().db, web.services().world.now());
    let found = match &caller.proof {
        Proof::Session(hash) => {
            let account = sign_ins::account(db, hash, now, web.services().config.server.idle()).await?;
            account.map(|account| Caller::by_session(account, hash.clone()))
        }
        Proof::Token { hash, .. } => by_token(web, hash.clone()).await?,
        Proof::Provider => {
            let id = caller.account.as_deref().unwrap_or_default();
            let holds = bearer::holds(&web.services(), id, i64::MAX).await?;
            holds.then_some(Caller::by_provider(accounts::get(db, id).await?))
        }
        Proof::Machine => return Ok(!accounts::any(db).await?),
        Proof::AdminToken => return Ok(true),
    };
    Ok(found.is_some_and(|found| found.role == caller.role && found.sees == caller.sees))
}

fn within(path: &str, begin: &str) -> bool {
    path.strip_prefix(begin).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

fn is_get(method: &Method) -> bool {
    matches!(*method, Method::GET | Method::HEAD)
}

fn only_reads(request: &Request) -> bool {
    let path = request.uri().path();
    is_get(request.method()) || (*request.method() == Method::POST && READING.iter().any(|begin| within(path, begin)))
}

/// Pages redirect to the sign-in, which returns there; everything else gets an error.
fn refuse(request: &Request, error: AppError) -> Response {
    let needs_sign_in = matches!(error, AppError::Unauthenticated { .. });
    let takes = |kind: &str| {
        request.headers().get(header::ACCEPT).and_then(|v| v.to_str().ok()).is_some_and(|accept| accept.contains(kind))
    };
    if needs_sign_in && mcp::is_for(request) {
        let shown = request.headers().contains_key(header::AUTHORIZATION).then_some("invalid_token");
        return mcp::challenge(&mcp::base(request), shown, error.to_string());
    }
    if within(request.uri().path(), "/rpc") && needs_sign_in {
        return (StatusCode::UNAUTHORIZED, [(header::WWW_AUTHENTICATE, "Bearer")], axum::Json(error)).into_response();
    }
    if needs_sign_in && is_get(request.method()) && takes("text/html") {
        let here = request.uri().path_and_query().map_or("/", |path| path.as_str());
        let to: String = form_urlencoded::byte_serialize(here.as_bytes()).collect();
        let reply = Redirect::to(&format!("/sign-in?to={to}"));
        return ([(header::CACHE_CONTROL, "no-store")], reply).into_response();
    }
    Problem(error).into_response()
}

/// Whether a request comes from this machine itself and not through a proxy on it, as far as can be detected.
pub fn at_machine(web: &Web, peer: Option<&Peer>) -> bool {
    let config = &web.services().config;
    config.addr.value.ip().is_loopback()
        && config.server.origin.is_none()
        && peer.is_some_and(|peer| peer.address.is_loopback() && !peer.proxied)
}

/// Requests that open pages make by themselves, without their user.
const BY_ITSELF: [&str; 2] = ["/rpc/waiting", "/rpc/call"];

/// Whether a request shows that somebody is using their sign-in: browsers restart event streams by themselves.
fn is_used(path: &str) -> bool {
    !BY_ITSELF.contains(&path) && !path.ends_with("/events")
}

/// `used` if a person is behind the request.
///
/// # Errors
/// `Unauthenticated` for an invalid token.
async fn resolve(web: &Web, headers: &HeaderMap, peer: Option<&Peer>, used: bool) -> Result<Option<Caller>, AppError> {
    let (services, now) = (&web.services(), web.services().world.now());
    let text = |name: &str| headers.get(name).and_then(|v| v.to_str().ok());
    let bearer = text("authorization").and_then(|v| v.strip_prefix("Bearer "));
    if let Some(shown) = bearer.filter(|shown| shown.starts_with(token::API)) {
        let known = by_token(web, token::hash(shown)).await?;
        return known.map(Some).ok_or_else(|| AppError::Unauthenticated {
            detail: "This token no longer works. It has expired, or it was revoked. Make a new one.".into(),
        });
    }
    let admin = services.config.admin_token.value.as_ref();
    let shown = || [bearer, text("admin-token")].into_iter().flatten();
    if admin.is_some_and(|secret| shown().any(|shown| secret.is(shown))) {
        return Ok(Some(Caller::by_admin_token()));
    }
    let any_account = accounts::any(&services.db).await?;
    // Some programs always send a key. If nothing has to be proved, it is ignored, and there is nothing to guess.
    if shown().next().is_some() && (any_account || admin.is_some()) && !super::metrics::shows_token(web, headers) {
        let detail = "Unknown token. Send an account's token as `Authorization: Bearer plb_…`.";
        return Err(AppError::Unauthenticated { detail: detail.into() });
    }
    let (secure, idle) = (peer.is_some_and(|peer| peer.secure), services.config.server.idle());
    if let Some(value) = cookie::session(headers, secure) {
        let hash = token::hash(value);
        let account = match used {
            true => sign_ins::used_by(&services.db, &hash, now, idle).await?,
            false => sign_ins::account(&services.db, &hash, now, idle).await?,
        };
        if let Some(account) = account {
            return Ok(Some(Caller::by_session(account, hash)));
        }
    }
    if !at_machine(web, peer) || any_account {
        return Ok(None);
    }
    let is_admin = admin.is_none() || web.admins.holds(headers, secure, now, idle);
    Ok(Some(Caller::local(if is_admin { Role::Admin } else { Role::Manager })))
}

/// The caller with the token of this hash.
async fn by_token(web: &Web, hash: String) -> Result<Option<Caller>, AppError> {
    let services = web.services();
    let Services { db, world, config, .. } = &*services;
    let known = tokens::by_hash(db, &hash, world.now(), config.oidc.rights_hold()).await?;
    Ok(known.map(|(account, id, may)| Caller::by_token(account, id, hash, may)))
}

/// The language of a page: the account's, otherwise the one chosen in this browser, otherwise the first supported one
/// that the browser requests.
pub fn language(caller: Option<&Caller>, peer: Option<&Peer>, headers: &HeaderMap) -> Locale {
    let chosen = || cookie::language(headers, peer.is_some_and(|peer| peer.secure));
    let asked = || {
        let wanted = parse_accepted_languages(headers.get(header::ACCEPT_LANGUAGE)?.to_str().ok()?);
        let ours = convert_vec_str_to_langids_lossy(Locale::ALL.iter().map(|l| l.as_str()));
        let best = negotiate_languages(&wanted, &ours, None, NegotiationStrategy::Filtering);
        best.first()?.language.as_str().parse().ok()
    };
    caller.and_then(|caller| caller.language).or_else(chosen).or_else(asked).unwrap_or_default()
}

impl FromRequestParts<Web> for Api {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &Web) -> Result<Self, Problem> {
        Ok(parts.extensions.get::<Self>().cloned().ok_or_else(AppError::unauthenticated)?)
    }
}

/// The caller behind a form of a page.
pub struct FromPage(pub Api);

impl FromRequestParts<Web> for FromPage {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, web: &Web) -> Result<Self, Problem> {
        let api = Api::from_request_parts(parts, web).await?;
        Ok(Self(Api { channel: "web", ..api }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_public_as_a_whole() {
        assert!(within("/join/abc", "/join") && within("/sign-in", "/sign-in"));
        assert!(!within("/joined", "/join") && !within("/api/join", "/join"));
    }

    #[test]
    fn a_panel_asks_and_follows() {
        let reaches = |method: &str, path: &str| {
            of_panel(&Request::builder().method(method).uri(path).body(axum::body::Body::empty()).unwrap())
        };
        assert!(reaches("POST", "/api/research") && reaches("GET", "/api/research/runs/r1/events"));
        assert!(reaches("GET", "/embed") && reaches("GET", "/embed/panel.js"));
        for (method, path) in [
            ("GET", "/api/research"),
            ("GET", "/api/research/runs/r1"),
            ("POST", "/api/research/runs/r1/cancel"),
            ("GET", "/api/research/runs/a/b/events"),
            ("DELETE", "/api/research/conversation/c1"),
            ("GET", "/api/tokens"),
            ("POST", "/account/password"),
        ] {
            assert!(!reaches(method, path), "{method} {path}");
        }
    }
}
