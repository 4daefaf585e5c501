//! A conversation as Markdown.

use model::run::Run;
use model::session::Conversation;
use model::time::full_time;

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
        Some(answer) => out.push_str(&harmless(answer.text.trim())),
        None => out.push_str(&format!("No answer: the run is {}.", run.status)),
    }
    out.push('\n');
    let caveats: Vec<String> = run.caveats().map(|c| format!("- {}", line(c))).collect();
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

/// Text on one line, escaped for Markdown: records contain customers' words.
fn line(text: &str) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    harmless(&text.replace('\\', "\\\\").replace('`', "\\`").replace('*', "\\*"))
}

/// Without links, images and HTML, which would load from or lead to other sites: a model may have written them because
/// some text told it to. Headings, lists, tables and citation numbers stay.
fn harmless(text: &str) -> String {
    let text = text.replace('<', "&lt;").replace("](", "]\\(").replace("][", "]\\[");
    // Bare URLs, which many viewers turn into links.
    let text = text.replace("://", ":\\//").replace("www.", "www\\.").replace("WWW.", "WWW\\.");
    // Link reference definitions.
    text.replace("]:", "]\\:")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_text_becomes_a_link_or_an_image() {
        for (written, kept) in [
            ("![x](https://evil.example/?d=1)", r"![x]\(https:\//evil.example/?d=1)"),
            ("[click](javascript:alert(1))", r"[click]\(javascript:alert(1))"),
            ("<img src=x> <https://evil.example>", r"&lt;img src=x> &lt;https:\//evil.example>"),
            ("![x][y]\n\n[y]: //evil.example/x", "![x]\\[y]\n\n[y]\\: //evil.example/x"),
            ("See www.evil.example.", r"See www\.evil.example."),
            ("### A\n- 6 of 12 [1], [2-4] good\n| a | b |", "### A\n- 6 of 12 [1], [2-4] good\n| a | b |"),
        ] {
            assert_eq!(harmless(written), kept);
        }
        assert_eq!(line("a [b](c) `d`"), r"a [b]\(c) \`d\`");
    }
}
