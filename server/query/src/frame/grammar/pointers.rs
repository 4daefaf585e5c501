//! Words that refer to something else: a place in a list, a time relative to another, times without definite days.

use std::ops::Range;

use chrono::{Datelike, Days, Months, NaiveDate};
use model::time::DateRange;
use reader::Act;

use crate::check;
use crate::range::Resolved;

/// A question with a relationship manager's name instead of "my".
pub fn as_of_manager(text: &str, name: &str) -> String {
    let mut out = text.to_owned();
    mine(text).into_iter().rev().for_each(|at| out.replace_range(at, &format!("{name}'s")));
    out
}

/// The place that words name in a list of `all` rows: "second", "the last", "number 3".
pub fn ordinal(text: &str, all: usize) -> Option<usize> {
    const NAMES: [&str; 10] =
        ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];
    let phrase = text.to_lowercase();
    let words = || phrase.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    if words().any(|word| matches!(word, "last" | "bottom")) {
        return all.checked_sub(1);
    }
    let digits = |word: &str| word.trim_end_matches(|c: char| c.is_alphabetic()).parse::<usize>().ok()?.checked_sub(1);
    words().find_map(|word| match word {
        "top" | "one" => Some(0),
        word => NAMES.iter().position(|name| *name == word).or_else(|| digits(word)),
    })
}

/// "My" before records that somebody is responsible for: "my gold customers", not "my notes" or "my question".
pub fn mine(text: &str) -> Vec<Range<usize>> {
    const RECORDS: &str = "customer client account relationship household portfolio book case ticket complaint message";
    /// Maximum words between.
    const MAX_WORDS_BETWEEN: usize = 2;
    let words = super::words(text);
    let own = |word: &str| RECORDS.split(' ').any(|record| record == word.strip_suffix('s').unwrap_or(word));
    let owns = |at: &usize| {
        let next = words.iter().skip(at + 1).take(MAX_WORDS_BETWEEN + 1);
        words[*at].text == "my" && next.take_while(|word| !super::is_function(&word.text)).any(|w| own(&w.text))
    };
    (0..words.len()).filter(owns).map(|at| words[at].at.clone()).collect()
}

/// Whether a question says that it goes on with another, or has a pronoun for what was found.
pub fn points_back(text: &str) -> bool {
    const PRONOUNS: &str = "they them their those these he she his her him";
    const GOES_ON: &str = "and but only also or then so same";
    let words = super::words(text);
    let first = words.first().is_some_and(|word| GOES_ON.split(' ').any(|own| own == word.text));
    // "How many is that in percent", "put it in a table": nothing follows that could be its noun.
    let alone = |at: usize| words.get(at + 1).is_none_or(|next| super::is_function(&next.text));
    let pronoun = |(at, word): (usize, &super::Word)| match word.text.as_str() {
        "it" if at > 0 && matches!(words[at - 1].text.as_str(), "is" | "was" | "does" | "did" | "has") => true,
        "that" | "this" | "it" => alone(at),
        "there" => is_place(&words, at),
        word => PRONOUNS.split(' ').any(|own| own == word),
    };
    first || words.iter().enumerate().any(pronoun)
}

/// Whether the word "there" is a place that was spoken of: "anything in there".
fn is_place(words: &[super::Word], at: usize) -> bool {
    at > 0 && matches!(words[at - 1].text.as_str(), "from" | "in" | "out" | "over")
}

/// Whether a text points at rows that were listed: "which of those", "anything in there".
pub fn points_at_rows(text: &str) -> bool {
    let words = super::words(text);
    words.iter().enumerate().any(|(at, word)| match word.text.as_str() {
        "those" | "these" | "them" => true,
        "there" => is_place(&words, at),
        _ => false,
    })
}

/// Where a text has "it", "of those", or "that issue" and the like, for what was spoken of.
pub fn points_at_subject(text: &str) -> Option<Range<usize>> {
    const NOUNS: [&str; 5] = ["issue", "problem", "topic", "matter", "trouble"];
    let words = super::words(text);
    let find = |(at, word): (usize, &super::Word)| match (word.text.as_str(), words.get(at + 1)) {
        ("it", next) if at > 0 && next.is_none_or(|next| super::is_function(&next.text)) => Some(word.at.clone()),
        ("of", Some(next)) if at > 0 && matches!(next.text.as_str(), "those" | "them" | "these") => {
            Some(word.at.start..next.at.end)
        }
        ("that" | "this", Some(next)) if NOUNS.contains(&next.text.as_str()) => Some(word.at.start..next.at.end),
        _ => None,
    };
    words.iter().enumerate().find_map(find)
}

