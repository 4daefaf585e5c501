//! Signing in with the firm's own provider: `/oidc/start` redirects a person there, `/oidc/callback` receives them. The
//! two are tied together by a short-lived cookie; nothing is stored here. At `/oidc/backchannel-logout` the provider
//! reports sign-outs.

use std::borrow::Cow;

use axum::Router;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use bytes::Bytes;
use model::account::code_of;
use model::error::AppError;
use serde_json::json;
use subtle::ConstantTimeEq;

use super::Web;
use super::accounts::{agent, local};
use super::caller::cookie;
use super::guard::peer::Peer;
use crate::auth::oidc::entry::{Out, enter};
use crate::auth::oidc::{Flow, Refused, logout};
use crate::auth::sign_in::Browser;

const COOKIE: &str = "plumbline-oidc";

/// How long somebody may take at the provider, in milliseconds.
const SIGN_IN_TIMEOUT_MS: i64 = 600_000;

/// Adds the routes.
pub fn add(router: Router<Web>) -> Router<Web> {
    let router = router.route("/oidc/start", get(start)).route("/oidc/callback", get(callback));
    router.route("/oidc/backchannel-logout", post(signed_out))
}

/// `POST /oidc/backchannel-logout`: the provider reports a sign-out. Only the provider can; it gets 200, or 400 with
/// the reason.
async fn signed_out(State(web): State<Web>, peer: Peer, body: Bytes) -> Response {
    let token = form_urlencoded::parse(&body).find(|(name, _)| name == "logout_token").map(|(_, token)| token);
    let services = &web.services();
    let done = async {
        let Some(provider) = &services.oidc else {
            return Err((StatusCode::NOT_FOUND, "No provider is set up.".into()));
        };
        let bad = |why: String| (StatusCode::BAD_REQUEST, why);
        let token = token.ok_or_else(|| bad("There is no logout_token.".into()))?;
        let logout = match provider.logout(&token, services.world.now()).await {
            Ok(logout) => logout,
            Err(Refused::Untrusted(why)) => return Err(bad(why)),
            Err(Refused::Unreachable(why)) => return Err((StatusCode::SERVICE_UNAVAILABLE, why)),
        };
        match logout::end(services, &logout, Some(peer.address.to_string())).await {
            Ok(()) => Ok(()),
            Err(AppError::Conflict { detail }) => Err(bad(detail)),
            Err(error) => Err((StatusCode::SERVICE_UNAVAILABLE, error.to_string())),
        }
    };
    match done.await {
        Ok(()) => StatusCode::OK.into_response(),
        Err((status, why)) => {
            tracing::warn!(why, "the provider's logout token is not accepted");
            (status, axum::Json(json!({"error": "invalid_request", "error_description": why}))).into_response()
        }
    }
}

/// `GET /oidc/start?to=`: redirects to the provider.
async fn start(State(web): State<Web>, peer: Peer, uri: Uri) -> Response {
    let secure = peer.secure;
    let Some(provider) = &web.services().oidc else { return failed("oidc-off", secure) };
    let world = &web.services().world;
    let flow = Flow { state: world.secret(), nonce: world.secret(), verifier: world.secret() };
    let to = field(&uri, "to").unwrap_or_default();
    match provider.address(&flow, world.now()).await {
        Ok(address) => {
            let begun = cookie::set(COOKIE, &written(&flow, local(&to)), SIGN_IN_TIMEOUT_MS, secure);
            on(&address, [begun])
        }
        Err(refused) => failed(why(&refused), secure),
    }
}

