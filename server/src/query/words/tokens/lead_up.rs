//! Sentences that lead up to a question: of one that asks and bounds nothing only names and dates count, and the answer
//! says so.

use super::super::lexicon::{self, Act};
use super::token::{Token, What};

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
pub fn leads_up(tokens: &[Token], end: &str) -> bool {
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
