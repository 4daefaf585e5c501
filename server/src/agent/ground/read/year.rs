//! Years that stand alone: "in 2014", "- 2017: 4".
//!
//! Deliberately not here: years of a whole date (`date`).

use super::date::{DateValue, quarter, year_number};
use super::{Shape, Token};

/// "2014" where the words around it make it a year and not an amount.
pub fn lone(t: &[Token<'_>], i: usize) -> Option<(DateValue, usize)> {
    let year = year_number(t.get(i))?;
    // "2025-Q1".
    let part = t.get(i + 2).filter(|x| x.glued && x.shape == Shape::Code && t[i + 1].is("-") && t[i + 1].glued);
    if let Some((DateValue::Quarter(None, q), _)) = part.and_then(|_| quarter(t, i + 2)) {
        return Some((DateValue::Quarter(Some(year), q), i + 2));
    }
    let lead = [
        "in", "since", "of", "during", "from", "to", "until", "by", "before", "after", "year", "and", "between",
        "early", "late", "mid", "than", "through", "for",
    ];
    let led = i > 0 && (t[i - 1].any(&lead) || t[i - 1].is("-") && i > 1 && t[i - 2].any(&["mid", "pre", "post"]));
    // "FY 2025".
    let led =
        led || i > 0 && t[i - 1].any(&["fy", "fiscal", "calendar", "spring", "summer", "autumn", "fall", "winter"]);
    let bracketed = i > 0 && t[i - 1].is("(") && t.get(i + 1).is_some_and(|x| x.is(")"));
    let prepositions = ["in", "since", "during", "year", "by", "until", "before", "after"];
    let sure = bracketed || i > 0 && t[i - 1].any(&prepositions);
    let counted = t.get(i + 1).is_some_and(|x| x.shape == Shape::Word && x.text.ends_with('s') && x.text.len() > 3);
    let spoken = (led || bracketed) && (sure || !counted);
    (spoken || heads(t, i)).then_some((DateValue::Year(year), i))
}

/// "- 2017: 4", "2019 (471), 2020 (17)", "2019 alone makes up 84%": a year that the figures after it are given for.
fn heads(t: &[Token<'_>], i: usize) -> bool {
    const GOES_ON: [&str; 26] = [
        "alone",
        "was",
        "is",
        "has",
        "had",
        "saw",
        "sees",
        "brought",
        "makes",
        "made",
        "counted",
        "counts",
        "came",
        "comes",
        "shows",
        "showed",
        "accounts",
        "accounted",
        "stands",
        "stood",
        "marks",
        "marked",
        "follows",
        "with",
        "leads",
        "ended",
    ];
    // "The weakest year, 2015".
    let apposed = i > 1 && t[i - 1].is(",") && t[i - 2].word("year");
    let opens =
        i == 0 || t[i - 1].sentence != t[i].sentence || t[i - 1].is("-") || t[i - 1].is("*") || t[i - 1].is("•");
    let listed = opens || t[i - 1].is(",") || t[i - 1].is(":") || t[i - 1].is(";") || t[i - 1].is("|");
    let next = |k: usize| t.get(i + k).filter(|x| x.sentence == t[i].sentence);
    let number = |k: usize| next(k).is_some_and(|x| x.shape == Shape::Number);
    let mark = |x: &Token<'_>| x.is(":") || x.is("(") || x.is("=") || x.is("–");
    listed && next(1).is_some_and(mark) && number(2) || opens && next(1).is_some_and(|x| x.any(&GOES_ON)) || apposed
}
