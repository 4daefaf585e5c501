//! Words that nobody here knows: which of them may be left out of a question. A word that only ties a value to what is
//! asked for says nothing itself, and the answer names it. Any other may narrow what is meant: it gets no figure.

use std::ops::Range;

use super::Reader;
use crate::query::words::lexicon::{self, Act};
use crate::query::words::tokens::What;

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
