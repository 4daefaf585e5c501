//! `/v1`: the desk with the interface of OpenAI's API, for chat windows, editors and libraries that use it. Questions
//! are processed as from the pages and from `POST /api/research`; an API token is the key, with the same permissions.

mod error;
pub(super) mod follow;
pub(super) mod form;
pub(super) mod reply;
mod stream;

use app::api::research::Research;
use axum::extract::{Path, State};
use futures::StreamExt;
use model::error::AppError;
use model::run::{RunStatus, StoredEvent};
use schemars::JsonSchema;
use serde::Serialize;

use super::Web;
use super::body::Json;
use super::docs::OrEvents;
use super::guard::peer::Peer;
use crate::api::Api;
use crate::api::openai::Model;
use error::Refused;
pub use error::restate;
use follow::{Heard, follow};
use form::{ChatRequest, RESPONSE, ResponseRequest};
use reply::{Asked, ChatCompletion, OpenaiResponse, Told};

/// The channel of conversations that began here.
const CHANNEL: &str = "openai";

/// The models to choose from.
#[derive(Debug, Serialize, JsonSchema)]
pub struct OpenaiModels {
    object: &'static str,
    data: Vec<OpenaiModel>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct OpenaiModel {
    id: String,
    object: &'static str,
    /// Always 0.
    created: i64,
    owned_by: &'static str,
    name: String,
    description: String,
}

impl OpenaiModel {
    fn of(model: Model) -> Self {
        let Model { id, about, .. } = model;
        Self { name: id.clone(), id, object: "model", created: 0, owned_by: "plumbline", description: about }
    }
}

/// `GET /v1/models`: one per reasoner, and one per domain of the skills.
pub async fn models(api: Api) -> axum::Json<OpenaiModels> {
    axum::Json(OpenaiModels { object: "list", data: api.models().into_iter().map(OpenaiModel::of).collect() })
}

/// `GET /v1/models/{id}`.
pub async fn model(api: Api, Path(id): Path<String>) -> Result<axum::Json<OpenaiModel>, Refused> {
    Ok(axum::Json(OpenaiModel::of(api.model(&id)?)))
}

/// `POST /v1/chat/completions`: the whole answer; with `stream`, its steps and then the answer.
pub async fn chat(
    State(web): State<Web>,
    api: Api,
    peer: Peer,
    Json(request): Json<ChatRequest>,
) -> Result<OrEvents<axum::Json<ChatCompletion>>, Refused> {
    let api = Api { channel: CHANNEL, ..api };
    let (ask, model) = request.ask(&api).await?;
    let run_id = api.ask(ask).await?.run_id;
    let heard = follow(api, run_id.clone(), 0, web.stopping.clone());
    if request.stream.unwrap_or_default() {
        let usage = request.stream_options.is_some_and(|options| options.include_usage);
        let chat =
            stream::Chat { run_id, model: model.id, origin: peer.origin, usage, now: web.services().world.now() };
        return Ok(OrEvents::Events(chat.reply(heard)));
    }
    Ok(OrEvents::Reply(axum::Json(ChatCompletion::of(drained(heard, &peer.origin).await?, model.id))))
}

/// `POST /v1/responses`: the same in the newer form; `previous_response_id` continues an earlier one.
pub async fn respond(
    State(web): State<Web>,
    api: Api,
    peer: Peer,
    Json(request): Json<ResponseRequest>,
) -> Result<OrEvents<axum::Json<OpenaiResponse>>, Refused> {
    let api = Api { channel: CHANNEL, ..api };
    let (ask, model) = request.ask(&api).await?;
    let run_id = api.ask(ask).await?.run_id;
    let asked = Asked { model: model.id, instructions: request.instructions, previous: request.previous_response_id };
    let begun = OpenaiResponse::begun(&run_id, &asked, web.services().world.now());
    let heard = follow(api, run_id.clone(), 0, web.stopping.clone());
    if request.stream.unwrap_or_default() {
        let respond = stream::Respond { run_id, origin: peer.origin, begun };
        return Ok(OrEvents::Events(respond.reply(heard)));
    }
    Ok(OrEvents::Reply(axum::Json(begun.with(&drained(heard, &peer.origin).await?))))
}

/// `GET /v1/responses/{id}`: an earlier response, in its current state.
pub async fn response(api: Api, peer: Peer, Path(id): Path<String>) -> Result<axum::Json<OpenaiResponse>, Refused> {
    let run_id = id.strip_prefix(RESPONSE).unwrap_or(&id);
    let run = api.run(run_id).await?;
    let asked = Asked { model: crate::api::openai::AUTO.to_owned(), ..Asked::default() };
    let begun = OpenaiResponse::begun(run_id, &asked, run.started_at);
    if !run.status.is_over() && run.status != RunStatus::Waiting {
        return Ok(axum::Json(begun));
    }
    let events: Vec<StoredEvent> = api.events(run_id).await?;
    let steps = events.iter().filter_map(|stored| follow::step(&stored.event)).collect();
    Ok(axum::Json(match told(Ok(Box::new(run)), steps, &peer.origin) {
        Ok(told) => begun.with(&told),
        Err(refused) => begun.failed(&refused.to_string()),
    }))
}

/// Collects everything until the end.
async fn drained(mut heard: impl futures::Stream<Item = Heard> + Unpin, origin: &str) -> Result<Told, AppError> {
    let mut steps = String::new();
    while let Some(heard) = heard.next().await {
        match heard {
            Heard::Ended(run) => return told(run, steps, origin),
            under_way => steps.extend(under_way.words()),
        }
    }
    Err(AppError::internal())
}

/// The result of a run: an answer, or why there is none.
pub(super) fn told(run: Result<Box<model::run::Run>, AppError>, steps: String, origin: &str) -> Result<Told, AppError> {
    let run = run?;
    match run.failed_because() {
        // Reported once: an automatic retry by the client would only fail again.
        Some(detail) => Err(AppError::Conflict { detail }),
        None => Ok(Told::of(*run, steps, origin)),
    }
}
