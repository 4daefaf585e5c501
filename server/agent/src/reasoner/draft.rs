//! Turns a model's text into an answer that can be checked: citations renumbered and invalid ones removed, Markdown
//! reduced to what the pages show, charts and gaps taken from the results.
//!
//! Deliberately not here: whether it is true (`agent::ground`).

use model::run::{Outcome, Run};

use crate::cite::settle::{settle, without, written};
use crate::cite::{Numbering, READ_MORE};
use crate::ground::sentence;
use crate::view::{Draft, View};
use llm::Finish;

/// The note on an answer cut by the token limit.
const CUT: &str = "The answer reached the model's limit of tokens; its end may be missing.";
/// Maximum number of charts in an answer.
const MOST_CHARTS: usize = 3;

/// The draft from a text.
pub fn from_text(text: &str, view: &View<'_>) -> Draft {
    let (text, citations) = settle(&unrepeated(&plain(text)), &Numbering::from_run(view.run));
    let outputs = || view.run.calls().filter_map(|c| c.outcome.as_ref()?.output());
    Draft {
        text,
        citations,
        charts: outputs().flat_map(|o| o.charts.iter().cloned()).take(MOST_CHARTS).collect(),
        gaps: failures(view.run),
        range: outputs().filter_map(|o| o.coverage.as_ref()).map(|c| c.range).next(),
        ..Draft::default()
    }
}

/// A tool that failed and never returned a result leaves a gap.
pub fn failures(run: &Run) -> Vec<String> {
    let mut list: Vec<String> = Vec::new();
    for call in run.calls() {
        let recovered =
            run.calls().any(|c| c.tool == call.tool && c.outcome.as_ref().is_some_and(|o| o.output().is_some()));
        if let Some(Outcome::Error { error, .. }) = &call.outcome
            && !recovered
        {
            let gap = format!("{} gave no result: {error}", call.tool);
            if !list.contains(&gap) {
                list.push(gap);
            }
        }
    }
    list
}

/// The findings, written from the results themselves: for a run that nobody can write up.
pub fn findings(view: &View<'_>) -> Option<Draft> {
    let mut text = String::from("What was found:\n");
    let mut any = false;
    let numbering = Numbering::from_run(view.run);
    for shown in numbering.calls().iter().filter(|c| c.call.tool != READ_MORE && c.same_as.is_none()) {
        any = true;
        // A summary is about the result's own rows and the first of its lists.
        let mut rows: Vec<usize> = shown.numbers.iter().flat_map(|table| table.iter().take(3)).copied().collect();
        rows.extend(shown.output.sources.iter().take(2).filter_map(|s| numbering.record(s)));
        rows.sort_unstable();
        rows.dedup();
        text.push_str(&format!("\n- {} {}", shown.output.summary, written(&rows)));
    }
    any.then(|| from_text(&text, view))
}

/// The Markdown that pages show: paragraphs, `- ` lists, `### ` headings. Emphasis is removed; other bullets and
/// headings are converted.
fn plain(text: &str) -> String {
    let mut lines = Vec::new();
    for line in text.trim().lines() {
        let line = line.trim_end().replace("**", "").replace("__", "");
        let bare = line.trim_start();
        if bare.starts_with("```") {
            continue;
        }
        let heading = bare.trim_start_matches('#');
        if heading.len() < bare.len() && heading.starts_with(' ') {
            lines.push(format!("###{heading}"));
        } else if let Some(item) = bare.strip_prefix("* ").or_else(|| bare.strip_prefix("• ")) {
            lines.push(format!("- {item}"));
        } else {
            lines.push(line);
        }
    }
    lines.join("\n")
}

/// The text without sentences that begin a paragraph and began an earlier one, citations aside.
pub fn unrepeated(text: &str) -> String {
    let mut said: Vec<String> = Vec::new();
    let mut out: Vec<&str> = Vec::new();
    for paragraph in text.split("\n\n") {
        let end = sentence(paragraph, 0).end;
        let lead = without(&paragraph[..end]).split_whitespace().collect::<Vec<_>>().join(" ");
        // Headings, lists and fragments may repeat.
        let is_prose = lead.split(' ').count() > 3 && !lead.starts_with(['#', '-', '|']);
        let rest = if is_prose && said.contains(&lead) { paragraph[end..].trim_start() } else { paragraph };
        said.push(lead);
        out.extend((!rest.is_empty()).then_some(rest));
    }
    out.join("\n\n")
}

/// Adds a note if the model was cut off.
pub fn note_cut(draft: &mut Draft, finish: &Finish) {
    if *finish == Finish::Length {
        draft.gaps.push(CUT.into());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lead_sentence_is_said_once() {
        let text = "There were 12 complaints in May. [1] Most are about logins.\n\n- a\n\nThere were 12 complaints in May. \
                    They rose. [2]\n\nMost are about logins.\n\nThere were 12 complaints in May. [2]";
        let want = "There were 12 complaints in May. [1] Most are about logins.\n\n- a\n\nThey rose. [2]\n\nMost are about logins.";
        assert_eq!(unrepeated(text), want);
        assert_eq!(unrepeated("Žinia.\n\nŽinia."), "Žinia.\n\nŽinia.");
    }

    #[test]
    fn marks_become_those_that_pages_show() {
        assert_eq!(plain("# Title\n* **one**\n• two\n#tag\n```\n- three  "), "### Title\n- one\n- two\n#tag\n- three");
    }
}
