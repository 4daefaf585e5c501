//! Keeps other web sites from using a reader's browser against this server: no cross-site writes, and on loopback no
//! foreign host name (a site that resolves its own name to 127.0.0.1 would otherwise be let in).

use app::error::AppError;
use axum::extract::{Request, State};
use axum::http::Method;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::Web;
use super::error::Problem;

pub async fn same_site(State(web): State<Web>, request: Request, next: Next) -> Response {
    match objection(&web, &request) {
        Some(detail) => Problem(AppError::Forbidden { detail: detail.into() }).into_response(),
        None => next.run(request).await,
    }
}

fn objection(web: &Web, request: &Request) -> Option<&'static str> {
    let header = |name: &str| request.headers().get(name).and_then(|v| v.to_str().ok());
    let writes = !matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    if writes && header("sec-fetch-site").is_some_and(|site| !matches!(site, "same-origin" | "none")) {
        return Some("A page of another site may not send this. Open Plumbline itself and try there.");
    }
    let config = &web.services.config;
    if config.addr.value.ip().is_loopback() && config.admin_token.value.is_none() {
        let host = header("host").unwrap_or("localhost");
        let name = host.rsplit_once(':').map_or(host, |(name, port)| if port.ends_with(']') { host } else { name });
        if !matches!(name, "localhost" | "127.0.0.1" | "[::1]") && name != config.addr.value.ip().to_string() {
            return Some("This server answers only under localhost. Open it as http://localhost, with its port.");
        }
    }
    None
}
