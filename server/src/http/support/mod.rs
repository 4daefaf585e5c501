//! Support calls over REST: `POST /api/support/calls`, `…/messages`, `…/end`.

use app::api::support::Support;
use axum::extract::Path;
use model::error::AppError;
use model::run::{Run, RunStatus, Usage};
use model::session::Asked;
use model::support::{BeginCall, Call, CallState, CallView, Monitor, Outcome};
use schemars::JsonSchema;
use serde::Serialize;

use super::body::{Json, Query};
use super::docs::{Created, OrIds};
use super::error::Problem;
use super::research::Wait;
use crate::api::Api;

/// A message of the caller.
#[derive(serde::Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "CallMessage")]
pub struct Message {
    message: String,
}

/// The last calls, and what they have taken.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Calls {
    items: Vec<Call>,
    total: usize,
    monitor: Monitor,
}

/// `GET /api/support/calls`: the last calls, and what they have taken.
pub async fn list(api: Api) -> Result<axum::Json<Calls>, Problem> {
    let desk = api.support_desk().await?;
    Ok(axum::Json(Calls { total: desk.calls.len(), items: desk.calls, monitor: desk.monitor }))
}

/// `POST /api/support/calls`: a call begins; the reply is the greeting.
pub async fn begin(api: Api, Json(begin): Json<BeginCall>) -> Result<Created<Said>, Problem> {
    let asked = api.begin_call(begin).await?;
    let run = api.services.agent.finish(&asked.run_id).await?;
    Ok(Created(reply(&api, run).await?))
}

/// `GET /api/support/calls/{id}`: the call with its state and its runs.
pub async fn call(api: Api, Path(id): Path<String>) -> Result<axum::Json<CallView>, Problem> {
    Ok(axum::Json(api.call(&id).await?))
}

/// `POST …/messages`: what the caller says, and the reply. With `?wait=false` the ids, whose events tell the rest.
pub async fn say(
    api: Api,
    Path(id): Path<String>,
    Query(query): Query<Wait>,
    Json(Message { message }): Json<Message>,
) -> Result<OrIds<Said>, Problem> {
    let asked: Asked = api.say(&id, &message).await?;
    if query.wait == Some(false) {
        return Ok(OrIds::Ids(asked));
    }
    let run = api.services.agent.finish(&asked.run_id).await?;
    Ok(OrIds::Whole(Box::new(reply(&api, run).await?)))
}

/// A call that has ended.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Ended {
    call: Call,
    state: Option<CallState>,
}

/// `POST …/end`: the call is ended from outside.
pub async fn end(api: Api, Path(id): Path<String>) -> Result<axum::Json<Ended>, Problem> {
    api.end_call(&id).await?;
    let view = api.call(&id).await?;
    Ok(axum::Json(Ended { call: view.call, state: view.state }))
}

/// What the agent says, and how the call stands.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "CallReply")]
pub struct Said {
    session_id: String,
    run_id: String,
    reply: Option<String>,
    status: RunStatus,
    /// A colleague still has to confirm a ticket: then there is no reply yet.
    waiting: bool,
    state: Option<CallState>,
    ended: bool,
    outcome: Option<Outcome>,
    usage: Usage,
}

async fn reply(api: &Api, run: Run) -> Result<Said, AppError> {
    let view = api.call(&run.session_id).await?;
    Ok(Said {
        reply: run.answer.map(|answer| answer.text),
        waiting: run.status == RunStatus::Waiting,
        session_id: run.session_id,
        run_id: run.id,
        status: run.status,
        state: view.state,
        ended: view.call.ended_at.is_some(),
        outcome: view.call.outcome,
        usage: run.usage,
    })
}
