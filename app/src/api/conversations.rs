//! Stored conversations: the list, their names, links for reading them, ratings of their answers, and pending
//! decisions.

use async_trait::async_trait;
use leptos::prelude::*;

use crate::error::AppError;
use crate::model::approval::Waiting;
use crate::model::review::NewRating;
use crate::model::session::{Conversation, ConversationItem, Keep, SharedLink};
use crate::wire::Wire;

#[async_trait]
pub trait Conversations {
    /// Conversations that contain these words in a question, an answer or their name; pinned ones first, then the
    /// newest. At most this many hundred.
    async fn conversations(&self, words: &str, hundreds: u32) -> Result<Vec<ConversationItem>, AppError>;
    async fn conversation(&self, id: &str) -> Result<Conversation, AppError>;
    /// # Errors
    /// `Invalid` for a name that is too long.
    async fn keep(&self, id: &str, keep: Keep) -> Result<(), AppError>;
    /// Deletes it; for an hour `restore` can undo that.
    async fn delete_conversation(&self, id: &str) -> Result<(), AppError>;
    async fn restore(&self, id: &str) -> Result<(), AppError>;
    /// A link for reading the conversation, valid for some days; earlier links stop working.
    async fn share(&self, id: &str) -> Result<SharedLink, AppError>;
    async fn unshare(&self, id: &str) -> Result<(), AppError>;
    /// The conversation for a token, without its owner's private data.
    async fn shared(&self, token: &str) -> Result<Conversation, AppError>;
    /// The asker's rating of an answer, replacing an earlier one.
    async fn feedback(&self, run_id: &str, rating: NewRating) -> Result<(), AppError>;
    /// Pending proposals, most urgent first.
    async fn waiting(&self) -> Result<Vec<Waiting>, AppError>;
}

#[server(prefix = "/rpc", endpoint = "conversations", input = server_fn::codec::Json, output = Wire)]
pub async fn list_conversations(words: String, hundreds: u32) -> Result<Vec<ConversationItem>, AppError> {
    super::backend()?.conversations(&words, hundreds).await
}

#[server(prefix = "/rpc", endpoint = "conversation", input = server_fn::codec::Json, output = Wire)]
pub async fn get_conversation(id: String) -> Result<Conversation, AppError> {
    super::backend()?.conversation(&id).await
}

#[server(prefix = "/rpc", endpoint = "shared", input = server_fn::codec::Json, output = Wire)]
pub async fn get_shared(token: String) -> Result<Conversation, AppError> {
    super::backend()?.shared(&token).await
}

#[server(prefix = "/rpc", endpoint = "share", input = server_fn::codec::Json, output = Wire)]
pub async fn share(id: String) -> Result<SharedLink, AppError> {
    super::backend()?.share(&id).await
}

#[server(prefix = "/rpc", endpoint = "waiting", output = Wire)]
pub async fn list_waiting() -> Result<Vec<Waiting>, AppError> {
    super::backend()?.waiting().await
}
