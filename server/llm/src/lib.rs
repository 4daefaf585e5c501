//! Language models: one trait, a table of providers, one file per wire format, and the layers around a call.
//!
//! A call goes through these layers, from the outside in: [`fallback`] (a second model when the first fails),
//! [`choose`] (a tool call even from servers that ignore tools), [`retry`] (repeats what may succeed later), [`pace`]
//! (limits calls per minute), [`client`] (HTTP) and [`wire`] (JSON, pure). [`config::build`] assembles them.
//!
//! Deliberately not here: tools (only their specifications), prompts, runs and their events. Progress (a retry, a
//! switch to the second model) goes to a [`Listener`]; the driver of the run turns it into events.

pub mod choose;
pub mod client;
pub mod config;
pub mod error;
pub mod fallback;
pub mod found;
pub mod named;
pub mod pace;
pub mod price;
pub mod probe;
pub mod provider;
pub mod retry;
pub mod tokens;
pub mod tools;
pub mod wire;

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use tokio_util::sync::CancellationToken;

pub use base::secret::Secret;
pub use config::{ConfigError, LlmConfig, build};
pub use error::LlmError;
pub use named::NamedModel;
pub use tools::{ToolList, ToolSpec};

/// Answers a conversation: a provider's model, or layers around one.
#[async_trait::async_trait]
pub trait ChatModel: Send + Sync {
    /// Display name: `"openai/gpt-5-mini"`.
    fn name(&self) -> &str;

    /// Whether native tool calls are reliable. If false they may still work, depending on the server's model. A
    /// required call is answered either way, see [`choose`].
    fn native_tools(&self) -> bool;

    /// Asks once. Returns a complete reply or an error; `cancel` ends it at once, even during a stream or a wait, with
    /// [`LlmError::Cancelled`].
    async fn chat(
        &self,
        request: &ChatRequest,
        listener: &Listener,
        cancel: &CancellationToken,
    ) -> Result<Reply, LlmError>;
}

/// A request to a model.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ChatRequest {
    pub messages: Vec<Message>,
    pub tools: ToolList,
    pub tool_choice: ToolChoice,
    /// A name (letters, digits, `_`, `-`) and a JSON schema of type object: the reply's content is then JSON that
    /// matches it, as far as the server enforces it. Excludes `tools`.
    pub response_schema: Option<(String, Value)>,
    /// 0.0 to 2.0; omitted for models that refuse it.
    pub temperature: Option<f32>,
    pub sampling: Sampling,
    /// Maximum length of the reply, in tokens.
    pub max_tokens: Option<u32>,
    /// Stream the reply; its chunks go to the listener as [`Progress::Delta`].
    pub stream: bool,
    /// A side task (a reflection, a title) for the cheaper model, if one is configured (D-049).
    pub light: bool,
    /// Another model of the first provider, for all purposes; fallbacks use their own.
    pub model: Option<String>,
}

/// Sampling parameters besides the temperature; unset ones are not sent.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sampling {
    pub top_p: Option<f32>,
    /// OpenAI's format only, like the next one.
    pub frequency_penalty: Option<f32>,
    pub presence_penalty: Option<f32>,
}

/// Whether the model may, must or must not call a tool.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ToolChoice {
    #[default]
    Auto,
    Required,
    None,
}

/// One message of a conversation (C-022).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "role", rename_all = "snake_case")]
pub enum Message {
    System {
        content: String,
    },
    User {
        content: String,
    },
    Assistant {
        content: String,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        tool_calls: Vec<ToolCall>,
    },
    /// What a tool returned, as text, for the call with this id (C-004, C-005).
    Tool {
        call_id: String,
        content: String,
    },
}

impl Message {
    pub fn system(content: impl Into<String>) -> Self {
        Self::System { content: content.into() }
    }

    pub fn user(content: impl Into<String>) -> Self {
        Self::User { content: content.into() }
    }

