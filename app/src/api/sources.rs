//! Comparing declared sources.

use async_trait::async_trait;
use leptos::prelude::*;

use crate::error::AppError;
use crate::model::sources::{CompareAsk, ComparePage};
use crate::wire::Wire;

#[async_trait]
pub trait Sources {
    /// What can be compared, and the comparison if fully specified. The page itself says what cannot be compared.
    async fn comparison(&self, ask: CompareAsk) -> Result<ComparePage, AppError>;
}

#[server(prefix = "/rpc", endpoint = "comparison", input = server_fn::codec::Json, output = Wire)]
pub async fn get_comparison(ask: CompareAsk) -> Result<ComparePage, AppError> {
    super::backend()?.comparison(ask).await
}
