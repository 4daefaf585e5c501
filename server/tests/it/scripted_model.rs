//! A model server over real HTTP that does what its script says, in either wire format, and records its requests.
//!
//! Deliberately not here: any intelligence. It behaves as badly as real servers: it hangs, breaks off, ignores tools,
//! answers with 429, and splits its stream in the middle of characters.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, Response, header};
use futures::{StreamExt, future, stream};
use serde_json::{Value, json};
use tokio::sync::Notify;
use tokio::task::JoinHandle;

/// How the server handles one request. Whole or streamed, in either format: as requested.
#[derive(Clone, Debug)]
pub enum Step {
    /// Answers with a text, even if told to call a tool.
    Text(String),
    /// Calls tools: their names, and their arguments exactly as the model writes them.
    Calls(Vec<(String, String)>),
    /// Answers as if the token limit had been reached.
    Length(String),
    /// Refuses, with these headers and this body.
    Status(u16, Vec<(&'static str, String)>, String),
    /// Status 200 with these bytes and content type.
    Raw(&'static str, String),
    /// A reply whose last part is missing: the connection breaks.
    Cut(String),
    /// Streams the text and then falls silent.
    Silence(String),
    /// Answers with a text after this delay; the status comes at once.
    Late(Duration, String),
    /// Never answers.
    Hang,
}

impl Step {
    pub fn text(text: &str) -> Self {
        Self::Text(text.into())
    }

    /// One call with JSON arguments.
    pub fn call(name: &str, arguments: Value) -> Self {
        Self::Calls(vec![(name.into(), arguments.to_string())])
    }

    pub fn status(status: u16, message: &str) -> Self {
        Self::Status(status, vec![], json!({"error": {"message": message}}).to_string())
    }
}

/// A received request.
#[derive(Clone, Debug)]
pub struct Seen {
    pub path: String,
    pub headers: HeaderMap,
    pub body: Value,
}

type Script = dyn FnMut(&Seen) -> Step + Send;

struct Shared {
    script: Mutex<Box<Script>>,
    seen: Mutex<Vec<Seen>>,
    /// Maximum size of a chunk of a stream, in bytes.
    chunk: usize,
    hung_up: Notify,
}

/// The running server; it ends when this is dropped.
pub struct ScriptedModel {
    address: SocketAddr,
    shared: Arc<Shared>,
    task: JoinHandle<()>,
}

impl ScriptedModel {
    /// Takes one step per request, in order; after the last one it answers 418, which nobody retries.
    pub async fn start(steps: impl IntoIterator<Item = Step>) -> Self {
        let mut steps: VecDeque<Step> = steps.into_iter().collect();
        Self::answering(7, move |_| steps.pop_front().unwrap_or_else(|| Step::status(418, "the script is over"))).await
    }

    /// Asks `script` how to handle each request, and streams in chunks of at most `chunk` bytes.
    pub async fn answering(chunk: usize, script: impl FnMut(&Seen) -> Step + Send + 'static) -> Self {
        let script: Mutex<Box<Script>> = Mutex::new(Box::new(script));
        let shared = Arc::new(Shared { script, seen: Mutex::default(), chunk, hung_up: Notify::new() });
        let app = Router::new().fallback(answer).with_state(shared.clone());
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let task = tokio::spawn(async move { axum::serve(listener, app).await.unwrap() });
        Self { address, shared, task }
    }

    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// All requests so far.
    pub fn seen(&self) -> Vec<Seen> {
        self.shared.seen.lock().unwrap().clone()
    }

    /// Returns once a client has disconnected while the server was silent; fails after a second.
    pub async fn hung_up(&self) {
        tokio::time::timeout(Duration::from_secs(1), self.shared.hung_up.notified()).await.expect("nobody hung up");
    }
}

impl Drop for ScriptedModel {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// Notifies that a client has disconnected: then the server's handler is dropped.
struct HangUp(Arc<Shared>);

impl Drop for HangUp {
    fn drop(&mut self) {
        self.0.hung_up.notify_one();
    }
}

async fn answer(State(shared): State<Arc<Shared>>, request: Request) -> Response<Body> {
    let (parts, body) = request.into_parts();
    let bytes = axum::body::to_bytes(body, usize::MAX).await.unwrap_or_default();
    let body = serde_json::from_slice(&bytes).unwrap_or(Value::Null);
    let seen = Seen { path: parts.uri.path().to_owned(), headers: parts.headers, body };
    let step = (shared.script.lock().unwrap())(&seen);
    shared.seen.lock().unwrap().push(seen.clone());
    let format = if seen.path.ends_with("/messages") { Format::Anthropic } else { Format::OpenAi };
    let model = seen.body["model"].as_str().unwrap_or("scripted").to_owned();
    let (text, calls, reason, end) = match step {
        Step::Status(status, headers, body) => {
            let mut response = Response::builder().status(status);
            for (name, value) in headers {
                response = response.header(name, value);
            }
            return response.body(body.into()).unwrap();
        }
        Step::Raw(content_type, body) => return reply(content_type, Body::from(body)),
        Step::Hang => {
            let _guard = HangUp(shared);
            return future::pending().await;
        }
        Step::Text(text) => (text, vec![], Reason::Stop, End::Whole),
        Step::Calls(calls) => (String::new(), calls, Reason::Calls, End::Whole),
        Step::Length(text) => (text, vec![], Reason::Length, End::Whole),
        Step::Cut(text) => (text, vec![], Reason::Stop, End::Cut),
        Step::Late(wait, text) => (text, vec![], Reason::Stop, End::Late(wait)),
        Step::Silence(text) => (text, vec![], Reason::Stop, End::Silence(HangUp(shared.clone()))),
    };
    if seen.body["stream"] == true {
        let events = format.events(&model, &text, &calls, reason);
        reply("text/event-stream", pieces(events, shared.chunk, end))
    } else {
        let whole = format.whole(&model, &text, &calls, reason).to_string();
        reply("application/json", pieces(whole, usize::MAX, end))
    }
}

fn reply(content_type: &str, body: Body) -> Response<Body> {
    Response::builder().header(header::CONTENT_TYPE, content_type).body(body).unwrap()
}

enum End {
    Whole,
    Late(Duration),
    Cut,
    Silence(HangUp),
}

/// The bytes in chunks. A reply that does not end well lacks its last third, including the finish reason.
fn pieces(text: String, chunk: usize, end: End) -> Body {
    let bytes = Bytes::from(text);
    let bytes = if matches!(end, End::Whole | End::Late(_)) { bytes } else { bytes.slice(..bytes.len() * 2 / 3) };
    let chunk = chunk.min(bytes.len()).max(1);
    let pieces = (0..bytes.len()).step_by(chunk).map(|at| bytes.slice(at..(at + chunk).min(bytes.len())));
    let pieces = stream::iter(pieces.collect::<Vec<_>>());
    match end {
        End::Whole => Body::from_stream(pieces.map(Ok::<_, Infallible>)),
        End::Late(wait) => {
            let wait = stream::once(tokio::time::sleep(wait)).filter_map(|()| future::ready(None));
            Body::from_stream(wait.chain(pieces).map(Ok::<_, Infallible>))
        }
        End::Cut => {
            let error = stream::once(async { Err(std::io::Error::other("the connection breaks")) });
            // It breaks only after what came before has gone out.
            let pause = stream::once(tokio::task::yield_now()).filter_map(|()| future::ready(None));
            Body::from_stream(pieces.map(Ok).chain(pause).chain(error))
        }
        End::Silence(guard) => {
            let never = stream::once(async move {
                let _guard = guard;
                future::pending::<Bytes>().await
            });
            Body::from_stream(pieces.chain(never).map(Ok::<_, Infallible>))
        }
    }
}

#[derive(Clone, Copy)]
enum Reason {
    Stop,
    Calls,
    Length,
}

#[derive(Clone, Copy)]
enum Format {
    OpenAi,
    Anthropic,
}

/// Every reply reports 100 tokens read, 40 of them from the cache, and 20 written.
impl Format {
    fn reason(self, reason: Reason) -> &'static str {
        match (self, reason) {
            (Self::OpenAi, Reason::Stop) => "stop",
            (Self::OpenAi, Reason::Calls) => "tool_calls",
            (Self::OpenAi, Reason::Length) => "length",
            (Self::Anthropic, Reason::Stop) => "end_turn",
            (Self::Anthropic, Reason::Calls) => "tool_use",
            (Self::Anthropic, Reason::Length) => "max_tokens",
        }
    }

    fn usage(self) -> Value {
        match self {
            Self::OpenAi => json!({
                "prompt_tokens": 100, "completion_tokens": 20, "prompt_tokens_details": {"cached_tokens": 40},
            }),
            Self::Anthropic => json!({"input_tokens": 60, "cache_read_input_tokens": 40, "output_tokens": 20}),
        }
    }

    fn whole(self, model: &str, text: &str, calls: &[(String, String)], reason: Reason) -> Value {
        match self {
            Self::OpenAi => {
                let mut message = json!({"role": "assistant", "content": text});
                if !calls.is_empty() {
                    let list = calls.iter().enumerate().map(|(i, call)| openai_call(i, call));
                    message["tool_calls"] = list.collect();
                }
                let choice = json!({"index": 0, "message": message, "finish_reason": self.reason(reason)});
                json!({"model": model, "choices": [choice], "usage": self.usage()})
            }
            Self::Anthropic => {
                let said = (!text.is_empty()).then(|| json!({"type": "text", "text": text}));
                let calls = calls.iter().enumerate().map(|(i, (name, arguments))| {
                    let input: Value = serde_json::from_str(arguments).unwrap_or_else(|_| json!(arguments));
                    json!({"type": "tool_use", "id": format!("toolu_{i}"), "name": name, "input": input})
                });
                let content: Value = said.into_iter().chain(calls).collect();
                let (reason, usage) = (self.reason(reason), self.usage());
                json!({"type": "message", "model": model, "content": content, "stop_reason": reason, "usage": usage})
            }
        }
    }

    fn events(self, model: &str, text: &str, calls: &[(String, String)], reason: Reason) -> String {
        match self {
            Self::OpenAi => openai_events(model, text, calls, self.reason(reason), self.usage()),
            Self::Anthropic => anthropic_events(model, text, calls, self.reason(reason), self.usage()),
        }
    }
}

fn openai_call(index: usize, (name, arguments): &(String, String)) -> Value {
    let function = json!({"name": name, "arguments": arguments});
    json!({"index": index, "id": format!("call_{index}"), "type": "function", "function": function})
}

/// In llama.cpp's form: arguments in chunks distinguished by `index`, and usage in a last chunk without choices.
fn openai_events(model: &str, text: &str, calls: &[(String, String)], reason: &str, usage: Value) -> String {
    let chunk = |delta: Value, reason: Option<&str>| json!({"model": model, "choices": [{"index": 0, "delta": delta, "finish_reason": reason}]});
    let mut chunks = vec![chunk(json!({"role": "assistant", "content": null}), None)];
    chunks.extend(words(text).map(|word| chunk(json!({"content": word}), None)));
    for (index, (name, arguments)) in calls.iter().enumerate() {
        let first = openai_call(index, &(name.clone(), String::new()));
        chunks.push(chunk(json!({"tool_calls": [first]}), None));
        chunks.extend(words(arguments).map(|piece| {
            let piece = json!({"index": index, "function": {"arguments": piece}});
            chunk(json!({"tool_calls": [piece]}), None)
        }));
    }
    chunks.push(chunk(json!({}), Some(reason)));
    chunks.push(json!({"model": model, "choices": [], "usage": usage}));
    let events: String = chunks.iter().map(|chunk| format!("data: {chunk}\n\n")).collect();
    format!("{events}data: [DONE]\n\n")
}

fn anthropic_events(model: &str, text: &str, calls: &[(String, String)], reason: &str, usage: Value) -> String {
    let started = json!({"model": model, "content": [], "usage": usage});
    let mut events = vec![json!({"type": "message_start", "message": started})];
    let mut block = |index: usize, start: Value, deltas: Vec<Value>| {
        events.push(json!({"type": "content_block_start", "index": index, "content_block": start}));
        let deltas = deltas.into_iter().map(|d| json!({"type": "content_block_delta", "index": index, "delta": d}));
        events.extend(deltas);
        events.push(json!({"type": "content_block_stop", "index": index}));
    };
    let said = words(text).map(|word| json!({"type": "text_delta", "text": word})).collect();
    block(0, json!({"type": "text", "text": ""}), said);
    for (i, (name, arguments)) in calls.iter().enumerate() {
        let start = json!({"type": "tool_use", "id": format!("toolu_{i}"), "name": name, "input": {}});
        let pieces = words(arguments).map(|p| json!({"type": "input_json_delta", "partial_json": p})).collect();
        block(i + 1, start, pieces);
    }
    events.push(json!({"type": "message_delta", "delta": {"stop_reason": reason}, "usage": {"output_tokens": 20}}));
    events.push(json!({"type": "message_stop"}));
    events.iter().map(|e| format!("event: {}\ndata: {e}\n\n", e["type"].as_str().unwrap_or_default())).collect()
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split_inclusive([' ', ':', ',']).filter(|word| !word.is_empty())
}

/// Settings for a server that uses the model at `url`, with tools.
pub const fn with_tools(url: &str) -> [(&str, &str); 4] {
    [
        ("PLUMBLINE_LLM_PROVIDER", "compatible"),
        ("PLUMBLINE_LLM_BASE_URL", url),
        ("PLUMBLINE_LLM_MODEL", "m"),
        ("PLUMBLINE_STRATEGY", "tools"),
    ]
}
