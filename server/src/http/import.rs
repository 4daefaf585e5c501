//! The forms of the import page: files are stored as they arrive, and processed in the background.

use app::api::imports::Imports;
use axum::body::Body;
use axum::extract::multipart::{Field, MultipartError};
use axum::extract::{Multipart, Path};
use axum::response::{IntoResponse, Redirect, Response};
use model::account::Action;
use model::error::AppError;
use tokio_util::io::ReaderStream;

use super::body::field;
use super::docs::Download;
use super::error::FormProblem;
use crate::api::Api;
use crate::import::upload::{Incoming, Uploads};

/// `POST /desk/import`: a file, in the field `file`. Redirects to the page of the upload.
pub async fn upload(
    api: Api,
    multipart: Result<Multipart, axum::extract::multipart::MultipartRejection>,
) -> Result<Response, FormProblem> {
    api.must_be_admin()?;
    let mut multipart =
        multipart.map_err(|e| AppError::invalid("file", format!("{e}. Send the file as multipart/form-data.")))?;
    let uploads = &api.services.uploads;
    while let Some(field) = multipart.next_field().await.map_err(cut_off)? {
        if field.name() != Some("file") {
            continue;
        }
        let incoming = take(uploads, field).await?;
        if incoming.is_empty() {
            return Err(AppError::invalid("file", "Choose a file first; an empty one holds nothing to import.").into());
        }
        let (uploads, id) = (uploads.clone(), api.services.world.id());
        let kept = tokio::task::spawn_blocking(move || uploads.keep(incoming, id)).await;
        let kept = kept.map_err(|_| AppError::internal())??;
        return Ok(Redirect::to(&format!("/import/{}", kept.id)).into_response());
    }
    Err(AppError::invalid("file", "Choose a file first.").into())
}

/// Writes a field to the disk chunk by chunk. What exceeds the maximum size is read and discarded, up to as much again,
/// so that the browser receives the error.
pub async fn take(uploads: &Uploads, mut field: Field<'_>) -> Result<Incoming, AppError> {
    let mut incoming = uploads.begin(field.file_name().unwrap_or_default())?;
    while let Some(bytes) = field.chunk().await.map_err(cut_off)? {
        let written = tokio::task::spawn_blocking(move || {
            let done = incoming.write(&bytes);
            (incoming, done)
        });
        let (back, done) = written.await.map_err(|_| AppError::internal())?;
        incoming = back;
        if let Err(error) = done {
            let mut more = uploads.entrance().max_bytes;
            while let (Ok(Some(bytes)), true) = (field.chunk().await, more > 0) {
                more = more.saturating_sub(bytes.len() as u64);
            }
            return Err(error);
        }
    }
    Ok(incoming)
}

pub fn cut_off(error: MultipartError) -> AppError {
    tracing::debug!(%error, "an upload broke off");
    AppError::invalid("file", "The upload was cut off before its end. Send the file again.")
}

/// `POST /desk/import/{id}`: the mapping, and in `do` the next action: `preview`, `start`, `stop`, `undo` or `discard`.
pub async fn act(api: Api, Path(id): Path<String>, body: String) -> Result<Response, FormProblem> {
    api.must_be_admin()?;
    let field = |name| field(body.as_bytes(), name);
    let uploads = &api.services.uploads;
    match field("do").as_deref() {
        None | Some("preview") => drop(api.map_upload(&id, &body).await?),
        Some("start") => {
            let kept = uploads.get(&id)?;
            kept.map(&body)?;
            api.audit(Action::Imported, format!("import:{id}"), format!("Started: {}", kept.file)).await?;
            uploads.start(&kept, api.target(), field("demo").as_deref()).await?;
        }
        Some("stop") => uploads.get(&id)?.stop(),
        Some("undo") => {
            let kept = uploads.get(&id)?;
            kept.undo(&api.target()).await?;
            api.audit(Action::Imported, format!("import:{id}"), format!("Taken back: {}", kept.file)).await?;
        }
        Some("discard") => {
            api.audit(Action::Imported, format!("import:{id}"), "Discarded").await?;
            uploads.discard(&id);
            return Ok(Redirect::to("/import").into_response());
        }
        Some(other) => {
            let detail = format!("do is \"{other}\"; it can be preview, start, stop, undo or discard.");
            return Err(AppError::invalid("do", detail).into());
        }
    }
    Ok(Redirect::to(&format!("/import/{id}")).into_response())
}

/// `GET /desk/import/{id}/refused.csv`: every refused row, with its line and the reason.
pub async fn refused(api: Api, Path(id): Path<String>) -> Result<Response, FormProblem> {
    api.must_be_admin()?;
    let path = api.services.uploads.get(&id)?.refused();
    let none = |_| AppError::not_found("No row was refused yet.");
    let file = tokio::fs::File::open(path).await.map_err(none)?;
    api.audit(Action::Exported, format!("import:{id}"), "Refused rows as CSV").await?;
    let body = Body::from_stream(ReaderStream::new(file));
    Ok(Download::new("text/csv; charset=utf-8", "refused.csv", body).into_response())
}
