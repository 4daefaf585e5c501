//! The records of a figure over REST: as a page, and as a file.

use std::collections::HashMap;

use app::api::figures::Figures;
use axum::extract::Path;
use futures::{StreamExt, stream};
use model::error::AppError;
use model::run::figure::{FigureAt, FigurePage, ListView};
use schemars::JsonSchema;

use super::super::body::{JsonReply, Query};
use super::super::docs::Download;
use super::super::error::Problem;
use crate::api::Api;
use crate::export::table::TableFormat;

/// Records read at once for a file.
const BATCH_RECORDS: usize = 500;

/// A figure of a result, and how to list its records.
#[derive(serde::Deserialize, JsonSchema)]
pub struct Figure {
    /// The call that gave the result: `c1`.
    call: Option<String>,
    /// Its place in the result, as a JSON pointer: `/total`.
    #[serde(default)]
    path: String,
    /// `sort`, `page`, `find`, and limits of the list, as the page of a figure has them in its address.
    #[serde(flatten)]
    view: HashMap<String, String>,
}

/// The figure and the view in a URL.
fn asked(run: &str, figure: &Figure) -> Result<(FigureAt, ListView), AppError> {
    let call = figure
        .call
        .as_ref()
        .ok_or_else(|| AppError::invalid("call", "Name the call whose result it is: `call=c1`."))?;
    let at = FigureAt::new(run, call, &figure.path);
    Ok((at, ListView::from_pairs(|name| figure.view.get(name).cloned())))
}

/// `GET /api/research/runs/{id}/records?call=c1&path=/total`: the records counted by a figure of a result.
pub async fn page(api: Api, Path(run): Path<String>, Query(figure): Query<Figure>) -> JsonReply<FigurePage> {
    let (at, view) = asked(&run, &figure)?;
    let figure = api.figure(at, view).await?;
    let shown = figure.records.as_ref().map_or(0, |list| list.rows.len());
    api.read("records of a figure", Some(format!("run:{run}")), shown).await?;
    Ok(axum::Json(figure))
}

/// `GET …/records.csv`, `…/records.xlsx`: all of them as a file, sent while it is read.
pub async fn file(
    api: Api,
    format: TableFormat,
    Path(run): Path<String>,
    Query(figure): Query<Figure>,
) -> Result<Download, Problem> {
    let (at, view) = asked(&run, &figure)?;
    let export = api.exported(&at, &view, format).await?;
    let table = export.table.clone();
    let parts: Vec<Vec<String>> = export.ids.chunks(BATCH_RECORDS).map(<[String]>::to_vec).collect();
    let shared = std::sync::Arc::new((api, export));
    let rows = stream::iter(parts).then(move |ids| {
        let shared = shared.clone();
        async move {
            let (api, export) = &*shared;
            api.export_rows(export, &ids).await.map_err(|e| std::io::Error::other(e.to_string()))
        }
    });
    Ok(Download::table(format, table, rows))
}
