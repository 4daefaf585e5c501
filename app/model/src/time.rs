//! Ranges of days, and dates in words. No clock here: "today" is always a parameter.

use chrono::{DateTime, Datelike, NaiveDate};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A closed range of days, both ends included. An open end is `None`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DateRange {
    #[serde(default, alias = "start")]
    pub from: Option<NaiveDate>,
    #[serde(default, alias = "end")]
    pub to: Option<NaiveDate>,
}

impl DateRange {
    /// No limit at either end.
    pub const ALL: Self = Self { from: None, to: None };

    pub const fn new(from: NaiveDate, to: NaiveDate) -> Self {
        Self { from: Some(from), to: Some(to) }
    }

    /// Number of days, if both ends are known.
    pub fn days(&self) -> Option<i64> {
        Some((self.to? - self.from?).num_days() + 1)
    }

    /// The range of equal length that ends the day before this one begins.
    pub fn previous(&self) -> Option<Self> {
        let (from, days) = (self.from?, self.days()?);
        Some(Self::new(from - chrono::Duration::days(days), from.pred_opt()?))
    }

    /// The range in at most `most` parts of about equal length, in order; itself if an end is open.
    pub fn parts(&self, most: i64) -> Vec<Self> {
        let (Some(from), Some(days)) = (self.from, self.days()) else { return vec![*self] };
        let count = days.min(most).max(1);
        let start = |i: i64| from + chrono::Duration::days(days * i / count);
        (0..count).map(|i| Self::new(start(i), start(i + 1) - chrono::Duration::days(1))).collect()
    }

    /// "October 2025" for a whole month, "Q4 2025" for a whole quarter; [`Self::label`] otherwise.
    pub fn name(&self) -> String {
        self.whole().unwrap_or_else(|| self.label())
    }

    /// The same as the end of a sentence: " in October 2025", " on 16 January 2026", ", 2 to 31 January 2026".
    pub fn within(&self) -> String {
        match self.whole() {
            Some(name) => format!(" in {name}"),
            None if self.days() == Some(1) => format!(" on {}", self.label()),
            None => format!(", {}", self.label()),
        }
    }

    /// The name of a whole month or quarter.
    fn whole(&self) -> Option<String> {
        let first = self.from.filter(|day| day.day() == 1)?;
        let last = |months: u32| first.checked_add_months(chrono::Months::new(months))?.pred_opt();
        if self.to? == last(1)? {
            return Some(first.format("%B %Y").to_string());
        }
        let quarter = self.to? == last(3)? && first.month0().is_multiple_of(3);
        quarter.then(|| format!("Q{} {}", first.month0() / 3 + 1, first.year()))
    }

    /// Absolute and in full, as every answer prints it: "2 to 31 January 2026".
    pub fn label(&self) -> String {
        match (self.from, self.to) {
            (None, None) => "all dates".into(),
            (Some(from), None) => format!("from {}", full_date(from)),
            (None, Some(to)) => format!("until {}", full_date(to)),
            (Some(from), Some(to)) if from == to => full_date(from),
            (Some(from), Some(to)) => {
                let start = match (
                    from.format("%Y").to_string() == to.format("%Y").to_string(),
                    from.format("%m%Y").to_string() == to.format("%m%Y").to_string(),
                ) {
                    (_, true) => from.format("%-d").to_string(),
                    (true, false) => from.format("%-d %B").to_string(),
                    (false, false) => full_date(from),
                };
                format!("{start} to {}", full_date(to))
            }
        }
    }
}

/// Monday to Sunday of a day's week.
pub fn week_of(day: NaiveDate) -> DateRange {
    let week = day.week(chrono::Weekday::Mon);
    DateRange { from: week.checked_first_day(), to: week.checked_last_day() }
}

/// The first to the last day of a day's month.
pub fn month_of(day: NaiveDate) -> Option<DateRange> {
    let first = day.with_day(1)?;
    Some(DateRange::new(first, first.checked_add_months(chrono::Months::new(1))?.pred_opt()?))
}

