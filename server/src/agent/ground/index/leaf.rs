//! The leaves of a result: strings and numbers, and what they become in the index.
//!
//! Deliberately not here: objects and arrays (`walk`).

use super::field::{self, Kind};
use super::speech::Speech;
use super::walk::{At, Walk};
use super::*;
use crate::agent::ground::read::date::{self, DateAt, End};
use crate::agent::ground::read::figure::{self, Unit};
use crate::agent::ground::read::stem::{Stem, each, is_small};
use crate::agent::ground::read::{self, Token, extract};
use serde_json::Value;

/// Words that any two sentences may share.
const COMMON: [&str; 24] = [
    "that", "this", "they", "from", "have", "has", "was", "were", "most", "more", "than", "each", "what", "when",
    "also", "which", "about", "their", "there", "into", "are", "not", "does", "all",
];

impl<'a> Walk<'a> {
    pub(super) fn string(&mut self, text: &'a str, at: At<'a>) {
        let place = Place::Node(at.node);
        if let Some(value) = self.day(text).map(|d| d.under(at.key)) {
            self.clock(text, at.node);
            self.moment(text, value, at);
            // The date that names a row is there already.
            let named = self.index.rows.get(at.row as usize).is_some_and(|r| r.date == Some(value));
            let row = if named { at.row } else { NONE };
            self.index.dates.push(DateFact { value, node: at.node, row, end: end_of(at.key) });
            return;
        }
        if !is_id_key(at.key)
            && let Some(n) = numeral(text)
        {
            if date::is_year_key(at.key) && walk::year_of(Some(n.value)).is_some() {
                return self.number(n.value, at);
            }
            // A long number without any mark may be what a record is called.
            if text.len() >= 6 && text.bytes().all(|b| b.is_ascii_digit()) {
                self.id(text, place);
            }
            let field = self.field(at.key);
            let kind = n.kind.unwrap_or(self.index.fields[field as usize].kind);
            if kind == Kind::Share && n.kind.is_some() {
                self.printed.insert(self.index.facts.len() as u32);
            }
            let currency = n.currency.or(at.currency);
            let (value, origin) = (n.value, Origin::Given);
            self.fact(Fact { value, kind, origin, node: at.node, holder: at.holder, row: at.row, field, currency });
            return;
        }
        if self.range(text, at.node) {
            return;
        }
        self.id(text, place);
        if is_id_key(at.key) && !text.contains(' ') {
            self.index.ids.entry(text.to_lowercase()).or_insert(place);
            self.index.id_shapes.insert(extract::shape(text));
        }
        if self.text_table(text, at) {
            self.index.texts.push(Text { text, place, owner: at.owner, document: at.document });
            return;
        }
        self.index.texts.push(Text { text, place, owner: at.owner, document: at.document });
        match self.speech(at.key, text, at.record) {
            Speech::Prose => self.prose(text, at),
            Speech::Label if self.index.rows.get(at.row as usize).is_some_and(|r| r.parent == NONE) => {
                self.label(at.row, at.key, text, at.node);
            }
            Speech::Label | Speech::Told => {}
        }
    }

    /// The date that stands alone in a field.
    pub(super) fn day(&self, text: &str) -> Option<DateValue> {
        let value = DateValue::from_field(text)?;
        Some(if self.index.month_first && text.contains('/') { value.month_first() } else { value })
    }

    /// `at_or_above_60`: the mark in a name may be restated.
    pub(super) fn mark(&mut self, key: &str, node: u32) {
        const BEYOND: [&str; 10] = ["above", "below", "over", "under", "least", "most", "within", "than", "gt", "lt"];
        if !key.bytes().any(|b| b.is_ascii_digit()) {
            return;
        }
        let words = field::words(key);
        if words.len() < 2 || !words.iter().any(|w| BEYOND.contains(&w.as_str())) {
            return;
        }
        const SAID: [Stem; 12] = each([
            "above",
            "below",
            "over",
            "under",
            "least",
            "most",
            "within",
            "more",
            "less",
            "threshold",
            "mark",
            "limit",
        ]);
        for value in words.iter().filter_map(|w| w.parse::<f64>().ok()) {
            let words = SAID.to_vec();
            self.index.asides.push(Aside { value, percent: false, words, node });
        }
    }

