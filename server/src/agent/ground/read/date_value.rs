//! A day or a stretch of the calendar, as far as a print tells.
//!
//! Deliberately not here: finding dates in a text (`date`).

use std::collections::HashSet;

use chrono::{Datelike, Duration, Months, NaiveDate};
use serde_json::Value;

use super::Shape;

/// A day, or a stretch of the calendar, as far as the print tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DateValue {
    Day(NaiveDate),
    /// Month and day, no year.
    DayMonth(u32, u32),
    Month(i32, u32),
    MonthOnly(u32),
    /// Quarter 1 to 4, and its year when printed.
    Quarter(Option<i32>, u32),
    /// Half 1 or 2 of a year, and the year when printed.
    Half(Option<i32>, u32),
    Year(i32),
}

impl DateValue {
    /// True when `day` is this day or lies in this stretch.
    pub fn holds(self, day: NaiveDate) -> bool {
        match self {
            Self::Day(d) => d == day,
            Self::DayMonth(m, d) => (day.month(), day.day()) == (m, d),
            Self::Month(y, m) => (day.year(), day.month()) == (y, m),
            Self::MonthOnly(m) => day.month() == m,
            Self::Quarter(y, q) => y.is_none_or(|y| y == day.year()) && day.month0() / 3 + 1 == q,
            Self::Half(y, h) => y.is_none_or(|y| y == day.year()) && day.month0() / 6 + 1 == h,
            Self::Year(y) => day.year() == y,
        }
    }

    /// True for a single day, printed with its year or without.
    pub fn is_day(self) -> bool {
        matches!(self, Self::Day(_) | Self::DayMonth(..))
    }

    /// The first day of a month under the name "month" stands for the month.
    pub fn under(self, name: &str) -> Self {
        match self {
            Self::Day(d) if name == "month" && d.day() == 1 => Self::Month(d.year(), d.month()),
            other => other,
        }
    }

    /// "11/02/2025", read as the eleventh of February, as the second of November.
    pub fn month_first(self) -> Self {
        match self {
            Self::Day(d) => NaiveDate::from_ymd_opt(d.year(), d.day(), d.month()).map_or(self, Self::Day),
            other => other,
        }
    }

    /// The first and the last day; `None` where the print gives no year.
    pub fn days(self) -> Option<(NaiveDate, NaiveDate)> {
        let months = |y: i32, from: u32, n: u32| {
            let first = NaiveDate::from_ymd_opt(y, from, 1)?;
            Some((first, first.checked_add_months(Months::new(n))?.pred_opt()?))
        };
        match self {
            Self::Day(d) => Some((d, d)),
            Self::Month(y, m) => months(y, m, 1),
            Self::Quarter(Some(y), q) => months(y, 3 * q.checked_sub(1)? + 1, 3),
            Self::Half(Some(y), h) => months(y, 6 * h.checked_sub(1)? + 1, 6),
            Self::Year(y) => months(y, 1, 12),
            Self::DayMonth(..) | Self::MonthOnly(_) | Self::Quarter(None, _) | Self::Half(None, _) => None,
        }
    }

    /// Reads a date that stands alone in a field: `2026-01-16`, `2026-01-16T…`, `2026-01`, "16 January 2026".
    pub fn from_field(text: &str) -> Option<Self> {
        let text = text.trim();
        let day = text.get(..10).and_then(|t| t.parse::<NaiveDate>().ok());
        if let Some(day) = day {
            let rest = &text[10..];
            return (rest.is_empty() || rest.starts_with(['T', ' ']) && rest.len() <= 26).then_some(Self::Day(day));
        }
        if let Some(quarter) = quarter(text) {
            return Some(quarter);
        }
        if text.len() == 7
            && let Some((y, m)) = text.split_once('-')
            && let (Ok(y), Ok(m)) = (y.parse::<i32>(), m.parse::<u32>())
        {
            return (1900..2100).contains(&y).then_some(Self::Month(y, m)).filter(|_| (1..=12).contains(&m));
        }
        if text.len() > 26 || !text.bytes().any(|b| b.is_ascii_digit()) {
            return None;
        }
        let mut tokens = super::tokens(text, &[]);
        // A time of day says nothing of the day.
        if tokens.last().is_some_and(|t| t.shape == Shape::Clock) {
            tokens.pop();
        }
        match super::date::find(&tokens).as_slice() {
            [one] if one.first == 0 && one.last + 1 == tokens.len() => Some(one.value),
            _ => None,
        }
    }

