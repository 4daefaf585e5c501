//! Anthropic's messages, streamed.
//!
//! Deliberately not here: splitting bytes into events (`sse`).

use serde_json::Value;

use super::sse::SseEvent;
use super::{Draft, RawCall, anthropic, cut, fault, malformed};
use crate::{LlmError, Usage};

/// A partial reply.
#[derive(Debug, Default)]
pub struct Stream {
    draft: Draft,
    /// Open calls: the block's index, and the call's place in the draft.
    open: Vec<(Option<u64>, usize)>,
    over: bool,
}

impl Stream {
    /// Processes an event and returns the text it adds to the answer, if any.
    pub fn event(&mut self, event: &SseEvent) -> Result<Option<String>, LlmError> {
        // Servers imitating this format end with OpenAI's marker.
        if event.data.trim() == "[DONE]" {
            self.over = true;
            return Ok(None);
        }
        let value: Value = serde_json::from_str(&event.data).map_err(|_| malformed("a piece of a stream"))?;
        if let Some(error) = fault::in_payload(&value) {
            return Err(error);
        }
        let kind = value["type"].as_str().unwrap_or(&event.event);
        match kind {
            "message_start" => {
                let message = &value["message"];
                message["model"].as_str().unwrap_or_default().clone_into(&mut self.draft.model);
                self.draft.usage = anthropic::usage(&message["usage"]);
            }
            "content_block_start" => return Ok(self.begin(value["index"].as_u64(), &value["content_block"])),
            "content_block_delta" => return Ok(self.piece(value["index"].as_u64(), &value["delta"])),
            "content_block_stop" => {
                let index = value["index"].as_u64();
                self.open.retain(|(open, _)| *open != index);
            }
            "message_delta" => {
                if let Some(finish) = anthropic::finish(&value["delta"]["stop_reason"]) {
                    self.draft.finish = Some(finish);
                }
                self.count(&value["usage"]);
            }
            "message_stop" => self.over = true,
            _ => {}
        }
        Ok(None)
    }

    /// Whether the server has signalled the end.
    pub const fn is_over(&self) -> bool {
        self.over
    }

    /// The complete reply; an error if the model had not finished.
    pub fn finish(self) -> Result<Draft, LlmError> {
        if self.over || self.draft.finish.is_some() { Ok(self.draft) } else { Err(cut()) }
    }

    fn begin(&mut self, index: Option<u64>, block: &Value) -> Option<String> {
        match block["type"].as_str() {
            Some("tool_use") => {
                let call = anthropic::call(block);
                // The input is `{}` here and follows in chunks, except from servers that send it at once.
                let arguments = if call.arguments == "{}" { String::new() } else { call.arguments };
                self.open.push((index, self.draft.calls.len()));
                self.draft.calls.push(RawCall { arguments, ..call });
                None
            }
            Some("text") => self.text(block["text"].as_str().unwrap_or_default()),
            _ => None,
        }
    }

    fn piece(&mut self, index: Option<u64>, delta: &Value) -> Option<String> {
        match delta["type"].as_str() {
            Some("text_delta") => self.text(delta["text"].as_str().unwrap_or_default()),
            Some("thinking_delta") => {
                self.draft.reasoning.push_str(delta["thinking"].as_str().unwrap_or_default());
                None
            }
            Some("input_json_delta") => {
                let at = self.open.iter().rfind(|(open, _)| *open == index).map(|(_, at)| *at);
                if let Some(call) = at.and_then(|at| self.draft.calls.get_mut(at)) {
                    call.arguments.push_str(delta["partial_json"].as_str().unwrap_or_default());
                }
                None
            }
            _ => None,
        }
    }

    fn text(&mut self, text: &str) -> Option<String> {
        self.draft.content.push_str(text);
        (!text.is_empty()).then(|| text.to_owned())
    }

    /// The latest count of output tokens; input tokens come at the start, and from some servers again here.
    fn count(&mut self, usage: &Value) {
        let Some(last) = anthropic::usage(usage) else { return };
        let first = self.draft.usage.unwrap_or_default();
        let read = if last.prompt > 0 { last } else { first };
        self.draft.usage = Some(Usage { completion: last.completion.max(first.completion), ..read });
    }
}
