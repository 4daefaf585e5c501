//! What the words beside a number or an unknown word make of it.

use super::lexicon::{self, Act};
use super::read::Reader;
use super::said::Group;
use super::tokens::What;

/// Before or after a number: so many of the largest.
const LEADS: [&str; 38] = [
    "top", "bottom", "first", "best", "worst", "largest", "biggest", "highest", "lowest", "most", "least", "leading",
    "main", "the", "which", "what", "show", "list", "name", "give", "me", "our", "are", "fewest", "smallest",
    "longest", "shortest", "busiest", "slowest", "fastest", "last", "any", "these", "those", "get", "see", "need",
    "want",
];

impl Reader<'_> {
    /// Whether the number just read says how many of the largest are asked for, and is no name of something.
    pub(super) fn leads(&self, after: &[&str]) -> bool {
        let before = self.at.checked_sub(2).and_then(|i| self.tokens.get(i));
        let next = lexicon::at(after).map(|(_, act)| act);
        before.is_none_or(|t| LEADS.contains(&t.text.as_str()) || matches!(t.what, What::Comma))
            || after.first().is_some_and(|w| LEADS.contains(w))
            || matches!(next, Some(Act::Most | Act::Least | Act::Longest | Act::Shortest))
    }

    /// The column whose name stands just before, perhaps with "called" between: what follows is one of its values.
    pub(super) fn column_before(&mut self) -> Option<String> {
        const CLOSED: [&str; 8] =
            ["category", "subcategory", "product", "customer", "channel", "tier", "segment", "region"];
        let before: Vec<&str> = self.tokens[..self.at].iter().rev().take(4).map(|t| t.text.as_str()).collect();
        let skipped = before.iter().take_while(|w| matches!(**w, "called" | "named" | "is" | "=" | "of")).count();
        let name = before.get(skipped)?.trim_end_matches('s');
        let name = CLOSED.iter().find(|c| **c == name || **c == before[skipped])?;
        // "customer churn" is no customer: what is named so is led to, "from the customer Acme", unless it is a category.
        const LEADING: [&str; 12] = ["the", "in", "for", "of", "from", "about", "by", "with", "on", "and", "or", "not"];
        let led = before.get(skipped + 1).is_some_and(|w| LEADING.contains(w));
        let quoted = self.tokens.get(self.at).is_some_and(|t| matches!(t.what, What::Quote(_)));
        if !(led || quoted || skipped > 0 || name.contains("category")) {
            return None;
        }
        let group = Group::Column((*name).to_owned());
        self.said.spare.retain(|g| *g != group);
        if self.said.groups.last() == Some(&group) && self.said.groups.len() == 1 && !self.said.which {
            self.said.groups.clear();
        }
        Some((*name).to_owned())
    }
}
