//! Asking, watching, stopping.

use async_trait::async_trait;
use leptos::prelude::*;

use crate::error::AppError;
use crate::model::approval::Choice;
use crate::model::run::Run;
use crate::model::session::{Ask, Asked, Conversation, ConversationItem, DeskInfo};
use crate::wire::Wire;

#[async_trait]
pub trait Research {
    async fn desk(&self) -> Result<DeskInfo, AppError>;
    /// Newest first, at most 100.
    async fn conversations(&self) -> Result<Vec<ConversationItem>, AppError>;
    async fn conversation(&self, id: &str) -> Result<Conversation, AppError>;
    async fn delete_conversation(&self, id: &str) -> Result<(), AppError>;
    /// Starts a run and returns at once; its events tell the rest.
    async fn ask(&self, ask: Ask) -> Result<Asked, AppError>;
    async fn run(&self, id: &str) -> Result<Run, AppError>;
    async fn cancel(&self, run_id: &str) -> Result<(), AppError>;
    /// A person's answer to what a run proposes to do.
    ///
    /// # Errors
    /// `NotFound` for an unknown approval, `Conflict` when it is decided or expired, `Invalid` for arguments that the
    /// tool does not take.
    async fn decide(&self, run_id: &str, approval: &str, choice: Choice) -> Result<(), AppError>;
}

#[server(prefix = "/rpc", endpoint = "desk", output = Wire)]
pub async fn get_desk() -> Result<DeskInfo, AppError> {
    super::backend()?.desk().await
}

#[server(prefix = "/rpc", endpoint = "conversations", output = Wire)]
pub async fn list_conversations() -> Result<Vec<ConversationItem>, AppError> {
    super::backend()?.conversations().await
}

#[server(prefix = "/rpc", endpoint = "conversation", input = server_fn::codec::Json, output = Wire)]
pub async fn get_conversation(id: String) -> Result<Conversation, AppError> {
    super::backend()?.conversation(&id).await
}

#[server(prefix = "/rpc", endpoint = "conversation-delete", input = server_fn::codec::Json, output = Wire)]
pub async fn delete_conversation(id: String) -> Result<(), AppError> {
    super::backend()?.delete_conversation(&id).await
}

#[server(prefix = "/rpc", endpoint = "ask", input = server_fn::codec::Json, output = Wire)]
pub async fn start_run(ask: Ask) -> Result<Asked, AppError> {
    super::backend()?.ask(ask).await
}

#[server(prefix = "/rpc", endpoint = "run", input = server_fn::codec::Json, output = Wire)]
pub async fn get_run(id: String) -> Result<Run, AppError> {
    super::backend()?.run(&id).await
}

#[server(prefix = "/rpc", endpoint = "cancel", input = server_fn::codec::Json, output = Wire)]
pub async fn cancel_run(run_id: String) -> Result<(), AppError> {
    super::backend()?.cancel(&run_id).await
}

#[server(prefix = "/rpc", endpoint = "decide", input = server_fn::codec::Json, output = Wire)]
pub async fn decide(run_id: String, approval: String, choice: Choice) -> Result<(), AppError> {
    super::backend()?.decide(&run_id, &approval, choice).await
}
