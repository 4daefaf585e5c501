//! Opening the record that a figure or a citation leads to.

use async_trait::async_trait;
use leptos::prelude::*;

use crate::error::AppError;
use crate::model::answer::SourceKind;
use crate::model::record::page::Record;
use crate::wire::Wire;

#[async_trait]
pub trait Records {
    async fn record(&self, kind: SourceKind, id: &str) -> Result<Record, AppError>;
}

#[server(prefix = "/rpc", endpoint = "record", input = server_fn::codec::Json, output = Wire)]
pub async fn get_record(kind: SourceKind, id: String) -> Result<Record, AppError> {
    super::backend()?.record(kind, &id).await
}
