//! The two calls of a chat window (E-004, E-035): `POST /chat` answers directly, `POST /chat/react` reasons and shows
//! how.

use app::api::research::Research;
use axum::extract::Path;
use model::error::AppError;
use model::run::{Run, RunStatus};
use model::session::Ask;
use schemars::JsonSchema;
use serde::Serialize;

use super::{QUICK, shows};
use crate::agent::score::{self, ChatStep};
use crate::agent::trace;
use crate::api::Api;
use crate::http::body::{Json, JsonReply};

/// The maximum number of iterations of `POST /chat/react` (E-006).
const MAX_ITERATIONS: u32 = 5;

/// A message in a conversation.
#[derive(serde::Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "ChatMessage")]
pub struct Message {
    /// 1 to 10,000 characters.
    message: String,
    /// Default: a new conversation. An unknown one is refused.
    #[serde(alias = "sessionId")]
    session_id: Option<String>,
}

/// A direct reply.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Direct {
    response: String,
    session_id: String,
}

/// A reply with the steps that led to it.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Reasoned {
    response: String,
    session_id: String,
    run_id: String,
    status: RunStatus,
    reasoning_trace: Vec<ChatStep>,
    /// The run score, 0 to 1; absent where scores are hidden.
    #[serde(skip_serializing_if = "Option::is_none")]
    confidence: Option<f64>,
}

/// `POST /chat`: one reply, after at most three iterations.
pub async fn direct(api: Api, Json(message): Json<Message>) -> JsonReply<Direct> {
    let run = reply(&api, message, QUICK).await?;
    Ok(axum::Json(Direct { response: trace::answer_text(&run), session_id: run.session_id }))
}

/// `POST /chat/react`: likewise after at most five, with the steps that led to the reply; `REACT_ENABLED` switches it
/// off.
pub async fn react(api: Api, Json(message): Json<Message>) -> JsonReply<Reasoned> {
    if !api.services.config.react_enabled.value {
        let detail = "REACT_ENABLED is false on this server. POST /chat answers without showing its steps.";
        return Err(AppError::Forbidden { detail: detail.into() }.into());
    }
    let most = api.services.config.max_iterations.value.min(MAX_ITERATIONS);
    let run = reply(&api, message, most).await?;
    Ok(axum::Json(Reasoned {
        response: trace::answer_text(&run),
        reasoning_trace: score::reasoning_trace(&run),
        confidence: shows(&api).then(|| run.run_score.as_ref().map_or(0.0, |score| score.value)),
        run_id: run.id,
        status: run.status,
        session_id: run.session_id,
    }))
}

/// `POST /sessions/{id}/chat`: a message in a conversation (C-040); an unknown one is refused.
pub async fn go_on(api: Api, Path(id): Path<String>, Json(Said { message }): Json<Said>) -> JsonReply<Direct> {
    direct(api, Json(Message { message, session_id: Some(id) })).await
}

/// A message.
#[derive(serde::Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "SessionMessage")]
pub struct Said {
    /// 1 to 10,000 characters.
    message: String,
}

async fn reply(api: &Api, message: Message, most: u32) -> Result<Run, AppError> {
    let Message { message: query, session_id } = message;
    let asked = api.ask(Ask { query, session_id, max_iterations: Some(most), ..Ask::default() }).await?;
    api.services.agent.finish(&asked.run_id).await
}
