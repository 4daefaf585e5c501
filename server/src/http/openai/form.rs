//! Requests of clients: the fields of OpenAI's requests that have a meaning here. Others are ignored, since clients
//! send many: the desk itself decides on models, temperature and length.

use model::error::AppError;
use model::session::{Ask, Role, Turn};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::api::Api;
use crate::api::openai::Model;
use crate::store::sessions::keep;

/// A conversation up to a question.
#[derive(Deserialize, JsonSchema)]
pub struct ChatRequest {
    /// As `GET /v1/models` lists them.
    model: String,
    /// The last one is the question; those before are earlier turns.
    messages: Vec<Item>,
    pub stream: Option<bool>,
    pub stream_options: Option<StreamOptions>,
    /// Must be 1 if given.
    n: Option<u32>,
}

#[derive(Deserialize, JsonSchema)]
pub struct StreamOptions {
    /// Adds a last chunk with the tokens used.
    #[serde(default)]
    pub include_usage: bool,
}

/// A question, or a conversation up to one.
#[derive(Deserialize, JsonSchema)]
pub struct ResponseRequest {
    /// As `GET /v1/models` lists them.
    model: String,
    input: Input,
    /// Further instructions of the client.
    pub instructions: Option<String>,
    /// The response to continue from.
    pub previous_response_id: Option<String>,
    pub stream: Option<bool>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(untagged)]
enum Input {
    Text(String),
    Items(Vec<Item>),
}

/// A message; other items are ignored.
#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "OpenaiMessage")]
pub struct Item {
    /// system, developer, user, assistant or tool.
    pub role: Option<String>,
    content: Option<Content>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(untagged)]
enum Content {
    Text(String),
    Parts(Vec<ContentPart>),
    /// Other content that some clients send; ignored.
    Object {},
}

/// A part of a message, which must be text.
#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "OpenaiPart")]
struct ContentPart {
    #[serde(rename = "type")]
    kind: String,
    text: Option<String>,
}

/// The prefix of a response id; the rest is the run's id.
pub const RESPONSE: &str = "resp_";

impl ChatRequest {
    /// The question in the desk's own form, and the chosen model.
    ///
    /// # Errors
    /// `Invalid` for an unknown model, and if nothing is asked.
    pub async fn ask(&self, api: &Api) -> Result<(Ask, Model), AppError> {
        if let Some(n) = self.n.filter(|n| *n != 1) {
            return Err(AppError::invalid("n", format!("n is {n}, but a question gets one answer here: leave n out.")));
        }
        let model = api.model(&self.model)?;
        let (query, before) = turns(&self.messages, "messages")?;
        let session_id = api.goes_on(&before).await?;
        Ok((ask(query, before, instructions(&self.messages), session_id, &model), model))
    }
}

impl ResponseRequest {
    /// As [`ChatRequest::ask`].
    ///
    /// # Errors
    /// Likewise; `NotFound` for an earlier response that is not the caller's own.
    pub async fn ask(&self, api: &Api) -> Result<(Ask, Model), AppError> {
        let model = api.model(&self.model)?;
        let ((query, mut before), mut instructed) = match &self.input {
            Input::Text(text) => ((text.clone(), Vec::new()), Vec::new()),
            Input::Items(items) => (turns(items, "input")?, instructions(items)),
        };
        let session_id = match &self.previous_response_id {
            Some(id) => {
                let run = id.strip_prefix(RESPONSE).unwrap_or(id);
                api.own_run(run).await?;
                let of = keep::of_run(&api.services.db, run).await?;
                Some(of.ok_or_else(|| AppError::not_found(format!("There is no response {id}.")))?.0)
            }
            None => api.goes_on(&before).await?,
        };
        if let Some(content) = self.instructions.clone().filter(|text| !text.trim().is_empty()) {
            let turn = Turn { role: Role::User, content };
            before.insert(0, turn.clone());
            instructed.insert(0, turn);
        }
        Ok((ask(query, before, instructed, session_id, &model), model))
    }
}

/// Turns that the desk has stored are not passed on again; the client's own instructions are.
pub fn ask(query: String, before: Vec<Turn>, instructed: Vec<Turn>, session_id: Option<String>, model: &Model) -> Ask {
    let conversation_history = if session_id.is_some() { instructed } else { before };
    let (strategy, domain) = (model.strategy, model.domain.clone());
    Ask { query, session_id, conversation_history, strategy, domain, ..Ask::default() }
}

