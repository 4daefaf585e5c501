//! Anthropic's messages: the request and the non-streamed reply.
//!
//! Deliberately not here: the stream (`anthropic_stream`), prompt caching, and thinking, which we do not ask for.

use serde_json::{Map, Value, json};

use super::{Body, Draft, RawCall, arguments_json, flatten, has_tool_messages, malformed, openai};
use crate::{ChatRequest, Finish, LlmError, Message, ToolChoice, Usage};

/// The limit of a reply, in tokens, if the request has none: this format requires one.
const DEFAULT_MAX_TOKENS: u32 = 4096;

/// The body of a request, as JSON. A response schema becomes the only, required tool.
pub fn encode(request: &ChatRequest, model: &str) -> Body {
    let mut body = Map::new();
    body.insert("model".into(), model.into());
    body.insert("max_tokens".into(), request.max_tokens.unwrap_or(DEFAULT_MAX_TOKENS).into());
    let tools = match &request.response_schema {
        Some((name, schema)) => Some(format!("[{}]", tool(name, "Gives the answer.", &schema.to_string())).into()),
        None if request.tools.is_empty() => None,
        None => Some(request.tools.anthropic(|t| tool(&t.name, &t.description, t.schema.text()))),
    };
    // Without tools, tool messages are refused.
    let flat = (tools.is_none() && has_tool_messages(&request.messages)).then(|| flatten(&request.messages));
    let messages = flat.as_deref().unwrap_or(&request.messages);
    let system = join(messages.iter().filter_map(|m| match m {
        Message::System { content } => Some(content.as_str()),
        _ => None,
    }));
    if !system.is_empty() {
        body.insert("system".into(), system.into());
    }
    body.insert("messages".into(), turns(messages).into());
    if tools.is_some() {
        let choice = match (&request.response_schema, request.tool_choice) {
            (Some((name, _)), _) => json!({"type": "tool", "name": name}),
            (None, ToolChoice::Auto) => json!({"type": "auto"}),
            (None, ToolChoice::Required) => json!({"type": "any"}),
            (None, ToolChoice::None) => json!({"type": "none"}),
        };
        body.insert("tool_choice".into(), choice);
    }
    if let Some(temperature) = request.temperature {
        body.insert("temperature".into(), openai::tidy(temperature.clamp(0.0, 1.0)));
    }
    if let Some(top_p) = request.sampling.top_p {
        body.insert("top_p".into(), openai::tidy(top_p));
    }
    if request.stream {
        body.insert("stream".into(), true.into());
    }
    Body::new(&body, tools)
}

fn tool(name: &str, description: &str, schema: &str) -> String {
    let (name, description) = (json!(name), json!(description));
    format!(r#"{{"name":{name},"description":{description},"input_schema":{schema}}}"#)
}

/// Decodes a non-streamed reply.
pub fn decode(body: &Value) -> Result<Draft, LlmError> {
    let blocks = body["content"].as_array().ok_or_else(|| malformed("a reply without `content`"))?;
    let mut draft = Draft {
        finish: finish(&body["stop_reason"]),
        usage: usage(&body["usage"]),
        model: body["model"].as_str().unwrap_or_default().to_owned(),
        ..Draft::default()
    };
    for block in blocks {
        match block["type"].as_str() {
            Some("text") => draft.content.push_str(block["text"].as_str().unwrap_or_default()),
            Some("thinking") => draft.reasoning.push_str(block["thinking"].as_str().unwrap_or_default()),
            Some("tool_use") => draft.calls.push(call(block)),
            _ => {}
        }
    }
    Ok(draft)
}

/// Alternating user and assistant turns starting with the user, as this format requires: adjacent messages of one side
/// are merged, blank ones left out.
fn turns(messages: &[Message]) -> Vec<Value> {
    let mut turns: Vec<(&str, Vec<Value>)> = Vec::new();
    for message in messages {
        let (role, blocks) = match message {
            Message::System { .. } => continue,
            Message::User { content } => ("user", text_block(content).into_iter().collect()),
            Message::Tool { call_id, content } => ("user", vec![tool_result(call_id, content)]),
            Message::Assistant { content, tool_calls } => {
                let calls = tool_calls.iter().map(|call| {
                    let input = arguments_json(&call.arguments);
                    json!({"type": "tool_use", "id": plain_id(&call.id), "name": call.name, "input": input})
                });
                ("assistant", text_block(content).into_iter().chain(calls).collect::<Vec<_>>())
            }
        };
        if blocks.is_empty() {
            continue;
        }
        match turns.last_mut() {
            Some((last, all)) if *last == role => all.extend(blocks),
            _ => turns.push((role, blocks)),
        }
    }
    if turns.first().is_none_or(|(role, _)| *role == "assistant") {
        turns.insert(0, ("user", vec![json!({"type": "text", "text": "Go on."})]));
    }
    turns.into_iter().map(|(role, blocks)| json!({"role": role, "content": blocks})).collect()
}

fn text_block(content: &str) -> Option<Value> {
    // Trailing white space in a last assistant message is refused.
    let text = content.trim_end();
    (!text.is_empty()).then(|| json!({"type": "text", "text": text}))
}

fn tool_result(call_id: &str, content: &str) -> Value {
    json!({"type": "tool_result", "tool_use_id": plain_id(call_id), "content": content})
}

/// Ids may contain letters, digits, `_` and `-`; those of another provider may contain more.
fn plain_id(id: &str) -> String {
    id.chars().map(|c| if c.is_ascii_alphanumeric() || c == '-' { c } else { '_' }).collect()
}

fn join<'a>(texts: impl Iterator<Item = &'a str>) -> String {
    texts.filter(|t| !t.trim().is_empty()).collect::<Vec<_>>().join("\n\n")
}

/// A call; its input may be empty where a stream will fill it.
pub(super) fn call(block: &Value) -> RawCall {
    let of = |v: &Value| v.as_str().unwrap_or_default().to_owned();
    let arguments = match &block["input"] {
        Value::Null => String::new(),
        input => input.to_string(),
    };
    RawCall { id: of(&block["id"]), name: of(&block["name"]), arguments }
}

/// `None` while the model has not finished.
pub(super) fn finish(reason: &Value) -> Option<Finish> {
    Some(match reason.as_str()? {
        "end_turn" | "stop_sequence" => Finish::Stop,
        "tool_use" => Finish::ToolCalls,
        "max_tokens" | "model_context_window_exceeded" => Finish::Length,
        "refusal" => Finish::Filtered,
        other => Finish::Other(other.to_owned()),
    })
}

/// This format counts cache reads and writes separately from `input_tokens`.
pub(super) fn usage(usage: &Value) -> Option<Usage> {
    let count = |field: &str| usage[field].as_u64().unwrap_or_default();
    let cached = count("cache_read_input_tokens");
    usage.is_object().then(|| Usage {
        prompt: count("input_tokens") + cached + count("cache_creation_input_tokens"),
        completion: count("output_tokens"),
        cached,
        estimated: false,
    })
}
