//! Reviewing sessions: rating turns, creating cases from them, running these, comparing runs.

use async_trait::async_trait;
use leptos::prelude::*;

use crate::error::AppError;
use crate::model::review::agreement::Agreement;
use crate::model::review::case::{CaseItem, NewCase, Refused};
use crate::model::review::correction::Correction;
use crate::model::review::two_runs::{NewFork, TwoRuns};
use crate::model::review::{NewTurnRating, ReviewFilter, SessionDetail, SessionItem, TurnRating};
use crate::model::session::{Page, SubmittedRun};
use crate::wire::Wire;

#[async_trait]
pub trait Review {
    async fn review_sessions(&self, filter: ReviewFilter) -> Result<Page<SessionItem>, AppError>;
    async fn review_session(&self, id: &str) -> Result<SessionDetail, AppError>;
    async fn rate(&self, session_id: &str, rating: NewTurnRating) -> Result<TurnRating, AppError>;
    /// How far reviewers agree with each other.
    async fn agreement(&self) -> Result<Agreement, AppError>;
    /// The cases, newest first, each with its last result.
    async fn cases(&self) -> Result<Vec<CaseItem>, AppError>;
    /// Unanswered questions, grouped by meaning, largest group first.
    async fn refused(&self) -> Result<Vec<Refused>, AppError>;
    /// Corrected readings, newest first.
    async fn corrections(&self) -> Result<Vec<Correction>, AppError>;
    /// Records how a run's question should have been read.
    async fn correct(&self, run_id: &str, rows: &str) -> Result<(), AppError>;
    /// Confirms a correction, or withdraws it.
    async fn settle_correction(&self, id: &str, agreed: bool) -> Result<(), AppError>;
    /// Creates a case from a turn; returns its id.
    async fn make_case(&self, new: NewCase) -> Result<String, AppError>;
    async fn delete_case(&self, id: &str) -> Result<(), AppError>;
    /// Runs all cases: against their records, or today's data.
    async fn run_cases(&self, today: bool) -> Result<Vec<CaseItem>, AppError>;
    /// A run, and one to compare it with.
    async fn two_runs(&self, a: &str, b: Option<&str>) -> Result<TwoRuns, AppError>;
    /// Asks a run's question again, from one of its steps.
    async fn fork(&self, run: &str, new: NewFork) -> Result<SubmittedRun, AppError>;
    /// Names of the tools for a filter.
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
pub async fn rate_turn(session_id: String, rating: NewTurnRating) -> Result<TurnRating, AppError> {
    super::backend()?.rate(&session_id, rating).await
}

#[server(prefix = "/rpc", endpoint = "tool-names", output = Wire)]
pub async fn list_tool_names() -> Result<Vec<String>, AppError> {
    super::backend()?.tool_names().await
}

#[server(prefix = "/rpc", endpoint = "agreement", output = Wire)]
pub async fn get_agreement() -> Result<Agreement, AppError> {
    super::backend()?.agreement().await
}

#[server(prefix = "/rpc", endpoint = "cases", output = Wire)]
pub async fn list_cases() -> Result<Vec<CaseItem>, AppError> {
    super::backend()?.cases().await
}

#[server(prefix = "/rpc", endpoint = "refused", output = Wire)]
pub async fn list_refused() -> Result<Vec<Refused>, AppError> {
    super::backend()?.refused().await
}

#[server(prefix = "/rpc", endpoint = "corrections", output = Wire)]
pub async fn list_corrections() -> Result<Vec<Correction>, AppError> {
    super::backend()?.corrections().await
}

#[server(prefix = "/rpc", endpoint = "two-runs", input = server_fn::codec::Json, output = Wire)]
pub async fn get_two_runs(a: String, b: Option<String>) -> Result<TwoRuns, AppError> {
    super::backend()?.two_runs(&a, b.as_deref()).await
}
