//! Stand-ins for customers' names in what a model reads (X-35). Before a request leaves, every known name in it becomes
//! `Customer-001`, the same throughout the run; what comes back is put right before anything else sees it.
//!
//! Deliberately not here: names that the data does not know, and parts of names ("Hartmann" for "Hartmann Logistik").

use std::sync::{Mutex, PoisonError};

use serde_json::Value;

use crate::llm::{Arguments, ChatRequest, Message, Reply};

/// The customers of the data, and those that have a stand-in by now.
pub struct Pseudonyms {
    /// Longest first, so that no name is replaced inside a longer one.
    all: Vec<String>,
    used: Mutex<Vec<String>>,
}

/// Shorter names stand in too many words.
const SHORTEST: usize = 4;

impl Pseudonyms {
    pub fn new<'a>(names: impl Iterator<Item = &'a str>) -> Self {
        let mut all: Vec<String> = names.filter(|n| n.len() >= SHORTEST).map(str::to_owned).collect();
        all.sort_by(|a, b| b.len().cmp(&a.len()).then_with(|| a.cmp(b)));
        all.dedup();
        Self { all, used: Mutex::default() }
    }

    /// Replaces every name in the request. How many have a stand-in, when there are new ones.
    pub fn hide(&self, request: &mut ChatRequest) -> Option<u32> {
        let mut used = self.used.lock().unwrap_or_else(PoisonError::into_inner);
        let before = used.len();
        let mut hide = |text: &mut String| {
            for name in self.all.iter().filter(|n| finds(text, n)).collect::<Vec<_>>() {
                let n = used.iter().position(|u| u == name).unwrap_or_else(|| {
                    used.push(name.clone());
                    used.len() - 1
                });
                *text = replaced(text, name, &stand_in(n));
            }
        };
        for message in &mut request.messages {
            match message {
                Message::System { content } | Message::User { content } | Message::Tool { content, .. } => {
                    hide(content)
                }
                Message::Assistant { content, tool_calls } => {
                    hide(content);
                    tool_calls.iter_mut().for_each(|c| in_arguments(&mut c.arguments, &mut hide));
                }
            }
        }
        // Tools name customers only where an example does; the list is shared otherwise.
        let mut tools = request.tools.to_vec();
        for tool in &mut tools {
            hide(&mut tool.description);
            let mut schema = Value::clone(&tool.schema);
            in_value(&mut schema, &mut hide);
            if schema != *tool.schema {
                tool.schema = schema.into();
            }
        }
        if tools != *request.tools {
            request.tools = tools.into();
        }
        (used.len() > before).then(|| u32::try_from(used.len()).unwrap_or(u32::MAX))
    }

    /// Puts the names back into a reply.
    pub fn restore(&self, reply: &mut Reply) {
        let used = self.used.lock().unwrap_or_else(PoisonError::into_inner);
        let mut restore = |text: &mut String| {
            if text.contains(STEM) {
                for (n, name) in used.iter().enumerate() {
                    *text = text.replace(&stand_in(n), name);
                }
            }
        };
        restore(&mut reply.content);
        restore(&mut reply.reasoning);
        reply.tool_calls.iter_mut().for_each(|c| in_arguments(&mut c.arguments, &mut restore));
    }
}

const STEM: &str = "Customer-";

/// Three digits at least: no stand-in is the beginning of another below a thousand.
fn stand_in(n: usize) -> String {
    format!("{STEM}{:03}", n + 1)
}

/// The places of a name as a whole word, in its own spelling or in lower case.
fn places<'t>(text: &'t str, name: &'t str) -> impl Iterator<Item = usize> + 't {
    let word = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    text.match_indices(name)
        .map(|(at, _)| at)
        .filter(move |at| !word(text[..*at].chars().next_back()) && !word(text[at + name.len()..].chars().next()))
}

fn finds(text: &str, name: &str) -> bool {
    places(text, name).next().is_some() || places(text, &name.to_lowercase()).next().is_some()
}

fn replaced(text: &str, name: &str, by: &str) -> String {
    let lower = name.to_lowercase();
    [name, lower.as_str()].iter().fold(text.to_owned(), |text, name| {
        let (mut out, mut from) = (String::with_capacity(text.len()), 0);
        for at in places(&text, name).filter(|_| !name.is_empty()) {
            if at >= from {
                out.push_str(&text[from..at]);
                out.push_str(by);
                from = at + name.len();
            }
        }
        out.push_str(&text[from..]);
        out
    })
}

fn in_arguments(arguments: &mut Arguments, change: &mut impl FnMut(&mut String)) {
    match arguments {
        Arguments::Parsed(value) => in_value(value, change),
        Arguments::Broken { raw, .. } => change(raw),
    }
}

fn in_value(value: &mut Value, change: &mut impl FnMut(&mut String)) {
    match value {
        Value::String(text) => change(text),
        Value::Array(items) => items.iter_mut().for_each(|v| in_value(v, change)),
        Value::Object(map) => map.values_mut().for_each(|v| in_value(v, change)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::llm::{Finish, ToolCall, Usage};

    #[test]
    fn names_go_out_as_stand_ins_and_come_back() {
        let names = Pseudonyms::new(["Osei Textiles", "Osei", "Hartmann Logistik", "Abc"].into_iter());
        let mut request = ChatRequest {
            messages: vec![
                Message::user("What does hartmann logistik want, and Osei Textiles? Oseil is another."),
                Message::tool("c1", r#"{"customer":"Osei Textiles","also":"Osei"}"#),
            ],
            ..ChatRequest::default()
        };
        assert_eq!(names.hide(&mut request), Some(3));
        let Message::User { content } = &request.messages[0] else { panic!() };
        assert!(!content.contains("Osei T") && content.contains("Oseil") && !content.contains("hartmann"), "{content}");
        assert_eq!(names.hide(&mut request.clone()), None, "nothing new");
        let sent = format!("{:?}", request.messages);
        assert!(sent.contains("Customer-001") && !sent.contains("Textiles"), "{sent}");
        let call =
            ToolCall { id: "c".into(), name: "t".into(), arguments: Arguments::Parsed(json!({"q": "Customer-002"})) };
        let mut reply = Reply {
            content: "Customer-001's and Customer-002's.".into(),
            reasoning: String::new(),
            tool_calls: vec![call],
            finish: Finish::Stop,
            usage: Usage::default(),
            model: String::new(),
            cost_usd: None,
        };
        names.restore(&mut reply);
        assert!(!reply.content.contains("Customer-"), "{}", reply.content);
        assert!(
            reply.tool_calls[0].arguments.object().unwrap()["q"].as_str().is_some_and(|q| !q.contains("Customer-"))
        );
    }
}
