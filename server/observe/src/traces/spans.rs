//! Converts a run's events to spans. Names and attributes follow OpenTelemetry's conventions for generative AI (1.41,
//! in development); Plumbline's own begin with `plumbline.`.

use std::collections::HashMap;
use std::time::{Duration, SystemTime};

use model::run::{Outcome, RunEvent, RunStatus, StoredEvent};
use opentelemetry::trace::{Span as _, SpanBuilder, SpanContext, SpanKind, Status, TraceContextExt, Tracer};
use opentelemetry::{Array, Context, KeyValue, StringValue, Value as Attribute};
use opentelemetry_sdk::trace::{SdkTracer, Span};
use serde_json::Value;

use super::content;
use crate::metric_event::{ToolResult, is_model, relevances, searches};
use llm::LlmError;

const AGENT: &str = "plumbline";

/// Providers with another name in the conventions.
const PROVIDERS: [(&str, &str); 2] = [("azure", "azure.ai.openai"), ("mistral", "mistral_ai")];

/// Side tasks, which may use a cheaper model than the run's own.
const LIGHT: [&str; 4] = ["route", "reflect", "summarize", "follow-ups"];

/// Sends the spans of a run to the tracer. `parent` is the request that asked it.
pub fn tell(tracer: &SdkTracer, events: &[StoredEvent], parent: Option<SpanContext>, content: bool) {
    let (Some(first), Some(last)) = (events.first(), events.last()) else { return };
    let RunEvent::Started { session_id, question, strategy, model, .. } = &first.event else { return };
    let above = parent.map_or_else(Context::new, |parent| Context::new().with_remote_span_context(parent));
    let mut about = vec![
        KeyValue::new("gen_ai.operation.name", "invoke_agent"),
        KeyValue::new("gen_ai.agent.name", AGENT),
        KeyValue::new("gen_ai.conversation.id", session_id.clone()),
        KeyValue::new("plumbline.run.id", first.run_id.clone()),
        KeyValue::new("plumbline.strategy", strategy.as_str()),
    ];
    if let Some((provider, name)) = model.split_once('/') {
        about.push(KeyValue::new("gen_ai.provider.name", provider_name(provider)));
        about.push(KeyValue::new("gen_ai.request.model", name.to_owned()));
    }
    if content {
        about.push(KeyValue::new("gen_ai.input.messages", content::messages("user", question)));
    }
    let span = span(format!("invoke_agent {AGENT}"), SpanKind::Internal, first.at, about);
    let mut root = tracer.build_with_context(span, &above);
    let below = Context::new().with_remote_span_context(root.span_context().clone());
    let telling = Telling { tracer, below: &below, content, calls_began: began(events) };
    let mut before = first.at;
    let mut asked = model.as_str();
    for (n, stored) in events.iter().enumerate() {
        match &stored.event {
            RunEvent::ToolFinished { call, tool, duration_ms, outcome } => {
                telling.call(call, tool, outcome, stored.at - duration_ms, stored.at);
            }
            RunEvent::ModelCalled { .. } => telling.chat(&stored.event, asked, end_of(events, n)),
            RunEvent::Fallback { from, to, reason, .. } if is_model(from) => {
                telling.failed(from, LlmError::kind_of(reason), (before, stored.at));
                if is_model(to) {
                    asked = to;
                }
            }
            RunEvent::Answered { answer } if content => {
                root.set_attribute(KeyValue::new(
                    "gen_ai.output.messages",
                    content::messages("assistant", &answer.text),
                ));
            }
            RunEvent::Finished { status, receipt } => {
                root.set_attribute(KeyValue::new("plumbline.run.status", status.as_str()));
                root.set_attribute(KeyValue::new("gen_ai.usage.input_tokens", whole(receipt.tokens_prompt)));
                root.set_attribute(KeyValue::new("gen_ai.usage.output_tokens", whole(receipt.tokens_completion)));
                if *status == RunStatus::Failed {
                    fail(&mut root, "failed");
                }
            }
            _ => {}
        }
        before = stored.at;
    }
    root.end_with_timestamp(time(last.at));
}

/// The context of spans below the run's own.
struct Telling<'a> {
    tracer: &'a SdkTracer,
    /// The run's own span.
    below: &'a Context,
    content: bool,
    /// Start of each call in UTC milliseconds, and its arguments.
    calls_began: HashMap<&'a str, (i64, &'a Value)>,
}