/// The client's fixed instructions, whoever asks through it.
pub fn instructions(items: &[Item]) -> Vec<Turn> {
    let set = items.iter().filter(|item| matches!(item.role.as_deref(), Some("system" | "developer")));
    set.filter_map(|item| Some(Turn { role: Role::User, content: item.text().ok()? })).collect()
}

/// The question in the last message, and the messages before it.
///
/// # Errors
/// `Invalid` with the field, if the last message asks nothing or a message contains anything but text.
pub fn turns(items: &[Item], field: &str) -> Result<(String, Vec<Turn>), AppError> {
    let mut turns = Vec::new();
    for (n, item) in items.iter().enumerate() {
        let Some(role) = item.role.as_deref() else { continue };
        let role = match role {
            "user" | "system" | "developer" => Role::User,
            "assistant" => Role::Assistant,
            "tool" | "function" => Role::Tool,
            other => {
                let detail =
                    format!("{field}[{n}].role is \"{other}\"; it can be system, developer, user, assistant or tool.");
                return Err(AppError::invalid(format!("{field}[{n}].role"), detail));
            }
        };
        let content = item.text().map_err(|kind| {
            let detail =
                format!("{field}[{n}] holds a part of the type \"{kind}\". The desk reads only text: leave it out.");
            AppError::invalid(format!("{field}[{n}].content"), detail)
        })?;
        if !content.trim().is_empty() {
            turns.push(Turn { role, content });
        }
    }
    let asks = items.iter().rev().find_map(|item| item.role.as_deref()) == Some("user");
    match turns.pop() {
        Some(Turn { role: Role::User, content }) if asks => Ok((content, turns)),
        _ => Err(AppError::invalid(field, format!("The last of {field} must be the user's question, as text."))),
    }
}

impl Item {
    /// Its text; the error is the type of a part that is not text.
    fn text(&self) -> Result<String, &str> {
        match &self.content {
            None => Ok(String::new()),
            Some(Content::Text(text)) => Ok(text.clone()),
            Some(Content::Object {}) => Err("object"),
            Some(Content::Parts(parts)) => {
                let text = |part: &'_ ContentPart| part.text.clone().filter(|_| part.kind.ends_with("text"));
                match parts.iter().find(|part| text(part).is_none() && part.kind != "refusal") {
                    Some(part) => Err(&part.kind),
                    None => Ok(parts.iter().filter_map(text).collect::<Vec<_>>().join("\n")),
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn read(messages: Value) -> Result<(String, Vec<Turn>), AppError> {
        turns(&serde_json::from_value::<Vec<Item>>(messages).unwrap(), "messages")
    }

    #[test]
    fn the_last_message_asks() {
        let (query, before) = read(json!([
            {"role": "system", "content": "Be short."},
            {"role": "user", "content": [{"type": "text", "text": "How many?"}]},
            {"type": "function_call", "name": "x"},
            {"role": "assistant", "content": "14.", "tool_calls": null},
            {"role": "user", "content": [{"type": "input_text", "text": "And in"}, {"type": "input_text", "text": "May?"}]},
        ]))
        .unwrap();
        assert_eq!(query, "And in\nMay?");
        let said: Vec<(Role, &str)> = before.iter().map(|turn| (turn.role, turn.content.as_str())).collect();
        assert_eq!(said, [(Role::User, "Be short."), (Role::User, "How many?"), (Role::Assistant, "14.")]);
    }

    #[test]
    fn what_is_no_question_is_refused_by_field() {
        for (messages, wrong) in [
            (json!([]), "messages"),
            (json!([{"role": "system", "content": "Be short."}]), "messages"),
            (json!([{"role": "user", "content": "Why?"}, {"role": "assistant", "content": "So."}]), "messages"),
            (json!([{"role": "user", "content": " "}]), "messages"),
            (json!([{"role": "clown", "content": "Why?"}]), "messages[0].role"),
            (json!([{"role": "user", "content": [{"type": "image_url", "image_url": {}}]}]), "messages[0].content"),
        ] {
            let refused = read(messages.clone()).unwrap_err();
            assert!(matches!(&refused, AppError::Invalid { field, .. } if field == wrong), "{messages}: {refused:?}");
        }
    }
}
