//! What a run's record supplies to the loop that repeats it: the results of its tools, its model's decisions, the order
//! of events.

use std::sync::Arc;

use model::answer::{Answer, Citation};
use model::run::{Outcome, PlannedCall, RunEvent, StoredEvent};
use serde_json::Value;

use crate::view::{Decision, Draft};
use tools::{Effect, Registry, Tool, ToolError, Work};

/// The beginning of the error for a call that is not recorded.
pub const NOT_RECORDED: &str = "The record has no call like this";

/// A decision, and the events before it.
pub struct Next {
    pub said: Vec<RunEvent>,
    pub decision: Decision,
}

/// The model's decision after an event of the record. `None` if the run ended without an answer.
pub fn next(record: &[StoredEvent], seq: i64) -> Option<Next> {
    let rest: Vec<&RunEvent> = record.iter().filter(|e| e.seq > seq).map(|e| &e.event).collect();
    let at = rest.iter().position(|e| {
        matches!(e, RunEvent::ToolStarted { .. } | RunEvent::Answered { .. } | RunEvent::ApprovalRequested { .. })
    })?;
    let mut said: Vec<RunEvent> = rest[..at].iter().map(|&event| event.clone()).collect();
    let decision = match rest[at] {
        RunEvent::Answered { answer } if !answer.partial => Decision::Answer { thought: None, draft: draft(answer) },
        RunEvent::ToolStarted { iteration: first, .. } => {
            let thought = match said.last() {
                Some(RunEvent::Thought { .. }) => {
                    said.pop().and_then(|e| if let RunEvent::Thought { text, .. } = e { Some(text) } else { None })
                }
                _ => None,
            };
            let call = |event: &&RunEvent| match event {
                RunEvent::ToolStarted { tool, args, iteration, .. } if iteration == first => {
                    Some(PlannedCall { tool: tool.clone(), args: args.clone() })
                }
                _ => None,
            };
            let goes_on = |e: &&&RunEvent| !matches!(e, RunEvent::Thinking { .. } | RunEvent::Answered { .. });
            let calls = rest[at..].iter().take_while(goes_on).filter_map(call).collect();
            Decision::Act { thought: thought.unwrap_or_default(), calls }
        }
        _ => return None,
    };
    Some(Next { said, decision })
}

fn draft(answer: &Answer) -> Draft {
    let Answer { text, citations, charts, reasons, gaps, notes, unknown, offers, range, turn, .. } = answer.clone();
    Draft { text, citations, charts, reasons, gaps, notes, unknown, offers, range, follow_ups: Vec::new(), turn }
}

/// The model's events after the answer: follow-up questions.
pub fn after_the_answer(record: &[StoredEvent]) -> impl Iterator<Item = RunEvent> + '_ {
    let events = record.iter().map(|stored| &stored.event);
    let rest = events.skip_while(|event| !matches!(event, RunEvent::Grounded { .. })).skip(1);
    rest.take_while(|event| !matches!(event, RunEvent::Finished { .. })).cloned()
}

/// When a call's result arrived, by event index.
pub fn finished_at(record: &[StoredEvent], id: &str) -> usize {
    let is = |e: &StoredEvent| matches!(&e.event, RunEvent::ToolFinished { call, .. } if call == id);
    record.iter().position(is).unwrap_or(usize::MAX)
}

/// Gives cited records the relevance measured for them.
pub fn relevance(record: &[StoredEvent], citations: &mut [Citation]) {
    let answer =
        record.iter().find_map(|e| if let RunEvent::Answered { answer } = &e.event { Some(answer) } else { None });
    for citation in citations {
        if let Citation::Record(source) = citation {
            let known = answer.into_iter().flat_map(Answer::records).find(|(_, known)| known.id == source.id);
            source.relevance = source.relevance.or_else(|| known.and_then(|(_, known)| known.relevance));
        }
    }
}

/// The same tools, which answer as recorded and read nothing. None of them acts.
pub fn tools(live: &Registry, record: &Arc<[StoredEvent]>) -> Registry {
    let mut all: Vec<Tool> = live.all().iter().map(|tool| tool.doing(work(tool.effect, &tool.name, record))).collect();
    // Recorded tools that no longer exist.
    for stored in record.iter() {
        if let RunEvent::ToolStarted { tool, .. } = &stored.event
            && !all.iter().any(|known| known.name == *tool)
        {
            let any = serde_json::json!({"type": "object", "properties": {}, "additionalProperties": true});
            all.push(Tool::declared(tool.clone(), "", any, work(Effect::Reads, tool, record)));
        }
    }
    Registry::new(all)
}

fn work(effect: Effect, name: &str, record: &Arc<[StoredEvent]>) -> Work {
    if effect == Effect::Acts {
        return Work::acts(|_, _| async { Err(ToolError::new("Nothing is changed when a run is done again.")) });
    }
    let (name, record) = (name.to_owned(), record.clone());
    Work::reads(move |_, args| {
        let found = outcome(&record, &name, &args);
        async move {
            match found {
                Some(Outcome::Ok { output }) => Ok(output),
                Some(Outcome::Error { error: message, suggestion, available }) => {
                    Err(ToolError { message, suggestion, available })
                }
                None => Err(ToolError::new(format!("{NOT_RECORDED}: {args}. Run it against today's data."))),
            }
        }
    })
}

/// The outcome of the first such call.
fn outcome(record: &[StoredEvent], name: &str, wanted: &Value) -> Option<Outcome> {
    let id = record.iter().find_map(|e| match &e.event {
        RunEvent::ToolStarted { call, tool, args, .. } if tool == name && args == wanted => Some(call),
        _ => None,
    })?;
    record.iter().find_map(|e| match &e.event {
        RunEvent::ToolFinished { call, outcome, .. } if call == id => Some(outcome.clone()),
        _ => None,
    })
}

/// An event without its clock-dependent values.
pub fn timeless(event: &RunEvent) -> RunEvent {
    let mut event = event.clone();
    match &mut event {
        RunEvent::ToolFinished { duration_ms, .. } => *duration_ms = 0,
        RunEvent::Finished { receipt, .. } => receipt.duration_ms = 0,
        _ => {}
    }
    event
}
