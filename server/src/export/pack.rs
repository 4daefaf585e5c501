//! A conversation as an evidence pack: one page without scripts and external resources. Each part has readable content
//! and the same as JSON; the hashes of all parts are signed: see [`seal`].

use app::components::answer::text::{Block, Cite, Span, blocks};
use app::components::chart::ChartView;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use leptos::prelude::*;
use model::chart::Chart;
use model::number;
use model::run::Run;
use model::session::Conversation;
use model::text::escape;
use model::time::full_time;
use serde::Serialize;
use serde_json::json;

use super::figures::{Figure, Listed, figures, sources, tables, trace, versions};
use super::seal::{self, Signer};
use super::table::lines;

/// The style of charts on the pages.
const TOKENS: &str = include_str!("../../../style/tokens.css");
const CHART: &str = include_str!("../../../style/chart/chart.css");
const HATCH: &str = "<svg width=\"0\" height=\"0\" aria-hidden=\"true\" style=\"position:absolute\"><pattern id=\"hatch\" \
    width=\"5\" height=\"5\" patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(45)\"><rect width=\"5\" height=\"5\" \
    class=\"hatch-ground\"/><path d=\"M1 0V5\" class=\"hatch-line\"/></pattern></svg>";

const STYLE: &str = ":root{color-scheme:light}.chart{max-width:30rem;margin:1rem 0}summary{cursor:pointer}body{font:16px/1.55 Georgia,serif;max-width:46rem;margin:2rem auto;padding:0 1rem;color:#1b1b1b;\
background:#fff}h1,h2,h3{line-height:1.25}h2{border-top:3px solid #1b1b1b;padding-top:.5rem;margin-top:2.5rem}\
table{border-collapse:collapse;font:13px/1.4 sans-serif;width:100%}th,td{text-align:left;vertical-align:top;\
border-bottom:1px solid #bbb;padding:.25rem .5rem;overflow-wrap:anywhere}code{font-size:12px;overflow-wrap:anywhere}\
blockquote{margin:.25rem 0 .75rem 1rem}.small{font:13px/1.4 sans-serif;color:#444}.wide{overflow-x:auto}\
li{overflow-wrap:anywhere}@media print{h2{break-before:page}h2:first-of-type{break-before:auto}}";

/// Rows of a result shown on the page; its CSV has all.
const ROWS: usize = 50;

/// Ids and hashes of the parts written.
#[derive(Default)]
struct Parts(Vec<(String, String)>);

impl Parts {
    /// Writes a part: readable, and as JSON for programs.
    fn add(&mut self, id: String, html: &str, data: &impl Serialize) -> String {
        // The data must not contain the element's end tag.
        let json = serde_json::to_string(data).unwrap_or_default().replace('<', "\\u003c");
        let content = format!("{html}<script type=\"application/json\" id=\"{id}\">{json}</script>");
        let (part, hash) = seal::part(&id, &content);
        self.0.push((id, hash));
        part
    }
}

/// The signed pack of a conversation.
pub fn write(conversation: &Conversation, signer: &Signer) -> String {
    let mut parts = Parts::default();
    let (name, key) = (escape(&conversation.name()), signer.public());
    let turns: String = conversation.runs.iter().enumerate().map(|(i, run)| turn(i + 1, run, &mut parts)).collect();
    let hash = |(id, hash): &(String, String)| {
        format!("<tr><th scope=\"row\"><code>{id}</code></th><td><code>{hash}</code></td></tr>")
    };
    let hashes: String = parts.0.iter().map(hash).collect();
    let page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\
         <title>{name}</title><style>{TOKENS}{CHART}{STYLE}</style></head><body>{HATCH}<main>\n<h1>{name}</h1>\n\
         <p class=\"small\">Evidence pack of a conversation, begun {}. It needs no connection.</p>\n{turns}\
         <h2 id=\"hashes\">SHA-256 of the parts</h2><p class=\"small\">The hash of a part is that of the bytes between its two \
         comments in this file; a list of all hashes stands at the end of the file, signed with Ed25519. <code>plumbline \
         verify FILE --key KEY</code> says what was changed. The key must come from whoever published this pack, by another \
         way than this file.</p><p class=\"small\">Key: <code>{key}</code><br>Fingerprint: <code>{}</code></p>\
         <div class=\"wide\"><table><thead><tr><th scope=\"col\">Part</th><th scope=\"col\">SHA-256</th></tr></thead>\
         <tbody>{hashes}</tbody></table></div>\n</main>\n",
        full_time(conversation.started_at),
        key.fingerprint(),
    );
    let runs = conversation.runs.iter().map(|run| run.id.clone()).collect();
    seal::seal(&page, &conversation.origin, runs, signer)
}