/// `GET /oidc/callback?code=&state=`: back from the provider, signed in.
async fn callback(State(web): State<Web>, peer: Peer, headers: HeaderMap, uri: Uri) -> Response {
    let (uri, secure) = (&uri, peer.secure);
    let failed = |code: &str| failed(code, secure);
    let Some(provider) = &web.services().oidc else { return failed("oidc-off") };
    let brought = field(uri, "state").unwrap_or_default();
    let begun = flow(&headers, secure).filter(|(flow, _)| flow.state.as_bytes().ct_eq(brought.as_bytes()).into());
    let Some((flow, to)) = begun else { return failed("oidc-state") };
    let Some(code) = field(uri, "code") else {
        let error = field(uri, "error").unwrap_or_default();
        tracing::warn!(%error, "the sign-in provider sent somebody back without a code");
        return failed("oidc-denied");
    };
    let now = web.services().world.now();
    let from = field(uri, "iss");
    let claims = match provider.claims(code.into_owned(), from.as_deref(), &flow, now).await {
        Ok(claims) => claims,
        Err(refused) => return failed(why(&refused)),
    };
    let browser = Browser { address: Some(peer.address.to_string()), device: None, agent: agent(&headers) };
    match enter(&web.services(), &claims, &browser).await {
        Ok(session) => on(&to, [gone(secure), cookie::set_session(&session, secure)]),
        Err(Out::NoGroup) => failed("oidc-group"),
        Err(Out::Disabled) => failed("disabled"),
        Err(Out::Failed(AppError::Conflict { detail })) => failed(code_of(&detail)),
        Err(Out::Failed(error)) => {
            tracing::error!(%error, "somebody known to the provider was not let in");
            failed("failed")
        }
    }
}

/// Redirects to another page, with the cookies.
fn on<const N: usize>(to: &str, cookies: [HeaderValue; N]) -> Response {
    let headers = [(header::LOCATION, to), (header::CACHE_CONTROL, "no-store")];
    let mut reply = (StatusCode::SEE_OTHER, headers).into_response();
    for cookie in cookies {
        reply.headers_mut().append(header::SET_COOKIE, cookie);
    }
    reply
}

/// Redirects to the sign-in page, which shows the reason.
fn failed(code: &str, secure: bool) -> Response {
    on(&format!("/sign-in?failed={code}"), [gone(secure)])
}

fn why(refused: &Refused) -> &'static str {
    tracing::warn!(error = %refused, "signing in by the provider failed");
    match refused {
        Refused::Unreachable(_) => "oidc-unreachable",
        Refused::Untrusted(_) => "oidc-untrusted",
    }
}

/// A field of a query.
fn field<'a>(uri: &'a Uri, name: &str) -> Option<Cow<'a, str>> {
    let query = uri.query().unwrap_or_default();
    form_urlencoded::parse(query.as_bytes()).find(|(n, _)| n == name).map(|(_, value)| value)
}

/// The header that removes the cookie.
fn gone(secure: bool) -> HeaderValue {
    cookie::set(COOKIE, "", 0, secure)
}

fn written(flow: &Flow, to: &str) -> String {
    let to: String = form_urlencoded::byte_serialize(to.as_bytes()).collect();
    format!("{}.{}.{}.{to}", flow.state, flow.nonce, flow.verifier)
}

/// The flow that was started, and the page that the person wanted.
fn flow(headers: &HeaderMap, secure: bool) -> Option<(Flow, String)> {
    let mut parts = cookie::cookies(headers, COOKIE, secure).next()?.splitn(4, '.').map(str::to_owned);
    let flow = Flow { state: parts.next()?, nonce: parts.next()?, verifier: parts.next()? };
    let to = parts.next()?;
    let to = form_urlencoded::parse(to.as_bytes()).next().map(|(to, _)| local(&to).to_owned());
    (!flow.state.is_empty()).then(|| (flow, to.unwrap_or("/".into())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_begun_comes_back_and_leads_nowhere_else() {
        let begun = Flow { state: "s1".into(), nonce: "n1".into(), verifier: "v1".into() };
        for (to, goes) in [
            ("/c/1?record=a&b=c", "/c/1?record=a&b=c"),
            ("/c/a.b", "/c/a.b"),
            ("/ä", "/"),
            ("https://evil.example", "/"),
            ("//evil.example", "/"),
            ("/\\evil.example", "/"),
            ("/\t/evil.example", "/"),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(header::COOKIE, format!("a=b; {COOKIE}={}; c=d", written(&begun, to)).parse().unwrap());
            assert_eq!(flow(&headers, false), Some((begun.clone(), goes.to_owned())), "{to}");
        }
        let mut headers = HeaderMap::new();
        headers.insert(header::COOKIE, format!("{COOKIE}=...").parse().unwrap());
        assert_eq!(flow(&headers, false), None);
    }
}
