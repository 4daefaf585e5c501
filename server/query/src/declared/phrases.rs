//! The names of a source's parts: its rows, measures, dimensions and their values, as phrases of plain words.

use std::collections::HashMap;

use super::{Opened, kept};
use crate::column::ColumnType;
use crate::values::pick;

/// What a phrase may mean in a source. Indices are those of its declaration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Meaning {
    Rows,
    Measure(usize),
    Dimension(usize),
    /// A value of a dimension, as stored.
    Value(usize, String),
}

/// All phrases of a source.
#[derive(Clone, Debug, Default)]
pub struct Phrases {
    by_phrase: HashMap<String, Vec<Meaning>>,
    /// Words of the longest phrase.
    pub longest: usize,
}

impl Phrases {
    pub fn new(opened: &Opened) -> Self {
        let source = &opened.source;
        let mut all = Self::default();
        let (one, many) = kept::noun(source.name);
        let rows = source.synonyms.iter().map(String::as_str).chain([one, many]);
        rows.for_each(|name| all.add(name, Meaning::Rows));
        for (place, measure) in source.measures.iter().enumerate() {
            all.names(&measure.name, &measure.says, &measure.synonyms, &Meaning::Measure(place));
        }
        for (place, dimension) in source.dimensions.iter().enumerate() {
            all.names(&dimension.name, &dimension.says, &dimension.synonyms, &Meaning::Dimension(place));
            for (alias, value) in &dimension.aliases {
                all.add(alias, Meaning::Value(place, value.clone()));
            }
            let named = dimension.kind == ColumnType::Category;
            let values =
                opened.values_of(&dimension.name).filter(|_| named).map(|(values, _)| values).unwrap_or_default();
            // A bare number is a count or a year; as a value it needs its dimension: "company 1001".
            for value in values.iter().filter(|value| value.chars().any(char::is_alphabetic)) {
                all.add(value, Meaning::Value(place, value.clone()));
            }
        }
        for (place, dimension) in source.dimensions.iter().enumerate() {
            all.short(&dimension.name, Meaning::Dimension(place));
        }
        all
    }

    fn names(&mut self, name: &str, says: &str, synonyms: &[String], meaning: &Meaning) {
        let plain = name.replace('_', " ");
        for name in [plain.as_str(), says].into_iter().chain(synonyms.iter().map(String::as_str)) {
            self.add(name, meaning.clone());
        }
    }

    /// "order id" may be called "order", if nothing else is.
    fn short(&mut self, name: &str, meaning: Meaning) {
        let plain = name.replace('_', " ");
        if let Some(short) = plain.strip_suffix(" id")
            && self.get(&pick::phrase(short)).is_empty()
        {
            self.add(short, meaning);
        }
    }

    fn add(&mut self, name: &str, meaning: Meaning) {
        let phrase = pick::phrase(name);
        if phrase.is_empty() || phrase.len() > 120 {
            return;
        }
        self.longest = self.longest.max(phrase.split(' ').count());
        let all = self.by_phrase.entry(phrase).or_default();
        if !all.contains(&meaning) {
            all.push(meaning);
        }
    }

    /// What a phrase of plain words means.
    pub fn get(&self, phrase: &str) -> &[Meaning] {
        self.by_phrase.get(phrase).map_or(&[], Vec::as_slice)
    }

    /// The only phrase that differs from a word by a small typo.
    pub fn like(&self, word: &str) -> &[Meaning] {
        let mut close = self.by_phrase.iter().filter(|(phrase, _)| pick::alike(phrase, word));
        match (close.next(), close.next()) {
            (Some((_, meanings)), None) => meanings,
            _ => &[],
        }
    }
}
