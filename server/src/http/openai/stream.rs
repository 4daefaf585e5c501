//! Answers piece by piece. The steps go out as they happen, as reasoning; the answer goes out once it is checked, since
//! nothing that was sent can be taken back here.

use std::convert::Infallible;
use std::time::Duration;

use axum::http::HeaderValue;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures::{Stream, StreamExt};
use serde_json::{Value, json};

use super::follow::Heard;
use super::reply::{
    ChatUsage, OpenaiResponse, annotation, chat_id, items, message, message_id, output_text, reasoning, summary,
};
use super::{error, told};

/// Proxies cut streams that are silent for longer.
const HEARTBEAT: Duration = Duration::from_secs(10);

/// A chat that is streamed.
pub struct Chat {
    pub run_id: String,
    pub model: String,
    pub origin: String,
    /// Whether the last piece tells the tokens.
    pub usage: bool,
    /// UTC milliseconds.
    pub now: i64,
}

impl Chat {
    pub fn reply(self, heard: impl Stream<Item = Heard> + Send + 'static) -> Response {
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
        sent(futures::stream::iter([first]).chain(rest))
    }

    fn end(&self, run: Result<Box<model::run::Run>, model::error::AppError>, steps: String) -> Vec<Event> {
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

/// A response that is streamed.
pub struct Respond {
    pub run_id: String,
    pub origin: String,
    pub begun: OpenaiResponse,
}

/// The events of a response, numbered.
#[derive(Default)]
struct Numbered(u64);

impl Numbered {
    fn event(&mut self, kind: &str, mut body: Value) -> Event {
        body["type"] = json!(kind);
        body["sequence_number"] = json!(self.0);
        self.0 += 1;
        data(&body).event(kind)
    }
}

impl Respond {
    pub fn reply(self, heard: impl Stream<Item = Heard> + Send + 'static) -> Response {
        let mut numbered = Numbered::default();
        let begin = ["response.created", "response.in_progress"]
            .map(|kind| numbered.event(kind, json!({"response": self.begun})));
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
        sent(futures::stream::iter(begin).chain(rest))
    }

    /// The place of the summary of the steps.
    fn at_summary(&self) -> Value {
        json!({"item_id": format!("rs_{}", self.run_id), "output_index": 0, "summary_index": 0})
    }

    fn step(&self, numbered: &mut Numbered, step: &str, first: bool) -> Vec<Event> {
        let mut events = Vec::new();
        if first {
            let mut item = reasoning(&self.run_id, "");
            item["summary"] = json!([]);
            item["status"] = json!("in_progress");
            events.push(numbered.event("response.output_item.added", json!({"output_index": 0, "item": item})));
            let part = with(self.at_summary(), "part", summary(""));
            events.push(numbered.event("response.reasoning_summary_part.added", part));
        }
        let delta = with(self.at_summary(), "delta", json!(step));
        events.push(numbered.event("response.reasoning_summary_text.delta", delta));
        events
    }

    fn end(
        &self,
        numbered: &mut Numbered,
        run: Result<Box<model::run::Run>, model::error::AppError>,
        steps: String,
    ) -> Vec<Event> {
        let mut events = Vec::new();
        let at = usize::from(!steps.is_empty());
        if !steps.is_empty() {
            let text = with(self.at_summary(), "text", json!(steps));
            events.push(numbered.event("response.reasoning_summary_text.done", text));
            let part = with(self.at_summary(), "part", summary(&steps));
            events.push(numbered.event("response.reasoning_summary_part.done", part));
            let item = json!({"output_index": 0, "item": reasoning(&self.run_id, &steps)});
            events.push(numbered.event("response.output_item.done", item));
        }
        let told = match told(run, steps, &self.origin) {
            Ok(told) => told,
            Err(refused) => {
                let failed = self.begun.clone().failed(&refused.to_string());
                events.push(numbered.event("response.failed", json!({"response": failed})));
                return events;
            }
        };
        let place = || json!({"item_id": message_id(&self.run_id), "output_index": at, "content_index": 0});
        let mut item = message(&told);
        item["status"] = json!("in_progress");
        item["content"] = json!([]);
        events.push(numbered.event("response.output_item.added", json!({"output_index": at, "item": item})));
        events.push(numbered.event("response.content_part.added", with(place(), "part", output_text("", &[]))));
        let delta = with(with(place(), "delta", json!(told.text)), "logprobs", json!([]));
        events.push(numbered.event("response.output_text.delta", delta));
        for (n, link) in told.links.iter().enumerate() {
            let added = with(with(place(), "annotation", annotation(link)), "annotation_index", json!(n));
            events.push(numbered.event("response.output_text.annotation.added", added));
        }
        let done = with(with(place(), "text", json!(told.text)), "logprobs", json!([]));
        events.push(numbered.event("response.output_text.done", done));
        let part = with(place(), "part", output_text(&told.text, &told.links));
        events.push(numbered.event("response.content_part.done", part));
        let whole = items(&told).pop();
        events.push(numbered.event("response.output_item.done", json!({"output_index": at, "item": whole})));
        let ended = self.begun.clone().with(&told);
        events.push(numbered.event(ended.ended_as(), json!({"response": ended})));
        events
    }
}

fn with(mut body: Value, name: &str, value: Value) -> Value {
    body[name] = value;
    body
}

/// An event that is JSON.
pub fn data(body: &impl serde::Serialize) -> Event {
    // A value of ours is always JSON on one line.
    Event::default().data(serde_json::to_string(body).unwrap_or_default())
}

/// Events as a reply.
pub fn sent(events: impl Stream<Item = Event> + Send + 'static) -> Response {
    let keep_alive = KeepAlive::new().interval(HEARTBEAT).text("still here");
    let mut reply = Sse::new(events.map(Ok::<_, Infallible>)).keep_alive(keep_alive).into_response();
    // Tells a buffering proxy to pass events on as they come.
    reply.headers_mut().insert("x-accel-buffering", HeaderValue::from_static("no"));
    reply
}
