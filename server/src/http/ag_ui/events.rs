//! Converts a run's events to those of the AG-UI protocol. Iterations become its steps, notes on the work its
//! reasoning, and the answer its one text message, which is sent once it is checked: what was sent cannot be taken
//! back.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, SecondsFormat};
use model::error::AppError;
use model::run::{Outcome, Run, RunEvent, RunStatus, StepKind, StoredEvent};
use serde_json::{Map, Value, json};

use super::super::error::code;
use super::super::openai::follow::Heard;
use super::super::openai::reply::{Link, Told};
use super::super::openai::told;
use super::{RunAgentInput, STATE};
use crate::api::openai::CONVERSATION;

/// The supported version of the protocol.
const PROTOCOL: &str = "1.0";

/// An error, as the protocol's last event.
pub fn error(refused: &AppError) -> Value {
    json!({"type": "RUN_ERROR", "message": refused.to_string(), "code": code(refused)})
}

/// The translation of a run for a client.
pub struct Translation {
    thread: String,
    /// The client's id of the run; the desk's is in `run`.
    asked: String,
    run: Run,
    origin: String,
    state: Map<String, Value>,
    /// The open step.
    step: Option<String>,
    /// Calls that the client knows.
    called: BTreeSet<String>,
    /// Number of reasoning messages so far.
    said: usize,
    /// Tokens by model: input, output, and from the cache.
    usage: BTreeMap<String, [u64; 3]>,
}

impl Translation {
    /// `run` continues after the event with number `after`.
    pub fn new(input: RunAgentInput, run: Run, after: i64, origin: String) -> Self {
        let state = match input.state {
            Value::Object(state) => state,
            _ => Map::new(),
        };
        // A call that was proposed before is known to the client; only its result follows here.
        let called = run.steps.iter().filter(|step| step.seq <= after).filter_map(|step| match &step.kind {
            StepKind::Approval { call, .. } => Some(call.clone()),
            _ => None,
        });
        Self {
            thread: input.thread_id,
            asked: input.run_id,
            called: called.collect(),
            run,
            origin,
            state,
            step: None,
            said: 0,
            usage: BTreeMap::new(),
        }
    }

    /// The events before all others.
    pub fn begin(&mut self) -> Vec<Value> {
        let mut state = std::mem::take(&mut self.state);
        state.insert(STATE.into(), self.state_of(&self.run, &[]));
        vec![
            json!({"type": "RUN_STARTED", "threadId": self.thread, "runId": self.asked, "protocolVersion": PROTOCOL}),
            json!({"type": "STATE_SNAPSHOT", "snapshot": state}),
        ]
    }

    /// The parts of a run that a client sees besides its messages.
    fn state_of(&self, run: &Run, citations: &[Link]) -> Value {
        let charts = run.answer.as_ref().map(|answer| answer.charts.as_slice()).unwrap_or_default();
        let understood = run.route.as_ref().map(|route| route.understood.as_slice()).unwrap_or_default();
        json!({
            "run": run.id, "conversation": run.session_id, "link": self.link(), "status": run.status,
            "question": run.question, "strategy": run.strategy, "model": run.model, "asOf": run.as_of,
            "understood": understood, "citations": citations, "charts": charts, "followUps": run.follow_ups,
        })
    }

    fn link(&self) -> String {
        format!("{}{CONVERSATION}{}", self.origin, self.run.session_id)
    }

    /// A call's id, unique in the thread.
    fn call_id(&self, call: &str) -> String {
        format!("{}:{call}", self.run.id)
    }

    /// The protocol's events for progress of the run.
    pub fn events(&mut self, heard: Heard) -> Vec<Value> {
        let words = heard.words();
        match heard {
            Heard::Ended(run) => self.end(run),
            Heard::Note(note) => self.reasoning(&note),
            Heard::Event(stored) => {
                let StoredEvent { at, event, .. } = *stored;
                let mut events = self.event(event, words);
                events.iter_mut().for_each(|event| event["timestamp"] = json!(at));
                events
            }
        }
    }

    fn event(&mut self, event: RunEvent, words: Option<String>) -> Vec<Value> {
        match event {
            RunEvent::Routed { route } => vec![delta("/understood", json!(route.understood))],
            RunEvent::Thinking { iteration, .. } => {
                let name = format!("Iteration {iteration}");
                let mut events = self.close();
                events.push(json!({"type": "STEP_STARTED", "stepName": name}));
                self.step = Some(name);
                events
            }
            RunEvent::Planned { ref calls, .. } => {
                let plan = delta("/plan", json!(calls));
                std::iter::once(plan).chain(words.iter().flat_map(|words| self.reasoning(words))).collect()
            }
            RunEvent::ToolStarted { call, tool, args, .. } | RunEvent::ApprovalRequested { call, tool, args, .. } => {
                self.call(call, &tool, &args)
            }
            RunEvent::ToolFinished { call, outcome, .. } => {
                let content = match outcome {
                    Outcome::Ok { output } => output.summary,
                    Outcome::Error { error, .. } => error,
                };
                let id = self.call_id(&call);
                vec![json!({"type": "TOOL_CALL_RESULT", "messageId": format!("{id}:result"), "toolCallId": id,
                    "content": content, "role": "tool"})]
            }
            RunEvent::ModelCalled { model, prompt_tokens, completion_tokens, cached_tokens, .. } => {
                let sums = self.usage.entry(model).or_default();
                for (sum, n) in sums.iter_mut().zip([prompt_tokens, completion_tokens, cached_tokens]) {
                    *sum += n;
                }
                Vec::new()
            }
            _ => words.map(|words| self.reasoning(&words)).unwrap_or_default(),
        }
    }

