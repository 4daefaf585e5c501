//! The analysis screens: all of a page, and what was chosen on it.

use async_trait::async_trait;
use leptos::prelude::*;

use crate::error::AppError;
use crate::model::analysis::{AnalysisQuery, Picked, Screen, Selection};
use crate::wire::Wire;

#[async_trait]
pub trait Analysis {
    /// # Errors
    /// `Invalid` for a product or channel that is not there, and for a range that is none.
    async fn analysis(&self, query: AnalysisQuery) -> Result<Screen, AppError>;
    /// # Errors
    /// Those of [`Analysis::analysis`], and `Invalid` for a topic that is not there.
    async fn picked(&self, query: AnalysisQuery, picked: Picked) -> Result<Selection, AppError>;
}

#[server(prefix = "/rpc", endpoint = "analysis", input = server_fn::codec::Json, output = Wire)]
pub async fn get_analysis(query: AnalysisQuery) -> Result<Screen, AppError> {
    super::backend()?.analysis(query).await
}

#[server(prefix = "/rpc", endpoint = "analysis-picked", input = server_fn::codec::Json, output = Wire)]
pub async fn get_picked(query: AnalysisQuery, picked: Picked) -> Result<Selection, AppError> {
    super::backend()?.picked(query, picked).await
}
