//! The times of a frame, and what it is compared with.

use std::ops::Range;

use chrono::{Datelike, NaiveDate};
use model::time::DateRange;
use reader::{Act, Aggregation, Role, Span};

use super::fill::Filling;
use super::grammar::ahead::ahead;
use super::grammar::pointers::{shifted, vague};
use super::grammar::{self, Operator, is_function};
use super::link::nouns::{DUE, OTHER_DAYS, bucket, holds};
use super::types::{Derived, FilterSlot, Group, Link, TimeSlot};
use crate::ast::{Bucket, Dataset, Op};
use crate::describe;
use crate::range::{self, Resolved};
use crate::values::pick;
use search::words::is_stop;

/// "Before Friday": a bound in time is no value, as a weekday alone would be.
fn is_bound(words: &str) -> bool {
    const BOUNDS: [&str; 8] = ["before", "by", "until", "till", "after", "since", "from", "past"];
    words.split_whitespace().next().is_some_and(|first| BOUNDS.contains(&first.to_lowercase().as_str()))
}

/// A range of days as a condition on a day.
fn bounds(range: DateRange) -> Option<(Op, Vec<String>)> {
    let day = |day: NaiveDate| day.to_string();
    Some(match (range.from, range.to) {
        (Some(from), Some(to)) => (Op::Between, vec![day(from), day(to)]),
        (Some(from), None) => (Op::AtLeast, vec![day(from)]),
        (None, Some(to)) => (Op::AtMost, vec![day(to)]),
        (None, None) => return None,
    })
}

impl Filling<'_, '_> {
    pub fn times(&mut self, spans: &[Span]) {
        let mut found: Vec<TimeSlot> = Vec::new();
        for span in spans.iter().filter(|span| span.role == Role::Time && !is_stop(&span.text)) {
            self.derive(span, |it| it.one_time(span, &mut found));
        }
        self.several(&mut found);
        let mut found = found.into_iter();
        if let Some(first) = found.next() {
            self.frame.time = Some(first);
        }
        if let Some(second) = found.next() {
            self.frame.against = Some(second);
        }
        if self.frame.reading.with_role(Role::Drop).any(|span| pick::phrase(&span.text).contains("time")) {
            self.frame.time = None;
        }
        self.onset();
        self.standing();
        self.other_days();
    }

    /// "Resolved in January", "due by Friday", "customers since 2024": the time is of another day than the one when the
    /// record came, and a condition on that column. So is a time that follows on such a question.
    fn other_days(&mut self) {
        let carried = |f: &&mut FilterSlot| f.carried && OTHER_DAYS.iter().any(|(.., column)| *column == f.column);
        let again = self.frame.time.as_ref().filter(|time| !time.carried).map(|time| time.time.range);
        if let Some(range) = again.filter(|_| !self.frame.of_source())
            && let Some(slot) = self.frame.filters.iter_mut().find(carried)
            && let Some((op, values)) = bounds(range)
        {
            let words = self.frame.time.take().map(|time| time.words).unwrap_or_default();
            let event = describe::event(&slot.column).unwrap_or_default();
            (slot.op, slot.values, slot.labels) = (op, values, vec![range.label()]);
            (slot.words, slot.carried) = (format!("{event} {words}"), false);
            return;
        }
        let Some((column, range, at)) = self.other_day() else { return };
        if column == "resolved_on" && self.frame.dataset == Some(Dataset::Communications) {
            let note = "Messages have no day of resolution: the time is when they were written.";
            return self.frame.notes.push(note.to_owned());
        }
        let Some((op, values)) = bounds(range) else { return };
        let due = column == "due_on";
        let within = |start: usize| at.contains(&start);
        let words = self.frame.text[at.clone()].to_owned();
        self.frame.filters.retain(|f| !(within(f.start) && !f.words.is_empty() && !f.carried));
        self.frame.unused.retain(|unused| !words.contains(unused.as_str()));
        self.frame.derivation.retain(|derived| !within(derived.start));
        self.frame.time = None;
        let today = self.linker.today(self.frame.dataset);
        let done = self.frame.filters.iter().any(|f| f.column == "status");
        // What is due by some day is not done yet.
        let open = (due && !done && range.to.is_none_or(|to| to >= today)).then(|| self.linker.unfinished()).flatten();
        let dataset = if column == "since" { Dataset::Customers } else { Dataset::Cases };
        (self.frame.dataset, self.frame.named) = (Some(dataset), true);
        let derived =
            Derived { start: at.start, end: at.end, role: Role::Time, link: Link::Exact, columns: vec![column.into()] };
        self.frame.derivation.push(derived);
        let slot = FilterSlot {
            column: column.to_owned(),
            op,
            values,
            labels: vec![range.label()],
            words,
            start: at.start,
            ..FilterSlot::default()
        };
        self.frame.filters.extend(open.into_iter().chain([slot]));
    }

