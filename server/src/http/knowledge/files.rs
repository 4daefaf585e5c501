//! Documents from files, and the page of documents: over REST, and its forms.

use app::api::documents::Documents;
use axum::extract::multipart::{Field, MultipartError, MultipartRejection};
use axum::extract::{Multipart, Path};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use model::error::AppError;
use model::record::library::{DocumentFilter, DocumentPage, FilesReport, SearchTest};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tokio::task::JoinHandle;

use crate::api::Api;
use crate::http::body::{JsonReply, Query, word};
use crate::http::caller::FromPage;
use crate::http::error::{FormProblem, Problem};
use crate::import::knowledge::file::{LARGEST, too_large};
use crate::import::knowledge::intake::{Choice, MOST_FILES, Received, TOGETHER};

/// Maximum size of a request in bytes: more than is stored, so that an upload that is too large gets an error that names the
/// file, and no cut connection.
pub const MOST: usize = 2 * TOGETHER;

type Form = Result<Multipart, MultipartRejection>;

/// `POST /knowledge/files`: files as `multipart/form-data`, with `kind`, `product` and `day` for all of them; the reply
/// says what became of each.
pub async fn take(api: Api, form: Form) -> JsonReply<FilesReport> {
    let (_, work) = started(&api, form).await?;
    Ok(axum::Json(work.await.map_err(|_| AppError::internal())?))
}

/// `POST /desk/documents`: the form of the page, which then shows how far it is.
pub async fn take_form(FromPage(api): FromPage, form: Form) -> Result<Response, FormProblem> {
    let (id, _) = started(&api, form).await?;
    Ok(Redirect::to(&format!("/settings/documents?upload={id}")).into_response())
}

async fn started(api: &Api, form: Form) -> Result<(String, JoinHandle<FilesReport>), AppError> {
    let coming = api.begin_files()?;
    let mut form =
        form.map_err(|e| AppError::invalid("file", format!("{e}. Send the files as multipart/form-data.")))?;
    let (mut files, mut choice, mut room): (Vec<Received>, _, _) = (Vec::new(), Choice::default(), TOGETHER);
    while let Some(field) = form.next_field().await.map_err(cut_off)? {
        match field.name() {
            Some("file") => {
                let Some(received) = receive(field, &mut room).await? else { continue };
                files.push(received);
            }
            Some("kind") => choice.kind = filled(field).await?.map(|text| word("kind", &text)).transpose()?,
            Some("product") => choice.product = filled(field).await?,
            Some("day") => {
                let day = |text: String| {
                    text.parse().map_err(|_| AppError::invalid("day", format!("day is \"{text}\"; write 2026-01-31.")))
                };
                choice.day = filled(field).await?.map(day).transpose()?;
            }
            _ => {}
        }
    }
    match files.len() {
        0 => return Err(AppError::invalid("file", "Choose a file first.")),
        n if n > MOST_FILES => {
            let detail = format!("{n} files are too many at once. Upload at most {MOST_FILES}.");
            return Err(AppError::invalid("file", detail));
        }
        _ => {}
    }
    api.take_files(files, choice, coming).await
}

/// A file, or why it is not taken; `None` for a field in which none was chosen. What exceeds the limits is read and
/// discarded, so that the others arrive.
async fn receive(mut field: Field<'_>, room: &mut usize) -> Result<Option<Received>, AppError> {
    let name = field.file_name().unwrap_or_default();
    let name: String =
        name.rsplit(['/', '\\']).next().unwrap_or_default().chars().filter(|c| !c.is_control()).collect();
    let (mut bytes, mut refused) = (Vec::new(), None);
    while let Some(chunk) = field.chunk().await.map_err(cut_off)? {
        if refused.is_some() {
            continue;
        }
        if bytes.len() + chunk.len() > LARGEST {
            refused = Some(too_large());
        } else if chunk.len() > *room {
            let most = TOGETHER >> 20;
            refused = Some(format!("The files are larger than {most} MiB together. Upload this one by itself."));
        } else {
            *room -= chunk.len();
            bytes.extend_from_slice(&chunk);
            continue;
        }
        *room += bytes.len();
        bytes = Vec::new();
    }
    Ok(match refused {
        Some(reason) => Some((name, Err(reason))),
        None if name.is_empty() && bytes.is_empty() => None,
        None => Some((name, Ok(bytes))),
    })
}

async fn filled(field: Field<'_>) -> Result<Option<String>, AppError> {
    let text = field.text().await.map_err(cut_off)?;
    Ok(Some(text.trim().to_owned()).filter(|text| !text.is_empty()))
}

fn cut_off(error: MultipartError) -> AppError {
    if error.status() == StatusCode::PAYLOAD_TOO_LARGE {
        let detail = format!("The files are larger than {} MiB together. Upload some of them.", TOGETHER >> 20);
        return AppError::invalid("file", detail);
    }
    tracing::debug!(%error, "an upload broke off");
    AppError::invalid("file", "The upload was cut off before its end. Send the files again.")
}

/// `GET /api/documents`.
pub async fn list(api: Api, Query(filter): Query<DocumentFilter>) -> JsonReply<DocumentPage> {
    Ok(axum::Json(api.documents(filter).await?))
}

#[derive(Deserialize, JsonSchema)]
pub struct Wanted {
    /// Plain words, or a sentence.
    #[serde(default)]
    query: String,
}

/// `GET /api/documents/search?query=`.
pub async fn test(api: Api, Query(wanted): Query<Wanted>) -> JsonReply<SearchTest> {
    Ok(axum::Json(api.search_test(&wanted.query).await?))
}

/// `GET /api/document-uploads/{id}`.
pub async fn report(api: Api, Path(id): Path<String>) -> JsonReply<FilesReport> {
    Ok(axum::Json(api.files_report(&id).await?))
}

/// `DELETE /api/documents/{id}`.
pub async fn delete(api: Api, Path(id): Path<String>) -> Result<StatusCode, Problem> {
    api.delete_document(&id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// How many documents search reads again.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Reindexed {
    documents: u64,
}

/// `POST /api/documents/{id}/reindex`.
pub async fn reindex(api: Api, Path(id): Path<String>) -> JsonReply<Reindexed> {
    Ok(axum::Json(Reindexed { documents: api.reindex_documents(Some(&id)).await? }))
}

/// `POST /api/documents/reindex`.
pub async fn reindex_all(api: Api) -> JsonReply<Reindexed> {
    Ok(axum::Json(Reindexed { documents: api.reindex_documents(None).await? }))
}

/// `POST /settings/documents/{id}/reindex`: the button of the page.
pub async fn reindex_form(FromPage(api): FromPage, Path(id): Path<String>) -> Result<Response, FormProblem> {
    api.reindex_documents(Some(&id)).await?;
    Ok(Redirect::to("/settings/documents?done=reindexed").into_response())
}

/// `POST /settings/documents/reindex`.
pub async fn reindex_all_form(FromPage(api): FromPage) -> Result<Response, FormProblem> {
    api.reindex_documents(None).await?;
    Ok(Redirect::to("/settings/documents?done=reindexed").into_response())
}

/// `POST /settings/documents/{id}/delete`.
pub async fn delete_form(FromPage(api): FromPage, Path(id): Path<String>) -> Result<Response, FormProblem> {
    api.delete_document(&id).await?;
    Ok(Redirect::to("/settings/documents?done=deleted").into_response())
}
