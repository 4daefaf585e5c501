//! Words that nobody here knows: which of them may be left out of a question. What leads up to a question names at most
//! what it is about; a word that only ties a value to what is asked for says nothing itself. The answer says what was
//! left out. Any other unknown word may narrow what is meant: it gets no figure.

use std::ops::Range;

use super::lexicon::{self, Act};
use super::read::Reader;
use super::tokens::{Token, What};

/// What ends a sentence only where no such word stands before it.
const SHORT: &str = "vs inc no nr approx incl excl eg ie e.g i.e mr mrs ms dr st co corp ltd llc dec jan feb mar apr jun jul aug \
    sep sept oct nov us u.s a.m p.m";

/// A sentence that leads up to the question, and asks and bounds nothing, gives its values and times alone: "October
/// 2014 was huge. How many complaints …". Its other words become one token that says they were left out.
pub(super) fn lead_up(tokens: Vec<Token>, question: &str) -> Vec<Token> {
    let Some(end) = ends(question).into_iter().rev().find(|end| {
        let (before, after) = parted(&tokens, *end);
        !before.is_empty() && !asks(before) && (asks(after) || names_records(after))
    }) else {
        return tokens;
    };
    let (before, after) = parted(&tokens, end);
    // "… is coming in tomorrow" asks for no forecast.
    let unknown = |at: usize| {
        let act = lexicon::at(&words(&before[at..])).map(|(_, act)| act);
        matches!(before[at].what, What::Word) && matches!(act, None | Some(Act::Future))
    };
    if !(0..before.len()).any(unknown) {
        return tokens;
    }
    let named = |token: &&Token| match &token.what {
        // "We have a call with them."
        What::Value(value) if value.column == "channel" && token.text == "call" => false,
        // "I am seeing them on Monday."
        What::Value(value) if matches!(value.column.as_str(), "weekday" | "part_of_week") => false,
        What::Value(value) => !after.iter().any(|t| matches!(&t.what, What::Value(v) if v.column == value.column)),
        What::Time(_) => !after.iter().any(|t| matches!(t.what, What::Time(_))),
        What::Quote(_) => true,
        _ => false,
    };
    let said = question[..end].trim().trim_end_matches(['.', '!', ':']).to_owned();
    let left_out = Token { text: String::new(), what: What::LeftOut(said), span: 0..0 };
    std::iter::once(left_out).chain(before.iter().filter(named).cloned()).chain(after.iter().cloned()).collect()
}

/// Whether a part of a text, which ends so, leads up to the next.
pub(super) fn leads_up(tokens: &[Token], end: &str) -> bool {
    end.trim_start().starts_with(['.', '!', ':']) && !asks(tokens)
}

/// Where sentences end that are no questions.
fn ends(question: &str) -> Vec<usize> {
    let mut out = Vec::new();
    for (at, mark) in question.match_indices(['.', '!', ':']) {
        let rest = &question[at + mark.len()..];
        let word = question[..at].rsplit([' ', '(']).next().unwrap_or_default().to_lowercase();
        let short = mark == "." && (word.len() < 2 || SHORT.split_whitespace().any(|s| s == word));
        if rest.starts_with(char::is_whitespace) && !short && !question[..at].contains('?') {
            out.push(at + mark.len());
        }
    }
    out
}

fn parted(tokens: &[Token], end: usize) -> (&[Token], &[Token]) {
    tokens.split_at(tokens.partition_point(|t| t.span.start < end))
}

fn words(tokens: &[Token]) -> Vec<&str> {
    tokens.iter().take_while(|t| matches!(t.what, What::Word)).take(8).map(|t| t.text.as_str()).collect()
}

/// Whether a phrase asks, compares or bounds.
fn asks(tokens: &[Token]) -> bool {
    use Act::*;
    let mut at = 0;
    while at < tokens.len() {
        match lexicon::at(&words(&tokens[at..])) {
            None => at += 1,
            Some((n, act)) => {
                let names = matches!(act, Filler | Verb | That | And | Again | With | Messages | Cases | Customers)
                    || matches!(act, Documents | Day | Week | Month | Quarter | Year | EachTime | Now | Future);
                if !names {
                    return true;
                }
                at += n;
            }
        }
    }
    false
}

/// Whether it names what is counted.
fn names_records(tokens: &[Token]) -> bool {
    let noun = |at: usize| matches!(lexicon::at(&words(&tokens[at..])), Some((_, Act::Messages | Act::Cases)));
    (0..tokens.len()).any(|at| matches!(&tokens[at].what, What::Value(value) if value.column == "kind") || noun(at))
}

impl Reader<'_> {
    /// "December first, then January" says in what order to tell, "new cases" that they came.
    pub(super) fn in_passing(&self, word: &str) -> bool {
        let next = self.tokens.get(self.at + 1);
        let ends = next.is_none_or(|t| matches!(t.what, What::Comma) || matches!(t.text.as_str(), "then" | "and"));
        let before = self.at.checked_sub(1).and_then(|i| self.tokens.get(i));
        let told = before.is_some_and(|t| !matches!(t.what, What::Comma) && t.text != "the");
        let records = next.is_some_and(|t| self.records(t));
        word == "first" && ends && told || word == "new" && records
    }

    /// Whether the unknown word here only ties a value to what stands before: "cases that carry the tag …". A participle
    /// may say what became of them: "complaints upheld by …".
    pub(super) fn ties(&self) -> bool {
        const LINKS: [&str; 16] = [
            "a", "an", "the", "our", "their", "its", "at", "in", "on", "with", "under", "as", "via", "of", "for",
            "status",
        ];
        let word = self.tokens[self.at].text.as_str();
        let participle = ["ed", "en", "wn"].iter().any(|end| word.ends_with(end));
        let plain = word.len() > 2 && word.chars().all(char::is_alphabetic);
        let Some(before) = self.at.checked_sub(1).and_then(|i| self.tokens.get(i)) else { return false };
        let subject = match &before.what {
            What::Value(_) => true,
            What::Word => {
                matches!(before.text.as_str(), "which" | "who" | "we" | "us" | "do" | "does" | "did")
                    || matches!(
                        lexicon::at(&[before.text.as_str()]),
                        Some((1, Act::Messages | Act::Cases | Act::Customers | Act::That))
                    )
            }
            _ => false,
        };
        let links: Range<usize> = self.at + 1..self.tokens.len();
        let links = links.take_while(|i| LINKS.contains(&self.tokens[*i].text.as_str())).count();
        let next = self.tokens.get(self.at + 1 + links).map(|t| &t.what);
        let tied =
            matches!(next, Some(What::Value(value)) if value.column != "kind") || matches!(next, Some(What::Quote(_)));
        plain && subject && !participle && (1..=3).contains(&links) && tied
    }
}
