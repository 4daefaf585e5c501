//! Taught words, and what is remembered about individual people: over REST, and the forms of their pages.

use app::api::words::Words;
use app::components::words::segment;
use axum::extract::Path;
use axum::response::{IntoResponse, Redirect, Response};
use model::session::taught::{Meaning, Memory, NewMemory, NewWord, TaughtWord, TaughtWords};

use super::body::{Json, JsonReply, Query, parse_form};
use super::caller::FromPage;
use super::error::{FormProblem, Problem};
use crate::api::Api;

/// `GET /api/words`.
pub async fn list(api: Api) -> JsonReply<TaughtWords> {
    Ok(axum::Json(api.taught_words().await?))
}

#[derive(serde::Deserialize, schemars::JsonSchema)]
pub struct Text {
    #[serde(default)]
    text: String,
}

/// `GET /api/words/meanings?text=`: values of the data that a word may mean.
pub async fn meanings(api: Api, Query(query): Query<Text>) -> JsonReply<Vec<Meaning>> {
    Ok(axum::Json(api.meanings(&query.text).await?))
}

/// `POST /api/words`.
pub async fn teach(api: Api, Json(word): Json<NewWord>) -> JsonReply<TaughtWord> {
    Ok(axum::Json(api.teach(word).await?))
}

/// `DELETE /api/words/{id}`.
pub async fn revoke(api: Api, Path(id): Path<String>) -> JsonReply<TaughtWord> {
    Ok(axum::Json(api.revoke_word(&id).await?))
}

#[derive(serde::Deserialize)]
#[serde(rename_all = "camelCase")]
struct Form {
    word: String,
    meaning: String,
    run_id: Option<String>,
    session_id: Option<String>,
}

/// `POST /settings/words/teach`: the form of an answer or of the page, to which it redirects back.
pub async fn teach_form(FromPage(api): FromPage, body: bytes::Bytes) -> Result<Response, FormProblem> {
    let Form { word, meaning, run_id, session_id } = parse_form(&body)?;
    let given = |id: Option<String>| id.filter(|id| !id.is_empty());
    let (run_id, session) = (given(run_id), given(session_id));
    let anchor = run_id.as_ref().map(|id| format!("#question-{}", segment(id))).unwrap_or_default();
    api.teach(NewWord { word, meaning, run_id }).await?;
    let to = session.map_or_else(|| "/settings/words".to_owned(), |id| format!("/c/{}{anchor}", segment(&id)));
    Ok(Redirect::to(&to).into_response())
}

/// `POST /settings/words/{id}/revoke`: the button of the page.
pub async fn revoke_form(FromPage(api): FromPage, Path(id): Path<String>) -> Result<Response, FormProblem> {
    api.revoke_word(&id).await?;
    Ok(Redirect::to("/settings/words").into_response())
}

/// `GET /api/memory`.
pub async fn memory(api: Api) -> JsonReply<Vec<Memory>> {
    Ok(axum::Json(api.memory().await?))
}

/// `POST /api/memory`.
pub async fn remember(api: Api, Json(new): Json<NewMemory>) -> JsonReply<Memory> {
    Ok(axum::Json(api.remember(new).await?))
}

/// `DELETE /api/memory/{id}`.
pub async fn forget(api: Api, Path(id): Path<String>) -> Result<axum::http::StatusCode, Problem> {
    api.forget(&id).await?;
    Ok(axum::http::StatusCode::NO_CONTENT)
}

/// `POST /settings/memory`: the form of the page.
pub async fn remember_form(FromPage(api): FromPage, body: bytes::Bytes) -> Result<Response, FormProblem> {
    api.remember(parse_form(&body)?).await?;
    Ok(Redirect::to("/settings/memory").into_response())
}

/// `POST /settings/memory/{id}/forget`: the button of the page.
pub async fn forget_form(FromPage(api): FromPage, Path(id): Path<String>) -> Result<Response, FormProblem> {
    api.forget(&id).await?;
    Ok(Redirect::to("/settings/memory").into_response())
}
