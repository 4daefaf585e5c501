//! The sales pipeline of a declared source.

use async_trait::async_trait;
use leptos::prelude::*;

use crate::error::AppError;
use crate::model::sources::pipeline::{PipelineAsk, PipelinePage};
use crate::wire::Wire;

#[async_trait]
pub trait Pipelines {
    /// The pipeline with these choices. The page itself says if there is none.
    async fn pipeline(&self, ask: PipelineAsk) -> Result<PipelinePage, AppError>;
}

#[server(prefix = "/rpc", endpoint = "pipeline", input = server_fn::codec::Json, output = Wire)]
pub async fn get_pipeline(ask: PipelineAsk) -> Result<PipelinePage, AppError> {
    super::backend()?.pipeline(ask).await
}
