//! The uncased BERT tokenizer: clean, lower-case, strip accents, split at blanks and punctuation, then split each word
//! into the longest pieces in the vocabulary. Gives the same ids as the reference (`BertTokenizer`, Devlin et al. 2018)
//! with one exception: `[CLS]`, `[SEP]`, `[MASK]` in a text are plain text, because customers may write them.

use std::borrow::Cow;
use std::hash::{BuildHasher, BuildHasherDefault};
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use hashbrown::HashTable;
use rustc_hash::FxHasher;
use unicode_normalization::UnicodeNormalization;
use unicode_properties::{GeneralCategory, GeneralCategoryGroup, UnicodeGeneralCategory};

use crate::EmbedError;
use crate::shared::Shared;

const UNKNOWN: &str = "[UNK]";
/// Longer words, in characters, are unknown, as in the reference.
const LONGEST_WORD: usize = 100;

/// A vocabulary for tokenizing.
pub struct WordPiece {
    /// One piece per line; borrowed where it is part of the program.
    text: Cow<'static, str>,
    /// The place of each piece in the text, by id.
    places: Vec<Range<u32>>,
    /// Ids by piece; see [`split`].
    ids: HashTable<u32>,
    longest: usize,
    unknown: u32,
    pub cls: u32,
    pub sep: u32,
}

/// A piece without its `##`, and whether it had one: such pieces continue a word, others begin one.
fn split(piece: &str) -> (bool, &str) {
    piece.strip_prefix("##").filter(|end| !end.is_empty()).map_or((false, piece), |end| (true, end))
}

fn hash(piece: (bool, &str)) -> u64 {
    BuildHasherDefault::<FxHasher>::default().hash_one(piece)
}

impl WordPiece {
    /// Reads `vocab.txt`: one piece per line; its id is the line number from 0.
    pub fn open(file: &Path) -> Result<Arc<Self>, EmbedError> {
        let name = file.display().to_string();
        let text =
            std::fs::read_to_string(file).map_err(|cause| EmbedError::Unreadable { file: name.clone(), cause })?;
        Self::new(text)
            .ok_or_else(|| EmbedError::Foreign { file: name, what: "it has no [UNK], [CLS] or [SEP]".into() })
    }

    /// A vocabulary of one piece per line; `None` if it lacks `[UNK]`, `[CLS]` or `[SEP]`. The same text gives the same
    /// vocabulary.
    pub fn new(text: impl Into<Cow<'static, str>>) -> Option<Arc<Self>> {
        static IN_USE: Shared<WordPiece> = Shared::new();
        Some(IN_USE.get(Arc::new(Self::read(text.into())?), |a, b| a.text == b.text))
    }

    fn read(text: Cow<'static, str>) -> Option<Self> {
        let start = text.as_ptr().addr();
        let place = |line: &str| {
            let from = (line.as_ptr().addr() - start) as u32;
            from..from + line.len() as u32
        };
        let mut new = Self {
            places: text.lines().map(place).collect(),
            text,
            ids: HashTable::new(),
            longest: 0,
            unknown: 0,
            cls: 0,
            sep: 0,
        };
        let mut ids = HashTable::with_capacity(new.places.len());
        for id in 0..new.places.len() as u32 {
            let piece = split(new.piece(id));
            // Of equal pieces the last counts.
            ids.entry(hash(piece), |known| split(new.piece(*known)) == piece, |id| hash(split(new.piece(*id))))
                .insert(id);
        }
        let all = 0..new.places.len() as u32;
        new.longest = all.map(|id| split(new.piece(id)).1.len()).max().unwrap_or(0);
        new.ids = ids;
        let special = |name| new.id((false, name));
        (new.unknown, new.cls, new.sep) = (special(UNKNOWN)?, special("[CLS]")?, special("[SEP]")?);
        Some(new)
    }

    fn piece(&self, id: u32) -> &str {
        let place = &self.places[id as usize];
        &self.text[place.start as usize..place.end as usize]
    }

    fn id(&self, piece: (bool, &str)) -> Option<u32> {
        self.ids.find(hash(piece), |id| split(self.piece(*id)) == piece).copied()
    }

    /// Number of pieces.
    pub fn size(&self) -> usize {
        self.places.len()
    }

