//! Who asks, resolved once for each request: a token of the API, `ADMIN_TOKEN`, the cookie of a sign-in, and on this machine
//! "local" while there are no accounts. With `ADMIN_TOKEN` set, "local" is an admin by the cookie that signing in on the
//! review page sets. Nobody gets no farther than the few addresses that are public.

use axum::extract::{FromRequestParts, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Redirect, Response};
use fluent_langneg::{
    NegotiationStrategy, convert_vec_str_to_langids_lossy, negotiate_languages, parse_accepted_languages,
};
use model::account::Role;
use model::error::AppError;
use model::locale::Locale;
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

use super::body::parse_form;
use super::error::Problem;
use super::guard::Peer;
use super::{Web, mcp};
use crate::api::{Api, Caller};
use crate::auth::sign_in::{DEVICE_MS, SESSION_MS};
use crate::auth::token;
use crate::config::Secret;
use crate::store::accounts::{self, sign_ins, tokens};

/// The cookie that stands for `ADMIN_TOKEN` while there are no accounts.
const COOKIE: &str = "plumbline-admin";
/// The cookie of a sign-in.
const SESSION: &str = "plumbline-session";
/// The cookie of a browser that has signed in before. It says where wrong passwords are counted, and lets nobody in.
const DEVICE: &str = "plumbline-device";

/// The cookie of the language in which a browser reads the pages.
const LANGUAGE: &str = "plumbline-language";

/// Addresses that need nobody: those that begin like this, and then end or go on with `/`.
const PUBLIC: [&str; 11] = [
    "/.well-known", "/health", "/metrics", "/sign-in", "/sign-out", "/join", "/oidc", "/openapi.json", "/docs",
    "/embed", "/language",
];