    /// What is due are cases, unless another table is named.
    pub fn due_records(&mut self) {
        if self.due().is_some() {
            self.frame.dataset = Some(Dataset::Cases);
        }
    }

    /// "Due by Friday": its days and bytes. "Overdue" and "due to" name no deadline that lies ahead.
    pub fn due(&self) -> Option<(DateRange, Range<usize>)> {
        let (text, today) = (&self.frame.text, self.linker.today(self.frame.dataset));
        let due = grammar::words(text).into_iter().find(|word| word.text == DUE)?.at;
        let (range, end) = ahead(&text[due.end..], today).filter(|_| !self.frame.of_source())?;
        Some((range, due.start..due.end + end))
    }

    /// The column, the days and the bytes of such a time.
    fn other_day(&self) -> Option<(&'static str, DateRange, Range<usize>)> {
        let text = &self.frame.text;
        grammar::words(text).into_iter().find_map(|word| {
            let named = |(names, of, _): &&(&str, Dataset, &str)| {
                let own = self.frame.dataset;
                let records = own == Some(*of)
                    || *of == Dataset::Cases && own == Some(Dataset::Communications)
                    || *names == DUE && !self.frame.of_source();
                records && holds(names, &word.text)
            };
            let (names, _, column) = OTHER_DAYS.iter().find(named)?;
            if *names == DUE {
                return self.due().map(|(range, at)| (*column, range, at));
            }
            let slot = self.frame.time.as_ref().filter(|time| !time.carried)?;
            let time = text.find(slot.words.as_str()).map(|start| start..start + slot.words.len())?;
            let gap = text.get(word.at.end..time.start).unwrap_or_default();
            // "Customers since 2024", and not "who has heard nothing since 2024".
            let noun = grammar::words(&text[..word.at.start]).pop();
            let named = |noun: grammar::Word| self.linker.noun(Dataset::Customers, &noun.text).is_some();
            if *column == "since" && word.text == "since" && !noun.is_some_and(named) {
                return None;
            }
            let beside = word.at.start >= time.start && word.at.end <= time.end
                || word.at.end <= time.start && grammar::words(gap).iter().all(|word| is_function(&word.text));
            beside.then(|| (*column, slot.time.range, word.at.start.min(time.start)..time.end))
        })
    }

    /// When something began shows only beside the days before: a period that was carried over to that question is looked
    /// at with the one before it. A peak lies within its period.
    fn onset(&mut self) {
        let peak = self.marks.iter().any(|mark| matches!(mark.operator, Operator::Rank(..)));
        let own = self.frame.reading.with_role(Role::Time).next().is_some();
        let carried =
            self.frame.time.as_mut().filter(|time| time.carried && self.frame.act == Act::When && !peak && !own);
        if let Some(slot) = carried
            && let Some(before) = slot.time.range.previous()
        {
            slot.time = Resolved::new(DateRange { from: before.from, to: slot.time.range.to });
        }
    }

    /// Three or more consecutive times are one, grouped by bucket: "July, August and September".
    fn several(&mut self, found: &mut Vec<TimeSlot>) {
        let averaged = self.frame.aggregation == Some(Aggregation::Average);
        if found.len() < 3 && !(found.len() == 2 && averaged) {
            return;
        }
        found.sort_by_key(|time| time.time.range.from);
        let next = |pair: &[TimeSlot]| {
            let end = pair[0].time.range.to.and_then(|day| day.succ_opt());
            end.is_some() && end == pair[1].time.range.from
        };
        let (Some(first), Some(last)) = (found.first(), found.last()) else { return };
        let days = first.time.range.days();
        let bucket = days.and_then(|days| match days {
            1 => Some(Bucket::Day),
            7 => Some(Bucket::Week),
            28..=31 => Some(Bucket::Month),
            90..=92 => Some(Bucket::Quarter),
            365 | 366 => Some(Bucket::Year),
            _ => None,
        });
        let Some(bucket) = bucket.filter(|_| found.windows(2).all(next)) else { return };
        let words = found.iter().map(|time| time.words.as_str()).collect::<Vec<_>>().join(", ");
        let range = DateRange { from: first.time.range.from, to: last.time.range.to };
        let whole = TimeSlot { time: Resolved::new(range), words, carried: false };
        self.group(Group::Time(bucket));
        *found = vec![whole];
    }

