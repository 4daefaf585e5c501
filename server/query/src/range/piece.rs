//! Further calendar parts: halves and seasons of a year, its first or last months, months ago.

use chrono::{Datelike, Days, Months, NaiveDate, Weekday};
use model::time::DateRange;

use super::calendar::{self, Unit};
use super::grammar::{Grammar, Part, Read};
use super::part::{fixed, singular, sure};
use super::token::Kind;

/// Meteorological seasons, by first month; winter spans two years and is left out.
const SEASONS: [(&str, u32); 4] = [("spring", 3), ("summer", 6), ("autumn", 9), ("fall", 9)];

impl Grammar<'_> {
    /// "summer 2025", "the first half of 2025", "the last 3 months of 2025", "two weeks ago", "the month before last".
    pub(super) fn piece(&mut self, at: usize) -> Option<Read> {
        self.week_of(at)
            .or_else(|| self.edge(at))
            .or_else(|| self.months_to(at))
            .or_else(|| self.season(at))
            .or_else(|| self.first_or_last(at))
            .or_else(|| self.ago(at))
            .or_else(|| self.before_last(at))
    }

    /// A half of the following year, or of this one.
    pub(super) fn half(&mut self, half: u32, at: usize) -> Option<Read> {
        let (first, last) = if half == 1 { (1, 2) } else { (3, 4) };
        let of = at + usize::from(matches!(self.word(at), "of" | "in"));
        let of = of + usize::from(matches!(self.word(of), "the" | "this" | "last"));
        let (year, next) = match (self.year_at(of), self.word(of)) {
            (Some(year), _) => (Some(year), of + 1),
            (None, "year") => {
                let range = match self.word(of - 1) {
                    "last" => calendar::before(Unit::Year, self.as_of),
                    _ => calendar::whole(Unit::Year, self.as_of),
                };
                (range.and_then(|r| r.from).map(|day| chrono::Datelike::year(&day)), of + 1)
            }
            _ => (None, at),
        };
        let quarters = |year: i32| {
            Some(DateRange { from: calendar::quarter(year, first)?.from, to: calendar::quarter(year, last)?.to })
        };
        match year {
            Some(year) => fixed(quarters(year), next),
            None => fixed(calendar::latest(self.as_of, quarters), next),
        }
    }

    fn season(&mut self, at: usize) -> Option<Read> {
        let (_, month) = SEASONS.iter().find(|(name, _)| *name == self.word(at))?;
        let of = at + 1 + usize::from(self.word(at + 1) == "of");
        let last = self.word(of) == "last" && self.word(of + 1) == "year";
        let months = |year: i32| {
            let (from, to) = (calendar::month(year, *month)?, calendar::month(year, month + 2)?);
            Some(DateRange { from: from.from, to: to.to })
        };
        match (last, self.year_at(of)) {
            (true, _) => {
                let year = chrono::Datelike::year(&calendar::before(Unit::Year, self.as_of)?.from?);
                fixed(months(year), of + 2)
            }
            (_, Some(year)) => fixed(months(year), of + 1),
            // The one that began last; "may spring up" and "fall" are mostly no seasons, so a preposition stands before it.
            _ if at == 0 && self.word(1).is_empty()
                || at > 0 && matches!(self.word(at - 1), "in" | "this" | "last" | "the" | "during" | "since") =>
            {
                fixed(calendar::latest(self.as_of, months), at + 1)
            }
            _ => None,
        }
    }

    /// "first half of 2025", "last 3 months of 2025", "first week of January 2026".
    fn first_or_last(&mut self, at: usize) -> Option<Read> {
        let place = self.word(at);
        let first = place == "first";
        if !first && !matches!(place, "last" | "final" | "second") {
            return None;
        }
        // "The last half year" is six months, not a second half.
        if self.word(at + 1) == "half" && self.word(at + 2) == "year" {
            return None;
        }
        if self.word(at + 1) == "half" {
            return self.half(if first { 1 } else { 2 }, at + 2);
        }
        let (count, unit) = self.count(at + 1).unwrap_or((1, at + 1));
        let (unit, of) = (Unit::from_word(self.word(unit))?, unit + 1);
        if place == "second" || self.word(of) != "of" || self.word(of + 1) == "last" {
            return None;
        }
        let whole = self.part(of + 1)?;
        let range = match whole.part {
            Part::Fixed(range) => range,
            Part::Month(_) | Part::Quarter(_) => self.resolve(whole.part)?,
            _ => return None,
        };
        let (from, to) = (range.from?, range.to?);
        let cut = if first {
            DateRange::new(from, after(unit, from, count)?.pred_opt()?.min(to))
        } else {
            DateRange::new(calendar::rolling(unit, count, to)?.from?.max(from), to)
        };
        fixed(Some(cut), whole.next)
    }

    /// "3 months ago" is that whole month, "a week ago" that week, "10 days ago" that day.
    pub(super) fn ago(&mut self, at: usize) -> Option<Read> {
        let (count, unit) = match self.word(at) {
            "a" | "one" => (1, at + 1),
            _ => self.count(at)?,
        };
        let next = unit + 1;
        if self.word(next) != "ago" {
            return None;
        }
        let unit = Unit::from_word(self.word(unit))?;
        // "than a year ago" compares with the same days.
        if unit == Unit::Year && count == 1 {
            return None;
        }
        let then = match unit {
            Unit::Day => self.as_of.checked_sub_days(Days::new(count.into()))?,
            Unit::Week => self.as_of.checked_sub_days(Days::new(u64::from(count) * 7))?,
            Unit::Month => self.as_of.checked_sub_months(Months::new(count))?,
            Unit::Quarter => self.as_of.checked_sub_months(Months::new(count.checked_mul(3)?))?,
            Unit::Year => self.as_of.checked_sub_months(Months::new(count.checked_mul(12)?))?,
        };
        fixed(calendar::whole(unit, then), next + 1)
    }

    /// "older than 10 days", "more than two weeks ago", "newer than a month": from or to that long before the last day.
    pub(super) fn aged(&self, at: usize) -> Option<(DateRange, usize)> {
        let old = match (self.word(at), self.word(at + 1)) {
            ("older" | "earlier", "than") => true,
            ("newer" | "younger", "than") => false,
            ("more" | "longer", "than") | ("over", _) => true,
            ("less" | "fewer", "than") | ("under", _) => false,
            _ => return None,
        };
        let own = matches!(self.word(at), "older" | "newer" | "younger");
        let from = at + if matches!(self.word(at), "over" | "under") { 1 } else { 2 };
        let (count, unit) = match self.word(from) {
            "a" | "an" | "one" => (1, from + 1),
            _ => self.count(from)?,
        };
        let end = self.word(unit + 1);
        let next = unit + 1 + usize::from(matches!(end, "ago" | "old"));
        if !own && !matches!(end, "ago" | "old") {
            return None;
        }
        let day = calendar::rolling(Unit::from_word(self.word(unit))?, count, self.as_of)?.from?.pred_opt()?;
        let range = match old {
            true => DateRange { from: None, to: day.pred_opt() },
            false => DateRange::new(day.succ_opt()?, self.as_of),
        };
        Some((range, next))
    }

    /// "the start of 2019", "mid November", "end of June" as the end of a range; "Christmas".
    fn edge(&mut self, at: usize) -> Option<Read> {
        let word = self.word(at);
        if matches!(word, "christmas" | "xmas") {
            let (part, next) = self.with_year(Part::Day { month: 12, day: 25 }, at + 1);
            return sure(part, next);
        }
        if !matches!(word, "start" | "beginning" | "begin" | "end" | "mid" | "middle") {
            return None;
        }
        let dash = usize::from(matches!(self.tokens.get(at + 1).map(|t| &t.kind), Some(Kind::Dash)));
        let of = at + 1 + dash + usize::from(self.word(at + 1) == "of");
        let whole = self.part(of)?;
        let range = self.resolve(whole.part)?;
        let (from, to) = (range.from?, range.to?);
        let day = match word {
            "end" => to,
            "mid" | "middle" => {
                from.checked_add_days(Days::new(((to - from).num_days() / 2 - 1).max(0).unsigned_abs()))?
            }
            _ => from,
        };
        // The middle of any month is the 15th.
        let day = if word.starts_with("mid") && to.month() == from.month() { from.with_day(15)? } else { day };
        fixed(Some(DateRange::new(day, day)), whole.next)
    }

    /// "the week of 10 November": seven days from a Sunday, else the week around the day.
    fn week_of(&mut self, at: usize) -> Option<Read> {
        let joint = self.word(at + 1);
        let from = matches!(joint, "starting" | "beginning" | "commencing" | "from");
        if self.word(at) != "week" || !(from || joint == "of") {
            return None;
        }
        let day = self.part(at + 2)?;
        let range = self.resolve(day.part)?;
        let first = range.from.filter(|f| Some(*f) == range.to)?;
        let begins = from || first.weekday() == Weekday::Sun;
        let week = || Some(DateRange::new(first, first.checked_add_days(Days::new(6))?));
        fixed(if begins { week() } else { calendar::whole(Unit::Week, first) }, day.next)
    }

    /// "the 12 months to June 2019", "three months ending March".
    pub(super) fn months_to(&mut self, at: usize) -> Option<Read> {
        let (count, unit) = self.count(at)?;
        let to = unit + 1;
        if !matches!(self.word(to), "to" | "until" | "ending" | "ended" | "through" | "till") {
            return None;
        }
        let unit = Unit::from_word(self.word(unit))?;
        let in_or_with = usize::from(matches!(self.word(to + 1), "in" | "with" | "on"));
        let end = self.part(to + 1 + in_or_with)?;
        let range = self.resolve(end.part)?;
        fixed(rolled(unit, count, range.to?), end.next)
    }

    /// "the month before last".
    fn before_last(&mut self, at: usize) -> Option<Read> {
        let unit = singular(self.word(at))?;
        if self.word(at + 1) != "before" || self.word(at + 2) != "last" || singular(self.word(at + 3)).is_some() {
            return None;
        }
        let last = calendar::before(unit, self.as_of)?;
        fixed(calendar::before(unit, last.from?), at + 3)
    }
}

/// This many units up to a day; whole months if the day ends one.
fn rolled(unit: Unit, count: u32, to: NaiveDate) -> Option<DateRange> {
    let next = to.succ_opt()?;
    let months = match unit {
        Unit::Month => count,
        Unit::Quarter => count.checked_mul(3)?,
        Unit::Year => count.checked_mul(12)?,
        Unit::Day | Unit::Week => return calendar::rolling(unit, count, to),
    };
    Some(DateRange::new(next.checked_sub_months(Months::new(months))?, to))
}

/// The day this many units after another.
fn after(unit: Unit, day: NaiveDate, count: u32) -> Option<NaiveDate> {
    match unit {
        Unit::Day => day.checked_add_days(Days::new(count.into())),
        Unit::Week => day.checked_add_days(Days::new(u64::from(count) * 7)),
        Unit::Month => day.checked_add_months(Months::new(count)),
        Unit::Quarter => day.checked_add_months(Months::new(count.checked_mul(3)?)),
        Unit::Year => day.checked_add_months(Months::new(count.checked_mul(12)?)),
    }
}
