//! The calendar parts of the grammar: days, months, quarters, years, and relative ones.

use chrono::{Datelike, NaiveDate};
use model::time::DateRange;

use super::RangeError;
use super::calendar::{self, Unit};
use super::grammar::{Grammar, Part, Read};
use super::token::Kind;

/// Numbers that people write as words.
const NUMBERS: &[&str] =
    &["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];

impl Grammar<'_> {
    /// The part that begins at a token.
    pub(super) fn part(&mut self, at: usize) -> Option<Read> {
        let at = if self.word(at) == "the" { at + 1 } else { at };
        let token = self.tokens.get(at)?;
        match token.kind {
            Kind::Day(day) => sure(Part::Fixed(DateRange::new(day, day)), at + 1),
            Kind::NoDay => {
                let text = self.text[token.span.clone()].to_owned();
                self.problem.get_or_insert(RangeError::NoSuchDay(text));
                None
            }
            Kind::Month(year, month) => fixed(calendar::month(year, month), at + 1),
            Kind::Quarter(quarter) => {
                let (part, next) = self.with_year(Part::Quarter(quarter), at + 1);
                sure(part, next)
            }
            Kind::Half(half) => self.half(half, at + 1),
            Kind::Number(year, 4) => self.year(year, at),
            Kind::Number(day, 1 | 2) | Kind::Ordinal(day) => self.day_first(day, at),
            Kind::Word(_) => self.piece(at).or_else(|| self.named_month(at)).or_else(|| self.relative(at)),
            _ => None,
        }
    }

    /// Adds a year to a part if one follows: "Q3 2025", "November, 2014", "January of 2026".
    pub(super) fn with_year(&mut self, part: Part, at: usize) -> (Part, usize) {
        let skip = match self.tokens.get(at).map(|t| &t.kind) {
            Some(Kind::Comma | Kind::Dash) => 1,
            Some(Kind::Word(word)) if word == "of" || word == "in" => 1,
            Some(Kind::Other) if &self.text[self.tokens[at].span.clone()] == "." => 1,
            _ => 0,
        };
        let Some(year) = self.year_at(at + skip) else { return (part, at) };
        let range = match part {
            Part::Month(month) => calendar::month(year, month),
            Part::Quarter(quarter) => calendar::quarter(year, quarter),
            Part::Day { month, day } => {
                let day = NaiveDate::from_ymd_opt(year, month, day);
                if day.is_none() {
                    self.no_such_day(at, at + skip);
                }
                day.map(|day| DateRange::new(day, day))
            }
            Part::Fixed(_) | Part::Number(_) => None,
        };
        range.map_or((part, at), |range| (Part::Fixed(range), at + skip + 1))
    }

    /// `at` is the token after the day and month, `last` the last of the whole.
    fn no_such_day(&mut self, at: usize, last: usize) {
        let first = at.saturating_sub(if self.word(at.saturating_sub(2)) == "of" { 3 } else { 2 });
        let words = self.text[self.tokens[first].span.start..self.tokens[last].span.end].to_owned();
        self.problem.get_or_insert(RangeError::NoSuchDay(words));
    }

    pub(super) fn year_at(&self, at: usize) -> Option<i32> {
        match self.tokens.get(at)?.kind {
            Kind::Number(year @ 1900..=2100, 4) => i32::try_from(year).ok(),
            _ => None,
        }
    }

    /// "2014", or "2025 Q3".
    fn year(&self, year: u32, at: usize) -> Option<Read> {
        self.year_at(at)?;
        let year = i32::try_from(year).ok()?;
        let skip = usize::from(matches!(self.tokens.get(at + 1).map(|t| &t.kind), Some(Kind::Dash)));
        if let Some(Kind::Quarter(quarter)) = self.tokens.get(at + 1 + skip).map(|t| &t.kind) {
            return fixed(calendar::quarter(year, *quarter), at + 2 + skip);
        }
        let part = Part::Fixed(calendar::year(year)?);
        Some(Read { part, next: at + 1, doubtful: true })
    }

    /// "15 January 2026", "15th of January", "2nd quarter of 2025", or only "15".
    fn day_first(&mut self, day: u32, at: usize) -> Option<Read> {
        if let Some(counted) = self.ago(at).or_else(|| self.months_to(at)) {
            return Some(counted);
        }
        if self.word(at + 1) == "half" && (1..=2).contains(&day) {
            return self.half(day, at + 2);
        }
        if self.word(at + 1) == "quarter" && (1..=4).contains(&day) {
            let (part, next) = self.with_year(Part::Quarter(day), at + 2);
            return sure(part, next);
        }
        let name = at + 1 + usize::from(self.word(at + 1) == "of");
        match calendar::month_number(self.word(name)) {
            Some(month) => self.day_of(month, day, name + 1),
            None if (1..=31).contains(&day) => Some(Read { part: Part::Number(day), next: at + 1, doubtful: true }),
            None => None,
        }
    }

    fn day_of(&mut self, month: u32, day: u32, at: usize) -> Option<Read> {
        let (part, next) = self.with_year(Part::Day { month, day }, at);
        // A leap year has every day of any year.
        if NaiveDate::from_ymd_opt(2024, month, day).is_none() {
            self.no_such_day(at, next - 1);
            return None;
        }
        sure(part, next)
    }

    /// "November 2014", "January 15th, 2026", "January", "last January".
    fn named_month(&mut self, at: usize) -> Option<Read> {
        let which = self.word(at);
        let name = if matches!(which, "this" | "last") { at + 1 } else { at };
        let word = self.word(name);
        let month = calendar::month_number(word)?;
        if which == "last" {
            let before = calendar::before(Unit::Month, self.as_of)?.to?;
            return fixed(calendar::latest(before, |year| calendar::month(year, month)), name + 1);
        }
        let (part, next) = self.with_year(Part::Month(month), name + 1);
        if matches!(part, Part::Fixed(_)) {
            return sure(part, next);
        }
        // "may" and "march" are verbs too, "Jan" and "Mar" also names.
        let small = self.text[self.tokens[name].span.clone()].starts_with(char::is_lowercase);
        let doubtful = name == at
            && (matches!(word, "may" | "march") || !small && matches!(word, "mar" | "jan") && self.named(at));
        let day = match self.tokens.get(name + 1).map(|t| &t.kind) {
            Some(Kind::Ordinal(day)) => Some(*day),
            Some(Kind::Number(day, 1 | 2)) if !(doubtful && self.verb(name)) => Some(*day),
            _ => None,
        };
        if let Some(year) = day.and_then(|day| self.short_year(name, day)) {
            return fixed(calendar::month(year, month), name + 2);
        }
        match day {
            Some(day) if (1..=31).contains(&day) => self.day_of(month, day, name + 2),
            _ => Some(Read { part, next: name + 1, doubtful }),
        }
    }

    /// "sep 25 vs jan 26", in lower case and without "on": months of this year and the last, if no month in the text is
    /// followed by another number.
    fn short_year(&mut self, name: usize, number: u32) -> Option<i32> {
        let dated = self.with_year(Part::Month(1), name + 2).1 > name + 2;
        let year = |number: u32| {
            [0, 1].map(|back| self.as_of.year() - back).into_iter().find(|y| y.rem_euclid(100) == number as i32)
        };
        let short = |at: usize| {
            let small = self.tokens.get(at).is_some_and(|t| self.text[t.span.clone()].starts_with(char::is_lowercase));
            small && self.word(at).len() <= 4 && calendar::month_number(self.word(at)).is_some()
        };
        let numbered = |at: usize| match self.tokens.get(at + 1).map(|t| &t.kind) {
            Some(Kind::Number(n, 2)) => Some(*n),
            Some(Kind::Number(n, 1) | Kind::Ordinal(n)) => Some(*n + 100),
            _ => None,
        };
        let all = (0..self.tokens.len()).filter(|at| calendar::month_number(self.word(*at)).is_some());
        let alike = all.filter_map(|at| Some((at, numbered(at)?))).all(|(at, n)| short(at) && year(n).is_some());
        let led = matches!(self.word(name.saturating_sub(1)), "on" | "by") && name > 0;
        year(number).filter(|_| alike && short(name) && !led && !dated)
    }

    /// Whether a capitalised word is adjacent: then "Jan" may be a person.
    fn named(&self, at: usize) -> bool {
        let beside = |a: usize, b: usize| {
            let (Some(a), Some(b)) = (self.tokens.get(a), self.tokens.get(b)) else { return false };
            self.text.get(a.span.end..b.span.start).is_some_and(|gap| gap.trim().is_empty())
        };
        let capital = |i: usize| {
            !self.word(i).is_empty()
                && self.tokens.get(i).is_some_and(|t| self.text[t.span.clone()].starts_with(char::is_uppercase))
        };
        capital(at + 1) && beside(at, at + 1) || at > 1 && capital(at - 1) && beside(at - 1, at)
    }

    /// "may 15 customers leave": lower case, and the number counts what follows.
    fn verb(&self, at: usize) -> bool {
        let lower = self.text[self.tokens[at].span.clone()].starts_with(char::is_lowercase);
        lower && !matches!(self.word(at + 2), "" | "to" | "and" | "until" | "till" | "through")
    }

    /// "today", "this week", "last month", "last 30 days", "third quarter of 2025", "year to date".
    fn relative(&mut self, at: usize) -> Option<Read> {
        let unit = |word| Unit::from_word(word);
        let next = self.word(at + 1);
        match self.word(at) {
            "today" | "now" => fixed(calendar::whole(Unit::Day, self.as_of), at + 1).filter(|_| self.is_today(at)),
            "yesterday" => fixed(calendar::before(Unit::Day, self.as_of), at + 1),
            "ytd" => fixed(self.this(Unit::Year), at + 1),
            "mtd" => fixed(self.this(Unit::Month), at + 1),
            "qtd" => fixed(self.this(Unit::Quarter), at + 1),
            "this" | "current" => fixed(self.this(singular(next)?), at + 2),
            "next" | "coming" => fixed(calendar::after(singular(next)?, self.as_of), at + 2),
            "last" | "past" | "previous" | "trailing" => {
                // "The last half year" is six months.
                if next == "half" && self.word(at + 2) == "year" {
                    return fixed(calendar::rolling(Unit::Month, 6, self.as_of), at + 3);
                }
                if let Some((count, after)) = self.count(at + 1) {
                    return fixed(calendar::rolling(unit(self.word(after))?, count, self.as_of), after + 1);
                }
                let unit = singular(next)?;
                match self.word(at) {
                    // "in the past week" is seven days; "last week" is the calendar week.
                    "past" | "trailing" => fixed(calendar::rolling(unit, 1, self.as_of), at + 2),
                    _ => fixed(calendar::before(unit, self.as_of), at + 2),
                }
            }
            word @ ("first" | "second" | "third" | "fourth") if next == "quarter" => {
                let quarter = match word {
                    "first" => 1,
                    "second" => 2,
                    "third" => 3,
                    _ => 4,
                };
                let (part, next) = self.with_year(Part::Quarter(quarter), at + 2);
                sure(part, next)
            }
            word if next == "to" && self.word(at + 2) == "date" => fixed(self.this(singular(word)?), at + 3),
            _ => None,
        }
    }

    /// "now" is a time only as an end: "right now" is not.
    fn is_today(&self, at: usize) -> bool {
        self.word(at) == "today" || (at > 0 && matches!(self.word(at - 1), "to" | "until" | "till" | "and"))
    }

    pub(super) fn count(&self, at: usize) -> Option<(u32, usize)> {
        match self.tokens.get(at)?.kind {
            Kind::Number(count, _) => Some((count, at + 1)),
            _ if self.word(at) == "couple" && self.word(at + 1) == "of" => Some((2, at + 2)),
            _ => {
                let place = NUMBERS.iter().position(|n| *n == self.word(at))?;
                Some((u32::try_from(place + 1).ok()?, at + 1))
            }
        }
    }
}

pub(super) fn singular(word: &str) -> Option<Unit> {
    Unit::from_word(word).filter(|_| !word.ends_with('s'))
}

pub(super) fn sure(part: Part, next: usize) -> Option<Read> {
    Some(Read { part, next, doubtful: false })
}

pub(super) fn fixed(range: Option<DateRange>, next: usize) -> Option<Read> {
    sure(Part::Fixed(range?), next)
}
