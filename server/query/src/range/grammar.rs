//! The grammar itself: from tokens to days. A phrase is a few leading words and one of: a range with two ends, an open
//! range ("since", "before"), or a calendar part. One grammar parses whole texts and searches in sentences.

use chrono::{Datelike, NaiveDate};
use model::time::DateRange;

use super::RangeError;
use super::calendar::{self, Unit};
use super::token::{Kind, Token};

/// Whether the phrase must be the whole text, or may be inside a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    Whole,
    Inside,
}

/// A calendar part, possibly without its year yet.
#[derive(Clone, Copy, Debug)]
pub(super) enum Part {
    Fixed(DateRange),
    Month(u32),
    Quarter(u32),
    Day {
        month: u32,
        day: u32,
    },
    /// Only a day, in the month of the other end: "2 to 31 January".
    Number(u32),
}

/// A parsed part, and the next token.
#[derive(Clone, Copy, Debug)]
pub(super) struct Read {
    pub part: Part,
    pub next: usize,
    /// Alone it may mean something else: "2014" a count, "may" a verb.
    pub doubtful: bool,
}

pub struct Grammar<'a> {
    pub(super) text: &'a str,
    pub(super) tokens: &'a [Token],
    pub(super) as_of: NaiveDate,
    mode: Mode,
    /// Why something that looked like a range is invalid.
    pub problem: Option<RangeError>,
}

/// Words that introduce a time beyond doubt, even before "2014 complaints".
const SURE: &[&str] = &["in", "during", "throughout", "year", "month"];
/// Words that introduce a time, but also much else: "over 2014 complaints".
const UNSURE: &[&str] = &["for", "of", "over", "on", "within", "across", "the"];
/// What may follow "of 2014" if it is a year.
const GOES_ON: &[&str] = &["and", "by", "with", "was", "were", "is", "are", "in", "about", "compared", "versus", "vs"];
/// What may be between "since" and its day: "since the update of 15 January".
const EVENT: &[&str] = &[
    "the", "that", "our", "this", "app", "mobile", "new", "update", "release", "version", "outage", "launch",
    "incident", "change", "event", "migration", "deployment", "rollout", "upgrade", "of", "on", "from", "in", "at",
    "start", "beginning", "end",
];

impl<'a> Grammar<'a> {
    pub fn new(text: &'a str, tokens: &'a [Token], as_of: NaiveDate, mode: Mode) -> Self {
        Self { text, tokens, as_of, mode, problem: None }
    }

    /// Whether the whole text means no limit.
    pub fn means_all(&self) -> bool {
        let words: Vec<&str> = self.tokens.iter().map(Token::word).collect();
        matches!(words.join(" ").as_str(), "" | "all" | "all time" | "all dates" | "all data" | "any time" | "ever")
            && words.iter().all(|w| !w.is_empty())
    }

    /// The first of the five expressions that A-093 finds anywhere in a text.
    pub fn one_of_five(&self) -> Option<DateRange> {
        self.tokens.iter().enumerate().find_map(|(i, token)| {
            let unit = match token.word() {
                "today" => return calendar::whole(Unit::Day, self.as_of),
                "yesterday" => return calendar::before(Unit::Day, self.as_of),
                "this" => Unit::from_word(self.word(i + 1))?,
                _ => return None,
            };
            matches!(unit, Unit::Week | Unit::Month | Unit::Year).then(|| self.this(unit)).flatten()
        })
    }

    /// The phrase that begins at a token: its days, and the next token.
    pub fn phrase(&mut self, start: usize) -> Option<(DateRange, usize)> {
        if self.mode == Mode::Inside && !self.tokens.get(start)?.free {
            return None;
        }
        let (mut at, mut sure) = (start, false);
        while at < start + 4 && (SURE.contains(&self.word(at)) || UNSURE.contains(&self.word(at))) {
            if self.word(at + 1) == "to" {
                break; // "year to date"
            }
            sure |= SURE.contains(&self.word(at));
            at += 1;
        }
        let led = at > start && self.word(at - 1) != "the";
        self.all_time(at)
            .or_else(|| self.two_ends(at))
            .or_else(|| self.aged(at))
            .or_else(|| self.open(at))
            .or_else(|| self.single(at, led, sure))
            .filter(|(range, _)| [range.from, range.to].into_iter().flatten().all(calendar::written))
    }

    fn all_time(&self, at: usize) -> Option<(DateRange, usize)> {
        (self.word(at) == "all" && self.word(at + 1) == "time").then_some(())?;
        self.done(DateRange::ALL, at + 2)
    }