    fn one_time(&mut self, span: &Span, found: &mut Vec<TimeSlot>) {
        // "Sept, Oct, Nov": a list in one span.
        if let Some(all) = self.linker.listed_times(self.frame.dataset, &span.text) {
            found.extend(all.into_iter().map(|time| TimeSlot { time, words: span.text.clone(), carried: false }));
            return;
        }
        if let Some(time) = self.pointed(span) {
            return found.push(time);
        }
        let base = found.last().or(self.before.and_then(|b| b.frame.time.as_ref())).map(|time| time.time.clone());
        if let Some(all) = vague(&span.text) {
            match all {
                Some(words) => {
                    found.extend(self.time(words).map(|time| TimeSlot { words: span.text.clone(), ..time }));
                }
                None => self.frame.time = None,
            }
            return;
        }
        let relative = base.and_then(|base| shifted(&span.text, &base));
        let whole = self.linker.whole(self.frame.dataset, &span.text);
        let whole = whole.map(|time| TimeSlot { time, words: span.text.clone(), carried: false });
        let own = whole
            .or_else(|| self.of_year_before(&span.text))
            .or_else(|| self.beside(span))
            .or_else(|| self.time(&span.text));
        let time = own.or_else(|| relative.map(|time| TimeSlot { time, words: span.text.clone(), carried: false }));
        match time {
            Some(time) => found.push(time),
            // "period 202401": text without a date may be a value.
            None => match self
                .frame
                .dataset
                .filter(|_| !is_bound(&span.text))
                .and_then(|d| self.linker.value(d, &span.text))
            {
                Some(slots) => slots.into_iter().for_each(|slot| self.filter(slot, span.start)),
                None => self.frame.unused.push(span.text.clone()),
            },
        }
    }

    /// "Open today" and "overdue today" describe a state as of today, not the cases that were opened today.
    fn standing(&mut self) {
        let today = self.linker.today(self.frame.dataset);
        let state = |slot: &FilterSlot| {
            slot.column == "status" && self.linker.v.are_unfinished(slot.values.iter().map(String::as_str))
        };
        let single =
            |time: &TimeSlot| time.time.range == DateRange::new(today, today) && pick::phrase(&time.words) == "today";
        if self.frame.time.as_ref().is_some_and(single) && self.frame.filters.iter().any(state) {
            self.frame.time = None;
        }
    }

    /// "That month", "in that year": the one named in the previous answer, or its period.
    pub fn pointed(&self, span: &Span) -> Option<TimeSlot> {
        const POINTERS: [&str; 5] = ["that", "those", "this", "same", "these"];
        let before = self.before?;
        let words = grammar::words(&span.text);
        let outside = grammar::words(self.frame.text.get(..span.start)?);
        let stretch =
            |word: &str| bucket(&pick::phrase(word)).is_some() || matches!(word, "time" | "period" | "stretch");
        let (last, rest) = words.split_last()?;
        let pointed = rest.iter().chain(outside.last()).any(|word| POINTERS.contains(&word.text.as_str()));
        let bare = rest.iter().all(|word| POINTERS.contains(&word.text.as_str()) || is_stop(&word.text));
        // "This month" is today's, "this period" the one just named.
        let today = rest.iter().chain(outside.last()).any(|word| word.text == "this") && bucket(&last.text).is_some();
        if today || !(pointed && bare && stretch(&last.text)) {
            return None;
        }
        let named = before.listed.first().filter(|row| bucket(&row.column).is_some() && before.frame.ranks());
        let named = named.and_then(|row| Some((range::parse(&row.label, self.linker.as_of).ok()?, row.label.clone())));
        let then = || before.frame.time.as_ref().map(|time| (time.time.clone(), time.words.clone()));
        let (time, words) = named.or_else(then)?;
        Some(TimeSlot { time, words, carried: true })
    }

    /// "March, April and May 2019": the last one's year applies to the others.
    fn beside(&mut self, span: &Span) -> Option<TimeSlot> {
        let today = self.linker.today(self.frame.dataset);
        let all = range::find_all(&self.frame.text, today);
        let end = span.start + span.text.len();
        let (time, _) = all
            .into_iter()
            .filter(|_| !span.text.contains(|c: char| c.is_ascii_digit()))
            .find(|(_, at)| at.start <= span.start + 4 && span.start <= at.start + 4 && at.end == end)
            .or_else(|| Some((self.of_year_behind(span, today)?, 0..0)))?;
        Some(TimeSlot { time, words: span.text.clone(), carried: false })
    }

