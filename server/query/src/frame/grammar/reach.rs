//! The scope of small words: which of the words after a negation it excludes, and which belong to one list.

use reader::{Role, Span};

use super::{Mark, Operator, words};

/// Maximum words between a negation and what it excludes.
const MAX_WORDS_BETWEEN: usize = 4;
/// Words that join the members of a list.
const JOINS: &str = "and or nor the a an any by from in of via";

fn all_in(text: &str, list: &str) -> bool {
    words(text).iter().all(|word| list.split_whitespace().any(|own| own == word.text))
}

/// Whether two spans are members of one list: with only "and", "or", commas and the like between them.
pub fn joined(text: &str, one: &Span, other: &Span) -> bool {
    let between = text.get(one.start + one.text.len()..other.start);
    between.is_some_and(|between| {
        let sign = |c: char| c.is_alphanumeric() || c.is_whitespace() || matches!(c, ',' | '/' | '&' | '\'' | '’');
        !between.trim().is_empty() && between.chars().all(sign) && all_in(between, JOINS)
    })
}

/// Whether two spans stand in one list, or one is held against the other: "phone against letter".
pub fn side_by_side(text: &str, one: &Span, other: &Span) -> bool {
    let between = text.get(one.start + one.text.len()..other.start).unwrap_or_default();
    let compared = !words(between).is_empty() && all_in(between, "against vs versus v compared with to than or the by");
    compared && !between.contains(['.', '?', ';']) || joined(text, one, other)
}

/// Which spans a negation leaves out: the first behind it, and those that stand in one list with it.
pub fn negated(text: &str, marks: &[Mark], spans: &[Span]) -> Vec<bool> {
    let mut out = vec![false; spans.len()];
    for mark in marks {
        match mark.operator {
            Operator::Not => {
                let first = spans.iter().position(|span| span.start >= mark.at.end);
                let Some(first) = first.filter(|at| {
                    text.get(mark.at.end..spans[*at].start)
                        .is_some_and(|gap| !gap.contains([',', ';', '?', '.']) && words(gap).len() <= MAX_WORDS_BETWEEN)
                }) else {
                    continue;
                };
                out[first] = true;
                for at in first + 1..spans.len() {
                    // A time is not a member of a list of values.
                    if spans[at].role == Role::Time || !joined(text, &spans[at - 1], &spans[at]) {
                        break;
                    }
                    out[at] = true;
                }
            }
            Operator::NotBefore => {
                let last = spans.iter().rposition(|span| span.start + span.text.len() <= mark.at.start);
                let Some(mut at) = last.filter(|at| {
                    text.get(spans[*at].start + spans[*at].text.len()..mark.at.start)
                        .is_some_and(|gap| all_in(gap, "is are was were being be set left"))
                }) else {
                    continue;
                };
                out[at] = true;
                // A comma alone may separate what stays from what is excluded: "cards and loans, phone excluded".
                let linked = |one: &Span, other: &Span| {
                    let between = text.get(one.start + one.text.len()..other.start).unwrap_or_default();
                    joined(text, one, other) && !words(between).is_empty()
                };
                while at > 0 && linked(&spans[at - 1], &spans[at]) {
                    at -= 1;
                    out[at] = true;
                }
            }
            _ => {}
        }
    }
    out
}