    /// Reads a name under which a stretch of time stands: what [`Self::from_field`] reads, a year, the name of a month.
    pub fn from_name(text: &str) -> Option<Self> {
        let year = || text.parse().ok().filter(|y| text.len() == 4 && (1900..2100).contains(y)).map(Self::Year);
        let month = || super::date::month(text).filter(|_| text.len() >= 3).map(Self::MonthOnly);
        Self::from_field(text).or_else(year).or_else(month)
    }
}

/// Whether the dates with slashes of these results begin with the month: one has a day above 12 in the second place, or
/// the second numbers differ more than the first, as the days of some months do.
pub fn month_first<'v>(results: impl Iterator<Item = &'v Value>) -> bool {
    fn look(value: &Value, seen: &mut [HashSet<u32>; 2]) {
        match value {
            Value::Object(map) => map.values().for_each(|v| look(v, seen)),
            Value::Array(items) => items.iter().for_each(|v| look(v, seen)),
            Value::String(text) if (8..=10).contains(&text.len()) => {
                let parts: Vec<u32> = text.split('/').filter_map(|p| p.parse().ok()).collect();
                if let [first, second, 1900..2100] = parts[..] {
                    seen[0].insert(first);
                    seen[1].insert(second);
                }
            }
            _ => {}
        }
    }
    let mut seen = [HashSet::new(), HashSet::new()];
    results.for_each(|result| look(result, &mut seen));
    let day = |of: &HashSet<u32>| of.iter().any(|n| *n > 12);
    match (day(&seen[0]), day(&seen[1])) {
        (false, true) => true,
        (false, false) => seen[1].len() > seen[0].len(),
        (true, _) => false,
    }
}

/// "2025-Q1", "2025Q1", "Q1-2025", "Q1/2025".
fn quarter(text: &str) -> Option<DateValue> {
    let parts = || text.split(['-', '/', ' ', 'Q', 'q']).filter(|p| !p.is_empty());
    let numbers: Vec<u32> = parts().filter_map(|p| p.parse().ok()).collect();
    let [a, b] = numbers.as_slice() else { return None };
    let (year, quarter) = if text.starts_with(['Q', 'q']) { (*b, *a) } else { (*a, *b) };
    let fits = text.len() <= 7 && text.contains(['Q', 'q']) && parts().count() == 2;
    let year = i32::try_from(year).ok().filter(|y| fits && (1900..2100).contains(y))?;
    (1..=4).contains(&quarter).then_some(DateValue::Quarter(Some(year), quarter))
}

/// True for a name under which a year stands: `year`, `fiscal_year`, `jahr`.
pub fn is_year_key(key: &str) -> bool {
    let key = key.to_ascii_lowercase();
    // "previousYear" is what was counted in it.
    if ["previous", "prior", "last"].iter().any(|w| key.starts_with(w)) {
        return false;
    }
    ["year", "jahr", "fy", "yr", "y"].iter().any(|w| key == *w || key.ends_with(&format!("_{w}")))
        || key.ends_with("year")
}

/// As many whole months before a stretch of whole months; else as many days.
pub fn stretch_before(first: NaiveDate, last: NaiveDate) -> (NaiveDate, NaiveDate) {
    let day = Duration::days(1);
    let next = last + day;
    let months = (next.year() * 12 + next.month() as i32) - (first.year() * 12 + first.month() as i32);
    let whole = first.day() == 1 && next.day() == 1 && months > 0;
    let from = if whole { first.checked_sub_months(Months::new(months as u32)) } else { None };
    (from.unwrap_or(first - (next - first)), first - day)
}