    /// "From October to November 2014": the year of the time that it is compared with, where its own words name none.
    fn of_year_behind(&self, span: &Span, today: NaiveDate) -> Option<Resolved> {
        let mut behind = self.frame.reading.spans.iter().skip_while(|other| other.start <= span.start);
        let next = behind.next().filter(|next| matches!(next.role, Role::Time | Role::Versus))?;
        let month = |text: &str| grammar::words(text).iter().any(|word| range::month_number(&word.text).is_some());
        let words = grammar::words(&next.text);
        let year = words.iter().find(|word| word.text.len() == 4 && word.text.parse::<i32>().is_ok())?;
        let dated = month(&span.text) && month(&next.text) && !span.text.contains(|c: char| c.is_ascii_digit());
        dated.then(|| range::parse(&format!("{} {}", span.text, year.text), today).ok())?
    }

    /// "And in April?" after March 2019: a month or quarter without its year is of the year that was spoken of.
    fn of_year_before(&mut self, words: &str) -> Option<TimeSlot> {
        let then = self.before.filter(|_| self.frame.goes_on)?.frame.time.as_ref()?.time.range.from?;
        let bare = grammar::words(words);
        let month = |word: &str| range::month_number(word).is_some() || matches!(word, "q1" | "q2" | "q3" | "q4");
        let only = bare.iter().all(|word| month(&word.text) || is_stop(&word.text));
        if !only || !bare.iter().any(|word| month(&word.text)) {
            return None;
        }
        let today = self.linker.today(self.frame.dataset);
        let of = |year: i32| range::parse(&format!("{words} {year}"), today).ok();
        // A month that has not begun means last year's.
        let begun = |time: &Resolved| time.range.from.is_some_and(|from| from <= today);
        let time = of(then.year()).filter(begun).or_else(|| of(then.year() - 1))?;
        Some(TimeSlot { time, words: words.to_owned(), carried: false })
    }

    fn time(&mut self, words: &str) -> Option<TimeSlot> {
        let found = self.linker.time(self.frame.dataset, words);
        let time = found.unwrap_or_else(|problem| {
            self.frame.problem = Some(problem);
            None
        })?;
        Some(TimeSlot { time, words: words.to_owned(), carried: false })
    }

    /// What it is compared with: another time, or another value of a filtered column.
    pub fn versus(&mut self, spans: &[Span]) {
        let dataset = self.frame.dataset.or_else(|| self.own_default());
        for span in spans.iter().filter(|span| span.role == Role::Versus) {
            self.derive(span, |it| it.held_against(span, dataset));
        }
    }

    fn held_against(&mut self, span: &Span, dataset: Option<Dataset>) {
        let base = self.frame.time.as_ref().map(|time| time.time.clone());
        // "the year before" is relative to the other time; a year is a time rather than a part of a name.
        let relative = base.and_then(|base| shifted(&span.text, &base));
        let relative = relative.map(|time| TimeSlot { time, words: span.text.clone(), carried: false });
        let value = || dataset.and_then(|d| self.linker.value(d, &span.text));
        let exact = |found: &Vec<FilterSlot>| found.iter().all(|slot| slot.link <= Link::Synonym);
        let own = if relative.is_none() && !value().is_some_and(|found| exact(&found)) {
            self.time(&span.text)
        } else {
            None
        };
        // Values are compared within one column, if possible.
        let same = || {
            let mut own = self.frame.filters.iter().rev().filter(|f| !f.carried && f.op == Op::Is);
            own.find_map(|f| self.linker.value_of(dataset?, &f.column, &span.text))
        };
        let value = same().or_else(|| dataset.and_then(|d| self.linker.value(d, &span.text)));
        if let Some(time) = relative.or(own) {
            self.frame.against = Some(time);
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
        } else if let Some(group) =
            dataset.filter(|_| !span.text.contains(char::is_uppercase)).and_then(|d| self.linker.group(d, &span.text))
        {
            self.group(group);
        } else if span.text.contains(char::is_uppercase)
            || dataset.and_then(|d| self.linker.noun(d, &span.text)).is_none()
        {
            // A proper name is no noun for the records, whatever its last word is: "Deutsche Bank".
            self.frame.unused.push(span.text.clone());
        }
    }
}
