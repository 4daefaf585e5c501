//! Numbers in the words of a condition: "more than 2.5k", "three or more", "half a dozen".

/// Small numbers by their words.
const NAMES: [&str; 21] = [
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty",
];
const LARGER: [(&str, f64); 9] = [
    ("once", 1.0),
    ("twice", 2.0),
    ("dozen", 12.0),
    ("thirty", 30.0),
    ("forty", 40.0),
    ("fifty", 50.0),
    ("hundred", 100.0),
    ("thousand", 1_000.0),
    ("million", 1_000_000.0),
];

/// The number of a word, with a suffix such as k.
pub fn number(word: &str) -> Option<f64> {
    let word = word.to_lowercase();
    if let Some(at) = NAMES.iter().position(|name| *name == word) {
        return Some(at as f64);
    }
    if let Some((_, value)) = LARGER.iter().find(|(name, _)| *name == word) {
        return Some(*value);
    }
    let plain = word.trim_start_matches(['$', '€', '£']).trim_end_matches(['%', '€', '$', '£']).replace(',', "");
    let (digits, times) = match plain.char_indices().next_back()? {
        (at, 'k') => (&plain[..at], 1_000.0),
        (at, 'm') => (&plain[..at], 1_000_000.0),
        _ => (plain.as_str(), 1.0),
    };
    let number = digits.parse::<f64>().ok().filter(|n| n.is_finite())?;
    digits.starts_with(|c: char| c.is_ascii_digit()).then_some(number * times)
}

/// The first number of a text, and the words around it.
pub fn number_in(text: &str) -> Option<(f64, String)> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let at = words.iter().position(|word| number(word).is_some())?;
    let (mut value, mut next) = (number(words[at])?, at + 1);
    // "two hundred", "3 million".
    while let Some(more) = words.get(next).and_then(|word| number(word)).filter(|more| *more >= 12.0 && value < *more) {
        value *= more;
        next += 1;
    }
    Some((value, [&words[..at], &words[next..]].concat().join(" ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_words() {
        for (text, value, rest) in [
            ("more than three complaints", 3.0, "more than complaints"),
            ("over 2.5k", 2_500.0, "over"),
            ("1,200 euros or more", 1_200.0, "euros or more"),
            ("two hundred orders", 200.0, "orders"),
            ("above 40%", 40.0, "above"),
        ] {
            assert_eq!(number_in(text), Some((value, rest.to_owned())), "{text}");
        }
        assert_eq!(number_in("many"), None);
    }
}
