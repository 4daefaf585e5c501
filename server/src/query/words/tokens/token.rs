//! The pieces that a question is cut into.

use std::ops::Range;

use super::super::cue::pieces;
use crate::query::range::Resolved;
use crate::query::values::Value;

/// A piece of a question.
#[derive(Clone, Debug)]
pub struct Token {
    /// In lower case.
    pub text: String,
    pub what: What,
    pub span: Range<usize>,
}

#[derive(Clone, Debug)]
pub enum What {
    Word,
    Number(f64),
    Value(Value),
    Time(Resolved),
    Quote(String),
    /// A sentence of which only values and times were kept.
    LeftOut(String),
    /// "," and ";".
    Comma,
}

impl Token {
    /// Asks for a count, where no word does.
    pub fn count() -> Self {
        Self { text: "count".into(), what: What::Word, span: 0..0 }
    }
}

/// Words, numbers and commas, with their places. A possessive "'s" goes.
pub fn words(text: &str) -> Vec<(Range<usize>, String)> {
    let bare = |word: String| {
        let ending = ["'s", "'ve", "'re", "'ll", "'d", "'m"].iter().find(|end| word.ends_with(**end));
        ending.map_or(word.clone(), |end| word[..word.len() - end.len()].to_owned())
    };
    pieces(text).into_iter().map(|word| (word.start..word.end, bare(word.text))).collect()
}
