//! Who asks. Until there are accounts that is "local"; with `ADMIN_TOKEN` set, an admin is whoever shows it: as a bearer,
//! in the `admin-token` header, or by the cookie that signing in on the review page sets.

use app::error::AppError;
use app::model::account::Role;
use axum::extract::{FromRequestParts, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

use super::Web;
use super::body::parse_form;
use crate::api::{Api, Caller};
use crate::config::Secret;

const COOKIE: &str = "plumbline-admin";

/// Reads the caller off a request's headers.
pub fn caller(web: &Web, headers: &HeaderMap) -> Caller {
    Caller::local(match &web.services.config.admin_token.value {
        Some(token) if !shows(token, headers) => Role::Manager,
        _ => Role::Admin,
    })
}

fn shows(token: &Secret, headers: &HeaderMap) -> bool {
    let text = |name: &str| headers.get(name).and_then(|v| v.to_str().ok());
    let bearer = text("authorization").and_then(|v| v.strip_prefix("Bearer "));
    let direct = [bearer, text("admin-token")].into_iter().flatten().any(|t| same(t, token.reveal()));
    let cookies = text("cookie").unwrap_or_default();
    let by_cookie = cookies
        .split(';')
        .filter_map(|c| c.trim().strip_prefix(COOKIE)?.strip_prefix('='))
        .any(|value| same(value, &cookie_value(token)));
    direct || by_cookie
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
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, web: &Web) -> Result<Self, Self::Rejection> {
        let caller = caller(web, &parts.headers);
        super::access::name(&caller);
        Ok(Self { services: web.services.clone(), caller, channel: "api" })
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
        None => {
            super::error::Problem(AppError::Conflict { detail: "No admin token is set; nothing to sign in to.".into() })
                .into_response()
        }
    }
}
