//! The two wire formats, as pure functions: a request to JSON, and JSON or a stream of events to a reply.
//!
//! Deliberately not here: HTTP, keys, prices, and any decision to ask again.

pub mod anthropic;
pub mod anthropic_stream;
mod body;
pub mod choice;
pub mod fault;
pub mod openai;
pub mod openai_stream;
pub mod sse;
#[cfg(test)]
mod tests;

use std::collections::HashMap;

use serde_json::Value;

use super::{Arguments, ChatRequest, Finish, LlmError, Message, Reply, ToolCall, Usage, tokens};
pub use body::Body;
use sse::SseEvent;

/// A wire format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wire {
    /// OpenAI's chat completions, used by nearly everyone.
    OpenAi,
    /// Anthropic's messages.
    Anthropic,
}

/// A provider's deviations from its wire format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quirks {
    /// The field that limits the reply.
    pub limit_field: &'static str,
    /// Whether `stream_options` is supported. If not, usage comes with the last chunk anyway.
    pub stream_options: bool,
    /// Whether `response_format` may be a schema; otherwise it is `json_object` and the schema goes into the prompt.
    pub json_schema: bool,
    /// The value for "a tool must be called".
    pub required: &'static str,
    /// Ids of tool calls must be nine letters or digits, so those of another provider are translated.
    pub short_ids: bool,
}

impl Wire {
    /// The body of a request, as JSON.
    pub fn encode(self, request: &ChatRequest, model: &str, quirks: &Quirks) -> Body {
        match self {
            Self::OpenAi => openai::encode(request, model, quirks),
            Self::Anthropic => anthropic::encode(request, model),
        }
    }

    /// Decodes a non-streamed reply.
    pub fn decode(self, body: &Value) -> Result<Draft, LlmError> {
        if let Some(error) = fault::in_payload(body) {
            return Err(error);
        }
        match self {
            Self::OpenAi => openai::decode(body),
            Self::Anthropic => anthropic::decode(body),
        }
    }

    /// The decoder for a streamed reply.
    pub fn decoder(self) -> Decoder {
        match self {
            Self::OpenAi => Decoder::OpenAi(openai_stream::Stream::default()),
            Self::Anthropic => Decoder::Anthropic(anthropic_stream::Stream::default()),
        }
    }
}

/// Assembles the events of a stream.
#[derive(Debug)]
pub enum Decoder {
    OpenAi(openai_stream::Stream),
    Anthropic(anthropic_stream::Stream),
}

impl Decoder {
    /// Processes an event and returns the text it adds to the answer, if any.
    pub fn event(&mut self, event: &SseEvent) -> Result<Option<String>, LlmError> {
        match self {
            Self::OpenAi(stream) => stream.event(event),
            Self::Anthropic(stream) => stream.event(event),
        }
    }

    /// Processes what was left when the bytes ended. If truncated it is ignored: [`Self::finish`] judges whether the
    /// model had finished before.
    pub fn last_event(&mut self, event: &SseEvent) -> Result<Option<String>, LlmError> {
        self.event(event).or_else(|error| match error {
            LlmError::Malformed { .. } => Ok(None),
            other => Err(other),
        })
    }

    /// Whether the server has signalled the end.
    pub const fn is_over(&self) -> bool {
        match self {
            Self::OpenAi(stream) => stream.is_over(),
            Self::Anthropic(stream) => stream.is_over(),
        }
    }

    /// The complete reply; [`LlmError::Cut`] if the stream ended before the model finished.
    pub fn finish(self) -> Result<Draft, LlmError> {
        match self {
            Self::OpenAi(stream) => stream.finish(),
            Self::Anthropic(stream) => stream.finish(),
        }
    }
}

/// A reply as received.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Draft {
    pub content: String,
    pub reasoning: String,
    pub calls: Vec<RawCall>,
    pub finish: Option<Finish>,
    pub usage: Option<Usage>,
    pub model: String,
}

/// A tool call with its arguments as text.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RawCall {
    pub id: String,
    pub name: String,
    pub arguments: String,
}

