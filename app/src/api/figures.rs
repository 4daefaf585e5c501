//! Opening a figure of an answer: the records that it counts.

use async_trait::async_trait;
use leptos::prelude::*;

use crate::error::AppError;
use crate::model::run::figure::{FigureAt, FigurePage, ListView};
use crate::wire::Wire;

#[async_trait]
pub trait Figures {
    /// # Errors
    /// `NotFound` for a run, call or field that is not there.
    async fn figure(&self, at: FigureAt, view: ListView) -> Result<FigurePage, AppError>;
}

#[server(prefix = "/rpc", endpoint = "figure", input = server_fn::codec::Json, output = Wire)]
pub async fn get_figure(at: FigureAt, view: ListView) -> Result<FigurePage, AppError> {
    super::backend()?.figure(at, view).await
}
