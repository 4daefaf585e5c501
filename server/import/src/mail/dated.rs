//! A letter's date: from its Date header, else from its separator line in the mailbox, else from the last server that
//! received it.

use chrono::{DateTime, NaiveDate, NaiveDateTime, Utc};
use mail_parser::Message;

/// A point in time, the day by its local clock, and the source of the date unless it is the letter's own header.
pub type Dated = (DateTime<Utc>, NaiveDate, Option<&'static str>);

/// A letter's date. `line` is the date in its mailbox separator.
pub fn date(letter: &Message, line: Option<DateTime<Utc>>) -> Option<Dated> {
    if let Some(found) = letter.date().and_then(of) {
        return Some((found.0, found.1, None));
    }
    if let Some(at) = line {
        return Some((at, at.date_naive(), Some("mailbox")));
    }
    let (at, day) = letter.received().and_then(|received| received.date()).and_then(|date| of(&date))?;
    Some((at, day, Some("received header")))
}

fn of(date: &mail_parser::DateTime) -> Option<(DateTime<Utc>, NaiveDate)> {
    let at = DateTime::from_timestamp(date.to_timestamp(), 0)?;
    // The day by the sender's clock.
    let day = NaiveDate::from_ymd_opt(date.year.into(), date.month.into(), date.day.into());
    Some((at, day.unwrap_or(at.date_naive())))
}

/// The date of a separator, `From ann@example.org Mon Nov  3 10:00:00 2014`; UTC unless it has a zone.
pub fn of_separator(line: &[u8]) -> Option<DateTime<Utc>> {
    const PLAIN: [&str; 2] = ["%b %d %H:%M:%S %Y", "%b %d %H:%M %Y"];
    const ZONED: [&str; 2] = ["%b %d %H:%M:%S %z %Y", "%b %d %H:%M:%S %Y %z"];
    let line = String::from_utf8_lossy(line);
    let words: Vec<&str> = line.split_whitespace().collect();
    let last = |many: usize| words.len().checked_sub(many).map(|from| words[from..].join(" "));
    let plain = last(4).and_then(|text| PLAIN.iter().find_map(|form| NaiveDateTime::parse_from_str(&text, form).ok()));
    let zoned = || last(5).and_then(|text| ZONED.iter().find_map(|form| DateTime::parse_from_str(&text, form).ok()));
    plain.map(|at| at.and_utc()).or_else(|| zoned().map(|at| at.to_utc()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn separators_are_read_in_their_forms() {
        for (line, wanted) in [
            ("From ann@x.org Mon Nov  3 10:00:00 2014\n", Some("2014-11-03T10:00:00+00:00")),
            ("From ann@x.org Mon Nov  3 10:00 2014", Some("2014-11-03T10:00:00+00:00")),
            ("From - Mon Nov 03 10:00:00 +0200 2014", Some("2014-11-03T08:00:00+00:00")),
            ("From MAILER-DAEMON Mon Nov  3 10:00:00 2014 -0500", Some("2014-11-03T15:00:00+00:00")),
            ("From 2013 on I paid it.", None),
            ("From x 2014", None),
        ] {
            assert_eq!(of_separator(line.as_bytes()).map(|at| at.to_rfc3339()).as_deref(), wanted, "{line}");
        }
    }
}
