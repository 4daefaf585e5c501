//! `/mcp`: Plumbline as an MCP server over streamable HTTP. Each request stands for itself, so a restart breaks no session.
//!
//! Whoever shows a token of the API, or of the firm's provider ([`bearer`]), asks as its account. Without accounts it is this
//! machine's, and with `ADMIN_TOKEN` set that is the bearer. A page of another site may not call it: the guard turns foreign
//! origins away.

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

/// Where a client finds out how to sign in (RFC 9728).
pub const METADATA: &str = "/.well-known/oauth-protected-resource";

/// `GET /.well-known/oauth-protected-resource`: where tokens come from. With a provider set up it is the authorization server;
/// else people make tokens on the page of their account.
pub async fn metadata(State(web): State<Web>, peer: axum::Extension<Peer>) -> axum::Json<serde_json::Value> {
    let base = &peer.origin;
    let mut says = serde_json::json!({
        "resource": format!("{base}/mcp"),
        "resource_name": "Plumbline",
        "bearer_methods_supported": ["header"],
        "resource_documentation": format!("{base}/account"),
    });
    if let Some(provider) = &web.services.oidc {
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
    // Host names are the guard's matter, which knows where this server listens.
    let config = StreamableHttpServerConfig::default()
        .with_legacy_session_mode(false)
        .with_json_response(true)
        .disable_allowed_hosts()
        .with_max_request_body_bytes(MAX_BODY);
    let service = StreamableHttpService::new(move || Ok(desk.clone()), NeverSessionManager::default().into(), config);
    service.handle(request).await.into_response()
}
