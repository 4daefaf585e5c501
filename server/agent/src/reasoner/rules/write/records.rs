//! A single record.

use serde_json::Value;

use super::AnswerWriter;
use super::text::excerpt;

const RECORD: &str = "get_record";

/// A case or a message: the tool's description, then its text.
pub fn record(story: &mut AnswerWriter<'_>) {
    let text = |pointer: &str| story.text(RECORD, pointer).unwrap_or_default();
    let (kind, name) = (text("/kind"), text("/customerName"));
    let (assignee, resolution) = (text("/assignedTo"), text("/resolution"));
    let Some(summary) = story.summary(RECORD) else { return story.missing(RECORD) };
    // The result's own row is the record's.
    let cited = story.rows_at(RECORD, &[""]);
    story.paragraph(&format!("{summary}{cited}"));
    if kind == "case" {
        story.paragraph(&match assignee.is_empty() {
            true => "Nobody is assigned to it.".to_owned(),
            false => format!("It is assigned to {assignee}.{cited}"),
        });
    }
    if !resolution.is_empty() {
        story.paragraph(&format!("How it ended: “{}”{cited}", excerpt(resolution)));
    }
    match kind {
        "case" => {
            let messages: Vec<_> = story.sources(RECORD).iter().skip(1).take(3).collect();
            let lines: Vec<String> = messages.into_iter().map(|source| story.quotation(source)).collect();
            story.listed("What was written about it:", &lines.join("\n"));
            let note = |n: &Value| {
                let (by, at, text) = (n["by"].as_str()?, n["at"].as_str()?, n["text"].as_str()?);
                Some(format!("{by}, {at}: “{}”", excerpt(text)))
            };
            story.listed("Notes:", &story.cites.lines(story.list(RECORD, "/notes"), note));
        }
        _ => story.quotations(RECORD, 1),
    }
    if !name.is_empty() {
        story.draft.follow_ups = vec![format!("Tell me about {name}"), format!("Is {name} at risk?")];
    }
}
