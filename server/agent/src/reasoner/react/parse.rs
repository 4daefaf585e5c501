//! Reads replies in the line protocol, in any of its three spellings (X-03) and in small models' variants:
//!
//! 1. `Action: name` with `Action Input: {…}` (A-014, B-003),
//! 2. `Action: {"tool": "name", "input": {…}}` (A-014),
//! 3. one JSON object `{"reasoning", "action": "tool" | "answer", "tool", "args", "response"}` (E-007).
//!
//! An action wins over an answer in the same reply (X-11). Observations that a model invents are not read.

use std::sync::LazyLock;

use regex::Regex;
use serde_json::{Map, Value};

use crate::talk::json;
use base::pattern;

/// A reply, read.
#[derive(Clone, Debug, PartialEq)]
pub struct Parsed {
    pub thought: String,
    pub next: Next,
    /// An answer beside an action, which is ignored.
    pub dropped: Option<String>,
}

/// What the reply wants.
#[derive(Clone, Debug, PartialEq)]
pub enum Next {
    Act {
        tool: String,
        args: Value,
    },
    /// The answer; also prose without any form, and the message of `respond`.
    Say(String),
    /// The end of the conversation: its arguments, with a summary (B-005).
    Finish(Value),
    /// An action with unreadable input.
    Broken {
        tool: String,
        error: String,
    },
}

/// Names by which models end a turn, and the field with their message (B-004, B-005).
pub const ENDINGS: &[(&str, &str)] =
    &[("respond", "message"), ("finish", "summary"), ("final_answer", "answer"), ("answer", "answer")];

/// The field of an action that ends the turn.
pub fn ending(action: &str) -> Option<&'static str> {
    ENDINGS.iter().find(|(name, _)| action.eq_ignore_ascii_case(name)).map(|(_, field)| *field)
}

/// A labelled part of a reply.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Label {
    Thought,
    Action,
    Input,
    Observation,
    Answer,
}

/// The labels, longer ones before their prefixes.
const LABELS: &[(&str, Label)] = &[
    ("action input", Label::Input),
    ("actioninput", Label::Input),
    ("action_input", Label::Input),
    ("final answer", Label::Answer),
    ("final_answer", Label::Answer),
    ("observation", Label::Observation),
    ("thought", Label::Thought),
    ("action", Label::Action),
];

/// Reads a reply. Never fails: text without any form is an answer (B-029).
pub fn parse(reply: &str) -> Parsed {
    let text = without_thinking(reply);
    let text = text.trim();
    if let Some(parsed) = whole_object(text) {
        return parsed;
    }
    let (parts, marked) = parts(text);
    let find = |label| parts.iter().find(|(l, _)| *l == label).map(|(_, text)| *text);
    let thought = find(Label::Thought).map(|t| clean(t).to_owned()).unwrap_or_default();
    let answer = find(Label::Answer).map(|t| unfenced(t).to_owned());
    let Some(action) = find(Label::Action) else {
        if let Some(parsed) = inside(text) {
            return parsed;
        }
        let prose = if marked { String::new() } else { text.to_owned() };
        return Parsed { thought, next: Next::Say(answer.unwrap_or(prose)), dropped: None };
    };
    // A line of the answer itself, such as "Action: call the three customers".
    if let Some(from) = answer.as_ref().and(parts.iter().find(|(l, _)| *l == Label::Answer))
        && find(Label::Input).is_none()
        && is_prose(action)
    {
        let offset = |part: &str| part.as_ptr() as usize - text.as_ptr() as usize;
        // To the end of what is read: an observation after it is made up.
        let end = parts.last().map_or(text.len(), |(_, last)| offset(last) + last.len());
        let whole = text.get(offset(from.1)..end).unwrap_or(from.1);
        return Parsed { thought, next: Next::Say(unfenced(whole).to_owned()), dropped: None };
    }
    let next = act(action, find(Label::Input));
    let dropped = answer.filter(|_| !matches!(next, Next::Say(_) | Next::Finish(_)));
    Parsed { thought, next, dropped }
}

