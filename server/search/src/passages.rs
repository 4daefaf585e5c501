//! Splits a text into passages to embed: the model was trained on about 200 words at most, so a longer text is cut into
//! overlapping windows. A record (parent) is ranked by its best passage (child).

use std::ops::Range;

use model::record::{Chunk, Document};

/// Words per passage, and how many of them the next one repeats.
const PASSAGE_WORDS: usize = 180;
const OVERLAP_WORDS: usize = 40;
/// Most passages of one text; anything beyond some ten thousand words is only found by words.
const MAX_PASSAGES: usize = 80;

/// The byte ranges of a text's passages. A short text is one; a text without words has none.
pub fn passages(text: &str) -> Vec<Range<usize>> {
    windows(text, PASSAGE_WORDS, OVERLAP_WORDS, MAX_PASSAGES)
}

/// The texts to embed for a record or part, in order; a title without text is one passage.
pub fn texts(title: &str, text: &str) -> Vec<String> {
    let all: Vec<String> = passages(text).into_iter().map(|range| titled(title, &text[range])).collect();
    if all.is_empty() && !title.is_empty() { vec![title.to_owned()] } else { all }
}

/// The title put above a document part for embedding.
pub fn chunk_title(document: &Document, chunk: &Chunk) -> String {
    let heading = chunk.heading.as_deref().map_or(String::new(), |h| format!("\n{h}"));
    format!("{}{heading}", document.title)
}

/// Byte ranges of windows of `width` words, each repeating the last `overlap` words of the one before; at most `most`.
pub fn windows(text: &str, width: usize, overlap: usize, most: usize) -> Vec<Range<usize>> {
    let words: Vec<Range<usize>> = words(text);
    let mut out = Vec::new();
    let mut from = 0;
    while from < words.len() && out.len() < most {
        let to = (from + width).min(words.len());
        out.push(words[from].start..words[to - 1].end);
        if to == words.len() {
            break;
        }
        from = to - overlap;
    }
    out
}

/// A passage for embedding, below its record's title if it has one.
pub fn titled(title: &str, passage: &str) -> String {
    if title.is_empty() { passage.to_owned() } else { format!("{title}\n{passage}") }
}

fn words(text: &str) -> Vec<Range<usize>> {
    let mut out = Vec::new();
    let mut start = None;
    for (at, c) in text.char_indices().chain([(text.len(), ' ')]) {
        match (c.is_whitespace(), start) {
            (true, Some(from)) => {
                out.push(from..at);
                start = None;
            }
            (false, None) => start = Some(at),
            _ => {}
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_are_cut_into_windows_that_overlap() {
        let text = (0..500).map(|n| format!("w{n}")).collect::<Vec<_>>().join(" ");
        let parts: Vec<&str> = passages(&text).into_iter().map(|r| &text[r]).collect();
        assert_eq!(parts.len(), 4);
        assert!(parts[0].starts_with("w0 ") && parts[0].ends_with(" w179"));
        assert!(parts[1].starts_with("w140 ") && parts[3].ends_with(" w499"));
        assert_eq!(passages(" one two \n"), std::slice::from_ref(&(1..8)));
        assert!(passages(" \n").is_empty() && passages("").is_empty());
        assert_eq!(passages(&"x ".repeat(100_000)).len(), MAX_PASSAGES);
    }
}
