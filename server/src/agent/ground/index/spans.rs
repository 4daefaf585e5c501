//! How long it was from one time of a record to another: what lies between `required_date` and `shipped_date` is a number
//! of the record as any other.
//!
//! Deliberately not here: the days between dates that an answer names itself (`figures::forms::apart`).

use chrono::{NaiveDateTime, NaiveTime};

use super::field::{self, Field, Kind};
use super::walk::{At, Walk};
use super::*;
use crate::agent::ground::read;
use crate::agent::ground::read::stem::{Stem, each};

/// More times than these in one record are not set against each other, nor are the times of more records than this.
const MOST_TIMES: usize = 5;
const MOST_RECORDS: usize = 200;

/// A time in a record.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moment<'a> {
    at: NaiveDateTime,
    node: u32,
    holder: u32,
    row: u32,
    key: &'a str,
}

impl<'a> Walk<'a> {
    /// Keeps the time of a field: "2026-01-16", "2026-01-16T09:14".
    pub(super) fn moment(&mut self, text: &str, day: DateValue, at: At<'a>) {
        let DateValue::Day(day) = day else { return };
        // The ends of a stretch are told as such.
        if field::words(at.key).iter().any(|w| matches!(w.as_str(), "from" | "to" | "since" | "until" | "label")) {
            return;
        }
        let time = text.get(11..16).filter(|_| text.len() > 10);
        let minutes = time.and_then(|t| read::clock(&read::tokens(t, &[]), 0)).unwrap_or(0);
        let time = NaiveTime::from_num_seconds_from_midnight_opt(minutes * 60, 0).unwrap_or_default();
        let (node, holder, row, key) = (at.node, at.holder, at.row, at.key);
        if text.len() > 10 && self.index.times.len() < MOST_RECORDS {
            self.index.times.push((day.and_time(time), node));
        }
        self.moments.push(Moment { at: day.and_time(time), node, holder, row, key });
    }

    /// The days between each two times of a record, as numbers of it.
    pub(super) fn spans(&mut self) {
        let moments = std::mem::take(&mut self.moments);
        let records = moments.chunk_by(|a, b| a.holder == b.holder).filter(|r| (2..=MOST_TIMES).contains(&r.len()));
        let mut fields: HashMap<(&str, &str), u32> = HashMap::new();
        for record in records.take(MOST_RECORDS) {
            let pairs = record.iter().enumerate().flat_map(|(i, a)| record[i + 1..].iter().map(move |b| (a, b)));
            for (a, b) in pairs {
                let (first, last) = if a.at <= b.at { (a, b) } else { (b, a) };
                let field = *fields.entry((a.key, b.key)).or_insert_with(|| {
                    self.index.fields.push(between(a.key, b.key));
                    self.index.fields.len() as u32 - 1
                });
                let days = (last.at - first.at).num_minutes() as f64 / 1440.0;
                let (kind, origin, currency) = (Kind::Time(1.0), Origin::Given, None);
                let (node, holder, row) = (last.node, last.holder, last.row);
                self.fact(Fact { value: days, kind, origin, node, holder, row, field, currency });
            }
        }
    }
}

/// What the time between two fields is called.
fn between(a: &str, b: &str) -> Field {
    const CALLS: [Stem; 16] = each([
        "days", "hours", "took", "take", "late", "later", "after", "before", "within", "lasted", "delay", "delayed",
        "overdue", "between", "early", "past",
    ]);
    let (first, second) = (field::read(a), field::read(b));
    let calls = first.calls.into_iter().chain(second.calls).chain(CALLS).collect();
    let stems = first.stems.into_iter().chain(second.stems).collect();
    Field { stems, calls, between: true, ..field::read("days") }
}
