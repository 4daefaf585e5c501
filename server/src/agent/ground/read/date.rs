//! Dates as people print them: "16 January 2026", "Jan 16", "2 to 31 January 2026", "November 2014", "Q1 2026", ISO days.
//!
//! Deliberately not here: relative days ("yesterday"), which name no day that a record could hold.

use chrono::{Datelike, NaiveDate};

pub use super::date_value::{DateValue, is_year_key};
use super::{Shape, Token, year};
use crate::query::range::month_number;

/// Which end of a range a date is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    Single,
    From,
    To,
}

/// A date in a text: the tokens `first..=last`.
#[derive(Clone, Copy, Debug)]
pub struct DateAt {
    pub first: usize,
    pub last: usize,
    pub value: DateValue,
    pub end: End,
}

/// The month of a name in full or in short, 1 to 12; "March's" too.
pub fn month(word: &str) -> Option<u32> {
    month_number(&word.trim_end_matches("'s").trim_end_matches("’s").to_ascii_lowercase())
}

/// All dates of a text, in order. None runs over the end of a sentence or of a line: "2" at the end of one and "August"
/// at the beginning of the next are no day.
pub fn find(tokens: &[Token<'_>]) -> Vec<DateAt> {
    let mut out: Vec<DateAt> = Vec::new();
    let mut from = 0;
    for sentence in tokens.chunk_by(|a, b| a.sentence == b.sentence) {
        let placed = |d: DateAt| DateAt { first: d.first + from, last: d.last + from, ..d };
        out.extend(in_sentence(sentence).into_iter().map(placed));
        from += sentence.len();
    }
    out
}

fn in_sentence(tokens: &[Token<'_>]) -> Vec<DateAt> {
    let mut out: Vec<DateAt> = Vec::new();
    let mut i = 0;
    while i < tokens.len() {
        let found = listed(tokens, i).or_else(|| borrowing(tokens, i)).or_else(|| range(tokens, i));
        match found {
            Some((dates, next)) => {
                out.extend(dates);
                i = next;
            }
            None => i += 1,
        }
    }
    out
}

type Found = (Vec<DateAt>, usize);

/// True when token `j` joins two dates, the first of which begins at `i`, to a range.
fn joins(t: &[Token<'_>], i: usize, j: usize) -> bool {
    let between = i > 0 && t[i - 1].word("between");
    t.get(j).is_some_and(|x| {
        x.any(&["to", "until", "through", "till"]) || x.is("–") || x.is("-") || x.is("—") || between && x.word("and")
    })
}

fn pair(from: (usize, usize, DateValue), to: (usize, usize, DateValue)) -> Found {
    let at = |(first, last, value): (usize, usize, DateValue), end| DateAt { first, last, value, end };
    (vec![at(from, End::From), at(to, End::To)], to.1 + 1)
}

/// "5, 22 and 29 January": days that borrow the month of the last.
fn listed(t: &[Token<'_>], i: usize) -> Option<Found> {
    let mut days = vec![(i, day_number(t, i)?)];
    let mut at = i + 1;
    while t.get(at).is_some_and(|x| x.is(",") || x.word("and") || x.is("&")) {
        at += 1 + usize::from(t.get(at + 1).is_some_and(|x| x.word("and")));
        if let Some((value, last)) = day_first(t, at) {
            let dates: Option<Vec<DateAt>> = days
                .iter()
                .map(|(at, day)| {
                    Some(DateAt { first: *at, last: *at, value: same_month(value, *day)?, end: End::Single })
                })
                .collect();
            let mut dates = dates?;
            dates.push(DateAt { first: at, last, value, end: End::Single });
            // After "between" the two days are the ends of a range, which `borrowing` reads.
            let range = i > 0 && t[i - 1].word("between");
            return (!range).then_some((dates, last + 1));
        }
        days.push((at, day_number(t, at)?));
        at += 1;
    }
    None
}

/// "2 to 31 January 2026" and "January 2 to 31, 2026": one end borrows the other's month and year.
fn borrowing(t: &[Token<'_>], i: usize) -> Option<Found> {
    if let Some(first) = day_number(t, i) {
        let second = joins(t, i, i + 1).then(|| day_number(t, i + 2)).flatten()?;
        let (value, last) = single(t, i + 2)?;
        let from = same_month(value, first)?;
        return (first <= second).then(|| pair((i, i, from), (i + 2, last, value)));
    }
    let month = month(t.get(i)?.text)?;
    let first = day_number(t, i + 1)?;
    let second = joins(t, i, i + 2).then(|| day_number(t, i + 3)).flatten()?;
    let year = year_after(t, i + 4);
    let last = year.map_or(i + 3, |(_, last)| last);
    let value = |day| match year {
        Some((y, _)) => NaiveDate::from_ymd_opt(y, month, day).map(DateValue::Day),
        None => Some(DateValue::DayMonth(month, day)),
    };
    Some(pair((i, i + 1, value(first)?), (i + 3, last, value(second)?)))
}

fn same_month(value: DateValue, day: u32) -> Option<DateValue> {
    match value {
        DateValue::Day(d) => d.with_day(day).map(DateValue::Day),
        DateValue::DayMonth(m, _) => Some(DateValue::DayMonth(m, day)),
        _ => None,
    }
}

/// A date, or two with a joining word between them. The first borrows the year of the second.
fn range(t: &[Token<'_>], i: usize) -> Option<Found> {
    let (value, last) = single(t, i)?;
    if joins(t, i, last + 1)
        && let Some((second, end)) = single(t, last + 2)
        && matches!(value, DateValue::Year(_)) == matches!(second, DateValue::Year(_))
    {
        let first = match (value, second) {
            (DateValue::DayMonth(m, d), DateValue::Day(to)) => {
                NaiveDate::from_ymd_opt(to.year(), m, d).map_or(value, DateValue::Day)
            }
            (DateValue::MonthOnly(m), DateValue::Month(y, _)) => DateValue::Month(y, m),
            (DateValue::Quarter(None, q), DateValue::Quarter(y, _)) => DateValue::Quarter(y, q),
            _ => value,
        };
        return Some(pair((i, last, first), (last + 2, end, second)));
    }
    Some((vec![DateAt { first: i, last, value, end: End::Single }], last + 1))
}

/// A day of a month as a numeral: 1 to 31.
fn day_number(t: &[Token<'_>], i: usize) -> Option<u32> {
    let token = t.get(i).filter(|x| x.shape == Shape::Number && x.text.len() <= 2)?;
    token.text.parse().ok().filter(|d| (1..=31).contains(d))
}

pub(super) fn year_number(token: Option<&Token<'_>>) -> Option<i32> {
    let token = token.filter(|x| x.shape == Shape::Number && x.text.len() == 4)?;
    token.text.parse().ok().filter(|y| (1900..2100).contains(y))
}

/// A year at token `i`, a comma before it allowed, and the token it stands at.
fn year_after(t: &[Token<'_>], i: usize) -> Option<(i32, usize)> {
    let at = if t.get(i).is_some_and(|x| x.is(",")) { i + 1 } else { i };
    year_number(t.get(at)).map(|y| (y, at))
}

/// One date that begins at token `i`, and its last token.
fn single(t: &[Token<'_>], i: usize) -> Option<(DateValue, usize)> {
    let token = t.get(i)?;
    match token.shape {
        Shape::Iso if token.text.len() == 7 => Some((DateValue::from_field(token.text)?, i)),
        Shape::Iso => Some((DateValue::Day(token.text.get(..10)?.parse().ok()?), i)),
        Shape::Number => numeric(t, i).or_else(|| day_first(t, i)).or_else(|| year::lone(t, i)),
        Shape::Word => month_first(t, i).or_else(|| quarter(t, i)),
        Shape::Code => quarter(t, i),
        _ => None,
    }
}

/// "16.01.2026" and "16/01/2026"; where only the American order makes a date, that.
fn numeric(t: &[Token<'_>], i: usize) -> Option<(DateValue, usize)> {
    let (parts, last): (Vec<&str>, usize) = if t[i].text.matches('.').count() == 2 {
        (t[i].text.split('.').collect(), i)
    } else if t.get(i + 4).is_some_and(|x| x.glued) && t[i + 1].is("/") && t[i + 3].is("/") {
        (vec![t[i].text, t[i + 2].text, t[i + 4].text], i + 4)
    } else {
        return None;
    };
    let n: Vec<u32> = parts.iter().filter_map(|p| p.parse().ok()).collect();
    let [a, b, year] = n.as_slice() else { return None };
    let year = i32::try_from(*year).ok().filter(|y| (1900..2100).contains(y))?;
    let day = NaiveDate::from_ymd_opt(year, *b, *a).or_else(|| NaiveDate::from_ymd_opt(year, *a, *b))?;
    Some((DateValue::Day(day), last))
}

/// "16 January 2026", "16th of January".
fn day_first(t: &[Token<'_>], i: usize) -> Option<(DateValue, usize)> {
    let day = day_number(t, i)?;
    let mut at = i + 1;
    if t.get(at).is_some_and(|x| x.glued && x.any(&["st", "nd", "rd", "th"])) {
        at += 1;
    }
    if t.get(at).is_some_and(|x| x.word("of")) {
        at += 1;
    }
    let month = t.get(at).filter(|x| x.capital()).and_then(|x| month(x.text))?;
    with_year(t, month, day, at)
}

fn with_year(t: &[Token<'_>], month: u32, day: u32, last: usize) -> Option<(DateValue, usize)> {
    if let Some((year, at)) = year_after(t, last + 1) {
        return Some((DateValue::Day(NaiveDate::from_ymd_opt(year, month, day)?), at));
    }
    NaiveDate::from_ymd_opt(2024, month, day)?;
    Some((DateValue::DayMonth(month, day), last))
}

/// "January 16, 2026", "January 16th", "November 2014", "in November".
fn month_first(t: &[Token<'_>], i: usize) -> Option<(DateValue, usize)> {
    let month = t.get(i).filter(|x| x.capital()).and_then(|x| month(x.text))?;
    if let Some(day) = day_number(t, i + 1)
        && !t.get(i + 2).is_some_and(|x| x.is("%"))
    {
        let suffix = t.get(i + 2).is_some_and(|x| x.glued && x.any(&["st", "nd", "rd", "th"]));
        return with_year(t, month, day, if suffix { i + 2 } else { i + 1 });
    }
    if let Some((year, at)) = year_after(t, i + 1) {
        return Some((DateValue::Month(year, month), at));
    }
    let lead = [
        "in", "of", "since", "during", "until", "by", "from", "to", "than", "over", "for", "and", "through", "on",
        "before", "after", "against", "between", "versus",
    ];
    // "January and February 2024", "February brought": no other word is written like these.
    let sole = month == 7 || ![3, 4, 5, 6, 8].contains(&month) && t[i].text.len() > 4;
    let led = sole || i > 0 && t[i - 1].any(&lead) && t[i].text.len() > 3;
    // "May" after "and" or "for" is as often a verb; it needs the plain preposition.
    let bracket = t.get(i + 1).is_some_and(|x| x.is("("));
    let plain = ["in", "of", "since", "during"];
    let sure = month != 5 || i > 0 && (t[i - 1].any(&plain) || bracket && t[i].capital() && t[i - 1].any(&lead));
    // "May was the best month", "April, May and June".
    let verb = ["was", "is", "had", "saw", "brought", "came", "stood", "remained", "alone"];
    let told = t.get(i + 1).is_some_and(|x| x.any(&verb)) && (month != 5 || i == 0 && t[0].text == "May");
    // "- April: 7 of 60", "| April | 7 |".
    let ends = t.get(i + 1).is_some_and(|x| x.is(":") || x.is("|") || x.is("("));
    let heads = ends && (i == 0 || t[i - 1].is("|") || i == 2 && t[0].is("*"));
    ((led || month == 5) && sure || told || heads || beside_month(t, i)).then_some((DateValue::MonthOnly(month), i))
}

/// A month that is listed with another: "April, May and June", "March and August 2024".
fn beside_month(t: &[Token<'_>], i: usize) -> bool {
    let named = |j: Option<usize>| j.and_then(|j| t.get(j)).is_some_and(|x| x.capital() && month(x.text).is_some());
    let joins = |j: usize| t.get(j).is_some_and(|x| x.any(&["and", "or"]) || x.is(",") || x.is("&"));
    let comma = |j: usize| t.get(j).is_some_and(|x| x.is(","));
    let after = joins(i + 1) && (named(Some(i + 2)) || comma(i + 1) && joins(i + 2) && named(Some(i + 3)));
    let before = i > 0 && joins(i - 1);
    let before = before && (named(i.checked_sub(2)) || i > 1 && comma(i - 2) && named(i.checked_sub(3)));
    after || before
}

/// "Q1 2026", "Q3", "first quarter of 2026", "H1 2025", "the second half of 2014".
pub(super) fn quarter(t: &[Token<'_>], i: usize) -> Option<(DateValue, usize)> {
    let token = t.get(i)?;
    let (part, half, last) = if token.shape == Shape::Code {
        let half = token.text.starts_with(['H', 'h']);
        let digit = token.text.strip_prefix(['Q', 'q', 'H', 'h']).filter(|d| d.len() == 1)?;
        (digit.parse::<u32>().ok()?, half, i)
    } else {
        let place = ["first", "second", "third", "fourth"].iter().position(|w| token.word(w))?;
        let half = t.get(i + 1).filter(|x| x.any(&["quarter", "half"]))?.word("half");
        (place as u32 + 1, half, i + 1)
    };
    let at = if t.get(last + 1).is_some_and(|x| x.word("of")) { last + 2 } else { last + 1 };
    let (year, end) = year_number(t.get(at)).map_or((None, last), |year| (Some(year), at));
    match half {
        // The first half of what, its year tells, or that it is a time.
        true if part <= 2 && (year.is_some() || in_time(t, i, last)) => Some((DateValue::Half(year, part), end)),
        false if (1..=4).contains(&part) => Some((DateValue::Quarter(year, part), end)),
        _ => None,
    }
}

/// "In the second half" and no more.
fn in_time(t: &[Token<'_>], i: usize, last: usize) -> bool {
    let word = |k: usize, words: &[&str]| i.checked_sub(k).is_some_and(|j| t[j].any(words));
    let lead = ["in", "during", "over", "for"];
    let more = t.get(last + 1).is_some_and(|x| x.shape == Shape::Word && !x.any(&["and", "than", "as", "was", "but"]));
    (word(1, &lead) || word(1, &["the"]) && word(2, &lead)) && !more
}

#[cfg(test)]
mod tests {
    use super::*;
    use DateValue::*;

    fn day(text: &str) -> DateValue {
        Day(text.parse().unwrap())
    }

    #[test]
    fn printed_forms() {
        for (text, want) in [
            ("on 16 January 2026.", vec![day("2026-01-16")]),
            ("on 16 Jan 2026", vec![day("2026-01-16")]),
            ("the 16th of January", vec![DayMonth(1, 16)]),
            ("January 16, 2026", vec![day("2026-01-16")]),
            ("2026-01-16 was busy", vec![day("2026-01-16")]),
            ("2 to 31 January 2026", vec![day("2026-01-02"), day("2026-01-31")]),
            ("2–31 January", vec![DayMonth(1, 2), DayMonth(1, 31)]),
            ("January 2 to 31, 2026", vec![day("2026-01-02"), day("2026-01-31")]),
            ("2 October to 31 December 2025", vec![day("2025-10-02"), day("2025-12-31")]),
            ("between 14 and 17 January", vec![DayMonth(1, 14), DayMonth(1, 17)]),
            ("on 16 January and 20 January", vec![DayMonth(1, 16), DayMonth(1, 20)]),
            ("on 5, 22 and 29 January", vec![DayMonth(1, 5), DayMonth(1, 22), DayMonth(1, 29)]),
            ("November 2014", vec![Month(2014, 11)]),
            ("It may rise in May", vec![MonthOnly(5)]),
            ("May I ask", vec![]),
            ("May was best", vec![MonthOnly(5)]),
            ("in Q1 2026", vec![Quarter(Some(2026), 1)]),
            ("The peak remains 2017-06.", vec![Month(2017, 6)]),
            ("2025-Q1 was best", vec![Quarter(Some(2025), 1)]),
            ("2017-06 to 2017-09", vec![Month(2017, 6), Month(2017, 9)]),
            ("the second half of 2014", vec![Half(Some(2014), 2)]),
            ("in H1 2025 and in the first half", vec![Half(Some(2025), 1), Half(None, 1)]),
            ("the first quarter of 2026", vec![Quarter(Some(2026), 1)]),
            ("since 2014", vec![Year(2014)]),
            ("of 2014 complaints", vec![]),
            ("2014 complaints", vec![]),
            ("16.01.2026", vec![day("2026-01-16")]),
            ("16/01/2026", vec![day("2026-01-16")]),
            ("30 days", vec![]),
            ("41 of 80", vec![]),
            ("31 February 2026", vec![]),
        ] {
            let tokens = crate::agent::ground::read::tokens(text, &[]);
            let found: Vec<DateValue> = find(&tokens).iter().map(|d| d.value).collect();
            // "31 February" is no day; what is left of it may still read as a month.
            let found: Vec<_> = found.into_iter().filter(|v| !matches!(v, Month(2026, 2))).collect();
            assert_eq!(found, want, "{text}");
        }
    }

    #[test]
    fn fields_that_hold_a_date_alone() {
        for (text, want) in [
            ("2026-01-16", Some(day("2026-01-16"))),
            ("2026-01-16T09:14:00Z", Some(day("2026-01-16"))),
            ("2026-01", Some(Month(2026, 1))),
            ("16 January 2026", Some(day("2026-01-16"))),
            ("2026-13", None),
            ("email", None),
            ("27%", None),
        ] {
            assert_eq!(DateValue::from_field(text), want, "{text}");
        }
    }
}
