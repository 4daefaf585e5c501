//! The model client against a scripted server: what it sends and receives, and how it handles failures.

mod asking;
mod choosing;
mod probing;
mod real;
mod recovery;
mod secrets;

use std::sync::{Arc, Mutex};

use serde_json::{Value, json};
use server::llm::{
    ChatModel, ChatRequest, Listener, LlmConfig, LlmError, Message, Progress, Reply, Secret, ToolChoice, ToolSpec,
    build,
};
use tokio_util::sync::CancellationToken;

use crate::scripted_model::ScriptedModel;

const KEY: &str = "sk-test-0123456789abcdefghij";

/// Settings for that server, with hardly any wait between attempts.
fn config(server: &ScriptedModel, provider: &str) -> LlmConfig {
    LlmConfig {
        provider: provider.into(),
        base_url: server.url(),
        api_key: Some(Secret::new(KEY)),
        model: "gpt-4.1-mini".into(),
        retry_base_ms: 1,
        ..LlmConfig::default()
    }
}

fn model(config: &LlmConfig) -> Arc<dyn ChatModel> {
    build(config).unwrap().unwrap()
}

/// A question with one tool available.
fn question() -> ChatRequest {
    let schema = json!({"type": "object", "properties": {"q": {"type": "string"}}, "required": ["q"]});
    let search = ToolSpec { name: "search".into(), description: "Finds messages.".into(), schema: schema.into() };
    ChatRequest {
        messages: vec![Message::system("Be brief."), Message::user("Why do customers complain?")],
        tools: vec![search].into(),
        ..ChatRequest::default()
    }
}

fn streamed(request: ChatRequest) -> ChatRequest {
    ChatRequest { stream: true, ..request }
}

fn required(request: ChatRequest) -> ChatRequest {
    ChatRequest { tool_choice: ToolChoice::Required, ..request }
}

/// Asks, and returns the reported progress beside the outcome.
async fn ask(model: &Arc<dyn ChatModel>, request: &ChatRequest) -> (Result<Reply, LlmError>, Vec<Progress>) {
    let told = Arc::new(Mutex::new(Vec::new()));
    let listener = Listener::new({
        let told = told.clone();
        move |progress| told.lock().unwrap().push(progress)
    });
    let outcome = model.chat(request, &listener, &CancellationToken::new()).await;
    let told = told.lock().unwrap().clone();
    (outcome, told)
}

fn deltas(told: &[Progress]) -> String {
    told.iter().filter_map(|p| if let Progress::Delta(text) = p { Some(text.as_str()) } else { None }).collect()
}

/// The arguments of a reply's calls by tool name, or what was wrong with them.
fn calls(reply: &Reply) -> Vec<(&str, Result<Value, &str>)> {
    reply.tool_calls.iter().map(|call| (call.name.as_str(), call.arguments.object().cloned())).collect()
}
