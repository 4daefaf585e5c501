//! Distinct texts, numbered from 0 in order of appearance. All are in one buffer: a million ids take some thirty bytes
//! each, where a map of strings takes a hundred.

use std::hash::{BuildHasher, RandomState};

use hashbrown::HashTable;

#[derive(Debug, Default)]
pub struct Interner {
    buffer: String,
    /// Where each text ends in the buffer; it begins where the previous one ends.
    ends: Vec<usize>,
    numbers: HashTable<u32>,
    hasher: RandomState,
}

impl Interner {
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    pub fn get(&self, number: usize) -> Option<&str> {
        let start = number.checked_sub(1).map_or(Some(0), |before| self.ends.get(before).copied())?;
        self.buffer.get(start..*self.ends.get(number)?)
    }

    /// The text of a number that [`Self::insert`] gave; any other is the empty text.
    pub fn text(&self, number: usize) -> &str {
        self.get(number).unwrap_or_default()
    }

    pub fn iter(&self) -> impl Iterator<Item = &str> {
        (0..self.len()).map(|number| self.text(number))
    }

    pub fn find(&self, text: &str) -> Option<u32> {
        self.numbers.find(self.hasher.hash_one(text), |number| self.text(*number as usize) == text).copied()
    }

    /// The number of a text, which is added if it is new.
    pub fn insert(&mut self, text: &str) -> u32 {
        if let Some(known) = self.find(text) {
            return known;
        }
        let number = self.len() as u32;
        self.buffer.push_str(text);
        self.ends.push(self.buffer.len());
        let Self { buffer, ends, numbers, hasher } = self;
        let hash = |number: &u32| {
            let number = *number as usize;
            hasher.hash_one(&buffer[number.checked_sub(1).map_or(0, |before| ends[before])..ends[number]])
        };
        numbers.insert_unique(hash(&number), number, hash);
        number
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_keep_their_numbers() {
        let mut texts = Interner::default();
        let names: Vec<String> = (0..1000).map(|n| "ä".repeat(n % 7) + &n.to_string()).collect();
        for (number, name) in names.iter().enumerate() {
            assert_eq!((texts.find(name), texts.insert(name)), (None, number as u32));
        }
        assert_eq!((texts.insert(&names[7]), texts.insert(""), texts.len()), (7, 1000, 1001));
        assert!(texts.iter().take(1000).eq(names.iter().map(String::as_str)));
        assert_eq!((texts.get(1000), texts.get(1001), texts.find("?")), (Some(""), None, None));
    }
}
