//! A tool call without native tools: tools described in the prompt, and a JSON schema for the answer.
//!
//! Deliberately not here: when to ask this way ([`choose`](crate::choose)).

use serde_json::{Map, Value, json};

use super::{RawCall, flatten, number_calls};
use crate::{ChatRequest, Finish, Message, Reply, ToolChoice, ToolList, ToolSpec};

/// The name of the schema.
const NAME: &str = "choose_tool";

/// The choice for answering instead of calling a tool.
const FINAL: &str = "final_answer";

/// Most tools whose arguments are in the schema; beyond, it only lists their names.
const MAX_SPELLED_OUT: usize = 40;

/// Length limit where a schema has none: otherwise small models repeat themselves up to the token limit.
const MAX_LENGTH: u64 = 300;
const MAX_ANSWER: u64 = 1500;
const MAX_ITEMS: u64 = 20;

/// How deep references are resolved; below that a recursive type is any object.
const MAX_DEPTH: usize = 6;

/// Tokens for the JSON around the arguments: a server that enforces a schema may pad with blanks.
const MIN_TOKENS: u32 = 512;

/// The same request, to be answered by a choice of tool, or by an answer if none is required.
pub fn request(original: &ChatRequest) -> ChatRequest {
    let may_answer = original.tool_choice != ToolChoice::Required;
    let mut messages = flatten(&original.messages);
    messages.push(Message::user(instructions(&original.tools, may_answer)));
    ChatRequest {
        messages,
        tools: ToolList::default(),
        tool_choice: ToolChoice::None,
        response_schema: Some((NAME.to_owned(), schema(&original.tools, may_answer))),
        temperature: original.temperature,
        sampling: original.sampling,
        max_tokens: original.max_tokens.map(|limit| limit.max(MIN_TOKENS)),
        // Chunks of JSON are nothing to show.
        stream: false,
        light: original.light,
        model: original.model.clone(),
    }
}

/// The call or answer in a reply to [`request`]; `None` if there is neither.
pub fn read(mut reply: Reply, original: &ChatRequest) -> Option<Reply> {
    let value = json_in(&reply.content)?;
    let call = call_in(value.get("call").unwrap_or(&value))?;
    reply.content = String::new();
    if call.name == FINAL && !original.tools.iter().any(|t| t.name == FINAL) {
        let arguments: Value = serde_json::from_str(&call.arguments).unwrap_or_default();
        reply.content = arguments["answer"].as_str().unwrap_or_default().to_owned();
        reply.finish = Finish::Stop;
    } else {
        reply.tool_calls = number_calls(vec![call], &original.messages);
        reply.finish = Finish::ToolCalls;
    }
    Some(reply)
}

/// Extracts calls that a model wrote as text because its server does not parse them. Only for offered tools, and only
/// if the text begins with them or a call was required: an answer may quote such text.
pub fn written_calls(mut reply: Reply, request: &ChatRequest, required: bool) -> Reply {
    const OPEN: &str = "<tool_call>";
    if !reply.tool_calls.is_empty() {
        return reply;
    }
    let text = reply.content.trim();
    let values: Vec<Value> = match text.find(OPEN) {
        Some(at) if at == 0 || required => {
            let blocks = text[at..].split(OPEN).skip(1);
            blocks.filter_map(|b| json_in(b.split("</tool_call>").next().unwrap_or(b))).collect()
        }
        _ => {
            let text = text.strip_prefix("[TOOL_CALLS]").unwrap_or(text);
            let whole = json_in(text);
            let fenced = || text.split("```").skip(1).step_by(2).filter_map(|block| json_in(&format!("```{block}```")));
            let all: Vec<Value> = whole.map_or_else(|| fenced().collect(), |value| vec![value]);
            all.into_iter().flat_map(|v| if let Value::Array(list) = v { list } else { vec![v] }).collect()
        }
    };
    let calls: Vec<RawCall> = values.iter().filter_map(call_in).collect();
    let offered = |call: &RawCall| request.tools.iter().any(|tool| tool.name == call.name);
    if !calls.is_empty() && calls.len() == values.len() && calls.iter().all(offered) {
        reply.tool_calls = number_calls(calls, &request.messages);
        reply.finish = Finish::ToolCalls;
        // Text around the calls counts as reasoning.
        reply.content =
            text.split("```").step_by(2).map(str::trim).filter(|_| text.contains("```")).collect::<Vec<_>>().join(" ");
    }
    reply
}

fn instructions(tools: &[ToolSpec], may_answer: bool) -> String {
    let mut text = String::from("Choose the next step. These tools are there:\n");
    for tool in tools {
        let arguments = bounded(&tool.schema, &tool.schema, MAX_DEPTH);
        text.push_str(&format!("\n- {}: {}\n  arguments: {arguments}\n", tool.name, tool.description));
        text.push_str(&format!("  example: {}\n", json!({"call": {"tool": tool.name, "arguments": example(tool)}})));
    }
    if may_answer {
        let example = json!({"call": {"tool": FINAL, "arguments": {"answer": "…"}}});
        text.push_str(&format!("\n- {FINAL}: you know enough; give the answer\n  example: {example}\n"));
    }
    text.push_str("\nAnswer with one such JSON object and nothing else.");
    text
}

