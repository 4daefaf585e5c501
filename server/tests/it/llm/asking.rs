//! Successful requests and replies, in both formats, whole and streamed.

use serde_json::{Value, json};
use server::llm::{ChatRequest, Finish, LlmConfig, Message, ToolCall, Usage};

use super::{KEY, ask, calls, config, deltas, model, question, streamed};
use crate::scripted_model::{ScriptedModel, Step};

/// Letters of one to four bytes, so that chunks of the stream end within one.
const TEXT: &str = "Žmonės skundžiasi: 登录失败 🙂, crashes, and slow tasks";

#[tokio::test]
async fn texts_come_whole_or_in_pieces_of_any_size() {
    for provider in ["openai", "anthropic"] {
        for chunk in [1, 2, 3, 64, usize::MAX] {
            let server = ScriptedModel::answering(chunk, |_| Step::text(TEXT)).await;
            let model = model(&config(&server, provider));
            let (whole, told) = ask(&model, &question()).await;
            let whole = whole.unwrap();
            assert_eq!((whole.content.as_str(), &whole.finish, told.len()), (TEXT, &Finish::Stop, 0));
            let (pieces, told) = ask(&model, &streamed(question())).await;
            assert_eq!(pieces.unwrap(), whole, "{provider} in pieces of {chunk}");
            assert_eq!(deltas(&told), TEXT);
            assert!(told.len() > 5);
        }
    }
}