/// Acts answered only from the firm's own records.
pub fn of_customers(act: Act) -> bool {
    use Act::*;
    matches!(
        act,
        CallSheet
            | LastContact
            | Promises
            | Sentiment
            | Risk
            | Health
            | Urgent
            | Escalation
            | Sla
            | Cdd
            | Nps
            | OpenCase
            | AssignCase
            | NoteCase
    )
}

/// Acts whose answer is a figure over all matching records.
pub const fn counts(act: Act) -> bool {
    use Act::*;
    matches!(
        act,
        Why | Topics | Sentiment | Sla | Resolution | Cdd | Escalation | Nps | Anomaly | Trend | Risk | Urgent
    )
}

/// Acts on one customer: no other condition narrows them.
pub const fn of_one_customer(act: Act) -> bool {
    use Act::*;
    matches!(act, CallSheet | LastContact | Who | Health | Draft | OpenCase)
}

/// Times without definite days: the days they are read as, or none at all.
pub fn vague(words: &str) -> Option<Option<&'static str>> {
    let phrase = words.to_lowercase();
    // A status as of a day covers everything until then.
    if matches!(
        phrase.trim(),
        "as of today" | "as of now" | "as at today" | "until today" | "up to today" | "to this day"
    ) {
        return Some(None);
    }
    match phrase.trim().trim_start_matches("until ").trim_start_matches("as of ") {
        "lately" | "recently" | "of late" | "recent" | "these days" | "latest" | "most recently" | "just now" => {
            Some(Some("last 30 days"))
        }
        "now"
        | "right now"
        | "currently"
        | "at the moment"
        | "so far"
        | "ever"
        | "always"
        | "all time"
        | "at present"
        | "still"
        | "to date"
        | "overall"
        | "current"
        | "all dates"
        | "in total"
        | "the whole period"
        | "whole period"
        | "over the whole period"
        | "the entire period"
        | "all years"
        | "all in all"
        | "since the beginning" => Some(None),
        _ => None,
    }
}

/// A time relative to another: "the month before", "a year earlier", "the previous quarter".
pub fn shifted(words: &str, base: &Resolved) -> Option<Resolved> {
    let phrase = words.to_lowercase();
    let says = |list: &[&str]| phrase.split(|c: char| !c.is_alphanumeric()).any(|word| list.contains(&word));
    let year = says(&["year"]) && base.range.days().is_some_and(|days| days < 300);
    // "The same month last year", "a year ago".
    if year && says(&["same", "ago"]) {
        return check::previous(base.range, true).map(Resolved::new);
    }
    if says(&["before", "previous", "prior", "earlier", "preceding"]) {
        return check::previous(base.range, year).map(Resolved::new);
    }
    if says(&["after", "following", "later"]) && !says(&["since", "everything", "anything"]) {
        return following(base.range, year).map(Resolved::new);
    }
    None
}

/// The following period of the same length; or the same days a year later.
fn following(range: DateRange, year: bool) -> Option<DateRange> {
    let (from, to) = (range.from?, range.to?);
    if year {
        let next = |day: NaiveDate| day.checked_add_months(Months::new(12));
        return Some(DateRange { from: next(from), to: next(to) });
    }
    let first = to.succ_opt()?;
    // Whole months are followed by whole months.
    let months = (to.year() - from.year()) * 12 + to.month() as i32 - from.month() as i32 + 1;
    let whole = from.day() == 1 && first.day() == 1;
    let end = match u32::try_from(months) {
        Ok(months) if whole => first.checked_add_months(Months::new(months))?.pred_opt()?,
        _ => first.checked_add_days(Days::new(u64::try_from((to - from).num_days()).ok()?))?,
    };
    Some(DateRange { from: Some(first), to: Some(end) })
}
