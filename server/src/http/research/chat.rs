//! The two calls of a chat window (E-004, E-035): `POST /chat` answers directly, `POST /chat/react` reasons and shows how.

use app::api::research::Research;
use app::error::AppError;
use app::model::run::Run;
use app::model::session::Ask;
use serde_json::{Value, json};

use super::{QUICK, shows};
use crate::agent::{score, trace};
use crate::api::Api;
use crate::http::body::Json;
use crate::http::error::Problem;

/// A message, and the conversation that it continues.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Message {
    message: String,
    session_id: Option<String>,
}

/// `POST /chat`: one reply, after at most three iterations.
pub async fn direct(api: Api, Json(message): Json<Message>) -> Result<axum::Json<Value>, Problem> {
    let run = reply(&api, message, Some(QUICK)).await?;
    Ok(axum::Json(json!({ "response": trace::answer_text(&run), "session_id": run.session_id })))
}

/// `POST /chat/react`: the same with all iterations and the steps that led to the reply; `REACT_ENABLED` switches it off.
pub async fn react(api: Api, Json(message): Json<Message>) -> Result<axum::Json<Value>, Problem> {
    if !api.services.config.react_enabled.value {
        let detail = "REACT_ENABLED is false on this server. POST /chat answers without showing its steps.";
        return Err(AppError::Forbidden { detail: detail.into() }.into());
    }
    let run = reply(&api, message, None).await?;
    let mut body = json!({
        "response": trace::answer_text(&run),
        "session_id": run.session_id,
        "run_id": run.id,
        "status": run.status,
        "reasoning_trace": score::reasoning_trace(&run),
    });
    if shows(&api) {
        body["confidence"] = run.run_score.as_ref().map_or(0.0, |score| score.value).into();
    }
    Ok(axum::Json(body))
}

async fn reply(api: &Api, message: Message, most: Option<u32>) -> Result<Run, AppError> {
    let Message { message: query, session_id } = message;
    let asked = api.ask(Ask { query, session_id, max_iterations: most, ..Ask::default() }).await?;
    api.services.agent.finish(&asked.run_id).await
}
