//! The effective settings.

use async_trait::async_trait;
use leptos::prelude::*;

use crate::error::AppError;
use crate::model::review::ModelCheck;
use crate::wire::Wire;

#[async_trait]
pub trait SettingsApi {
    /// Tests what the configured model can do; takes up to ten seconds and a few hundred tokens. For reviewers.
    async fn check_model(&self) -> Result<ModelCheck, AppError>;
}

#[server(prefix = "/rpc", endpoint = "check-model", output = Wire)]
pub async fn check_model() -> Result<ModelCheck, AppError> {
    super::backend()?.check_model().await
}
