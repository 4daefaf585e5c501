//! Reviewing sessions.

use async_trait::async_trait;
use leptos::prelude::*;

use crate::error::AppError;
use crate::model::review::{NewRating, Rating, ReviewFilter, SessionDetail, SessionItem};
use crate::model::session::Page;
use crate::wire::Wire;

#[async_trait]
pub trait Review {
    async fn review_sessions(&self, filter: ReviewFilter) -> Result<Page<SessionItem>, AppError>;
    async fn review_session(&self, id: &str) -> Result<SessionDetail, AppError>;
    async fn rate(&self, session_id: &str, rating: NewRating) -> Result<Rating, AppError>;
    /// Names of the tools that a filter may ask for.
    async fn tool_names(&self) -> Result<Vec<String>, AppError>;
}

#[server(prefix = "/rpc", endpoint = "review-sessions", input = server_fn::codec::Json, output = Wire)]
pub async fn list_review_sessions(filter: ReviewFilter) -> Result<Page<SessionItem>, AppError> {
    super::backend()?.review_sessions(filter).await
}

#[server(prefix = "/rpc", endpoint = "review-session", input = server_fn::codec::Json, output = Wire)]
pub async fn get_review_session(id: String) -> Result<SessionDetail, AppError> {
    super::backend()?.review_session(&id).await
}

#[server(prefix = "/rpc", endpoint = "rate", input = server_fn::codec::Json, output = Wire)]
pub async fn rate_session(session_id: String, rating: NewRating) -> Result<Rating, AppError> {
    super::backend()?.rate(&session_id, rating).await
}

#[server(prefix = "/rpc", endpoint = "tool-names", output = Wire)]
pub async fn list_tool_names() -> Result<Vec<String>, AppError> {
    super::backend()?.tool_names().await
}
