//! The times of a frame, and what it is held against.

use reader::{Role, Span};

use super::fill::Filling;
use super::pointers::{shifted, vague};
use super::types::{Group, TimeSlot};
use crate::values::pick;
use search::words::is_stop;

impl Filling<'_, '_> {
    pub fn times(&mut self, spans: &[Span]) {
        let mut found: Vec<TimeSlot> = Vec::new();
        for span in spans.iter().filter(|span| span.role == Role::Time && !is_stop(&span.text)) {
            let base = found.last().or(self.before.and_then(|b| b.frame.time.as_ref())).map(|time| time.time.clone());
            if let Some(all) = vague(&span.text) {
                match all {
                    Some(words) => {
                        found.extend(self.time(words).map(|time| TimeSlot { words: span.text.clone(), ..time }));
                    }
                    None => self.frame.time = None,
                }
                continue;
            }
            let relative = base.and_then(|base| shifted(&span.text, &base));
            let own = self.time(&span.text);
            let time = own.or_else(|| relative.map(|time| TimeSlot { time, words: span.text.clone(), carried: false }));
            match time {
                Some(time) => found.push(time),
                // "period 202401": what names no days may be a value.
                None => match self.frame.dataset.and_then(|dataset| self.linker.value(dataset, &span.text)) {
                    Some(slots) => slots.into_iter().for_each(|slot| self.filter(slot, span.start)),
                    None => self.frame.unused.push(span.text.clone()),
                },
            }
        }
        let mut found = found.into_iter();
        if let Some(first) = found.next() {
            self.frame.time = Some(first);
        }
        if let Some(second) = found.next() {
            self.frame.against = Some(second);
        }
        if self.frame.reading.of(Role::Drop).any(|span| pick::phrase(&span.text).contains("time")) {
            self.frame.time = None;
        }
    }

    fn time(&mut self, words: &str) -> Option<TimeSlot> {
        let found = self.linker.time(self.frame.dataset, words);
        let time = found.unwrap_or_else(|problem| {
            self.frame.problem = Some(problem);
            None
        })?;
        Some(TimeSlot { time, words: words.to_owned(), carried: false })
    }

    /// What it is held against: another time, or another value of a column that is narrowed.
    pub fn versus(&mut self, spans: &[Span]) {
        let dataset = self.frame.dataset.or_else(|| self.own_default());
        for span in spans.iter().filter(|span| span.role == Role::Versus) {
            let base = self.frame.time.as_ref().map(|time| time.time.clone());
            let value = dataset.and_then(|d| self.linker.value(d, &span.text));
            let own = if value.is_none() { self.time(&span.text) } else { None };
            if let Some(time) = own {
                self.frame.against = Some(time);
            } else if let Some(time) = base.and_then(|base| shifted(&span.text, &base)).filter(|_| value.is_none()) {
                self.frame.against = Some(TimeSlot { time, words: span.text.clone(), carried: false });
            } else if let Some(found) = value {
                self.frame.versus = true;
                for slot in found {
                    if !self.frame.filters.iter().any(|f| f.column == slot.column) {
                        self.frame.versus = false;
                    }
                    self.frame.filters.iter_mut().filter(|f| f.column == slot.column).for_each(|f| f.carried = false);
                    self.group(Group::Column(slot.column.clone()));
                    self.filter(slot, span.start);
                }
            } else if let Some(group) = dataset.and_then(|d| self.linker.group(d, &span.text)) {
                self.group(group);
            } else if dataset.and_then(|d| self.linker.noun(d, &span.text)).is_none() {
                self.frame.unused.push(span.text.clone());
            }
        }
    }
}
