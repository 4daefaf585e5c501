//! The research calls.

pub mod chat;
pub mod records;

use app::api::research::Research;
use axum::extract::Path;
use axum::http::HeaderMap;
use model::approval::Choice;
use model::error::AppError;
use model::run::{Run, Scope};
use model::session::{Ask, Page};
use schemars::JsonSchema;
use serde::Serialize;

use super::body::{Json, JsonReply, Query};
use super::docs::{Accepted, OrEvents, OrIds};
use super::error::Problem;
use super::response::Answered;
use super::{events, response, sse};
use crate::api::Api;

/// Maximum iterations of a quick question.
const QUICK: u32 = 3;
/// Maximum iterations of a question about a customer, and maximum number of such questions per request.
const OF_CUSTOMER: u32 = 5;
const MOST_QUESTIONS: usize = 20;
/// The default question about a selection.
const INSIGHT: &str = "What are the main issues?";
/// How long an answer about a selection is cached, in milliseconds.
const FRESH_MS: i64 = 10 * 60 * 1000;

#[derive(serde::Deserialize, JsonSchema)]
pub struct Wait {
    /// False returns the ids at once; `GET /api/research/runs/{id}/events` streams the rest.
    pub wait: Option<bool>,
}

/// `POST /api/research`: the whole answer; with `Accept: text/event-stream` its events; with `?wait=false` the ids.
pub async fn ask(
    api: Api,
    Query(query): Query<Wait>,
    headers: HeaderMap,
    Json(ask): Json<Ask>,
) -> Result<OrEvents<OrIds<Answered>>, Problem> {
    reply(&api, ask, query.wait.unwrap_or(true), &headers).await
}

/// `POST /api/research/quick`: at most three iterations; adds `processingTime` in milliseconds.
pub async fn quick(
    api: Api,
    headers: HeaderMap,
    Json(mut ask): Json<Ask>,
) -> Result<OrEvents<axum::Json<Quick>>, Problem> {
    ask.max_iterations = Some(ask.max_iterations.map_or(QUICK, |n| n.min(QUICK)));
    if sse::is_wanted(&headers) {
        let asked = api.ask(ask).await?;
        return Ok(OrEvents::Events(events::stream(&api, &asked.run_id, 0).await?));
    }
    let answer = answered(&api, ask).await?;
    Ok(OrEvents::Reply(axum::Json(Quick { processing_time: answer.stats.total_time, answer })))
}

/// An answer after at most three iterations.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Quick {
    /// Milliseconds.
    processing_time: i64,
    #[serde(flatten)]
    answer: Answered,
}

/// Questions about one customer.
#[derive(serde::Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Questions {
    /// 1 to 20.
    questions: Vec<String>,
}

/// `POST /api/research/customer/{id}`: each question about that customer, with at most five iterations, one after the
/// other.
pub async fn customer(
    api: Api,
    Path(id): Path<String>,
    Json(Questions { questions }): Json<Questions>,
) -> JsonReply<OfCustomer> {
    if !(1..=MOST_QUESTIONS).contains(&questions.len()) {
        let detail = format!("Give 1 to {MOST_QUESTIONS} questions, not {}.", questions.len());
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
        results.push(AboutCustomer { question: query, answer: answered(&api, ask).await? });
    }
    Ok(axum::Json(OfCustomer { customer_id: id, total: results.len(), results }))
}

/// The questions about a customer, with the answers.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct OfCustomer {
    customer_id: String,
    total: usize,
    results: Vec<AboutCustomer>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct AboutCustomer {
    question: String,
    #[serde(flatten)]
    answer: Answered,
}

/// A question about a dashboard selection.
#[derive(serde::Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Insight {
    context: Scope,
    /// Default: "What are the main issues?".
    question: Option<String>,
    /// False to skip the cache.
    use_cache: Option<bool>,
}

/// `POST /api/research/insight`: an answer about a selection; an answer to the same question about the same selection
/// from the last ten minutes is returned again, unless `useCache` is false.
pub async fn insight(api: Api, Json(asked): Json<Insight>) -> JsonReply<Told> {
    let query = asked.question.unwrap_or_else(|| INSIGHT.to_owned());
    let ask = Ask { query, context: Some(asked.context), ..Ask::default() };
    let earlier = match asked.use_cache.unwrap_or(true) {
        true => api.answered_lately(&ask, FRESH_MS).await?,
        false => None,
    };
    Ok(axum::Json(match earlier {
        Some(run) => Told { cached: true, answer: response::answered(&run, shows(&api)) },
        None => Told { cached: false, answer: answered(&api, ask).await? },
    }))
}

/// An answer about a dashboard selection.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Told {
    /// True if it comes from the cache of the last ten minutes.
    cached: bool,
    #[serde(flatten)]
    answer: Answered,
}

async fn answered(api: &Api, ask: Ask) -> Result<Answered, Problem> {
    let asked = api.ask(ask).await?;
    Ok(response::answered(&api.services.agent.finish(&asked.run_id).await?, shows(api)))
}

/// Whether the caller sees scores, as on the desk; reviewers see them where they review.
fn shows(api: &Api) -> bool {
    api.services.config.show_scores.value
}

pub(super) fn scored(api: &Api, run: Run) -> Run {
    if shows(api) { run } else { run.without_scores() }
}

/// `POST /api/research/conversation/{id}`: a follow-up.
pub async fn follow_up(
    api: Api,
    Path(id): Path<String>,
    Query(query): Query<Wait>,
    headers: HeaderMap,
    Json(mut ask): Json<Ask>,
) -> Result<OrEvents<OrIds<Answered>>, Problem> {
    ask.session_id = Some(id);
    reply(&api, ask, query.wait.unwrap_or(true), &headers).await
}

async fn reply(api: &Api, ask: Ask, wait: bool, headers: &HeaderMap) -> Result<OrEvents<OrIds<Answered>>, Problem> {
    let asked = api.ask(ask).await?;
    if sse::is_wanted(headers) {
        return Ok(OrEvents::Events(events::stream(api, &asked.run_id, 0).await?));
    }
    if !wait {
        return Ok(OrEvents::Reply(OrIds::Ids(asked)));
    }
    let run = api.services.agent.finish(&asked.run_id).await?;
    Ok(OrEvents::Reply(OrIds::Whole(Box::new(response::answered(&run, shows(api))))))
}

/// `GET /api/research/runs/{id}`: the run, folded from its events.
pub async fn run(api: Api, Path(id): Path<String>) -> JsonReply<Run> {
    Ok(axum::Json(scored(&api, api.run(&id).await?)))
}

/// `POST …/cancel`: stops the run as soon as its tools return; its last event records that.
pub async fn cancel(api: Api, Path(id): Path<String>) -> Result<Accepted, Problem> {
    api.cancel(&id).await?;
    Ok(Accepted)
}

/// `POST …/approvals/{id}`: a person's decision on a proposal of the run; the reply is the run afterwards.
pub async fn decide(
    api: Api,
    Path((id, approval)): Path<(String, String)>,
    Json(choice): Json<Choice>,
) -> JsonReply<Run> {
    api.decide(&id, &approval, choice).await?;
    Ok(axum::Json(scored(&api, api.run(&id).await?)))
}

/// `GET /api/research/examples`: questions to begin with.
pub async fn examples(api: Api) -> JsonReply<Page<String>> {
    Ok(axum::Json(Page::of(api.services.agent.examples().await?)))
}
