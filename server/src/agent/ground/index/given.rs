//! What a call was asked for: the strings, figures and times of its arguments, and of the question.
//!
//! Deliberately not here: what it returned (`walk`).

use serde_json::{Map as Object, Value};

use super::walk::{Walk, year_of};
use super::{Aside, DateFact, Index, NONE, Place, Step, Text, field, leaf, table};
use crate::agent::ground::read::date::{self, DateValue, End, is_year_key};
use crate::agent::ground::read::figure::{self, Unit};
use crate::agent::ground::read::stem::{Stem, each, is_small, known, stem};
use crate::agent::ground::read::{self, date_value};
use crate::agent::ground::{Context, Observation};

/// Words of an argument's name that make a day in it the end of a stretch.
const ENDS: [&str; 8] = ["from", "since", "start", "begin", "to", "until", "till", "end"];

impl<'a> Walk<'a> {
    /// Strings among the arguments name the call among others of its tool; figures in them may be restated.
    pub(super) fn arguments(&mut self, given: &'a Object<String, Value>, args: u32, row: u32) {
        let dated = |v: &Value| v.as_str().and_then(DateValue::from_field);
        // Of two calls of a tool, each for its month, the month says which is which; where one begins says nothing.
        // What it is compared with is a second time.
        let end = |key: &str| {
            let words = field::words(key);
            words.iter().any(|w| ENDS.contains(&w.as_str())) && !words.iter().any(|w| w.starts_with("compare"))
        };
        let mut days = given.iter().filter(|(key, _)| !end(key)).filter_map(|(_, v)| dated(v));
        if let (Some(day), None) = (days.next(), days.next()) {
            self.index.rows[row as usize].date = Some(day);
        }
        let before = |(key, value): (&String, &Value)| {
            let named = field::words(key).iter().any(|w| w.starts_with("compare") || w.starts_with("prev"));
            named || value.as_str().is_some_and(|v| v.starts_with("prev"))
        };
        if let Some((first, last)) = table::stretch(given).filter(|_| given.iter().any(before)) {
            let (from, to) = date_value::stretch_before(first, last);
            for (day, end) in [(from, End::From), (to, End::To)] {
                let value = DateValue::Day(day);
                self.index.dates.push(DateFact { value, node: args, row: NONE, end });
            }
        }
        for (key, value) in given {
            let node = self.node(args, Step::Key(key));
            match value {
                Value::String(text) => {
                    // "2022-07-01..2023-06-30".
                    for d in leaf::range_of(text) {
                        self.index.dates.push(DateFact { value: d.value, node, row: NONE, end: d.end });
                    }
                    if let Some(value) = DateValue::from_field(text) {
                        self.index.dates.push(DateFact { value, node, row: NONE, end: End::Single });
                    } else if text.len() <= 40 {
                        self.label(row, key, text, node);
                    }
                    self.aside(text, node);
                    self.index.asked.push(text);
                    self.index.texts.push(Text { text, place: Place::Node(node), owner: "", document: false });
                    self.id(text, Place::Node(node));
                }
                Value::Number(n) => match year_of(n.as_f64()).filter(|_| is_year_key(key)) {
                    Some(value) => self.index.dates.push(DateFact { value, node, row: NONE, end: End::Single }),
                    None => {
                        let words = field::read(key).calls;
                        let value = n.as_f64().unwrap_or_default();
                        self.index.asides.push(Aside { value, percent: false, words, node });
                    }
                },
                _ => self.condition(value, &[], node),
            }
        }
    }

    /// `"growth_vs_prev": 1.48` of a call about one month speaks of the month before, too.
    pub(super) fn month_before(&mut self) {
        const CHANGE: [Stem; 5] = each(["previous", "prev", "prior", "growth", "change"]);
        if !self.index.fields.iter().any(|f| f.says(&CHANGE)) {
            return;
        }
        let mut months = self.index.dates.iter().filter(|d| d.row == NONE && d.end == End::Single);
        let month = months.find_map(|d| if let DateValue::Month(y, m) = d.value { Some((y, m, d.node)) } else { None });
        let Some((year, month, node)) = month else { return };
        let value = if month == 1 { DateValue::Month(year - 1, 12) } else { DateValue::Month(year, month - 1) };
        self.index.dates.push(DateFact { value, node, row: NONE, end: End::Single });
    }

    /// Figures of a text outside the results, each with the words after it.
    fn aside(&mut self, text: &str, node: u32) {
        let tokens = read::tokens(text, &[]);
        let dates = date::find(&tokens);
        let mut taken = vec![false; tokens.len()];
        dates.iter().for_each(|d| taken[d.first..=d.last].fill(true));
        for d in dates {
            self.index.dates.push(DateFact { value: d.value, node, row: NONE, end: d.end });
        }
        for figure in figure::find(&tokens, &taken) {
            let after = tokens[figure.last + 1..].iter().filter(|t| t.stem != 0).take(2);
            // "WHERE week = 14": the name stands before.
            let before = tokens[..figure.first].iter().rev().filter(|t| !t.is("=")).take(1);
            let before = before.filter(|t| node != NONE && t.stem != 0 && !is_small(t.text));
            let words = after.chain(before).map(|t| t.stem).collect();
            let percent = figure.unit == Unit::Percent;
            self.index.asides.push(Aside { value: figure.value(), percent, words, node });
        }
    }

    pub(super) fn question(&mut self, context: &Context<'a>) {
        self.aside(context.question, NONE);
        self.index.asked.push(context.question);
        self.index.texts.push(Text { text: context.question, place: Place::Node(NONE), owner: "", document: false });
        for token in read::tokens(context.question, &[]).iter().filter(|t| t.shape == read::Shape::Code) {
            self.id(token.text, Place::Node(NONE));
        }
        if let Some(day) = context.as_of {
            self.index.dates.push(DateFact { value: DateValue::Day(day), node: NONE, row: NONE, end: End::Single });
        }
    }
}

/// What a call asked to count apart, `{"of": "count", "where": {"values": ["negative"]}}`, makes `matchingCount` a number of
/// negative ones: lets the words of such conditions speak of the fields that count what matches.
pub fn name_matching(index: &mut Index<'_>, observations: &[Observation<'_>]) {
    let mut words: Vec<&str> = Vec::new();
    observations.iter().for_each(|o| conditions(o.args, false, &mut words));
    let stems: Vec<_> = words.into_iter().map(stem).collect();
    const MATCHING: Stem = known("matching");
    for field in index.fields.iter_mut().filter(|f| f.stems.contains(&MATCHING)) {
        field.calls.extend(&stems);
    }
}

fn conditions<'a>(value: &'a Value, within: bool, out: &mut Vec<&'a str>) {
    match value {
        Value::Object(map) => {
            map.iter().for_each(|(key, v)| {
                let apart = key == "where" || key == "shareOf";
                conditions(v, within && key != "column" && key != "op" || apart, out)
            });
        }
        Value::Array(items) => items.iter().for_each(|v| conditions(v, within, out)),
        Value::String(text) if within => out.push(text),
        _ => {}
    }
}
