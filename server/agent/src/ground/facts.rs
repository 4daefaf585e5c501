//! The results of a run as values to look up: numbers, texts and dates, each with its row.
//!
//! Deliberately not here: what an answer claims (`check`).

use std::collections::HashMap;
use std::ops::Range;

use chrono::NaiveDate;
use model::answer::{Citation, Source};
use model::rows::{Cell, tables};
use serde_json::Value;

use super::{Observation, date, number};

/// A number of a result.
#[derive(Clone, Debug)]
pub struct Fact {
    pub value: f64,
    pub row: usize,
    /// Its column; the same number in all rows of a list.
    pub column: usize,
    pub path: String,
    /// It is part of a text with other words.
    pub in_text: bool,
}

/// A text of a result or a record.
#[derive(Clone, Debug)]
pub struct Text<'a> {
    pub text: &'a str,
    pub row: usize,
    pub path: String,
}

/// A date of a result or a record.
#[derive(Clone, Debug)]
pub struct Dated {
    pub date: date::Date,
    pub row: usize,
    pub path: String,
}

/// A row, or a record's own fields, or the arguments of a call.
#[derive(Clone, Debug)]
pub struct Row {
    /// Index of its observation.
    pub of: usize,
    pub path: String,
    pub kind: RowKind,
    /// Its table; rows of one table share columns.
    pub table: usize,
    pub label: String,
    pub facts: Range<usize>,
    pub texts: Range<usize>,
    pub dates: Range<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowKind {
    /// An item of a list.
    Item,
    /// An object's own values.
    Own,
    Record,
    Arguments,
}

pub struct Facts<'a> {
    pub facts: Vec<Fact>,
    pub texts: Vec<Text<'a>>,
    pub dates: Vec<Dated>,
    pub rows: Vec<Row>,
    /// Indices of `facts` by value, ascending.
    by_value: Vec<usize>,
    /// Rows of each table.
    pub tables: Vec<Range<usize>>,
    columns: Vec<String>,
    /// Rows by their record.
    records: HashMap<&'a str, Vec<usize>>,
    /// What items of lists are called, in lower case, with the item.
    names: Vec<(String, usize)>,
}

/// A longer text is a message or a description, not a name; a shorter one stands in a sentence by chance.
const NAME: std::ops::RangeInclusive<usize> = 3..=60;

