//! The words of a text, and cues sought in them: runs of words that say what is asked for.

use serde::{Deserialize, Serialize};

/// A word in lower case with the bytes where it stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Word {
    pub text: String,
    pub start: usize,
    pub end: usize,
}

/// The words of a text without the signs between them.
pub fn words(text: &str) -> Vec<Word> {
    pieces(text).into_iter().filter(|w| w.text.contains(char::is_alphanumeric)).collect()
}

/// Words, numbers and the signs between them that part or join.
pub(super) fn pieces(text: &str) -> Vec<Word> {
    let mut out: Vec<Word> = Vec::new();
    let mut start: Option<usize> = None;
    let chars: Vec<(usize, char)> = text.char_indices().chain([(text.len(), ' ')]).collect();
    for (i, (at, c)) in chars.iter().enumerate() {
        let next = chars.get(i + 1).map_or(' ', |n| n.1);
        let before = if i == 0 { ' ' } else { chars[i - 1].1 };
        let digit_inside = matches!(c, '.' | ',') && before.is_ascii_digit() && next.is_ascii_digit();
        let inside = c.is_alphanumeric()
            || (matches!(c, '\'' | '’') && before.is_alphanumeric() && next.is_alphanumeric())
            || digit_inside
            || (*c == '%' && before.is_ascii_digit())
            || (*c == '-' && !before.is_alphanumeric() && next.is_ascii_digit());
        match (inside, start) {
            (true, None) => start = Some(*at),
            (false, Some(from)) => {
                out.push(Word { text: text[from..*at].to_lowercase().replace('’', "'"), start: from, end: *at });
                start = None;
            }
            _ => {}
        }
        if !inside && matches!(c, ',' | ';' | '/' | '&' | '+' | '%' | '>') {
            out.push(Word { text: c.to_string(), start: *at, end: *at + c.len_utf8() });
        }
    }
    out
}

/// Whether a word fits a pattern: itself, or its beginning where the pattern ends in `*`.
pub fn fits(word: &str, pattern: &str) -> bool {
    pattern.strip_suffix('*').map_or(word == pattern, |stem| word.starts_with(stem))
}

/// Where a cue stands in the words: the indices that it takes.
pub fn find_cue(words: &[Word], cue: &str) -> Option<Vec<usize>> {
    let parts: Vec<&str> = cue.split(' ').collect();
    (0..words.len()).find_map(|start| {
        let mut taken = Vec::with_capacity(parts.len());
        let mut at = start;
        let mut gap = false;
        for part in &parts {
            if *part == "…" {
                gap = true;
                continue;
            }
            let here = words.get(at..)?.iter().position(|w| fits(&w.text, part))?;
            if here > 0 && !gap {
                return None;
            }
            taken.push(at + here);
            at += here + 1;
            gap = false;
        }
        Some(taken)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cues_are_runs_of_words() {
        let asked = words("How many customers' complaints, roughly, were there?");
        assert_eq!(asked[2].text, "customers");
        assert_eq!(
            words("10,500 of 7%, e-mail").iter().map(|w| &*w.text).collect::<Vec<_>>(),
            ["10,500", "of", "7%", "e", "mail"]
        );
        assert_eq!(find_cue(&asked, "how many"), Some(vec![0, 1]));
        assert_eq!(find_cue(&asked, "many complain*"), None);
        assert_eq!(find_cue(&asked, "many … complain*"), Some(vec![1, 3]));
        assert_eq!(find_cue(&asked, "there at all"), None);
    }
}
