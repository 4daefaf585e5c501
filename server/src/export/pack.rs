//! A conversation as a pack of evidence: one page without scripts and without anything from elsewhere. Each part stands in
//! it twice: to be read, and as JSON, whose SHA-256 the list at its end gives. Whoever doubts a part hashes the text
//! between its tags.

use app::components::answer::text::{Block, Cite, Span, blocks};
use model::run::Run;
use model::session::Conversation;
use model::time::full_time;
use serde::Serialize;
use serde_json::json;
use sha2::{Digest, Sha256};

use super::figures::{figures, sources, trace, versions};

const STYLE: &str = "body{font:16px/1.55 Georgia,serif;max-width:46rem;margin:2rem auto;padding:0 1rem;color:#1b1b1b;\
background:#fff}h1,h2,h3{line-height:1.25}h2{border-top:3px solid #1b1b1b;padding-top:.5rem;margin-top:2.5rem}\
table{border-collapse:collapse;font:13px/1.4 sans-serif;width:100%}th,td{text-align:left;vertical-align:top;\
border-bottom:1px solid #bbb;padding:.25rem .5rem;overflow-wrap:anywhere}code{font-size:12px;overflow-wrap:anywhere}\
blockquote{margin:.25rem 0 .75rem 1rem}.small{font:13px/1.4 sans-serif;color:#444}.wide{overflow-x:auto}\
li{overflow-wrap:anywhere}@media print{h2{break-before:page}h2:first-of-type{break-before:auto}}";

/// The parts that were written, with their hashes.
#[derive(Default)]
struct Parts {
    data: String,
    list: Vec<(String, String)>,
}

impl Parts {
    fn add(&mut self, id: String, part: &impl Serialize) {
        // The end of the element must not stand inside of it.
        let text = serde_json::to_string(part).unwrap_or_default().replace('<', "\\u003c");
        let hash: String = Sha256::digest(&text).iter().map(|b| format!("{b:02x}")).collect();
        self.data.push_str(&format!("<script type=\"application/json\" id=\"{id}\">{text}</script>\n"));
        self.list.push((id, hash));
    }
}

pub fn write(conversation: &Conversation) -> String {
    let mut parts = Parts::default();
    let name = escape(&conversation.name());
    let turns: String =
        conversation.runs.iter().enumerate().map(|(i, run)| turn(i + 1, run, &mut parts)).collect::<Vec<_>>().join("");
    let hashes: Vec<String> = parts
        .list
        .iter()
        .map(|(id, hash)| format!("<tr><th scope=\"row\"><code>{id}</code></th><td><code>{hash}</code></td></tr>"))
        .collect();
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\
         <title>{name}</title><style>{STYLE}</style></head><body><main>\n<h1>{name}</h1>\n\
         <p class=\"small\">Evidence pack of a conversation, begun {}. It needs no connection.</p>\n{turns}\
         <h2 id=\"hashes\">SHA-256 of the parts</h2><p class=\"small\">Each part is also in this file as JSON, in a \
         <code>script</code> element with the id below. Its hash is that of the exact text between the tags, in UTF-8.</p>\
         <table><thead><tr><th scope=\"col\">Part</th><th scope=\"col\">SHA-256</th></tr></thead><tbody>{}</tbody></table>\
         \n</main>\n{}</body></html>\n",
        full_time(conversation.started_at),
        hashes.join(""),
        parts.data,
    )
}

