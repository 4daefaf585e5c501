//! OpenAI's chat completions: the request and the non-streamed reply.
//!
//! Deliberately not here: the stream (`openai_stream`), and whatever needs more than one request.

use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};

use super::{Body, Draft, Quirks, RawCall, arguments_json, malformed};
use crate::{ChatRequest, Finish, LlmError, Message, Sampling, ToolChoice, ToolSpec, Usage};

/// Model families that accept only their default temperature.
const FIXED_TEMPERATURE: &[&str] = &["o1", "o3", "o4", "gpt-5"];

/// The body of a request, as JSON.
pub fn encode(request: &ChatRequest, model: &str, quirks: &Quirks) -> Body {
    let mut body = Map::new();
    body.insert("model".into(), model.into());
    let mut messages: Vec<Value> = request.messages.iter().map(|m| message(m, quirks)).collect();
    let tools = (!request.tools.is_empty() && request.response_schema.is_none()).then(|| request.tools.openai(tool));
    if tools.is_some() {
        let choice = match request.tool_choice {
            ToolChoice::Auto => "auto",
            ToolChoice::Required => quirks.required,
            ToolChoice::None => "none",
        };
        body.insert("tool_choice".into(), choice.into());
    }
    if let Some((name, schema)) = &request.response_schema {
        let format = if quirks.json_schema {
            let json_schema = json!({"name": name, "schema": schema, "strict": fits_strict(schema)});
            json!({"type": "json_schema", "json_schema": json_schema})
        } else {
            let text = format!("Answer with one JSON object and nothing else. It must fit this JSON schema:\n{schema}");
            messages.push(json!({"role": "system", "content": text}));
            json!({"type": "json_object"})
        };
        body.insert("response_format".into(), format);
    }
    body.insert("messages".into(), messages.into());
    if let Some(temperature) = request.temperature.filter(|_| takes_temperature(model)) {
        body.insert("temperature".into(), tidy(temperature));
    }
    let Sampling { top_p, frequency_penalty, presence_penalty } = request.sampling;
    for (name, value) in
        [("top_p", top_p), ("frequency_penalty", frequency_penalty), ("presence_penalty", presence_penalty)]
    {
        if let Some(value) = value.filter(|_| takes_temperature(model)) {
            body.insert(name.into(), tidy(value));
        }
    }
    if let Some(limit) = request.max_tokens {
        body.insert(quirks.limit_field.into(), limit.into());
    }
    if request.stream {
        body.insert("stream".into(), true.into());
        if quirks.stream_options {
            body.insert("stream_options".into(), json!({"include_usage": true}));
        }
    }
    Body::new(&body, tools)
}

fn tool(tool: &ToolSpec) -> String {
    let (name, description) = (json!(tool.name), json!(tool.description));
    let schema = tool.schema.text();
    format!(r#"{{"type":"function","function":{{"name":{name},"description":{description},"parameters":{schema}}}}}"#)
}

/// Decodes a non-streamed reply.
pub fn decode(body: &Value) -> Result<Draft, LlmError> {
    let choice = body["choices"].get(0).ok_or_else(|| malformed("a reply without `choices`"))?;
    let message = &choice["message"];
    if !message.is_object() {
        return Err(malformed("a reply without a message"));
    }
    let calls = message["tool_calls"].as_array().map(Vec::as_slice).unwrap_or_default();
    Ok(Draft {
        content: text(&message["content"]),
        reasoning: reasoning(message),
        calls: calls.iter().map(call).collect(),
        finish: finish(&choice["finish_reason"])?,
        usage: usage(body),
        model: body["model"].as_str().unwrap_or_default().to_owned(),
    })
}

fn message(message: &Message, quirks: &Quirks) -> Value {
    let id = |id: &str| if quirks.short_ids { short_id(id) } else { id.to_owned() };
    match message {
        Message::System { content } => json!({"role": "system", "content": content}),
        Message::User { content } => json!({"role": "user", "content": content}),
        Message::Assistant { content, tool_calls } if tool_calls.is_empty() => {
            json!({"role": "assistant", "content": content})
        }
        Message::Assistant { content, tool_calls } => {
            let calls = tool_calls.iter().map(|call| {
                let arguments = arguments_json(&call.arguments).to_string();
                let function = json!({"name": call.name, "arguments": arguments});
                json!({"id": id(&call.id), "type": "function", "function": function})
            });
            json!({"role": "assistant", "content": content, "tool_calls": calls.collect::<Value>()})
        }
        Message::Tool { call_id, content } => json!({"role": "tool", "tool_call_id": id(call_id), "content": content}),
    }
}

/// An id in Mistral's form, deterministic.
fn short_id(id: &str) -> String {
    if id.len() == 9 && id.bytes().all(|b| b.is_ascii_alphanumeric()) {
        return id.to_owned();
    }
    const LETTERS: &[u8; 32] = b"abcdefghijklmnopqrstuvwxyz012345";
    Sha256::digest(id).iter().take(9).map(|b| char::from(LETTERS[usize::from(b % 32)])).collect()
}

/// `strict` is refused unless every object names all its properties as required and allows no others.
fn fits_strict(schema: &Value) -> bool {
    match schema {
        Value::Object(map) => {
            let whole = match map.get("properties").and_then(Value::as_object) {
                Some(properties) => {
                    let required = map.get("required").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
                    map.get("additionalProperties") == Some(&Value::Bool(false))
                        && properties.keys().all(|key| required.iter().any(|r| r.as_str() == Some(key)))
                }
                None => map.get("type").and_then(Value::as_str) != Some("object"),
            };
            whole && map.values().all(fits_strict)
        }
        Value::Array(list) => list.iter().all(fits_strict),
        _ => true,
    }
}

fn takes_temperature(model: &str) -> bool {
    let bare = model.rsplit('/').next().unwrap_or(model);
    !FIXED_TEMPERATURE.iter().any(|family| {
        bare.strip_prefix(family).is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_alphanumeric()))
    })
}

