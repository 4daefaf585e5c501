//! Reasoning with a model's native tool calls: several at once, results returned as messages (C-002 to C-008).
//!
//! Deliberately not here: servers that ignore tools (`llm::choose`).

use model::run::{PlannedCall, StepKind};
use serde_json::Value;

use super::{answered, react, support, wants_data};
use crate::cite::show;
use crate::settings::AHEAD;
use crate::talk::ask_person::{self, ASK_PERSON};
use crate::talk::prompt;
use crate::talk::{ModelSession, Purpose, history};
use crate::view::{Decision, Draft, View};
use llm::{Arguments, ChatRequest, Finish, LlmError, Message, Reply, ToolCall, ToolChoice};

/// The request to answer now.
const CONCLUDE: &str = "No further tool can be called. Answer now from what was found, and say what is missing.";
/// The reply to a model's empty message, once.
const EMPTY: &str = "Your reply was empty. Call a tool, or answer the question.";

/// The next step. A question about data must begin with a call; a model that still makes none may answer.
pub async fn next(view: &View<'_>, asker: &ModelSession<'_>) -> Result<Decision, LlmError> {
    let first = if wants_data(view) { ToolChoice::Required } else { ToolChoice::Auto };
    let reply = match asker.ask_fitting(Purpose::Step, |short| request(view, first, short), "").await {
        Err(LlmError::NoToolCall) => asker.ask(Purpose::Step, request(view, ToolChoice::Auto, false), "").await?,
        other => other?,
    };
    if let Some(decision) = read(reply, view) {
        return Ok(decision);
    }
    let mut again = request(view, ToolChoice::Auto, false);
    again.messages.push(Message::user(EMPTY));
    let reply = asker.ask(Purpose::Step, again, "").await?;
    let reason = "The model wrote neither a tool call nor an answer, twice.".into();
    Ok(read(reply, view).unwrap_or(Decision::GiveUp { reason, problem: String::new() }))
}

/// The decision in a reply; `None` if it is empty.
fn read(reply: Reply, view: &View<'_>) -> Option<Decision> {
    if let Some(asked) = reply.tool_calls.iter().find(|call| call.name == ASK_PERSON)
        && let Some(draft) = asked.arguments.object().cloned().ok().and_then(|args| ask_person::draft(&args))
    {
        let thought = Some(reply.content.trim().to_owned()).filter(|text| !text.is_empty());
        return Some(Decision::Answer { thought, draft });
    }
    if let [only] = reply.tool_calls.as_slice()
        && let Some(text) = ending(only, view)
        && may_end(only, view)
    {
        let draft = match view.run.call {
            Some(_) if only.name.eq_ignore_ascii_case(::support::FINISH) => {
                support::finished(view, &only.arguments.object().cloned().unwrap_or_default())
            }
            _ => answered(&text, &Finish::Stop, view),
        };
        return Some(Decision::Answer { thought: None, draft });
    }
    if !reply.tool_calls.is_empty() {
        let calls =
            reply.tool_calls.into_iter().map(|call| PlannedCall { tool: call.name, args: args(call.arguments) });
        return Some(Decision::Act { thought: reply.content.trim().to_owned(), calls: calls.collect() });
    }
    // Some models write the line protocol unasked: a call in it is a call.
    if let Some(planned) = react::step_in(&reply.content) {
        tracing::warn!(run_id = view.run.id, tool = planned.tool, "a call stood in the text of a reply");
        return Some(Decision::Act { thought: String::new(), calls: vec![planned] });
    }
    let text = react::answer_in(&reply.content);
    if text.trim().is_empty() {
        return None;
    }
    Some(Decision::Answer { thought: None, draft: answered(&text, &reply.finish, view) })
}

/// Whether it may end the call: the model is told what is open, and tries again.
fn may_end(call: &ToolCall, view: &View<'_>) -> bool {
    let finishes = view.run.call.is_some() && call.name.eq_ignore_ascii_case(::support::FINISH);
    let args = call.arguments.object().cloned().unwrap_or_default();
    !finishes || support::may_finish(view, &args)
}

