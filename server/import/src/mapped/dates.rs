//! Parses dates and times in all usual forms.

use base::tabular::DayOrder;
use chrono::{DateTime, NaiveDate, NaiveDateTime};
use model::time::noon;

use super::mapping::Dates;

/// A point in time: the day in the file, and UTC milliseconds (noon if only a day is given).
pub type When = (NaiveDate, i64);

/// Forms without a zone, tried in this order as UTC.
const TIMES: [&str; 8] = [
    "%Y-%m-%d %H:%M:%S%.f", "%Y-%m-%dT%H:%M:%S%.f", "%Y-%m-%d %H:%M", "%Y-%m-%dT%H:%M", "%Y/%m/%d %H:%M:%S",
    "%Y/%m/%d %H:%M", "%d.%m.%Y %H:%M:%S", "%d.%m.%Y %H:%M",
];

const DAYS: [&str; 6] = ["%Y-%m-%d", "%Y/%m/%d", "%d.%m.%Y", "%d %B %Y", "%B %d, %Y", "%d-%b-%Y"];

/// Forms with a zone, besides ISO 8601 and RFC 2822.
const ZONED: [&str; 3] = ["%Y-%m-%d %H:%M:%S%.f %z", "%Y-%m-%dT%H:%M:%S%.f%z", "%a %b %d %H:%M:%S %z %Y"];

/// Parses a cell; `None` if it matches no known form. Without a known order, 03/04/2026 is invalid.
pub fn read(text: &str, how: &Dates) -> Option<When> {
    let text = text.trim();
    if let Some(format) = &how.format {
        return with(text, format);
    }
    let zoned = DateTime::parse_from_rfc3339(text).or_else(|_| DateTime::parse_from_rfc2822(text)).ok();
    if let Some(at) = zoned.or_else(|| ZONED.iter().find_map(|f| DateTime::parse_from_str(text, f).ok())) {
        return Some((at.date_naive(), at.timestamp_millis())).filter(|(day, _)| plausible(*day));
    }
    let times = || TIMES.iter().filter_map(|f| NaiveDateTime::parse_from_str(text, f).ok().map(timed));
    let days = || DAYS.iter().filter_map(|f| NaiveDate::parse_from_str(text, f).ok().map(dated));
    let all = since_epoch(text).into_iter().chain(times()).chain(days()).chain(slashed(text, how.day_first));
    // Some texts match several forms: 3/4/14 also as a day of the year 3.
    all.into_iter().find(|(day, _)| plausible(*day))
}

/// A cell in the mapping's format, with or without time and zone.
fn with(text: &str, format: &str) -> Option<When> {
    if let Ok(at) = DateTime::parse_from_str(text, format) {
        return Some((at.date_naive(), at.timestamp_millis()));
    }
    let at = NaiveDateTime::parse_from_str(text, format).map(timed);
    at.or_else(|_| NaiveDate::parse_from_str(text, format).map(dated)).ok().filter(|(day, _)| plausible(*day))
}

/// Seconds or milliseconds since 1970; both from 2001 on.
fn since_epoch(text: &str) -> Option<When> {
    let whole = text.split('.').next().unwrap_or_default();
    let digits = whole.len();
    let number: i64 = whole.parse().ok().filter(|n| *n > 0)?;
    let ms = match digits {
        10 => number * 1_000,
        13 => number,
        _ => return None,
    };
    let at = DateTime::from_timestamp_millis(ms)?;
    Some((at.date_naive(), ms))
}

/// `11/03/2014`, optionally with a time. A number above twelve must be the day.
fn slashed(text: &str, day_first: Option<bool>) -> Option<When> {
    let order = match day_first {
        Some(true) => DayOrder::DayFirst,
        Some(false) if !text.contains('.') => DayOrder::MonthFirst,
        _ => DayOrder::detect(text)?,
    };
    let (day, time) = order.read(text)?;
    Some(time.map_or_else(|| dated(day), |time| timed(day.and_time(time))))
}

fn dated(day: NaiveDate) -> When {
    (day, noon(day))
}

fn timed(at: NaiveDateTime) -> When {
    (at.date(), at.and_utc().timestamp_millis())
}

/// Two-digit years would be read as the first century.
fn plausible(day: NaiveDate) -> bool {
    use chrono::Datelike;
    (1900..=2200).contains(&day.year())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_of_the_world() {
        let any = Dates::default();
        let us = Dates { day_first: Some(false), ..Dates::default() };
        let eu = Dates { day_first: Some(true), ..Dates::default() };
        for (text, how, day) in [
            ("2014-11-03", &us, "2014-11-03"),
            ("2014-11-03T23:30:00-05:00", &us, "2014-11-03"),
            ("2015-02-24 11:35:52 -0800", &us, "2015-02-24"),
            ("Tue Oct 31 22:10:47 +0000 2017", &us, "2017-10-31"),
            ("Tue, 3 Nov 2014 10:00:00 +0000", &us, ""),
            ("Mon, 3 Nov 2014 10:00:00 +0000", &us, "2014-11-03"),
            ("11/03/2014", &us, "2014-11-03"),
            ("03/11/2014", &eu, "2014-11-03"),
            ("25/12/2014 14:05", &any, "2014-12-25"),
            ("12/25/2014 2:05 PM", &any, "2014-12-25"),
            ("25/12/2014 14:05", &us, ""),
            ("12/25/2014 2:05 PM", &eu, ""),
            ("03/11/2014", &any, ""),
            ("3/4/14", &us, "2014-03-04"),
            ("3/4/98", &eu, "1998-04-03"),
            ("03.11.14", &us, "2014-11-03"),
            ("03.11.2014 08:15", &us, "2014-11-03"),
            ("3 March 2024", &us, "2024-03-03"),
            ("1415000000", &us, "2014-11-03"),
            ("1415000000000", &us, "2014-11-03"),
            ("2014-02-30", &us, ""),
            ("0014-11-03", &us, ""),
            ("yesterday", &us, ""),
            ("", &us, ""),
        ] {
            let got = read(text, how).map(|(d, _)| d.to_string()).unwrap_or_default();
            assert_eq!(got, day, "{text}");
        }
        let own = Dates { format: Some("%d-%m-%y".into()), day_first: None };
        assert_eq!(read("03-11-24", &own).map(|(d, _)| d.to_string()), Some("2024-11-03".into()));
    }

    #[test]
    fn times_are_utc_milliseconds() {
        let at = |text| read(text, &Dates::default()).map(|(_, at)| at);
        assert_eq!(at("2014-11-03T00:00:01Z"), Some(1_414_972_801_000));
        assert_eq!(at("2014-11-03 00:00:01"), Some(1_414_972_801_000));
        assert_eq!(at("2014-11-03"), Some(1_415_016_000_000));
    }
}
