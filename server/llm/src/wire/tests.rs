//! Test tables for both formats, and the rule that chunk boundaries never change the reply.

use proptest::prelude::*;
use serde_json::json;

use super::sse::SseFramer;
use super::*;
use crate::provider::{PROVIDERS, find};
use crate::{ToolChoice, ToolList, ToolSpec};

fn quirks(provider: &str) -> &'static Quirks {
    &find(provider).unwrap_or(&PROVIDERS[0]).quirks
}

fn tool() -> ToolSpec {
    let schema = json!({"type": "object", "properties": {"q": {"type": "string"}}, "required": ["q"]});
    ToolSpec { name: "search".into(), description: "Finds.".into(), schema: schema.into() }
}

fn conversation() -> ChatRequest {
    let calls = |ids: &[&str]| -> Vec<ToolCall> {
        ids.iter()
            .map(|id| ToolCall { id: (*id).into(), name: "search".into(), arguments: Arguments::read("{\"q\":\"a\"}") })
            .collect()
    };
    ChatRequest {
        messages: vec![
            Message::system("Be brief."),
            Message::user("Why?"),
            Message::assistant("", calls(&["call_1", "call.2"])),
            Message::tool("call_1", "{\"n\":1}"),
            Message::tool("call.2", "{\"n\":2}"),
        ],
        tools: vec![tool()].into(),
        tool_choice: ToolChoice::Required,
        temperature: Some(0.3),
        max_tokens: Some(1000),
        ..ChatRequest::default()
    }
}

fn openai_body(request: &ChatRequest, model: &str, quirks: &Quirks) -> Value {
    serde_json::from_slice(&openai::encode(request, model, quirks).to_vec()).unwrap()
}

fn anthropic_body(request: &ChatRequest, model: &str) -> Value {
    serde_json::from_slice(&anthropic::encode(request, model).to_vec()).unwrap()
}

#[test]
fn openai_requests_follow_the_provider() {
    let request = ChatRequest { stream: true, ..conversation() };
    let plain = openai_body(&request, "llama3.1", quirks("ollama"));
    assert_eq!(plain["messages"][2]["tool_calls"][0]["function"]["arguments"], "{\"q\":\"a\"}");
    assert_eq!(plain["messages"][2]["content"], "");
    assert_eq!(plain["messages"][4], json!({"role": "tool", "tool_call_id": "call.2", "content": "{\"n\":2}"}));
    assert_eq!(plain["tools"][0]["function"]["parameters"]["required"][0], "q");
    assert_eq!((&plain["tool_choice"], &plain["temperature"]), (&json!("required"), &json!(0.3)));
    assert_eq!((&plain["max_tokens"], &plain["stream_options"]["include_usage"]), (&json!(1000), &json!(true)));

    let reasoning = openai_body(&request, "gpt-5-mini", quirks("openai"));
    assert_eq!(reasoning["max_completion_tokens"], 1000);
    assert!(reasoning.get("max_tokens").is_none() && reasoning.get("temperature").is_none());

    let mistral = openai_body(&request, "mistral-small-latest", quirks("mistral"));
    assert_eq!(mistral["tool_choice"], "any");
    assert!(mistral.get("stream_options").is_none());
    let id = mistral["messages"][3]["tool_call_id"].as_str().unwrap();
    assert!(id.len() == 9 && id.bytes().all(|b| b.is_ascii_alphanumeric()), "{id}");
    assert_eq!(mistral["messages"][2]["tool_calls"][0]["id"], id);
    assert_ne!(mistral["messages"][4]["tool_call_id"], id);
}