impl<'a> Facts<'a> {
    pub fn from_observations(observations: &[Observation<'a>]) -> Self {
        let mut all = Self {
            facts: Vec::new(),
            texts: Vec::new(),
            dates: Vec::new(),
            rows: Vec::new(),
            by_value: Vec::new(),
            tables: Vec::new(),
            columns: Vec::new(),
            records: HashMap::new(),
            names: Vec::new(),
        };
        for (of, observation) in observations.iter().enumerate() {
            all.walk(of, observation.result, "", None);
            all.walk(of, observation.args, "/args", Some(RowKind::Arguments));
            for (i, source) in observation.sources.iter().enumerate() {
                all.record(of, i, source);
            }
        }
        all.by_value = (0..all.facts.len()).collect();
        all.by_value.sort_by(|a, b| all.facts[*a].value.total_cmp(&all.facts[*b].value));
        for (i, row) in all.rows.iter().enumerate().filter(|(_, row)| row.kind == RowKind::Item) {
            let texts = all.texts[row.texts.clone()].iter().map(|t| t.text);
            let names = texts.filter(|t| NAME.contains(&t.len()) && t.contains(char::is_alphabetic));
            all.names.extend(names.map(|text| (text.to_lowercase(), i)));
        }
        all
    }

    fn walk(&mut self, of: usize, value: &'a Value, base: &str, kind: Option<RowKind>) {
        for table in tables(value) {
            let first = self.rows.len();
            let columns: Vec<usize> = table.columns.iter().map(|c| self.column(&c.name)).collect();
            for (r, row) in table.rows.iter().enumerate() {
                let (facts, texts, dates) = (self.facts.len(), self.texts.len(), self.dates.len());
                for ((column, name), cell) in columns.iter().zip(&table.columns).zip(&row.cells) {
                    let path = format!("{base}{}{}", row.path, name.path);
                    match cell {
                        Cell::Empty => {}
                        Cell::Key(key) => self.text(key, path, *column),
                        Cell::Value(value) => self.value(value, path, *column),
                    }
                }
                // Field names may contain a number or a date: "last7Days", "2025-11".
                self.names(&table.columns.iter().map(|c| c.name.as_str()).collect::<Vec<_>>(), base, &row.path);
                if let Some(id) = table.columns.iter().position(|c| c.name == "id")
                    && let Cell::Value(Value::String(id)) = row.cells[id]
                {
                    self.records.entry(id).or_default().push(self.rows.len());
                }
                self.rows.push(Row {
                    of,
                    path: format!("{base}{}", row.path),
                    kind: kind.unwrap_or(if table.list { RowKind::Item } else { RowKind::Own }),
                    table: self.tables.len(),
                    label: table.label(r),
                    facts: facts..self.facts.len(),
                    texts: texts..self.texts.len(),
                    dates: dates..self.dates.len(),
                });
            }
            self.tables.push(first..self.rows.len());
        }
    }

    fn record(&mut self, of: usize, place: usize, source: &'a Source) {
        let (facts, texts, dates) = (self.facts.len(), self.texts.len(), self.dates.len());
        for (field, text) in [("excerpt", &source.excerpt), ("title", &source.title), ("id", &source.id)] {
            let column = self.column(field);
            self.text(text, format!("/sources/{place}/{field}"), column);
        }
        let row = self.rows.len();
        let day = source.day.map(|day| Dated { date: day.into(), row, path: format!("/sources/{place}/day") });
        self.dates.extend(day);
        self.records.entry(&source.id).or_default().push(self.rows.len());
        self.rows.push(Row {
            of,
            path: format!("/sources/{place}"),
            kind: RowKind::Record,
            table: self.tables.len(),
            label: source.title.clone(),
            facts: facts..self.facts.len(),
            texts: texts..self.texts.len(),
            dates: dates..self.dates.len(),
        });
        self.tables.push(self.rows.len() - 1..self.rows.len());
    }

    fn value(&mut self, value: &'a Value, path: String, column: usize) {
        match value {
            Value::Number(n) => {
                let (value, row) = (n.as_f64().unwrap_or_default(), self.rows.len());
                self.facts.push(Fact { value, row, column, path, in_text: false });
            }
            Value::String(text) => self.text(text, path, column),
            Value::Array(list) => {
                list.iter().enumerate().for_each(|(i, v)| self.value(v, format!("{path}/{i}"), column));
            }
            Value::Null | Value::Bool(_) | Value::Object(_) => {}
        }
    }

    /// A text, with the numbers in it.
    fn text(&mut self, text: &'a str, path: String, column: usize) {
        let row = self.rows.len();
        let dates = date::find(text, &[]);
        let masked: Vec<Range<usize>> = dates.iter().map(|d| d.at.clone()).collect();
        self.dates.extend(dates.into_iter().map(|d| Dated { date: d.date, row, path: path.clone() }));
        for number in number::find(text, &masked) {
            let in_text = number.at != (0..text.len());
            let sign = if number.negative { -1.0 } else { 1.0 };
            for reading in &number.readings {
                self.facts.push(Fact { value: sign * reading.value, row, column, path: path.clone(), in_text });
            }
        }
        self.texts.push(Text { text, row, path });
    }

    fn names(&mut self, columns: &[&str], base: &str, path: &str) {
        let row = self.rows.len();
        for name in columns.iter().filter(|n| n.contains(|c: char| c.is_ascii_digit() || c.is_uppercase())) {
            let column = self.column(name);
            let here = format!("{base}{path}");
            let dates = date::find(name, &[]).into_iter();
            self.dates.extend(dates.map(|d| Dated { date: d.date, row, path: here.clone() }));
            let digits = name.split(|c: char| !c.is_ascii_digit()).filter_map(|d| d.parse::<f64>().ok());
            let facts: Vec<Fact> =
                digits.map(|value| Fact { value, row, column, path: here.clone(), in_text: true }).collect();
            self.facts.extend(facts);
        }
    }

    fn column(&mut self, name: &str) -> usize {
        self.columns.iter().position(|c| c == name).unwrap_or_else(|| {
            self.columns.push(name.to_owned());
            self.columns.len() - 1
        })
    }

    pub fn column_name(&self, column: usize) -> &str {
        self.columns.get(column).map_or("", String::as_str)
    }

    /// The indices of facts with values between these two.
    pub fn between(&self, least: f64, most: f64) -> &[usize] {
        let from = self.by_value.partition_point(|i| self.facts[*i].value < least);
        let to = self.by_value.partition_point(|i| self.facts[*i].value <= most);
        &self.by_value[from..to.max(from)]
    }

    /// The rows a citation refers to: a row with everything below it, or a record wherever it was read.
    pub fn cited(&self, citation: &Citation, observations: &[Observation<'_>]) -> Vec<usize> {
        match citation {
            Citation::Record(source) => self.records.get(source.id.as_str()).cloned().unwrap_or_default(),
            Citation::Row(cited) => {
                let under = |path: &str, item: bool| {
                    path == cited.path || item && path.strip_prefix(&cited.path).is_some_and(|p| p.starts_with('/'))
                };
                let of = |row: &Row| observations.get(row.of).is_some_and(|o| o.call == cited.call);
                let item = self.rows.iter().any(|r| r.kind == RowKind::Item && r.path == cited.path && of(r));
                let rows = self.rows.iter().enumerate();
                rows.filter(|(_, r)| r.kind != RowKind::Record && of(r) && under(&r.path, item))
                    .map(|(i, _)| i)
                    .collect()
            }
        }
    }

    /// The rows around one: the head of its result, with the total, the period and the ends, and those in between. None
    /// for a record, which stands in many results.
    pub fn heads(&self, row: usize) -> impl Iterator<Item = usize> {
        let (of, path) = (self.rows[row].of, self.rows[row].path.as_str());
        let in_result = self.rows[row].kind != RowKind::Record;
        let around = move |r: &Row| {
            in_result
                && r.of == of
                && matches!(r.kind, RowKind::Item | RowKind::Own)
                && path.strip_prefix(r.path.as_str()).is_some_and(|rest| rest.starts_with('/'))
        };
        self.rows.iter().enumerate().filter(move |(_, r)| around(r)).map(|(i, _)| i)
    }

    /// The items that a sentence names, and the heads of their results: what a sentence without citations is about.
    pub fn named(&self, sentence: &str) -> Vec<usize> {
        let lower = sentence.to_lowercase();
        let here = self.names.iter().filter(|(name, _)| has_words(&lower, name));
        let mut rows: Vec<usize> = here.map(|(_, row)| *row).collect();
        rows.extend(rows.clone().into_iter().flat_map(|row| self.heads(row)));
        rows.sort_unstable();
        rows.dedup();
        rows
    }

    /// Whether the head of a list's result says that the list has as many rows as there are: what it lacks is none.
    pub fn is_complete(&self, row: usize) -> bool {
        let rows = self.tables[self.rows[row].table].len() as f64;
        self.rows[row].kind == RowKind::Item
            && self.heads(row).any(|head| self.facts[self.rows[head].facts.clone()].iter().any(|f| f.value == rows))
    }

    /// Rows that apply to a whole call: its arguments and its days.
    pub fn context(&self, of: usize) -> impl Iterator<Item = usize> {
        let days = |r: &Row| r.kind == RowKind::Own && r.path.to_lowercase().contains("range");
        let rows = self.rows.iter().enumerate();
        rows.filter(move |(_, r)| r.of == of && (r.kind == RowKind::Arguments || days(r))).map(|(i, _)| i)
    }
}

/// Whether a text has these characters as whole words. A number must not continue with digits.
pub fn has_words(text: &str, words: &str) -> bool {
    text.match_indices(words).any(|(at, _)| {
        let mut next = text[at + words.len()..].chars();
        let runs_on = match (next.next(), next.next()) {
            (Some('.' | ','), Some(d)) => d.is_ascii_digit(),
            (Some(c), _) => c.is_alphanumeric(),
            (None, _) => false,
        };
        // The time of day in "2026-01-16t09:12" counts as well.
        let timed = text[..at].ends_with('t') && words.contains(':');
        (timed || !text[..at].ends_with(|c: char| c.is_alphanumeric())) && !runs_on
    })
}

/// The number of days from the first to the last of these dates.
pub fn days(dates: &[Dated]) -> Option<i64> {
    let whole: Vec<NaiveDate> = dates.iter().filter_map(|d| d.date.full()).collect();
    let (first, last) = (whole.iter().min()?, whole.iter().max()?);
    Some((*last - *first).num_days() + 1)
}
