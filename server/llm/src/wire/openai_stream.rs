//! OpenAI's chat completions, streamed.
//!
//! Deliberately not here: splitting bytes into events (`sse`).

use serde_json::Value;

use super::sse::SseEvent;
use super::{Draft, RawCall, cut, fault, malformed, openai};
use crate::LlmError;

/// A partial reply.
#[derive(Debug, Default)]
pub struct Stream {
    draft: Draft,
    /// The `index` of each call in the draft.
    indices: Vec<Option<u64>>,
    over: bool,
}

impl Stream {
    /// Processes an event and returns the text it adds to the answer, if any.
    pub fn event(&mut self, event: &SseEvent) -> Result<Option<String>, LlmError> {
        if event.data.trim() == "[DONE]" {
            self.over = true;
            return Ok(None);
        }
        let chunk: Value = serde_json::from_str(&event.data).map_err(|_| malformed("a piece of a stream"))?;
        if event.event == "error" && chunk.get("error").is_none() {
            return Err(fault::in_payload(&serde_json::json!({ "error": chunk })).unwrap_or_else(cut));
        }
        if let Some(error) = fault::in_payload(&chunk) {
            return Err(error);
        }
        if let Some(model) = chunk["model"].as_str() {
            model.clone_into(&mut self.draft.model);
        }
        // The last chunk may have usage and no choice; some servers send running counts in every chunk.
        if let Some(usage) = openai::usage(&chunk) {
            self.draft.usage = Some(usage);
        }
        let Some(choice) = chunk["choices"].get(0) else { return Ok(None) };
        if let Some(finish) = openai::finish(&choice["finish_reason"])? {
            self.draft.finish = Some(finish);
        }
        let delta = &choice["delta"];
        for piece in delta["tool_calls"].as_array().map(Vec::as_slice).unwrap_or_default() {
            self.call_piece(piece["index"].as_u64(), openai::call(piece));
        }
        self.draft.reasoning.push_str(&openai::reasoning(delta));
        let text = openai::text(&delta["content"]);
        self.draft.content.push_str(&text);
        Ok(Some(text).filter(|t| !t.is_empty()))
    }

    /// Whether the server has signalled the end.
    pub const fn is_over(&self) -> bool {
        self.over
    }

    /// The complete reply; an error if the model had not finished. Either a finish reason or `[DONE]` is enough: each
    /// is missing from some servers.
    pub fn finish(self) -> Result<Draft, LlmError> {
        if self.over || self.draft.finish.is_some() { Ok(self.draft) } else { Err(cut()) }
    }

    fn call_piece(&mut self, index: Option<u64>, piece: RawCall) {
        match self.continued(index, &piece) {
            Some(call) => {
                if call.id.is_empty() {
                    call.id = piece.id;
                }
                if call.name.is_empty() {
                    call.name = piece.name;
                }
                call.arguments.push_str(&piece.arguments);
            }
            None => {
                self.draft.calls.push(piece);
                self.indices.push(index);
            }
        }
    }

    /// The call that a chunk continues. Calls are identified by `index`; some servers omit it, and some give every call
    /// the index 0, each complete and with its own id.
    fn continued(&mut self, index: Option<u64>, piece: &RawCall) -> Option<&mut RawCall> {
        let at = match index {
            Some(_) => self.indices.iter().rposition(|i| *i == index)?,
            None if !piece.id.is_empty() => self.draft.calls.iter().rposition(|c| c.id == piece.id)?,
            None if !piece.name.is_empty() => return None,
            None => self.draft.calls.len().checked_sub(1)?,
        };
        let call = self.draft.calls.get_mut(at)?;
        let other_id = !piece.id.is_empty() && !call.id.is_empty() && piece.id != call.id;
        let whole = || serde_json::from_str::<Value>(&call.arguments).is_ok();
        let begins_again = !piece.name.is_empty() && !piece.arguments.is_empty() && whole();
        if (other_id && !piece.name.is_empty()) || begins_again { None } else { Some(call) }
    }
}