    /// A call, reported once: when it is proposed, or when it begins.
    fn call(&mut self, call: String, tool: &str, args: &Value) -> Vec<Value> {
        let id = self.call_id(&call);
        if !self.called.insert(call) {
            return Vec::new();
        }
        vec![
            json!({"type": "TOOL_CALL_START", "toolCallId": id, "toolCallName": tool}),
            json!({"type": "TOOL_CALL_ARGS", "toolCallId": id, "delta": args.to_string()}),
            json!({"type": "TOOL_CALL_END", "toolCallId": id}),
        ]
    }

    fn reasoning(&mut self, text: &str) -> Vec<Value> {
        self.said += 1;
        let id = format!("{}:reasoning:{}", self.asked, self.said);
        vec![
            json!({"type": "REASONING_START", "messageId": id}),
            json!({"type": "REASONING_MESSAGE_START", "messageId": id, "role": "reasoning"}),
            json!({"type": "REASONING_MESSAGE_CONTENT", "messageId": id, "delta": text.trim()}),
            json!({"type": "REASONING_MESSAGE_END", "messageId": id}),
            json!({"type": "REASONING_END", "messageId": id}),
        ]
    }

    /// Ends the open step.
    fn close(&mut self) -> Vec<Value> {
        self.step.take().map(|name| json!({"type": "STEP_FINISHED", "stepName": name})).into_iter().collect()
    }

    fn end(&mut self, run: Result<Box<Run>, AppError>) -> Vec<Value> {
        let mut events = self.close();
        let Told { text, links, run, .. } = match told(run, String::new(), &self.origin) {
            Ok(told) => told,
            Err(refused) => {
                events.push(error(&refused));
                return events;
            }
        };
        let interrupts = self.interrupts(&run);
        if interrupts.is_empty() && run.answer.is_some() {
            let id = format!("{}:answer", run.id);
            events.push(json!({"type": "TEXT_MESSAGE_START", "messageId": id, "role": "assistant"}));
            events.push(json!({"type": "TEXT_MESSAGE_CONTENT", "messageId": id, "delta": text}));
            events.push(json!({"type": "TEXT_MESSAGE_END", "messageId": id}));
        }
        events.push(delta("", self.state_of(&run, &links)));
        let outcome = match run.status {
            _ if !interrupts.is_empty() => json!({"type": "interrupt", "interrupts": interrupts}),
            RunStatus::Cancelled => json!({"type": "cancelled"}),
            _ => json!({"type": "success"}),
        };
        let mut finished =
            json!({"type": "RUN_FINISHED", "threadId": self.thread, "runId": self.asked, "outcome": outcome});
        if !self.usage.is_empty() {
            finished["usage"] = self.usage.iter().map(|(model, sums)| usage(model, *sums)).collect();
        }
        events.push(finished);
        events
    }

    /// The decisions that a run waits for.
    fn interrupts(&self, run: &Run) -> Vec<Value> {
        let proposed = run.steps.iter().filter(|_| run.status == RunStatus::Waiting);
        let one = proposed.filter_map(|step| match &step.kind {
            StepKind::Approval { approval, call, reason, expires_at, proposal, decision: None, .. } => {
                let until = DateTime::from_timestamp_millis(*expires_at).unwrap_or_default();
                Some(json!({
                    "id": format!("{}:{approval}", run.id),
                    "reason": "tool_call",
                    "message": format!("{}? {reason}", proposal.title),
                    "toolCallId": self.call_id(call),
                    "responseSchema": response_schema(),
                    "expiresAt": until.to_rfc3339_opts(SecondsFormat::Millis, true),
                    "metadata": {STATE: {"changes": proposal.changes, "link": self.link()}},
                }))
            }
            _ => None,
        });
        one.collect()
    }
}

/// The schema of [`super::Payload`], as the protocol recommends.
fn response_schema() -> Value {
    json!({
        "type": "object",
        "properties": {
            "approved": {"type": "boolean"},
            "editedArgs": {"type": "object", "description": "All arguments, replacing the proposed ones."},
            "note": {"type": "string", "description": "Stored with the decision."},
        },
        "required": ["approved"],
    })
}

/// A change of the desk's part of the state; `path` is a JSON pointer into it.
fn delta(path: &str, value: Value) -> Value {
    json!({"type": "STATE_DELTA", "delta": [{"op": "add", "path": format!("/{STATE}{path}"), "value": value}]})
}

/// A model's usage; `model` is `provider/model`.
fn usage(model: &str, [input, output, cached]: [u64; 3]) -> Value {
    let (provider, model) = model.split_once('/').unwrap_or(("", model));
    json!({"provider": provider, "model": model, "inputTokens": input, "outputTokens": output, "totalTokens": input + output,
        "cachedInputTokens": cached})
}
