//! Declared sources held against each other.

use async_trait::async_trait;
use leptos::prelude::*;

use crate::error::AppError;
use crate::model::sources::{CompareAsk, ComparePage};
use crate::wire::Wire;

#[async_trait]
pub trait Sources {
    /// What may be compared, and the comparison where enough is said. What cannot be compared is said in the page.
    async fn comparison(&self, ask: CompareAsk) -> Result<ComparePage, AppError>;
}

#[server(prefix = "/rpc", endpoint = "comparison", input = server_fn::codec::Json, output = Wire)]
pub async fn get_comparison(ask: CompareAsk) -> Result<ComparePage, AppError> {
    super::backend()?.comparison(ask).await
}