/// A step within a sentence (B-029): "Let me check. Action: find_customer Action Input: {…}". The text before it is the
/// thought and is not shown.
fn inside(text: &str) -> Option<Parsed> {
    static STEP: LazyLock<Regex> = LazyLock::new(|| {
        pattern(
            r#"(?is)\baction\s*:\s*[*"'`]*([a-z][a-z0-9_]{2,60})[*"'`]*\s*[,.]?\s*(?:action[ _]?input\s*:\s*)?(?:```(?:json)?\s*)?(\{.*)"#,
        )
    });
    let step = STEP.captures(text)?;
    let (whole, name, input) = (step.get(0)?, step.get(1)?, step.get(2)?.as_str());
    let input = json::balanced(input).unwrap_or(input);
    let thought =
        text.get(..whole.start()).map(|before| parts(before).0.first().map_or(before, |(_, t)| *t)).unwrap_or_default();
    Some(Parsed { thought: clean(thought).to_owned(), next: act(name.as_str(), Some(input)), dropped: None })
}

/// Whether a text still contains the line protocol, which no caller should hear.
pub fn is_protocol(text: &str) -> bool {
    static MARK: LazyLock<Regex> =
        LazyLock::new(|| pattern(r"(?i)\b(?:action(?:[ _]?input)?|observation|thought)\s*:"));
    MARK.is_match(text)
}

/// More than a name, and no input.
fn is_prose(action: &str) -> bool {
    !action.contains('{') && clean(action).split_whitespace().nth(1).is_some()
}

/// The action line with its input, if separate.
fn act(action: &str, input: Option<&str>) -> Next {
    let action = clean(action);
    if action.starts_with('{') {
        return match json::read_object(action) {
            Ok(value) => from_object(&value).unwrap_or(Next::Broken {
                tool: String::new(),
                error: "the object names no tool; write {\"tool\": \"name\", \"input\": {}}".into(),
            }),
            Err(error) => Next::Broken { tool: String::new(), error },
        };
    }
    let end = action.find(|c: char| !(c.is_alphanumeric() || c == '_' || c == '-' || c == '.')).unwrap_or(action.len());
    let (name, rest) = action.split_at(end);
    // `Action: name({…})`, or the input on the same line.
    let input = input.or_else(|| rest.contains('{').then_some(rest));
    let args = match input.map(unfenced) {
        None | Some("") => Ok(Value::Object(Map::new())),
        Some(text) if matches!(text.to_lowercase().as_str(), "none" | "null" | "{}") => Ok(Value::Object(Map::new())),
        Some(text) => json::read_object(text),
    };
    match (ending(name), args) {
        (Some(_), Ok(args)) if name.eq_ignore_ascii_case("finish") => Next::Finish(args),
        (Some(field), Ok(args)) => Next::Say(text_field(&args, field)),
        // A message without JSON is a message (B-029).
        (Some(_), Err(_)) => Next::Say(input.map(|t| clean(t).to_owned()).unwrap_or_default()),
        (None, Ok(args)) => Next::Act { tool: name.to_owned(), args },
        (None, Err(error)) => Next::Broken { tool: name.to_owned(), error },
    }
}

/// The third spelling: the reply is one object, perhaps in a code block.
fn whole_object(text: &str) -> Option<Parsed> {
    let bare = unfenced(text);
    if !bare.starts_with('{') || json::balanced(bare).is_some_and(|o| o.len() < bare.len()) {
        return None;
    }
    let value = json::read_object(bare).ok()?;
    let next = from_object(&value)?;
    let thought = ["reasoning", "thought"].iter().find_map(|k| value[*k].as_str()).unwrap_or_default();
    let answer = value["response"].as_str().filter(|a| !a.trim().is_empty() && matches!(next, Next::Act { .. }));
    Some(Parsed { thought: thought.trim().to_owned(), dropped: answer.map(str::to_owned), next })
}

