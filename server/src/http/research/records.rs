//! The records of a figure over REST: as a page, and as a file.

use std::collections::HashMap;

use app::api::figures::Figures;
use app::error::AppError;
use app::model::run::figure::{FigureAt, FigurePage, ListView};
use axum::body::Body;
use axum::extract::Path;
use axum::http::header;
use axum::response::IntoResponse;
use futures::{StreamExt, stream};
use schemars::JsonSchema;

use super::super::body::Query;
use super::super::docs::Download;
use super::super::error::Problem;
use crate::api::Api;

/// Records that are read at once for a file.
const PART: usize = 500;

/// The figure of a result, and how its records are shown.
#[derive(serde::Deserialize, JsonSchema)]
pub struct Figure {
    /// The call whose result it is: `c1`.
    call: Option<String>,
    /// Where in the result it stands, as a JSON pointer: `/total`.
    #[serde(default)]
    path: String,
    /// `sort`, `page`, `find`, and limits of the list, as the page of a figure has them in its address.
    #[serde(flatten)]
    view: HashMap<String, String>,
}

/// The figure and the view that an address names.
fn asked(run: &str, figure: &Figure) -> Result<(FigureAt, ListView), AppError> {
    let call = figure.call.as_ref().ok_or_else(|| AppError::invalid("call", "Say whose result it is: `call=c1`."))?;
    let at = FigureAt::new(run, call, &figure.path);
    Ok((at, ListView::from_pairs(|name| figure.view.get(name).cloned())))
}

/// `GET /api/research/runs/{id}/records?call=c1&path=/total`: the records that a figure of a result counts.
pub async fn page(
    api: Api,
    Path(run): Path<String>,
    Query(figure): Query<Figure>,
) -> Result<axum::Json<FigurePage>, Problem> {
    let (at, view) = asked(&run, &figure)?;
    Ok(axum::Json(api.figure(at, view).await?))
}

/// `GET …/records.csv`: all of them as a file (RFC 4180), sent while it is read.
pub async fn file(api: Api, Path(run): Path<String>, Query(figure): Query<Figure>) -> Result<Download, Problem> {
    let (at, view) = asked(&run, &figure)?;
    let export = api.exported(&at, &view).await?;
    let head = csv_lines([export.columns.iter().map(ToString::to_string).collect()]);
    let name = format!("attachment; filename=\"{}\"", export.name);
    let parts: Vec<Vec<String>> = export.ids.chunks(PART).map(<[String]>::to_vec).collect();
    let shared = std::sync::Arc::new((api, export));
    let rest = stream::iter(parts).then(move |ids| {
        let shared = shared.clone();
        async move {
            let (api, export) = &*shared;
            let rows = api.export_rows(export, &ids).await.map_err(|e| std::io::Error::other(e.to_string()))?;
            Ok::<_, std::io::Error>(csv_lines(rows))
        }
    });
    let body = Body::from_stream(stream::once(async { Ok(head) }).chain(rest));
    let kind = "text/csv; charset=utf-8; header=present".to_owned();
    Ok(Download(([(header::CONTENT_TYPE, kind), (header::CONTENT_DISPOSITION, name)], body).into_response()))
}

/// Rows as lines. A cell that a spreadsheet would take for a formula is marked as a text.
fn csv_lines(rows: impl IntoIterator<Item = Vec<String>>) -> Vec<u8> {
    let mut out = csv::WriterBuilder::new().flexible(true).from_writer(Vec::new());
    for row in rows {
        let safe = |cell: String| match cell.chars().next() {
            Some('=' | '+' | '-' | '@' | '\t' | '\r') if cell.parse::<f64>().is_err() => format!("'{cell}"),
            _ => cell,
        };
        // Nothing can fail where bytes go into memory.
        let _ = out.write_record(row.into_iter().map(safe));
    }
    out.into_inner().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::csv_lines;

    #[test]
    fn cells_are_quoted_and_never_formulas() {
        let row = ["a", "b, \"c\"", "=HYPERLINK(1)", "-0.5", "+0.30", "two\nlines"].map(str::to_owned);
        let text = String::from_utf8(csv_lines([row.to_vec()])).unwrap();
        assert_eq!(text, "a,\"b, \"\"c\"\"\",'=HYPERLINK(1),-0.5,+0.30,\"two\nlines\"\n");
    }
}
