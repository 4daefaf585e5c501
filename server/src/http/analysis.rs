//! The analysis screens over REST: the same figures as the page.

use app::model::analysis::{AnalysisQuery, Journey, Quadrants, Timeline};
use app::model::session::Page;

use super::body::Query;
use super::error::Problem;
use crate::api::Api;

/// `GET /api/analysis/timeline`: bubbles and events of a range.
pub async fn timeline(api: Api, Query(query): Query<AnalysisQuery>) -> Result<axum::Json<Timeline>, Problem> {
    Ok(axum::Json(api.timeline(query).await?))
}

/// `GET /api/analysis/journey`: sentiment by stage, for the largest products.
pub async fn journey(api: Api, Query(query): Query<AnalysisQuery>) -> Result<axum::Json<Page<Journey>>, Problem> {
    let items = api.journeys(query).await?;
    Ok(axum::Json(Page { total: i64::try_from(items.len()).unwrap_or(i64::MAX), items }))
}

/// `GET /api/analysis/quadrant`: topics by volume and sentiment, for the largest products.
pub async fn quadrant(api: Api, Query(query): Query<AnalysisQuery>) -> Result<axum::Json<Quadrants>, Problem> {
    Ok(axum::Json(api.quadrants(query).await?))
}
