//! Reviewing over REST (E-021 to E-024).

use app::api::review::Review;
use axum::extract::Path;
use axum::response::NoContent;
use model::review::agreement::Agreement;
use model::review::case::{CaseItem, NewCase, Refused};
use model::review::correction::Correction;
use model::review::metrics::Metrics;
use model::review::{NewTurnRating, ReviewFilter, SessionDetail, SessionItem, TurnRating};
use model::session::Page;

use super::body::{Json, JsonReply, Query};
use super::docs::Download;
use super::error::Problem;
use crate::api::Api;

/// The period, in days back from today.
#[derive(serde::Deserialize, schemars::JsonSchema)]
pub struct Back {
    /// Default: 30.
    days: Option<i64>,
}

/// `GET /admin/metrics`: service metrics of the last days (E-052).
pub async fn metrics(api: Api, Query(Back { days }): Query<Back>) -> JsonReply<Metrics> {
    Ok(axum::Json(api.metrics(days).await?))
}

pub async fn sessions(api: Api, Query(filter): Query<ReviewFilter>) -> JsonReply<Page<SessionItem>> {
    Ok(axum::Json(api.review_sessions(filter).await?))
}

pub async fn session(api: Api, Path(id): Path<String>) -> JsonReply<SessionDetail> {
    Ok(axum::Json(api.review_session(&id).await?))
}

pub async fn rate(api: Api, Path(id): Path<String>, Json(rating): Json<NewTurnRating>) -> JsonReply<TurnRating> {
    Ok(axum::Json(api.rate(&id, rating).await?))
}

pub async fn agreement(api: Api) -> JsonReply<Agreement> {
    Ok(axum::Json(api.agreement().await?))
}

pub async fn corrections(api: Api) -> JsonReply<Page<Correction>> {
    Ok(axum::Json(Page::of(api.corrections().await?)))
}

/// `GET /admin/corrections.jsonl`: oldest first, in the form for training the reader.
pub async fn training(api: Api) -> Result<Download, Problem> {
    let agreed = api.corrections().await?.into_iter().rev().filter(|c| c.agreed_by.is_some());
    let rows: String = agreed.map(|c| c.rows + "\n").collect();
    Ok(Download::unnamed("application/jsonl", rows))
}

pub async fn refused(api: Api) -> JsonReply<Page<Refused>> {
    Ok(axum::Json(Page::of(api.refused().await?)))
}

pub async fn cases(api: Api) -> JsonReply<Page<CaseItem>> {
    Ok(axum::Json(Page::of(api.cases().await?)))
}

/// The id of the created case.
#[derive(serde::Serialize, schemars::JsonSchema)]
pub struct MadeCase {
    id: String,
}

pub async fn make_case(api: Api, Json(new): Json<NewCase>) -> JsonReply<MadeCase> {
    Ok(axum::Json(MadeCase { id: api.make_case(new).await? }))
}

pub async fn delete_case(api: Api, Path(id): Path<String>) -> Result<NoContent, Problem> {
    api.delete_case(&id).await?;
    Ok(NoContent)
}

/// The data that the cases run on.
#[derive(serde::Deserialize, schemars::JsonSchema)]
pub struct Against {
    /// Today's data instead of the recorded results.
    #[serde(default)]
    today: bool,
}

pub async fn run_cases(api: Api, Query(Against { today }): Query<Against>) -> JsonReply<Page<CaseItem>> {
    Ok(axum::Json(Page::of(api.run_cases(today).await?)))
}
