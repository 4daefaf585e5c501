//! Personal data over REST, and the form that erases a customer.

use app::api::privacy::Privacy;
use axum::extract::Path;
use axum::response::{IntoResponse, Redirect, Response};
use model::error::AppError;
use model::privacy::{Erasure, PrivacyPage, SentPage};

use super::body::{JsonReply, parse_form};
use super::caller::FromPage;
use super::error::FormProblem;
use crate::api::Api;

/// `GET /api/research/runs/{id}/sent`.
pub async fn sent(api: Api, Path(id): Path<String>) -> JsonReply<SentPage> {
    Ok(axum::Json(api.sent(&id).await?))
}

/// `GET /api/privacy`.
pub async fn privacy(api: Api) -> JsonReply<PrivacyPage> {
    Ok(axum::Json(api.privacy().await?))
}

/// `GET /api/customers/{id}/erasure`: what would be erased.
pub async fn erasure(api: Api, Path(id): Path<String>) -> JsonReply<Erasure> {
    Ok(axum::Json(api.erasure(&id).await?))
}

/// `DELETE /api/customers/{id}`: what was erased.
pub async fn erase(api: Api, Path(id): Path<String>) -> JsonReply<Erasure> {
    Ok(axum::Json(api.erase(&id).await?))
}

#[derive(serde::Deserialize)]
struct Confirmed {
    #[serde(default)]
    confirm: String,
}

/// `POST /settings/privacy/erase/{id}`: the form of the page, which requires the customer's id as confirmation.
pub async fn erase_form(
    FromPage(api): FromPage,
    Path(id): Path<String>,
    body: bytes::Bytes,
) -> Result<Response, FormProblem> {
    let Confirmed { confirm } = parse_form(&body)?;
    if confirm.trim() != id {
        let detail = format!("Nothing was deleted. To erase this customer, type the id {id} into the box.");
        return Err(AppError::invalid("confirm", detail).into());
    }
    api.erase(&id).await?;
    Ok(Redirect::to("/settings/privacy?erased=1").into_response())
}
