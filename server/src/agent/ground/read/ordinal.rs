//! Days without their month: "65 on the 11th", "the week of the 21st", in a month that was named before.
//!
//! Deliberately not here: days with their month (`date`).

use chrono::{Datelike, NaiveDate};

use super::date::{DateAt, DateValue, End};
use super::{Shape, Token};

/// Adds such days to the dates of a text, in order. The month is that of the last date before the day, or else the one
/// that was asked for.
pub fn add(t: &[Token<'_>], dates: &mut Vec<DateAt>, asked: Option<DateValue>) {
    for i in 1..t.len() {
        let Some(day) = day(t, i) else { continue };
        let taken = dates.iter().any(|d| d.first <= i + 1 && i <= d.last);
        let before = dates.iter().rev().find(|d| d.last < i && !matches!(d.value, DateValue::Year(_)));
        let month = before.map(|d| d.value).or(asked).filter(|_| !taken);
        let Some(value) = month.and_then(|m| within(m, day)) else { continue };
        let at = dates.iter().position(|d| d.first > i).unwrap_or(dates.len());
        dates.insert(at, DateAt { first: i, last: i + 1, value, end: End::Single });
    }
}

/// "the 11th", "on 11th", "Tuesday 11th", "the 11th and 12th"; not "the 11th largest".
fn day(t: &[Token<'_>], i: usize) -> Option<u32> {
    const LEAD: [&str; 13] = [
        "the",
        "on",
        "and",
        "to",
        "until",
        "since",
        "monday",
        "tuesday",
        "wednesday",
        "thursday",
        "friday",
        "saturday",
        "sunday",
    ];
    const RANKED: [&str; 14] = [
        "percentile",
        "largest",
        "biggest",
        "smallest",
        "highest",
        "lowest",
        "most",
        "least",
        "best",
        "worst",
        "place",
        "rank",
        "time",
        "quarter",
    ];
    let number = t.get(i).filter(|x| x.shape == Shape::Number && x.text.len() <= 2 && !x.quoted)?;
    t.get(i + 1).filter(|x| x.glued && x.any(&["st", "nd", "rd", "th"]))?;
    let led = t[i - 1].any(&LEAD) || t[i - 1].is(",");
    let ranks = t.get(i + 2).is_some_and(|x| x.any(&RANKED));
    number.text.parse().ok().filter(|d| (1..=31).contains(d) && led && !ranks)
}

fn within(value: DateValue, day: u32) -> Option<DateValue> {
    match value {
        DateValue::Day(d) => d.with_day(day).map(DateValue::Day),
        DateValue::Month(y, m) => NaiveDate::from_ymd_opt(y, m, day).map(DateValue::Day),
        // A leap year has every day that some year has.
        DateValue::DayMonth(m, _) | DateValue::MonthOnly(m) => {
            NaiveDate::from_ymd_opt(2024, m, day).map(|d| DateValue::DayMonth(d.month(), d.day()))
        }
        DateValue::Quarter(..) | DateValue::Half(..) | DateValue::Year(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agent::ground::read::{date, tokens};

    #[test]
    fn days_take_the_month_that_was_named() {
        for (text, asked, want) in [
            ("November 2025: 65 on the 11th, 46 on the 12th", None, vec!["2025-11-11", "2025-11-12"]),
            ("9 in the week of the 21st", Some(DateValue::Month(2025, 12)), vec!["2025-12-21"]),
            ("the 11th largest in May 2025, the 95th percentile", None, vec![]),
            ("the 21st", None, vec![]),
            ("on the 31st of what? In June 2025, on the 31st", None, vec![]),
        ] {
            let t = tokens(text, &[]);
            let mut dates = date::find(&t);
            add(&t, &mut dates, asked);
            let days: Vec<DateValue> = dates.iter().map(|d| d.value).filter(|d| d.is_day()).collect();
            let want: Vec<DateValue> = want.iter().map(|d| DateValue::Day(d.parse().unwrap())).collect();
            assert_eq!(days, want, "{text}");
        }
    }
}
