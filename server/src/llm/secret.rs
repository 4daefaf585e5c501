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

    /// The key itself, for the request header alone.
    pub(super) fn reveal(&self) -> &str {
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
