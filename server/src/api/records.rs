//! Opening single records.

use app::api::records::Records;
use app::error::AppError;
use app::model::answer::SourceKind;
use app::model::record::Record;
use async_trait::async_trait;

use super::Api;
use crate::store::{acts, records};

#[async_trait]
impl Records for Api {
    async fn record(&self, kind: SourceKind, id: &str) -> Result<Record, AppError> {
        let db = &self.services.db;
        Ok(match kind {
            SourceKind::Communication => {
                let communication = Box::new(records::communication(db, id).await?);
                let customer = records::customer(db, &communication.customer_id).await.ok();
                Record::Communication { communication, customer }
            }
            SourceKind::Case => {
                let case = Box::new(records::case(db, id).await?);
                let customer = records::customer(db, &case.customer_id).await.ok();
                let notes = acts::notes(db, &case.id).await?;
                Record::Case { case, customer, notes }
            }
            // A citation may name a chunk of a document ("doc-001#2"): the page shows the whole document.
            SourceKind::Document => {
                let id = id.split('#').next().unwrap_or(id);
                Record::Document { document: records::document(db, id).await? }
            }
            SourceKind::Customer => {
                let customer = records::customer(db, id).await?;
                let (communications, cases) = records::customer_totals(db, id).await?;
                Record::Customer { customer, communications, cases }
            }
        })
    }
}
