//! Declared sources: comparing them, and declaring them.

use async_trait::async_trait;
use leptos::prelude::*;

use crate::error::AppError;
use crate::model::sources::declared::{DeclarationPage, Declarations};
use crate::model::sources::{CompareAsk, ComparePage};
use crate::wire::Wire;

#[async_trait]
pub trait Sources {
    /// What can be compared, and the comparison if fully specified. The page itself says what cannot be compared.
    async fn comparison(&self, ask: CompareAsk) -> Result<ComparePage, AppError>;
    /// All declarations, for admins.
    async fn declarations(&self) -> Result<Declarations, AppError>;
    /// A declaration made on the page, with its form, for admins.
    ///
    /// # Errors
    /// `NotFound` for an unknown one, and for one in a file.
    async fn declaration(&self, name: &str) -> Result<DeclarationPage, AppError>;
}

#[server(prefix = "/rpc", endpoint = "comparison", input = server_fn::codec::Json, output = Wire)]
pub async fn get_comparison(ask: CompareAsk) -> Result<ComparePage, AppError> {
    super::backend()?.comparison(ask).await
}

#[server(prefix = "/rpc", endpoint = "declarations", output = Wire)]
pub async fn get_declarations() -> Result<Declarations, AppError> {
    super::backend()?.declarations().await
}

#[server(prefix = "/rpc", endpoint = "declaration", input = server_fn::codec::Json, output = Wire)]
pub async fn get_declaration(name: String) -> Result<DeclarationPage, AppError> {
    super::backend()?.declaration(&name).await
}
