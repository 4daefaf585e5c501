//! What a question about deals names: one of them, values and dimensions of their source, and the words that nothing accounts for.

use std::sync::Arc;

use serde_json::Value;

use super::Filters;
use crate::query::catalog::Kind;
use crate::query::declared::{Meaning, Opened};
use crate::query::values::pick;
use crate::query::words::{Parse, Word, lexicon};
use crate::search::words::is_stop;
use crate::skills::forecast::deal::names;

/// What was found in a question.
#[derive(Debug, Default)]
pub struct Named {
    pub deal: Option<String>,
    /// Dimensions to group by.
    pub by: Vec<String>,
    pub filters: Filters,
    /// Values of the dimension of regions.
    pub regions: Vec<String>,
    /// Words that nothing of the source accounts for, nor asking.
    pub rest: Vec<Word>,
}

/// Words after which a dimension is what to group by.
const BY: [&str; 7] = ["by", "per", "each", "across", "every", "which", "what"];

/// Words before the id of a deal.
const DEAL: [&str; 4] = ["deal", "opportunity", "opp", "number"];

pub fn read(parse: &Parse, words: &[Word], opened: &Arc<Opened>) -> Named {
    let mut named = Named::default();
    let (phrases, text) = (opened.phrases(), parse.text.as_str());
    let deal = deal(text, opened);
    let at_deal = |word: &Word| deal.as_ref().is_some_and(|(_, span)| span.contains(&word.start));
    let in_time = |word: &Word| parse.times.iter().any(|(_, span)| span.contains(&word.start));
    let region = column(opened, "region");
    let mut at = 0;
    while at < words.len() {
        let word = &words[at];
        if at_deal(word) || in_time(word) {
            at += 1;
            continue;
        }
        let some = (1..=phrases.longest).rev().filter_map(|n| words.get(at..at + n)).find_map(|some| {
            let phrase = pick::phrase(text.get(some.first()?.start..some.last()?.end)?);
            let meanings = phrases.get(&phrase);
            let plain = some.len() == 1 && is_stop(&word.text);
            (!meanings.is_empty() && !plain).then_some((some.len(), meanings))
        });
        let Some((length, meanings)) = some else {
            if !is_stop(&word.text) && !lexicon::known().contains(word.text.as_str()) {
                named.rest.push(word.clone());
            }
            at += 1;
            continue;
        };
        let before = at.checked_sub(1).and_then(|place| words.get(place)).map(|word| word.text.as_str());
        // "pipeline" is what is summed, though a value may be called so, too.
        let summed = meanings.iter().any(|meaning| matches!(meaning, Meaning::Measure(_) | Meaning::Rows));
        for meaning in meanings {
            match meaning {
                Meaning::Dimension(place) if before.is_some_and(|word| BY.contains(&word)) => {
                    named.by.push(opened.source.dimensions[*place].name.clone());
                    break;
                }
                Meaning::Value(place, value) if !summed && opened.source.dimensions[*place].kind == Kind::Name => {
                    let dimension = &opened.source.dimensions[*place].name;
                    if Some(dimension) == region.as_ref() {
                        named.regions.push(value.clone());
                    }
                    named.filters.insert(dimension.clone(), Value::from(value.clone()));
                    break;
                }
                _ => {}
            }
        }
        at += length;
    }
    named.deal = deal.map(|(id, _)| id);
    named
}

fn column(opened: &Opened, field: &str) -> Option<String> {
    names(field).iter().find(|name| opened.source.dimension(name).is_some()).map(|name| (*name).to_owned())
}

/// The deal that a text names: a known id, or what has a digit and follows the word for it; with its place.
fn deal(text: &str, opened: &Opened) -> Option<(String, std::ops::Range<usize>)> {
    let ids = column(opened, "id").and_then(|name| opened.values_of(&name)).map_or(&[][..], |(values, _)| values);
    let mut before = String::new();
    for part in text.split_whitespace() {
        let bare = part.trim_matches(|c: char| !c.is_alphanumeric());
        let start = bare.as_ptr() as usize - text.as_ptr() as usize;
        let known = ids.iter().find(|id| id.eq_ignore_ascii_case(bare));
        let new = DEAL.contains(&before.as_str()) && bare.chars().any(|c| c.is_ascii_digit());
        if let Some(id) = known.cloned().or_else(|| new.then(|| bare.to_owned())) {
            return Some((id, start..start + bare.len()));
        }
        before = bare.to_lowercase();
    }
    None
}

impl Named {
    /// The region that the deals are narrowed to, if any; `None` where they are narrowed otherwise, which their list cannot be.
    pub fn only_region(&self) -> Option<Option<String>> {
        match (self.filters.len(), self.regions.as_slice(), self.by.is_empty()) {
            (0, _, true) => Some(None),
            (1, [region], true) => Some(Some(region.clone())),
            _ => None,
        }
    }

    /// What was named, for people.
    pub fn told(&self) -> Vec<String> {
        let filters = self.filters.values().filter_map(|value| value.as_str().map(str::to_owned));
        let by = self.by.iter().map(|name| format!("by {}", name.replace('_', " ")));
        self.deal.iter().cloned().chain(filters).chain(by).collect()
    }
}
