//! Teaching words, and taking them back.

use async_trait::async_trait;
use leptos::prelude::*;

use crate::error::AppError;
use crate::model::session::taught::{Meaning, Memory, NewMemory, NewWord, TaughtWord, TaughtWords};
use crate::wire::Wire;

#[async_trait]
pub trait Words {
    async fn taught_words(&self) -> Result<TaughtWords, AppError>;
    /// Values of the data whose names hold this text, at most twelve.
    async fn meanings(&self, text: &str) -> Result<Vec<Meaning>, AppError>;
    /// # Errors
    /// `Forbidden` for who may not review; `Invalid` with the field for a word that is understood already, for a meaning
    /// that is not, and for a circle; `Conflict` for a word that is taught already.
    async fn teach(&self, word: NewWord) -> Result<TaughtWord, AppError>;
    /// # Errors
    /// `Forbidden` for who may not review, `NotFound` for an unknown id, `Conflict` when it is taken back already.
    async fn revoke_word(&self, id: &str) -> Result<TaughtWord, AppError>;
    /// What the desk remembers of whoever asks.
    async fn memory(&self) -> Result<Vec<Memory>, AppError>;
    /// # Errors
    /// `Invalid` for what is no customer or product, or names something already.
    async fn remember(&self, new: NewMemory) -> Result<Memory, AppError>;
    /// # Errors
    /// `NotFound` for what is not remembered of whoever asks.
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
