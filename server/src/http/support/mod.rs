//! Support calls over REST: `POST /api/support/calls`, `…/messages`, `…/end`.

use app::api::support::Support;
use app::error::AppError;
use app::model::run::{Run, RunStatus};
use app::model::support::BeginCall;
use axum::extract::Path;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

use super::body::{Json, Query};
use super::error::Problem;
use crate::api::Api;

/// A message of the caller.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Message {
    message: String,
}

#[derive(serde::Deserialize)]
pub struct Wait {
    wait: Option<bool>,
}

/// `GET /api/support/calls`: the last calls, and what they have taken.
pub async fn list(api: Api) -> Result<axum::Json<Value>, Problem> {
    let desk = api.support_desk().await?;
    Ok(axum::Json(json!({ "items": desk.calls, "total": desk.calls.len(), "monitor": desk.monitor })))
}

/// `POST /api/support/calls`: a call begins; the reply is the greeting.
pub async fn begin(api: Api, Json(begin): Json<BeginCall>) -> Result<Response, Problem> {
    let asked = api.begin_call(begin).await?;
    let run = api.services.agent.finish(&asked.run_id).await?;
    Ok((StatusCode::CREATED, axum::Json(reply(&api, &run).await?)).into_response())
}

/// `GET /api/support/calls/{id}`: the call with its state and its runs.
pub async fn call(api: Api, Path(id): Path<String>) -> Result<axum::Json<Value>, Problem> {
    Ok(axum::Json(json!(api.call(&id).await?)))
}

/// `POST …/messages`: what the caller says, and the reply. With `?wait=false` the ids, whose events tell the rest.
pub async fn say(
    api: Api,
    Path(id): Path<String>,
    Query(query): Query<Wait>,
    Json(Message { message }): Json<Message>,
) -> Result<Response, Problem> {
    let asked = api.say(&id, &message).await?;
    if query.wait == Some(false) {
        return Ok((StatusCode::ACCEPTED, axum::Json(asked)).into_response());
    }
    let run = api.services.agent.finish(&asked.run_id).await?;
    Ok(axum::Json(reply(&api, &run).await?).into_response())
}

/// `POST …/end`: the call is ended from outside.
pub async fn end(api: Api, Path(id): Path<String>) -> Result<axum::Json<Value>, Problem> {
    api.end_call(&id).await?;
    let view = api.call(&id).await?;
    Ok(axum::Json(json!({ "call": view.call, "state": view.state })))
}

/// `waiting` says that a colleague still has to confirm a ticket: then there is no reply yet.
async fn reply(api: &Api, run: &Run) -> Result<Value, AppError> {
    let view = api.call(&run.session_id).await?;
    Ok(json!({
        "sessionId": run.session_id,
        "runId": run.id,
        "reply": run.answer.as_ref().map(|answer| answer.text.as_str()),
        "status": run.status,
        "waiting": run.status == RunStatus::Waiting,
        "state": view.state,
        "ended": view.call.ended_at.is_some(),
        "outcome": view.call.outcome,
        "usage": run.usage,
    }))
}
