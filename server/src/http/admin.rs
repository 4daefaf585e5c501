//! Reviewing over REST (E-021 to E-024).

use app::api::review::Review;
use axum::extract::Path;
use model::review::metrics::Metrics;
use model::review::{NewRating, Rating, ReviewFilter, SessionDetail, SessionItem};
use model::session::Page;

use super::body::{Json, Query};
use super::error::Problem;
use crate::api::Api;

/// How many days back.
#[derive(serde::Deserialize, schemars::JsonSchema)]
pub struct Back {
    /// 30 without.
    days: Option<i64>,
}

/// `GET /admin/metrics`: how the service has done in the last days (E-052).
pub async fn metrics(api: Api, Query(Back { days }): Query<Back>) -> Result<axum::Json<Metrics>, Problem> {
    Ok(axum::Json(api.metrics(days).await?))
}

pub async fn sessions(api: Api, Query(filter): Query<ReviewFilter>) -> Result<axum::Json<Page<SessionItem>>, Problem> {
    Ok(axum::Json(api.review_sessions(filter).await?))
}

pub async fn session(api: Api, Path(id): Path<String>) -> Result<axum::Json<SessionDetail>, Problem> {
    Ok(axum::Json(api.review_session(&id).await?))
}

pub async fn rate(
    api: Api,
    Path(id): Path<String>,
    Json(rating): Json<NewRating>,
) -> Result<axum::Json<Rating>, Problem> {
    Ok(axum::Json(api.rate(&id, rating).await?))
}
