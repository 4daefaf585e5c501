//! Lists of months and quarters with one year for all: "March, April and May 2019".

use std::ops::Range;

use chrono::{Datelike, NaiveDate};

use super::{Resolved, month_number, parse};

/// What may separate times in a list or a comparison.
const JOINS: &str = "and or & then also in for of the to vs versus v than compared with against how many that those ones \
    complaints cases messages came were there";
/// Words of comparison.
const COMPARES: &str = "vs versus v than compared against";
/// What may accompany the name of a month or a quarter.
const BESIDE: &str = "in of for during the quarter first second third fourth 1st 2nd 3rd 4th all";

type Found = Vec<(Resolved, Range<usize>)>;

/// Gives times without a year that of the adjacent time.
pub(super) fn with_years(mut found: Found, question: &str, as_of: NaiveDate) -> Found {
    let said = |span: &Range<usize>| question[span.clone()].to_lowercase();
    let mut with_year: Vec<bool> =
        found.iter().map(|(_, span)| words(&said(span)).iter().any(|w| is_year(w))).collect();
    // From the right: "December and January 2020"; then from the left: "March 2019 and April".
    for (one, beside) in (1..found.len()).rev().map(|i| (i - 1, i)).chain((1..found.len()).map(|i| (i, i - 1))) {
        if with_year[beside]
            && !with_year[one]
            && let Some(dated) = dated(&found, question, (one, beside), as_of)
        {
            found[one].0 = dated;
            with_year[one] = true;
        }
    }
    found
}

fn dated(found: &Found, question: &str, (one, beside): (usize, usize), as_of: NaiveDate) -> Option<Resolved> {
    let text = |i: usize| question[found[i].1.clone()].to_lowercase();
    let (first, second) = (&found[one.min(beside)].1, &found[one.max(beside)].1);
    let gap = question.get(first.end..second.start)?.to_lowercase();
    let between = words(&gap);
    let joined = between.len() <= 5 && between.iter().all(|w| is(JOINS, w)) && !gap.contains(['.', '?', '!', ';']);
    let other = found[beside].0.range.from?;
    // A year alone does not apply to an adjacent month: "in 2025 and in January".
    let whole_year = words(&text(beside)).iter().all(|w| is_year(w) || is(BESIDE, w));
    if !joined || whole_year || !bare(&text(one)) {
        return None;
    }
    let in_year = |year: i32| parse(&format!("{} {year}", text(one)), as_of).ok();
    let own = in_year(other.year())?.range.from?;
    let year = if between.iter().any(|w| is(COMPARES, w)) {
        // The nearest that has begun: "January vs December 2025".
        let distance = |year: &i32| {
            in_year(*year)
                .and_then(|r| r.range.from)
                .filter(|from| *from <= as_of)
                .map_or(i64::MAX, |from| (from - other).num_days().abs())
        };
        [other.year(), other.year() - 1, other.year() + 1].into_iter().min_by_key(distance)?
    } else if one < beside && own.month() >= 11 && other.month() <= 2 {
        other.year() - 1
    } else if one > beside && own.month() <= 2 && other.month() >= 11 {
        other.year() + 1
    } else {
        other.year()
    };
    in_year(year)
}

fn words(text: &str) -> Vec<&str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '&').filter(|w| !w.is_empty()).collect()
}

fn is(list: &str, word: &str) -> bool {
    list.split_whitespace().any(|w| w == word)
}

fn is_year(word: &str) -> bool {
    word.len() == 4 && word.parse::<u16>().is_ok_and(|y| (1990..2100).contains(&y))
}

/// Whether it consists only of months, quarters or days of a month.
fn bare(text: &str) -> bool {
    let quarter = |w: &str| matches!(w, "q1" | "q2" | "q3" | "q4" | "quarter");
    let day = |w: &str| w.trim_end_matches(char::is_alphabetic).parse::<u8>().is_ok_and(|d| (1..=31).contains(&d));
    let words = words(text);
    words.iter().any(|w| quarter(w) || month_number(w).is_some())
        && words.iter().all(|w| quarter(w) || month_number(w).is_some() || is(BESIDE, w) || day(w))
}