/// As `f32`, 0.3 would be written 0.30000001192092896.
pub(super) fn tidy(number: f32) -> Value {
    ((f64::from(number) * 1000.0).round() / 1000.0).into()
}

/// Content is text, or a list of parts of which some are text.
pub(super) fn text(content: &Value) -> String {
    match content {
        Value::String(text) => text.clone(),
        Value::Array(parts) => parts.iter().filter_map(|part| part["text"].as_str()).collect(),
        _ => String::new(),
    }
}

/// DeepSeek and vLLM say `reasoning_content`, OpenRouter and Groq `reasoning`.
pub(super) fn reasoning(message: &Value) -> String {
    let fields = [&message["reasoning_content"], &message["reasoning"]];
    fields.into_iter().find_map(Value::as_str).unwrap_or_default().to_owned()
}

/// A call or a part of one. Most servers send arguments as text, some as an object.
pub(super) fn call(value: &Value) -> RawCall {
    let function = &value["function"];
    let arguments = match &function["arguments"] {
        Value::String(text) => text.clone(),
        Value::Null => String::new(),
        other => other.to_string(),
    };
    let of = |v: &Value| v.as_str().unwrap_or_default().to_owned();
    RawCall { id: of(&value["id"]), name: of(&function["name"]), arguments }
}

/// `None` while the model has not finished. An error if the reason is a server fault.
pub(super) fn finish(reason: &Value) -> Result<Option<Finish>, LlmError> {
    Ok(match reason.as_str() {
        None | Some("") => None,
        Some("stop" | "eos" | "end_turn") => Some(Finish::Stop),
        Some("tool_calls" | "function_call") => Some(Finish::ToolCalls),
        Some("length" | "model_length" | "max_tokens") => Some(Finish::Length),
        Some("content_filter") => Some(Finish::Filtered),
        Some(reason @ ("error" | "insufficient_system_resource")) => {
            let detail = format!("the model stopped with `{reason}`");
            return Err(LlmError::Unavailable { status: 200, retry_after: None, detail });
        }
        Some(other) => Some(Finish::Other(other.to_owned())),
    })
}

/// Usage, wherever the server puts it; Groq's streams have their own place.
pub(super) fn usage(body: &Value) -> Option<Usage> {
    let usage = [&body["usage"], &body["x_groq"]["usage"]].into_iter().find(|u| u.is_object())?;
    let cached = [&usage["prompt_tokens_details"]["cached_tokens"], &usage["prompt_cache_hit_tokens"]];
    Some(Usage {
        prompt: usage["prompt_tokens"].as_u64()?,
        completion: usage["completion_tokens"].as_u64().unwrap_or_default(),
        cached: cached.into_iter().find_map(Value::as_u64).unwrap_or_default(),
        estimated: false,
    })
}