    /// "between X and Y", "from X to Y", "X - Y".
    fn two_ends(&mut self, at: usize) -> Option<(DateRange, usize)> {
        let between = self.word(at) == "between";
        let from = if between || self.word(at) == "from" { at + 1 } else { at };
        let left = self.part(from)?;
        let middle = self.joined(left.next, between)?;
        let right = self.part(middle)?;
        let (range, next) = match (left.part, right.part) {
            // "January 2 to 31, 2026".
            (Part::Day { month, .. }, Part::Number(day)) => {
                let (end, next) = self.with_year(Part::Day { month, day }, right.next);
                (self.span(left.part, end)?, next)
            }
            _ => (self.span(left.part, right.part)?, right.next),
        };
        // "between 2014 and 2016 complaints" are numbers.
        if self.mode == Mode::Inside && left.doubtful && right.doubtful && self.counts(next) {
            return None;
        }
        self.done(range, next)
    }

    /// "since X", "after X", "before X", "until X", "from X on".
    fn open(&mut self, at: usize) -> Option<(DateRange, usize)> {
        let word = self.word(at);
        let mut from = at + 1;
        match word {
            "since" | "after" | "before" | "until" | "till" | "from" => {}
            // "all through 2019" is during it, "through June" is until its end.
            "through" | "thru" if at == 0 || self.word(at - 1) != "all" => {}
            "starting" if matches!(self.word(at + 1), "from" | "on" | "in") => from += 1,
            "prior" | "up" if self.word(at + 1) == "to" => from += 1,
            _ => return None,
        }
        // "up to and including March".
        while matches!(word, "until" | "till" | "up" | "through")
            && matches!(self.word(from), "and" | "including" | "with")
        {
            from += 1;
        }
        from = self.event(from).unwrap_or(from);
        for _ in 0..6 {
            if self.part(from).is_some() || !EVENT.contains(&self.word(from)) {
                break;
            }
            from += 1;
        }
        // "since the start of the year".
        let unit = || Unit::from_word(self.word(from)).filter(|_| from > at + 1);
        if let Some(range) = unit().and_then(|unit| self.this(unit)).filter(|_| word == "since") {
            return self.done(range, from + 1);
        }
        let read = self.part(from)?;
        let range = self.resolve(read.part)?;
        let mut next = read.next;
        if self.mode == Mode::Inside && read.doubtful && word == "from" && self.counts(next) {
            return None;
        }
        let onwards = matches!(self.word(next), "on" | "onward" | "onwards" | "forward");
        next += usize::from(onwards);
        let found = match word {
            "before" | "prior" => DateRange { from: None, to: range.from?.pred_opt() },
            "until" | "till" | "up" | "through" | "thru" => DateRange { from: None, to: range.to },
            "after" => self.until_now(range.to?.succ_opt()?)?,
            // Within a sentence "the emails from January" are those of January; "from January on" is open-ended.
            "from" if self.mode == Mode::Inside && !onwards => range,
            _ => self.until_now(range.from?)?,
        };
        self.done(found, next)
    }

    fn single(&mut self, at: usize, led: bool, sure: bool) -> Option<(DateRange, usize)> {
        let read = self.part(at)?;
        let range = self.resolve(read.part)?;
        if self.mode == Mode::Inside && read.doubtful {
            let year = matches!(read.part, Part::Fixed(_));
            if !led || (year && !sure && self.counts(read.next)) {
                return None;
            }
        }
        self.done(range, read.next)
    }

    /// Whether the following word makes the number before it a count.
    fn counts(&self, next: usize) -> bool {
        let word = self.word(next);
        !word.is_empty() && !GOES_ON.contains(&word)
    }

    /// The token after the word or sign between two ends.
    fn joined(&self, at: usize, between: bool) -> Option<usize> {
        match self.tokens.get(at)?.kind {
            Kind::Dash | Kind::Dots => Some(at + 1),
            _ => match self.word(at) {
                "and" if between || self.next_day(at) => Some(at + 1),
                "to" | "until" | "till" | "through" | "thru" => Some(at + 1),
                "up" if self.word(at + 1) == "to" => Some(at + 2),
                _ => None,
            },
        }
    }

    /// "11 and 12 November": two consecutive days.
    fn next_day(&self, at: usize) -> bool {
        let number = |i: usize| match self.tokens.get(i).map(|t| &t.kind) {
            Some(Kind::Number(day, 1 | 2) | Kind::Ordinal(day)) => Some(*day),
            _ => None,
        };
        let (Some(first), Some(second)) = (at.checked_sub(1).and_then(number), number(at + 1)) else { return false };
        let month = at + 2 + usize::from(self.word(at + 2) == "of");
        second == first + 1 && calendar::month_number(self.word(month)).is_some()
    }

