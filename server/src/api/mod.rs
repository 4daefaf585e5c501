//! The server's side of the page API: checks what a caller may do, then delegates. Pages, REST and server-sent events
//! all go through here, so there is a single authorisation path.

mod accounts;
mod analysis;
pub mod audit;
mod conversations;
mod documents;
pub mod embed;
pub mod figures;
pub mod home;
mod imports;
mod knowledge;
pub mod mcp;
pub mod openai;
pub mod outside;
mod own;
mod pipeline;
mod privacy;
mod records;
mod research;
mod review;
pub mod settings;
mod sources;
mod support;
mod usage;
mod watches;
mod words;

use chrono::NaiveDate;
use model::account::{Action, AuditEntry, Role};
use model::error::AppError;

pub use crate::auth::Caller;
use crate::auth::sign_in;
use crate::services::Services;

/// The services as used by one caller.
#[derive(Clone)]
pub struct Api {
    pub services: Services,
    pub caller: Caller,
    /// "web" for pages, "api" for REST (E-014), "mcp" for other agents.
    pub channel: &'static str,
}

impl Api {
    /// # Errors
    /// `Forbidden` for callers who may not review.
    pub fn must_review(&self) -> Result<(), AppError> {
        self.caller.must_be(Role::Reviewer)
    }

    /// # Errors
    /// `Forbidden` without the admin role.
    pub fn must_be_admin(&self) -> Result<(), AppError> {
        self.caller.must_be(Role::Admin)
    }

    /// Records an action of the caller, with its channel and token. `what` is a kind and an id; `detail` describes the
    /// action and quotes no customer.
    ///
    /// # Errors
    /// If it cannot be recorded: then it must not be done either.
    pub async fn audit(&self, action: Action, what: String, detail: impl Into<String>) -> Result<(), AppError> {
        sign_in::note(&self.services, &self.caller.actor(self.channel), action, what, &detail.into()).await
    }

    /// Records that a tool read this many records for the caller.
    ///
    /// # Errors
    /// As for [`Api::audit`]: then none of them may be returned.
    pub async fn read(&self, tool: &str, of: Option<String>, records: usize) -> Result<(), AppError> {
        let what = of.unwrap_or_else(|| format!("tool:{tool}"));
        self.audit_records(Action::Opened, what, format!("{}, {tool}", self.over()), records).await
    }

    /// Records an action of the caller on this many records.
    ///
    /// # Errors
    /// As for [`Api::audit`].
    pub async fn audit_records(
        &self,
        action: Action,
        what: String,
        detail: String,
        records: usize,
    ) -> Result<(), AppError> {
        let (world, by) = (&self.services.world, self.caller.actor(self.channel));
        let entry = AuditEntry::new(world.id(), world.now(), &by, action, what, format!("{detail}: {records} records"));
        let entry = AuditEntry { records: i64::try_from(records).ok(), ..entry };
        Ok(crate::store::audit::add(&self.services.db, &entry).await?)
    }
}

/// Maximum length of a page of a list.
const LONGEST: i64 = 200;

/// # Errors
/// `Invalid` for a range that ends before it begins.
fn check_range(from: Option<NaiveDate>, to: Option<NaiveDate>) -> Result<(), AppError> {
    match (from, to) {
        (Some(from), Some(to)) if from > to => {
            Err(AppError::invalid("from", format!("The range is inverted: {from} lies after {to}.")))
        }
        _ => Ok(()),
    }
}

/// # Errors
/// `Invalid` for an impossible page.
fn check_page(limit: Option<i64>, offset: Option<i64>) -> Result<(), AppError> {
    if limit.is_some_and(|n| !(1..=LONGEST).contains(&n)) {
        return Err(AppError::invalid("limit", format!("limit must be from 1 to {LONGEST}.")));
    }
    if offset.is_some_and(|n| n < 0) {
        return Err(AppError::invalid("offset", "offset must be 0 or more."));
    }
    Ok(())
}
