//! Servers that ignore tools, report that they have none, or leave calls in the text.

use serde_json::json;
use server::llm::{ChatRequest, LlmError, Progress};

use super::{ask, calls, config, model, question, required, streamed};
use crate::scripted_model::{ScriptedModel, Step};

const CHOICE: &str = r#"{"call": {"tool": "search", "arguments": {"q": "login"}}}"#;

fn asked_again(told: &[Progress]) -> Vec<bool> {
    told.iter()
        .filter_map(|p| if let Progress::NoToolCall { by_schema, .. } = p { Some(*by_schema) } else { None })
        .collect()
}

#[tokio::test]
async fn ignored_tools_cost_one_retry_and_then_a_schema_decides() {
    let prose = || Step::text("I would search for complaints.");
    let answer = r#"{"call": {"tool": "final_answer", "arguments": {"answer": "Because of the login."}}}"#;
    let steps = [prose(), prose(), Step::text(CHOICE), Step::text(CHOICE), Step::text(answer)];
    let server = ScriptedModel::start(steps).await;
    let model = model(&config(&server, "llama.cpp"));
    let (reply, told) = ask(&model, &required(question())).await;
    let reply = reply.unwrap();
    assert_eq!(calls(&reply), [("search", Ok(json!({"q": "login"})))]);
    assert_eq!(reply.usage.prompt, 300, "what was thrown away was paid for");
    assert_eq!(asked_again(&told), [false, true]);
    let seen = server.seen();
    assert_eq!(seen[0].body["tool_choice"], "required");
    let messages = seen[1].body["messages"].as_array().unwrap();
    assert!(messages[3]["content"].as_str().unwrap().starts_with("Call exactly one"));
    assert!(seen[2].body.get("tools").is_none());
    let schema = &seen[2].body["response_format"]["json_schema"]["schema"];
    let choice = &schema["properties"]["call"]["anyOf"][0]["properties"];
    assert_eq!(choice["tool"]["enum"], json!(["search"]));
    assert!(choice["arguments"]["properties"]["q"]["maxLength"].is_u64());

    // Found out once, the server is asked by schema at once; free to answer, the model may do so.
    assert!(!model.native_tools());
    let reply = ask(&model, &required(question())).await.0.unwrap();
    assert_eq!(calls(&reply).len(), 1);
    let (reply, told) = ask(&model, &streamed(question())).await;
    let reply = reply.unwrap();
    assert_eq!((reply.content.as_str(), reply.tool_calls.len(), told.len()), ("Because of the login.", 0, 0));
    assert_eq!(server.seen().len(), 5);
}

#[tokio::test]
async fn a_second_try_may_be_enough() {
    let torn = json!({"id": "c", "function": {"name": "search", "arguments": "{\"q\": \"lo"}});
    let message = json!({"content": "I will look.", "tool_calls": [torn]});
    let usage = json!({"prompt_tokens": 100, "completion_tokens": 20});
    let torn = json!({"choices": [{"message": message, "finish_reason": "length"}], "usage": usage}).to_string();
    for (first, prompt) in [
        (Step::text("Let me think."), 200),
        (Step::Length("Well, first of".into()), 200),
        // What a call torn by the limit has cost is not known here: an error carries no usage.
        (Step::Raw("application/json", torn), 100),
    ] {
        let server = ScriptedModel::start([first, Step::call("search", json!({"q": "a"}))]).await;
        let model = model(&config(&server, "openai"));
        let (reply, told) = ask(&model, &required(question())).await;
        let reply = reply.unwrap();
        assert_eq!(calls(&reply), [("search", Ok(json!({"q": "a"})))]);
        assert_eq!(reply.usage.prompt, prompt);
        assert_eq!(asked_again(&told), [false]);
        assert!(model.native_tools());
    }
}

#[tokio::test]
async fn anthropic_is_made_to_choose_by_one_tool_that_it_must_call() {
    let choice = Step::call("choose_tool", serde_json::from_str(CHOICE).unwrap());
    let server = ScriptedModel::start([Step::text("Hm."), Step::text("Hm."), choice]).await;
    let reply = ask(&model(&config(&server, "anthropic")), &required(question())).await.0.unwrap();
    assert_eq!(calls(&reply), [("search", Ok(json!({"q": "login"})))]);
    let last = server.seen().pop().unwrap().body;
    assert_eq!(last["tool_choice"], json!({"type": "tool", "name": "choose_tool"}));
}

#[tokio::test]
async fn a_server_that_says_it_has_no_tools_is_believed() {
    let refusal = Step::status(400, "registry.ollama.ai/library/tiny does not support tools");
    let server = ScriptedModel::start([refusal, Step::text(CHOICE)]).await;
    let reply = ask(&model(&config(&server, "ollama")), &question()).await.0.unwrap();
    assert_eq!(calls(&reply).len(), 1);
    assert_eq!(server.seen().len(), 2);
}

#[tokio::test]
async fn a_free_answer_is_left_alone_and_a_written_call_is_taken() {
    let written = r#"<tool_call>{"name": "search", "arguments": {"q": "a"}}</tool_call>"#;
    let server = ScriptedModel::start([Step::text("Because."), Step::text(written)]).await;
    let model = model(&config(&server, "vllm"));
    let reply = ask(&model, &question()).await.0.unwrap();
    assert_eq!((reply.content.as_str(), reply.tool_calls.len()), ("Because.", 0));
    let reply = ask(&model, &question()).await.0.unwrap();
    assert_eq!((reply.content.as_str(), calls(&reply)), ("", vec![("search", Ok(json!({"q": "a"})))]));
}

#[tokio::test]
async fn a_model_that_cannot_choose_at_all_is_an_error() {
    let steps = || [Step::text("Hm."), Step::text("Hm.")].into_iter();
    for (last, kind) in [(Step::text("Hm."), "no_tool_call"), (Step::Length("{\"call\":".into()), "unfinished")] {
        let server = ScriptedModel::start(steps().chain([last])).await;
        let (outcome, _) = ask(&model(&config(&server, "openai")), &required(question())).await;
        assert_eq!(outcome.map_err(|e| e.kind()), Err(kind));
    }
    let no_choice = r#"{"call": {"tool": "final_answer", "arguments": {"answer": "No."}}}"#;
    let server = ScriptedModel::start(steps().chain([Step::text(no_choice)])).await;
    let (outcome, _) = ask(&model(&config(&server, "openai")), &required(question())).await;
    assert_eq!(outcome, Err(LlmError::NoToolCall));
}

#[tokio::test]
async fn structured_output_that_ends_at_the_limit_is_an_error_of_its_own() {
    let schema = json!({"type": "object", "properties": {"a": {"type": "string"}}});
    let request = ChatRequest { response_schema: Some(("plan".into(), schema)), ..question() };
    for provider in ["openai", "anthropic"] {
        let server = ScriptedModel::start([Step::Length("{\"a\": \"b".into())]).await;
        let (outcome, _) = ask(&model(&config(&server, provider)), &request).await;
        assert_eq!(outcome, Err(LlmError::Unfinished), "{provider}");
    }
    let server = ScriptedModel::start([Step::call("plan", json!({"a": "b"}))]).await;
    let reply = ask(&model(&config(&server, "anthropic")), &request).await.0.unwrap();
    assert_eq!((reply.content.as_str(), reply.tool_calls.len()), (r#"{"a":"b"}"#, 0));
}
