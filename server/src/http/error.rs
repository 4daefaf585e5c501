//! Errors as RFC 9457 problem details. Internal causes were logged where they were handled; they are not sent.

use std::sync::Arc;

use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use model::error::AppError;
use model::text::escape;
use schemars::JsonSchema;
use serde::Serialize;

/// An [`AppError`] as a response.
#[derive(Debug)]
pub struct Problem(pub AppError);

impl<E: Into<AppError>> From<E> for Problem {
    fn from(error: E) -> Self {
        Self(error.into())
    }
}

/// The one mapping from errors to status codes.
pub fn status(error: &AppError) -> (StatusCode, &'static str) {
    match error {
        AppError::Invalid { .. } => (StatusCode::BAD_REQUEST, "Invalid request"),
        AppError::NotFound { .. } => (StatusCode::NOT_FOUND, "Not found"),
        AppError::Unauthenticated { .. } => (StatusCode::UNAUTHORIZED, "Not signed in"),
        AppError::Forbidden { .. } => (StatusCode::FORBIDDEN, "Not allowed"),
        AppError::Conflict { .. } => (StatusCode::CONFLICT, "Not possible now"),
        AppError::Unavailable { .. } => (StatusCode::SERVICE_UNAVAILABLE, "Not available"),
        AppError::TooMany { .. } => (StatusCode::TOO_MANY_REQUESTS, "Too many requests"),
        AppError::Internal { .. } => (StatusCode::INTERNAL_SERVER_ERROR, "Something failed"),
    }
}

/// The error codes that clients expect.
pub const fn code(error: &AppError) -> &'static str {
    match error {
        AppError::Invalid { .. } => "VALIDATION_ERROR",
        AppError::Internal { .. } => "EXECUTION_ERROR",
        _ => "UNKNOWN",
    }
}

/// After how many seconds a retry makes sense, if it does.
const fn retry_after(error: &AppError) -> Option<u64> {
    match error {
        AppError::TooMany { retry_after_s, .. } => Some(*retry_after_s),
        AppError::Unavailable { .. } => Some(5),
        _ => None,
    }
}

/// Adds this to the headers.
pub fn say_when(error: &AppError, headers: &mut HeaderMap) {
    if let Some(seconds) = retry_after(error) {
        headers.insert(header::RETRY_AFTER, seconds.into());
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let (status, title) = status(&self.0);
        let mut reply = problem(status, title, &self.0);
        say_when(&self.0, reply.headers_mut());
        if status == StatusCode::UNAUTHORIZED {
            reply.headers_mut().insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        reply
    }
}

/// Problem details with an explicit status, for errors of HTTP itself.
pub fn problem(status: StatusCode, title: &'static str, error: &AppError) -> Response {
    let field = match error {
        AppError::Invalid { field, .. } => Some(field.clone()),
        _ => None,
    };
    let details = ProblemDetails {
        kind: "about:blank",
        title,
        status: status.as_u16(),
        detail: error.to_string(),
        code: code(error),
        field,
    };
    let mut reply = (status, axum::Json(details)).into_response();
    let kind = HeaderValue::from_static("application/problem+json");
    reply.headers_mut().insert(header::CONTENT_TYPE, kind);
    reply
}

/// An error, as problem details (RFC 9457).
#[derive(Debug, Serialize, JsonSchema)]
pub struct ProblemDetails {
    /// Always "about:blank": the status tells the kind of error.
    #[serde(rename = "type")]
    kind: &'static str,
    title: &'static str,
    status: u16,
    /// What is wrong and how to fix it, for people.
    detail: String,
    /// VALIDATION_ERROR, EXECUTION_ERROR or UNKNOWN.
    code: &'static str,
    /// The invalid field of the request.
    #[serde(skip_serializing_if = "Option::is_none")]
    field: Option<String>,
}

/// An [`AppError`] for a person whose browser submitted a form without scripts: the form again, or a page, instead of JSON.
#[derive(Debug)]
pub struct FormProblem {
    pub error: AppError,
    /// The fields as typed, of a form that is not URL-encoded; without secrets.
    pub typed: Vec<(String, String)>,
}

impl<E: Into<AppError>> From<E> for FormProblem {
    fn from(error: E) -> Self {
        Self { error: error.into(), typed: Vec::new() }
    }
}

impl IntoResponse for FormProblem {
    fn into_response(self) -> Response {
        let mut reply = self.page(None);
        reply.extensions_mut().insert(Arc::new(self));
        reply
    }
}

impl FormProblem {
    /// A page of its own. `back` is the path of the page with the form.
    pub(super) fn page(&self, back: Option<&str>) -> Response {
        let (status, title) = status(&self.error);
        let detail = escape(&self.error.to_string());
        let back = match back {
            Some(path) => format!("<a class=\"button\" href=\"{}\">Back to the page</a>", escape(path)),
            None => "Go back to change it, or <a href=\"/\">ask another question</a>.".to_owned(),
        };
        let mut reply = (status, page(title, &format!("<p>{detail}</p><p>{back}</p>"))).into_response();
        say_when(&self.error, reply.headers_mut());
        reply
    }
}

/// A page that needs no scripts. `says` is HTML.
pub(super) fn page(title: &str, says: &str) -> Html<String> {
    Html(format!(
        "<!DOCTYPE html><html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><title>{title}</title>\
         <link rel=\"stylesheet\" href=\"/pkg/plumbline.css\"></head><body><main class=\"page\" id=\"main\">\
         <h1>{title}</h1>{says}</main></body></html>"
    ))
}

/// A panic in a handler is our fault: it is logged, and the client gets a plain 500.
pub fn panicked(cause: Box<dyn std::any::Any + Send>) -> Response {
    let text =
        cause.downcast_ref::<&str>().map(ToString::to_string).or_else(|| cause.downcast_ref::<String>().cloned());
    tracing::error!(panic = text.unwrap_or_default(), "a handler panicked");
    Problem(AppError::internal()).into_response()
}
