//! Which Complaint IDs a file has had already. A set of bits in pages: the whole public database fits in a few MB.

use std::collections::HashMap;

const WORDS: usize = 1024;

/// A set of numbers; dense ranges cost one bit a number.
#[derive(Default)]
pub struct Seen {
    pages: HashMap<u32, Box<[u64; WORDS]>>,
}

impl Seen {
    /// Adds a number; false if it was there.
    pub fn insert(&mut self, id: u32) -> bool {
        let page = self.pages.entry(id >> 16).or_insert_with(|| Box::new([0; WORDS]));
        let (word, bit) = ((id & 0xffff) as usize / 64, 1 << (id % 64));
        let new = page[word] & bit == 0;
        page[word] |= bit;
        new
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn it_is_a_set(ids in prop::collection::vec(prop_oneof![any::<u32>(), 0u32..200], 0..200)) {
            let (mut seen, mut set) = (Seen::default(), HashSet::new());
            for id in ids {
                prop_assert_eq!(seen.insert(id), set.insert(id));
            }
        }
    }
}
