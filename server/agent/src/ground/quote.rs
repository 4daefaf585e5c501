//! Looks up quotations in the texts that were read, word for word.
//!
//! Deliberately not here: any tolerance. A quotation with one word changed is not a quotation.

/// Shorter quotations are names.
const LEAST_WORDS: usize = 3;

/// Normalised for comparison: lower case, no quotation marks, plain dashes, single spaces, three dots for an ellipsis.
pub fn spelling(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        match c {
            // Marks within a quotation vary, or are missing.
            '\'' | '’' | '‘' | '`' | '´' | '“' | '”' | '„' | '«' | '»' | '"' => {}
            '–' | '—' | '−' | '\u{2011}' => out.push('-'),
            // An answer's own square brackets are citations, so a quotation prints round ones.
            '[' => out.push('('),
            ']' => out.push(')'),
            '…' => out.push_str("..."),
            c if c.is_whitespace() => {
                if !out.ends_with(' ') {
                    out.push(' ');
                }
            }
            c => out.extend(c.to_lowercase()),
        }
    }
    out
}

/// The parts of a quotation between its ellipses, normalised by [`spelling`], without punctuation at their ends.
pub fn parts(words: &str) -> Vec<String> {
    let spelt = spelling(words).replace("(...)", "...");
    let parts = spelt.split("...").map(|p| p.trim_matches(|c: char| !c.is_alphanumeric()).to_owned());
    parts.filter(|p| !p.is_empty()).collect()
}

/// Whether a quotation is long enough to be checked.
pub fn is_long(parts: &[String]) -> bool {
    parts.iter().map(|p| p.split(' ').count()).sum::<usize>() >= LEAST_WORDS
}

/// Whether a text, equally normalised, contains the parts in order. A cut-off end may cut a word.
pub fn holds(text: &str, parts: &[String]) -> bool {
    let mut from = 0;
    !parts.is_empty()
        && parts.iter().enumerate().all(|(i, part)| match find_words(&text[from..], part, i + 1 == parts.len()) {
            Some(at) => {
                from += at + part.len();
                true
            }
            None => false,
        })
}

/// Finds words that begin at a word boundary, and end at one unless `open`.
fn find_words(text: &str, words: &str, open: bool) -> Option<usize> {
    text.match_indices(words).map(|(at, _)| at).find(|at| {
        let end = at + words.len();
        let before = text[..*at].chars().next_back().is_some_and(char::is_alphanumeric);
        let after = text[end..].chars().next().is_some_and(char::is_alphanumeric);
        !before && (!after || open && words.len() > 20)
    })
}

/// How many words of a quotation, from the first, a text has in succession: for the hint.
pub fn run(text: &str, parts: &[String]) -> usize {
    let words: Vec<&str> = parts.first().map_or(vec![], |p| p.split(' ').collect());
    (1..=words.len()).rev().find(|n| find_words(text, &words[..*n].join(" "), false).is_some()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn word_for_word_and_nothing_less() {
        let text = spelling("I can’t get past the  sign-in\nscreen since the update. “The code” arrives.");
        for (quote, found) in [
            ("I can't get past the sign-in screen", true),
            ("…get past the sign–in screen … The code arrives.", true),
            ("The code\" arrives … get past", false),
            ("I can't get past the login screen", false),
            ("can't get past the sign-in screen since the upd", true),
            ("ot get past", false),
        ] {
            assert_eq!(holds(&text, &parts(quote)), found, "{quote}");
        }
        assert_eq!(run(&text, &parts("I can't get past the login screen")), 5);
        assert!(is_long(&parts("the code arrives")) && !is_long(&parts("code arrives")));
    }
}
