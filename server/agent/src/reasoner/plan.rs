//! Plan, execute, observe, reflect, synthesize, ground (D-006 to D-020, X-31, X-36, X-37): plans and reflections are
//! events, so any process can continue with the next phase.
//!
//! Deliberately not here: executing and observing, which the loop does, and grounding, which is code.

use model::run::{Limits, PlannedCall, Run, RunEvent, Step, StepKind};
use serde_json::{Map, Value, json};

use super::{results, rules, synthesize, wants_data};
use crate::calls::same_args;
use crate::talk::json as text_json;
use crate::talk::prompt::{self, fill};
use crate::talk::{ModelSession, Purpose, history};
use crate::view::{Decision, View};
use llm::{ChatRequest, LlmError, Message};

/// The next phase.
pub async fn next(view: &View<'_>, asker: &ModelSession<'_>) -> Result<Decision, LlmError> {
    let steps = &view.run.steps;
    let plan = steps.iter().enumerate().rev().find_map(|(at, step)| match &step.kind {
        StepKind::Plan { calls, .. } => Some((at, calls)),
        _ => None,
    });
    let Some((at, calls)) = plan else { return make(view, asker).await };
    let after = &steps[at + 1..];
    let has = |fits: fn(&StepKind) -> bool| after.iter().any(|s: &Step| fits(&s.kind));
    let executed = has(|kind| matches!(kind, StepKind::Calls { .. }));
    let reflected = has(|kind| matches!(kind, StepKind::Reflection { .. }));
    if !executed && !reflected && !calls.is_empty() {
        return Ok(Decision::Act { thought: String::new(), calls: calls.clone() });
    }
    if executed && !reflected {
        return reflect(view, asker).await;
    }
    let draft = synthesize::answer(view, asker, "").await?;
    Ok(Decision::Answer { thought: None, draft })
}

/// What is still planned when all passes are used up (D-015, D-020): the loop concludes with what there is.
pub fn beyond<'a>(run: &'a Run, limits: &Limits) -> Option<&'a [PlannedCall]> {
    let plans =
        run.steps.iter().filter_map(|s| if let StepKind::Plan { calls, .. } = &s.kind { Some(calls) } else { None });
    plans.skip(passes(limits)).last().map(Vec::as_slice)
}

/// Maximum number of plan, execute and reflect passes, within the request's iterations.
pub fn passes(limits: &Limits) -> usize {
    limits.max_passes.min(limits.max_iterations).max(1) as usize
}

async fn make(view: &View<'_>, asker: &ModelSession<'_>) -> Result<Decision, LlmError> {
    let text = fill(
        prompt::PLAN,
        &[
            ("tools", &prompt::tools_text(view)),
            ("conversationHistory", &history::text(view)),
            ("query", &view.run.question),
        ],
    );
    let reply = asker.ask_json(Purpose::Plan, request(view, text, ("plan", "calls"))).await?;
    let plan = text_json::read_object(&reply.content)
        .ok()
        .and_then(|value| Some((calls(&value, "calls")?, reasoning(&value))));
    let (calls, reasoning) = match plan {
        // A question about data is not answered without any (X-10), unless the rules have no plan either.
        Some((calls, said)) if calls.is_empty() && wants_data(view) => {
            by_rules(view, "The model planned no call, rule-based fallback.").unwrap_or((calls, said))
        }
        Some(plan) => plan,
        None => match by_rules(view, "LLM parse failed, rule-based fallback.") {
            Some(plan) => plan,
            None => {
                let reason = "The model's plan could not be read.".into();
                return Ok(Decision::GiveUp { reason, problem: String::new() });
            }
        },
    };
    let tools: Vec<&str> = calls.iter().map(|c| c.tool.as_str()).collect();
    tracing::info!(run_id = view.run.id, ?tools, reasoning, "plan.made");
    asker.say(RunEvent::Planned { reasoning, calls });
    Ok(Decision::Again)
}

/// The rules' plan, if any, and why it is theirs.
fn by_rules(view: &View<'_>, why: &str) -> Option<(Vec<PlannedCall>, String)> {
    match rules::next(view) {
        Decision::Act { thought, calls } => Some((calls, format!("{why} {thought}"))),
        _ => None,
    }
}