/// Headers that a proxy adds.
const PROXIED: [&str; 6] =
    ["x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "forwarded", "x-real-ip", "via"];

/// What is posted and yet only read.
const READING: [&str; 3] = ["/knowledge/search", "/api/communications", "/api/analysis"];

/// The middleware that says who asks: an [`Api`] in the request's extensions, where there is somebody.
pub async fn known(State(web): State<Web>, mut request: Request, next: Next) -> Response {
    let path = request.uri().path();
    if within(path, "/pkg") || path.starts_with("/favicon") {
        return next.run(request).await;
    }
    let is_public = PUBLIC.iter().any(|begin| within(path, begin));
    let here = at_machine(&web, request.extensions().get(), request.headers());
    let found = match mcp::shown(&web, &request) {
        Some(token) => match mcp::signed(&web, &token, &mcp::base(&request)).await {
            Ok(caller) => Ok(Some(caller)),
            Err(refused) => return refused,
        },
        None => resolve(&web, request.headers(), here).await,
    };
    match found {
        Ok(Some(caller)) if caller.reads_only && !only_reads(&request) => {
            let detail = "This token may only read. Make one that may ask, on the page of your account.";
            Problem(AppError::Forbidden { detail: detail.into() }).into_response()
        }
        Ok(Some(caller)) if caller.embeds && path != super::embed::TOKENS => {
            let detail = format!("This key may only make tokens for panels: POST {}.", super::embed::TOKENS);
            Problem(AppError::Forbidden { detail }).into_response()
        }
        Ok(Some(caller)) => {
            let address = request.extensions().get::<Peer>().map(|peer| peer.address.to_string());
            let caller = Caller { address, ..caller };
            super::access::name(&caller);
            // From here on there is nothing to read but what the caller sees.
            let services = match web.services.seen_by(&caller.sees).await {
                Ok(services) => services,
                Err(error) => return refuse(&request, error),
            };
            request.extensions_mut().insert(Api { services, caller, channel: "api" });
            next.run(request).await
        }
        // Whether the database answers is the business of what is public itself.
        Ok(None) | Err(_) if is_public => next.run(request).await,
        Ok(None) => refuse(&request, AppError::unauthenticated()),
        Err(error) => refuse(&request, error),
    }
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

/// A page leads to the sign-in and from there back; everything else hears that it needs one.
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

/// Whether a request is from this machine itself, and not by a proxy on it, as far as that shows.
pub fn at_machine(web: &Web, peer: Option<&Peer>, headers: &HeaderMap) -> bool {
    let config = &web.services.config;
    config.addr.value.ip().is_loopback()
        && config.server.origin.is_none()
        && peer.is_some_and(|peer| peer.address.is_loopback())
        && !PROXIED.iter().any(|name| headers.contains_key(*name))
}

async fn resolve(web: &Web, headers: &HeaderMap, at_machine: bool) -> Result<Option<Caller>, AppError> {
    let (services, now) = (&web.services, web.services.world.now());
    let text = |name: &str| headers.get(name).and_then(|v| v.to_str().ok());
    let bearer = text("authorization").and_then(|v| v.strip_prefix("Bearer "));
    if let Some(shown) = bearer.filter(|shown| shown.starts_with(token::API)) {
        let known = tokens::by_hash(&services.db, &token::hash(shown), now).await?;
        let (account, may) = known.ok_or_else(|| AppError::Unauthenticated {
            detail: "This token no longer works. It has expired, or it was revoked. Make a new one.".into(),
        })?;
        return Ok(Some(Caller::by_token(account, may)));
    }
    let admin = services.config.admin_token.value.as_ref();
    let shows = |secret: &Secret| [bearer, text("admin-token")].into_iter().flatten().any(|t| same(t, secret.reveal()));
    if admin.is_some_and(shows) {
        return Ok(Some(Caller::by_admin_token()));
    }
    if let Some(value) = session(headers)
        && let Some(account) = sign_ins::account(&services.db, &token::hash(value), now).await?
    {
        return Ok(Some(Caller::of(account)));
    }
    if !at_machine || accounts::any(&services.db).await? {
        return Ok(None);
    }
    let is_admin = admin.is_none_or(|secret| cookies(headers, COOKIE).any(|v| same(v, &cookie_value(secret))));
    Ok(Some(Caller::local(if is_admin { Role::Admin } else { Role::Manager })))
}

/// The values of a cookie; browsers send one of each path that it was set for.
pub fn cookies<'h>(headers: &'h HeaderMap, name: &'static str) -> impl Iterator<Item = &'h str> {
    let all = headers.get_all(header::COOKIE).into_iter().filter_map(|v| v.to_str().ok());
    all.flat_map(|line| line.split(';')).filter_map(move |c| c.trim().strip_prefix(name)?.strip_prefix('='))
}

/// The value of the cookie of a sign-in.
pub fn session(headers: &HeaderMap) -> Option<&str> {
    cookies(headers, SESSION).find(|value| !value.is_empty())
}

/// The language that a page is drawn in: the account's, else the one chosen in this browser, else the first of those that
/// the browser asks for.
pub fn language(caller: Option<&Caller>, headers: &HeaderMap) -> Locale {
    let chosen = || cookies(headers, LANGUAGE).find_map(|code| code.parse().ok());
    let asked = || {
        let wanted = parse_accepted_languages(headers.get(header::ACCEPT_LANGUAGE)?.to_str().ok()?);
        let ours = convert_vec_str_to_langids_lossy(Locale::ALL.iter().map(|l| l.as_str()));
        let best = negotiate_languages(&wanted, &ours, None, NegotiationStrategy::Filtering);
        best.first()?.language.as_str().parse().ok()
    };
    caller.and_then(|caller| caller.language).or_else(chosen).or_else(asked).unwrap_or_default()
}

/// The value of the cookie of a device.
pub fn device(headers: &HeaderMap) -> Option<&str> {
    cookies(headers, DEVICE).find(|value| !value.is_empty())
}

/// The header that sets the cookie of a sign-in; an empty value takes it back. `secure` where the browser speaks TLS.
pub fn cookie(value: &str, secure: bool) -> HeaderValue {
    set(SESSION, value, SESSION_MS, secure)
}

/// The same for the cookie of a device.
pub fn device_cookie(value: &str, secure: bool) -> HeaderValue {
    set(DEVICE, value, DEVICE_MS, secure)
}

/// The header that sets the language of the pages for a year.
pub fn language_cookie(language: Locale, secure: bool) -> HeaderValue {
    set(LANGUAGE, language.as_str(), 365 * 24 * 3_600_000, secure)
}

/// `Lax`: a link in a mail opens the desk, and what another site sends is refused for where it comes from.
fn set(name: &str, value: &str, lasts_ms: i64, secure: bool) -> HeaderValue {
    let age = if value.is_empty() { 0 } else { lasts_ms / 1000 };
    let secure = if secure { "; Secure" } else { "" };
    let text = format!("{name}={value}; Path=/; HttpOnly; SameSite=Lax; Max-Age={age}{secure}");
    // A value has letters and digits only.
    HeaderValue::try_from(text).unwrap_or_else(|_| HeaderValue::from_static(""))
}

fn same(a: &str, b: &str) -> bool {
    a.as_bytes().ct_eq(b.as_bytes()).into()
}

/// The cookie proves the token without holding it.
fn cookie_value(token: &Secret) -> String {
    let hash = Sha256::digest(format!("plumbline-admin:{}", token.reveal()));
    hash.iter().map(|b| format!("{b:02x}")).collect()
}

impl FromRequestParts<Web> for Api {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &Web) -> Result<Self, Problem> {
        Ok(parts.extensions.get::<Self>().cloned().ok_or_else(AppError::unauthenticated)?)
    }
}

#[derive(serde::Deserialize)]
pub struct SignIn {
    token: String,
    /// The page to go back to.
    #[serde(default)]
    to: String,
}

/// `POST /admin/sign-in`, the form where the token is missing: sets the cookie and goes back there.
pub async fn sign_in(State(web): State<Web>, body: bytes::Bytes) -> Response {
    let form: SignIn = match parse_form(&body) {
        Ok(form) => form,
        Err(problem) => return super::error::FormProblem(problem).into_response(),
    };
    match &web.services.config.admin_token.value {
        Some(token) if same(&form.token, token.reveal()) => {
            let cookie = format!("{COOKIE}={}; Path=/; HttpOnly; SameSite=Strict; Max-Age=43200", cookie_value(token));
            let to = if form.to.starts_with("/import") { form.to } else { "/review".to_owned() };
            (StatusCode::SEE_OTHER, [(header::LOCATION, to), (header::SET_COOKIE, cookie)]).into_response()
        }
        Some(_) => (StatusCode::SEE_OTHER, [(header::LOCATION, "/review?signIn=failed")]).into_response(),
        None => Problem(AppError::Conflict { detail: "No admin token is set; nothing to sign in to.".into() })
            .into_response(),
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
    fn a_cookie_proves_and_is_taken_back() {
        let set = cookie("ab12", false);
        assert_eq!(set, "plumbline-session=ab12; Path=/; HttpOnly; SameSite=Lax; Max-Age=43200");
        assert!(cookie("ab12", true).to_str().unwrap().ends_with("; Secure"));
        assert!(cookie("", false).to_str().unwrap().contains("Max-Age=0"));
        let device_set = device_cookie("cd34", true);
        assert_eq!(device_set, "plumbline-device=cd34; Path=/; HttpOnly; SameSite=Lax; Max-Age=15552000; Secure");
        let sent = HeaderValue::from_static("a=1; plumbline-session=ab12; plumbline-device=cd34");
        let headers = HeaderMap::from_iter([(header::COOKIE, sent)]);
        assert_eq!((session(&headers), device(&headers)), (Some("ab12"), Some("cd34")));
    }
}
