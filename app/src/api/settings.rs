//! Settings made on pages.

use async_trait::async_trait;
use leptos::prelude::*;

use crate::error::AppError;
use crate::model::review::ModelCheck;
use crate::model::settings::{SettingsChange, SettingsGroup};
use crate::wire::Wire;

/// For admins.
#[async_trait]
pub trait SettingsApi {
    /// A page's settings, and who set them.
    ///
    /// # Errors
    /// `NotFound` for an unknown group.
    async fn settings(&self, group: &str) -> Result<SettingsGroup, AppError>;
    /// Stores a change, which takes effect at once.
    ///
    /// # Errors
    /// `Invalid` for a setting of another group, one that is locked, or a value that cannot be used: then nothing is
    /// stored.
    async fn change_settings(&self, group: &str, change: SettingsChange) -> Result<SettingsGroup, AppError>;
    /// Tries the settings as they would be with a change, without storing it. Takes up to a minute; a model is sent a
    /// few hundred tokens, a mail server or webhook one test message.
    ///
    /// # Errors
    /// As for a change.
    async fn try_settings(&self, group: &str, change: SettingsChange) -> Result<ModelCheck, AppError>;
    /// The models that the provider of these settings offers.
    ///
    /// # Errors
    /// `Unavailable` if it cannot be asked.
    async fn list_models(&self, change: SettingsChange) -> Result<Vec<String>, AppError>;
}

#[server(prefix = "/rpc", endpoint = "settings", output = Wire)]
pub async fn get_settings(group: String) -> Result<SettingsGroup, AppError> {
    super::backend()?.settings(&group).await
}

#[server(prefix = "/rpc", endpoint = "settings-change", input = server_fn::codec::Json, output = Wire)]
pub async fn change_settings(group: String, change: SettingsChange) -> Result<SettingsGroup, AppError> {
    super::backend()?.change_settings(&group, change).await
}

#[server(prefix = "/rpc", endpoint = "settings-try", input = server_fn::codec::Json, output = Wire)]
pub async fn try_settings(group: String, change: SettingsChange) -> Result<ModelCheck, AppError> {
    super::backend()?.try_settings(&group, change).await
}

#[server(prefix = "/rpc", endpoint = "settings-models", input = server_fn::codec::Json, output = Wire)]
pub async fn list_models(change: SettingsChange) -> Result<Vec<String>, AppError> {
    super::backend()?.list_models(change).await
}