fn turn(n: usize, run: &Run, parts: &mut Parts) -> String {
    let asked = json!({"question": run.question, "askedAt": run.started_at, "scope": run.scope, "asOf": run.as_of});
    let head = format!(
        "<h2>{}</h2><p class=\"small\">Asked {}. {}</p>",
        escape(&run.question),
        full_time(run.started_at),
        escape(&run.scope.label())
    );
    let mut out = parts.add(format!("question-{n}"), &head, &asked);
    let answer = run.answer.as_ref();
    let mut said = match answer {
        Some(answer) => prose(n, &answer.text, answer.citations.len()),
        None => format!("<p>No answer: the run is {}.</p>", run.status),
    };
    let caveats = run.caveats().map(|c| format!("<li>{}</li>", escape(c)));
    said += &section("Limits of this answer", "ul", caveats);
    out += &parts.add(format!("answer-{n}"), &said, &run.answer);
    for (i, chart) in answer.into_iter().flat_map(|a| &a.charts).enumerate() {
        let id = format!("chart-{n}-{}", i + 1);
        let drawn = drawn(format!("drawn-{n}-{}", i + 1), chart);
        out += &parts.add(id, &drawn, chart);
    }
    let sources = sources(run);
    let quoted = sources.iter().map(|s| {
        let (number, what, says) = (s.number, escape(&s.what), escape(&s.says));
        format!("<li id=\"source-{n}-{number}\" value=\"{number}\">{what}<blockquote>{says}</blockquote></li>")
    });
    out += &parts.add(format!("sources-{n}"), &section("Sources", "ol", quoted), &sources);
    let figures = figures(run);
    let cells = |f: &Figure| [&f.text, &f.grade, &f.how, &f.place, &f.record, &f.row].map(Clone::clone).to_vec();
    let rows: Vec<Vec<String>> = figures.iter().map(cells).collect();
    let shown = match rows.is_empty() {
        true => String::new(),
        false => format!("<h3>Figures</h3>{}", table(&["Figure", "Grade", "How", "Place", "Record", "Row"], &rows)),
    };
    out += &parts.add(format!("figures-{n}"), &shown, &figures);
    let tables = tables(run);
    if !tables.is_empty() {
        out += "<h3>Results as tables</h3>\n";
    }
    for (i, listed) in tables.iter().enumerate() {
        out += &parts.add(format!("table-{n}-{}", i + 1), &file(n, i + 1, listed), &listed.name);
    }
    let steps = trace(run).into_iter().map(|step| format!("<li>{}</li>", escape(&step)));
    out += &parts.add(format!("trace-{n}"), &section("How it was found", "ol", steps), &run.steps);
    let versions = versions(run);
    let made = versions.iter().map(|(name, value)| format!("<li>{name}: {}</li>", escape(value)));
    out += &parts.add(format!("versions-{n}"), &section("Versions", "ul", made), &versions);
    out
}

/// A chart as drawn on the pages.
fn drawn(id: String, chart: &Chart) -> String {
    Owner::new().with(|| view! { <ChartView id chart=chart.clone() /> }.to_html())
}

/// A result's table: its first rows, and a complete CSV embedded in the page.
fn file(n: usize, i: usize, listed: &Listed) -> String {
    let Listed { name, rows } = listed;
    let (heads, rest) = rows.split_first().map_or((&[][..], &[][..]), |(heads, rest)| (heads.as_slice(), rest));
    let heads: Vec<&str> = heads.iter().map(String::as_str).collect();
    let csv = STANDARD.encode(lines(rows.iter().cloned()));
    let shown = table(&heads, &rest[..rest.len().min(ROWS)]);
    let cut = if rest.len() > ROWS { format!(", the first {ROWS} here, all in the file") } else { String::new() };
    format!(
        "<details><summary>{} ({}{cut})</summary><p class=\"small\"><a download=\"table-{n}-{i}.csv\" \
         href=\"data:text/csv;charset=utf-8;base64,{csv}\">Save as CSV</a></p>{shown}</details>",
        escape(name),
        match rest.len() {
            1 => "1 row".to_owned(),
            rows => format!("{} rows", number::whole(rows as i64)),
        },
    )
}

fn table(heads: &[&str], rows: &[Vec<String>]) -> String {
    let heads: String = heads.iter().map(|head| format!("<th scope=\"col\">{}</th>", escape(head))).collect();
    let cells = |row: &Vec<String>| row.iter().map(|cell| format!("<td>{}</td>", escape(cell))).collect::<String>();
    let rows: String = rows.iter().map(|row| format!("<tr>{}</tr>", cells(row))).collect();
    format!("<div class=\"wide\"><table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table></div>")
}

/// A titled list; nothing if empty.
fn section(title: &str, list: &str, items: impl Iterator<Item = String>) -> String {
    let items: String = items.collect();
    if items.is_empty() { String::new() } else { format!("<h3>{title}</h3><{list}>{items}</{list}>") }
}

/// The text of an answer. Its citations link to the sources below it.
fn prose(n: usize, text: &str, citations: usize) -> String {
    let one = |number: usize| format!("<a href=\"#source-{n}-{number}\">{number}</a>");
    let cite = |cite: &Cite| match cite {
        Cite::One(a) => one(*a),
        Cite::Range(a, b) => format!("{}–{}", one(*a), one(*b)),
    };
    let span = |span: &Span| match span {
        Span::Text(text) => escape(text),
        Span::Citations(all) => format!("<sup>[{}]</sup>", all.iter().map(cite).collect::<Vec<_>>().join(", ")),
        // None were passed in.
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
