//! `/mcp`: Plumbline as an MCP server over streamable HTTP. Each request stands for itself, so a restart breaks no session.
//!
//! Whoever shows a token of the API asks as its account. Without accounts it is this machine's, and with `ADMIN_TOKEN` set
//! that is the bearer. A page of another site may not call it: the guard turns foreign origins away.

use axum::extract::Request;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use model::account::Role;
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService};

use super::MAX_BODY;
use super::guard::Peer;
use crate::api::Api;
use crate::api::mcp::Desk;

/// Where a client finds out how to sign in (RFC 9728).
pub const METADATA: &str = "/.well-known/oauth-protected-resource";

/// `GET /.well-known/oauth-protected-resource`: tokens are made by people on the page of their account, and by no
/// authorization server.
pub async fn metadata(peer: axum::Extension<Peer>) -> axum::Json<serde_json::Value> {
    let base = &peer.origin;
    axum::Json(serde_json::json!({
        "resource": format!("{base}/mcp"),
        "resource_name": "Plumbline",
        "bearer_methods_supported": ["header"],
        "resource_documentation": format!("{base}/account"),
    }))
}

pub async fn serve(request: Request) -> Response {
    let may = |api: &&Api| api.caller.account.is_some() || api.caller.role == Role::Admin;
    let Some(api) = request.extensions().get::<Api>().filter(may).cloned() else {
        let base = request.extensions().get::<Peer>().map(|peer| peer.origin.clone()).unwrap_or_default();
        let how = format!("Bearer realm=\"plumbline\", resource_metadata=\"{base}{METADATA}\"");
        let how = [(header::WWW_AUTHENTICATE, how)];
        return (StatusCode::UNAUTHORIZED, how, "Send the admin token as `Authorization: Bearer …`.").into_response();
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