    /// "since the payment outage on 11 November": skips words that only name the event.
    fn event(&mut self, from: usize) -> Option<usize> {
        let joint = (from + 1..from + 7).find(|i| matches!(self.word(*i), "on" | "of" | "from"))?;
        let words = (from..joint).all(|i| !self.word(i).is_empty() && calendar::month_number(self.word(i)).is_none());
        let day =
            |read: Read| matches!(read.part, Part::Day { .. }) || matches!(read.part, Part::Fixed(r) if r.from == r.to);
        (words && self.part(from).is_none() && self.part(joint + 1).is_some_and(day)).then_some(joint + 1)
    }

    /// The result, unless the whole text was required and something is left.
    fn done(&self, range: DateRange, next: usize) -> Option<(DateRange, usize)> {
        let rest = self.tokens.get(next..).unwrap_or_default();
        let fits = self.mode == Mode::Inside || rest.iter().all(|t| t.kind == Kind::Other);
        fits.then_some((range, next))
    }

    /// The days of a single part: without a year, the latest that has begun by `as_of`.
    pub(super) fn resolve(&mut self, part: Part) -> Option<DateRange> {
        match part {
            Part::Fixed(range) => Some(range),
            Part::Number(_) => None,
            _ => calendar::latest(self.as_of, |year| self.in_year(part, year)),
        }
    }

    /// From the first day of one part to the last of another. An end without a year takes it from the other.
    fn span(&mut self, left: Part, right: Part) -> Option<DateRange> {
        let (left, right) = match (left, right) {
            (Part::Number(day), _) => {
                let end = self.resolve(right)?;
                // "2 to 31 January": the right end must be a day.
                let to = end.from.filter(|from| Some(*from) == end.to)?;
                let from = NaiveDate::from_ymd_opt(to.year(), to.month(), day)?;
                (DateRange::new(from, from), end)
            }
            (Part::Fixed(start), Part::Fixed(end)) => (start, end),
            (Part::Fixed(start), part) => {
                let year = start.from?.year();
                self.same_month(start, self.in_year(part, year))?;
                (start, calendar::next_after(start.from?, |year| self.in_year(part, year))?)
            }
            (part, _) => {
                let end = self.resolve(right)?;
                self.same_month(self.in_year(part, end.from?.year()).unwrap_or(end), Some(end))?;
                (calendar::latest(end.from?, |year| self.in_year(part, year))?, end)
            }
        };
        self.ordered(left.from?, right.to?)
    }

    /// "31 January to 1 January" is not eleven months: two days of one month are in one year.
    fn same_month(&mut self, left: DateRange, right: Option<DateRange>) -> Option<()> {
        let one = |range: DateRange| range.from.filter(|from| Some(*from) == range.to);
        match (one(left), right.and_then(one)) {
            (Some(a), Some(b)) if a > b && a.month() == b.month() => self.ordered(a, b).map(|_| ()),
            _ => Some(()),
        }
    }

    fn in_year(&self, part: Part, year: i32) -> Option<DateRange> {
        match part {
            Part::Month(month) => calendar::month(year, month),
            Part::Quarter(quarter) => calendar::quarter(year, quarter),
            Part::Day { month, day } => calendar::whole(Unit::Day, NaiveDate::from_ymd_opt(year, month, day)?),
            Part::Fixed(_) | Part::Number(_) => None,
        }
    }

    fn until_now(&mut self, from: NaiveDate) -> Option<DateRange> {
        if from > self.as_of {
            self.problem.get_or_insert(RangeError::Ahead { from, last: self.as_of });
            return None;
        }
        Some(DateRange::new(from, self.as_of))
    }

    /// "compare January 2026 to December 2025" names two times, not the ends of one.
    fn compares(&self) -> bool {
        let word = |w: &str| w.starts_with("compar") || w.starts_with("differ") || matches!(w, "versus" | "vs");
        self.mode == Mode::Inside && self.tokens.iter().any(|t| word(t.word()))
    }

    fn ordered(&mut self, from: NaiveDate, to: NaiveDate) -> Option<DateRange> {
        if from > to && self.compares() {
            return None;
        }
        if from > to {
            self.problem.get_or_insert(RangeError::Inverted { from, to });
            return None;
        }
        Some(DateRange::new(from, to))
    }

    /// The unit around `as_of`, up to that day.
    pub(super) fn this(&self, unit: Unit) -> Option<DateRange> {
        Some(DateRange::new(calendar::whole(unit, self.as_of)?.from?, self.as_of))
    }

    pub(super) fn word(&self, at: usize) -> &'a str {
        self.tokens.get(at).map(Token::word).unwrap_or_default()
    }
}
