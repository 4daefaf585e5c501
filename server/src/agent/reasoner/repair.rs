//! The one repair of an answer: the model is told exactly which claims have no source (architecture, section 9).
//!
//! Deliberately not here: the check itself, and whether the repaired answer is the better one.

use app::model::answer::Grounding;

use super::{Draft, View, draft, results};
use crate::agent::talk::prompt::{self, fill};
use crate::agent::talk::{Asker, Purpose};
use crate::llm::{ChatRequest, LlmError, Message};

/// Asks for the whole answer again.
pub async fn repair(
    view: &View<'_>,
    asker: &Asker<'_>,
    failed: &Draft,
    grounding: &Grounding,
) -> Result<Draft, LlmError> {
    let problems: Vec<String> = grounding
        .claims
        .iter()
        .filter(|c| c.found.is_none())
        .map(|c| format!("- \"{}\": {}", c.text, c.problem.as_deref().unwrap_or("no result says so")))
        .collect();
    let text = fill(
        prompt::REPAIR,
        &[
            ("problems", &problems.join("\n")),
            ("query", &view.run.question),
            ("results", &results(view, false)),
            ("draft", &as_cited(failed, view)),
        ],
    );
    let messages = vec![Message::system(prompt::researcher(view)), Message::user(text)];
    let reply = asker.ask(Purpose::Repair, ChatRequest { messages, ..ChatRequest::default() }, "").await?;
    let text = super::react::answer_in(&reply.content);
    if text.trim().is_empty() {
        return Err(LlmError::Malformed { detail: "an empty answer".into() });
    }
    let fresh = draft::from_text(&text, view);
    Ok(Draft {
        reasons: failed.reasons.clone(),
        gaps: failed.gaps.clone(),
        notes: failed.notes.clone(),
        follow_ups: failed.follow_ups.clone(),
        ..fresh
    })
}

/// The draft with the numbers under which the model knows its sources.
fn as_cited(draft: &Draft, view: &View<'_>) -> String {
    let numbered = crate::agent::talk::observe::Numbered::of(view.run);
    let mut out = String::with_capacity(draft.text.len());
    let mut rest = draft.text.as_str();
    while let Some(open) = rest.find('[') {
        out.push_str(&rest[..open]);
        rest = &rest[open + 1..];
        let number = rest.split_once(']').and_then(|(n, _)| n.parse::<usize>().ok());
        let known = number.and_then(|n| numbered.number(draft.sources.get(n.checked_sub(1)?)?));
        match (known, rest.find(']')) {
            (Some(n), Some(end)) => {
                out.push_str(&format!("[{n}]"));
                rest = &rest[end + 1..];
            }
            _ => out.push('['),
        }
    }
    out.push_str(rest);
    out
}