    pub fn assistant(content: impl Into<String>, tool_calls: Vec<ToolCall>) -> Self {
        Self::Assistant { content: content.into(), tool_calls }
    }

    /// The message's role, as providers name it.
    pub const fn role(&self) -> &'static str {
        match self {
            Self::System { .. } => "system",
            Self::User { .. } => "user",
            Self::Assistant { .. } => "assistant",
            Self::Tool { .. } => "tool",
        }
    }

    pub fn tool(call_id: impl Into<String>, content: impl Into<String>) -> Self {
        Self::Tool { call_id: call_id.into(), content: content.into() }
    }
}

/// A call requested by the model. Its name and arguments are not yet checked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ToolCall {
    /// Unique within its message.
    pub id: String,
    pub name: String,
    pub arguments: Arguments,
}

/// The arguments of a call: an object, or what the model wrote instead of one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Arguments {
    Parsed(Value),
    /// Kept to show the model what was wrong with its own text.
    Broken {
        raw: String,
        error: String,
    },
}

impl Arguments {
    /// Parses a model's text. Empty text is an empty object; a doubly encoded object is decoded twice.
    pub fn read(raw: &str) -> Self {
        if raw.trim().is_empty() {
            return Self::Parsed(Value::Object(serde_json::Map::new()));
        }
        let broken = |error: String| Self::Broken { raw: raw.to_owned(), error };
        match serde_json::from_str::<Value>(raw) {
            Ok(Value::Null) => Self::Parsed(Value::Object(serde_json::Map::new())),
            Ok(value @ Value::Object(_)) => Self::Parsed(value),
            Ok(Value::String(inner)) => match serde_json::from_str::<Value>(&inner) {
                Ok(value @ Value::Object(_)) => Self::Parsed(value),
                _ => broken("the arguments must be a JSON object, not a text".into()),
            },
            Ok(_) => broken("the arguments must be a JSON object".into()),
            Err(error) => broken(format!("the arguments are not valid JSON: {error}")),
        }
    }

    /// The object, or an error message for the model.
    pub fn object(&self) -> Result<&Value, &str> {
        match self {
            Self::Parsed(value) => Ok(value),
            Self::Broken { error, .. } => Err(error),
        }
    }
}

/// A complete answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Reply {
    /// Empty if the model only calls tools (C-003).
    pub content: String,
    /// The model's reasoning, if the server separates it from the answer; else empty.
    pub reasoning: String,
    pub tool_calls: Vec<ToolCall>,
    pub finish: Finish,
    pub usage: Usage,
    /// The server's name for the model.
    pub model: String,
    /// US dollars by the price table, discarded attempts included; 0 on a local server, `None` if the model's price is
    /// unknown (B-050).
    pub cost_usd: Option<f64>,
}

/// Why the model stopped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finish {
    Stop,
    ToolCalls,
    /// The token limit was reached: the content may end in mid-sentence.
    Length,
    /// The provider's filter removed (part of) the answer.
    Filtered,
    Other(String),
}

impl Finish {
    /// OpenAI's name, also used by OpenTelemetry (`gen_ai.response.finish_reasons`).
    pub fn as_str(&self) -> &str {
        match self {
            Self::Stop => "stop",
            Self::ToolCalls => "tool_calls",
            Self::Length => "length",
            Self::Filtered => "content_filter",
            Self::Other(word) => word,
        }
    }
}

/// Token counts of one call.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Usage {
    /// All input tokens, `cached` included.
    pub prompt: u64,
    pub completion: u64,
    /// The part of `prompt` from the provider's cache, which costs less.
    pub cached: u64,
    /// True if the server gave no counts and [`tokens`] estimated them.
    pub estimated: bool,
}

impl Usage {
    /// The sum of both.
    pub const fn plus(self, other: Self) -> Self {
        Self {
            prompt: self.prompt + other.prompt,
            completion: self.completion + other.completion,
            cached: self.cached + other.cached,
            estimated: self.estimated || other.estimated,
        }
    }
}