    /// A condition among the arguments: `{"column": "hours_to_resolve", "op": "more", "values": ["72"]}`. Its numbers may
    /// be restated beside the words of its names.
    pub(super) fn condition(&mut self, value: &'a Value, words: &[Stem], node: u32) {
        let number = |text: &str| text.trim().parse::<f64>().ok();
        match value {
            Value::Object(map) => {
                let named =
                    ["column", "field", "name", "property", "attribute"].iter().filter_map(|k| map.get(*k)?.as_str());
                let named: Vec<Stem> = named.flat_map(|n| field::read(n).calls).collect();
                for (key, value) in map {
                    if let Some(value) = walk::year_of(value.as_f64()).filter(|_| date::is_year_key(key)) {
                        self.index.dates.push(DateFact { value, node, row: NONE, end: End::Single });
                        continue;
                    }
                    let words: Vec<Stem> = named.iter().copied().chain(field::read(key).calls).collect();
                    self.condition(value, &words, node);
                }
            }
            Value::Array(items) => items.iter().for_each(|item| self.condition(item, words, node)),
            Value::Number(n) => {
                let value = n.as_f64().unwrap_or_default();
                self.index.asides.push(Aside { value, percent: false, words: words.to_vec(), node });
            }
            Value::String(text) => {
                if let Some(value) = DateValue::from_field(text) {
                    self.index.dates.push(DateFact { value, node, row: NONE, end: End::Single });
                } else if let Some(value) = number(text) {
                    self.index.asides.push(Aside { value, percent: false, words: words.to_vec(), node });
                }
            }
            Value::Null | Value::Bool(_) => {}
        }
    }

    /// The time of day of a date with time: "2026-01-16T09:14:00Z".
    fn clock(&mut self, text: &str, node: u32) {
        let time = text.get(11..16).filter(|_| text.len() > 10);
        let minutes = time.and_then(|t| read::clock(&read::tokens(t, &[]), 0));
        self.index.clocks.extend(minutes.map(|m| (m, node)));
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
                Unit::Points => Kind::Score,
                Unit::Plain | Unit::Times => Kind::Count,
            };
            let origin = Origin::Prose(self.index.prose.len() as u32);
            self.index.prose.push(words);
            let (value, currency) = (f.value(), f.currency);
            self.fact(Fact { value, kind, origin, node: at.node, holder: at.node, row: at.row, field, currency });
        }
    }

    /// A name around the node speaks of scores: `{"sentiment": {"email": {"mean": -0.34}}}`.
    fn scored(&self, node: u32) -> bool {
        let mut at = node;
        while let Some(n) = self.index.nodes.get(at as usize) {
            if let Step::Key(name) = n.step
                && field::words(name).iter().any(|w| matches!(w.as_str(), "sentiment" | "mood" | "polarity" | "score"))
            {
                return true;
            }
            at = n.parent;
        }
        false
    }

    pub(super) fn number(&mut self, value: f64, at: At<'a>) {
        if is_id_key(at.key) {
            let text = format!("{value}");
            self.index.ids.insert(text, Place::Node(at.node));
            return;
        }
        if let Some(value) = walk::year_of(Some(value)).filter(|_| date::is_year_key(at.key)) {
            // The year that names a row is there already.
            let named = self.index.rows.get(at.row as usize).is_some_and(|r| r.date == Some(value));
            let row = if named { at.row } else { NONE };
            self.index.dates.push(DateFact { value, node: at.node, row, end: End::Single });
            return;
        }
        let field = self.field(at.key);
        let read = &self.index.fields[field as usize];
        let mut kind = read.kind;
        // `{"processing_days": {"median": 19, "p90": 44}}`: the name around a statistic says what it counts in.
        if let Step::Key(around) = self.index.nodes[at.holder as usize].step
            && kind == Kind::Count
            && (read.mean || field::is_statistic(at.key))
        {
            kind = field::read(around).kind;
        }
        // A mean between −1 and 1 is one of scores.
        if kind == Kind::Count
            && read.mean
            && value.fract() != 0.0
            && value.abs() <= 1.0
            && (value < 0.0 || self.scored(at.node))
        {
            kind = Kind::Score;
        }
        if at.percent && kind == Kind::Count && !read.counts && !read.total && value.abs() <= 100.0 {
            kind = Kind::Share;
        }
        if let Some(days) = at.days.filter(|_| {
            let target = field::words(at.key).iter().any(|w| matches!(w.as_str(), "target" | "goal" | "limit"));
            kind == Kind::Count && (read.mean || target || field::is_statistic(at.key))
        }) {
            kind = Kind::Time(days);
        }
        let currency = if kind == Kind::Money { read.currency.or(at.currency) } else { at.currency };
        // An amount beside its currency: `{"value": 12.5, "currency": "EUR"}`.
        if kind == Kind::Count && at.currency.is_some() && read.sums {
            kind = Kind::Money;
        }
        let origin = Origin::Given;
        let scaled =
            at.scale.filter(|_| matches!(kind, Kind::Count | Kind::Money) && read.scale == 1.0 && !read.counts);
        if scaled.is_some() && at.currency.is_some() {
            kind = Kind::Money;
        }
        let value = value * scaled.unwrap_or(read.scale);
        self.fact(Fact { value, kind, origin, node: at.node, holder: at.holder, row: at.row, field, currency });
    }
}