/// The text of a call that ends the turn (B-004, B-005), unless a tool has that name.
fn ending(call: &ToolCall, view: &View<'_>) -> Option<String> {
    let field = react::ending(&call.name)?;
    if view.tools.find(&call.name).is_some() {
        return None;
    }
    call.arguments.object().ok()?.get(field)?.as_str().map(str::to_owned)
}

/// Unreadable arguments are kept as text: running the call reports what is wrong.
fn args(arguments: Arguments) -> Value {
    match arguments {
        Arguments::Parsed(value) => value,
        Arguments::Broken { raw, .. } => Value::String(raw),
    }
}

/// The answer by what was found, in the same conversation, when no further call may be made. `why` is for the reader.
pub async fn conclude(view: &View<'_>, asker: &ModelSession<'_>, why: &str) -> Result<Draft, LlmError> {
    let concluding = |short| {
        let mut request = request(view, ToolChoice::None, short);
        request.messages.push(Message::user(format!("{why} {CONCLUDE}")));
        request
    };
    let reply = asker.ask_fitting(Purpose::Synthesize, concluding, "").await?;
    let text = react::answer_in(&reply.content);
    if text.trim().is_empty() {
        return Err(LlmError::Malformed { detail: "an empty answer".into() });
    }
    Ok(answered(&text, &reply.finish, view))
}

fn request(view: &View<'_>, tool_choice: ToolChoice, short: bool) -> ChatRequest {
    let how = prompt::protocol(prompt::TOOLS, view, "");
    let mut messages = vec![Message::system(format!("{}\n\n{how}", super::system(view)))];
    messages.extend(history::messages(view));
    messages.push(Message::user(view.run.question.clone()));
    messages.extend(so_far(view, short));
    if !view.warning.is_empty() {
        messages.push(Message::user(view.warning.clone()));
    }
    ChatRequest { messages, tools: prompt::specs(view), tool_choice, ..ChatRequest::default() }
}

/// The run so far as messages, made from its events alone.
fn so_far(view: &View<'_>, short: bool) -> Vec<Message> {
    let mut shown = show::all(view.run, view.settings.results_chars(), short).into_iter();
    let mut list = Vec::new();
    let mut thought = String::new();
    let mut made = 0;
    for step in &view.run.steps {
        match &step.kind {
            StepKind::Thought { text, .. } => thought.clone_from(text),
            StepKind::Calls { calls } => {
                let asked = calls.iter().map(|call| ToolCall {
                    id: call.id.clone(),
                    name: call.tool.clone(),
                    arguments: match &call.args {
                        Value::String(raw) => Arguments::read(raw),
                        object => Arguments::Parsed(object.clone()),
                    },
                });
                list.push(Message::assistant(std::mem::take(&mut thought), asked.collect()));
                made += calls.len();
                let step = calls.last().map_or(0, |call| call.iteration);
                // In the order of the run's calls, which is that of its steps.
                let last = calls.len().saturating_sub(1);
                for (n, (call, mut text)) in shown.by_ref().take(calls.len()).enumerate() {
                    if n == last {
                        text.push_str(&budget(view, step, made));
                    }
                    list.push(Message::tool(call.id.clone(), text));
                }
            }
            StepKind::Note { .. }
            | StepKind::Plan { .. }
            | StepKind::Reflection { .. }
            | StepKind::Approval { .. }
            | StepKind::Answer { .. }
            | StepKind::Grounding { .. } => {}
        }
    }
    list
}

/// What is left after a step, beside its last result: later requests repeat it as it was, so their beginning stays the
/// same.
fn budget(view: &View<'_>, step: u32, made: usize) -> String {
    let Some(limits) = view.run.limits.as_ref().filter(|_| view.run.call.is_none()) else { return String::new() };
    let calls = (limits.max_tool_calls as usize).saturating_sub(made);
    let steps = limits.max_iterations.saturating_sub(step);
    let near = calls <= AHEAD as usize || steps <= AHEAD;
    let then = if near { ": begin to conclude" } else { "" };
    let (most_calls, most_steps) = (limits.max_tool_calls, limits.max_iterations);
    format!("\n({calls} of {most_calls} calls and {steps} of {most_steps} steps are left{then}.)")
}
