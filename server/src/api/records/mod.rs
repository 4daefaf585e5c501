//! Opening single records.

mod customer;

use app::api::records::Records;
use async_trait::async_trait;
use model::account::Action;
use model::answer::SourceKind;
use model::error::AppError;
use model::record::Communication;
use model::record::page::{PAGE_ROWS, Record};
use model::time::DateRange;

use super::Api;
use crate::query::listing;
use crate::query::subset::Subset;
use crate::store::analytics::{Data, Order};
use crate::store::{acts, records};

/// Messages of the customer shown before and after one that belongs to no case.
const CONTEXT_SIZE: u32 = 3;

impl Api {
    /// The other messages shown with a message, oldest first.
    async fn thread(&self, message: &Communication) -> Result<Vec<Communication>, AppError> {
        let db = &self.services.db;
        let ids = match &message.case_id {
            Some(case) => records::communications_of_case(db, case, PAGE_ROWS as usize).await?,
            None => {
                let own = Subset::default().with(|scope| scope.customer_id = Some(message.customer_id.clone()));
                let before = own.on(DateRange { from: None, to: Some(message.day) });
                let after = own.on(DateRange { from: Some(message.day), to: None });
                let mut ids = listing::ids(db, Data::Communications, &before, Order::Latest, CONTEXT_SIZE + 1).await?;
                ids.extend(listing::ids(db, Data::Communications, &after, Order::Oldest, CONTEXT_SIZE + 1).await?);
                ids
            }
        };
        let mut all = records::communications(db, &ids).await?;
        all.retain(|other| other.id != message.id);
        all.sort_by(|a, b| (a.at, &a.id).cmp(&(b.at, &b.id)));
        Ok(all)
    }
}

#[async_trait]
impl Records for Api {
    async fn record(&self, kind: SourceKind, id: &str) -> Result<Record, AppError> {
        let record = self.read_record(kind, id).await?;
        let id = if kind == SourceKind::Document { id.split('#').next().unwrap_or(id) } else { id };
        self.audit(Action::Opened, format!("{kind}:{id}"), self.over()).await?;
        Ok(record)
    }
}

impl Api {
    async fn read_record(&self, kind: SourceKind, id: &str) -> Result<Record, AppError> {
        let db = &self.services.db;
        Ok(match kind {
            SourceKind::Communication => {
                let communication = Box::new(records::communication(db, id).await?);
                let customer = records::customer(db, &communication.customer_id).await.ok();
                let case = match &communication.case_id {
                    Some(id) => records::case(db, id).await.ok().map(Box::new),
                    None => None,
                };
                let thread = self.thread(&communication).await?;
                Record::Communication { communication, customer, case, thread }
            }
            SourceKind::Case => {
                let case = Box::new(records::case(db, id).await?);
                let customer = records::customer(db, &case.customer_id).await.ok();
                let notes = acts::notes(db, &case.id).await?;
                let ids = records::communications_of_case(db, &case.id, PAGE_ROWS as usize).await?;
                let messages = records::communications(db, &ids).await?;
                let breached = case.is_breached(self.services.agent.as_of().await?);
                Record::Case { case, customer, notes, messages, breached }
            }
            // A citation may name a chunk of a document ("doc-001#2"): the page shows the whole document.
            SourceKind::Document => {
                let id = id.split('#').next().unwrap_or(id);
                Record::Document { document: records::document(db, id).await? }
            }
            SourceKind::Customer => {
                let customer = records::customer(db, id).await?;
                let page = Box::new(self.customer_page(&customer.id).await?);
                Record::Customer { customer, page }
            }
        })
    }
}
