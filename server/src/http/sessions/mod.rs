//! Conversations with the calls of a chat window (C-040): a thin layer over the desk's own.

use model::error::AppError;
use model::session::{ConversationItem, Page};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::body::{JsonReply, OptionalJson};
use super::docs::Created;
use super::error::Problem;
use crate::api::Api;

/// The longest name of a channel, in characters.
const CHANNEL: usize = 40;

/// The conversation to begin; its user is the caller.
#[derive(Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Begin {
    /// Where the person writes, 1 to 40 characters: "web", "teams". Default: "api".
    channel: Option<String>,
}

/// A new conversation.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Begun {
    session_id: String,
    channel: String,
    /// UTC milliseconds.
    started_at: i64,
}

/// `POST /sessions`: an empty conversation; `POST /sessions/{id}/chat` continues it.
pub async fn begin(api: Api, OptionalJson(begin): OptionalJson<Begin>) -> Result<Created<Begun>, Problem> {
    let channel = begin.channel.map_or_else(|| api.channel.to_owned(), |channel| channel.trim().to_owned());
    if !(1..=CHANNEL).contains(&channel.chars().count()) || channel.chars().any(char::is_control) {
        let detail = format!("channel: give it 1 to {CHANNEL} characters, such as \"web\".");
        return Err(AppError::invalid("channel", detail).into());
    }
    let (session_id, started_at) = api.begin_conversation(&channel).await?;
    Ok(Created(Begun { session_id, channel, started_at }))
}

/// `GET /sessions`: the newest hundred, including empty ones.
pub async fn list(api: Api) -> JsonReply<Page<ConversationItem>> {
    Ok(axum::Json(Page::of(api.sessions().await?)))
}
