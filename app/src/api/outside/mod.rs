//! External tools: MCP servers and APIs. For admins.

use async_trait::async_trait;
use leptos::prelude::*;

use crate::error::AppError;
use crate::model::outside::{NewOrigin, OriginChange, OriginKind, OutsidePage};
use crate::wire::Wire;

#[async_trait]
pub trait OutsideTools {
    /// # Errors
    /// `Forbidden` unless admin.
    async fn outside(&self) -> Result<OutsidePage, AppError>;
    /// Adds an origin and connects to it.
    ///
    /// # Errors
    /// `Forbidden` unless admin; `Invalid` with the field; `Conflict` for a name that is taken.
    async fn add_origin(&self, new: NewOrigin) -> Result<(), AppError>;
    /// # Errors
    /// `Forbidden` unless admin; `NotFound` for an unknown name; `Conflict` for one that the settings file declares.
    async fn change_origin(&self, kind: OriginKind, name: &str, change: OriginChange) -> Result<(), AppError>;
    /// Connects to it again, or reads its description again.
    ///
    /// # Errors
    /// `Forbidden` unless admin; `NotFound` for an unknown name; `Invalid` if its description cannot be fetched.
    async fn try_origin(&self, kind: OriginKind, name: &str) -> Result<(), AppError>;
    /// # Errors
    /// As for [`OutsideTools::change_origin`].
    async fn remove_origin(&self, kind: OriginKind, name: &str) -> Result<(), AppError>;
}

#[server(prefix = "/rpc", endpoint = "outside", output = Wire)]
pub async fn get_outside() -> Result<OutsidePage, AppError> {
    super::backend()?.outside().await
}
