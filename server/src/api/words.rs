//! Teaching words: with `ADMIN_TOKEN` set for reviewers alone, like every change to what others read.

use app::api::words::Words;
use async_trait::async_trait;
use model::account::Action;
use model::error::AppError;
use model::session::taught::{Meaning, NewWord, TaughtWord, TaughtWords};

use super::Api;

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
}
