//! The research calls.

use app::api::research::Research;
use app::model::approval::Choice;
use app::model::session::Ask;
use axum::extract::Path;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

use super::body::{Json, Query};
use super::error::Problem;
use super::{events, response};
use crate::agent::reasoner::rules::EXAMPLES;
use crate::api::Api;

/// Iterations of a quick question.
const QUICK: u32 = 3;

#[derive(serde::Deserialize)]
pub struct Wait {
    wait: Option<bool>,
}

/// `POST /api/research`: the whole answer; with `Accept: text/event-stream` its events; with `?wait=false` the ids.
pub async fn ask(
    api: Api,
    Query(query): Query<Wait>,
    headers: HeaderMap,
    Json(ask): Json<Ask>,
) -> Result<Response, Problem> {
    reply(&api, ask, query.wait.unwrap_or(true), &headers).await
}

/// `POST /api/research/quick`: at most three iterations.
pub async fn quick(api: Api, headers: HeaderMap, Json(mut ask): Json<Ask>) -> Result<Response, Problem> {
    ask.max_iterations = Some(ask.max_iterations.map_or(QUICK, |n| n.min(QUICK)));
    reply(&api, ask, true, &headers).await
}

/// `POST /api/research/conversation/{id}`: a follow-up.
pub async fn follow_up(
    api: Api,
    Path(id): Path<String>,
    Query(query): Query<Wait>,
    headers: HeaderMap,
    Json(mut ask): Json<Ask>,
) -> Result<Response, Problem> {
    ask.session_id = Some(id);
    reply(&api, ask, query.wait.unwrap_or(true), &headers).await
}

async fn reply(api: &Api, ask: Ask, wait: bool, headers: &HeaderMap) -> Result<Response, Problem> {
    let asked = api.ask(ask).await?;
    let accept = headers.get(header::ACCEPT).and_then(|v| v.to_str().ok()).unwrap_or_default();
    if accept.contains("text/event-stream") {
        return events::stream(api, &asked.run_id, 0).await;
    }
    if !wait {
        return Ok((StatusCode::ACCEPTED, axum::Json(asked)).into_response());
    }
    let run = api.services.agent.finish(&asked.run_id).await?;
    Ok(axum::Json(response::research(&run)).into_response())
}

pub async fn run(api: Api, Path(id): Path<String>) -> Result<axum::Json<Value>, Problem> {
    Ok(axum::Json(json!(api.run(&id).await?)))
}

/// `POST …/cancel`: the run stops as soon as its tools let go; its last event says so.
pub async fn cancel(api: Api, Path(id): Path<String>) -> Result<StatusCode, Problem> {
    api.cancel(&id).await?;
    Ok(StatusCode::ACCEPTED)
}

/// `POST …/approvals/{id}`: a person's answer to what the run proposes; the reply is the run as it is then.
pub async fn decide(
    api: Api,
    Path((id, approval)): Path<(String, String)>,
    Json(choice): Json<Choice>,
) -> Result<axum::Json<Value>, Problem> {
    api.decide(&id, &approval, choice).await?;
    Ok(axum::Json(json!(api.run(&id).await?)))
}

pub async fn tools(api: Api) -> axum::Json<Value> {
    let tools = api.services.agent.tools().all();
    let items: Vec<Value> = tools
        .iter()
        .map(|t| {
            json!({"name": t.name, "description": t.description, "acts": t.effect == crate::tools::Effect::Acts,
            "parameters": t.schema})
        })
        .collect();
    axum::Json(json!({"total": items.len(), "items": items}))
}

pub async fn examples() -> axum::Json<Value> {
    let items = EXAMPLES;
    axum::Json(json!({"total": items.len(), "items": items}))
}
