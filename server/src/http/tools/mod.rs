//! The origins of external tools: over REST, and the forms of their page.

use app::api::outside::OutsideTools;
use app::components::words::segment;
use axum::extract::multipart::{MultipartError, MultipartRejection};
use axum::extract::{Multipart, Path};
use axum::http::{StatusCode, Uri};
use axum::response::{IntoResponse, Redirect, Response};
use model::error::AppError;
use model::outside::{NewOrigin, OriginChange, OriginKind, OutsidePage};

use super::body::{Json, JsonReply, field, filled, word};
use super::caller::FromPage;
use super::error::{FormProblem, Problem};
use super::guard::peer::Peer;
use crate::api::Api;
use crate::api::outside::AcceptedTool;
use crate::outside::openapi;

/// Maximum size of the form with a description, in bytes.
pub const MOST: usize = openapi::MOST + (64 << 10);

/// The prefix of form fields that say how a tool is used.
const TOOL: &str = "tool.";

/// `GET /api/tools`.
pub async fn list(api: Api) -> JsonReply<OutsidePage> {
    Ok(axum::Json(api.outside().await?))
}

/// `POST /api/tools`.
pub async fn add(api: Api, Json(new): Json<NewOrigin>) -> Result<StatusCode, Problem> {
    api.add_origin(new).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// `PATCH /api/tools/{kind}/{name}`.
pub async fn change(
    api: Api,
    Path((kind, name)): Path<(String, String)>,
    Json(change): Json<OriginChange>,
) -> Result<StatusCode, Problem> {
    api.must_be_admin()?;
    api.change_origin(word("kind", &kind)?, &name, change).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// `POST /api/tools/{kind}/{name}/try`.
pub async fn try_out(api: Api, Path((kind, name)): Path<(String, String)>) -> JsonReply<OutsidePage> {
    api.must_be_admin()?;
    api.try_origin(word("kind", &kind)?, &name).await?;
    Ok(axum::Json(api.outside().await?))
}

/// `DELETE /api/tools/{kind}/{name}`.
pub async fn remove(api: Api, Path((kind, name)): Path<(String, String)>) -> Result<StatusCode, Problem> {
    api.must_be_admin()?;
    api.remove_origin(word("kind", &kind)?, &name).await?;
    Ok(StatusCode::NO_CONTENT)
}

fn back(done: &str, kind: OriginKind, name: &str) -> Response {
    Redirect::to(&format!("/settings/tools?done={done}#{kind}-{}", segment(name))).into_response()
}

fn new(kind: OriginKind, field: impl Fn(&str) -> Option<String>) -> NewOrigin {
    NewOrigin {
        kind,
        name: field("name").unwrap_or_default(),
        url: field("url"),
        token: field("token"),
        issuer: field("issuer"),
        description: field("description"),
        base_url: field("baseUrl"),
        key: field("key"),
        key_header: field("keyHeader"),
    }
}

/// `POST /settings/tools/mcp`: the form that adds an MCP server.
pub async fn add_mcp_form(FromPage(api): FromPage, body: bytes::Bytes) -> Result<Response, FormProblem> {
    let new = new(OriginKind::Mcp, |name| filled(&body, name));
    let name = new.name.clone();
    api.add_origin(new).await?;
    Ok(back("added", OriginKind::Mcp, &name))
}

/// `POST /settings/tools/api`: the form that adds an API, with an address or a file.
pub async fn add_api_form(
    FromPage(api): FromPage,
    form: Result<Multipart, MultipartRejection>,
) -> Result<Response, FormProblem> {
    api.must_be_admin()?;
    let mut form = form.map_err(|e| AppError::invalid("file", format!("{e}. Send multipart/form-data.")))?;
    let mut fields: Vec<(String, String)> = Vec::new();
    while let Some(part) = form.next_field().await.map_err(cut_off)? {
        let name = part.name().unwrap_or_default().to_owned();
        let name = if name == "file" { "description".to_owned() } else { name };
        let text = part.text().await.map_err(cut_off)?;
        fields.push((name, text.trim().to_owned()));
    }
    let value = |name: &str| fields.iter().find(|(n, v)| n == name && !v.is_empty()).map(|(_, value)| value.clone());
    let new = new(OriginKind::Api, value);
    let name = new.name.clone();
    api.add_origin(new).await?;
    Ok(back("added", OriginKind::Api, &name))
}

fn cut_off(error: MultipartError) -> AppError {
    if error.status() == StatusCode::PAYLOAD_TOO_LARGE {
        return AppError::invalid("file", openapi::too_large());
    }
    tracing::debug!(%error, "an upload broke off");
    AppError::invalid("file", "The upload was cut off before its end. Send the file again.")
}

/// `POST /settings/tools/{kind}/{name}`: a button of an origin, in `do`: `save` with how its tools are used, `pause`,
/// `resume`, `try` or `remove`.
pub async fn act(
    FromPage(api): FromPage,
    Path((kind, name)): Path<(String, String)>,
    body: bytes::Bytes,
) -> Result<Response, FormProblem> {
    api.must_be_admin()?;
    let kind: OriginKind = word("kind", &kind)?;
    let paused = |paused| OriginChange { paused: Some(paused), ..OriginChange::default() };
    let done = match field(&body, "do").as_deref() {
        Some("save") => {
            let mut change = OriginChange::default();
            for (field, value) in form_urlencoded::parse(&body) {
                if let Some(tool) = field.strip_prefix(TOOL) {
                    change.tools.insert(tool.to_owned(), word(&field, &value)?);
                }
            }
            api.change_origin(kind, &name, change).await?;
            "saved"
        }
        Some("pause") => {
            api.change_origin(kind, &name, paused(true)).await?;
            "paused"
        }
        Some("resume") => {
            api.change_origin(kind, &name, paused(false)).await?;
            "resumed"
        }
        Some("try") => {
            api.try_origin(kind, &name).await?;
            "tried"
        }
        Some("remove") => {
            api.remove_origin(kind, &name).await?;
            "removed"
        }
        other => {
            let detail =
                format!("do is \"{}\"; it can be save, pause, resume, try or remove.", other.unwrap_or_default());
            return Err(AppError::invalid("do", detail).into());
        }
    };
    Ok(back(done, kind, &name))
}

/// `POST /settings/tools/accept`: the button below a waiting tool.
pub async fn accept_form(FromPage(api): FromPage, body: bytes::Bytes) -> Result<Response, FormProblem> {
    let value = |name: &str| field(&body, name).unwrap_or_default();
    let server = value("server");
    api.accept_tool(&server, &AcceptedTool { tool: value("tool"), hash: value("hash") }).await?;
    Ok(back("accepted", OriginKind::Mcp, &server))
}

/// The address to which a provider sends the browser back.
fn returns(peer: &Peer, name: &str) -> String {
    format!("{}/desk/tools/{}/signed-in", peer.origin, segment(name))
}

/// `GET /desk/tools/{name}/sign-in`: sends an admin's browser to the provider of an MCP server.
pub async fn sign_in(FromPage(api): FromPage, peer: Peer, Path(name): Path<String>) -> Result<Response, FormProblem> {
    let address = api.begin_mcp_sign_in(&name, &returns(&peer, &name)).await?;
    Ok(Redirect::to(&address).into_response())
}

/// `GET /desk/tools/{name}/signed-in`: where the provider sends it back.
pub async fn signed_in(
    FromPage(api): FromPage,
    peer: Peer,
    Path(name): Path<String>,
    uri: Uri,
) -> Result<Response, FormProblem> {
    let came = format!("{}?{}", returns(&peer, &name), uri.query().unwrap_or_default());
    api.finish_mcp_sign_in(&name, &came).await?;
    Ok(back("signed-in", OriginKind::Mcp, &name))
}
