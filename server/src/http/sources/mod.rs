//! Declared sources over REST, and the forms of their page.

use app::api::sources::Sources;
use app::components::words::segment;
use axum::extract::multipart::MultipartRejection;
use axum::extract::{Multipart, Path};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use model::error::AppError;
use model::sources::declared::{
    Declaration, DeclarationChange, DeclarationPage, DeclarationState, Declarations, NewSource,
};

use super::body::{Json, JsonReply, field};
use super::caller::FromPage;
use super::docs::Created;
use super::error::{FormProblem, Problem};
use super::import::{cut_off, take};
use crate::api::Api;
use crate::store::redact;

/// `GET /api/sources`: what is declared in files and on the page, and how it does.
pub async fn list(api: Api) -> JsonReply<Declarations> {
    Ok(axum::Json(api.declarations().await?))
}

/// `POST /api/sources`: looks at an address and drafts its declaration.
pub async fn draft(api: Api, Json(new): Json<NewSource>) -> Result<Created<Declaration>, Problem> {
    Ok(Created(api.draft_source(new).await?))
}

/// `GET /api/sources/{source}`: its text without secrets, and what can be chosen.
pub async fn get(api: Api, Path(name): Path<String>) -> JsonReply<DeclarationPage> {
    Ok(axum::Json(api.declaration(&name).await?))
}

/// `PATCH /api/sources/{source}`.
pub async fn change(
    api: Api,
    Path(name): Path<String>,
    Json(change): Json<DeclarationChange>,
) -> JsonReply<Declaration> {
    Ok(axum::Json(api.change_source(&name, change).await?))
}

/// `DELETE /api/sources/{source}`.
pub async fn remove(api: Api, Path(name): Path<String>) -> Result<StatusCode, Problem> {
    api.remove_source(&name).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// `POST /api/sources/{source}/test`: opens it once and reports.
pub async fn test(api: Api, Path(name): Path<String>) -> JsonReply<Declaration> {
    Ok(axum::Json(api.test_source(&name).await?))
}

/// `POST /desk/sources`: an address, or a file in the field `file`. Redirects to the page of the draft.
pub async fn add(
    FromPage(api): FromPage,
    multipart: Result<Multipart, MultipartRejection>,
) -> Result<Response, FormProblem> {
    api.must_be_admin()?;
    let mut multipart =
        multipart.map_err(|e| AppError::invalid("file", format!("{e}. Send the form as multipart/form-data.")))?;
    let (mut new, mut file, mut typed) = (NewSource::default(), None, Vec::new());
    while let Some(field) = multipart.next_field().await.map_err(cut_off)? {
        let name = field.name().unwrap_or_default().to_owned();
        if name == "file" {
            let incoming = take(&api.services.uploads, field).await?;
            file = Some(incoming).filter(|incoming| !incoming.is_empty());
            typed.push((name, String::new()));
            continue;
        }
        let text = field.text().await.map_err(cut_off)?.trim().to_owned();
        let given = Some(text.clone()).filter(|text| !text.is_empty());
        if !matches!(name.as_str(), "password" | "api_key") {
            typed.push((name.clone(), shown_again(&text)));
        }
        match name.as_str() {
            "address" => new.address = text,
            "name" => new.name = given,
            "tables" => new.tables = text.split(',').map(|t| t.trim().to_owned()).filter(|t| !t.is_empty()).collect(),
            "user" => new.user = given,
            "password" => new.password = given,
            "api_key" => new.api_key = given,
            _ => {}
        }
    }
    let drafted = match file {
        Some(incoming) => api.draft_upload(incoming, new.name).await,
        None if new.address.is_empty() => Err(AppError::invalid("address", "Enter an address, or choose a file.")),
        None => api.draft_source(new).await,
    };
    let drafted = drafted.map_err(|error| FormProblem { error, typed })?;
    Ok(to_page(&drafted.name, ""))
}

/// A typed address without the secrets in it, which have to be typed again.
fn shown_again(address: &str) -> String {
    redact(address).replace(":***@", "@").replace("=***", "=")
}

fn to_page(name: &str, did: &str) -> Response {
    let did = if did.is_empty() { String::new() } else { format!("?did={did}") };
    Redirect::to(&format!("/settings/sources/{}{did}", segment(name))).into_response()
}

/// `POST /desk/sources/refresh`: opens all of them again.
pub async fn refresh(FromPage(api): FromPage) -> Result<Response, FormProblem> {
    api.refresh_sources()?;
    Ok(Redirect::to("/settings/sources?did=refresh").into_response())
}

/// `POST /desk/sources/{source}`: the forms of its page, with the next action in `do`: `save`, `use`, `yaml`, `pause`,
/// `resume` or `remove`.
pub async fn act(
    FromPage(api): FromPage,
    Path(name): Path<String>,
    body: bytes::Bytes,
) -> Result<Response, FormProblem> {
    api.must_be_admin()?;
    let field = |name: &str| field(&body, name);
    let did = field("do").unwrap_or_default();
    let state = |state| DeclarationChange { state: Some(state), ..DeclarationChange::default() };
    match did.as_str() {
        "save" => api.choose_source(&name, &field, None).await?,
        "use" => api.choose_source(&name, &field, Some(DeclarationState::On)).await?,
        "yaml" => {
            let change = DeclarationChange { yaml: field("yaml"), ..DeclarationChange::default() };
            api.change_source(&name, change).await?;
        }
        "pause" => _ = api.change_source(&name, state(DeclarationState::Paused)).await?,
        "resume" => _ = api.change_source(&name, state(DeclarationState::On)).await?,
        "remove" => {
            api.remove_source(&name).await?;
            return Ok(Redirect::to("/settings/sources?did=remove").into_response());
        }
        other => {
            let detail = format!("do is \"{other}\"; it can be save, use, yaml, pause, resume or remove.");
            return Err(AppError::invalid("do", detail).into());
        }
    }
    Ok(to_page(&name, &did))
}
