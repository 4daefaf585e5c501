//! Imports of one's own data. Every call needs an admin.

use app::api::imports::Imports;
use async_trait::async_trait;
use model::error::AppError;
use model::import::{Entrance, Upload};

use super::Api;
use crate::import::upload::Target;

impl Api {
    /// The target of an import.
    pub fn target(&self) -> Target {
        let services = &self.services;
        Target { db: services.db.clone(), vectors: services.search.vectors().clone(), now: services.world.now() }
    }
}

#[async_trait]
impl Imports for Api {
    async fn entrance(&self) -> Result<Entrance, AppError> {
        self.must_be_admin()?;
        Ok(self.services.uploads.entrance())
    }

    async fn upload(&self, id: &str) -> Result<Upload, AppError> {
        self.must_be_admin()?;
        self.services.uploads.get(id)?.view(&self.target()).await
    }

    async fn map_upload(&self, id: &str, form: &str) -> Result<Upload, AppError> {
        self.must_be_admin()?;
        let kept = self.services.uploads.get(id)?;
        kept.map(form)?;
        kept.view(&self.target()).await
    }
}