/// Is what was found enough? A failed or unreadable reflection counts as yes (D-046); one that does not say continues
/// while it names calls and passes are left (X-36).
async fn reflect(view: &View<'_>, asker: &ModelSession<'_>) -> Result<Decision, LlmError> {
    let plan: Vec<String> = view
        .run
        .steps
        .iter()
        .filter_map(|s| if let StepKind::Plan { text, .. } = &s.kind { Some(text.clone()) } else { None })
        .collect();
    let ask = |short| {
        let text = fill(
            prompt::REFLECT,
            &[
                ("query", &view.run.question),
                ("plan", &plan.join("\n")),
                ("results", &results(view, short)),
                ("warning", &view.warning),
                ("tools", &prompt::tools_text(view)),
            ],
        );
        request(view, text, ("reflection", "additional_calls"))
    };
    let reply = match asker.ask_json(Purpose::Reflect, ask(false)).await {
        Err(LlmError::TooLong { .. }) => asker.ask_json(Purpose::Reflect, ask(true)).await,
        other => other,
    };
    let (sufficient, text, more) = match reply.map(|reply| text_json::read_object(&reply.content)) {
        Err(LlmError::Cancelled) => return Err(LlmError::Cancelled),
        Err(error) => (Some(true), format!("The reflection failed; what was found is used. {error}"), Vec::new()),
        Ok(Ok(value)) => {
            let mut more =
                calls(&value, "additional_calls").or_else(|| calls(&value, "additional_tools")).unwrap_or_default();
            more.retain(|new| !view.run.calls().any(|c| c.tool == new.tool && same_args(&c.args, &new.args)));
            (value["is_sufficient"].as_bool(), reasoning(&value), more)
        }
        Ok(Err(_)) => (Some(true), "The reflection could not be read; what was found is used.".into(), Vec::new()),
    };
    let sufficient = sufficient.unwrap_or(more.is_empty());
    tracing::info!(run_id = view.run.id, sufficient, more = more.len(), "plan.reflected");
    asker.say(RunEvent::Reflected { iteration: view.run.iteration, sufficient, text: text.clone() });
    if !sufficient && !more.is_empty() {
        asker.say(RunEvent::Planned { reasoning: text, calls: more });
    }
    Ok(Decision::Again)
}

/// Requests an object with this name, with reasoning and calls under this key.
fn request(view: &View<'_>, text: String, (name, key): (&str, &str)) -> ChatRequest {
    let messages = vec![Message::system(prompt::researcher(view)), Message::user(text)];
    let response_schema = Some((name.to_owned(), schema(view, key)));
    ChatRequest { messages, response_schema, ..ChatRequest::default() }
}

/// The schema of such an object: a tool's arguments are checked when it is called.
fn schema(view: &View<'_>, key: &str) -> Value {
    let tools: Vec<String> = prompt::specs(view).iter().map(|spec| spec.name.clone()).collect();
    let call = json!({
        "type": "object",
        "properties": {"tool": {"type": "string", "enum": tools}, "args": {"type": "object"}},
        "required": ["tool", "args"],
        "additionalProperties": false,
    });
    let mut schema = json!({
        "type": "object",
        "properties": {"reasoning": {"type": "string"}, key: {"type": "array", "items": call}},
        "required": ["reasoning", key],
        "additionalProperties": false,
    });
    if key == "additional_calls" {
        schema["properties"]["is_sufficient"] = json!({"type": "boolean"});
        schema["required"] = json!(["is_sufficient", "reasoning", key]);
    }
    schema
}

fn reasoning(value: &Value) -> String {
    ["reasoning", "thought", "text"].iter().find_map(|k| value[*k].as_str()).unwrap_or_default().trim().to_owned()
}

/// Calls in either form: `[{"tool", "args"}]` under `key`, or names under `tools` with `tool_params` (D-009). `None` if
/// neither is present.
fn calls(value: &Value, key: &str) -> Option<Vec<PlannedCall>> {
    let list = value.get(key).or_else(|| value.get("tools"))?.as_array()?;
    let empty = || Value::Object(Map::new());
    let one = |item: &Value| match item {
        Value::String(tool) => {
            let args = value.get("tool_params").and_then(|p| p.get(tool)).filter(|a| a.is_object());
            Some(PlannedCall { tool: tool.clone(), args: args.cloned().unwrap_or_else(empty) })
        }
        Value::Object(call) => {
            let tool = ["tool", "name"].iter().find_map(|k| call.get(*k)?.as_str())?;
            let args =
                ["args", "input", "arguments", "params"].iter().find_map(|k| call.get(*k)).filter(|a| !a.is_null());
            Some(PlannedCall { tool: tool.to_owned(), args: args.cloned().unwrap_or_else(empty) })
        }
        _ => None,
    };
    Some(list.iter().filter_map(one).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plans_are_read_in_both_forms() {
        let want = vec![
            PlannedCall { tool: "a".into(), args: json!({"x": 1}) },
            PlannedCall { tool: "b".into(), args: json!({}) },
        ];
        for value in [
            json!({"calls": [{"tool": "a", "args": {"x": 1}}, {"tool": "b"}]}),
            json!({"tools": ["a", "b"], "tool_params": {"a": {"x": 1}}, "reasoning": "r"}),
            json!({"calls": [{"name": "a", "arguments": {"x": 1}}, "b", 3]}),
        ] {
            assert_eq!(calls(&value, "calls"), Some(want.clone()), "{value}");
        }
        assert_eq!(calls(&json!({"error": "none"}), "calls"), None);
        assert_eq!(calls(&json!({"calls": []}), "calls"), Some(vec![]));
    }
}
