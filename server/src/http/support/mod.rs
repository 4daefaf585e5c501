//! Support calls over REST: `POST /api/support/calls`, `…/messages`, `…/end`.

pub mod voice;

use app::api::support::Support;
use axum::extract::Path;
use model::error::AppError;
use model::run::{Run, RunStatus, StepKind, Usage};
use model::support::{BeginCall, Call, CallChange, CallSettings, CallState, CallView, Monitor, Outcome, Task};
use schemars::JsonSchema;
use serde::Serialize;

use super::body::{Json, JsonReply, Query};
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

/// The last calls, with their usage.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Calls {
    items: Vec<Call>,
    total: usize,
    monitor: Monitor,
}

/// `GET /api/support/calls`: the latest calls, with their usage.
pub async fn list(api: Api) -> JsonReply<Calls> {
    let desk = api.support_desk().await?;
    Ok(axum::Json(Calls { total: desk.calls.len(), items: desk.calls, monitor: desk.monitor }))
}

/// `GET /api/support/settings`: the settings with which calls begin.
pub async fn settings(api: Api) -> JsonReply<CallSettings> {
    Ok(axum::Json(api.call_settings().await?))
}

/// `PATCH /api/support/settings`: changes the given ones, for calls that begin from now on.
pub async fn change(api: Api, Json(change): Json<CallChange>) -> JsonReply<CallSettings> {
    Ok(axum::Json(api.change_calls(change).await?))
}

/// `POST /api/support/calls`: begins a call; the reply is the greeting.
pub async fn begin(api: Api, Json(begin): Json<BeginCall>) -> Result<Created<Said>, Problem> {
    let asked = api.begin_call(begin).await?;
    let run = api.services.agent.finish(&asked.run_id).await?;
    Ok(Created(reply(&api, run).await?))
}

/// `GET /api/support/calls/{id}`: the call with its state and its runs.
pub async fn call(api: Api, Path(id): Path<String>) -> JsonReply<CallView> {
    Ok(axum::Json(api.call(&id).await?))
}

/// `POST …/messages`: a message of the caller, and the reply. With `?wait=false` the ids, whose events deliver the
/// rest.
pub async fn say(
    api: Api,
    Path(id): Path<String>,
    Query(query): Query<Wait>,
    Json(Message { message }): Json<Message>,
) -> Result<OrIds<Said>, Problem> {
    let Some(asked) = api.say(&id, &message).await? else {
        return Ok(OrIds::Whole(Box::new(read_by_person(&api, &id).await?)));
    };
    if query.wait == Some(false) {
        return Ok(OrIds::Ids(asked));
    }
    let run = api.services.agent.finish(&asked.run_id).await?;
    Ok(OrIds::Whole(Box::new(reply(&api, run).await?)))
}

/// `POST …/take`: the person takes the call over; the caller is informed.
pub async fn take(api: Api, Path(id): Path<String>) -> JsonReply<CallView> {
    api.take_call(&id).await?;
    Ok(axum::Json(api.call(&id).await?))
}

/// A message by the person who has taken over the call.
#[derive(serde::Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "CallWriting")]
pub struct Writing {
    text: String,
}

/// `POST …/write`.
pub async fn write(api: Api, Path(id): Path<String>, Json(Writing { text }): Json<Writing>) -> JsonReply<CallView> {
    api.write(&id, &text).await?;
    Ok(axum::Json(api.call(&id).await?))
}

/// Open promises to callers.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "SupportTasks")]
pub struct Tasks {
    items: Vec<Task>,
    total: usize,
}

/// `GET /api/support/tasks`: open promises to callers.
pub async fn tasks(api: Api) -> JsonReply<Tasks> {
    let items = api.support_tasks().await?;
    Ok(axum::Json(Tasks { total: items.len(), items }))
}

/// The outcome of a task.
#[derive(serde::Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "TaskClosing")]
pub struct Closing {
    outcome: String,
}

/// `POST /api/support/tasks/{id}/close`.
pub async fn close_task(api: Api, Path(id): Path<String>, Json(Closing { outcome }): Json<Closing>) -> JsonReply<Task> {
    Ok(axum::Json(api.close_task(&id, &outcome).await?))
}

/// A call that has ended.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Ended {
    call: Call,
    state: Option<CallState>,
}

/// `POST …/end`: ends the call from outside.
pub async fn end(api: Api, Path(id): Path<String>) -> JsonReply<Ended> {
    api.end_call(&id).await?;
    let view = api.call(&id).await?;
    Ok(axum::Json(Ended { call: view.call, state: view.state }))
}

/// The agent's reply, and the state of the call.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "CallReply")]
pub struct Said {
    session_id: String,
    /// `null` if a person has taken over.
    run_id: Option<String>,
    reply: Option<String>,
    status: RunStatus,
    /// A colleague still has to confirm a ticket. The reply says so; the number comes with the run.
    waiting: bool,
    state: Option<CallState>,
    ended: bool,
    outcome: Option<Outcome>,
    usage: Usage,
}

/// A message that a person reads.
async fn read_by_person(api: &Api, id: &str) -> Result<Said, AppError> {
    let view = api.call(id).await?;
    Ok(Said {
        session_id: id.to_owned(),
        run_id: None,
        reply: None,
        status: RunStatus::Waiting,
        waiting: true,
        state: view.state,
        ended: view.call.ended_at.is_some(),
        outcome: view.call.outcome,
        usage: Usage::default(),
    })
}

async fn reply(api: &Api, run: Run) -> Result<Said, AppError> {
    let view = api.call(&run.session_id).await?;
    let meanwhile = run.steps.iter().rev().find_map(|step| match &step.kind {
        StepKind::Approval { said, decision: None, .. } => said.clone(),
        _ => None,
    });
    Ok(Said {
        reply: run.answer.map(|answer| answer.text).or(meanwhile),
        waiting: run.status == RunStatus::Waiting,
        session_id: run.session_id,
        run_id: Some(run.id),
        status: run.status,
        state: view.state,
        ended: view.call.ended_at.is_some(),
        outcome: view.call.outcome,
        usage: run.usage,
    })
}