/// Progress of a call.
#[derive(Clone, Debug, PartialEq)]
pub enum Progress {
    /// The next chunk of the answer's text.
    Delta(String),
    /// The call failed and will be retried after `wait`; earlier chunks are void. `attempt` counts from 1.
    Retry { attempt: u32, of: u32, wait: Duration, reason: LlmError },
    /// The model `from` was replaced by `to`; earlier chunks are void. `reason` is a sentence for people.
    Fall { from: String, to: String, reason: String },
    /// A required tool call is missing; it is requested again, the second time by JSON schema. Earlier chunks are void.
    NoToolCall { model: String, by_schema: bool },
    /// The limit of calls per minute is reached.
    Paced { wait: Duration },
}

/// A request about to be sent: one per attempt.
#[derive(Clone, Debug, PartialEq)]
pub struct Outgoing {
    /// As `provider/model`.
    pub model: String,
    /// With its port, unless that is the default.
    pub host: String,
    /// The distinct roles of its messages, in order.
    pub roles: Vec<&'static str>,
    /// Estimated.
    pub tokens: u64,
    pub body: Vec<u8>,
}

/// Receives [`Progress`] and outgoing requests. Cheap to clone; must not block.
#[derive(Clone, Default)]
pub struct Listener {
    told: Option<Arc<dyn Fn(Progress) + Send + Sync>>,
    sent: Option<Arc<dyn Fn(Outgoing) + Send + Sync>>,
}

impl Listener {
    /// Ignores everything.
    pub fn none() -> Self {
        Self::default()
    }

    pub fn new(tell: impl Fn(Progress) + Send + Sync + 'static) -> Self {
        Self { told: Some(Arc::new(tell)), sent: None }
    }

    /// The same listener, also notified of requests before they are sent.
    pub fn watching(self, sent: impl Fn(Outgoing) + Send + Sync + 'static) -> Self {
        Self { sent: Some(Arc::new(sent)), ..self }
    }

    pub fn tell(&self, progress: Progress) {
        if let Some(tell) = &self.told {
            tell(progress);
        }
    }

    /// `outgoing` is only called if somebody listens.
    pub fn send(&self, outgoing: impl FnOnce() -> Outgoing) {
        if let Some(sent) = &self.sent {
            sent(outgoing());
        }
    }
}

impl fmt::Debug for Listener {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.told.is_some() { "Listener" } else { "Listener(none)" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn arguments_are_read_or_kept() {
        for (raw, object) in [
            ("", json!({})),
            ("null", json!({})),
            (r#"{"q":"ä"}"#, json!({"q": "ä"})),
            (r#""{\"q\":1}""#, json!({"q": 1})),
            ("{\n \"q\" :\t1 }", json!({"q": 1})),
        ] {
            assert_eq!(Arguments::read(raw).object(), Ok(&object), "{raw}");
        }
        for raw in [r#"{"q":"#, "[1]", "3", r#""text""#, "{'q': 1}"] {
            let Arguments::Broken { raw: kept, error } = Arguments::read(raw) else { panic!("{raw} was read") };
            assert_eq!(kept, raw);
            assert!(error.starts_with("the arguments"), "{error}");
        }
    }

    #[test]
    fn messages_keep_their_shape_in_store() {
        let call = ToolCall { id: "c1".into(), name: "search".into(), arguments: Arguments::read("{\"q\":1}") };
        let message = Message::assistant("", vec![call]);
        let text = serde_json::to_string(&message).unwrap();
        assert!(text.starts_with(r#"{"role":"assistant","content":"","tool_calls":[{"id":"c1""#), "{text}");
        assert_eq!(serde_json::from_str::<Message>(&text).unwrap(), message);
        let plain: Message = serde_json::from_str(r#"{"role":"assistant","content":"Yes."}"#).unwrap();
        assert_eq!(plain, Message::assistant("Yes.", vec![]));
    }
}