#[tokio::test]
async fn calls_come_several_at_once_and_only_their_shape_is_checked() {
    let steps = || {
        let two = [("search", r#"{"q": "prisijungimas, ė"}"#), ("unknown_tool", r#"{"a": [1, 2]}"#)];
        Step::Calls(two.iter().map(|(n, a)| ((*n).to_owned(), (*a).to_owned())).collect())
    };
    for provider in ["openai", "anthropic"] {
        let server = ScriptedModel::answering(3, move |_| steps()).await;
        let model = model(&config(&server, provider));
        for request in [question(), streamed(question())] {
            let reply = ask(&model, &request).await.0.unwrap();
            let expected =
                [("search", Ok(json!({"q": "prisijungimas, ė"}))), ("unknown_tool", Ok(json!({"a": [1, 2]})))];
            assert_eq!(calls(&reply), expected);
            assert_eq!((reply.content.as_str(), reply.finish), ("", Finish::ToolCalls));
            assert_ne!(reply.tool_calls[0].id, reply.tool_calls[1].id);
        }
    }
}

#[tokio::test]
async fn arguments_that_are_no_object_are_kept_with_what_is_wrong() {
    let step = || Step::Calls(vec![("search".into(), "{\"q\": ".into())]);
    let server = ScriptedModel::answering(7, move |_| step()).await;
    let model = model(&config(&server, "openai"));
    for request in [question(), streamed(question())] {
        let reply = ask(&model, &request).await.0.unwrap();
        let (name, arguments) = calls(&reply).remove(0);
        assert_eq!(name, "search");
        assert!(arguments.unwrap_err().starts_with("the arguments are not valid JSON"));
        // Told back to the model, the call is one that every server can read.
        let call: ToolCall = reply.tool_calls[0].clone();
        let mut again = question();
        again.messages.push(Message::assistant("", vec![call.clone()]));
        again.messages.push(Message::tool(call.id, "Error: the arguments are not valid JSON"));
        ask(&model, &again).await.0.unwrap();
        let sent = server.seen().pop().unwrap().body["messages"][2]["tool_calls"][0]["function"]["arguments"].clone();
        assert_eq!(serde_json::from_str::<Value>(sent.as_str().unwrap()).unwrap(), json!({"unreadable": "{\"q\": "}));
    }
}

#[tokio::test]
async fn each_provider_gets_its_address_and_its_key_in_its_own_way() {
    for (provider, path, header, value) in [
        ("openai", "/v1/chat/completions", "authorization", format!("Bearer {KEY}")),
        ("groq", "/v1/chat/completions", "authorization", format!("Bearer {KEY}")),
        ("azure", "/openai/v1/chat/completions", "api-key", KEY.to_owned()),
        ("anthropic", "/v1/messages", "x-api-key", KEY.to_owned()),
        ("compatible", "/v1/chat/completions", "authorization", format!("Bearer {KEY}")),
    ] {
        let server = ScriptedModel::start([Step::text("Yes.")]).await;
        ask(&model(&config(&server, provider)), &question()).await.0.unwrap();
        let seen = server.seen().remove(0);
        assert_eq!(seen.path, path, "{provider}");
        assert_eq!(seen.headers[header], value, "{provider}");
        assert_eq!(seen.headers.contains_key("anthropic-version"), provider == "anthropic");
        assert_eq!(seen.body["model"], "gpt-4.1-mini");
    }
    let server = ScriptedModel::start([Step::text("Yes.")]).await;
    let keyless = LlmConfig { api_key: None, ..config(&server, "ollama") };
    ask(&model(&keyless), &question()).await.0.unwrap();
    assert!(!server.seen()[0].headers.contains_key("authorization"));
}

#[tokio::test]
async fn every_reply_has_its_tokens_and_its_price() {
    let usage = Usage { prompt: 100, completion: 20, cached: 40, estimated: false };
    // 60 tokens read at 0.40, 40 from the cache at 0.10, 20 written at 1.60 dollars a million.
    let dollars = (60.0 * 0.40 + 40.0 * 0.10 + 20.0 * 1.60) / 1e6;
    for (provider, name, cost) in [
        ("openai", "gpt-4.1-mini-2025-04-14", Some(dollars)),
        ("openai", "a-model-nobody-knows", None),
        ("ollama", "a-model-nobody-knows", Some(0.0)),
    ] {
        let server = ScriptedModel::start([Step::text("Yes."), Step::text("Yes.")]).await;
        let model = model(&LlmConfig { model: name.into(), ..config(&server, provider) });
        for request in [question(), streamed(question())] {
            let reply = ask(&model, &request).await.0.unwrap();
            assert_eq!((reply.usage, reply.cost_usd), (usage, cost), "{provider} {name}");
        }
    }
    let body = json!({"choices": [{"message": {"content": "Yes."}, "finish_reason": "stop"}]});
    let server = ScriptedModel::start([Step::Raw("application/json", body.to_string())]).await;
    let reply = ask(&model(&config(&server, "openai")), &question()).await.0.unwrap();
    assert!(reply.usage.estimated && reply.usage.prompt > 10 && reply.usage.completion > 0);
    assert!(reply.cost_usd.is_some(), "priced under the name that was asked for");
}

#[tokio::test]
async fn the_type_of_the_content_says_how_to_read_it() {
    let whole = json!({"choices": [{"message": {"content": "Whole."}, "finish_reason": "stop"}]}).to_string();
    let piece = json!({"choices": [{"delta": {"content": "Piece."}, "finish_reason": "stop"}]});
    let server = ScriptedModel::start([
        Step::Raw("application/json", whole),
        Step::Raw("text/event-stream; charset=utf-8", format!("data: {piece}")),
    ])
    .await;
    let model = model(&config(&server, "openai"));
    assert_eq!(ask(&model, &streamed(question())).await.0.unwrap().content, "Whole.");
    assert_eq!(ask(&model, &question()).await.0.unwrap().content, "Piece.");
}

#[tokio::test]
async fn side_tasks_go_to_the_light_model_where_there_is_one() {
    let server = ScriptedModel::start([Step::text("a"), Step::text("b"), Step::text("c")]).await;
    let light = ChatRequest { light: true, ..question() };
    let both = model(&LlmConfig { light_model: "gpt-4.1-nano".into(), ..config(&server, "openai") });
    ask(&both, &light).await.0.unwrap();
    ask(&both, &question()).await.0.unwrap();
    ask(&model(&config(&server, "openai")), &light).await.0.unwrap();
    let models: Vec<Value> = server.seen().iter().map(|seen| seen.body["model"].clone()).collect();
    assert_eq!(models, ["gpt-4.1-nano", "gpt-4.1-mini", "gpt-4.1-mini"]);
}
