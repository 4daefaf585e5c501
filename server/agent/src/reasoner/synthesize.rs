//! An answer from the findings, without further calls (A-013, D-045).
//!
//! Deliberately not here: when to do this.

use super::{answered, results, system};
use crate::talk::prompt::{self, fill};
use crate::talk::{ModelSession, Purpose, history};
use crate::view::{Draft, View};
use llm::{ChatRequest, LlmError, Message};

/// Writes it. `why` is the reason the run ends here; empty if it is simply done.
pub async fn answer(view: &View<'_>, asker: &ModelSession<'_>, why: &str) -> Result<Draft, LlmError> {
    let request = |short| {
        let why = if why.is_empty() {
            String::new()
        } else {
            format!("- The search ended early: {why} Say what is missing.")
        };
        let template = if view.run.call.is_some() { prompt::SPEAK } else { prompt::SYNTHESIZE };
        let text = fill(
            template,
            &[
                ("why", &why),
                ("conversationHistory", &history::text(view)),
                ("query", &view.run.question),
                ("results", &results(view, short)),
            ],
        );
        ChatRequest { messages: vec![Message::system(system(view)), Message::user(text)], ..ChatRequest::default() }
    };
    let reply = asker.ask_fitting(Purpose::Synthesize, request, "").await?;
    let text = super::react::answer_in(&reply.content);
    if text.trim().is_empty() {
        return Err(LlmError::Malformed { detail: "an empty answer".into() });
    }
    Ok(answered(&text, &reply.finish, view))
}
