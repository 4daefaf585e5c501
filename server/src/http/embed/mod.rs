//! The panel for other sites' pages: a script with the element `<plumbline-desk>`, and the page in its frame. The token
//! is in the fragment (`#`) of the frame's URL, which is sent to no server and appears in no log, and not in a cookie:
//! browsers block cookies in frames, and two panels side by side may show two customers.

use axum::extract::{Path, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json as Reply};

use super::Web;
use super::body::Json;
use super::error::Problem;
use super::guard::headers::ForOthers;
use crate::api::Api;
use crate::api::embed::{NewPanel, Panel};

/// The URL for creating tokens.
pub const TOKENS: &str = "/api/embed";

const PAGE: &str = include_str!("panel.html");
const FILES: [(&str, &str, &str); 3] = [
    ("desk.js", "text/javascript; charset=utf-8", include_str!("desk.js")),
    ("panel.js", "text/javascript; charset=utf-8", include_str!("panel.js")),
    ("panel.css", "text/css; charset=utf-8", include_str!("panel.css")),
];

/// `POST /api/embed`.
pub async fn issue(api: Api, Json(new): Json<NewPanel>) -> Result<Reply<Panel>, Problem> {
    Ok(Reply(api.issue_panel(&new).await?))
}

/// `GET /embed`: the page in the frame. Only sites named in the settings may embed it.
pub async fn page(State(web): State<Web>) -> Response {
    let embedders = &web.services().config.server.embedders;
    if embedders.is_empty() {
        return StatusCode::NOT_FOUND.into_response();
    }
    let policy = format!(
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; \
         frame-ancestors {}",
        embedders.join(" ")
    );
    let policy = HeaderValue::try_from(policy).unwrap_or(HeaderValue::from_static("default-src 'none'"));
    let kind = HeaderValue::from_static("text/html; charset=utf-8");
    (Extension(ForOthers), [(header::CONTENT_SECURITY_POLICY, policy), (header::CONTENT_TYPE, kind)], PAGE)
        .into_response()
}

/// `GET /embed/{file}`: scripts and styles of the page and of embedding pages.
pub async fn script(State(web): State<Web>, Path(file): Path<String>) -> Response {
    let found = FILES.iter().find(|(name, ..)| *name == file);
    match found.filter(|_| !web.services().config.server.embedders.is_empty()) {
        Some((_, kind, text)) => (Extension(ForOthers), [(header::CONTENT_TYPE, *kind)], *text).into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}
