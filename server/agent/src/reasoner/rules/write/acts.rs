//! What was done after a person's approval; or that nothing was done, and why.

use model::answer::SourceKind;
use model::run::Outcome;

use super::super::plan;
use super::AnswerWriter;

const OPEN: &str = "create_case";

/// A case that was opened, and its evidence.
pub fn opened(story: &mut AnswerWriter<'_>) {
    outcome(story, OPEN, "Open a case for Hartmann Logistik about login failures");
    let messages = story.sources(OPEN).iter().filter(|s| s.kind == SourceKind::Communication);
    let lines: Vec<String> = messages.map(|source| story.quotation(source)).collect();
    story.paragraph(&lines.join("\n"));
}

/// The result of an action. `example` shows how to ask for it with everything needed.
pub fn outcome(story: &mut AnswerWriter<'_>, tool: &str, example: &str) {
    if let Some(summary) = story.summary(tool) {
        let case = story.sources(tool).first().map(|source| story.cites.record(source)).unwrap_or_default();
        let cited = story.rows_at(tool, &[""]);
        story.paragraph(&format!("{summary}{case}{}", cited.trim_start()));
        story.draft.follow_ups = vec!["How many cases breached SLA?".into()];
        return;
    }
    let why = match plan::last(story.view, tool).and_then(|c| c.outcome.as_ref()) {
        Some(Outcome::Error { error, .. }) => error.clone(),
        _ => format!("Something is missing. Ask for it like this: {example}."),
    };
    story.paragraph(&format!("Nothing was changed. {why}"));
}
