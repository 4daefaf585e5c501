//! Words of a question, and cues matched against them.

/// A word in lower case with the bytes where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    pub text: String,
    pub start: usize,
    pub end: usize,
}

/// The words of a text: runs of letters and digits, an apostrophe inside included.
pub fn words(text: &str) -> Vec<Word> {
    let mut out = Vec::new();
    let mut start = None;
    let mut previous = ' ';
    for (at, c) in text.char_indices().chain([(text.len(), ' ')]) {
        let inside = c.is_alphanumeric() || (matches!(c, '\'' | '’') && previous.is_alphanumeric());
        match (inside, start) {
            (true, None) => start = Some(at),
            (false, Some(from)) => {
                let word = text[from..at].trim_end_matches(['\'', '’']).to_lowercase();
                out.push(Word { text: word, start: from, end: at });
                start = None;
            }
            _ => {}
        }
        previous = c;
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
        assert_eq!(find_cue(&asked, "how many"), Some(vec![0, 1]));
        assert_eq!(find_cue(&asked, "many complain*"), None);
        assert_eq!(find_cue(&asked, "many … complain*"), Some(vec![1, 3]));
        assert_eq!(find_cue(&asked, "there at all"), None);
    }
}
