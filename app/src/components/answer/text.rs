//! The Markdown subset of an answer: paragraphs, `- ` lists, `### ` headings, tables, citations (`[3]`, `[3, 5]`,
//! `[3-16]`), and the claims in it by byte offset. Everything else is text. Pure; styling is the view's business.

use std::cmp::Reverse;
use std::ops::Range;

pub use crate::model::answer::citations::Cite;
use crate::model::answer::citations::find;
use crate::model::answer::{Claim, ClaimKind};
use crate::model::text::lines;

/// A part of an answer.
#[derive(Clone, Debug, PartialEq)]
pub enum Block {
    Paragraph(Vec<Span>),
    Heading(Vec<Span>),
    List(Vec<Vec<Span>>),
    Table(Table),
}

/// A table: each cell is a line.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    pub head: Vec<Vec<Span>>,
    pub rows: Vec<Vec<Vec<Span>>>,
    /// The columns in which each cell is a figure or empty.
    pub figures: Vec<bool>,
}

/// A part of a line.
#[derive(Clone, Debug, PartialEq)]
pub enum Span {
    Text(String),
    /// The claim at this index in the list of claims.
    Claim(usize),
    /// Adjacent citations.
    Citations(Vec<Cite>),
}

/// Parses an answer with this many `citations`. Claims whose offsets do not fit the text, and brackets with an unknown
/// number, stay text.
pub fn blocks(text: &str, claims: &[Claim], citations: usize) -> Vec<Block> {
    let reader = Reader { text, claims: fitting(text, claims), citations };
    let mut found = Shape::default();
    let mut lines = lines(text).peekable();
    while let Some(at) = lines.next() {
        let under = lines.peek().is_some_and(|next| rules_off(&text[next.clone()]));
        found.take(&text[at.clone()], at, under);
    }
    found.close();
    let spans = |range: &Range<usize>| reader.spans(range.clone());
    found
        .done
        .iter()
        .map(|block| match block {
            Raw::Paragraph(range) => Block::Paragraph(spans(range)),
            Raw::Heading(range) => Block::Heading(spans(range)),
            Raw::List(items) => Block::List(items.iter().map(spans).collect()),
            Raw::Table(lines) => Block::Table(reader.table(lines)),
        })
        .collect()
}

enum Raw {
    Paragraph(Range<usize>),
    Heading(Range<usize>),
    List(Vec<Range<usize>>),
    /// Its lines, without the one under its header.
    Table(Vec<Range<usize>>),
}

/// The line under a table's header: `|---|:--:|`.
fn rules_off(line: &str) -> bool {
    let line = line.trim();
    line.starts_with('|') && line.contains("--") && line.chars().all(|c| matches!(c, '|' | '-' | ':' | ' '))
}

/// The blocks so far; the last one is open while `open` is true.
#[derive(Default)]
struct Shape {
    done: Vec<Raw>,
    open: bool,
}

impl Shape {
    fn close(&mut self) {
        self.open = false;
    }

    /// `under` says whether the next line marks this one as a table header.
    fn take(&mut self, line: &str, at: Range<usize>, under: bool) {
        let indent = line.len() - line.trim_start().len();
        let body = &line[indent..];
        if body.is_empty() {
            self.close();
        } else if body.starts_with('|') && under {
            self.done.push(Raw::Table(vec![at]));
            self.open = true;
        } else if let Some(Raw::Table(lines)) = self.done.last_mut().filter(|_| self.open && body.starts_with('|')) {
            lines.extend((!rules_off(body)).then_some(at));
        } else if let Some(rest) = body.strip_prefix("### ") {
            self.done.push(Raw::Heading(at.end - rest.trim_start().len()..at.end));
            self.close();
        } else if let Some(rest) = body.strip_prefix("- ") {
            let item = at.end - rest.trim_start().len()..at.end;
            match self.done.last_mut() {
                Some(Raw::List(items)) if self.open => items.push(item),
                _ => self.done.push(Raw::List(vec![item])),
            }
            self.open = true;
        } else {
            match self.done.last_mut() {
                Some(Raw::Paragraph(range)) if self.open => range.end = at.end,
                // An indented line continues the item above it.
                Some(Raw::List(items)) if self.open && indent > 0 => {
                    if let Some(last) = items.last_mut() {
                        last.end = at.end;
                    }
                }
                // A line without bars ends a table.
                _ => self.done.push(Raw::Paragraph(at.start + indent..at.end)),
            }
            self.open = true;
        }
    }
}

