//! Reading the audit log. For admins.

use async_trait::async_trait;
use leptos::prelude::*;

use crate::error::AppError;
use crate::model::account::audit::{AuditFilter, AuditPage};
use crate::wire::Wire;

#[async_trait]
pub trait Audit {
    /// # Errors
    /// `Forbidden` unless admin; `Invalid` with the wrong field.
    async fn audit_log(&self, filter: AuditFilter) -> Result<AuditPage, AppError>;
}

#[server(prefix = "/rpc", endpoint = "audit-log", input = server_fn::codec::Json, output = Wire)]
pub async fn get_audit_log(filter: AuditFilter) -> Result<AuditPage, AppError> {
    super::backend()?.audit_log(filter).await
}
