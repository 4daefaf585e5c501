//! Signing in with `ADMIN_TOKEN` on the review page, while there are no accounts. The browser gets a random cookie,
//! whose hash is kept in memory until it expires, signs out, or the server stops; the cookie reveals nothing about the
//! token.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use model::account::{Action, Actor};
use model::error::AppError;

use super::cookie::{ADMIN, cookies, strict};
use crate::auth::{sign_in as auth, token};
use crate::http::Web;
use crate::http::body::parse_form;
use crate::http::error::{FormProblem, Problem};
use crate::http::guard::peer::Peer;

/// Maximum number of browsers; beyond that, all have to sign in again.
const MAX_BROWSERS: usize = 100;

/// Browsers that have presented `ADMIN_TOKEN`: the hashes of their cookies, with expiry and last use (UTC
/// milliseconds).
#[derive(Debug, Default)]
pub struct Admins(Mutex<HashMap<String, (i64, i64)>>);

impl Admins {
    /// Whether a request has a valid cookie that was used within `idle` milliseconds.
    pub fn holds(&self, headers: &HeaderMap, secure: bool, now: i64, idle: i64) -> bool {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        cookies(headers, ADMIN, secure).any(|value| match known.get_mut(&token::hash(value)) {
            Some((until, used)) if *until > now && *used > now - idle => {
                *used = now;
                true
            }
            _ => false,
        })
    }

    fn begin(&self, cookie: &str, now: i64) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.retain(|_, (until, _)| *until > now);
        if known.len() >= MAX_BROWSERS {
            known.clear();
        }
        known.insert(token::hash(cookie), (now + auth::SESSION_MS, now));
    }

    /// Ends a request's sign-in; returns the header that removes its cookie, if it had one.
    pub fn end(&self, headers: &HeaderMap, secure: bool) -> Option<HeaderValue> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let ended = cookies(headers, ADMIN, secure).filter(|value| known.remove(&token::hash(value)).is_some()).count();
        (ended > 0).then(|| strict(ADMIN, "", 0, secure))
    }
}

#[derive(serde::Deserialize)]
pub struct SignIn {
    token: String,
    /// The page to go back to.
    #[serde(default)]
    to: String,
}

/// `POST /admin/sign-in`, the form shown if the token is missing: sets the cookie and redirects back.
pub async fn sign_in(State(web): State<Web>, peer: Peer, body: bytes::Bytes) -> Response {
    let form: SignIn = match parse_form(&body) {
        Ok(form) => form,
        Err(problem) => return FormProblem::from(problem).into_response(),
    };
    let services = &web.services();
    let Some(secret) = &services.config.admin_token.value else {
        let detail = "No ADMIN_TOKEN is set, so there is nothing to sign in to.".into();
        return Problem(AppError::Conflict { detail }).into_response();
    };
    let right = secret.is(&form.token);
    let by = Actor::named("local").at(Some(peer.address.to_string()));
    let (action, detail) = match right {
        true => (Action::SignedIn, "With ADMIN_TOKEN"),
        false => (Action::SignInFailed, "A wrong ADMIN_TOKEN"),
    };
    if let Err(error) = auth::note(services, &by, action, "token:admin-token".into(), detail).await {
        return Problem(error).into_response();
    }
    if !right {
        tracing::warn!(address = %peer.address, "somebody tried a wrong ADMIN_TOKEN");
        return (StatusCode::SEE_OTHER, [(header::LOCATION, "/review?signIn=failed")]).into_response();
    }
    let cookie = services.world.secret();
    web.admins.begin(&cookie, services.world.now());
    let to = Some(form.to).filter(|to| to.starts_with("/import")).and_then(|to| HeaderValue::try_from(to).ok());
    let to = to.unwrap_or(HeaderValue::from_static("/review"));
    let cookie = strict(ADMIN, &cookie, auth::SESSION_MS, peer.secure);
    (StatusCode::SEE_OTHER, [(header::LOCATION, to), (header::SET_COOKIE, cookie)]).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_browser_is_known_while_it_is_used() {
        let (admins, idle) = (Admins::default(), 1_000);
        admins.begin("ab12", 0);
        let sent = |value: &'static str| HeaderMap::from_iter([(header::COOKIE, HeaderValue::from_static(value))]);
        let holds = |at: i64| admins.holds(&sent("plumbline-admin=ab12"), false, at, idle);
        assert!(holds(999) && holds(1_900) && !holds(2_900));
        admins.begin("cd34", 0);
        assert!(!admins.holds(&sent("plumbline-admin=ef56"), false, 1, idle));
        assert!(!admins.holds(&sent("plumbline-admin=cd34"), true, 1, idle), "over TLS another cookie counts");
        assert!(!admins.holds(&sent("plumbline-admin=cd34"), false, auth::SESSION_MS, i64::MAX / 2));
    }
}
