//! Time ranges in words (requirement A-093): `"last 30 days"`, `"Q3 2025"`, `"since 15 January"`. Unknown words are an
//! error that lists the accepted forms, never a silent "all dates".
//!
//! No clock here: the day that "today" means is passed in. Ranges that begin with "this", "last N" or "since" end on
//! that day; named months, quarters and years are whole.

pub(crate) mod calendar;
mod grammar;
mod listed;
mod part;
mod piece;
mod token;

#[cfg(test)]
mod tests;

use std::ops::Range;

use chrono::NaiveDate;
use model::time::{DateRange, full_date};
use serde::{Deserialize, Serialize};

pub use calendar::{month_number, whole_months};
use grammar::{Grammar, Mode};

/// The accepted forms, for error messages and a tool's documentation.
pub const FORMS: &str = "all, today, yesterday, this week, this month, this quarter, this year, last week, last month, \
    last quarter, last year, last N days/weeks/months/years, January, November 2014, Q3 2025, 2014, 2026-01-15, \
    2026-01, 15 January 2026, X to Y, between X and Y, since X, before X";

/// A range of days and how it is printed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Resolved {
    /// Absolute days, both ends included; [`DateRange::ALL`] for no filter.
    pub range: DateRange,
    /// `"2 to 31 January 2026"`, or `"all dates"`.
    pub label: String,
}

impl Resolved {
    pub fn new(range: DateRange) -> Self {
        Self { label: range.label(), range }
    }
}

/// Why words are not a range of days.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RangeError {
    #[error("\"{0}\" is not a time range. Accepted: {FORMS}.")]
    Unknown(String),
    /// A week or quarter with an impossible number, or a vague time.
    #[error("\"{0}\" is not a time range. Give its first and last day.")]
    Numbered(String),
    #[error("\"{0}\" is not a day of the calendar.")]
    NoSuchDay(String),
    #[error(
        "The time range ends ({}) before it begins ({}). Say the earlier day first.",
        full_date(*to),
        full_date(*from)
    )]
    Inverted { from: NaiveDate, to: NaiveDate },
    #[error("{} is after {}, the last day of the data.", full_date(*from), full_date(*last))]
    Ahead { from: NaiveDate, last: NaiveDate },
}

/// The range that a text means on the day `as_of`. Case, spacing and a leading "in the" are ignored; `""` and `"all"`
/// are no filter. As A-093 asks, other text containing one of "today", "yesterday", "this week", "this month" and "this
/// year" means that.
pub fn parse(text: &str, as_of: NaiveDate) -> Result<Resolved, RangeError> {
    let unknown = || RangeError::Unknown(text.trim().chars().take(60).collect());
    // Time ranges are no longer than a sentence; this also limits the work.
    if text.len() > 400 {
        return Err(unknown());
    }
    let tokens = token::tokens(text);
    let mut grammar = Grammar::new(text, &tokens, as_of, Mode::Whole);
    if grammar.means_all() {
        return Ok(Resolved::new(DateRange::ALL));
    }
    if let Some((range, _)) = grammar.phrase(0) {
        return Ok(Resolved::new(range));
    }
    if let Some(problem) = grammar.problem.take() {
        return Err(problem);
    }
    grammar.one_of_five().map(Resolved::new).ok_or_else(unknown)
}

/// "This quarter" as the whole quarter: what is planned lies ahead, while what happened ends today.
pub fn whole_of(words: &str, as_of: NaiveDate) -> Option<Resolved> {
    let words = words.to_lowercase();
    let mut words = words.split_whitespace().skip_while(|word| !matches!(*word, "this" | "current"));
    let unit = words.nth(1).and_then(part::singular)?;
    calendar::whole(unit, as_of).map(Resolved::new)
}

/// The first time expression in a sentence, and its bytes, with the words that introduce it: "in November 2014". `None`
/// if the sentence names no time: a bare number is a count, and "may" a verb.
pub fn find_in(question: &str, as_of: NaiveDate) -> Option<(Resolved, Range<usize>)> {
    find_all(question, as_of).into_iter().next()
}

/// All time expressions of a sentence in order, without overlaps: two of them are a comparison.
pub fn find_all(question: &str, as_of: NaiveDate) -> Vec<(Resolved, Range<usize>)> {
    listed::with_years(search(question, as_of).0, question, as_of)
}

/// Invalid times in a sentence: nonexistent days, an end before its beginning, a numbered week. Words in quotation
/// marks are not the asker's own. A question with such a time has no right figure.
pub fn problem_in(question: &str, as_of: NaiveDate) -> Option<RangeError> {
    let own = unquoted(question);
    let tokens = token::tokens(&own);
    let vague = || token::numbered(&own, &tokens).or_else(|| token::about(&own, &tokens));
    search(&own, as_of).1.or_else(|| vague().map(RangeError::Numbered))
}

/// The text with quoted parts blanked out.
fn unquoted(text: &str) -> String {
    let mut inside = false;
    let mut keep = |c: char| {
        let mark = matches!(c, '"' | '“' | '”');
        inside ^= mark;
        if inside || mark { ' ' } else { c }
    };
    // An unpaired mark is not a quotation.
    if text.matches(['"', '“', '”']).count() % 2 == 1 {
        text.to_owned()
    } else {
        text.chars().map(&mut keep).collect()
    }
}

type Found = Vec<(Resolved, Range<usize>)>;

fn search(question: &str, as_of: NaiveDate) -> (Found, Option<RangeError>) {
    let tokens = token::tokens(question);
    let mut grammar = Grammar::new(question, &tokens, as_of, Mode::Inside);
    let mut found = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        match grammar.phrase(at) {
            Some((range, next)) if next > at => {
                found.push((Resolved::new(range), tokens[at].span.start..tokens[next - 1].span.end));
                at = next;
            }
            _ => at += 1,
        }
    }
    (found, grammar.problem)
}
