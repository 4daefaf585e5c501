//! Results as a model reads them: compact rows with their numbers, long lists with head and tail, fenced because
//! customers wrote parts of them (A-020, X-05, X-47).
//!
//! Deliberately not here: the whole result, which is stored with its event and is what people and grounding use.

use std::collections::HashMap;
use std::sync::LazyLock;

use model::answer::Source;
use model::rows::{Cell, Table};
use model::run::{Call, Outcome, Run};
use model::text::excerpt as cut;
use model::time::DateRange;
use regex::{Captures, Regex};
use serde_json::Value;

use super::{Numbering, READ_MORE, Shown};
use base::pattern;
use outside::text::hidden;

/// Rows per list and characters per text, from most to fewest: the first that fits is used.
const FITS: [(usize, usize); 8] =
    [(usize::MAX, 500), (60, 300), (30, 220), (16, 160), (10, 120), (6, 100), (4, 80), (2, 60)];

/// The longest word, in bytes.
const MAX_WORD_BYTES: usize = 60;

/// Maximum characters of a result's leading sentence.
const MAX_LEAD_CHARS: usize = 400;

/// Every call of a run as a model reads it, in order: at most `each` characters per result and about `all` together.
/// When the results of a step would exceed that, the oldest become one line each until half of the room is free. A text
/// changes only then, so that consecutive requests begin alike and a provider's cache of them holds. With `short`, each
/// is one line.
pub fn all(run: &Run, (each, all): (usize, usize), short: bool) -> Vec<(&Call, String)> {
    let calls: Vec<&Call> = run.calls().collect();
    let numbering = Numbering::from_run(run);
    if short {
        return calls.into_iter().map(|call| (call, brief(call, &numbering))).collect();
    }
    let length = |text: &String| text.chars().count();
    let mut texts: Vec<String> = Vec::with_capacity(calls.len());
    let (mut total, mut stubs) = (0, 0);
    for step in calls.chunk_by(|a, b| a.iteration == b.iteration) {
        let first = texts.len();
        let room = each.min(all / step.len());
        texts.extend(step.iter().map(|call| shown(call, &numbering, room)));
        total += texts[first..].iter().map(length).sum::<usize>();
        if total <= all {
            continue;
        }
        while stubs < first && total > all / 2 {
            let stub = brief(calls[stubs], &numbering);
            total = (total + length(&stub)).saturating_sub(length(&texts[stubs]));
            texts[stubs] = stub;
            stubs += 1;
        }
    }
    calls.into_iter().zip(texts).collect()
}

/// A call's result in at most `limit` characters, between its marks.
pub fn shown(call: &Call, numbering: &Numbering<'_>, limit: usize) -> String {
    let room = limit.saturating_sub(fence(call, "").chars().count());
    let text = match (&call.outcome, numbering.call(&call.id)) {
        (Some(Outcome::Ok { .. }), Some(shown)) => body(shown, numbering, room),
        // A page was cut to size when read.
        (Some(Outcome::Ok { output }), None) => output.data["text"].as_str().unwrap_or(&output.summary).to_owned(),
        (Some(failed @ Outcome::Error { error, suggestion, .. }), _) => {
            if let Some(json) = failed.unknown_source() {
                return fence(call, &json.to_string());
            }
            let hint = suggestion.as_ref().map(|s| format!(" Did you mean \"{}\"?", s.instead)).unwrap_or_default();
            format!("Error: {error}{hint}")
        }
        (None, _) => "No result.".into(),
    };
    fence(call, &text)
}

/// A call in one line, with where its rows can be read again, for when there is no room for more.
fn brief(call: &Call, numbering: &Numbering<'_>) -> String {
    let text = call.observation().unwrap_or_else(|| "No result.".into());
    let first = numbering.call(&call.id).and_then(|shown| shown.numbers.iter().flatten().min().copied());
    let again = first.map(|from| format!(" Its rows: {READ_MORE} {{\"from\": {from}}}")).unwrap_or_default();
    fence(call, &format!("{}{again}", excerpt(&text, 300)))
}

/// The rows from a number on, of its list or records; the first row's texts start at character `skip`. `None` for an
/// unknown number.
pub fn page(numbering: &Numbering<'_>, from: (usize, usize), limit: usize) -> Option<String> {
    let mut chars = limit.max(FITS[0].1);
    loop {
        let text = page_of(numbering, Window { chars, skip: Some(from) }, limit)?;
        // A row with several long texts shows less of each.
        if text.chars().count() <= limit || chars < 100 {
            return Some(text);
        }
        chars = chars * 3 / 4;
    }
}

