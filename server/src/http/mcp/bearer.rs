//! Tokens of the firm's provider at `/mcp`, and the response to clients without a token or with an invalid one (RFC
//! 6750, RFC 9728).

use axum::extract::Request;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use model::error::AppError;

use super::super::Web;
use super::super::error::Problem;
use super::super::guard::peer::Peer;
use super::METADATA;
use crate::auth::Caller;
use crate::auth::oidc::bearer::{Denied, SCOPE, caller, is_jwt};

/// Whether a request is for the MCP server.
pub fn is_for(request: &Request) -> bool {
    request.uri().path() == "/mcp"
}

/// The token of a request, if it is one of the provider's.
pub fn shown(web: &Web, request: &Request) -> Option<String> {
    web.services().oidc.as_ref().filter(|_| is_for(request))?;
    let shown = request.headers().get(header::AUTHORIZATION)?.to_str().ok()?.strip_prefix("Bearer ")?;
    is_jwt(shown).then(|| shown.to_owned())
}

/// The caller that such a token represents, or the error response. `base` is this server's URL as seen by the client.
pub async fn signed(web: &Web, token: &str, base: &str) -> Result<Caller, Response> {
    let Some(provider) = &web.services().oidc else { return Err(challenge(base, None, String::new())) };
    caller(&web.services(), provider, token).await.map_err(|denied| match denied {
        Denied::Token(why) => challenge(base, Some("invalid_token"), format!("This token is not accepted: {why}")),
        Denied::Scope => challenge(base, Some("insufficient_scope"), format!("This token lacks the scope {SCOPE}.")),
        Denied::Other(error) => Problem(error).into_response(),
    })
}

/// This server's URL as seen by the client.
pub fn base(request: &Request) -> String {
    request.extensions().get::<Peer>().map(|peer| peer.origin.clone()).unwrap_or_default()
}

/// The response that tells a client where to get a token.
pub fn challenge(base: &str, error: Option<&str>, detail: String) -> Response {
    let problem = match error {
        Some("insufficient_scope") => AppError::Forbidden { detail },
        _ => AppError::Unauthenticated { detail },
    };
    let mut says = format!("Bearer realm=\"plumbline\", resource_metadata=\"{base}{METADATA}/mcp\", scope=\"{SCOPE}\"");
    if let Some(error) = error {
        says.push_str(&format!(", error=\"{error}\""));
    }
    let mut reply = Problem(problem).into_response();
    if let Ok(says) = HeaderValue::try_from(says) {
        reply.headers_mut().insert(header::WWW_AUTHENTICATE, says);
    }
    reply
}
