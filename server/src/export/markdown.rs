//! A conversation as Markdown.

use app::model::run::Run;
use app::model::session::Conversation;
use app::model::time::full_time;

use super::figures::{figures, sources, trace, versions};

pub fn write(conversation: &Conversation) -> String {
    let mut out = format!("# {}\n", line(&conversation.name()));
    for run in &conversation.runs {
        turn(run, &mut out);
    }
    out
}

fn turn(run: &Run, out: &mut String) {
    out.push_str(&format!("\n## {}\n\nAsked {}.", line(&run.question), full_time(run.started_at)));
    let about = run.scope.label();
    if !about.is_empty() {
        out.push_str(&format!(" About: {}.", line(&about)));
    }
    out.push_str("\n\n");
    match &run.answer {
        Some(answer) => out.push_str(answer.text.trim()),
        None => out.push_str(&format!("No answer: the run is {}.", run.status)),
    }
    out.push('\n');
    let caveats: Vec<String> = run.answer.iter().flat_map(|a| a.caveats()).map(|c| format!("- {}", line(c))).collect();
    section(out, "Limits of this answer", &caveats);
    let quoted = |s: super::figures::Quoted| format!("- [{}] {}: “{}”", s.number, line(&s.what), line(&s.says));
    section(out, "Sources", &sources(run).into_iter().map(quoted).collect::<Vec<_>>());
    let mut rows: Vec<String> =
        figures(run).iter().map(|f| row(&[&f.text, &f.grade, &f.how, &f.place, &f.record])).collect();
    if !rows.is_empty() {
        rows.insert(0, "| Figure | Grade | How | Place | Record |\n|---|---|---|---|---|".to_owned());
    }
    section(out, "Figures", &rows);
    let steps: Vec<String> = trace(run).iter().enumerate().map(|(i, s)| format!("{}. {}", i + 1, line(s))).collect();
    section(out, "How it was found", &steps);
    let made: Vec<String> = versions(run).iter().map(|(name, value)| format!("- {name}: {}", line(value))).collect();
    section(out, "Versions", &made);
}

fn section(out: &mut String, title: &str, lines: &[String]) {
    if !lines.is_empty() {
        out.push_str(&format!("\n### {title}\n\n{}\n", lines.join("\n")));
    }
}

fn row(cells: &[&str]) -> String {
    let cells: Vec<String> = cells.iter().map(|cell| line(cell).replace('|', "\\|")).collect();
    format!("| {} |", cells.join(" | "))
}

/// A text on one line that Markdown shows as it stands: records hold customers' words.
fn line(text: &str) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    text.replace('\\', "\\\\").replace('<', "&lt;").replace('`', "\\`").replace('*', "\\*").replace("](", "]\\(")
}
