//! `/mcp`: Plumbline as an MCP server over streamable HTTP. Each request stands for itself, so a restart breaks no session.
//!
//! With `ADMIN_TOKEN` set it is the bearer; without one the guard answers this machine alone. Pages in a browser may never
//! call it.

use app::model::account::Role;
use axum::extract::{Request, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService};

use super::{MAX_BODY, Web, caller};
use crate::api::Api;
use crate::api::mcp::Desk;

pub async fn serve(State(web): State<Web>, request: Request) -> Response {
    let caller = caller::caller(&web, request.headers());
    if caller.role < Role::Admin {
        let how = [(header::WWW_AUTHENTICATE, "Bearer realm=\"plumbline\"")];
        return (StatusCode::UNAUTHORIZED, how, "Send the admin token as `Authorization: Bearer …`.").into_response();
    }
    let desk = Desk::new(Api { services: web.services.clone(), caller, channel: "mcp" });
    // Host names are the guard's matter, which knows where this server listens.
    let config = StreamableHttpServerConfig::default()
        .with_legacy_session_mode(false)
        .with_json_response(true)
        .disable_allowed_hosts()
        .enforce_origin_validation()
        .with_max_request_body_bytes(MAX_BODY);
    let service = StreamableHttpService::new(move || Ok(desk.clone()), NeverSessionManager::default().into(), config);
    service.handle(request).await.into_response()
}
