//! Forms that are shown again in reply to their post: refused ones, and those whose values were tried. What was typed is
//! in them, and secrets are not.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use app::components::posted::Posted;
use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::http::{HeaderMap, Method, StatusCode, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use model::error::AppError;
use model::review::CheckLine;

use super::error::{FormProblem, say_when};

/// Larger forms come back without what was typed.
const MAX_FORM: u64 = 256 << 10;

/// What a trial found, as an extension of its reply.
#[derive(Clone)]
struct Findings(Arc<Vec<CheckLine>>);

/// The reply to a form whose values were tried.
pub fn with_findings(lines: Vec<CheckLine>) -> Response {
    let plain = lines.iter().map(|line| format!("{}: {}\n", line.what, line.told)).collect::<String>();
    let mut reply = plain.into_response();
    reply.extensions_mut().insert(Findings(Arc::new(lines)));
    reply
}

/// Replaces the reply to such a form by the page on which the form stands, as the browser named it. Where that page does
/// not show the form again, a refused one gets a page of its own with a link back.
pub async fn shown_again(request: Request, next: Next) -> Response {
    if *request.method() != Method::POST {
        return next.run(request).await;
    }
    let action = request.uri().path().to_owned();
    let Some((page, again)) = page_request(&request) else { return next.run(request).await };
    let Ok((request, mut fields)) = with_fields(request).await else { return StatusCode::BAD_REQUEST.into_response() };
    let mut reply = next.clone().run(request).await;
    let refused = reply.extensions_mut().remove::<Arc<FormProblem>>();
    let findings = reply.extensions_mut().remove::<Findings>();
    if refused.is_none() && findings.is_none() {
        return reply;
    }
    let problem = refused.as_ref().map(|refused| match &refused.error {
        AppError::Invalid { field, detail } => (Some(field.clone()), detail.clone()),
        error => (None, error.to_string()),
    });
    fields.extend(refused.iter().flat_map(|refused| refused.typed.clone()));
    let found = findings.map(|found| found.0.to_vec()).unwrap_or_default();
    let posted = Arc::new(Posted { action, fields, problem, found, ..Posted::default() });
    let mut again = again;
    again.extensions_mut().insert(posted.clone());
    // The page is complete only once its body was read: parts of it are rendered while it is sent.
    let (parts, body) = next.run(again).await.into_parts();
    let Ok(body) = to_bytes(body, usize::MAX).await else { return reply };
    let mut shown = Response::from_parts(parts, Body::from(body));
    if shown.status() != StatusCode::OK || !posted.shown.load(Ordering::Relaxed) {
        return refused.map_or(reply, |refused| refused.page(Some(&page)));
    }
    *shown.status_mut() = reply.status();
    if let Some(refused) = refused {
        say_when(&refused.error, shown.headers_mut());
    }
    shown.headers_mut().insert(header::CACHE_CONTROL, header::HeaderValue::from_static("no-store"));
    shown
}

/// The path of the page on which the form stands, as the browser named it, and the request for it by the same caller.
fn page_request(request: &Request) -> Option<(String, Request)> {
    let referrer = request.headers().get(header::REFERER)?.to_str().ok()?;
    // Only the path is used: the page is of this server.
    let page = referrer.parse::<Uri>().ok()?.path().to_owned();
    let mut again = Request::builder().method(Method::GET).uri(&page).body(Body::empty()).ok()?;
    again.extensions_mut().clone_from(request.extensions());
    for (name, value) in request.headers().iter().filter(|(name, _)| !is_of_body(name)) {
        again.headers_mut().append(name, value.clone());
    }
    Some((page, again))
}

fn is_of_body(name: &header::HeaderName) -> bool {
    [header::CONTENT_TYPE, header::CONTENT_LENGTH, header::TRANSFER_ENCODING, header::EXPECT].contains(name)
}

/// The request, with the fields of its form if it is URL-encoded and small.
async fn with_fields(request: Request) -> Result<(Request, Vec<(String, String)>), axum::Error> {
    if !is_small_form(request.headers()) {
        return Ok((request, Vec::new()));
    }
    let (parts, body) = request.into_parts();
    let bytes = to_bytes(body, usize::MAX).await?;
    let fields = form_urlencoded::parse(&bytes).into_owned().collect();
    Ok((Request::from_parts(parts, Body::from(bytes)), fields))
}

fn is_small_form(headers: &HeaderMap) -> bool {
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
    let encoded = text(header::CONTENT_TYPE).is_some_and(|kind| kind.starts_with("application/x-www-form-urlencoded"));
    let length = text(header::CONTENT_LENGTH).and_then(|length| length.parse::<u64>().ok());
    encoded && length.is_some_and(|length| length <= MAX_FORM)
}
