//! Local time in Lithuania. The European rule: two hours ahead of UTC, three from the last Sunday of March to the last
//! Sunday of October, changing at 01:00 UTC.

use chrono::{DateTime, Datelike, Duration, FixedOffset, NaiveDate, Utc};

const HOUR_SECS: i32 = 3_600;

/// Local time; `None` outside the calendar's range. `at` is UTC milliseconds.
pub fn time(at: i64) -> Option<DateTime<FixedOffset>> {
    let utc = DateTime::<Utc>::from_timestamp_millis(at)?;
    let change = |month| Some(last_sunday(utc.year(), month)?.and_hms_opt(1, 0, 0)?.and_utc());
    let summer = change(3)? <= utc && utc < change(10)?;
    let offset = FixedOffset::east_opt(if summer { 3 } else { 2 } * HOUR_SECS)?;
    Some(utc.with_timezone(&offset))
}

/// With its offset, for programs: "2026-01-31T18:00:00+02:00".
pub fn iso(at: i64) -> String {
    time(at).map(|t| t.format("%Y-%m-%dT%H:%M:%S%:z").to_string()).unwrap_or_default()
}

/// For people: "31 January 2026, 18:00".
pub fn full(at: i64) -> String {
    time(at).map(|t| t.format("%-d %B %Y, %H:%M").to_string()).unwrap_or_default()
}

/// For March or October, which both have 31 days.
fn last_sunday(year: i32, month: u32) -> Option<NaiveDate> {
    let last = NaiveDate::from_ymd_opt(year, month, 31)?;
    Some(last - Duration::days(i64::from(last.weekday().num_days_from_sunday())))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> i64 {
        text.parse::<DateTime<Utc>>().unwrap().timestamp_millis()
    }

    #[test]
    fn clocks_change_twice_a_year() {
        for (utc, local) in [
            ("2026-01-31T16:00:00Z", "2026-01-31T18:00:00+02:00"),
            ("2026-03-29T00:59:59Z", "2026-03-29T02:59:59+02:00"),
            ("2026-03-29T01:00:00Z", "2026-03-29T04:00:00+03:00"),
            ("2026-10-25T00:59:59Z", "2026-10-25T03:59:59+03:00"),
            ("2026-10-25T01:00:00Z", "2026-10-25T03:00:00+02:00"),
            ("2026-07-01T21:30:00Z", "2026-07-02T00:30:00+03:00"),
        ] {
            assert_eq!(iso(at(utc)), local);
        }
        assert_eq!(full(at("2026-07-01T21:30:00Z")), "2 July 2026, 00:30");
        assert_eq!(iso(i64::MAX), "");
    }
}
