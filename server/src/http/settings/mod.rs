//! Settings made on pages: over REST, and the form that works without scripts.

use app::api::settings::SettingsApi;
use axum::extract::Path;
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Redirect, Response};
use futures::StreamExt;
use model::review::ModelCheck;
use model::settings::{SettingsChange, SettingsGroup};

use super::body::{Json, JsonReply};
use super::caller::FromPage;
use super::docs::OrEvents;
use super::error::{FormProblem, Problem};
use super::{posted, sse};
use crate::api::Api;

/// `GET /api/settings/{group}`.
pub async fn get(api: Api, Path(group): Path<String>) -> JsonReply<SettingsGroup> {
    Ok(axum::Json(api.settings(&group).await?))
}

/// `PATCH /api/settings/{group}`.
pub async fn change(
    api: Api,
    Path(group): Path<String>,
    Json(change): Json<SettingsChange>,
) -> JsonReply<SettingsGroup> {
    Ok(axum::Json(api.change_settings(&group, change).await?))
}

/// `POST /api/settings/{group}/try`: what was found; with `Accept: text/event-stream` each finding as soon as it is known.
pub async fn try_out(
    api: Api,
    Path(group): Path<String>,
    headers: HeaderMap,
    Json(change): Json<SettingsChange>,
) -> Result<OrEvents<axum::Json<ModelCheck>>, Problem> {
    let trial = api.trial(&group, change).await?;
    Ok(match sse::is_wanted(&headers) {
        true => OrEvents::Events(sse::reply(trial.events().map(|event| sse::data(&event)))),
        false => OrEvents::Reply(axum::Json(trial.whole().await?)),
    })
}

/// `POST /desk/settings/{group}`: the form of a page, to which it redirects back. Each field is a setting; those named by
/// `clear` are taken back.
pub async fn form(
    FromPage(api): FromPage,
    Path(group): Path<String>,
    body: bytes::Bytes,
) -> Result<Response, FormProblem> {
    api.change_settings(&group, typed(&body)).await?;
    let page = match group.as_str() {
        "webhook" | "watching" => format!("/settings/mail?saved={group}"),
        "mail" | "sign-in" => format!("/settings/{group}?saved={group}"),
        _ => format!("/settings?saved={group}"),
    };
    Ok(Redirect::to(&page).into_response())
}

/// `POST /desk/settings/{group}/try`: the form again, with what the trial found.
pub async fn try_form(
    FromPage(api): FromPage,
    Path(group): Path<String>,
    body: bytes::Bytes,
) -> Result<Response, FormProblem> {
    let check = api.trial(&group, typed(&body)).await?.whole().await?;
    Ok(posted::with_findings(check.lines))
}

fn typed(body: &[u8]) -> SettingsChange {
    let mut change = SettingsChange::default();
    for (name, value) in form_urlencoded::parse(body) {
        match name.as_ref() {
            "clear" => _ = change.values.insert(value.into_owned(), None),
            "key-variable" => change.key_variable = Some(value.into_owned()).filter(|name| !name.is_empty()),
            _ => _ = change.values.entry(name.into_owned()).or_insert_with(|| Some(value.into_owned())),
        }
    }
    change
}
