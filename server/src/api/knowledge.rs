//! Adding the firm's own documents: like imports, reserved for reviewers if `ADMIN_TOKEN` is set.

use app::components::words::cut;
use model::account::Action;
use model::error::AppError;

use super::Api;
use crate::import::knowledge::{self, Given, Taken};

/// Maximum characters of ids in the audit log.
const MOST_IDS: usize = 500;

impl Api {
    /// # Errors
    /// `Forbidden` for callers who may not import; `Invalid` with the invalid field.
    pub async fn take_in(&self, documents: Vec<Given>) -> Result<Vec<Taken>, AppError> {
        self.must_be_admin()?;
        let services = &self.services;
        let today = services.agent.as_of().await?;
        let taken = knowledge::take_in(&services.db, &services.search, documents, today, services.world.now()).await?;
        let what = match taken.as_slice() {
            [only] => format!("document:{}", only.id),
            all => format!("documents:{}", all.len()),
        };
        let ids = taken.iter().map(|t| t.id.as_str()).collect::<Vec<_>>().join(", ");
        let ids = cut(&ids, MOST_IDS).map_or(ids.as_str(), |(head, _)| head);
        self.audit(Action::Imported, what, format!("Added: {ids}")).await?;
        Ok(taken)
    }
}
