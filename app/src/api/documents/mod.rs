//! The firm's documents: the list, uploads, and a test of search. For admins.

use async_trait::async_trait;
use leptos::prelude::*;

use crate::error::AppError;
use crate::model::record::library::{DocumentFilter, DocumentPage, FilesReport, SearchTest};
use crate::wire::Wire;

#[async_trait]
pub trait Documents {
    /// # Errors
    /// `Forbidden` unless admin; `Invalid` for an impossible page.
    async fn documents(&self, filter: DocumentFilter) -> Result<DocumentPage, AppError>;
    /// # Errors
    /// `Forbidden` unless admin; `NotFound` for an upload that is no longer shown.
    async fn files_report(&self, id: &str) -> Result<FilesReport, AppError>;
    /// The passages of documents found for a text.
    ///
    /// # Errors
    /// `Forbidden` unless admin; `Invalid` for an empty text.
    async fn search_test(&self, query: &str) -> Result<SearchTest, AppError>;
    /// # Errors
    /// `Forbidden` unless admin; `NotFound` for an unknown id.
    async fn delete_document(&self, id: &str) -> Result<(), AppError>;
    /// Makes search read one document or all of them again; returns how many.
    ///
    /// # Errors
    /// As for [`Documents::delete_document`].
    async fn reindex_documents(&self, id: Option<&str>) -> Result<u64, AppError>;
}

#[server(prefix = "/rpc", endpoint = "documents", input = server_fn::codec::Json, output = Wire)]
pub async fn get_documents(filter: DocumentFilter) -> Result<DocumentPage, AppError> {
    super::backend()?.documents(filter).await
}

#[server(prefix = "/rpc", endpoint = "files-report", input = server_fn::codec::Json, output = Wire)]
pub async fn get_files_report(id: String) -> Result<FilesReport, AppError> {
    super::backend()?.files_report(&id).await
}

#[server(prefix = "/rpc", endpoint = "search-test", input = server_fn::codec::Json, output = Wire)]
pub async fn get_search_test(query: String) -> Result<SearchTest, AppError> {
    super::backend()?.search_test(&query).await
}