/// "16 January 2026".
pub fn full_date(day: NaiveDate) -> String {
    day.format("%-d %B %Y").to_string()
}

/// "16 Jan 2026".
pub fn short_date(day: NaiveDate) -> String {
    day.format("%-d %b %Y").to_string()
}

/// The UTC day of a time in UTC milliseconds.
pub fn day_of(at_ms: i64) -> NaiveDate {
    DateTime::from_timestamp_millis(at_ms).unwrap_or_default().date_naive()
}

/// Noon UTC of a day, in UTC milliseconds: the time given to records whose source knows only the day.
pub fn noon(day: NaiveDate) -> i64 {
    day.and_hms_opt(12, 0, 0).unwrap_or_default().and_utc().timestamp_millis()
}

/// "09:14" of a time in UTC milliseconds.
pub fn clock(at_ms: i64) -> String {
    DateTime::from_timestamp_millis(at_ms).unwrap_or_default().format("%H:%M").to_string()
}

/// "31 January 2026, 09:14 UTC".
pub fn full_time(at_ms: i64) -> String {
    DateTime::from_timestamp_millis(at_ms).unwrap_or_default().format("%-d %B %Y, %H:%M UTC").to_string()
}

/// "31 Jan 09:14".
pub fn short_time(at_ms: i64) -> String {
    DateTime::from_timestamp_millis(at_ms).unwrap_or_default().format("%-d %b %H:%M").to_string()
}

/// The day of a number such as 20260131, the form of days among a query's figures.
pub fn day_of_digits(number: f64) -> Option<NaiveDate> {
    let n = number as u32;
    NaiveDate::from_ymd_opt((n / 10_000) as i32, n / 100 % 100, n % 100)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    #[test]
    fn labels_are_absolute_and_short() {
        for (from, to, want) in [
            ("2026-01-02", "2026-01-31", "2 to 31 January 2026"),
            ("2025-12-02", "2025-12-02", "2 December 2025"),
            ("2025-10-02", "2025-12-31", "2 October to 31 December 2025"),
            ("2025-12-02", "2026-01-31", "2 December 2025 to 31 January 2026"),
        ] {
            assert_eq!(DateRange::new(day(from), day(to)).label(), want);
        }
        assert_eq!(DateRange::ALL.label(), "all dates");
    }

    #[test]
    fn whole_months_and_quarters_have_names() {
        for (from, to, want) in [
            ("2025-12-01", "2025-12-31", " in December 2025"),
            ("2025-10-01", "2025-12-31", " in Q4 2025"),
            ("2025-11-01", "2026-01-31", ", 1 November 2025 to 31 January 2026"),
            ("2025-12-02", "2025-12-02", " on 2 December 2025"),
            ("2025-12-01", "2025-12-30", ", 1 to 30 December 2025"),
        ] {
            assert_eq!(DateRange::new(day(from), day(to)).within(), want);
        }
        assert_eq!(DateRange::ALL.within(), ", all dates");
        assert_eq!(DateRange::new(day("2025-10-01"), day("2025-12-31")).name(), "Q4 2025");
    }

    #[test]
    fn parts_cover_the_range_once() {
        for (from, to, most) in [("2026-01-02", "2026-01-31", 7), ("2026-01-02", "2026-01-03", 12)] {
            let range = DateRange::new(day(from), day(to));
            let parts = range.parts(most);
            assert_eq!((parts.first().unwrap().from, parts.last().unwrap().to), (range.from, range.to));
            assert!(parts.windows(2).all(|p| p[0].to.unwrap().succ_opt() == p[1].from));
            assert_eq!(parts.iter().filter_map(DateRange::days).sum::<i64>(), range.days().unwrap());
        }
        assert_eq!(DateRange::ALL.parts(3), [DateRange::ALL]);
    }

    #[test]
    fn previous_is_as_long_and_ends_the_day_before() {
        let range = DateRange::new(day("2026-01-02"), day("2026-01-31"));
        assert_eq!(range.previous(), Some(DateRange::new(day("2025-12-03"), day("2026-01-01"))));
        assert_eq!(range.days(), Some(30));
    }
}
