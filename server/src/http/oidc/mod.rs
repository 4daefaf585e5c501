//! Signing in by the firm's own provider: `/oidc/start` sends a person there, `/oidc/callback` takes them back. What ties
//! the two together is a short cookie of their browser; nothing is kept here.

use std::borrow::Cow;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use model::account::code_of;
use model::error::AppError;
use subtle::ConstantTimeEq;

use super::accounts::local;
use super::guard::Peer;
use super::{Web, caller};
use crate::auth::oidc::entry::{Out, enter};
use crate::auth::oidc::{Flow, Refused};

const COOKIE: &str = "plumbline-oidc";

/// How long somebody may take at the provider, in seconds.
const PATIENCE: u32 = 600;

/// Adds the two addresses.
pub fn add(router: Router<Web>) -> Router<Web> {
    router.route("/oidc/start", get(start)).route("/oidc/callback", get(callback))
}

/// `GET /oidc/start?to=`: to the provider.
async fn start(State(web): State<Web>, uri: Uri) -> Response {
    let Some(provider) = &web.services.oidc else { return failed(&web, "oidc-off") };
    let world = &web.services.world;
    let flow = Flow { state: world.secret(), nonce: world.secret(), verifier: world.secret() };
    let to = field(&uri, "to").unwrap_or_default();
    match provider.address(&flow, world.now()).await {
        Ok(address) => {
            let cookie = cookie(&web, &written(&flow, local(&to)), PATIENCE);
            let headers = [(header::LOCATION, address), (header::SET_COOKIE, cookie), no_store()];
            (StatusCode::SEE_OTHER, headers).into_response()
        }
        Err(refused) => failed(&web, why(&refused)),
    }
}

/// `GET /oidc/callback?code=&state=`: back from the provider, and in.
async fn callback(State(web): State<Web>, request: Request) -> Response {
    let Some(provider) = &web.services.oidc else { return failed(&web, "oidc-off") };
    let (head, _) = request.into_parts();
    let uri = &head.uri;
    let address = head.extensions.get::<Peer>().map(|peer| peer.address.to_string());
    let brought = field(uri, "state").unwrap_or_default();
    let begun = flow(&head.headers).filter(|(flow, _)| flow.state.as_bytes().ct_eq(brought.as_bytes()).into());
    let Some((flow, to)) = begun else { return failed(&web, "oidc-state") };
    let Some(code) = field(uri, "code") else {
        let error = field(uri, "error").unwrap_or_default();
        tracing::warn!(%error, "the sign-in provider sent somebody back without a code");
        return failed(&web, "oidc-denied");
    };
    let now = web.services.world.now();
    let from = field(uri, "iss");
    let claims = match provider.claims(code.into_owned(), from.as_deref(), &flow, now).await {
        Ok(claims) => claims,
        Err(refused) => return failed(&web, why(&refused)),
    };
    match enter(&web.services, &claims, address).await {
        Ok(session) => inside(&web, &session, &to),
        Err(Out::NoGroup) => failed(&web, "oidc-group"),
        Err(Out::Disabled) => failed(&web, "disabled"),
        Err(Out::Failed(AppError::Conflict { detail })) => failed(&web, code_of(&detail)),
        Err(Out::Failed(error)) => {
            tracing::error!(%error, "somebody whom the provider knows could not be let in");
            failed(&web, "failed")
        }
    }
}

/// On to the page that was wanted, signed in.
fn inside(web: &Web, session: &str, to: &str) -> Response {
    let headers = [(header::LOCATION, to.to_owned()), (header::SET_COOKIE, gone(web)), no_store()];
    let mut reply = (StatusCode::SEE_OTHER, headers).into_response();
    let cookie = caller::cookie(session, web.services.config.oidc.is_secure());
    reply.headers_mut().append(header::SET_COOKIE, cookie);
    reply
}

/// Back to the sign-in page, which says why.
fn failed(web: &Web, code: &str) -> Response {
    let headers = [(header::LOCATION, format!("/sign-in?failed={code}")), (header::SET_COOKIE, gone(web)), no_store()];
    (StatusCode::SEE_OTHER, headers).into_response()
}

fn why(refused: &Refused) -> &'static str {
    tracing::warn!(error = %refused, "signing in by the provider failed");
    match refused {
        Refused::Unreachable(_) => "oidc-unreachable",
        Refused::Untrusted(_) => "oidc-untrusted",
    }
}

fn no_store() -> (header::HeaderName, String) {
    (header::CACHE_CONTROL, "no-store".to_owned())
}

/// A field of a query.
fn field<'a>(uri: &'a Uri, name: &str) -> Option<Cow<'a, str>> {
    let query = uri.query().unwrap_or_default();
    form_urlencoded::parse(query.as_bytes()).find(|(n, _)| n == name).map(|(_, value)| value)
}

/// `Lax`, since the provider's page is what brings the person back.
fn cookie(web: &Web, value: &str, seconds: u32) -> String {
    let secure = if web.services.config.oidc.is_secure() { "; Secure" } else { "" };
    format!("{COOKIE}={value}; Path=/oidc; HttpOnly; SameSite=Lax; Max-Age={seconds}{secure}")
}

/// The cookie's end.
fn gone(web: &Web) -> String {
    cookie(web, "", 0)
}

fn written(flow: &Flow, to: &str) -> String {
    let to: String = form_urlencoded::byte_serialize(to.as_bytes()).collect();
    format!("{}.{}.{}.{to}", flow.state, flow.nonce, flow.verifier)
}

/// What was begun, and where the person wanted to go.
fn flow(headers: &HeaderMap) -> Option<(Flow, String)> {
    let mut parts = caller::cookies(headers, COOKIE).next()?.splitn(4, '.').map(str::to_owned);
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
            assert_eq!(flow(&headers), Some((begun.clone(), goes.to_owned())), "{to}");
        }
        let mut headers = HeaderMap::new();
        headers.insert(header::COOKIE, format!("{COOKIE}=...").parse().unwrap());
        assert_eq!(flow(&headers), None);
    }
}
