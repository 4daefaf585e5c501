//! Calls a tool of an MCP server.

use model::run::{Scope, ToolOutput};
use rmcp::ServiceError;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, RequestMetaObject, ResourceContents,
};
use serde_json::{Value, json};

use super::super::result;
use super::super::settings::timeout;
use super::Link;
use tools::{EffectError, ToolContext};

/// The metadata key for a call's idempotency key.
const KEY: &str = "plumbline/idempotencyKey";

impl Link {
    /// Calls a tool by its name on the server. `key` identifies the only effect of an approved call.
    pub async fn call(
        &self,
        tool: &str,
        args: Value,
        key: Option<&str>,
        context: &ToolContext,
    ) -> Result<ToolOutput, EffectError> {
        let peer = self.now().peer.clone();
        let Some(peer) = peer else {
            let text = format!("The MCP server {} is not reachable just now. Go on without it.", self.name);
            return Err(EffectError::refused(text));
        };
        let mut params = CallToolRequestParams::new(tool.to_owned());
        params.arguments = Some(given(args));
        if let Some(key) = key {
            let mut meta = RequestMetaObject::new();
            meta.insert(KEY.into(), key.into());
            params.meta = Some(meta);
            self.questions.answer(&context.asker, &mut params);
        }
        let limit = timeout(self.settings.timeout_s);
        // A server that reports progress may take its time; the run's limit applies.
        let mut call = std::pin::pin!(peer.call_tool_once(params.clone()));
        let answer = loop {
            tokio::select! {
                answer = &mut call => break Some(answer),
                () = self.ears.progress.notified() => {}
                () = tokio::time::sleep(limit) => break None,
            }
        };
        match answer {
            None => {
                tracing::warn!(server = self.name, tool, "an MCP server is slow");
                let text = format!("The MCP server {} did not answer within {} s.", self.name, limit.as_secs());
                self.now().trouble.clone_from(&text);
                Err(EffectError::Unknown(text))
            }
            Some(Err(error)) => Err(self.failed(error)),
            Some(Ok(CallToolResponse::Complete(result))) => self.result(result, &context.scope),
            Some(Ok(CallToolResponse::InputRequired(asks))) => {
                let asked = self.questions.ask(&self.name, &context.asker, &params, asks);
                Err(EffectError::refused(asked.unwrap_or_else(|| {
                    format!("The MCP server {} asks for something that this desk does not provide.", self.name)
                })))
            }
            Some(Ok(_)) => {
                let text = format!(
                    "The MCP server {} asks for more than arguments, which this desk does not support.",
                    self.name
                );
                Err(EffectError::refused(text))
            }
        }
    }

    fn failed(&self, error: ServiceError) -> EffectError {
        let said = self.said(&error.to_string());
        match error {
            // Protocol errors: the call was not understood.
            ServiceError::McpError(error) if (-32_699..=-32_600).contains(&error.code.0) && error.code.0 != -32_603 => {
                EffectError::refused(format!("The MCP server {} refused the call: {said}", self.name))
            }
            ServiceError::McpError(_) => EffectError::Unknown(format!("The MCP server {} failed: {said}", self.name)),
            _ => {
                self.broken.notify_one();
                EffectError::Unknown(format!("The connection to the MCP server {} broke off.", self.name))
            }
        }
    }

    fn result(&self, result: CallToolResult, scope: &Scope) -> Result<ToolOutput, EffectError> {
        let failed = result.is_error == Some(true);
        let data = data(result);
        let from = format!("The MCP server {}", self.name);
        if failed {
            let said = match data["lines"].as_array() {
                Some(lines) => lines.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(" "),
                None => data.to_string(),
            };
            return Err(EffectError::refused(format!("{from} reports an error: {}", self.said(&said))));
        }
        result::output(data, &from, scope).map_err(|error| EffectError::Unknown(error.message))
    }
}

/// Arguments without nulls.
fn given(args: Value) -> serde_json::Map<String, Value> {
    let Value::Object(args) = args else { return serde_json::Map::new() };
    args.into_iter().filter(|(_, value)| !value.is_null()).collect()
}

/// A result's data: the structured content, or else its texts. Images and audio are mentioned, not kept.
fn data(result: CallToolResult) -> Value {
    if let Some(structured) = result.structured_content.filter(|value| !value.is_null()) {
        return structured;
    }
    let mut parts: Vec<Value> = result.content.into_iter().map(part).collect();
    match parts.len() {
        0 => json!({}),
        1 => parts.remove(0),
        // Lines of several texts are joined.
        _ if parts.iter().all(|part| part["lines"].is_array() && part.as_object().is_some_and(|o| o.len() == 1)) => {
            let lines = parts.iter().flat_map(|part| part["lines"].as_array().cloned().unwrap_or_default());
            json!({"lines": lines.collect::<Vec<_>>()})
        }
        _ => json!({"parts": parts}),
    }
}

fn part(block: ContentBlock) -> Value {
    match block {
        ContentBlock::Text(text) => result::of_text(&text.text),
        ContentBlock::Image(image) => json!({"left out": "a picture", "type": image.mime_type}),
        ContentBlock::Audio(audio) => json!({"left out": "a sound", "type": audio.mime_type}),
        ContentBlock::Resource(resource) => match resource.resource {
            ResourceContents::TextResourceContents { uri, text, .. } => {
                let mut data = result::of_text(&text);
                if let Some(fields) = data.as_object_mut() {
                    fields.insert("uri".into(), uri.into());
                }
                data
            }
            ResourceContents::BlobResourceContents { uri, .. } => json!({"left out": "a file", "uri": uri}),
            _ => json!({"left out": "something of an unknown kind"}),
        },
        ContentBlock::ResourceLink(link) => json!({"uri": link.uri, "name": link.name}),
        _ => json!({"left out": "something of an unknown kind"}),
    }
}
