//! Taught words, which only reviewers may change, and what a person has asked the desk to remember.

use app::api::words::Words;
use async_trait::async_trait;
use model::account::Action;
use model::error::AppError;
use model::session::taught::{Meaning, Memory, MemoryKind, NewMemory, NewWord, TaughtWord, TaughtWords};

use super::Api;
use crate::skills::customer_intelligence::remember;
use crate::store::taught::memory;

#[async_trait]
impl Words for Api {
    async fn taught_words(&self) -> Result<TaughtWords, AppError> {
        Ok(TaughtWords { words: self.services.agent.taught_words().await?, may_teach: self.must_review().is_ok() })
    }

    async fn meanings(&self, text: &str) -> Result<Vec<Meaning>, AppError> {
        self.services.agent.meanings(text).await
    }

    async fn teach(&self, word: NewWord) -> Result<TaughtWord, AppError> {
        self.must_review()?;
        let word = self.services.agent.teach(word, &self.caller.name).await?;
        self.audit(Action::Taught, format!("word:{}", word.id), format!("Taught “{}”", word.word)).await?;
        Ok(word)
    }

    async fn revoke_word(&self, id: &str) -> Result<TaughtWord, AppError> {
        self.must_review()?;
        let word = self.services.agent.revoke_word(id, &self.caller.name).await?;
        self.audit(Action::Taught, format!("word:{}", word.id), format!("Took back “{}”", word.word)).await?;
        Ok(word)
    }

    async fn memory(&self) -> Result<Vec<Memory>, AppError> {
        Ok(memory::list(&self.services.db, &self.caller.name).await?)
    }

    async fn remember(&self, new: NewMemory) -> Result<Memory, AppError> {
        let vocabulary = self.services.agent.vocabulary().await?;
        let field = if new.kind == MemoryKind::Name { "word" } else { "meaning" };
        let NewMemory { kind, word, meaning } =
            remember::check(new, &vocabulary).map_err(|error| AppError::invalid(field, error.message))?;
        let (id, at) = (self.services.world.id(), self.services.world.now());
        let new = Memory { id, kind, word, meaning, at };
        memory::keep(&self.services.db, &self.caller.name, &new).await?;
        Ok(new)
    }

    async fn forget(&self, id: &str) -> Result<(), AppError> {
        Ok(memory::forget(&self.services.db, &self.caller.name, id).await?)
    }
}
