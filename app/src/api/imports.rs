//! Importing a user's own data: a form uploads a file, its columns are mapped, and it is imported in the background.

use async_trait::async_trait;
use leptos::prelude::*;

use crate::error::AppError;
use crate::model::import::{Entrance, Upload};
use crate::wire::Wire;

/// Every call needs an admin, as reviewing does.
#[async_trait]
pub trait Imports {
    async fn entrance(&self) -> Result<Entrance, AppError>;
    /// # Errors
    /// `NotFound` for a file no longer stored.
    async fn upload(&self, id: &str) -> Result<Upload, AppError>;
    /// Maps the columns as in a form: `row`, `source`, `dateFormat`, `dayFirst`, and `column.FIELD` for each field.
    ///
    /// # Errors
    /// `Conflict` once the import has begun.
    async fn map_upload(&self, id: &str, form: &str) -> Result<Upload, AppError>;
}

#[server(prefix = "/rpc", endpoint = "import", input = server_fn::codec::Json, output = Wire)]
pub async fn get_entrance() -> Result<Entrance, AppError> {
    super::backend()?.entrance().await
}

#[server(prefix = "/rpc", endpoint = "upload", input = server_fn::codec::Json, output = Wire)]
pub async fn get_upload(id: String) -> Result<Upload, AppError> {
    super::backend()?.upload(&id).await
}

/// Applies a mapping as a query: for clients that map a file without the page's form.
#[server(prefix = "/rpc", endpoint = "upload-map", input = server_fn::codec::Json, output = Wire)]
pub async fn map_upload(id: String, form: String) -> Result<Upload, AppError> {
    super::backend()?.map_upload(&id, &form).await
}
