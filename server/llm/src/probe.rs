//! Probes what a model and its server can do: a few requests in parallel, within ten seconds; each finding as it comes.
//!
//! Deliberately not here: retries and fallbacks, which would hide the result.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use futures::stream::{self, FuturesOrdered};
use futures::{FutureExt, Stream, StreamExt};
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

use super::client::Client;
use super::{ChatModel, ChatRequest, Listener, LlmError, Message, Progress, ToolChoice, ToolSpec};

/// The time limit of each request; they are sent in parallel.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(9);

/// One finding of a probe.
#[derive(Clone, Debug)]
pub enum Finding {
    /// Time to the first answer, or why there is none; and the chunks of that answer.
    Answers(Result<Duration, LlmError>, usize),
    /// Whether a required tool was called; false if the server refused.
    Tools(Result<bool, LlmError>),
    /// Whether an answer under a schema matched it; false if the server refused.
    Json(Result<bool, LlmError>),
    Context(Option<Context>),
}

/// The context size reported by the server.
#[derive(Clone, Debug, PartialEq)]
pub struct Context {
    pub tokens: u64,
    /// The path that reported it.
    pub asked: &'static str,
    /// Whether it is the model's maximum, of which the server may use less.
    pub at_most: bool,
}

/// Paths and field names that report it; the size in use before the maximum.
const PLACES: [(&str, &str, bool); 5] = [
    ("/props", "n_ctx", false),
    ("/api/ps", "context_length", false),
    ("/api/v0/models", "loaded_context_length", false),
    ("/v1/models", "", false),
    ("/api/show", "context_length", true),
];

/// How long to wait for a server's list of models.
const MODEL_LIST_TIMEOUT: Duration = Duration::from_secs(10);

/// Field names in lists of models.
const NAMES: [&str; 5] =
    ["max_model_len", "context_length", "context_window", "max_context_length", "max_input_tokens"];

impl Client {
    /// Probes everything within ten seconds. Each finding comes as soon as it and those before it are known: without an
    /// answer the others say nothing.
    pub fn probe(&self) -> impl Stream<Item = Finding> {
        let parallel = [self.streams().boxed(), self.calls().boxed(), self.keeps_json().boxed()];
        // Some servers load a model, and with it its context, on the first request.
        let context = async {
            let asked = tokio::time::timeout(Duration::from_secs(1), self.context()).await;
            Finding::Context(asked.ok().flatten())
        };
        parallel.into_iter().collect::<FuturesOrdered<_>>().chain(stream::once(context))
    }

    async fn streams(&self) -> Finding {
        let pieces = Arc::new(AtomicUsize::new(0));
        let counted = pieces.clone();
        let listener = Listener::new(move |progress| {
            if matches!(progress, Progress::Delta(_)) {
                counted.fetch_add(1, Ordering::Relaxed);
            }
        });
        let begun = Instant::now();
        let request = ChatRequest { stream: true, ..asking("Write the numbers from one to ten as words.") };
        let reply = self.within(&request, &listener).await;
        Finding::Answers(reply.map(|_| begun.elapsed()), pieces.load(Ordering::Relaxed))
    }

    async fn calls(&self) -> Finding {
        let schema = json!({"type": "object", "properties": {"number": {"type": "integer"}}, "required": ["number"]});
        let tool = ToolSpec { name: "report".into(), description: "Takes a number.".into(), schema: schema.into() };
        let request = ChatRequest {
            tools: vec![tool].into(),
            tool_choice: ToolChoice::Required,
            ..asking("Call the tool report with the number 7.")
        };
        let called = |call: &super::ToolCall| call.arguments.object().is_ok_and(|args| args["number"] == 7);
        let reply = self.within(&request, &Listener::none()).await;
        Finding::Tools(refusal_is_no(reply.map(|reply| reply.tool_calls.iter().any(called))))
    }

    async fn keeps_json(&self) -> Finding {
        let schema = json!({"type": "object", "properties": {"sum": {"type": "integer"}}, "required": ["sum"],
            "additionalProperties": false});
        let request =
            ChatRequest { response_schema: Some(("sum".into(), schema)), ..asking("What is 3 + 4? Answer as JSON.") };
        let reply = self.within(&request, &Listener::none()).await;
        let value = |reply: super::Reply| serde_json::from_str::<Value>(reply.content.trim()).ok();
        Finding::Json(refusal_is_no(reply.map(|reply| value(reply).is_some_and(|value| value["sum"].is_i64()))))
    }

    async fn within(&self, request: &ChatRequest, listener: &Listener) -> Result<super::Reply, LlmError> {
        let never = CancellationToken::new();
        let asked = tokio::time::timeout(REQUEST_TIMEOUT, self.chat(request, listener, &never));
        asked.await.unwrap_or(Err(LlmError::Timeout { after: REQUEST_TIMEOUT }))
    }

