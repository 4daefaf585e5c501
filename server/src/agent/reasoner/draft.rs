//! From what a model wrote to an answer that can be checked: its citations renumbered and those of nothing removed, its
//! marks reduced to what the pages show, its charts and gaps taken from the results.
//!
//! Deliberately not here: whether what it says is true (`agent::ground`).

use app::model::answer::Source;
use app::model::run::{Outcome, Run};

use super::{Draft, View};
use crate::agent::talk::observe::Numbered;

/// Charts that an answer shows at most.
const MOST_CHARTS: usize = 3;

/// The draft that a text makes.
pub fn from_text(text: &str, view: &View<'_>) -> Draft {
    let numbered = Numbered::of(view.run);
    let (text, sources) = cited(&plain(text), &numbered);
    let outputs = || view.run.calls().filter_map(|c| c.outcome.as_ref()?.output());
    Draft {
        text,
        sources,
        charts: outputs().flat_map(|o| o.charts.iter().cloned()).take(MOST_CHARTS).collect(),
        gaps: failures(view.run),
        range: outputs().filter_map(|o| o.coverage.as_ref()).map(|c| c.range).next(),
        ..Draft::default()
    }
}

/// A tool that failed and never came back with a result leaves a gap.
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

/// What was found, told from the results themselves: for a run that nobody can write up.
pub fn findings(view: &View<'_>) -> Option<Draft> {
    let mut text = String::from("What was found:\n");
    let mut any = false;
    let numbered = Numbered::of(view.run);
    for call in view.run.calls() {
        if let Some(output) = call.outcome.as_ref().and_then(Outcome::output)
            && call.tool != crate::agent::talk::read_more::NAME
            && !text.contains(&output.summary)
        {
            any = true;
            let cites: String =
                output.sources.iter().take(2).filter_map(|s| numbered.number(s)).map(|n| format!(" [{n}]")).collect();
            text.push_str(&format!("\n- {}{cites}", output.summary));
        }
    }
    any.then(|| from_text(&text, view))
}

/// Citations in the order in which they come; `[7]` of nothing goes.
fn cited(text: &str, numbered: &Numbered<'_>) -> (String, Vec<Source>) {
    let mut out = String::with_capacity(text.len());
    let mut sources: Vec<Source> = Vec::new();
    let mut rest = text;
    while let Some(open) = rest.find('[') {
        let (before, from) = rest.split_at(open);
        let inside = from[1..].split_once(']').map(|(inside, _)| inside);
        let numbers = inside.and_then(|inside| {
            let parts = inside.split([',', ' ']).filter(|p| !p.is_empty());
            parts.map(|p| p.parse::<usize>().ok()).collect::<Option<Vec<usize>>>().filter(|l| !l.is_empty())
        });
        let (Some(inside), Some(numbers)) = (inside, numbers) else {
            out.push_str(before);
            out.push('[');
            rest = &from[1..];
            continue;
        };
        out.push_str(before);
        let mut any = false;
        for source in numbers.into_iter().filter_map(|n| numbered.get(n)) {
            let at = sources.iter().position(|s| s.kind == source.kind && s.id == source.id).unwrap_or_else(|| {
                sources.push(source.clone());
                sources.len() - 1
            });
            out.push_str(&format!("[{}]", at + 1));
            any = true;
        }
        if !any {
            out.truncate(out.trim_end_matches(' ').len());
        }
        rest = &from[inside.len() + 2..];
    }
    out.push_str(rest);
    (out, sources)
}

/// The Markdown that pages show: paragraphs, `- ` lists, `### ` headings. Emphasis goes, other bullets and headings
/// become these.
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

#[cfg(test)]
mod tests {
    use app::model::answer::SourceKind;
    use app::model::run::{Call, Step, StepKind, ToolOutput};
    use serde_json::json;

    use super::*;

    fn run() -> Run {
        let source = |id: &str| Source {
            kind: SourceKind::Case,
            id: id.into(),
            title: id.into(),
            relevance: None,
            excerpt: String::new(),
            day: None,
            channel: None,
            sentiment: None,
        };
        let output = ToolOutput { sources: vec![source("a"), source("b"), source("c")], ..ToolOutput::default() };
        let call = Call {
            id: "c1".into(),
            iteration: 1,
            tool: "t".into(),
            args: json!({}),
            offset_ms: 0,
            duration_ms: None,
            outcome: Some(Outcome::Ok { output }),
        };
        let mut run = Run::new("r");
        run.steps.push(Step { seq: 1, offset_ms: 0, kind: StepKind::Calls { calls: vec![call] }, models: Vec::new() });
        run
    }

    #[test]
    fn citations_are_renumbered_and_those_of_nothing_removed() {
        let run = run();
        let numbered = Numbered::of(&run);
        let (text, sources) = cited("Žinia [3] and [1, 3] or [9]. [x] [", &numbered);
        assert_eq!(text, "Žinia [1] and [2][1] or. [x] [");
        assert_eq!(sources.iter().map(|s| s.id.as_str()).collect::<Vec<_>>(), ["c", "a"]);
    }

    #[test]
    fn marks_become_those_that_pages_show() {
        assert_eq!(plain("# Title\n* **one**\n• two\n#tag\n```\n- three  "), "### Title\n- one\n- two\n#tag\n- three");
    }
}
