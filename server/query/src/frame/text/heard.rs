//! Which words of a question were understood, and which of the others matter: for refusals, and what they offer.

use super::super::grammar::{self, Operator, common, is_function};
use super::super::link::nouns::{DATASETS, STATES, bucket, holds};
use super::super::types::{FilterSlot, Frame, Link};
use crate::ast::Op;
use crate::values::pick;

/// Shorter stretches of time than the buckets.
const HOURS: &str = "hour|minute|ago";

/// Of words that mean nothing in the data, those to name: without articles, numbers, stretches of time and the names of
/// records. All of them if nothing else is left.
pub fn that_matter(words: &[&str]) -> Vec<String> {
    let says_little = |word: &str| {
        // A word of a name belongs to it: "Deutsche Bank".
        if word.starts_with(char::is_uppercase) {
            return false;
        }
        let (lower, plain) = (word.to_lowercase(), pick::plain(word));
        // A longer number is an identifier.
        word.len() <= 3 && word.chars().all(|c| !c.is_alphabetic())
            || is_function(&lower)
            || bucket(&plain).is_some()
            || holds(HOURS, &plain)
            || DATASETS.iter().any(|(names, ..)| holds(names, &plain))
    };
    let bare = |phrase: &str| {
        let all: Vec<&str> = phrase.split_whitespace().collect();
        let first = all.iter().position(|word| !says_little(word))?;
        let last = all.iter().rposition(|word| !says_little(word))?;
        Some(all[first..=last].join(" "))
    };
    let left: Vec<String> = words.iter().filter_map(|phrase| bare(phrase)).collect();
    if left.is_empty() { words.iter().map(|word| (*word).to_owned()).collect() } else { left }
}

impl Frame {
    /// The same without the conditions that its words do not bear out: a lack that was not asked for ("with owner"), and
    /// a name of which the words are no part ("older" of "Old Market").
    pub fn borne_out(&self) -> Self {
        let negates = |mark: &grammar::Mark| matches!(mark.operator, Operator::Not | Operator::NotBefore);
        let negated = grammar::marks(&self.text).iter().any(negates);
        let lacks = |f: &FilterSlot| {
            let named = STATES.iter().any(|(names, ..)| holds(names, &pick::phrase(&f.words)));
            f.op == Op::Missing && !f.negated && !negated && !named
        };
        let other_name = |f: &FilterSlot| {
            let labels: Vec<String> = f.labels.iter().flat_map(|label| pick::words(label)).map(|(w, _)| w).collect();
            let foreign = |(word, at): (String, std::ops::Range<usize>)| {
                let known = f.link == Link::Part || common(&f.words[at].to_lowercase()).is_some();
                known && !is_function(&word) && !labels.contains(&word)
            };
            matches!(f.link, Link::Part | Link::Typo) && pick::words(&f.words).into_iter().any(foreign)
        };
        let mut frame = self.clone();
        frame.filters.retain(|f| f.carried || !(lacks(f) || other_name(f)));
        frame
    }

    /// Whether another question has a word of what was understood of this one.
    pub fn shares_a_word(&self, question: &str) -> bool {
        let read = self.derivation.iter().filter_map(|d| self.text.get(d.start..d.end));
        let labels = self.filters.iter().flat_map(|f| f.labels.iter().chain([&f.words]).map(String::as_str));
        let all = read.chain(labels).chain([self.subject.as_str()]).chain(self.about.as_deref());
        let content = |text: &str| -> Vec<String> {
            let words = pick::words(text).into_iter().map(|(word, _)| word);
            words.filter(|word| !is_function(word)).collect()
        };
        let own: Vec<String> = all.flat_map(content).collect();
        // "complain" and "complaint"
        let alike = |a: &str, b: &str| a == b || a.len().min(b.len()) >= 5 && (a.starts_with(b) || b.starts_with(a));
        own.is_empty() || content(question).iter().any(|word| own.iter().any(|own| alike(own, word)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_words_that_matter_are_named() {
        for (words, want) in [
            (&["2", "months", "quiet", "wrote"][..], &["quiet"][..]),
            (&["the north", "south"][..], &["north", "south"][..]),
            (&["unicorn insurance"][..], &["unicorn insurance"][..]),
            (&["2"][..], &["2"][..]),
            (&["account 5441", "quiet"][..], &["5441", "quiet"][..]),
        ] {
            assert_eq!(that_matter(words), want);
        }
    }

    #[test]
    fn a_condition_that_the_words_do_not_bear_out_is_no_part_of_an_offer() {
        let slot = |column: &str, op, words: &str, label: &str, link| FilterSlot {
            column: column.into(),
            op,
            words: words.into(),
            labels: vec![label.to_owned()],
            link,
            ..FilterSlot::default()
        };
        let left = |text: &str, slot: FilterSlot| {
            let frame = Frame { text: text.to_owned(), filters: vec![slot], ..Frame::default() };
            frame.borne_out().filters.len()
        };
        let owner = || slot("assigned_to", Op::Missing, "owner", "", Link::Exact);
        assert_eq!(left("urgent cases with owner", owner()), 0);
        assert_eq!(left("urgent cases without an owner", owner()), 1);
        let market = |words: &str| slot("branch", Op::Is, words, "Old Market", Link::Part);
        assert_eq!((left("older clients", market("older")), left("at old market", market("market"))), (0, 1));
    }

    #[test]
    fn an_offer_shares_a_word_with_the_question() {
        let frame = Frame { subject: "complaints".into(), ..Frame::default() };
        assert!(frame.shares_a_word("Why do our customers complain?"));
        assert!(!frame.shares_a_word("Which documents are there?"));
        assert!(Frame::default().shares_a_word("Anything?"));
    }
}
