//! The records that customers have, by a noun with its adjectives: "open case", "complaints about fees".

use super::super::grammar::is_function;
use super::super::types::{FilterSlot, Link};
use super::nouns::{STATES, holds, says_nothing};
use super::{Linker, own_noun, slot};
use crate::ast::{Dataset, Op};
use crate::values::pick;

/// The records of customers that words mean.
#[derive(Clone, Debug)]
pub struct RecordsNoun {
    pub of: Dataset,
    pub filters: Vec<FilterSlot>,
    /// Words of it that narrow and that nothing is called by.
    pub left: Vec<String>,
}

impl Linker<'_> {
    /// The records of customers that a noun with its adjectives means: "open case", "complaints about fees".
    pub fn records_of(&self, text: &str) -> Option<RecordsNoun> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let phrase = pick::phrase(text);
        let both = [Dataset::Communications, Dataset::Cases];
        let named = both.into_iter().find_map(|of| own_noun(of, &phrase).map(|kind| (of, Vec::from_iter(kind))));
        let (of, mut filters) = named.or_else(|| {
            both.into_iter().find_map(|of| {
                let noun = self.noun(of, text).filter(|noun| noun.column.is_none() && noun.weight > 1.0)?;
                Some((of, noun.filters))
            })
        })?;
        let late = STATES.iter().find(|(names, ..)| of == Dataset::Cases && holds(names, &phrase));
        filters.extend(late.and_then(|(_, column, value)| Some(slot(column, Op::Is, (*value)?, (*value)?, text))));
        // What stands before the noun, as one name or word by word.
        let exact = |f: &FilterSlot| f.op == Op::Is && f.column != "customer" && f.link <= Link::Family;
        let named = |text: &str| self.value(of, text).filter(|found| found.iter().all(exact));
        let adjectives = &words[..words.len().saturating_sub(1)];
        if let Some(found) = named(&adjectives.join(" ")).filter(|_| adjectives.len() > 1) {
            filters.extend(found);
            return Some(RecordsNoun { of, filters, left: Vec::new() });
        }
        let mut left = Vec::new();
        let says = |word: &&&str| word.contains(char::is_alphanumeric) && !is_function(word);
        for word in adjectives.iter().filter(says) {
            match named(word) {
                Some(found) => filters.extend(found),
                None if late.is_some() || says_nothing(word) || own_noun(of, &pick::phrase(word)).is_some() => {}
                None => left.push((*word).to_owned()),
            }
        }
        Some(RecordsNoun { of, filters, left })
    }
}