    /// The context size from the first path that reports it.
    async fn context(&self) -> Option<Context> {
        for (path, name, at_most) in PLACES {
            // Hosted services lack the paths of local servers.
            if path != "/v1/models" && self.provider.needs_key {
                continue;
            }
            let body = (path == "/api/show").then(|| json!({ "model": self.model }));
            let Some(told) = self.fetch(path, body).await else { continue };
            if let Some(tokens) = tokens(&told, &self.model, name) {
                return Some(Context { tokens, asked: path, at_most });
            }
        }
        None
    }

    /// The names of the models that its server lists.
    ///
    /// # Errors
    /// Why it gives none, as a sentence for whoever entered its address and key.
    pub async fn models(&self) -> Result<Vec<String>, String> {
        let reply = tokio::time::timeout(MODEL_LIST_TIMEOUT, self.request("/v1/models", None).send()).await;
        let reply = match reply {
            Ok(Ok(reply)) => reply,
            _ => return Err("The server cannot be reached. Check the address, and that it runs.".into()),
        };
        let status = reply.status();
        if matches!(status.as_u16(), 401 | 403) {
            return Err(format!("The server did not accept the key (status {}).", status.as_u16()));
        }
        let told: Value = reply.json().await.unwrap_or_default();
        let list = told["data"].as_array().or_else(|| told["models"].as_array()).into_iter().flatten();
        let mut names: Vec<String> =
            list.filter_map(|one| Some(one["id"].as_str().or(one["name"].as_str())?.to_owned())).collect();
        names.sort();
        match names.is_empty() {
            false => Ok(names),
            true => Err(format!("The server lists no models (status {}). Enter the model's name.", status.as_u16())),
        }
    }

    fn request(&self, path: &str, body: Option<Value>) -> reqwest::RequestBuilder {
        let own = self.url.path().trim_end_matches("/chat/completions").trim_end_matches("/messages");
        let base = own.trim_end_matches("/v1").trim_end_matches('/');
        let mut url = self.url.clone();
        url.set_query(None);
        url.set_path(&format!("{base}{path}"));
        let request = match body {
            Some(body) => self.http.post(url).json(&body),
            None => self.http.get(url),
        };
        request.headers(self.auth())
    }

    async fn fetch(&self, path: &str, body: Option<Value>) -> Option<Value> {
        let reply = self.request(path, body).send().await.ok()?.error_for_status().ok()?;
        serde_json::from_slice(&reply.bytes().await.ok()?).ok()
    }
}

fn refusal_is_no(asked: Result<bool, LlmError>) -> Result<bool, LlmError> {
    match asked {
        Err(LlmError::Refused { .. } | LlmError::NoToolCall | LlmError::Unfinished) => Ok(false),
        asked => asked,
    }
}

fn asking(text: &str) -> ChatRequest {
    ChatRequest { messages: vec![Message::user(text)], max_tokens: Some(400), ..ChatRequest::default() }
}

/// The context size in a response, from the model's own entry if several are listed.
fn tokens(told: &Value, model: &str, name: &str) -> Option<u64> {
    let list = told["data"].as_array().or_else(|| told["models"].as_array());
    let entry = match list {
        Some(list) => {
            let is_it = |one: &&Value| ["id", "name", "model"].iter().any(|key| names(&one[*key], model));
            list.iter().find(is_it).or_else(|| list.first().filter(|_| list.len() == 1))?
        }
        None => told,
    };
    let names: &[&str] = if name.is_empty() { &NAMES } else { &[name] };
    let places = [entry, &entry["default_generation_settings"], &entry["meta"]];
    let direct = places.iter().find_map(|place| names.iter().find_map(|name| place[*name].as_u64()));
    // Ollama prefixes the name with the architecture: "llama.context_length".
    let info = || {
        let fields = entry["model_info"].as_object()?;
        fields.iter().find(|(key, _)| key.ends_with(".context_length"))?.1.as_u64()
    };
    direct.or_else(info).filter(|n| *n > 0)
}

fn names(value: &Value, model: &str) -> bool {
    value.as_str().is_some_and(|name| name == model || name.trim_end_matches(":latest") == model)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn servers_say_their_context_in_their_own_ways() {
        for (told, name, want) in [
            (json!({"data": [{"id": "a", "max_model_len": 8192}, {"id": "m", "max_model_len": 4096}]}), "", Some(4096)),
            (json!({"data": [{"id": "a"}, {"id": "b", "max_model_len": 4096}]}), "", None),
            (json!({"data": [{"id": "other", "context_length": 131_072}]}), "", Some(131_072)),
            (json!({"default_generation_settings": {"n_ctx": 16384}}), "n_ctx", Some(16384)),
            (json!({"models": [{"name": "m:latest", "context_length": 4096}]}), "context_length", Some(4096)),
            (json!({"model_info": {"llama.context_length": 131_072}}), "context_length", Some(131_072)),
            (json!({"models": []}), "context_length", None),
            (json!([1]), "", None),
        ] {
            assert_eq!(tokens(&told, "m", name), want, "{told}");
        }
    }
}
