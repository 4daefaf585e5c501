//! Years: four digits that are one, and the year of times that are said without.

use std::ops::Range;

use chrono::NaiveDate;

use super::token::{Token, What};
use crate::query::range::{self, Resolved};

/// "in 2019, January until March: how many": times without a year are of the one year that is named, unless the two are
/// compared.
pub(super) fn of_year(
    times: Vec<(Resolved, Range<usize>)>,
    question: &str,
    as_of: NaiveDate,
) -> Vec<(Resolved, Range<usize>)> {
    let said = |span: &Range<usize>| question[span.clone()].to_lowercase();
    let bare = |span: &Range<usize>| {
        said(span)
            .split(|c: char| !c.is_alphanumeric())
            .all(|w| is_year(w) || matches!(w, "" | "in" | "of" | "during" | "for"))
    };
    let dated = |span: &Range<usize>| {
        said(span).split(|c: char| !c.is_alphanumeric()).any(|w| is_year(w) || RELATIVE.contains(&w))
    };
    let lower = question.to_lowercase();
    let compares = lower.split(|c: char| !c.is_alphanumeric()).any(|w| COMPARES.contains(&w));
    let years: Vec<usize> = (0..times.len()).filter(|i| bare(&times[*i].1)).collect();
    let open = times.iter().enumerate().all(|(i, (_, span))| years.contains(&i) || !dated(span));
    let [year] = years.as_slice() else { return times };
    // "in 2025 and in January" are two times.
    let ends = [year.checked_sub(1).map(|i| (i, *year)), Some((*year, year + 1)).filter(|(_, i)| *i < times.len())];
    let listed = ends.into_iter().flatten().any(|(a, b)| {
        let gap = question.get(times[a].1.end..times[b].1.start).unwrap_or_default().trim().to_lowercase();
        matches!(gap.as_str(), "and" | "or" | "&" | "to") || gap.starts_with("and ") || gap.ends_with(" and")
    });
    if times.len() < 2 || compares || !open || listed {
        return times;
    }
    let number = said(&times[*year].1);
    let number = number.split(|c: char| !c.is_alphanumeric()).find(|w| is_year(w)).unwrap_or_default().to_owned();
    let others = times.iter().enumerate().filter(|(i, _)| i != year);
    let dated: Option<Vec<_>> = others
        .map(|(_, (_, span))| Some((range::parse(&format!("{} {number}", said(span)), as_of).ok()?, span.clone())))
        .collect();
    // The year itself is said with them.
    match dated {
        Some(mut all) => {
            let (_, span) = &times[*year];
            let first = all[0].0.clone();
            all.push((first, span.clone()));
            all.sort_by_key(|(_, span)| span.start);
            all
        }
        None => times,
    }
}

/// Words that say when without a year.
const RELATIVE: [&str; 11] =
    ["this", "last", "past", "ago", "today", "yesterday", "previous", "ytd", "mtd", "qtd", "current"];
/// Words after which two times stand against each other.
const COMPARES: [&str; 13] =
    ["vs", "versus", "than", "compared", "compare", "against", "change", "growth", "grew", "grow", "fell", "over", "v"];

fn is_year(word: &str) -> bool {
    word.len() == 4 && word.parse::<u16>().is_ok_and(|y| (1990..2100).contains(&y))
}

/// "2015 vs 2016", "the 2014 ones": four digits are a year, unless a number is asked for.
pub(super) fn years(tokens: &mut [Token], as_of: NaiveDate) {
    for at in 0..tokens.len() {
        let What::Number(n) = tokens[at].what else { continue };
        let four = tokens[at].text.len() == 4 && (1990.0..2100.0).contains(&n);
        let before = at.checked_sub(1).map_or("", |i| tokens[i].text.as_str());
        let bound = [
            "than",
            "over",
            "above",
            "under",
            "below",
            "least",
            "most",
            "top",
            "exceeding",
            "first",
            ">",
            "bottom",
            "beyond",
        ]
        .contains(&before);
        // "was 2019 worse than 2014 for cards" bounds nothing.
        let year =
            |t: &Token| matches!(t.what, What::Time(_)) || matches!(t.what, What::Number(_)) && t.text.len() == 4;
        let other = tokens.iter().enumerate().any(|(i, t)| i != at && year(t));
        let counts = tokens.get(at + 1).is_some_and(|t| matches!(&t.what, What::Value(v) if v.column == "kind"));
        let bound = bound && !(before == "than" && other && !counts);
        if four
            && !bound
            && let Ok(resolved) = range::parse(&tokens[at].text, as_of)
        {
            tokens[at].what = What::Time(resolved);
        }
    }
}
