//! Usage figures, and how scores relate to verdicts.

use async_trait::async_trait;
use leptos::prelude::*;

use crate::error::AppError;
use crate::model::review::usage::{Usage, UsageFilter};
use crate::wire::Wire;

#[async_trait]
pub trait Usages {
    async fn usage(&self, filter: UsageFilter) -> Result<Usage, AppError>;
}

#[server(prefix = "/rpc", endpoint = "usage", input = server_fn::codec::Json, output = Wire)]
pub async fn get_usage(filter: UsageFilter) -> Result<Usage, AppError> {
    super::backend()?.usage(filter).await
}