/// Claims with offsets on character boundaries, in order; of two that overlap, the earlier and longer. Citations are
/// found by their brackets, those of missing rows excepted.
fn fitting(text: &str, claims: &[Claim]) -> Vec<(usize, Range<usize>)> {
    let mut fit: Vec<(usize, Range<usize>)> = claims
        .iter()
        .enumerate()
        .filter(|(_, c)| c.kind != ClaimKind::Citation || c.found.is_none())
        .filter(|(_, c)| c.start < c.end && text.get(c.start..c.end).is_some())
        .map(|(i, c)| (i, c.start..c.end))
        .collect();
    fit.sort_by_key(|(_, range)| (range.start, Reverse(range.end)));
    let mut free = 0;
    fit.retain(|(_, range)| {
        let fits = range.start >= free;
        if fits {
            free = range.end;
        }
        fits
    });
    fit
}

struct Reader<'a> {
    text: &'a str,
    claims: Vec<(usize, Range<usize>)>,
    citations: usize,
}

impl Reader<'_> {
    fn spans(&self, range: Range<usize>) -> Vec<Span> {
        let mut out = Vec::new();
        let mut at = range.start;
        for (i, claim) in self.claims.iter().filter(|(_, c)| c.start >= range.start && c.end <= range.end) {
            self.plain(at..claim.start, &mut out);
            out.push(Span::Claim(*i));
            at = claim.end;
        }
        self.plain(at..range.end, &mut out);
        out
    }

    fn table(&self, lines: &[Range<usize>]) -> Table {
        let mut cut = lines.iter().map(|line| self.cells(line.clone()));
        let head = cut.next().unwrap_or_default();
        let rows: Vec<Vec<Range<usize>>> = cut.collect();
        let figure = |cell: Option<&Range<usize>>| {
            let text =
                cell.map_or("", |c| &self.text[c.clone()]).trim_start_matches(['+', '-', '−', '$', '€', '£', '≈', ' ']);
            text.is_empty() || text.starts_with(|c: char| c.is_ascii_digit() || c == '[' || c == '–' || c == '—')
        };
        let figures = (0..head.len()).map(|i| i > 0 && rows.iter().all(|row| figure(row.get(i)))).collect();
        let spans = |row: &Vec<Range<usize>>| -> Vec<Vec<Span>> {
            (0..head.len()).map(|i| row.get(i).map(|cell| self.spans(cell.clone())).unwrap_or_default()).collect()
        };
        Table { rows: rows.iter().map(spans).collect(), head: spans(&head), figures }
    }

    /// The cells of a line, trimmed.
    fn cells(&self, line: Range<usize>) -> Vec<Range<usize>> {
        let text = &self.text[line.clone()];
        let inner = text.trim().trim_matches('|');
        let mut at = line.start + text.find(inner).unwrap_or(0);
        let mut out = Vec::new();
        for cell in inner.split('|') {
            let start = at + (cell.len() - cell.trim_start().len());
            out.push(start..start + cell.trim().len());
            at += cell.len() + 1;
        }
        out
    }

    /// Text without claims: only citations are searched for.
    fn plain(&self, range: Range<usize>, out: &mut Vec<Span>) {
        let text = self.text.get(range).unwrap_or_default();
        let mut from = 0;
        for cited in find(text).iter().filter(|cited| cited.cites.iter().all(|cite| self.knows(*cite))) {
            push_text(&text[from..cited.at.start], out);
            push_citations(&cited.cites, out);
            from = cited.at.end;
        }
        push_text(&text[from..], out);
    }

    /// Whether the answer has these citation numbers.
    fn knows(&self, cite: Cite) -> bool {
        let (first, last) = cite.ends();
        (1..=self.citations).contains(&first) && last <= self.citations && cite != Cite::Range(first, first)
    }
}

fn push_text(text: &str, out: &mut Vec<Span>) {
    if !text.is_empty() {
        out.push(Span::Text(text.to_owned()));
    }
}

/// Attaches citations to the word before them, and merges adjacent ones; repeated ones are left out.
fn push_citations(cites: &[Cite], out: &mut Vec<Span>) {
    if let Some(Span::Text(text)) = out.last_mut() {
        text.truncate(text.trim_end().len());
        if text.is_empty() {
            out.pop();
        }
    }
    if !matches!(out.last(), Some(Span::Citations(_))) {
        out.push(Span::Citations(Vec::new()));
    }
    if let Some(Span::Citations(all)) = out.last_mut() {
        for cite in cites {
            if !all.contains(cite) {
                all.push(*cite);
            }
        }
    }
}

#[cfg(test)]
#[path = "text_tests.rs"]
mod tests;
