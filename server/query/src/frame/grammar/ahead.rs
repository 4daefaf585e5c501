//! Times that may lie ahead, as deadlines are named: "by Friday", "next week", "within three days". What happened is
//! read by the grammar, in which nothing is later than today.

use chrono::{Days, NaiveDate};
use model::time::DateRange;

use super::numbers::number;
use super::{Word, words};
use crate::range::calendar::{self, Unit};
use crate::range::find_all;
use crate::week::WEEKDAYS;

/// The days that the beginning of a text names, seen from `today`, and the byte where they end. A weekday is the next
/// one, today included; a day or month without its year is the nearest.
pub fn ahead(text: &str, today: NaiveDate) -> Option<(DateRange, usize)> {
    let words = words(text);
    let word = |at: usize| words.get(at).map_or("", |word: &Word| word.text.as_str());
    let mut at = 0;
    let mut until = false;
    while matches!(word(at), "by" | "before" | "until" | "till" | "on" | "in" | "within" | "the" | "this" | "coming") {
        until |= matches!(word(at), "by" | "before" | "until" | "till");
        at += 1;
    }
    let before = at > 0 && words[..at].iter().any(|word| word.text == "before");
    let (range, last) = relative(&word, at, today).or_else(|| {
        // Behind the words that introduce it, which the grammar of past times reads differently.
        let start = words.get(at)?.at.start;
        let far = today.checked_add_days(Days::new(365))?;
        // "March" alone may be a verb; "in March" is the month.
        let bare = &text[start..];
        let led = format!("in {bare}");
        let first = |as_of| {
            let lead = led.len() - bare.len();
            let own = find_all(bare, as_of).into_iter().next().filter(|(_, at)| at.start == 0);
            own.or_else(|| {
                let (time, at) = find_all(&led, as_of).into_iter().next().filter(|(_, at)| at.start == 0)?;
                Some((time, 0..at.end.checked_sub(lead)?))
            })
        };
        let (past, future) = (first(today)?, first(far)?);
        let distance = |range: DateRange| range.from.map(|from| (from - today).num_days().abs());
        // "Last week" is as far from the one day as from the other: only a calendar's name has a nearest one.
        let named = words[at].text.chars().any(|c| c.is_ascii_digit())
            || calendar::month_number(word(at)).is_some() && !past.1.is_empty()
            // "The end of March".
            || word(at) == "end" && calendar::month_number(word(at + 2)).is_some();
        let nearer = named && distance(future.0.range) < distance(past.0.range);
        let (time, place) = if nearer { future } else { past };
        let last = words.iter().rposition(|word| word.at.start < start + place.end)?;
        Some((time.range, last))
    })?;
    let end = words.get(last)?.at.end;
    if !until {
        return Some((range, end));
    }
    let to = if before && range.from == range.to { range.to?.pred_opt() } else { range.to };
    Some((DateRange { from: None, to }, end))
}

/// A time named by its distance from today, and its last word.
fn relative<'t>(word: &impl Fn(usize) -> &'t str, at: usize, today: NaiveDate) -> Option<(DateRange, usize)> {
    let on = |days: u64| today.checked_add_days(Days::new(days));
    let day = |day: NaiveDate| DateRange::new(day, day);
    let unit = |at: usize| Unit::from_word(word(at));
    if let Some(weekday) = WEEKDAYS.iter().position(|name| name.eq_ignore_ascii_case(word(at))) {
        let days = (weekday as u64 + 7 - u64::from(chrono::Datelike::weekday(&today).num_days_from_monday())) % 7;
        return Some((day(on(days)?), at));
    }
    match word(at) {
        "today" | "now" => Some((day(today), at)),
        "tomorrow" => Some((day(on(1)?), at)),
        // "By the end of the week": its last day.
        "end" if word(at + 1) == "of" => {
            let skip = usize::from(matches!(word(at + 2), "the" | "this"));
            let (range, last) = relative(word, at + 2 + skip, today)?;
            Some((day(range.to?), last))
        }
        "next" => {
            if let Some(weekday) = relative(word, at + 1, today).filter(|_| unit(at + 1).is_none()) {
                return Some(weekday);
            }
            match unit(at + 1) {
                Some(unit) => Some((calendar::after(unit, today)?, at + 1)),
                None => Some((DateRange::new(today, on(distance(word, at + 1)?)?), at + 2)),
            }
        }
        _ if unit(at).is_some_and(|unit| unit != Unit::Day) => Some((calendar::whole(unit(at)?, today)?, at)),
        _ => Some((DateRange::new(today, on(distance(word, at)?)?), at + 1)),
    }
}

/// The days of "three days", "2 weeks".
fn distance<'t>(word: &impl Fn(usize) -> &'t str, at: usize) -> Option<u64> {
    let days = match Unit::from_word(word(at + 1))? {
        Unit::Day => 1,
        Unit::Week => 7,
        Unit::Month => 30,
        Unit::Quarter | Unit::Year => return None,
    };
    let many = number(word(at)).filter(|many| (1.0..=366.0).contains(many))?;
    Some(many as u64 * days)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deadlines_are_read_ahead_of_today() {
        // A Saturday.
        let today: NaiveDate = "2026-01-31".parse().unwrap();
        for (text, from, to, rest) in [
            ("by friday and still open", "", "2026-02-06", " and still open"),
            ("on Saturday?", "2026-01-31", "2026-01-31", "?"),
            ("next monday", "2026-02-02", "2026-02-02", ""),
            ("tomorrow", "2026-02-01", "2026-02-01", ""),
            ("this week", "2026-01-26", "2026-02-01", ""),
            ("next week, who has them", "2026-02-02", "2026-02-08", ", who has them"),
            ("in the next three days", "2026-01-31", "2026-02-03", ""),
            ("within 2 weeks", "2026-01-31", "2026-02-14", ""),
            ("by the end of the month", "", "2026-01-31", ""),
            ("by the end of next week", "", "2026-02-08", ""),
            ("before 6 February", "", "2026-02-05", ""),
            ("by 6 February 2026", "", "2026-02-06", ""),
            ("on 20 January", "2026-01-20", "2026-01-20", ""),
            ("in December", "2025-12-01", "2025-12-31", ""),
            ("in March", "2026-03-01", "2026-03-31", ""),
            ("by the end of March", "", "2026-03-31", ""),
            ("by end of November, roughly", "", "2025-11-30", ", roughly"),
            ("last week", "2026-01-19", "2026-01-25", ""),
        ] {
            let (range, end) = ahead(text, today).unwrap_or_else(|| panic!("{text}"));
            let day = |day: Option<NaiveDate>| day.map(|day| day.to_string()).unwrap_or_default();
            assert_eq!((day(range.from).as_str(), day(range.to).as_str(), &text[end..]), (from, to, rest), "{text}");
        }
        for text in ["to a fault", "diligence cases", "", "by Gallagher"] {
            assert_eq!(ahead(text, today), None, "{text}");
        }
    }
}
