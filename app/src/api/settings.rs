//! Settings made on pages.

use async_trait::async_trait;
use leptos::prelude::*;

use crate::error::AppError;
use crate::model::review::{CheckLine, TrialEvent};
use crate::model::settings::{SettingsChange, SettingsGroup};
use crate::wire::{self, Wire};
use crate::{live, t};

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

/// Tries the settings as they would be with a change; `heard` gets each finding as soon as it is known.
///
/// # Errors
/// If the change cannot be used, or the trial ends early.
pub async fn try_settings(
    group: &str,
    change: &SettingsChange,
    mut heard: impl FnMut(CheckLine) + 'static,
) -> Result<(), AppError> {
    let body = serde_json::to_string(change).map_err(|_| AppError::internal())?;
    let mut end = Err(AppError::Unavailable { detail: t!("settings-trial-broken") });
    let address = format!("/api/settings/{group}/try");
    let events = live::post_for_events(&address, &body, |data| match wire::read::<TrialEvent>(data) {
        Ok(TrialEvent::Found(line)) => heard(line),
        Ok(TrialEvent::Finished { .. }) => end = Ok(()),
        Ok(TrialEvent::Failed { detail }) => end = Err(AppError::Unavailable { detail }),
        Err(_) => {}
    });
    match events.await {
        Ok(()) => end,
        Err(why) => Err(AppError::Unavailable { detail: why.unwrap_or_else(|| t!("settings-trial-broken")) }),
    }
}

#[server(prefix = "/rpc", endpoint = "settings-models", input = server_fn::codec::Json, output = Wire)]
pub async fn list_models(change: SettingsChange) -> Result<Vec<String>, AppError> {
    super::backend()?.list_models(change).await
}