impl Telling<'_> {
    fn call(&self, call: &str, tool: &str, outcome: &Outcome, from: i64, to: i64) {
        let began = self.calls_began.get(call);
        // Calls may wait for others to end: only the time actually taken counts.
        let from = began.map_or(from, |(at, _)| from.max(*at)).min(to);
        let mut about = vec![
            KeyValue::new("gen_ai.operation.name", "execute_tool"),
            KeyValue::new("gen_ai.tool.name", tool.to_owned()),
            KeyValue::new("gen_ai.tool.call.id", call.to_owned()),
            KeyValue::new("gen_ai.tool.type", "function"),
        ];
        if self.content {
            if let Some((_, args)) = began {
                about.push(KeyValue::new("gen_ai.tool.call.arguments", content::arguments(args)));
            }
            about.push(KeyValue::new("gen_ai.tool.call.result", content::result(outcome)));
        }
        let made = span(format!("execute_tool {tool}"), SpanKind::Internal, from, about);
        let mut made = self.tracer.build_with_context(made, self.below);
        if searches(tool) {
            self.retrieval(&made, tool, outcome, (from, to));
        }
        match ToolResult::from_outcome(outcome) {
            ToolResult::Success => {}
            failed => fail(&mut made, failed.as_str()),
        }
        made.end_with_timestamp(time(to));
    }

    /// A call as a search.
    fn retrieval(&self, call: &Span, tool: &str, outcome: &Outcome, (from, to): (i64, i64)) {
        let found = relevances(outcome);
        let mut about = vec![
            KeyValue::new("gen_ai.operation.name", "retrieval"),
            KeyValue::new("plumbline.retrieval.records", whole(found.len() as u64)),
        ];
        about.extend(
            found.into_iter().reduce(f64::max).map(|best| KeyValue::new("plumbline.retrieval.relevance", best)),
        );
        let below = Context::new().with_remote_span_context(call.span_context().clone());
        let made = span(format!("retrieval {tool}"), SpanKind::Internal, from, about);
        self.tracer.build_with_context(made, &below).end_with_timestamp(time(to));
    }

    /// An answered model call. `asked` is the run's model, as `provider/model`.
    fn chat(&self, event: &RunEvent, asked: &str, end: i64) {
        let RunEvent::ModelCalled {
            purpose,
            model,
            prompt_tokens,
            completion_tokens,
            cached_tokens,
            retries,
            duration_ms,
            finish_reason,
            ..
        } = event
        else {
            return;
        };
        let (provider, answered) = model.split_once('/').unwrap_or(("", model));
        // The reply may name a specific version of the requested model.
        let own = asked.split_once('/').filter(|(of, _)| *of == provider && !LIGHT.contains(&purpose.as_str()));
        let wanted = own.map_or(answered, |(_, wanted)| wanted);
        let mut about = chat(provider, wanted);
        about.extend([
            KeyValue::new("gen_ai.response.model", answered.to_owned()),
            KeyValue::new(
                "gen_ai.response.finish_reasons",
                Attribute::Array(Array::String(vec![StringValue::from(finish_reason.clone())])),
            ),
            KeyValue::new("gen_ai.usage.input_tokens", whole(*prompt_tokens)),
            KeyValue::new("gen_ai.usage.output_tokens", whole(*completion_tokens)),
            KeyValue::new("gen_ai.usage.cache_read.input_tokens", whole(*cached_tokens)),
            KeyValue::new("plumbline.purpose", purpose.clone()),
            KeyValue::new("plumbline.retries", i64::from(*retries)),
        ]);
        let made = span(format!("chat {wanted}"), SpanKind::Client, end - duration_ms, about);
        self.tracer.build_with_context(made, self.below).end_with_timestamp(time(end));
    }

    /// A model that failed all attempts, so that another or the rules took over.
    fn failed(&self, model: &str, kind: &'static str, (from, to): (i64, i64)) {
        let (provider, wanted) = model.split_once('/').unwrap_or(("", model));
        let made = span(format!("chat {wanted}"), SpanKind::Client, from, chat(provider, wanted));
        let mut made = self.tracer.build_with_context(made, self.below);
        fail(&mut made, kind);
        made.end_with_timestamp(time(to));
    }
}

fn chat(provider: &str, wanted: &str) -> Vec<KeyValue> {
    vec![
        KeyValue::new("gen_ai.operation.name", "chat"),
        KeyValue::new("gen_ai.provider.name", provider_name(provider)),
        KeyValue::new("gen_ai.request.model", wanted.to_owned()),
    ]
}

fn provider_name(name: &str) -> String {
    PROVIDERS.iter().find(|(ours, _)| *ours == name).map_or(name, |(_, theirs)| theirs).to_owned()
}

fn began(events: &[StoredEvent]) -> HashMap<&str, (i64, &Value)> {
    let calls = events.iter().filter_map(|stored| match &stored.event {
        RunEvent::ToolStarted { call, args, .. } => Some((call.as_str(), (stored.at, args))),
        _ => None,
    });
    calls.collect()
}

/// When the model call of the `n`th event ended, in UTC milliseconds. Several calls of a step are recorded together, at
/// the time of the last: each ended when the next one began.
fn end_of(events: &[StoredEvent], n: usize) -> i64 {
    let at = events[n].at;
    let later = events[n + 1..].iter().take_while(|later| later.at == at);
    let took = |later: &StoredEvent| match &later.event {
        RunEvent::ModelCalled { duration_ms, .. } => *duration_ms,
        _ => 0,
    };
    at - later.map(took).sum::<i64>()
}

fn span(name: String, kind: SpanKind, from: i64, about: Vec<KeyValue>) -> SpanBuilder {
    SpanBuilder::from_name(name).with_kind(kind).with_start_time(time(from)).with_attributes(about)
}

/// Error texts may quote people, so only the kind is sent.
fn fail(span: &mut Span, kind: &'static str) {
    span.set_attribute(KeyValue::new("error.type", kind));
    span.set_status(Status::error(kind));
}

/// From UTC milliseconds.
fn time(at: i64) -> SystemTime {
    SystemTime::UNIX_EPOCH + Duration::from_millis(u64::try_from(at).unwrap_or_default())
}

fn whole(count: u64) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}
