//! What the words beside a number or an unknown word make of it.

use super::Reader;
use crate::query::ast::Op;
use crate::query::words::lexicon::{self, Act};
use crate::query::words::said::Group;
use crate::query::words::tokens::{Token, What};

/// Before or after a number: so many of the largest.
const LEADS: [&str; 38] = [
    "top", "bottom", "first", "best", "worst", "largest", "biggest", "highest", "lowest", "most", "least", "leading",
    "main", "the", "which", "what", "show", "list", "name", "give", "me", "our", "are", "fewest", "smallest",
    "longest", "shortest", "busiest", "slowest", "fastest", "last", "any", "these", "those", "get", "see", "need",
    "want",
];

impl Reader<'_> {
    /// "after California, which state has the most": the others.
    pub(super) fn besides(&mut self, word: &str) -> bool {
        let the = usize::from(self.tokens.get(self.at + 1).is_some_and(|t| t.text == "the"));
        let value = self.tokens.get(self.at + 1 + the).filter(|t| matches!(t.what, What::Value(_)));
        let asks = |t: &Token| {
            matches!(lexicon::at(&[t.text.as_str()]), Some((1, Act::Most | Act::Second | Act::Third | Act::More)))
        };
        let besides = matches!(word, "after" | "behind") && value.is_some() && self.tokens.iter().any(asks);
        if besides {
            (self.not, self.said.besides) = (true, true);
            self.at += 1;
        }
        besides
    }

    /// "just one single complaint": no more, and no fewer.
    pub(super) fn one_only(&self, at: usize) -> bool {
        let only = at.checked_sub(1).is_some_and(|i| self.exactly(i));
        let mut after = self.tokens[at + 1..].iter().filter(|t| t.text != "single");
        self.tokens[at].text == "one" && only && after.next().is_some_and(|t| self.records(t))
    }

    fn exactly(&self, at: usize) -> bool {
        self.tokens.get(at).is_some_and(|t| matches!(t.text.as_str(), "exactly" | "just" | "only"))
    }

    /// Whether a time stands on either side.
    pub(super) fn between_times(&self, at: usize) -> bool {
        let time = |i: usize| self.tokens.get(i).is_some_and(|t| matches!(t.what, What::Time(_)));
        self.tokens[at].text == "minus" && at > 0 && time(at - 1) && time(at + 1)
    }

    /// Whether it names what is counted.
    pub(in crate::query::words) fn records(&self, token: &Token) -> bool {
        matches!(&token.what, What::Value(value) if value.column == "kind")
            || matches!(lexicon::at(&[token.text.as_str()]), Some((1, Act::Messages | Act::Cases)))
    }

    /// Whether the number just read says how many of the largest are asked for, and is no name of something.
    pub(super) fn leads(&self, after: &[&str]) -> bool {
        let before = self.at.checked_sub(2).and_then(|i| self.tokens.get(i));
        let next = lexicon::at(after).map(|(_, act)| act);
        before.is_none_or(|t| LEADS.contains(&t.text.as_str()) || matches!(t.what, What::Comma))
            || after.first().is_some_and(|w| LEADS.contains(w))
            || matches!(next, Some(Act::Most | Act::Least | Act::Longest | Act::Shortest))
    }

    /// "40 or more", "24 hours or less": the bound that stands after its number.
    fn bound_after(&mut self, words: &[&str], unit: Option<Act>) -> Option<Op> {
        let measured = matches!(unit, Some(Act::Hours | Act::Day | Act::Week));
        let counted = usize::from(measured || words.first() == Some(&"times"));
        let rest = &words[counted.min(words.len())..];
        // "three complaints or more".
        let noun = matches!(self.tokens.get(self.at).map(|t| &t.what), Some(What::Value(value)) if value.column == "kind")
            || matches!(unit, Some(Act::Messages | Act::Cases));
        let after: Vec<&str> =
            self.tokens[self.tokens.len().min(self.at + 1)..].iter().map(|t| t.text.as_str()).take(3).collect();
        if let Some((length, act)) = lexicon::at(&after).filter(|_| noun && after.first() == Some(&"or")) {
            self.skipped = self.at + 1..self.at + 1 + length;
            return match act {
                Act::AtLeast => Some(Op::AtLeast),
                Act::AtMost => Some(Op::AtMost),
                _ => None,
            };
        }
        let (length, act) = lexicon::at(rest).filter(|_| matches!(rest.first(), Some(&("or" | "and"))))?;
        let op = match act {
            Act::AtLeast => Op::AtLeast,
            Act::AtMost => Op::AtMost,
            _ => return None,
        };
        self.skipped = self.at + counted..self.at + counted + length;
        Some(op)
    }

    /// Whether a time follows, perhaps after "of".
    pub(super) fn names_time(&self) -> bool {
        let after = &self.tokens[self.at..];
        let of = usize::from(after.first().is_some_and(|t| matches!(t.what, What::Word) && t.text == "of"));
        // "which month of 2019": it is asked for.
        let by = self.by && self.said.groups.is_empty() && self.said.per.is_none();
        let time = after.get(of).filter(|t| matches!(t.what, What::Time(_)));
        !self.how_many && !by && time.is_some_and(|t| of == 1 || t.text.starts_with("of "))
    }

    /// "the three big bureaus (Equifax, Experian, TransUnion)": the number of what is listed.
    fn names_what_follows(&self, words: &[&str]) -> bool {
        let value = self.tokens.get(self.at + words.len()).map(|t| &t.what);
        let noun = words.last().and_then(|_| self.noun(&words[words.len() - 1..]));
        let (Some(What::Value(value)), Some((1, Group::Column(name)))) = (value, noun) else { return false };
        words.len() <= 3 && value.column == name
    }

    /// A bound on how long it took.
    pub(super) fn took(&mut self, op: Op, hours: f64) {
        self.cond("resolution_hours", op, vec![hours.to_string()], format!("{hours} hours"), self.not);
        self.time_unit = Some(op);
    }

    pub(super) fn number(&mut self, n: f64) {
        let words = self.words();
        if self.names_what_follows(&words) {
            return;
        }
        // "both, the two numbers please".
        const TOLD: [&str; 6] = ["numbers", "figures", "counts", "totals", "percentages", "halves"];
        if words.first().is_some_and(|w| TOLD.contains(w)) && self.pending.is_none() {
            self.at += 1;
            return;
        }
        let several = words.iter().take(3).any(|w| matches!(*w, "different" | "distinct" | "separate"));
        if several && !self.leads(&words) {
            // "through three or more different channels": not what is counted.
            self.said.left.push(format!("{} different", self.tokens[self.at - 1].text));
        }
        // "240 hours to resolve": what follows the unit is no part of it.
        let unit = words.first().and_then(|first| {
            let hours = lexicon::at(&[first]).filter(|(_, act)| *act == Act::Hours);
            hours.or_else(|| lexicon::at(&words)).map(|(_, act)| act)
        });
        let exactly =
            self.at >= 2 && self.exactly(self.at - 2) && self.tokens.get(self.at).is_some_and(|t| self.records(t));
        if exactly && self.pending.is_none() {
            self.said.bound = Some((Op::Is, n));
            return;
        }
        self.pending = self.pending.or_else(|| self.bound_after(&words, unit));
        let hours = match unit {
            Some(Act::Hours) => Some(n),
            Some(Act::Day) if self.pending.is_some() => Some(n * 24.0),
            Some(Act::Week) if self.pending.is_some() => Some(n * 168.0),
            _ => None,
        };
        let leads = self.leads(&words);
        match (self.pending.take(), hours) {
            (Some(op), Some(hours)) => {
                self.at += 1;
                self.took(op, hours);
            }
            (Some(op), None) if self.said.number.as_deref() == Some("sentiment_score") => {
                self.cond("sentiment_score", op, vec![n.to_string()], n.to_string(), false);
                self.said.number = None;
            }
            (Some(op), None) => self.said.bound = Some((op, n)),
            (None, _)
                if self.tokens[self.at - 1].text.len() == 5
                    && self.said.spare.contains(&Group::Column("zip_code".into())) =>
            {
                let text = self.tokens[self.at - 1].text.clone();
                self.said.spare.retain(|g| *g != Group::Column("zip_code".into()));
                self.cond("zip_code", Op::Is, vec![text.clone()], text, false);
            }
            (None, _) if (1.0..=500.0).contains(&n) && n.fract() == 0.0 && self.said.top.is_none() && leads => {
                self.said.top = Some(n as u32)
            }
            _ => self.said.left.push(self.tokens[self.at - 1].text.clone()),
        }
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