fn page_of(numbering: &Numbering<'_>, window: Window, limit: usize) -> Option<String> {
    let (from, _) = window.skip?;
    for shown in numbering.calls().iter().filter(|c| c.same_as.is_none()) {
        let ids = ids(shown, numbering);
        for block in blocks(shown, numbering, &ids, window) {
            let Some(at) = block.lines.iter().position(|(n, _)| *n == from) else { continue };
            let mut text = block.head.clone();
            for (place, (number, line)) in block.lines.iter().enumerate().skip(at) {
                if text.chars().count() + line.chars().count() + 80 > limit && place > at {
                    text.push_str(&left_out(block.lines.len() - place, *number));
                    return Some(text);
                }
                text.push_str(line);
            }
            return Some(text);
        }
    }
    None
}

/// The rows and records with these numbers, in full, under the heads of their lists.
pub fn rows(numbering: &Numbering<'_>, numbers: &[usize]) -> String {
    let mut text = String::new();
    for shown in numbering.calls().iter().filter(|c| c.same_as.is_none()) {
        let ids = ids(shown, numbering);
        for block in blocks(shown, numbering, &ids, Window::of(FITS[0].1)) {
            let lines: Vec<&str> =
                block.lines.iter().filter(|(n, _)| numbers.contains(n)).map(|(_, line)| line.as_str()).collect();
            if !lines.is_empty() {
                text.push_str(&block.head);
                text.push_str(&lines.concat());
            }
        }
    }
    text
}

/// How much of each text is shown.
#[derive(Clone, Copy)]
struct Window {
    chars: usize,
    /// The row with this number starts at this character; it then says how to read on.
    skip: Option<(usize, usize)>,
}

impl Window {
    fn of(chars: usize) -> Self {
        Self { chars, skip: None }
    }

    /// A text on one line, cut to the window, with how much was omitted after it.
    fn text(self, text: &str, number: usize) -> String {
        let skipped = self.skip.filter(|(row, _)| *row == number).map(|(_, skip)| skip);
        let rest = match skipped {
            Some(skip) => {
                let at = text.char_indices().nth(skip).map_or(text.len(), |(at, _)| at);
                // A model may name a place within a word; a text without words is read on where it says.
                let word = text[..at].trim_end_matches(|c: char| !c.is_whitespace()).len();
                let within = !text[at..].starts_with(char::is_whitespace) && at - word <= MAX_WORD_BYTES;
                &text[if within { word } else { at }..]
            }
            None => text,
        };
        let (shown, read) = beginning(rest, self.chars);
        match (rest.chars().count() - read, skipped) {
            (0, _) => shown,
            (left, Some(_)) => {
                let next = text.chars().count() - left;
                format!("{shown} {left} more characters: {READ_MORE} {{\"from\": {number}, \"skip\": {next}}}")
            }
            (left, None) => format!("{shown} {left} more characters"),
        }
    }
}

/// Lines that belong together: a list with its head, an object's own values, or records.
struct Block {
    head: String,
    /// Each with its first number.
    lines: Vec<(usize, String)>,
}

fn body(shown: &Shown<'_>, numbering: &Numbering<'_>, limit: usize) -> String {
    let mut lead = excerpt(&shown.output.summary, MAX_LEAD_CHARS);
    // Of a source without days there is nothing to say.
    if let Some(c) = shown.output.coverage.as_ref().filter(|c| c.range != DateRange::ALL || c.read < c.available) {
        let part = if c.read < c.available {
            format!("Read {} of {} {}, {}.", c.read, c.available, c.unit, c.range.label())
        } else {
            format!("Counted over {}.", c.range.label())
        };
        lead.push_str(&format!(" {part}"));
    }
    lead.push('\n');
    if let Some(first) = shown.same_as {
        return format!("The same as {first}: its rows hold.");
    }
    let ids = ids(shown, numbering);
    for (rows, chars) in FITS {
        let text = printed(&lead, &blocks(shown, numbering, &ids, Window::of(chars)), rows);
        if text.chars().count() <= limit {
            return text;
        }
    }
    // Too many lists for even their heads to fit.
    let mut text = lead;
    let blocks = blocks(shown, numbering, &ids, Window::of(FITS[FITS.len() - 1].1));
    let rows: usize = blocks.iter().map(|b| b.lines.len()).sum();
    for (told, (number, line)) in blocks.iter().flat_map(|b| &b.lines).enumerate() {
        if text.chars().count() + line.chars().count() + 80 > limit {
            text.push_str(&left_out(rows - told, *number));
            break;
        }
        text.push_str(line);
    }
    text
}

