//! Questions that a server asks during a call (elicitation, MCP 2026-07-28): a server that needs more than the
//! arguments asks a person by a form. Its question becomes the call's result; the reasoner puts it to the person, and
//! calls again with the same arguments and the answers. The second call needs approval, so that only the person sends
//! answers, and belongs to the conversation in which the question was asked.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use rmcp::model::{CallToolRequestParams, ElicitRequestParams, InputRequest, InputRequiredResult};
use serde_json::{Map, Value, json};

use super::super::text;
use tools::ANSWERS;

/// Most pending questions; beyond that, all are dropped and their calls start over.
const MAX_PENDING: usize = 200;

/// Pending questions of a server, by conversation and call.
#[derive(Default)]
pub struct Questions(Mutex<BTreeMap<String, Asked>>);

struct Asked {
    /// The server's names for the forms.
    forms: Vec<String>,
    state: Option<String>,
}

/// Adds the answers argument to a tool's schema, unless that name is used.
pub fn accept_answers(schema: &mut Value) {
    if let Some(known) = schema["properties"].as_object_mut() {
        let says = "What the person answers to a question of this tool, by field; {} if they refuse.";
        known.entry(ANSWERS).or_insert_with(|| json!({"type": "object", "description": says}));
    }
}

fn key(asker: &str, tool: &str, args: &Map<String, Value>) -> String {
    format!("{asker} {tool} {}", Value::Object(args.clone()))
}

impl Questions {
    /// Moves a call's answers from its arguments to where the server expects them, if the server has asked `asker`.
    /// Call this only after a person has approved the call.
    pub fn answer(&self, asker: &str, params: &mut CallToolRequestParams) {
        let Some(args) = &mut params.arguments else { return };
        let Some(answers) = args.get(ANSWERS).cloned() else { return };
        let mut bare = args.clone();
        bare.remove(ANSWERS);
        let asked = self.0.lock().unwrap_or_else(PoisonError::into_inner).remove(&key(asker, &params.name, &bare));
        let Some(Asked { forms, state }) = asked else { return };
        *args = bare;
        let refused = answers.as_object().is_none_or(Map::is_empty);
        let said = if refused { json!({"action": "decline"}) } else { json!({"action": "accept", "content": answers}) };
        params.input_responses = Some(forms.into_iter().map(|form| (form, said.clone())).collect());
        params.request_state = state;
    }

    /// Stores a server's question to `asker` and returns it in words; `None` if the server asks for anything but a
    /// form.
    pub fn ask(
        &self,
        server: &str,
        asker: &str,
        params: &CallToolRequestParams,
        asks: InputRequiredResult,
    ) -> Option<String> {
        let (mut forms, mut said) = (Vec::new(), Vec::new());
        for (name, request) in asks.input_requests? {
            let InputRequest::Elicitation(request) = request else { return None };
            let ElicitRequestParams::FormElicitationParams { message, requested_schema, .. } = request.params else {
                return None;
            };
            let schema = serde_json::to_value(requested_schema).ok()?;
            let fields: Vec<String> =
                schema["properties"].as_object()?.iter().map(|field| described(field, &schema)).collect();
            said.push(format!("“{}” ({})", text::line(&message, text::ERROR), fields.join("; ")));
            forms.push(name);
        }
        let mut waiting = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if waiting.len() >= MAX_PENDING {
            waiting.clear();
        }
        let args = params.arguments.clone().unwrap_or_default();
        waiting.insert(key(asker, &params.name, &args), Asked { forms, state: asks.request_state });
        Some(format!(
            "The MCP server {server} asks a person: {}. Put that to the person in your answer, as the server's question, and never \
             answer it yourself. When they have answered, call the tool again with the same arguments and {ANSWERS}: they see \
             what is sent, and send it.",
            said.join(" ")
        ))
    }
}

/// A field in words: "email: text, needed".
fn described((name, field): (&String, &Value), schema: &Value) -> String {
    let needed = schema["required"].as_array().is_some_and(|all| all.iter().any(|n| n == name));
    let kind = match field["type"].as_str() {
        Some("number" | "integer") => "number",
        Some("boolean") => "yes or no",
        _ => "text",
    };
    let one_of = field["enum"].as_array().map(|values| {
        let values: Vec<&str> = values.iter().filter_map(Value::as_str).collect();
        format!("one of {}", values.join(", "))
    });
    let says = field["description"].as_str().map(|says| format!(" ({})", text::line(says, 200))).unwrap_or_default();
    let needed = if needed { ", needed" } else { "" };
    format!("{}{says}: {}{needed}", text::line(name, 64), one_of.unwrap_or_else(|| kind.to_owned()))
}
