//! Reasoning by a line protocol, for models without native tool calls: Thought, Action, Action Input; the loop adds the
//! observation (A-009 to A-014, B-003 to B-010, E-007). People never see the raw protocol.

pub mod parse;

use model::run::{PlannedCall, RunEvent, StepKind};

use super::{answered, support, wants_data};
use crate::cite::show;
use crate::talk::prompt;
use crate::talk::{ModelSession, Purpose, history};
use crate::view::{Decision, View};
use llm::{ChatRequest, LlmError, Message, Reply};

pub use parse::ending;
use parse::{Next, parse};

/// Marks the part of a reply that is for people.
const MARK: &str = "Final Answer:";

/// Sent once to a model that answers a question about data without a call.
const LOOK_FIRST: &str = "No tool has been called yet, so nothing backs that answer. Call a tool first: write Thought, Action and Action Input.";

/// The same, naming a suitable tool.
fn look_first(view: &View<'_>) -> String {
    let fits = view.run.route.as_ref().and_then(|r| r.recommended.first());
    fits.map_or_else(|| LOOK_FIRST.into(), |tool| format!("{LOOK_FIRST} For this question {tool} fits."))
}

/// The next step. An unreadable reply is sent back once with the error.
pub async fn next(view: &View<'_>, asker: &ModelSession<'_>) -> Result<Decision, LlmError> {
    let mut extra = Vec::new();
    let mut problem = String::new();
    for attempt in 0..2 {
        let reply = asker.ask_fitting(Purpose::Step, |short| request(view, &extra, short), MARK).await?;
        match judge(&reply, view, asker, attempt > 0) {
            Ok(decision) => return Ok(decision),
            Err(wrong) => {
                tracing::warn!(run_id = view.run.id, wrong, attempt, "react.unreadable");
                extra = vec![Message::assistant(reply.content, Vec::new()), Message::user(wrong.clone())];
                problem = wrong;
            }
        }
    }
    let reason = "The model's reply could not be used, even after it was told why.".into();
    Ok(Decision::GiveUp { reason, problem })
}

/// The decision in a reply, or the error, for the model.
fn judge(reply: &Reply, view: &View<'_>, asker: &ModelSession<'_>, told: bool) -> Result<Decision, String> {
    let parsed = parse(&reply.content);
    match parsed.next {
        Next::Act { tool, args } => {
            if let Some(dropped) = parsed.dropped {
                tracing::info!(run_id = view.run.id, dropped, "react.answer_dropped");
                asker.say(RunEvent::Fallback {
                    from: "The answer".into(),
                    to: "the action".into(),
                    reason: "The model's reply held both an action and an answer.".into(),
                    advice: String::new(),
                });
            }
            Ok(Decision::Act { thought: parsed.thought, calls: vec![PlannedCall { tool, args }] })
        }
        Next::Finish(args) if view.run.call.is_some() && !support::may_finish(view, &args) => {
            Err(::support::OPEN.into())
        }
        Next::Finish(args) if view.run.call.is_some() => {
            let thought = Some(parsed.thought).filter(|t| !t.is_empty());
            Ok(Decision::Answer { thought, draft: support::finished(view, &args) })
        }
        Next::Finish(args) => said(parse::text_field(&args, "summary"), parsed.thought, reply, view, told),
        Next::Say(text) => said(text, parsed.thought, reply, view, told),
        Next::Broken { tool, error } => Err(format!(
            "The input of the action \"{tool}\" cannot be read: {error}. Write the same step again: Thought, Action, and \
             Action Input with one JSON object."
        )),
    }
}

/// The decision for an answer; one that is empty, or about data without a call, is sent back.
fn said(text: String, thought: String, reply: &Reply, view: &View<'_>, told: bool) -> Result<Decision, String> {
    if text.trim().is_empty() {
        return Err("Your reply held no action and no answer. Use the format.".into());
    }
    if wants_data(view) && !told {
        return Err(look_first(view));
    }
    let draft = answered(&text, &reply.finish, view);
    Ok(Decision::Answer { thought: Some(thought).filter(|t| !t.is_empty()), draft })
}

/// The part of a reply that is for people, in whatever form.
pub fn answer_in(reply: &str) -> String {
    match parse(reply).next {
        Next::Say(text) => text,
        Next::Finish(args) => parse::text_field(&args, "summary"),
        Next::Act { .. } | Next::Broken { .. } => String::new(),
    }
}

/// The call in a reply's text, in the line protocol.
pub fn step_in(reply: &str) -> Option<PlannedCall> {
    match parse(reply).next {
        Next::Act { tool, args } => Some(PlannedCall { tool, args }),
        _ => None,
    }
}

fn request(view: &View<'_>, extra: &[Message], short: bool) -> ChatRequest {
    let form = if view.run.call.is_some() { prompt::CALL_REACT } else { prompt::REACT };
    let how = prompt::protocol(form, view, &prompt::tools_text(view));
    let mut messages = vec![Message::system(format!("{}\n\n{how}", super::system(view)))];
    let question = format!(
        "Conversation so far:\n{}\n\nQuestion: {}\n\n{}{}",
        history::text(view),
        view.run.question,
        scratchpad(view, short),
        view.warning
    );
    messages.push(Message::user(question.trim_end().to_owned()));
    messages.extend_from_slice(extra);
    ChatRequest { messages, ..ChatRequest::default() }
}

/// All steps so far in the protocol's own form.
fn scratchpad(view: &View<'_>, short: bool) -> String {
    let mut shown = show::all(view.run, view.settings.results_chars(), short).into_iter();
    let mut text = String::new();
    for step in &view.run.steps {
        match &step.kind {
            StepKind::Thought { text: thought, .. } => text.push_str(&format!("Thought: {thought}\n")),
            StepKind::Calls { calls } => {
                for (call, seen) in shown.by_ref().take(calls.len()) {
                    text.push_str(&format!(
                        "Action: {}\nAction Input: {}\nObservation: {seen}\n\n",
                        call.tool, call.args
                    ));
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
    text
}
