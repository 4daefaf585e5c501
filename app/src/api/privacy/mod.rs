//! Personal data: what left this machine, what is stored, and erasing a customer.

use async_trait::async_trait;
use leptos::prelude::*;

use crate::error::AppError;
use crate::model::privacy::{Erasure, PrivacyPage, SentPage};
use crate::wire::Wire;

#[async_trait]
pub trait Privacy {
    /// What left this machine for a run.
    ///
    /// # Errors
    /// `NotFound` for an unknown run.
    async fn sent(&self, run: &str) -> Result<SentPage, AppError>;
    /// # Errors
    /// `Forbidden` unless admin.
    async fn privacy(&self) -> Result<PrivacyPage, AppError>;
    /// Whether the caller may erase customers.
    async fn may_erase(&self) -> Result<bool, AppError>;
    /// What erasing a customer would remove.
    ///
    /// # Errors
    /// `Forbidden` unless admin, `NotFound` for an unknown customer.
    async fn erasure(&self, customer: &str) -> Result<Erasure, AppError>;
    /// Erases a customer everywhere; returns what was removed.
    ///
    /// # Errors
    /// `Forbidden` unless admin, `NotFound` for an unknown customer.
    async fn erase(&self, customer: &str) -> Result<Erasure, AppError>;
}

#[server(prefix = "/rpc", endpoint = "sent", input = server_fn::codec::Json, output = Wire)]
pub async fn get_sent(run: String) -> Result<SentPage, AppError> {
    super::backend()?.sent(&run).await
}

#[server(prefix = "/rpc", endpoint = "privacy", output = Wire)]
pub async fn get_privacy() -> Result<PrivacyPage, AppError> {
    super::backend()?.privacy().await
}

#[server(prefix = "/rpc", endpoint = "may-erase", output = Wire)]
pub async fn may_erase() -> Result<bool, AppError> {
    super::backend()?.may_erase().await
}

#[server(prefix = "/rpc", endpoint = "erasure", input = server_fn::codec::Json, output = Wire)]
pub async fn get_erasure(customer: String) -> Result<Erasure, AppError> {
    super::backend()?.erasure(&customer).await
}
