//! The analysis screens: a whole page, and details of its selection.

use async_trait::async_trait;
use leptos::prelude::*;

use crate::error::AppError;
use crate::model::analysis::{AnalysisQuery, Picked, Screen, Selection};
use crate::wire::Wire;

#[async_trait]
pub trait Analysis {
    /// # Errors
    /// `Invalid` for an unknown product or channel, and for an invalid range.
    async fn analysis(&self, query: AnalysisQuery) -> Result<Screen, AppError>;
    /// # Errors
    /// Those of [`Analysis::analysis`], and `Invalid` for an unknown topic.
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
