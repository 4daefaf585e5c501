//! Opening a figure of an answer: the records that it counts.

use async_trait::async_trait;
use leptos::prelude::*;

use crate::error::AppError;
use crate::model::chart::{Chart, Step};
use crate::model::run::figure::{FigureAt, FigurePage, ListView};
use crate::wire::Wire;

#[async_trait]
pub trait Figures {
    /// # Errors
    /// `NotFound` for an unknown run, call or field.
    async fn figure(&self, at: FigureAt, view: ListView) -> Result<FigurePage, AppError>;

    /// A chart of an answer over time, by its index among the charts, with another step.
    ///
    /// # Errors
    /// `NotFound` for an unknown run or chart; `Invalid` for a step that its query does not support.
    async fn chart(&self, run: String, place: usize, step: Step) -> Result<Chart, AppError>;
}

#[server(prefix = "/rpc", endpoint = "figure", input = server_fn::codec::Json, output = Wire)]
pub async fn get_figure(at: FigureAt, view: ListView) -> Result<FigurePage, AppError> {
    super::backend()?.figure(at, view).await
}

#[server(prefix = "/rpc", endpoint = "chart", input = server_fn::codec::Json, output = Wire)]
pub async fn get_chart(run: String, place: usize, step: Step) -> Result<Chart, AppError> {
    super::backend()?.chart(run, place, step).await
}