    /// The ids of a text without `[CLS]` and `[SEP]`, at most `most`.
    pub fn ids(&self, text: &str, most: usize) -> Vec<u32> {
        let mut out = Vec::with_capacity(most.min(text.len() / 4 + 2));
        let mut word = String::new();
        let mut plain = |c: char, out: &mut Vec<u32>| {
            match kind(c) {
                Kind::Nothing => return true,
                Kind::Blank => self.cut(&mut word, out),
                Kind::Alone => {
                    self.cut(&mut word, out);
                    word.push(c);
                    self.cut(&mut word, out);
                }
                Kind::Letter => word.push(c),
            }
            out.len() < most
        };
        if text.is_ascii() {
            for c in text.chars() {
                if !plain(c.to_ascii_lowercase(), &mut out) {
                    break;
                }
            }
        } else {
            // The reference strips accents before lower-casing.
            let cleaned = text.chars().filter(|c| !matches!(kind(*c), Kind::Nothing));
            let bare = cleaned.nfd().filter(|c| c.general_category() != GeneralCategory::NonspacingMark);
            for c in bare.flat_map(char::to_lowercase) {
                if !plain(c, &mut out) {
                    break;
                }
            }
        }
        plain(' ', &mut out);
        out.truncate(most);
        out
    }

    /// Splits a word into pieces and clears it. A word that cannot be split completely is unknown as a whole.
    fn cut(&self, word: &mut String, out: &mut Vec<u32>) {
        if word.is_empty() {
            return;
        }
        let before = out.len();
        let mut start = 0;
        if word.len() > LONGEST_WORD && word.chars().count() > LONGEST_WORD {
            start = usize::MAX;
        }
        while start < word.len() {
            let mut end = word.len().min(start + self.longest);
            let found = loop {
                if end <= start {
                    break None;
                }
                if word.is_char_boundary(end)
                    && let Some(id) = self.id((start > 0, &word[start..end]))
                {
                    break Some(id);
                }
                end -= 1;
            };
            match found {
                Some(id) => {
                    out.push(id);
                    start = end;
                }
                None => start = usize::MAX,
            }
        }
        if start == usize::MAX {
            out.truncate(before);
            out.push(self.unknown);
        }
        word.clear();
    }
}

enum Kind {
    /// Removed: control characters and undecodable ones.
    Nothing,
    Blank,
    /// A token by itself: punctuation and CJK characters.
    Alone,
    Letter,
}

fn kind(c: char) -> Kind {
    if c.is_ascii() {
        return match c {
            ' ' | '\t' | '\n' | '\r' => Kind::Blank,
            _ if c.is_ascii_control() => Kind::Nothing,
            _ if c.is_ascii_punctuation() => Kind::Alone,
            _ => Kind::Letter,
        };
    }
    match c.general_category() {
        _ if c == '\u{fffd}' => Kind::Nothing,
        _ if c.is_whitespace() => Kind::Blank,
        _ if c.general_category_group() == GeneralCategoryGroup::Other => Kind::Nothing,
        _ if c.general_category_group() == GeneralCategoryGroup::Punctuation || is_ideograph(c) => Kind::Alone,
        _ => Kind::Letter,
    }
}

fn is_ideograph(c: char) -> bool {
    matches!(u32::from(c),
        0x4E00..=0x9FFF | 0x3400..=0x4DBF | 0x20000..=0x2A6DF | 0x2A700..=0x2B73F | 0x2B740..=0x2B81F
        | 0x2B920..=0x2CEAF | 0xF900..=0xFAFF | 0x2F800..=0x2FA1F)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn small() -> Arc<WordPiece> {
        WordPiece::new("[PAD]\n[UNK]\n[CLS]\n[SEP]\nthe\nun\n##aff\n##able\ncafe\n,\n!\n##s\n[\n]\n\u{6f22}").unwrap()
    }

    #[test]
    fn words_are_cut_into_the_longest_pieces() {
        let pieces = small();
        for (text, want) in [
            ("The unaffable", vec![4, 5, 6, 7]),
            ("Café, CAFÉS!", vec![8, 9, 8, 11, 10]),
            ("cafe\u{0301}", vec![8]),
            ("unknown the", vec![1, 4]),
            ("\u{6f22}\u{6f22}the", vec![14, 14, 4]),
            ("t\u{0}he\u{200b} \u{a0}the", vec![4, 4]),
            ("[CLS]", vec![12, 1, 13]),
            ("", vec![]),
            (" \n ", vec![]),
        ] {
            assert_eq!(pieces.ids(text, 99), want, "{text:?}");
        }
        assert_eq!(pieces.ids(&"the ".repeat(500), 7).len(), 7);
        assert_eq!(pieces.ids(&"x".repeat(5_000), 7), [1]);
    }
    #[test]
    fn the_same_vocabulary_is_in_memory_once() {
        let (one, other) = (small(), WordPiece::new("[UNK]\r\n[CLS]\r\n[SEP]\r\nthe\r\n##\r\nthe").unwrap());
        assert!(Arc::ptr_eq(&one, &small()) && !Arc::ptr_eq(&one, &other));
        assert_eq!((other.size(), other.ids("the ##", 9)), (6, vec![5, 0, 0]));
    }
}