impl Draft {
    /// The reply to `request`, checked for completeness: [`LlmError::Unfinished`] if structured output or a call's
    /// arguments were cut off at the token limit.
    pub fn settle(mut self, request: &ChatRequest, model: &str) -> Result<Reply, LlmError> {
        let schema = request.response_schema.as_ref().map(|(name, _)| name.as_str());
        // Anthropic's format answers a schema with a call to a tool of that name.
        if let Some(at) = self.calls.iter().position(|call| Some(call.name.as_str()) == schema) {
            self.content = self.calls.swap_remove(at).arguments;
            self.calls.clear();
            self.finish = self.finish.map(|f| if f == Finish::ToolCalls { Finish::Stop } else { f });
        }
        let (thought, content) = split_thought(&self.content);
        let reasoning = if self.reasoning.is_empty() { thought.to_owned() } else { self.reasoning };
        let tool_calls = number_calls(self.calls, &request.messages);
        let broken = tool_calls.iter().any(|c| matches!(c.arguments, Arguments::Broken { .. }));
        let finish = match self.finish {
            Some(Finish::Length) if schema.is_some() || broken => return Err(LlmError::Unfinished),
            // Several servers report "stop" regardless.
            _ if !tool_calls.is_empty() => Finish::ToolCalls,
            Some(finish) => finish,
            None => Finish::Stop,
        };
        let model = if self.model.is_empty() { model.to_owned() } else { self.model };
        let content = content.to_owned();
        let mut reply =
            Reply { content, reasoning, tool_calls, finish, usage: Usage::default(), model, cost_usd: None };
        reply.usage = self.usage.unwrap_or_else(|| tokens::estimate_usage(request, &reply));
        Ok(reply)
    }
}

/// Open models put their reasoning first in the answer, `<think>…</think>`, if the server does not separate it.
fn split_thought(content: &str) -> (&str, &str) {
    let parts = content.trim_start().strip_prefix("<think>").and_then(|rest| rest.split_once("</think>"));
    parts.map_or(("", content), |(thought, answer)| (thought.trim(), answer.trim_start()))
}

/// Gives every call a unique id: some servers send none or duplicates, or count from 1 in each message, while others
/// require ids to be unique in the whole conversation.
pub fn number_calls(calls: Vec<RawCall>, earlier: &[Message]) -> Vec<ToolCall> {
    let mut ids: Vec<String> = earlier
        .iter()
        .flat_map(|m| match m {
            Message::Assistant { tool_calls, .. } => tool_calls.as_slice(),
            _ => &[],
        })
        .map(|call| call.id.clone())
        .collect();
    let number = |call: RawCall| {
        let own = Some(call.id).filter(|id| !id.is_empty() && !ids.contains(id));
        // At least one of these numbers is free.
        let free = || (ids.len() + 1..=2 * ids.len() + 1).map(|n| format!("call{n}")).find(|id| !ids.contains(id));
        let id = own.or_else(free).unwrap_or_default();
        ids.push(id.clone());
        ToolCall { id, name: call.name, arguments: Arguments::read(&call.arguments) }
    };
    calls.into_iter().map(number).collect()
}

/// The conversation with tool calls and results as plain text, for requests without tools, where servers refuse tool
/// messages or drop them from the prompt.
pub fn flatten(messages: &[Message]) -> Vec<Message> {
    let mut names: HashMap<&str, &str> = HashMap::new();
    let mut flat = Vec::with_capacity(messages.len());
    for message in messages {
        match message {
            Message::Assistant { content, tool_calls } => {
                let mut text = content.clone();
                for call in tool_calls {
                    names.insert(&call.id, &call.name);
                    let gap = if text.is_empty() { "" } else { "\n" };
                    text.push_str(&format!("{gap}[I call {} with {}]", call.name, arguments_json(&call.arguments)));
                }
                flat.push(Message::assistant(text, Vec::new()));
            }
            Message::Tool { call_id, content } => {
                let name = names.get(call_id.as_str()).copied().unwrap_or("the tool");
                flat.push(Message::user(format!("[Result of {name}]\n{content}")));
            }
            Message::System { .. } | Message::User { .. } => flat.push(message.clone()),
        }
    }
    flat
}

/// Whether any message contains a tool call or result.
pub fn has_tool_messages(messages: &[Message]) -> bool {
    messages.iter().any(|m| match m {
        Message::Tool { .. } => true,
        Message::Assistant { tool_calls, .. } => !tool_calls.is_empty(),
        Message::System { .. } | Message::User { .. } => false,
    })
}

/// Arguments as a valid object: chat templates fail on text that is not JSON.
fn arguments_json(arguments: &Arguments) -> Value {
    match arguments {
        Arguments::Parsed(value) => value.clone(),
        Arguments::Broken { raw, .. } => serde_json::json!({ "unreadable": raw }),
    }
}

fn cut() -> LlmError {
    LlmError::Cut { detail: "the stream ended before the model had finished".into() }
}

fn malformed(what: &str) -> LlmError {
    LlmError::Malformed { detail: what.to_owned() }
}
