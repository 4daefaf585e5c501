//! Word stems as numbers, so that comparing two words is comparing two integers.
//!
//! A light stemmer on purpose: it joins "crashes" and "crashing", "failure" and "failures". It is not a dictionary, and
//! synonyms are the field names' business (`super::super::field`).

/// A stem: the FNV-1a hash of the shortened lower-case word. 0 is "no word".
pub type Stem = u64;

/// The stem of a word. Everything that is not a letter or a digit is left out.
pub fn stem(word: &str) -> Stem {
    let cut = word.find(['\'', '’']).filter(|i| *i >= 3).unwrap_or(word.len());
    // Most words are as they should be, and need no copy, or a short one.
    if word[..cut].bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit()) {
        return known(&word[..cut]);
    }
    if cut <= 32 && word.is_ascii() {
        let (mut small, mut long) = ([0; 32], 0);
        for b in word[..cut].bytes().filter(u8::is_ascii_alphanumeric) {
            small[long] = b.to_ascii_lowercase();
            long += 1;
        }
        return of_bytes(&small[..long]);
    }
    let mut buffer = String::with_capacity(cut);
    for c in word[..cut].chars().filter(|c| c.is_alphanumeric()) {
        if c.is_ascii() {
            buffer.push(c.to_ascii_lowercase());
        } else {
            buffer.extend(c.to_lowercase());
        }
    }
    known(&buffer)
}

/// The stem of a word in small letters, also of one that stands in the program.
pub const fn known(word: &str) -> Stem {
    of_bytes(word.as_bytes())
}

const fn of_bytes(word: &[u8]) -> Stem {
    let short = shorten(word);
    // FNV-1a.
    let (mut hash, mut i) = (0xcbf2_9ce4_8422_2325, 0);
    while i < short.len() {
        hash = (hash ^ short[i] as u64).wrapping_mul(0x0100_0000_01b3);
        i += 1;
    }
    hash
}

/// The stems of a list of words of the program.
pub const fn each<const N: usize>(words: [&str; N]) -> [Stem; N] {
    let (mut stems, mut i) = ([0; N], 0);
    while i < N {
        stems[i] = known(words[i]);
        i += 1;
    }
    stems
}

/// Cuts endings as long as four letters remain (three for a plural).
const fn shorten(word: &[u8]) -> &[u8] {
    let mut i = 0;
    while i < word.len() {
        if word[i].is_ascii_digit() {
            return word;
        }
        i += 1;
    }
    if ends(word, b"ies") && word.len() >= 6 {
        // "categories" and "category" meet without their last letter.
        return but_last(word, 3);
    }
    let mut short = word;
    if ends(word, b"shes") || ends(word, b"ches") || ends(word, b"sses") || ends(word, b"xes") {
        short = but_last(word, 2);
    } else if ends(word, b"s") && !ends(word, b"ss") && !ends(word, b"us") && word.len() >= 4 {
        short = but_last(word, 1);
    }
    let endings: [&[u8]; 5] = [b"ing", b"ed", b"ion", b"er", b"ness"];
    i = 0;
    while i < endings.len() {
        if ends(short, endings[i]) && short.len() >= endings[i].len() + 4 {
            short = but_last(short, endings[i].len());
            // "stopped" and "stop" meet, "missed" and "miss" keep their own.
            let last = short[short.len() - 1];
            if last == short[short.len() - 2] && matches!(last, b'b' | b'd' | b'g' | b'm' | b'n' | b'p' | b'r' | b't') {
                short = but_last(short, 1);
            }
            break;
        }
        i += 1;
    }
    if (ends(short, b"e") || ends(short, b"y")) && short.len() >= 4 { but_last(short, 1) } else { short }
}

const fn but_last(word: &[u8], many: usize) -> &[u8] {
    word.split_at(word.len() - many).0
}

const fn ends(word: &[u8], ending: &[u8]) -> bool {
    if word.len() < ending.len() {
        return false;
    }
    let (rest, mut i) = (word.len() - ending.len(), 0);
    while i < ending.len() {
        if word[rest + i] != ending[i] {
            return false;
        }
        i += 1;
    }
    true
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
