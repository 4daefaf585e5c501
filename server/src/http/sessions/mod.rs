//! Conversations with the calls of a chat window (C-040): a thin layer over the desk's own.

use model::session::{ConversationItem, Page};
use schemars::JsonSchema;
use serde::Serialize;

use super::body::JsonReply;
use super::docs::Created;
use super::error::Problem;
use crate::api::Api;

/// A new conversation.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Begun {
    session_id: String,
    /// UTC milliseconds.
    started_at: i64,
}

/// `POST /sessions`: an empty conversation; `POST /sessions/{id}/chat` continues it.
pub async fn begin(api: Api) -> Result<Created<Begun>, Problem> {
    let (session_id, started_at) = api.begin_conversation().await?;
    Ok(Created(Begun { session_id, started_at }))
}

/// `GET /sessions`: the newest hundred, including empty ones.
pub async fn list(api: Api) -> JsonReply<Page<ConversationItem>> {
    Ok(axum::Json(Page::of(api.sessions().await?)))
}