#[test]
fn a_schema_replaces_the_tools() {
    let schema = json!({"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]});
    let request = ChatRequest { response_schema: Some(("plan".into(), schema.clone())), ..conversation() };
    let plain = openai_body(&request, "m", quirks("vllm"));
    assert!(plain.get("tools").is_none());
    assert_eq!(plain["response_format"]["json_schema"], json!({"name": "plan", "schema": schema, "strict": false}));
    let words = openai_body(&request, "m", quirks("deepseek"));
    assert_eq!(words["response_format"], json!({"type": "json_object"}));
    assert!(words["messages"][5]["content"].as_str().unwrap().contains("JSON schema"));
    let forced = anthropic_body(&request, "m");
    assert_eq!(forced["tool_choice"], json!({"type": "tool", "name": "plan"}));
    assert_eq!(forced["tools"].as_array().unwrap().len(), 1);

    let mut strict = schema;
    strict["additionalProperties"] = json!(false);
    let request = ChatRequest { response_schema: Some(("plan".into(), strict)), ..conversation() };
    assert_eq!(openai_body(&request, "m", quirks("openai"))["response_format"]["json_schema"]["strict"], true);
}

#[test]
fn anthropic_requests_take_turns() {
    let body = anthropic_body(&conversation(), "claude-sonnet-4-5");
    assert_eq!(body["system"], "Be brief.");
    assert_eq!(body["max_tokens"], 1000);
    assert_eq!(body["tool_choice"], json!({"type": "any"}));
    let roles: Vec<&str> = body["messages"].as_array().unwrap().iter().filter_map(|m| m["role"].as_str()).collect();
    assert_eq!(roles, ["user", "assistant", "user"]);
    assert_eq!(body["messages"][1]["content"].as_array().unwrap().len(), 2, "no empty text beside the calls");
    assert_eq!(body["messages"][1]["content"][1]["id"], "call_2");
    assert_eq!(body["messages"][2]["content"][1]["tool_use_id"], "call_2");

    let last = ChatRequest { tools: ToolList::default(), ..conversation() };
    let body = anthropic_body(&last, "m").to_string();
    assert!(!body.contains("tool_use") && !body.contains("tool_result") && body.contains("[Result of search]"));
    let begun = ChatRequest { messages: vec![Message::assistant("Hello. ", vec![])], ..ChatRequest::default() };
    let body = anthropic_body(&begun, "m");
    assert_eq!((&body["messages"][0]["role"], &body["max_tokens"]), (&json!("user"), &json!(4096)));
    assert_eq!(body["messages"][1]["content"][0]["text"], "Hello.");
}

#[test]
fn whole_replies_of_many_servers_are_read() {
    let openai = |choice: Value| Wire::OpenAi.decode(&json!({"model": "m", "choices": [choice]})).unwrap();
    let call = |f: Value| json!({"message": {"content": null, "tool_calls": [{"id": "", "function": f}]}, "finish_reason": "stop"});
    for arguments in [json!("{\"q\":\"ä\"}"), json!({"q": "ä"})] {
        let draft = openai(call(json!({"name": "search", "arguments": arguments})));
        let reply = draft.settle(&ChatRequest::default(), "m").unwrap();
        assert_eq!(reply.finish, Finish::ToolCalls);
        assert_eq!(reply.tool_calls[0].arguments.object(), Ok(&json!({"q": "ä"})));
        assert_eq!(reply.tool_calls[0].id, "call1");
        assert!(reply.usage.estimated && reply.usage.completion > 0);
    }
    let parts = json!({"message": {"content": [{"type": "thinking"}, {"type": "text", "text": "Yes"}]}});
    assert_eq!(openai(parts).content, "Yes");
    let thought = json!({"message": {"content": "<think>\nhm\n</think>\n\nNo."}, "finish_reason": "stop"});
    let reply = openai(thought).settle(&ChatRequest::default(), "m").unwrap();
    assert_eq!((reply.content.as_str(), reply.reasoning.as_str()), ("No.", "hm"));

    let error = Wire::OpenAi.decode(&json!({"error": {"message": "no", "code": 401}})).unwrap_err();
    assert_eq!(error.kind(), "auth");
    for broken in [json!({}), json!({"choices": []}), json!({"choices": [{}]}), json!([]), json!("x")] {
        assert_eq!(Wire::OpenAi.decode(&broken).unwrap_err().kind(), "malformed", "{broken}");
        assert_eq!(Wire::Anthropic.decode(&broken).unwrap_err().kind(), "malformed", "{broken}");
    }
}

#[test]
fn usage_counts_the_cache_as_read() {
    let cases = [
        (
            Wire::OpenAi,
            json!({"prompt_tokens": 9, "completion_tokens": 2, "prompt_tokens_details": {"cached_tokens": 4}}),
        ),
        (Wire::OpenAi, json!({"prompt_tokens": 9, "completion_tokens": 2, "prompt_cache_hit_tokens": 4})),
        (
            Wire::Anthropic,
            json!({"input_tokens": 3, "output_tokens": 2, "cache_read_input_tokens": 4, "cache_creation_input_tokens": 2}),
        ),
    ];
    for (wire, usage) in cases {
        let body = json!({"choices": [{"message": {"content": "x"}}], "content": [], "usage": usage});
        let expected = Usage { prompt: 9, completion: 2, cached: 4, estimated: false };
        assert_eq!(wire.decode(&body).unwrap().usage, Some(expected), "{usage}");
    }
}

#[test]
fn what_ends_at_the_limit_is_told_apart() {
    let draft = |content: &str, arguments: &str| Draft {
        content: content.into(),
        calls: [arguments]
            .iter()
            .filter(|a| !a.is_empty())
            .map(|a| RawCall { arguments: (*a).into(), ..RawCall::default() })
            .collect(),
        finish: Some(Finish::Length),
        ..Draft::default()
    };
    let free = ChatRequest::default();
    let bound = ChatRequest { response_schema: Some(("s".into(), json!({}))), ..ChatRequest::default() };
    assert_eq!(draft("Half a sen", "").settle(&free, "m").map(|r| r.finish), Ok(Finish::Length));
    assert_eq!(draft("{\"a\":", "").settle(&bound, "m"), Err(LlmError::Unfinished));
    assert_eq!(draft("", "{\"a\":").settle(&free, "m"), Err(LlmError::Unfinished));
    assert_eq!(draft("", "{\"a\":1}").settle(&free, "m").map(|r| r.finish), Ok(Finish::ToolCalls));
}

#[test]
fn ids_stay_apart_within_a_conversation() {
    let raw = |id: &str| RawCall { id: id.into(), ..RawCall::default() };
    let ids = |calls: Vec<RawCall>, earlier: &[Message]| -> Vec<String> {
        number_calls(calls, earlier).into_iter().map(|c| c.id).collect()
    };
    assert_eq!(ids(vec![raw("a"), raw("a"), raw("")], &[]), ["a", "call2", "call3"]);
    let earlier = [Message::assistant("", number_calls(vec![raw(""), raw("call3")], &[]))];
    assert_eq!(ids(vec![raw(""), raw("call1")], &earlier), ["call4", "call5"]);
}

fn data(chunks: &[Value]) -> String {
    chunks.iter().map(|c| format!("data: {c}\n\n")).collect()
}

fn delta(delta: Value, finish: Value) -> Value {
    json!({"model": "m", "choices": [{"index": 0, "delta": delta, "finish_reason": finish}]})
}

fn text_stream() -> String {
    let usage = json!({"model": "m", "choices": [], "usage": {"prompt_tokens": 7, "completion_tokens": 3}});
    let chunks = [
        delta(json!({"role": "assistant", "content": null}), Value::Null),
        delta(json!({"content": "Grüße, "}), Value::Null),
        delta(json!({"content": "日本 🙂"}), Value::Null),
        delta(json!({}), json!("stop")),
        usage,
    ];
    format!(": keep-alive\r\n\r\n{}data: [DONE]\n\n", data(&chunks).replace("\n\n", "\r\n\r\n"))
}

fn call_stream() -> String {
    let piece = |index: u64, call: Value| {
        let mut call = call;
        call["index"] = json!(index);
        delta(json!({"tool_calls": [call]}), Value::Null)
    };
    let chunks = [
        delta(json!({"role": "assistant", "content": null}), Value::Null),
        piece(0, json!({"id": "a", "type": "function", "function": {"name": "search", "arguments": "{"}})),
        piece(1, json!({"id": "b", "type": "function", "function": {"name": "count", "arguments": ""}})),
        piece(0, json!({"function": {"arguments": "\"q\":\"Žą"}})),
        piece(1, json!({"function": {"arguments": "{\"n\":2}"}})),
        piece(0, json!({"function": {"arguments": "r\"}"}})),
        delta(json!({}), json!("tool_calls")),
    ];
    format!("{}data: [DONE]\n\n", data(&chunks))
}

fn anthropic_stream() -> String {
    let events = [
        json!({"type": "message_start", "message": {"model": "c", "usage": {"input_tokens": 9, "output_tokens": 1}}}),
        json!({"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}}),
        json!({"type": "ping"}),
        json!({"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "Aš ieškau €"}}),
        json!({"type": "content_block_stop", "index": 0}),
        json!({"type": "content_block_start", "index": 1, "content_block": {"type": "tool_use", "id": "t1", "name": "search", "input": {}}}),
        json!({"type": "content_block_delta", "index": 1, "delta": {"type": "input_json_delta", "partial_json": "{\"q\":"}}),
        json!({"type": "content_block_delta", "index": 1, "delta": {"type": "input_json_delta", "partial_json": "\"ū\"}"}}),
        json!({"type": "content_block_stop", "index": 1}),
        json!({"type": "message_delta", "delta": {"stop_reason": "tool_use"}, "usage": {"output_tokens": 20}}),
        json!({"type": "message_stop"}),
    ];
    events.iter().map(|e| format!("event: {}\ndata: {e}\n\n", e["type"].as_str().unwrap())).collect()
}

/// The deltas and the draft of a stream split at these places.
fn read(wire: Wire, bytes: &[u8], cuts: &[usize]) -> Result<(String, Draft), LlmError> {
    let mut framer = SseFramer::default();
    let mut decoder = wire.decoder();
    let mut deltas = String::new();
    let mut from = 0;
    for to in cuts.iter().copied().chain([bytes.len()]) {
        for event in framer.feed(&bytes[from..to])? {
            deltas.extend(decoder.event(&event)?);
        }
        from = to;
    }
    if let Some(event) = framer.finish() {
        deltas.extend(decoder.last_event(&event)?);
    }
    Ok((deltas, decoder.finish()?))
}

#[test]
fn streams_are_put_together() {
    let (deltas, draft) = read(Wire::OpenAi, text_stream().as_bytes(), &[]).unwrap();
    assert_eq!((deltas.as_str(), draft.content.as_str()), ("Grüße, 日本 🙂", "Grüße, 日本 🙂"));
    assert_eq!(draft.usage.map(|u| (u.prompt, u.completion)), Some((7, 3)));
    let (_, draft) = read(Wire::OpenAi, call_stream().as_bytes(), &[]).unwrap();
    let calls: Vec<_> = draft.calls.iter().map(|c| (c.id.as_str(), c.name.as_str(), c.arguments.as_str())).collect();
    assert_eq!(calls, [("a", "search", "{\"q\":\"Žąr\"}"), ("b", "count", "{\"n\":2}")]);
    let (deltas, draft) = read(Wire::Anthropic, anthropic_stream().as_bytes(), &[]).unwrap();
    assert_eq!((deltas.as_str(), draft.calls[0].arguments.as_str()), ("Aš ieškau €", "{\"q\":\"ū\"}"));
    assert_eq!(draft.usage.map(|u| (u.prompt, u.completion)), Some((9, 20)));
    assert_eq!(draft.finish, Some(Finish::ToolCalls));
}

#[test]
fn odd_streams_of_calls_are_understood() {
    let whole = |index: Value, id: &str| json!({"index": index, "id": id, "function": {"name": "search", "arguments": "{\"q\":\"a\"}"}});
    let calls = |pieces: Vec<Value>| {
        let chunks: Vec<Value> = pieces.into_iter().map(|p| delta(json!({"tool_calls": [p]}), Value::Null)).collect();
        let text = format!("{}{}", data(&chunks), data(&[delta(json!({}), json!("stop"))]));
        let (_, draft) = read(Wire::OpenAi, text.as_bytes(), &[]).unwrap();
        draft.calls.iter().map(|c| format!("{}{}", c.id, c.arguments)).collect::<Vec<_>>()
    };
    let two = ["x{\"q\":\"a\"}", "y{\"q\":\"a\"}"];
    assert_eq!(calls(vec![whole(json!(0), "x"), whole(json!(0), "y")]), two, "every call has the index 0");
    assert_eq!(calls(vec![whole(Value::Null, "x"), whole(Value::Null, "y")]), two, "no index");
    assert_eq!(calls(vec![whole(json!(0), ""), whole(json!(0), "")]).len(), 2, "no ids either");
    let repeated =
        |arguments: &str| json!({"index": 0, "id": "x", "function": {"name": "search", "arguments": arguments}});
    assert_eq!(calls(vec![repeated("{\"q\""), repeated(":\"a\"}")]), ["x{\"q\":\"a\"}"], "id and name in every piece");
}

#[test]
fn a_stream_without_its_end_is_an_error() {
    let cases = [
        (Wire::OpenAi, text_stream(), r#""finish_reason":"stop""#),
        (Wire::OpenAi, call_stream(), r#""finish_reason":"tool_calls""#),
        (Wire::Anthropic, anthropic_stream(), r#"{"delta":{"stop_reason":"tool_use"}"#),
    ];
    for (wire, text, last) in cases {
        let whole = read(wire, text.as_bytes(), &[]).unwrap().1;
        let finish = text.find(last).unwrap();
        let line_end = finish + text[finish..].find(['\r', '\n']).unwrap();
        for end in 0..text.len() {
            let outcome = read(wire, &text.as_bytes()[..end], &[]).map(|(_, draft)| draft.calls);
            let expected = if end < line_end { Err("cut") } else { Ok(whole.calls.clone()) };
            assert_eq!(outcome.map_err(|e| e.kind()), expected, "{end} of {}", text.len());
        }
    }
    let error = format!(
        "{}data: {}\n\n",
        data(&[delta(json!({"content": "x"}), Value::Null)]),
        json!({"error": {"code": 503, "message": "gone"}})
    );
    assert_eq!(read(Wire::OpenAi, error.as_bytes(), &[]).unwrap_err().kind(), "unavailable");
    let error =
        "event: error\ndata: {\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\",\"message\":\"o\"}}\n\n";
    assert_eq!(read(Wire::Anthropic, error.as_bytes(), &[]).unwrap_err().kind(), "unavailable");
    assert_eq!(read(Wire::OpenAi, b"data: {nonsense}\n\n", &[]).unwrap_err().kind(), "malformed");
}

proptest! {
    #[test]
    fn no_cut_of_the_bytes_changes_the_reply(which in 0usize..3, cuts in prop::collection::vec(any::<prop::sample::Index>(), 0..40)) {
        let (wire, text) = [(Wire::OpenAi, text_stream()), (Wire::OpenAi, call_stream()), (Wire::Anthropic, anthropic_stream())]
            .into_iter()
            .nth(which)
            .unwrap();
        let bytes = text.as_bytes();
        let mut cuts: Vec<usize> = cuts.iter().map(|c| c.index(bytes.len() + 1)).collect();
        cuts.sort_unstable();
        prop_assert_eq!(read(wire, bytes, &cuts), read(wire, bytes, &[]));
    }

    #[test]
    fn arbitrary_data_is_an_error_or_nothing_but_never_a_panic(data in prop::collection::vec("[\\[\\]{}\":,a-z0-9ä]{0,30}", 0..8)) {
        let text: String = data.iter().map(|d| format!("data: {d}\n\n")).collect();
        for wire in [Wire::OpenAi, Wire::Anthropic] {
            prop_assert!(read(wire, text.as_bytes(), &[]).is_err());
        }
    }
}
