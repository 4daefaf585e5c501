//! Word stems as numbers, so that comparing two words is comparing two integers.
//!
//! A light stemmer on purpose: it joins "crashes" and "crashing", "failure" and "failures". It is not a dictionary, and
//! synonyms are the field names' business (`super::super::field`).

/// A stem: the FNV-1a hash of the shortened lower-case word. 0 is "no word".
pub type Stem = u64;

/// The stem of a word. Everything that is not a letter or a digit is left out.
pub fn stem(word: &str) -> Stem {
    let cut = word.find(['\'', '’']).filter(|i| *i >= 3).unwrap_or(word.len());
    // Most words are as they should be, and need no copy.
    if word[..cut].bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit()) {
        return hash(shorten(&word[..cut]));
    }
    let mut buffer = String::with_capacity(cut);
    for c in word[..cut].chars().filter(|c| c.is_alphanumeric()) {
        if c.is_ascii() {
            buffer.push(c.to_ascii_lowercase());
        } else {
            buffer.extend(c.to_lowercase());
        }
    }
    hash(shorten(&buffer))
}

/// FNV-1a.
fn hash(word: &str) -> Stem {
    word.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, b| (hash ^ u64::from(b)).wrapping_mul(0x0100_0000_01b3))
}

/// Cuts endings as long as four letters remain (three for a plural).
fn shorten(word: &str) -> &str {
    if word.bytes().any(|b| b.is_ascii_digit()) {
        return word;
    }
    let mut short = word;
    if let Some(base) = short.strip_suffix("ies").filter(|b| b.len() >= 3) {
        // "categories" and "category" meet without their last letter.
        return base;
    }
    if let Some(base) = ["shes", "ches", "sses", "xes"].iter().find(|e| short.ends_with(**e)) {
        short = &short[..short.len() - 2];
        debug_assert!(base.len() >= 3);
    } else if short.ends_with('s') && !short.ends_with("ss") && !short.ends_with("us") && short.len() >= 4 {
        short = &short[..short.len() - 1];
    }
    for ending in ["ing", "ed", "ion", "er", "ness"] {
        if let Some(base) = short.strip_suffix(ending).filter(|b| b.len() >= 4) {
            // "stopped" and "stop" meet, "missed" and "miss" keep their own.
            let mut last = base.bytes().rev();
            let double = last.next().is_some_and(|a| b"bdgmnprt".contains(&a) && last.next() == Some(a));
            short = if double { &base[..base.len() - 1] } else { base };
            break;
        }
    }
    for ending in ["e", "y"] {
        if let Some(base) = short.strip_suffix(ending).filter(|b| b.len() >= 3) {
            return base;
        }
    }
    short
}

/// The stems of all words of a text, in order, without the small words that carry no name.
pub fn stems(text: &str) -> Vec<Stem> {
    text.split(|c: char| !(c.is_alphanumeric() || c == '\'' || c == '’'))
        .filter(|w| !w.is_empty() && !is_small(w))
        .map(stem)
        .collect()
}

/// Small words, which phrases may hold and lose.
pub fn is_small(word: &str) -> bool {
    const SMALL: [&str; 8] = ["and", "or", "of", "the", "a", "an", "for", "with"];
    SMALL.iter().any(|s| word.eq_ignore_ascii_case(s))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_of_a_word_meet() {
        for (a, b) in [
            ("Crashes", "crashing"),
            ("failures", "failure"),
            ("categories", "Category"),
            ("breached", "breaches"),
            ("escalations", "escalated"),
            ("customer's", "customers"),
            ("cases", "case"),
            ("days", "day"),
            ("stopped", "stops"),
            ("shipping", "ships"),
        ] {
            assert_eq!(stem(a), stem(b), "{a} {b}");
        }
        for (a, b) in [("positive", "negative"), ("open", "closed"), ("email", "phone"), ("case", "cash")] {
            assert_ne!(stem(a), stem(b), "{a} {b}");
        }
        assert_eq!(stems("Money transfer, virtual currency").len(), 4);
    }
}
