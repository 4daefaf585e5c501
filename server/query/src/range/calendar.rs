//! Arithmetic with days, weeks, months, quarters and years. Everything that could leave the calendar returns `None`.

use chrono::{Datelike, Days, Months, NaiveDate};
use model::time::{DateRange, week_of};

/// A unit of the calendar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    Day,
    Week,
    Month,
    Quarter,
    Year,
}

impl Unit {
    /// From a word in lower case, singular or plural.
    pub fn from_word(word: &str) -> Option<Self> {
        Some(match word.strip_suffix('s').unwrap_or(word) {
            "day" => Self::Day,
            "week" => Self::Week,
            "month" => Self::Month,
            "quarter" => Self::Quarter,
            "year" => Self::Year,
            _ => return None,
        })
    }
}

/// 1 to 12, from a name or its usual short form.
pub fn month_number(word: &str) -> Option<u32> {
    const MONTHS: [&str; 12] = [
        "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
        "december",
    ];
    if word == "sept" {
        return Some(9);
    }
    let at = MONTHS.iter().position(|name| word == *name || (word.len() == 3 && name.starts_with(word)))?;
    u32::try_from(at + 1).ok()
}

/// The number of whole months in a range, if it begins and ends with one.
pub fn whole_months(range: DateRange) -> Option<u32> {
    let (from, next) = (range.from?, range.to?.succ_opt()?);
    let months = next.year() * 12 + next.month0() as i32 - from.year() * 12 - from.month0() as i32;
    u32::try_from(months).ok().filter(|_| from.day() == 1 && next.day() == 1)
}

pub fn month(year: i32, month: u32) -> Option<DateRange> {
    months(NaiveDate::from_ymd_opt(year, month, 1)?, 1)
}

pub fn quarter(year: i32, quarter: u32) -> Option<DateRange> {
    months(NaiveDate::from_ymd_opt(year, quarter.checked_sub(1)? * 3 + 1, 1)?, 3)
}

pub fn year(year: i32) -> Option<DateRange> {
    months(NaiveDate::from_ymd_opt(year, 1, 1)?, 12)
}

fn months(from: NaiveDate, count: u32) -> Option<DateRange> {
    Some(DateRange::new(from, from.checked_add_months(Months::new(count))?.pred_opt()?))
}

/// The whole unit around a day; weeks run from Monday to Sunday.
pub fn whole(unit: Unit, day: NaiveDate) -> Option<DateRange> {
    match unit {
        Unit::Day => Some(DateRange::new(day, day)),
        Unit::Week => Some(week_of(day)),
        Unit::Month => month(day.year(), day.month()),
        Unit::Quarter => quarter(day.year(), day.month0() / 3 + 1),
        Unit::Year => year(day.year()),
    }
}

/// The whole unit before the one around a day.
pub fn before(unit: Unit, day: NaiveDate) -> Option<DateRange> {
    whole(unit, whole(unit, day)?.from?.pred_opt()?)
}

/// The whole unit after the one around a day.
pub fn after(unit: Unit, day: NaiveDate) -> Option<DateRange> {
    whole(unit, whole(unit, day)?.to?.succ_opt()?)
}

/// The last `count` units up to and including a day: "last 30 days" of 31 January is 2 to 31 January.
pub fn rolling(unit: Unit, count: u32, day: NaiveDate) -> Option<DateRange> {
    if count == 0 {
        return None;
    }
    let from = match unit {
        Unit::Day => day.checked_sub_days(Days::new(u64::from(count) - 1))?,
        Unit::Week => day.checked_sub_days(Days::new(u64::from(count) * 7 - 1))?,
        Unit::Month => day.checked_sub_months(Months::new(count))?.succ_opt()?,
        Unit::Quarter => day.checked_sub_months(Months::new(count.checked_mul(3)?))?.succ_opt()?,
        Unit::Year => day.checked_sub_months(Months::new(count.checked_mul(12)?))?.succ_opt()?,
    };
    written(from).then(|| DateRange::new(from, day))
}

/// Whether a day has a four-digit year, as the store compares days as text.
pub fn written(day: NaiveDate) -> bool {
    (1..=9999).contains(&day.year())
}

/// The latest year, at most eight back, for which `make` gives a range that begins no later than `as_of`.
pub fn latest(as_of: NaiveDate, make: impl Fn(i32) -> Option<DateRange>) -> Option<DateRange> {
    (0..=8).filter_map(|back| make(as_of.year() - back)).find(|range| range.from.is_some_and(|from| from <= as_of))
}

/// The first year, at most eight on, for which `make` gives a range that begins no earlier than `from`.
pub fn next_after(from: NaiveDate, make: impl Fn(i32) -> Option<DateRange>) -> Option<DateRange> {
    (0..=8).filter_map(|on| make(from.year() + on)).find(|range| range.from.is_some_and(|start| start >= from))
}
