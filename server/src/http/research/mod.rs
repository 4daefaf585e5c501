//! The research calls.

pub mod chat;
pub mod records;

use app::api::research::Research;
use app::error::AppError;
use app::model::approval::Choice;
use app::model::run::{Run, Scope};
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
/// Iterations of a question about a customer, and how many such questions one request may hold.
const OF_CUSTOMER: u32 = 5;
const MOST_QUESTIONS: usize = 20;
/// What is asked of a choice where nothing is.
const INSIGHT: &str = "What are the main issues?";
/// How long an answer about a choice counts as fresh, in milliseconds.
const FRESH_MS: i64 = 10 * 60 * 1000;

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

/// `POST /api/research/quick`: at most three iterations; `processingTime` in milliseconds beside the rest.
pub async fn quick(api: Api, headers: HeaderMap, Json(mut ask): Json<Ask>) -> Result<Response, Problem> {
    ask.max_iterations = Some(ask.max_iterations.map_or(QUICK, |n| n.min(QUICK)));
    if streams(&headers) {
        return reply(&api, ask, true, &headers).await;
    }
    let mut body = answered(&api, ask).await?;
    body["processingTime"] = body["stats"]["totalTime"].clone();
    Ok(axum::Json(body).into_response())
}

/// Questions about one customer.
#[derive(serde::Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Questions {
    questions: Vec<String>,
}

/// `POST /api/research/customer/{id}`: each question about that customer, at most five iterations each, one after the other.
pub async fn customer(
    api: Api,
    Path(id): Path<String>,
    Json(Questions { questions }): Json<Questions>,
) -> Result<axum::Json<Value>, Problem> {
    if !(1..=MOST_QUESTIONS).contains(&questions.len()) {
        let detail = format!("Give 1 to {MOST_QUESTIONS} questions; these are {}.", questions.len());
        return Err(AppError::invalid("questions", detail).into());
    }
    let mut results = Vec::with_capacity(questions.len());
    for query in questions {
        let ask = Ask {
            query: query.clone(),
            customer_id: Some(id.clone()),
            max_iterations: Some(OF_CUSTOMER),
            ..Ask::default()
        };
        let mut body = answered(&api, ask).await?;
        body["question"] = query.into();
        results.push(body);
    }
    Ok(axum::Json(json!({"customerId": id, "total": results.len(), "results": results})))
}

/// What is to be said of a choice on the dashboard.
#[derive(serde::Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Insight {
    context: Scope,
    question: Option<String>,
    use_cache: Option<bool>,
}

/// `POST /api/research/insight`: an answer about what is chosen; one that is younger than ten minutes and answers the same
/// of the same choice is given again, unless `useCache` is false.
pub async fn insight(api: Api, Json(asked): Json<Insight>) -> Result<axum::Json<Value>, Problem> {
    let query = asked.question.unwrap_or_else(|| INSIGHT.to_owned());
    let ask = Ask { query, context: Some(asked.context), ..Ask::default() };
    let earlier = match asked.use_cache.unwrap_or(true) {
        true => api.answered_lately(&ask, FRESH_MS).await?,
        false => None,
    };
    let (mut body, cached) = match earlier {
        Some(run) => (response::answered(&run, shows(&api)), true),
        None => (answered(&api, ask).await?, false),
    };
    body["cached"] = cached.into();
    Ok(axum::Json(body))
}

async fn answered(api: &Api, ask: Ask) -> Result<Value, Problem> {
    let asked = api.ask(ask).await?;
    Ok(response::answered(&api.services.agent.finish(&asked.run_id).await?, shows(api)))
}

/// Whether those who ask see the scores, as on the desk; reviewers see them where they review.
fn shows(api: &Api) -> bool {
    api.services.config.show_scores.value
}

pub(super) fn scored(api: &Api, run: Run) -> Run {
    if shows(api) { run } else { run.without_scores() }
}

fn streams(headers: &HeaderMap) -> bool {
    headers.get(header::ACCEPT).and_then(|v| v.to_str().ok()).is_some_and(|kind| kind.contains("text/event-stream"))
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
    if streams(headers) {
        return events::stream(api, &asked.run_id, 0).await;
    }
    if !wait {
        return Ok((StatusCode::ACCEPTED, axum::Json(asked)).into_response());
    }
    let run = api.services.agent.finish(&asked.run_id).await?;
    Ok(axum::Json(response::answered(&run, shows(api))).into_response())
}

pub async fn run(api: Api, Path(id): Path<String>) -> Result<axum::Json<Value>, Problem> {
    Ok(axum::Json(json!(scored(&api, api.run(&id).await?))))
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
    Ok(axum::Json(json!(scored(&api, api.run(&id).await?))))
}

pub async fn tools(api: Api) -> axum::Json<Value> {
    let tools = api.services.agent.tools();
    let items: Vec<Value> = tools
        .all()
        .iter()
        .map(|t| {
            json!({"name": t.name, "description": t.description, "acts": t.effect == crate::tools::Effect::Acts,
            "parameters": t.schema, "from": t.teller.as_ref().map(|_| &t.skill)})
        })
        .collect();
    axum::Json(json!({"total": items.len(), "items": items}))
}

pub async fn examples() -> axum::Json<Value> {
    let items = EXAMPLES;
    axum::Json(json!({"total": items.len(), "items": items}))
}
