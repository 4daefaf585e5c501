//! `/mcp`: Plumbline as an MCP server over streamable HTTP. Requests are independent, so a restart breaks no session.
//!
//! A token of the API, or of the firm's provider ([`bearer`]), asks as its account. Without accounts the caller is this
//! machine's user; if `ADMIN_TOKEN` is set, it is the bearer token. Pages of other sites cannot call it: the guard
//! refuses foreign origins.

mod bearer;

use axum::extract::{Request, State};
use axum::response::{IntoResponse, Response};
use model::account::Role;
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService};

pub use self::bearer::{base, challenge, is_for, shown, signed};
use super::guard::peer::Peer;
use super::{MAX_BODY, Web};
use crate::api::Api;
use crate::api::mcp::Desk;
use crate::auth::oidc::bearer::SCOPE;

/// Where a client learns how to sign in (RFC 9728).
pub const METADATA: &str = "/.well-known/oauth-protected-resource";

/// `GET /.well-known/oauth-protected-resource`: where tokens come from. If a provider is configured, it is the
/// authorization server; otherwise people create tokens on their account page.
pub async fn metadata(State(web): State<Web>, peer: axum::Extension<Peer>) -> axum::Json<serde_json::Value> {
    let base = &peer.origin;
    let mut says = serde_json::json!({
        "resource": format!("{base}/mcp"),
        "resource_name": "Plumbline",
        "bearer_methods_supported": ["header"],
        "resource_documentation": format!("{base}/account"),
    });
    if let Some(provider) = &web.services().oidc {
        says["authorization_servers"] = serde_json::json!([provider.issuer()]);
        says["scopes_supported"] = serde_json::json!([SCOPE]);
    }
    axum::Json(says)
}

pub async fn serve(request: Request) -> Response {
    let may = |api: &&Api| api.caller.account.is_some() || api.caller.role == Role::Admin;
    let Some(api) = request.extensions().get::<Api>().filter(may).cloned() else {
        return challenge(&base(&request), None, "Send the admin token as `Authorization: Bearer …`.".into());
    };
    let desk = Desk::new(Api { channel: "mcp", ..api });
    // Host names are checked by the guard, which knows where this server listens.
    let config = StreamableHttpServerConfig::default()
        .with_legacy_session_mode(false)
        .with_json_response(true)
        .disable_allowed_hosts()
        .with_max_request_body_bytes(MAX_BODY);
    let service = StreamableHttpService::new(move || Ok(desk.clone()), NeverSessionManager::default().into(), config);
    service.handle(request).await.into_response()
}
