//! Streamed answers. The steps are sent as they happen, as reasoning; the answer is sent once it is checked, since what
//! was sent cannot be taken back.

use axum::response::sse::Event;
use futures::{Stream, StreamExt};
use model::error::AppError;
use model::run::Run;
use serde_json::{Value, json};

use super::follow::Heard;
use super::reply::{
    ChatUsage, OpenaiResponse, annotation, chat_id, message, message_id, output_text, reasoning, summary,
};
use super::{error, told};
use crate::http::docs::EventStream;
use crate::http::sse::{self, data};

/// A streamed chat completion.
pub struct Chat {
    pub run_id: String,
    pub model: String,
    pub origin: String,
    /// Whether the last chunk contains the token usage.
    pub usage: bool,
    /// UTC milliseconds.
    pub now: i64,
}

impl Chat {
    pub fn reply(self, heard: impl Stream<Item = Heard> + Send + 'static) -> EventStream {
        let first = self.piece(json!({"role": "assistant", "content": ""}), None);
        let mut steps = String::new();
        let rest = heard.flat_map(move |heard| {
            futures::stream::iter(match heard {
                Heard::Ended(run) => self.end(run, std::mem::take(&mut steps)),
                under_way => {
                    let step = under_way.words().into_iter().inspect(|step| steps.push_str(step));
                    step.map(|step| self.piece(json!({"reasoning_content": step}), None)).collect()
                }
            })
        });
        sse::reply(futures::stream::iter([first]).chain(rest))
    }

    fn end(&self, run: Result<Box<Run>, AppError>, steps: String) -> Vec<Event> {
        let told = match told(run, steps, &self.origin) {
            Ok(told) => told,
            Err(refused) => return vec![data(&error::within(&refused))],
        };
        let delta = json!({"content": told.text, "annotations": told.annotations()});
        let mut pieces = vec![self.piece(delta, None), self.piece(json!({}), Some(told.finish_reason()))];
        if self.usage {
            let mut last = self.head();
            last["choices"] = json!([]);
            last["usage"] = json!(ChatUsage::of(&told));
            pieces.push(data(&last));
        }
        pieces.push(Event::default().data("[DONE]"));
        pieces
    }

    fn head(&self) -> Value {
        json!({"id": chat_id(&self.run_id), "object": "chat.completion.chunk", "created": self.now / 1000, "model": self.model})
    }

    fn piece(&self, delta: Value, finish_reason: Option<&str>) -> Event {
        let mut piece = self.head();
        piece["choices"] = json!([{"index": 0, "delta": delta, "finish_reason": finish_reason, "logprobs": null}]);
        data(&piece)
    }
}

/// A streamed response.
pub struct Respond {
    pub run_id: String,
    pub origin: String,
    pub begun: OpenaiResponse,
}

/// The events of a response, numbered.
#[derive(Default)]
struct Numbered(u64);

impl Numbered {
    /// An event with the fields of its position and others.
    fn event(&mut self, kind: &str, place: &Value, fields: Value) -> Event {
        let body = with(with(place.clone(), fields), json!({"type": kind, "sequence_number": self.0}));
        self.0 += 1;
        data(&body).event(kind)
    }
}

impl Respond {
    pub fn reply(self, heard: impl Stream<Item = Heard> + Send + 'static) -> EventStream {
        let mut numbered = Numbered::default();
        let begin = ["response.created", "response.in_progress"]
            .map(|kind| numbered.event(kind, &json!({}), json!({"response": self.begun})));
        let mut steps = String::new();
        let rest = heard.flat_map(move |heard| {
            futures::stream::iter(match heard {
                Heard::Ended(run) => self.end(&mut numbered, run, std::mem::take(&mut steps)),
                under_way => {
                    let step = under_way.words().unwrap_or_default();
                    let first = steps.is_empty();
                    steps.push_str(&step);
                    if step.is_empty() { Vec::new() } else { self.step(&mut numbered, &step, first) }
                }
            })
        });
        sse::reply(futures::stream::iter(begin).chain(rest))
    }

    /// The position of the summary of the steps.
    fn at_summary(&self) -> Value {
        json!({"item_id": format!("rs_{}", self.run_id), "output_index": 0, "summary_index": 0})
    }

    fn step(&self, numbered: &mut Numbered, step: &str, first: bool) -> Vec<Event> {
        let mut events = Vec::new();
        let place = self.at_summary();
        if first {
            let item = with(reasoning(&self.run_id, ""), json!({"summary": [], "status": "in_progress"}));
            let added = json!({"output_index": 0, "item": item});
            events.push(numbered.event("response.output_item.added", &json!({}), added));
            events.push(numbered.event("response.reasoning_summary_part.added", &place, json!({"part": summary("")})));
        }
        events.push(numbered.event("response.reasoning_summary_text.delta", &place, json!({"delta": step})));
        events
    }

    fn end(&self, numbered: &mut Numbered, run: Result<Box<Run>, AppError>, steps: String) -> Vec<Event> {
        let mut events = Vec::new();
        let mut add = |kind: &str, place: &Value, fields: Value| events.push(numbered.event(kind, place, fields));
        let at = usize::from(!steps.is_empty());
        if !steps.is_empty() {
            let place = self.at_summary();
            add("response.reasoning_summary_text.done", &place, json!({"text": steps}));
            add("response.reasoning_summary_part.done", &place, json!({"part": summary(&steps)}));
            let item = reasoning(&self.run_id, &steps);
            add("response.output_item.done", &json!({"output_index": 0}), json!({"item": item}));
        }
        let told = match told(run, steps, &self.origin) {
            Ok(told) => told,
            Err(refused) => {
                let failed = self.begun.clone().failed(&refused.to_string());
                add("response.failed", &json!({}), json!({"response": failed}));
                return events;
            }
        };
        let (output, whole) = (json!({"output_index": at}), message(&told));
        let place = json!({"item_id": message_id(&self.run_id), "output_index": at, "content_index": 0});
        let begun = with(whole.clone(), json!({"status": "in_progress", "content": []}));
        add("response.output_item.added", &output, json!({"item": begun}));
        add("response.content_part.added", &place, json!({"part": output_text("", &[])}));
        add("response.output_text.delta", &place, json!({"delta": told.text, "logprobs": []}));
        for (n, link) in told.links.iter().enumerate() {
            let added = json!({"annotation": annotation(link), "annotation_index": n});
            add("response.output_text.annotation.added", &place, added);
        }
        add("response.output_text.done", &place, json!({"text": told.text, "logprobs": []}));
        add("response.content_part.done", &place, json!({"part": output_text(&told.text, &told.links)}));
        add("response.output_item.done", &output, json!({"item": whole}));
        let ended = self.begun.clone().with(&told);
        add(ended.ended_as(), &json!({}), json!({"response": ended}));
        events
    }
}

/// A body with these additional fields.
fn with(mut body: Value, fields: Value) -> Value {
    if let (Value::Object(body), Value::Object(fields)) = (&mut body, fields) {
        body.extend(fields);
    }
    body
}
