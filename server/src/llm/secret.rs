//! A key that does not show itself.
//!
//! Deliberately not here: where keys come from. Nothing in this module writes a key anywhere but into a request.

use std::fmt;

use serde::{Deserialize, Serialize, Serializer};

/// What stands in place of a key.
const HIDDEN: &str = "[key hidden]";

/// Longest beginning of a key that may stand in a text by chance.
const TELLTALE: usize = 8;

/// A key. `Debug`, `Display` and `Serialize` hide it; only a request header gets to see it.
#[derive(Clone, PartialEq, Eq, Deserialize)]
#[serde(transparent)]
pub struct Secret(String);

impl Secret {
    /// Space around a key is never part of it: it comes from copying.
    pub fn new(key: impl AsRef<str>) -> Self {
        Self(key.as_ref().trim().to_owned())
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The key itself: for a request's header, or to be compared with what someone shows.
    pub(crate) fn reveal(&self) -> &str {
        &self.0
    }

    /// `text` without the key. Some servers repeat it in their error messages, whole or shortened in the middle, so a
    /// word that begins like the key goes as well.
    pub fn scrub(&self, text: &str) -> String {
        if self.0.is_empty() {
            return text.to_owned();
        }
        let whole = text.replace(&self.0, HIDDEN);
        let Some((end, _)) = self.0.char_indices().nth(TELLTALE) else { return whole };
        let head = &self.0[..end];
        let mut clean = String::with_capacity(whole.len());
        let mut rest = whole.as_str();
        while let Some(at) = rest.find(head) {
            clean.push_str(&rest[..at]);
            clean.push_str(HIDDEN);
            rest = &rest[at..];
            let word = rest.find(|c: char| c.is_whitespace() || "\"'`,;()<>".contains(c)).unwrap_or(rest.len());
            rest = &rest[word..];
        }
        clean.push_str(rest);
        clean
    }
}

/// Takes the key out of a text that comes in pieces, wherever the pieces are cut: what may be the beginning of the key
/// is held back until more is known.
#[derive(Debug)]
pub struct Scrubber<'a> {
    key: &'a Secret,
    held: String,
}

impl<'a> Scrubber<'a> {
    pub const fn new(key: &'a Secret) -> Self {
        Self { key, held: String::new() }
    }

    /// What can be shown now that `piece` has come; it may be empty.
    pub fn take(&mut self, piece: &str) -> String {
        self.held.push_str(piece);
        let mut clean = self.held.replace(&self.key.0, if self.key.0.is_empty() { "" } else { HIDDEN });
        let begins = |at: &usize| self.key.0.starts_with(&clean[*at..]);
        let at = clean.char_indices().map(|(at, _)| at).find(begins).unwrap_or(clean.len());
        self.held = clean.split_off(at);
        self.key.scrub(&clean)
    }

    /// The rest.
    pub fn finish(self) -> String {
        self.key.scrub(&self.held)
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(HIDDEN)
    }
}

impl fmt::Display for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(HIDDEN)
    }
}

impl std::str::FromStr for Secret {
    type Err = std::convert::Infallible;
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Ok(Self::new(text))
    }
}

impl Serialize for Secret {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(HIDDEN)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_never_shows() {
        let key = Secret::new(" sk-test-0123456789abcdef\n");
        assert_eq!(key.reveal(), "sk-test-0123456789abcdef");
        for text in [format!("{key:?}"), format!("{key}"), serde_json::to_string(&key).unwrap()] {
            assert!(!text.contains("sk-test"), "{text}");
        }
    }

    #[test]
    fn a_key_in_pieces_is_found_wherever_it_is_cut() {
        let key = Secret::new("sk-test-0123456789abcdef");
        let text = "Key sk-test-0123456789abcdef, task sk-te, ä s";
        for size in 1..text.len() {
            let mut scrubber = Scrubber::new(&key);
            let letters: Vec<char> = text.chars().collect();
            let pieces = letters.chunks(size).map(String::from_iter);
            let mut shown: String = pieces.map(|piece| scrubber.take(&piece)).collect();
            shown.push_str(&scrubber.finish());
            assert_eq!(shown, "Key [key hidden], task sk-te, ä s", "in pieces of {size}");
        }
        let none = Secret::new("");
        let mut scrubber = Scrubber::new(&none);
        assert_eq!(scrubber.take("at once"), "at once");
    }

    #[test]
    fn texts_are_scrubbed_of_whole_and_shortened_keys() {
        let key = Secret::new("sk-test-0123456789abcdef");
        let cases = [
            ("Bearer sk-test-0123456789abcdef is wrong", "Bearer [key hidden] is wrong"),
            ("\"sk-test-0****cdef\", see", "\"[key hidden]\", see"),
            ("twice sk-test-0123456789abcdef sk-test-01", "twice [key hidden] [key hidden]"),
            ("nothing to hide, ä", "nothing to hide, ä"),
        ];
        for (text, clean) in cases {
            assert_eq!(key.scrub(text), clean);
        }
        assert_eq!(Secret::new("").scrub("a"), "a");
        assert_eq!(Secret::new("kurz").scrub("der kurz hier"), "der [key hidden] hier");
    }
}
