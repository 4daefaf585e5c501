//! The leaves of a result: strings and numbers, and what they become in the index.
//!
//! Deliberately not here: objects and arrays (`walk`).

use super::field::{self, Kind, Speech};
use super::walk::{At, Walk};
use super::*;
use crate::agent::ground::read::date::{self, DateAt, End};
use crate::agent::ground::read::figure::{self, Unit};
use crate::agent::ground::read::{self, Token, stem::is_small};

/// Words that any two sentences may share.
const COMMON: [&str; 24] = [
    "that", "this", "they", "from", "have", "has", "was", "were", "most", "more", "than", "each", "what", "when",
    "also", "which", "about", "their", "there", "into", "are", "not", "does", "all",
];

impl<'a> Walk<'a> {
    pub(super) fn string(&mut self, text: &'a str, at: At<'a>) {
        let place = Place::Node(at.node);
        if let Some(value) = DateValue::from_field(text) {
            // The date that names a row is there already.
            let named = self.index.rows.get(at.row as usize).is_some_and(|r| r.date == Some(value));
            let row = if named { at.row } else { NONE };
            self.index.dates.push(DateFact { value, node: at.node, row, end: end_of(at.key) });
            return;
        }
        if let Some((value, percent)) = numeral(text)
            && !is_id_key(at.key)
        {
            let field = self.field(at.key);
            let kind = if percent { Kind::Share } else { self.index.fields[field as usize].kind };
            if percent {
                self.printed.insert(self.index.facts.len() as u32);
            }
            let origin = Origin::Given;
            self.fact(Fact { value, kind, origin, node: at.node, holder: at.holder, row: at.row, field });
            return;
        }
        if self.range(text, at.node) {
            return;
        }
        self.id(text, place);
        self.index.texts.push(Text { text, place, owner: at.owner, document: false });
        match field::speech(at.key, text, at.record) {
            Speech::Prose => self.prose(text, at),
            Speech::Label if self.index.rows.get(at.row as usize).is_some_and(|r| r.parent == NONE) => {
                self.label(at.row, at.key, text, at.node);
            }
            Speech::Label | Speech::Told => {}
        }
    }

    /// A string that is a range of days and nothing else: "2 to 31 January 2026".
    fn range(&mut self, text: &str, node: u32) -> bool {
        let dates = range_of(text);
        for d in &dates {
            self.index.dates.push(DateFact { value: d.value, node, row: NONE, end: d.end });
        }
        !dates.is_empty()
    }

    /// A sentence of the tool: its figures and dates are results like any other, named by the words beside them.
    fn prose(&mut self, text: &'a str, at: At<'a>) {
        self.index.said.push((at.node, text));
        let tokens = read::tokens(text, &[]);
        let dates = date::find(&tokens);
        let mut taken = vec![false; tokens.len()];
        dates.iter().for_each(|d| taken[d.first..=d.last].fill(true));
        for d in dates {
            self.index.dates.push(DateFact { value: d.value, node: at.node, row: NONE, end: d.end });
        }
        let field = self.field(at.key);
        for f in figure::find(&tokens, &taken).into_iter().filter(|f| !f.frame) {
            let sentence = tokens[f.first].sentence;
            let near = |i: &usize| tokens[*i].sentence == sentence && tokens[*i].stem != 0;
            let around = (f.first.saturating_sub(8)..(f.last + 9).min(tokens.len())).filter(near);
            let tells = |t: &Token<'_>| !is_small(t.text) && t.text.len() > 2 && !t.any(&COMMON);
            let words = around.filter(|i| tells(&tokens[*i])).map(|i| tokens[i].stem).collect();
            let kind = match f.unit {
                Unit::Percent => Kind::Share,
                Unit::Money => Kind::Money,
                Unit::Time(days) => Kind::Time(days),
                Unit::Plain | Unit::Points | Unit::Times => Kind::Count,
            };
            let origin = Origin::Prose(self.index.prose.len() as u32);
            self.index.prose.push(words);
            self.fact(Fact { value: f.value(), kind, origin, node: at.node, holder: at.node, row: at.row, field });
        }
    }

    pub(super) fn number(&mut self, value: f64, at: At<'a>) {
        if is_id_key(at.key) {
            let text = format!("{value}");
            self.index.ids.insert(text, Place::Node(at.node));
            return;
        }
        if at.key == "year" && (1900.0..2100.0).contains(&value) {
            return;
        }
        let field = self.field(at.key);
        let kind = self.index.fields[field as usize].kind;
        let origin = Origin::Given;
        self.fact(Fact { value, kind, origin, node: at.node, holder: at.holder, row: at.row, field });
    }
}

fn is_id_key(key: &str) -> bool {
    key == "id" || key.ends_with("Id") || key.ends_with("_id")
}

/// The two dates of a string that is a range and nothing else; empty for any other.
pub(super) fn range_of(text: &str) -> Vec<DateAt> {
    if text.len() > 50 || !text.bytes().any(|b| b.is_ascii_digit()) {
        return vec![];
    }
    let tokens = read::tokens(text, &[]);
    let dates = date::find(&tokens);
    let whole = matches!(dates.as_slice(), [a, b] if a.first == 0 && b.last + 1 == tokens.len() && a.end == End::From);
    if whole { dates } else { vec![] }
}

/// The end of a range that a field's name speaks of.
fn end_of(key: &str) -> End {
    let words = field::words(key);
    let is = |options: &[&str]| words.iter().any(|w| options.contains(&w.as_str()));
    match (is(&["from", "start", "since", "begin"]), is(&["to", "end", "until"])) {
        (true, false) => End::From,
        (false, true) => End::To,
        _ => End::Single,
    }
}

/// A string that is one number: "27%", "412", "-0.3".
pub(super) fn numeral(text: &str) -> Option<(f64, bool)> {
    let (digits, percent) = match text.trim().strip_suffix('%') {
        Some(digits) => (digits.trim(), true),
        None => (text.trim(), false),
    };
    let shaped = digits.len() <= 15 && digits.bytes().any(|b| b.is_ascii_digit());
    digits.parse().ok().filter(|_| shaped).map(|value| (value, percent))
}