fn schema(tools: &[ToolSpec], may_answer: bool) -> Value {
    let one = |names: Value, arguments: Value| {
        json!({
            "type": "object",
            "properties": {"tool": {"type": "string", "enum": names}, "arguments": arguments},
            "required": ["tool", "arguments"],
            "additionalProperties": false,
        })
    };
    let mut choices: Vec<Value> = if tools.len() > MAX_SPELLED_OUT {
        vec![one(tools.iter().map(|t| t.name.clone()).collect(), json!({"type": "object"}))]
    } else {
        tools.iter().map(|t| one(json!([t.name]), bounded(&t.schema, &t.schema, MAX_DEPTH))).collect()
    };
    if may_answer {
        let answer = json!({
            "type": "object",
            "properties": {"answer": {"type": "string", "maxLength": MAX_ANSWER}},
            "required": ["answer"],
            "additionalProperties": false,
        });
        choices.push(one(json!([FINAL]), answer));
    }
    // The root must be an object: some servers refuse `anyOf` there.
    json!({
        "type": "object",
        "properties": {"call": {"anyOf": choices}},
        "required": ["call"],
        "additionalProperties": false,
    })
}

/// A self-contained schema: references resolved, lengths bounded, and annotations for people removed.
fn bounded(schema: &Value, root: &Value, depth: usize) -> Value {
    let Value::Object(map) = schema else { return schema.clone() };
    if let Some(target) = map.get("$ref").and_then(Value::as_str) {
        let found = target.strip_prefix('#').and_then(|pointer| root.pointer(pointer));
        return match (found, depth) {
            (Some(found), 1..) => bounded(found, root, depth - 1),
            _ => json!({"type": "object"}),
        };
    }
    let is = |kind: &str| match map.get("type") {
        Some(Value::String(one)) => one == kind,
        Some(Value::Array(many)) => many.iter().any(|one| one == kind),
        _ => false,
    };
    let mut out = Map::new();
    for (key, value) in map {
        let inner = match (key.as_str(), value) {
            ("$schema" | "$defs" | "definitions" | "title" | "examples" | "default", _) => continue,
            // Servers do not know "uint32" and the like.
            ("format", _) if !is("string") => continue,
            ("properties", Value::Object(all)) => {
                all.iter().map(|(name, s)| (name.clone(), bounded(s, root, depth))).collect()
            }
            ("anyOf" | "oneOf" | "allOf" | "prefixItems", Value::Array(all)) => {
                all.iter().map(|s| bounded(s, root, depth)).collect()
            }
            ("items" | "additionalProperties", one) => bounded(one, root, depth),
            (_, other) => other.clone(),
        };
        out.insert(key.clone(), inner);
    }
    let mut bound = |key: &str, value: Value| {
        out.entry(key).or_insert(value);
    };
    if is("string") && !["enum", "const", "pattern"].iter().any(|key| map.contains_key(*key)) {
        bound("maxLength", MAX_LENGTH.into());
    }
    if is("array") {
        bound("maxItems", MAX_ITEMS.into());
    }
    if map.contains_key("properties") {
        bound("additionalProperties", false.into());
    }
    Value::Object(out)
}

/// The tool's own example, or its required arguments with placeholder values.
fn example(tool: &ToolSpec) -> Value {
    if let Some(own) = tool.schema["examples"].get(0) {
        return own.clone();
    }
    let schema = bounded(&tool.schema, &tool.schema, MAX_DEPTH);
    let required = schema["required"].as_array().map(Vec::as_slice).unwrap_or_default();
    let filled = required.iter().filter_map(Value::as_str).map(|name| {
        let property = &schema["properties"][name];
        let value = match (property["enum"].get(0), property["type"].as_str()) {
            (Some(first), _) => first.clone(),
            (None, Some("integer" | "number")) => property.get("minimum").cloned().unwrap_or_else(|| json!(1)),
            (None, Some("boolean")) => json!(true),
            (None, Some("array")) => json!([]),
            (None, Some("object")) => json!({}),
            // Small models copy an example literally, so it should at least say what is meant.
            (None, _) => property["description"].as_str().map_or_else(|| json!(name), |d| json!(clip(d))),
        };
        (name.to_owned(), value)
    });
    Value::Object(filled.collect())
}

/// The first words of a description.
fn clip(text: &str) -> String {
    text.split(['.', '\n']).next().unwrap_or_default().chars().take(60).collect()
}

/// The JSON in a text, with or without code fences.
fn json_in(text: &str) -> Option<Value> {
    let text = text.trim();
    let inner = text.strip_prefix("```").and_then(|rest| rest.strip_suffix("```"));
    let inner = inner.map_or(text, |rest| rest.strip_prefix("json").unwrap_or(rest));
    serde_json::from_str(inner.trim()).ok().filter(|v: &Value| v.is_object() || v.is_array())
}

