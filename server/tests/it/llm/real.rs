//! The same client against a real server, e.g. llama.cpp's with a small model. Only where
//! `PLUMBLINE_TEST_LLM_URL` names one: `PLUMBLINE_TEST_LLM_URL=http://127.0.0.1:8080 cargo test -p server real`.
//!
//! Deliberately not here: any judgement of the model's output. Small models test the protocol, not the content.

use serde_json::json;
use server::llm::{ChatModel, ChatRequest, Finish, LlmConfig, Message};
use std::sync::Arc;

use super::{ask, deltas, model, question, required, streamed};

fn real(provider: &str) -> Option<Arc<dyn ChatModel>> {
    let Ok(base_url) = std::env::var("PLUMBLINE_TEST_LLM_URL") else {
        println!("SKIPPED: PLUMBLINE_TEST_LLM_URL is not set");
        return None;
    };
    let model_name = std::env::var("PLUMBLINE_TEST_LLM_MODEL").unwrap_or_else(|_| "default".into());
    let config =
        LlmConfig { provider: provider.into(), base_url, model: model_name, retries: 0, ..LlmConfig::default() };
    Some(model(&config))
}

fn short(messages: Vec<Message>) -> ChatRequest {
    ChatRequest { messages, max_tokens: Some(24), temperature: Some(0.0), ..ChatRequest::default() }
}

#[tokio::test]
async fn texts_come_whole_and_in_pieces() {
    for provider in ["llama.cpp", "anthropic"] {
        let Some(model) = real(provider) else { return };
        let request = short(vec![Message::system("Be brief."), Message::user("Say hello in Lithuanian: „Labas“.")]);
        let whole = ask(&model, &request).await.0.unwrap();
        assert!(!whole.content.is_empty() && !whole.usage.estimated && whole.usage.completion > 0, "{whole:?}");
        let (pieces, told) = ask(&model, &streamed(request)).await;
        let pieces = pieces.unwrap();
        assert_eq!(deltas(&told), pieces.content);
        assert!(!pieces.usage.estimated && pieces.usage.prompt > 5, "{pieces:?}");
    }
}

#[tokio::test]
async fn a_schema_is_kept_and_a_limit_noticed() {
    let Some(model) = real("llama.cpp") else { return };
    let kind = json!({"type": "string", "enum": ["complaint", "praise"]});
    let schema = json!({"type": "object", "properties": {"kind": kind}, "required": ["kind"]});
    let messages = vec![Message::user("The app crashes each time I log in. Complaint or praise?")];
    let request = ChatRequest { response_schema: Some(("kind".into(), schema)), ..short(messages) };
    let reply = ask(&model, &ChatRequest { max_tokens: Some(200), ..request.clone() }).await.0.unwrap();
    let value: serde_json::Value = serde_json::from_str(&reply.content).unwrap();
    assert!(["complaint", "praise"].map(|k| json!(k)).contains(&value["kind"]), "{value}");
    let cut = ask(&model, &ChatRequest { max_tokens: Some(2), ..request }).await.0;
    assert_eq!(cut.map_err(|e| e.kind()), Err("unfinished"));
}

#[tokio::test]
async fn a_required_call_comes_one_way_or_the_other() {
    for provider in ["llama.cpp", "anthropic"] {
        let Some(model) = real(provider) else { return };
        for request in [question(), streamed(question())] {
            let request = ChatRequest { max_tokens: Some(64), temperature: Some(0.0), ..required(request) };
            let (outcome, told) = ask(&model, &request).await;
            println!("{provider}: {outcome:?} after {told:?}");
            match outcome {
                Ok(reply) => {
                    assert_eq!(reply.finish, Finish::ToolCalls);
                    assert!(reply.tool_calls.iter().all(|c| c.name == "search" && c.arguments.object().is_ok()));
                }
                // Anthropic's format has no schema that a server of another kind would enforce, so a model without
                // tools can only fail; it must do so as what it is.
                Err(error) => {
                    assert!(provider == "anthropic" && ["unfinished", "no_tool_call"].contains(&error.kind()))
                }
            }
        }
    }
}

#[tokio::test]
async fn too_much_to_read_is_said_in_numbers() {
    let Some(model) = real("llama.cpp") else { return };
    let request = short(vec![Message::user("complaint ".repeat(200_000))]);
    let error = ask(&model, &request).await.0.unwrap_err();
    println!("{error}");
    assert_eq!(error.kind(), "too_long", "{error:?}");
}