/// True for `id`, `_id`, `caseId`, `case_id`, `caseID`.
pub fn is_id_key(key: &str) -> bool {
    key.eq_ignore_ascii_case("id") || key.ends_with("Id") || key.ends_with("_id") || key.ends_with("ID")
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
    // "sent_to_company" ends nothing: the word stands first or last.
    let ends = || words.first().into_iter().chain(words.last());
    let is = |options: &[&str]| ends().any(|w| options.contains(&w.as_str()));
    match (is(&["from", "start", "since", "begin"]), is(&["to", "end", "until"])) {
        (true, false) => End::From,
        (false, true) => End::To,
        _ => End::Single,
    }
}

/// A string that is one number and nothing else.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Numeral {
    pub value: f64,
    /// What its print says that it counts in; `None` leaves that to the field.
    pub kind: Option<Kind>,
    pub currency: Option<&'static str>,
}

/// "27%", "412", "-0.3", "$1,234.50", "12.5k EUR", "22 minutes".
pub(super) fn numeral(text: &str) -> Option<Numeral> {
    let text = text.trim();
    let (digits, kind) = match text.strip_suffix('%') {
        Some(digits) => (digits.trim(), Some(Kind::Share)),
        None => (text, None),
    };
    if text.len() > 28 || !digits.bytes().any(|b| b.is_ascii_digit()) {
        return None;
    }
    let plain = digits.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'.' | b'-' | b'+'));
    if plain && digits.len() <= 15 {
        return digits.parse().ok().map(|value| Numeral { value, kind, currency: None });
    }
    let tokens = read::tokens(text, &[]);
    let found = figure::find(&tokens, &vec![false; tokens.len()]);
    let [one] = found.as_slice() else { return None };
    // The unit of a duration is a word of its own after the figure.
    let timed = matches!(one.unit, Unit::Time(_));
    if one.first > 0 || one.spelled || one.last + 1 + usize::from(timed) < tokens.len() {
        return None;
    }
    let kind = match one.unit {
        Unit::Percent => Some(Kind::Share),
        Unit::Money => Some(Kind::Money),
        Unit::Time(days) => Some(Kind::Time(days)),
        Unit::Plain => None,
        Unit::Points | Unit::Times => return None,
    };
    Some(Numeral { value: one.value(), kind, currency: one.currency })
}