fn printed(lead: &str, blocks: &[Block], most: usize) -> String {
    let mut text = lead.to_owned();
    for block in blocks {
        text.push_str(&block.head);
        let n = block.lines.len();
        let (head, tail) = if n > most { (most - most / 3, most / 3) } else { (n, 0) };
        block.lines[..head].iter().for_each(|(_, line)| text.push_str(line));
        if n > head + tail {
            text.push_str(&left_out(n - head - tail, block.lines[head].0));
        }
        block.lines[n - tail..].iter().for_each(|(_, line)| text.push_str(line));
    }
    text
}

fn left_out(rows: usize, next: usize) -> String {
    format!("… {rows} more: {} {{\"from\": {next}}}\n", READ_MORE)
}

/// The records of a call by their ids, with their numbers.
fn ids<'a>(shown: &Shown<'a>, numbering: &Numbering<'_>) -> HashMap<&'a str, usize> {
    shown.output.sources.iter().filter_map(|s| Some((s.id.as_str(), numbering.record(s)?))).collect()
}

fn blocks(shown: &Shown<'_>, numbering: &Numbering<'_>, ids: &HashMap<&str, usize>, window: Window) -> Vec<Block> {
    let mut out = Vec::new();
    let mut in_rows: Vec<usize> = Vec::new();
    for (t, (table, numbers)) in shown.tables.iter().zip(&shown.numbers).enumerate() {
        let mut lines = Vec::new();
        for (row, number) in table.rows.iter().zip(numbers) {
            let filled = row.cells.iter().filter(|c| **c != Cell::Empty).count();
            let record = row.cells.iter().any(|c| is_record(c, ids));
            // A row that only names a record is that record, which is shown below.
            if record && filled < 3 {
                continue;
            }
            if record {
                in_rows.push(*number);
            }
            lines.push((*number, line(table, &row.cells, *number, ids, window)));
        }
        if !lines.is_empty() {
            out.push(Block { head: head(table, t), lines });
        }
    }
    let mut records = Vec::new();
    for source in &shown.output.sources {
        let Some(number) = ids.get(source.id.as_str()).filter(|n| !in_rows.contains(n)) else { continue };
        // A text that was shown before is only recalled.
        let known = window.skip.is_none() && numbering.told_before(source, &shown.call.id);
        let chars = if known { 40 } else { window.chars };
        records.push((*number, record_line(source, *number, Window { chars, ..window })));
    }
    if !records.is_empty() {
        out.push(Block { head: "records:\n".into(), lines: records });
    }
    out
}

fn is_record(cell: &Cell<'_>, ids: &HashMap<&str, usize>) -> bool {
    matches!(cell, Cell::Value(Value::String(id)) if ids.contains_key(id.as_str()))
}

/// The head of a list: its name and columns.
fn head(table: &Table<'_>, place: usize) -> String {
    if !table.list {
        return String::new();
    }
    let columns: Vec<&str> = table.columns.iter().map(|c| c.name.as_str()).filter(|n| !n.is_empty()).collect();
    let name = if table.name.is_empty() { format!("list {}", place + 1) } else { clean(&table.name) };
    format!("{name}: {}\n", columns.join(" | "))
}

