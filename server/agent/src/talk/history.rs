//! The conversation before a question, as messages for a model; the oldest summarised when they exceed their budget
//! (A-057, E-018 to E-020).
//!
//! Deliberately not here: what the `rules` reasoner carries over from earlier questions.

use std::sync::LazyLock;

use model::answer::{Answer, Citation};
use model::run::{Run, RunEvent, StepKind};
use model::session::Role;
use regex::Regex;

use super::prompt::{self, fill};
use super::{ModelSession, Purpose, catalog};
use crate::cite::settle;
use crate::view::View;
use base::pattern;
use llm::{ChatRequest, LlmError, Message, tokens};

/// The heading of a summary (E-018).
const SUMMARY: &str = "Previous conversation summary:";
/// Characters kept of a message if no model can summarise.
const MAX_MESSAGE_CHARS: usize = 240;

/// The messages before the question, oldest first; a summary is one message at the front.
pub fn messages(view: &View<'_>) -> Vec<Message> {
    let mut list = turns(view);
    if let Some((summed, summary)) = &view.run.summary {
        list.drain(..(*summed as usize).min(list.len()));
        list.insert(0, Message::system(format!("{SUMMARY}\n{summary}")));
    }
    list
}

/// The same as text.
pub fn text(view: &View<'_>) -> String {
    as_text(&messages(view))
}

/// The last messages alone, for the router: at most three, and at most 1,500 tokens (E-044).
pub fn last(view: &View<'_>) -> String {
    let mut list = turns(view);
    let mut kept = list.split_off(list.len().saturating_sub(3));
    while tokens::estimate_messages(&kept) > 1500 && !kept.is_empty() {
        kept.remove(0);
    }
    as_text(&kept)
}

/// The conversation's own runs, then what the caller sent along.
fn turns(view: &View<'_>) -> Vec<Message> {
    let mut list = Vec::new();
    for run in view.earlier {
        list.push(Message::user(run.question.clone()));
        // What a caller was told while a colleague's decision was pending.
        let meanwhile = run.steps.iter().filter_map(|step| match &step.kind {
            StepKind::Approval { said, .. } => said.clone(),
            _ => None,
        });
        list.extend(meanwhile.map(|said| Message::assistant(said, Vec::new())));
        if let Some(answer) = &run.answer {
            list.push(Message::assistant(format!("{}{}", resolved(answer), looked_up(run)), Vec::new()));
        }
    }
    list.extend(view.history.iter().map(|turn| match turn.role {
        Role::Assistant => Message::assistant(turn.content.clone(), Vec::new()),
        Role::User | Role::Tool => Message::user(turn.content.clone()),
    }));
    list
}

/// An answer with its citations in words: its rows are gone, and this turn's numbers begin anew. Records keep their ids,
/// by which they can be read again.
fn resolved(answer: &Answer) -> String {
    static GAP: LazyLock<Regex> = LazyLock::new(|| pattern(r" +( |\.|,|$)"));
    let text = settle::replaced(&answer.text, |cited| {
        let records = cited.numbers.iter().filter_map(|n| match answer.citations.get(n.checked_sub(1)?)? {
            Citation::Record(source) => Some(format!("{} {}", source.kind, source.id)),
            Citation::Row(_) => None,
        });
        let records: Vec<String> = records.collect();
        if records.is_empty() { String::new() } else { format!("({})", records.join(", ")) }
    });
    GAP.replace_all(&text, "$1").into_owned()
}

/// The datasets that a turn looked at, so that a follow-up need not search for them again.
fn looked_up(run: &Run) -> String {
    let mut names: Vec<&str> = catalog::datasets(run).collect();
    names.sort_unstable();
    names.dedup();
    if names.is_empty() { String::new() } else { format!("\n\n(From {}.)", names.join(", ")) }
}

/// Summarises the older messages if the total exceeds the budget and there are more than the minimum kept; `None` if
/// they stay. Without a summary from the model each is truncated instead.
///
/// # Errors
/// Only if it was stopped.
pub async fn compress(view: &View<'_>, asker: &ModelSession<'_>) -> Result<Option<RunEvent>, LlmError> {
    let (budget, keep) = (asker.settings.history_tokens(), asker.settings.context_keep);
    let list = turns(view);
    let before = tokens::estimate_messages(&list);
    if view.run.summary.is_some() || before <= budget || list.len() <= keep {
        return Ok(None);
    }
    let (older, recent) = list.split_at(list.len() - keep);
    let summary = match summarize(older, asker).await {
        Ok(summary) if !summary.is_empty() => summary,
        Err(LlmError::Cancelled) => return Err(LlmError::Cancelled),
        Ok(_) | Err(_) => truncated(older),
    };
    let after = tokens::estimate_messages(recent) + tokens::estimate(&summary) + tokens::estimate(SUMMARY);
    let count = |n: u64| u32::try_from(n).unwrap_or(u32::MAX);
    Ok(Some(RunEvent::Compressed {
        messages: u32::try_from(older.len()).unwrap_or(u32::MAX),
        tokens_before: count(before),
        tokens_after: count(after),
        summary,
    }))
}

async fn summarize(older: &[Message], asker: &ModelSession<'_>) -> Result<String, LlmError> {
    let text = fill(prompt::SUMMARIZE, &[("messages", &as_text(older))]);
    let request = ChatRequest { messages: vec![Message::user(text)], ..ChatRequest::default() };
    Ok(asker.ask(Purpose::Summarize, request, "").await?.content.trim().to_owned())
}

/// The beginning of each message.
fn truncated(older: &[Message]) -> String {
    let short = |line: &str| {
        let cut: String = line.chars().take(MAX_MESSAGE_CHARS).collect();
        if cut.len() < line.len() { format!("{cut}…") } else { cut }
    };
    as_text(older).lines().map(short).collect::<Vec<_>>().join("\n")
}

fn as_text(list: &[Message]) -> String {
    let lines = list.iter().map(|m| match m {
        Message::System { content } => content.clone(),
        Message::User { content } => format!("User: {}", one_line(content)),
        Message::Assistant { content, .. } => format!("Assistant: {}", one_line(content)),
        Message::Tool { content, .. } => format!("Tool: {}", one_line(content)),
    });
    let text = lines.collect::<Vec<_>>().join("\n");
    if text.is_empty() { "(this is the first question)".into() } else { text }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
