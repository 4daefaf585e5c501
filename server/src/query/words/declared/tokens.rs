//! A question cut into what a source understands: times, its names and values, words of asking, numbers, and the rest.

use std::ops::Range;

use chrono::NaiveDate;

use super::lexicon::{self, Act};
use crate::query::declared::{Meaning, Opened};
use crate::query::range::{self, Resolved};
use crate::query::values::pick;

/// What stands at a place of a question.
#[derive(Clone, Debug, PartialEq)]
pub enum What {
    Time(Resolved),
    /// Of the source; several where a phrase may mean several things.
    Named(Vec<Meaning>),
    Act(Act),
    Number(f64),
    /// Nothing accounts for it.
    Unknown,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Token {
    pub what: What,
    /// As it was written.
    pub text: String,
    pub at: usize,
}

/// The longest question that is cut, in bytes.
const LONGEST: usize = 1_000;

/// Whether a word is a stretch of time that groups are made by, by the word before it: "by month", "which month".
fn grouped(before: &str, word: &str) -> bool {
    let by = before == "what" || matches!(lexicon::act(before), Some(Act::By | Act::Which));
    by && matches!(lexicon::act(word), Some(Act::Bucket(_)))
}

/// Cuts a question; none where it is too long to be one.
pub fn tokens(text: &str, opened: &Opened, as_of: NaiveDate) -> Option<Vec<Token>> {
    if text.len() > LONGEST {
        return None;
    }
    let phrases = opened.phrases();
    let times = range::find_all(text, as_of);
    let words = words(text);
    let most = phrases.longest.max(lexicon::longest());
    let mut out: Vec<Token> = Vec::new();
    let mut at = 0;
    while at < words.len() {
        let start = words[at].1.start;
        // "by month in 2024" is by the month, and of the year.
        let apart = at > 0 && grouped(&words[at - 1].0, &words[at].0);
        if let Some((time, span)) = times.iter().find(|(_, span)| span.contains(&start)).filter(|_| !apart) {
            let next = words[at..].iter().position(|(_, w)| w.start >= span.end).map_or(words.len(), |n| at + n);
            // A value that reaches further than the time is that: "May Industries".
            let longer = (next - at + 1..=most)
                .rev()
                .find(|n| words.get(at..at + n).is_some_and(|w| !phrases.get(&joined(w)).is_empty()));
            if longer.is_none() {
                out.push(token(What::Time(time.clone()), text, &words[at..next]));
                at = next;
                continue;
            }
        }
        let inside = |n: usize| words.get(at..at + n);
        let found = (1..=most).rev().filter_map(inside).find_map(|some| {
            let phrase = joined(some);
            let (named, act) = (phrases.get(&phrase), lexicon::act(&phrase));
            // "in" is Indiana where it is written so, and else a word like any other.
            let written =
                some.first().zip(some.last()).and_then(|(a, b)| text.get(a.1.start..b.1.end)).unwrap_or_default();
            let of_values = named.iter().all(|meaning| matches!(meaning, Meaning::Value(..)));
            let small = act.is_some() && of_values && written.chars().any(char::is_lowercase);
            if !named.is_empty() && !small {
                return Some((What::Named(named.to_vec()), some));
            }
            act.map(|act| (What::Act(act), some))
        });
        let (what, some) = match found {
            Some(found) => found,
            None => (alone(&words[at].0, &text[words[at].1.clone()], opened, as_of), &words[at..=at]),
        };
        out.push(token(what, text, some));
        at += some.len();
    }
    Some(out)
}

/// A word that no phrase begins with.
fn alone(word: &str, written: &str, opened: &Opened, as_of: NaiveDate) -> What {
    if let Some(number) = lexicon::number(written) {
        let year = written.len() == 4 && (1900.0..2100.0).contains(&number);
        let of_year = year.then(|| range::parse(&format!("in {written}"), as_of).ok()).flatten();
        return of_year.map_or(What::Number(number), What::Time);
    }
    match opened.phrases().like(word) {
        [] => What::Unknown,
        named => What::Named(named.to_vec()),
    }
}

fn token(what: What, text: &str, words: &[(String, Range<usize>)]) -> Token {
    let span = words.first().map_or(0, |w| w.1.start)..words.last().map_or(0, |w| w.1.end);
    Token { what, at: span.start, text: text.get(span).unwrap_or_default().to_owned() }
}

fn joined(words: &[(String, Range<usize>)]) -> String {
    words.iter().map(|(word, _)| word.as_str()).collect::<Vec<_>>().join(" ")
}

/// Plain words; a number keeps its marks: "1,000", "2.5".
fn words(text: &str) -> Vec<(String, Range<usize>)> {
    let mut out: Vec<(String, Range<usize>)> = Vec::new();
    for (word, span) in pick::words(text) {
        let digits = |text: &str| text.chars().all(|c| c.is_ascii_digit());
        if let Some((_, last)) = out.last_mut()
            && digits(&word)
            && text.get(last.clone()).is_some_and(|before| before.starts_with(|c: char| c.is_ascii_digit()))
            && last.end + 1 == span.start
            && matches!(text.as_bytes().get(last.end), Some(b',' | b'.'))
        {
            last.end = span.end;
            continue;
        }
        out.push((word, span));
    }
    out
}
