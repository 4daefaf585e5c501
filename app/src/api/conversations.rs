//! What people keep: the list of conversations, their names, links to read them, what was said of their answers, and what
//! waits for a decision.

use async_trait::async_trait;
use leptos::prelude::*;

use crate::error::AppError;
use crate::model::approval::Waiting;
use crate::model::review::NewRating;
use crate::model::session::{Conversation, ConversationItem, Keep, SharedLink};
use crate::wire::Wire;

#[async_trait]
pub trait Conversations {
    /// Those that hold these words in a question, an answer or their name; the pinned ones first, then the newest; at
    /// most so many hundred.
    async fn conversations(&self, words: &str, hundreds: u32) -> Result<Vec<ConversationItem>, AppError>;
    async fn conversation(&self, id: &str) -> Result<Conversation, AppError>;
    /// # Errors
    /// `Invalid` for a name that is too long.
    async fn keep(&self, id: &str, keep: Keep) -> Result<(), AppError>;
    /// Deletes it; for an hour that can be taken back with `restore`.
    async fn delete_conversation(&self, id: &str) -> Result<(), AppError>;
    async fn restore(&self, id: &str) -> Result<(), AppError>;
    /// A link under which the conversation is open to be read for some days; one from before opens nothing any more.
    async fn share(&self, id: &str) -> Result<SharedLink, AppError>;
    async fn unshare(&self, id: &str) -> Result<(), AppError>;
    /// The conversation that a token opens, without what is its owner's alone.
    async fn shared(&self, token: &str) -> Result<Conversation, AppError>;
    /// What the person who asked says of an answer, in the place of what they said before.
    async fn feedback(&self, run_id: &str, rating: NewRating) -> Result<(), AppError>;
    /// Proposals that wait for a person, the most urgent first.
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
