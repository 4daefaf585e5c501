//! Watched figures: beginning, listing, pausing, trying and deleting them.

use async_trait::async_trait;
use leptos::prelude::*;

use crate::error::AppError;
use crate::model::session::watch::{Chats, NewChat, NewWatch, WatchChoices, WatchItem, WatchTrial};
use crate::wire::Wire;

#[async_trait]
pub trait Watches {
    /// The caller's watches, newest first; for admins everybody's.
    async fn watches(&self) -> Result<Vec<WatchItem>, AppError>;
    /// The figures of a run's answer, and the ways for messages.
    ///
    /// # Errors
    /// `NotFound` or `Forbidden` for a run that is not the caller's.
    async fn watch_choices(&self, run: &str) -> Result<WatchChoices, AppError>;
    /// # Errors
    /// `Invalid` with the field for a figure that cannot be computed again, an impossible rule, or an unknown way;
    /// `Forbidden` for an address that no admin has allowed; `Conflict` for too many.
    async fn begin_watch(&self, new: NewWatch) -> Result<WatchItem, AppError>;
    /// # Errors
    /// As the others: `NotFound` for one that the caller may not change.
    async fn pause_watch(&self, id: &str) -> Result<(), AppError>;
    /// # Errors
    /// `Conflict` if its owner may no longer see the conversation.
    async fn resume_watch(&self, id: &str) -> Result<(), AppError>;
    async fn delete_watch(&self, id: &str) -> Result<(), AppError>;
    /// Sends the figure as it is now, as a trial.
    async fn try_watch(&self, id: &str) -> Result<WatchTrial, AppError>;
    /// The chats that messages may go to.
    ///
    /// # Errors
    /// `Forbidden` unless admin, as for the two others.
    async fn chats(&self) -> Result<Chats, AppError>;
    /// # Errors
    /// `Invalid` with the field for a name or an address that cannot be used, or where the server's own settings list
    /// the chats.
    async fn put_chat(&self, new: NewChat) -> Result<(), AppError>;
    /// # Errors
    /// `NotFound` for an unknown one.
    async fn delete_chat(&self, name: &str) -> Result<(), AppError>;
}

#[server(prefix = "/rpc", endpoint = "watches", output = Wire)]
pub async fn list_watches() -> Result<Vec<WatchItem>, AppError> {
    super::backend()?.watches().await
}

#[server(prefix = "/rpc", endpoint = "watch-choices", input = server_fn::codec::Json, output = Wire)]
pub async fn get_watch_choices(run: String) -> Result<WatchChoices, AppError> {
    super::backend()?.watch_choices(&run).await
}

#[server(prefix = "/rpc", endpoint = "chats", output = Wire)]
pub async fn list_chats() -> Result<Chats, AppError> {
    super::backend()?.chats().await
}
