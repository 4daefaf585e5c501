//! Teaching words, and revoking them.

use async_trait::async_trait;
use leptos::prelude::*;

use crate::error::AppError;
use crate::model::session::taught::{Meaning, Memory, NewMemory, NewWord, TaughtWord, TaughtWords};
use crate::wire::Wire;

#[async_trait]
pub trait Words {
    async fn taught_words(&self) -> Result<TaughtWords, AppError>;
    /// Values of the data whose names contain this text, at most twelve.
    async fn meanings(&self, text: &str) -> Result<Vec<Meaning>, AppError>;
    /// # Errors
    /// `Forbidden` unless reviewer; `Invalid` with the field for a word already understood, for an unknown meaning, and
    /// for a cycle; `Conflict` for a word already taught.
    async fn teach(&self, word: NewWord) -> Result<TaughtWord, AppError>;
    /// # Errors
    /// `Forbidden` unless reviewer, `NotFound` for an unknown id, `Conflict` if already revoked.
    async fn revoke_word(&self, id: &str) -> Result<TaughtWord, AppError>;
    /// The desk's memory about the caller.
    async fn memory(&self) -> Result<Vec<Memory>, AppError>;
    /// # Errors
    /// `Invalid` unless it is a customer or product and a new name.
    async fn remember(&self, new: NewMemory) -> Result<Memory, AppError>;
    /// # Errors
    /// `NotFound` if it is not in the caller's memory.
    async fn forget(&self, id: &str) -> Result<(), AppError>;
}

#[server(prefix = "/rpc", endpoint = "taught-words", output = Wire)]
pub async fn get_taught_words() -> Result<TaughtWords, AppError> {
    super::backend()?.taught_words().await
}

#[server(prefix = "/rpc", endpoint = "meanings", input = server_fn::codec::Json, output = Wire)]
pub async fn get_meanings(text: String) -> Result<Vec<Meaning>, AppError> {
    super::backend()?.meanings(&text).await
}

#[server(prefix = "/rpc", endpoint = "teach", input = server_fn::codec::Json, output = Wire)]
pub async fn teach_word(word: NewWord) -> Result<TaughtWord, AppError> {
    super::backend()?.teach(word).await
}

#[server(prefix = "/rpc", endpoint = "revoke-word", input = server_fn::codec::Json, output = Wire)]
pub async fn revoke_word(id: String) -> Result<TaughtWord, AppError> {
    super::backend()?.revoke_word(&id).await
}

#[server(prefix = "/rpc", endpoint = "memory", output = Wire)]
pub async fn get_memory() -> Result<Vec<Memory>, AppError> {
    super::backend()?.memory().await
}
