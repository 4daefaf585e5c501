//! Reads JSON bodies and queries so that errors name the invalid field.

use std::str::FromStr;

use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::request::Parts;
use bytes::Bytes;
use model::error::AppError;
use serde::de::DeserializeOwned;

use super::error::Problem;
use crate::export::table::TableFormat;
use crate::tools::closest;

/// A JSON body.
pub struct Json<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Json<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Self, Problem> {
        parse(&read(request, state).await?).map(Self)
    }
}

/// A JSON body that may be left out.
pub struct OptionalJson<T>(pub T);

impl<T: DeserializeOwned + Default, S: Send + Sync> FromRequest<S> for OptionalJson<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Self, Problem> {
        let bytes = read(request, state).await?;
        if bytes.is_empty() { Ok(Self(T::default())) } else { parse(&bytes).map(Self) }
    }
}

async fn read<S: Send + Sync>(request: Request, state: &S) -> Result<Bytes, Problem> {
    let read = Bytes::from_request(request, state).await;
    Ok(read.map_err(|_| AppError::invalid("body", "The request body is larger than 1 MiB, or it was cut off."))?)
}

/// A JSON response, or an error.
pub type JsonReply<T> = Result<axum::Json<T>, Problem>;

/// Parses JSON, naming the invalid field.
pub fn parse<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Problem> {
    let text = std::str::from_utf8(bytes).map_err(|e| {
        let detail = format!("The body is not UTF-8: byte {} cannot be read. Send JSON in UTF-8.", e.valid_up_to());
        AppError::invalid("body", detail)
    })?;
    let mut json = serde_json::Deserializer::from_str(text);
    let value = serde_path_to_error::deserialize(&mut json).map_err(|e| {
        let field = place(e.path(), "body");
        AppError::invalid(field.clone(), format!("{field}: {}{}", e.inner(), meant(&e.inner().to_string())))
    })?;
    json.end().map_err(|e| AppError::invalid("body", format!("The body holds more than one JSON value: {e}")))?;
    Ok(value)
}

/// The invalid field; `whole` if it is none in particular.
fn place(path: &serde_path_to_error::Path, whole: &str) -> String {
    match path.to_string() {
        name if name == "." => whole.to_owned(),
        name => name,
    }
}

/// The field that an unknown one was probably meant to be, from the message with the known ones: "unknown field `form`,
/// expected one of `from`, `to`".
fn meant(message: &str) -> String {
    let mut names = message.split('`').skip(1).step_by(2);
    let unknown = names.next().filter(|_| message.starts_with("unknown field"));
    let close = unknown.and_then(|unknown| closest(unknown, names));
    close.map(|close| format!(". Closest: {close}.")).unwrap_or_default()
}

/// A query string.
pub struct Query<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Query<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        let query = parts.uri.query().unwrap_or_default();
        let pairs = serde_urlencoded::Deserializer::new(form_urlencoded::parse(query.as_bytes()));
        serde_path_to_error::deserialize(pairs).map(Self).map_err(|e| {
            let field = place(e.path(), "query");
            Problem(AppError::invalid(field.clone(), format!("{field}: {}", e.inner())))
        })
    }
}

/// By the ending of the path.
impl<S: Send + Sync> FromRequestParts<S> for TableFormat {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        Ok(if parts.uri.path().ends_with(".xlsx") { Self::Xlsx } else { Self::Csv })
    }
}

/// Parses a form, naming the invalid field.
pub fn parse_form<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, AppError> {
    let pairs = serde_urlencoded::Deserializer::new(form_urlencoded::parse(bytes));
    serde_path_to_error::deserialize(pairs).map_err(|e| {
        let field = place(e.path(), "form");
        AppError::invalid(field.clone(), format!("{field}: {}", e.inner()))
    })
}

/// A field of a form, as sent.
pub fn field(form: &[u8], name: &str) -> Option<String> {
    form_urlencoded::parse(form).find(|(n, _)| n == name).map(|(_, value)| value.into_owned())
}

/// A field that is filled in.
pub fn filled(form: &[u8], name: &str) -> Option<String> {
    field(form, name).map(|value| value.trim().to_owned()).filter(|value| !value.is_empty())
}

/// Parses a field with a closed set of values.
pub fn word<T: FromStr<Err = String>>(name: &str, text: &str) -> Result<T, AppError> {
    text.parse().map_err(|detail| AppError::invalid(name, format!("{name}: {detail}.")))
}
