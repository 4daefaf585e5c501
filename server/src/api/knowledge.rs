//! Taking in the firm's own documents: with `ADMIN_TOKEN` set for reviewers alone, as importing is.

use app::error::AppError;

use super::Api;
use crate::import::knowledge::{self, Given, Taken};

impl Api {
    /// # Errors
    /// `Forbidden` for who may not import; `Invalid` with the field that is wrong.
    pub async fn take_in(&self, documents: Vec<Given>) -> Result<Vec<Taken>, AppError> {
        self.must_be_admin()?;
        let services = &self.services;
        let today = services.agent.as_of().await?;
        knowledge::take_in(&services.db, &services.search, documents, today, services.world.now()).await
    }
}
