//! Words that point at something else: a place in a list, a time told from another one, times that name no days.

use reader::Act;

use crate::check;
use crate::range::Resolved;

/// The place that words name in a list of so many: "second", "the last", "number 3".
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

/// Acts that are told from the firm's own records alone.
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

/// Times that name no days: the days that they are taken for, or none at all.
pub fn vague(words: &str) -> Option<Option<&'static str>> {
    let phrase = words.to_lowercase();
    match phrase.trim().trim_start_matches("until ").trim_start_matches("as of ") {
        "lately" | "recently" | "of late" | "recent" | "these days" | "latest" | "most recently" | "just now" => {
            Some(Some("last 30 days"))
        }
        "now" | "right now" | "currently" | "at the moment" | "so far" | "ever" | "always" | "all time"
        | "at present" | "still" | "to date" | "overall" | "current" | "all dates" | "in total" => Some(None),
        _ => None,
    }
}

/// A time that is told from another: "the month before", "a year earlier", "the previous quarter".
pub fn shifted(words: &str, base: &Resolved) -> Option<Resolved> {
    let phrase = words.to_lowercase();
    let says = |list: &[&str]| phrase.split(|c: char| !c.is_alphanumeric()).any(|word| list.contains(&word));
    if !says(&["before", "previous", "prior", "earlier", "preceding"]) {
        return None;
    }
    let range = check::previous(base.range, says(&["year"]))?;
    Some(Resolved::new(range))
}