fn turn(n: usize, run: &Run, parts: &mut Parts) -> String {
    let (figures, sources, trace, versions) = (figures(run), sources(run), trace(run), versions(run));
    let asked = json!({"question": run.question, "askedAt": run.started_at, "scope": run.scope, "asOf": run.as_of});
    parts.add(format!("question-{n}"), &asked);
    parts.add(format!("answer-{n}"), &run.answer);
    parts.add(format!("sources-{n}"), &sources);
    parts.add(format!("figures-{n}"), &figures);
    parts.add(format!("trace-{n}"), &run.steps);
    parts.add(format!("versions-{n}"), &versions);
    let mut out = format!(
        "<h2>{}</h2><p class=\"small\">Asked {}. {}</p>",
        escape(&run.question),
        full_time(run.started_at),
        escape(&run.scope.label())
    );
    match &run.answer {
        Some(answer) => out.push_str(&prose(n, &answer.text, answer.citations.len())),
        None => out.push_str(&format!("<p>No answer: the run is {}.</p>", run.status)),
    }
    let caveats = run.answer.iter().flat_map(|a| a.caveats()).map(|c| format!("<li>{}</li>", escape(c)));
    section(&mut out, "Limits of this answer", "ul", &caveats.collect::<Vec<_>>());
    let quoted = sources.iter().map(|s| {
        let what = escape(&s.what);
        format!(
            "<li id=\"source-{n}-{}\" value=\"{}\">{what}<blockquote>{}</blockquote></li>",
            s.number,
            s.number,
            escape(&s.says)
        )
    });
    section(&mut out, "Sources", "ol", &quoted.collect::<Vec<_>>());
    if !figures.is_empty() {
        let rows = figures.iter().map(|f| {
            let cells =
                [&f.text, &f.grade, &f.how, &f.place, &f.record].map(|cell| format!("<td>{}</td>", escape(cell)));
            format!("<tr>{}</tr>", cells.concat())
        });
        let rows = rows.collect::<Vec<_>>().concat();
        let head =
            ["Figure", "Grade", "How", "Place", "Record"].map(|h| format!("<th scope=\"col\">{h}</th>")).concat();
        out.push_str(&format!(
            "<h3>Figures</h3><div class=\"wide\"><table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>"
        ));
    }
    let steps: Vec<String> = trace.iter().map(|step| format!("<li>{}</li>", escape(step))).collect();
    section(&mut out, "How it was found", "ol", &steps);
    let made: Vec<String> =
        versions.iter().map(|(name, value)| format!("<li>{name}: {}</li>", escape(value))).collect();
    section(&mut out, "Versions", "ul", &made);
    out.push('\n');
    out
}

fn section(out: &mut String, title: &str, list: &str, items: &[String]) {
    if !items.is_empty() {
        out.push_str(&format!("<h3>{title}</h3><{list}>{}</{list}>", items.concat()));
    }
}

/// The text of an answer. Its citations lead to the sources below it.
fn prose(n: usize, text: &str, citations: usize) -> String {
    let one = |number: usize| format!("<a href=\"#source-{n}-{number}\">{number}</a>");
    let cite = |cite: &Cite| match cite {
        Cite::One(a) => one(*a),
        Cite::Range(a, b) => format!("{}–{}", one(*a), one(*b)),
    };
    let span = |span: &Span| match span {
        Span::Text(text) => escape(text),
        Span::Citations(all) => format!("<sup>[{}]</sup>", all.iter().map(cite).collect::<Vec<_>>().join(", ")),
        // None were handed in.
        Span::Claim(_) => String::new(),
    };
    let line = |spans: &[Span]| spans.iter().map(span).collect::<String>();
    blocks(text, &[], citations)
        .iter()
        .map(|block| match block {
            Block::Paragraph(spans) => format!("<p>{}</p>", line(spans)),
            Block::Heading(spans) => format!("<h3>{}</h3>", line(spans)),
            Block::List(items) => {
                let items: String = items.iter().map(|item| format!("<li>{}</li>", line(item))).collect();
                format!("<ul>{items}</ul>")
            }
            Block::Table(table) => {
                let row = |cells: &[Vec<Span>], tag: &str| -> String {
                    let cells: String = cells.iter().map(|cell| format!("<{tag}>{}</{tag}>", line(cell))).collect();
                    format!("<tr>{cells}</tr>")
                };
                let rows: String = table.rows.iter().map(|cells| row(cells, "td")).collect();
                format!("<table><thead>{}</thead><tbody>{rows}</tbody></table>", row(&table.head, "th"))
            }
        })
        .collect()
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