/// An object that names a tool, or holds an answer.
fn from_object(value: &Value) -> Option<Next> {
    let text = |key: &str| value[key].as_str().map(str::trim).filter(|t| !t.is_empty());
    let action = text("action").unwrap_or_default();
    let is_word = matches!(action, "tool" | "call" | "use_tool" | "");
    let tool = text("tool").or_else(|| text("tool_name")).or_else(|| text("name"));
    let tool = tool.or_else(|| (!is_word).then_some(action)).filter(|_| ending(action).is_none() || action == "tool");
    let args = ["args", "input", "action_input", "arguments", "parameters"].iter().find_map(|k| value.get(*k));
    if let Some(tool) = tool.filter(|t| ending(t).is_none()) {
        return Some(match args {
            None | Some(Value::Null) => Next::Act { tool: tool.to_owned(), args: Value::Object(Map::new()) },
            Some(args @ Value::Object(_)) => Next::Act { tool: tool.to_owned(), args: args.clone() },
            Some(Value::String(written)) => match json::read_object(written) {
                Ok(args) => Next::Act { tool: tool.to_owned(), args },
                Err(error) => Next::Broken { tool: tool.to_owned(), error },
            },
            Some(_) => Next::Broken { tool: tool.to_owned(), error: "the input must be a JSON object".into() },
        });
    }
    if [tool, Some(action)].into_iter().flatten().any(|name| name.eq_ignore_ascii_case("finish"))
        && let Some(args) = args.filter(|args| args.is_object())
    {
        return Some(Next::Finish(args.clone()));
    }
    let field = tool.or(Some(action)).and_then(ending).unwrap_or("response");
    let said = ["response", "answer", "final_answer", "message"].iter().find_map(|k| text(k));
    let said = said.or_else(|| args?.get(field)?.as_str());
    said.map(|text| Next::Say(text.to_owned()))
}

/// The message of an ending: its own field, else the first text in it.
pub fn text_field(args: &Value, field: &str) -> String {
    let own = args.get(field).and_then(Value::as_str);
    let any = || args.as_object().and_then(|o| o.values().find_map(Value::as_str));
    own.or_else(any).unwrap_or_default().to_owned()
}

/// The labelled parts up to the first observation, each with its text. A label starts a line; emphasis around it is
/// ignored. Also whether there was any label.
fn parts(text: &str) -> (Vec<(Label, &str)>, bool) {
    let mut marks: Vec<(usize, usize, Label)> = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let lead = line.len() - line.trim_start_matches([' ', '\t', '*', '#', '>', '_', '-', '`']).len();
        let rest = &line[lead..];
        let label = LABELS.iter().find_map(|(word, label)| {
            let here = rest.get(..word.len()).filter(|h| h.eq_ignore_ascii_case(word))?;
            let after = rest[here.len()..].trim_start_matches(['*', '_', '`', ' ']);
            let after = after.strip_prefix(':').or_else(|| after.strip_prefix('：'))?;
            Some((line.len() - after.len(), *label))
        });
        if let Some((end, label)) = label {
            marks.push((at, at + end, label));
            // The model made up what follows an observation.
            if label == Label::Observation {
                break;
            }
        }
        at += line.len();
    }
    let ends = marks.iter().skip(1).map(|(start, ..)| *start).chain([text.len()]);
    let parts = marks
        .iter()
        .zip(ends)
        .take_while(|((.., label), _)| *label != Label::Observation)
        .map(|((_, from, label), end)| (*label, &text[*from..end]));
    (parts.collect(), !marks.is_empty())
}

/// Without the model's thinking before its reply.
fn without_thinking(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("<think>") {
        out.push_str(before);
        rest = after.split_once("</think>").map_or("", |(_, after)| after);
    }
    out.push_str(rest);
    // The opening mark may have been in the prompt.
    out.split_once("</think>").map_or(out.clone(), |(_, after)| after.to_owned())
}

fn clean(text: &str) -> &str {
    unfenced(text).trim_matches(['*', '`', ' ', '\n', '"'])
}

/// Without a code block around it.
fn unfenced(text: &str) -> &str {
    let text = text.trim().trim_start_matches(['*', ' ']).trim_start();
    let Some(inner) = text.strip_prefix("```") else { return text };
    let inner = inner.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    inner.split_once("```").map_or(inner, |(inner, _)| inner).trim()
}

#[cfg(test)]
#[path = "parse_tests.rs"]
mod tests;