fn line(table: &Table<'_>, cells: &[Cell<'_>], number: usize, ids: &HashMap<&str, usize>, window: Window) -> String {
    let told = |cell: &Cell<'_>| match cell {
        Cell::Value(Value::Array(list)) => {
            let known = |v: &Value| ids.get(v.as_str()?).map(|n| format!("[{n}]"));
            let texts = || list.iter().filter_map(Value::as_str).collect::<Vec<_>>();
            // Commas would run into the punctuation of sentences.
            let sentences = || texts().iter().any(|text| text.split(' ').count() > 3);
            list.iter().map(known).collect::<Option<Vec<_>>>().map_or_else(
                || if sentences() { clean(&texts().join(" / ")) } else { cell.text() },
                |numbers| numbers.concat(),
            )
        }
        Cell::Value(Value::String(text)) => window.text(text, number),
        other => other.text(),
    };
    if table.list {
        let cells: Vec<String> = cells.iter().map(told).collect();
        return format!("[{number}] {}\n", cells.join(" | "));
    }
    let own = table.columns.iter().zip(cells).filter(|(_, cell)| **cell != Cell::Empty);
    let parts: Vec<String> = own.map(|(c, cell)| format!("{} {}", c.name, told(cell)).trim().to_owned()).collect();
    let name = if table.name.is_empty() { String::new() } else { format!("{}: ", clean(&table.name)) };
    format!("[{number}] {name}{}\n", parts.join(" | "))
}

fn record_line(source: &Source, number: usize, window: Window) -> String {
    let day = source.day.map(|d| format!(", {d}")).unwrap_or_default();
    let channel = source.channel.as_ref().map(|c| format!(", {c}")).unwrap_or_default();
    let sender = source.mark();
    let (kind, id) = (source.kind, &source.id);
    // Beyond the excerpt only the record itself goes on.
    let text = match window.skip {
        None => {
            let (text, read) = beginning(&source.excerpt, window.chars);
            let left = source.more + source.excerpt.chars().count() - read;
            let left = match (left, source.more) {
                (0, _) => String::new(),
                (left, more) if left == more => format!(" … {left} more characters in the {kind}"),
                (left, _) => format!(" … {left} more characters"),
            };
            let opens = if source.start > 0 { "… " } else { "" };
            format!("\"{opens}{}\"{left}", text.trim_end_matches('…'))
        }
        Some(_) => {
            let left = match source.more {
                0 => String::new(),
                left => format!(" … {left} more characters: the whole {kind} is read by its id"),
            };
            format!("\"{}\"{left}", window.text(&source.excerpt, number))
        }
    };
    format!("[{number}] {} ({kind} {id}{channel}{sender}{day}): {text}\n", clean(&source.title))
}

/// Numbers in square brackets within a text are not our citations.
fn clean(text: &str) -> String {
    static NUMBERS: LazyLock<Regex> = LazyLock::new(|| pattern(r"\[(\d[\d,;\s–-]*)\]"));
    NUMBERS.replace_all(&text.replace(['\n', '\r'], " ").replace(" | ", " / "), "($1)").trim().to_owned()
}

/// A text on one line, of at most so many characters.
fn excerpt(text: &str, most: usize) -> String {
    beginning(text, most).0
}

/// The beginning of a text on one line, with "…" if it goes on, and how many characters it has. The rest is not
/// scanned.
fn beginning(text: &str, most: usize) -> (String, usize) {
    let enough = text.char_indices().nth(most * 2).map_or(text.len(), |(at, _)| at);
    let end = cut::end(&text[..enough], 0, most);
    let part = text[..end].trim_end();
    let shown = clean(part);
    let goes_on = !text[end..].trim().is_empty();
    (if goes_on { format!("{shown}…") } else { shown }, text[..end].chars().count())
}

/// The marks show a model where data begins and ends. The data can neither close them nor write the marks by which
/// models tell speakers apart, and has no characters invisible to people.
fn fence(call: &Call, text: &str) -> String {
    static MARKS: LazyLock<Regex> = LazyLock::new(|| {
        pattern(
            r"(?i)[<＜](\s*[/／]?\s*(?:result|system|assistant|user|tool|im_|\||start_of|end_of|s>|<SYS))|\[(/?INST)",
        )
    });
    // Some scripts and emoji need the two joiners.
    let stays = |c: &char| matches!(c, '\n' | '\t' | '\u{200c}' | '\u{200d}') || !hidden(*c);
    let seen: String = text.chars().filter(stays).collect();
    let inside = MARKS.replace_all(&seen, |mark: &Captures<'_>| match (mark.get(1), mark.get(2)) {
        (Some(rest), _) => format!("<\u{2009}{}", rest.as_str()),
        (_, rest) => format!("[\u{2009}{}", rest.map_or("", |r| r.as_str())),
    });
    format!("<result call=\"{}\" tool=\"{}\">\n{}\n</result>", call.id, call.tool, inside.trim_end())
}

#[cfg(test)]
#[path = "show_tests.rs"]
mod tests;
