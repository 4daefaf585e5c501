//! Errors in the form of OpenAI's API, for all calls below `/v1`.

use aide::OperationOutput;
use aide::generate::GenContext;
use aide::openapi::{Operation, Response as Described, StatusCode as Code};
use axum::body::to_bytes;
use axum::extract::Request;
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use model::error::AppError;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::api::openai::ROOT;
use crate::http::MAX_BODY;
use crate::http::docs::described;
use crate::http::error::Problem;

/// An error of a call below `/v1`.
pub struct Refused(pub AppError);

impl<E: Into<AppError>> From<E> for Refused {
    fn from(error: E) -> Self {
        Self(error.into())
    }
}

/// First as any other problem: [`restate`] converts it.
impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        Problem(self.0).into_response()
    }
}

impl OperationOutput for Refused {
    type Inner = Self;

    fn inferred_responses(ctx: &mut GenContext, _: &mut Operation) -> Vec<(Option<Code>, Described)> {
        vec![(None, described::<OpenaiError>(ctx, "What is wrong, and how to fix it."))]
    }
}

/// The form of an error.
#[derive(Debug, Serialize, JsonSchema)]
pub struct OpenaiError {
    error: OpenaiErrorBody,
}

#[derive(Debug, Serialize, JsonSchema)]
struct OpenaiErrorBody {
    message: String,
    #[serde(rename = "type")]
    kind: &'static str,
    /// The invalid field of the request.
    param: Option<String>,
    code: Option<&'static str>,
}

/// The relevant fields of a problem.
#[derive(Deserialize)]
struct Told {
    detail: String,
    field: Option<String>,
}

/// An error for clients, with its status.
fn error(status: StatusCode, message: String, param: Option<String>) -> (StatusCode, OpenaiError) {
    let unknown_model = status == StatusCode::BAD_REQUEST && param.as_deref() == Some("model");
    let status = if unknown_model { StatusCode::NOT_FOUND } else { status };
    let (kind, code) = match status {
        _ if unknown_model => ("invalid_request_error", Some("model_not_found")),
        StatusCode::UNAUTHORIZED => ("authentication_error", Some("invalid_api_key")),
        StatusCode::FORBIDDEN => ("permission_error", Some("insufficient_permissions")),
        StatusCode::TOO_MANY_REQUESTS => ("rate_limit_error", Some("rate_limit_exceeded")),
        status if status.is_server_error() => ("server_error", None),
        _ => ("invalid_request_error", None),
    };
    (status, OpenaiError { error: OpenaiErrorBody { message, kind, param, code } })
}

/// An error in a stream that has already begun.
pub fn within(refused: &AppError) -> OpenaiError {
    error(crate::http::error::status(refused).0, refused.to_string(), None).1
}

/// The middleware that converts every error below `/v1` to this form.
pub async fn restate(request: Request, next: Next) -> Response {
    let is_ours = request.uri().path().starts_with(ROOT);
    let reply = next.run(request).await;
    let is_json = reply.headers().get(header::CONTENT_TYPE).is_some_and(|kind| kind == "application/json");
    if !is_ours || is_json || !(reply.status().is_client_error() || reply.status().is_server_error()) {
        return reply;
    }
    let (mut head, body) = reply.into_parts();
    let body = to_bytes(body, MAX_BODY).await.unwrap_or_default();
    let told = serde_json::from_slice::<Told>(&body).unwrap_or_else(|_| {
        let reason = head.status.canonical_reason().unwrap_or("It failed");
        Told { detail: format!("{reason}. /openapi.json lists the calls."), field: None }
    });
    let (status, error) = error(head.status, told.detail, told.field);
    head.status = status;
    head.headers.remove(header::CONTENT_LENGTH);
    head.headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    (head, serde_json::to_vec(&error).unwrap_or_default()).into_response()
}