/// A call in one of the spellings that models were trained on.
fn call_in(value: &Value) -> Option<RawCall> {
    let name = ["tool", "name"].iter().find_map(|key| value.get(key)?.as_str())?;
    let arguments = ["arguments", "parameters", "args", "input"].iter().find_map(|key| value.get(key))?;
    let arguments = match arguments {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    Some(RawCall { id: String::new(), name: name.to_owned(), arguments })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Usage;

    fn request(choice: ToolChoice) -> ChatRequest {
        let schema = json!({
            "$schema": "x",
            "type": "object",
            "properties": {
                "q": {"type": "string", "description": "words to find. Any."},
                "top": {"type": "integer", "format": "uint32", "minimum": 1},
                "kind": {"$ref": "#/$defs/Kind"},
                "all": {"type": "array", "items": {"$ref": "#/$defs/Node"}},
            },
            "required": ["q", "top", "kind"],
            "$defs": {
                "Kind": {"type": "string", "enum": ["a", "b"]},
                "Node": {"type": "object", "properties": {"next": {"$ref": "#/$defs/Node"}}},
            },
        });
        let tool = ToolSpec { name: "search".into(), description: "Finds.".into(), schema: schema.into() };
        let messages = vec![Message::user("Why?")];
        ChatRequest {
            messages,
            tools: vec![tool].into(),
            tool_choice: choice,
            max_tokens: Some(20),
            ..ChatRequest::default()
        }
    }

    fn reply(content: &str) -> Reply {
        let (usage, finish) = (Usage::default(), Finish::Stop);
        let (reasoning, model) = (String::new(), "m".into());
        Reply { content: content.into(), reasoning, tool_calls: vec![], finish, usage, model, cost_usd: None }
    }

    #[test]
    fn the_schema_stands_on_its_own_and_is_bounded() {
        let asked = super::request(&request(ToolChoice::Required));
        let (name, schema) = asked.response_schema.clone().unwrap();
        assert!(name == NAME && schema["type"] == "object");
        let arguments = &schema["properties"]["call"]["anyOf"][0]["properties"]["arguments"];
        assert_eq!(
            arguments["properties"]["q"],
            json!({"type": "string", "description": "words to find. Any.", "maxLength": MAX_LENGTH})
        );
        assert_eq!(arguments["properties"]["top"], json!({"type": "integer", "minimum": 1}));
        assert_eq!(arguments["properties"]["kind"], json!({"type": "string", "enum": ["a", "b"]}));
        assert_eq!(arguments["properties"]["all"]["maxItems"], MAX_ITEMS);
        assert_eq!(arguments["additionalProperties"], false);
        let text = schema.to_string();
        assert!(!text.contains("$ref") && !text.contains("$defs") && !text.contains(FINAL));
        assert_eq!(asked.max_tokens, Some(MIN_TOKENS));
        let Some(Message::User { content }) = asked.messages.last() else { panic!("no instructions") };
        assert!(content.contains(r#""arguments":{"kind":"a","q":"words to find","top":1}"#), "{content}");
        let free = super::request(&request(ToolChoice::Auto)).response_schema.unwrap().1.to_string();
        assert!(free.contains(FINAL));
    }

    #[test]
    fn choices_are_read_or_refused() {
        let asked = request(ToolChoice::Auto);
        let call =
            super::read(reply("```json\n{\"call\":{\"tool\":\"search\",\"arguments\":{\"q\":\"ä\"}}}\n```"), &asked);
        let call = call.unwrap().tool_calls.remove(0);
        assert_eq!((call.name.as_str(), call.arguments.object()), ("search", Ok(&json!({"q": "ä"}))));
        let answer = reply(r#"{"call":{"tool":"final_answer","arguments":{"answer":"Because."}}}"#);
        let answer = super::read(answer, &asked).unwrap();
        assert!(answer.content == "Because." && answer.tool_calls.is_empty());
        for bad in ["", "I would search.", "{\"call\":{}}", "[]", "{\"tool\":\"search\"}"] {
            assert_eq!(super::read(reply(bad), &asked), None, "{bad}");
        }
    }

    #[test]
    fn calls_written_as_text_are_taken_where_they_are_meant() {
        let asked = request(ToolChoice::Auto);
        let calls = |text: &str, required| written_calls(reply(text), &asked, required).tool_calls.len();
        let block = r#"<tool_call>{"name":"search","arguments":{"q":"a"}}</tool_call>"#;
        assert_eq!(calls(block, false), 1);
        assert_eq!(calls(&format!("{block}\n{block}"), false), 2);
        assert_eq!(calls(r#"{"name": "search", "parameters": {"q": "a"}}"#, false), 1);
        assert_eq!(calls(r#"[TOOL_CALLS][{"name": "search", "arguments": {}}]"#, false), 1);
        assert_eq!(calls(&format!("The customer wrote {block}"), false), 0, "a quotation is no call");
        assert_eq!(calls(&format!("I will look. {block}"), true), 1);
        assert_eq!(calls(r#"{"name": "delete", "arguments": {}}"#, true), 0, "not offered");
        assert_eq!(calls(r#"{"figure": 3}"#, false), 0);
    }
}
