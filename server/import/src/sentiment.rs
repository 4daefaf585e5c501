//! A rough sentiment from a word list, for imported texts. No model, no network.
//!
//! Deliberately not here: uses of the sentiment. Tools repeat [`METHOD`] with every figure based on it.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use model::record::Sentiment;
use vader_sentimental::SentimentIntensityAnalyzer;

/// How sentiment was determined, as a sentence for people.
pub const METHOD: &str = "Sentiment is rough: VADER word list (English), mean of the sentences, positive from 0.05 and \
    negative from -0.05 up or down; plain words of finance such as credit, interest and debt do not count.";

/// Texts are positive from this mean score, negative from its opposite, neutral between: the limits given by VADER's
/// authors (Hutto and Gilbert, ICWSM 2014).
pub const THRESHOLD: f64 = 0.05;

/// Plain terms of finance that VADER takes for feelings. "Credit" alone is more than one in ten of all listed words in
/// public complaints, and is listed as praise.
const FINANCE: [&str; 20] = [
    "agreement", "capital", "credit", "credits", "creditor", "creditors", "debt", "debts", "fair", "interest", "legal",
    "matter", "number", "original", "party", "security", "share", "trust", "value", "wells",
];

/// A word's effect on its sentence's score.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Plain,
    Finance,
    /// It has a score of its own.
    Listed,
    /// "but": it changes the weight of every word before and after it.
    But,
}

/// The word list, usable by any number of threads. Reuse it for many texts: it caches words.
pub struct Lexicon {
    vader: SentimentIntensityAnalyzer<'static>,
    met: Mutex<HashMap<Box<str>, Class>>,
}

/// Most cached words.
const MAX_CACHED_WORDS: usize = 50_000;

impl Default for Lexicon {
    fn default() -> Self {
        Self { vader: SentimentIntensityAnalyzer::new(), met: Mutex::default() }
    }
}

impl Lexicon {
    /// A text's direction and mean score, -1 to 1 in steps of 0.0001; `None` without words.
    pub fn score(&self, text: &str) -> Option<(Sentiment, f64)> {
        // A panic under the lock costs at most one cached word.
        let mut met = self.met.lock().unwrap_or_else(PoisonError::into_inner);
        let (mut sum, mut count) = (0.0, 0.0);
        for sentence in sentences(text).filter(|s| s.chars().any(char::is_alphabetic)) {
            count += 1.0;
            let words = sentence.split_whitespace().filter(|word| word.len() > 1);
            let words: Vec<(&str, Class)> = words.map(|word| (word, self.class(bare(word), &mut met))).collect();
            if words.iter().any(|(_, class)| *class == Class::Listed) {
                sum += self.compound(&essence(&words, sentence));
            }
        }
        if count == 0.0 {
            return None;
        }
        let mean = (sum / count * 1e4_f64).round() / 1e4;
        let direction = match mean {
            m if m >= THRESHOLD => Sentiment::Positive,
            m if m <= -THRESHOLD => Sentiment::Negative,
            _ => Sentiment::Neutral,
        };
        Some((direction, mean))
    }

    /// A sentence's score. Emphasis alone is neutral, though the crate takes it for dislike.
    fn compound(&self, sentence: &str) -> f64 {
        let scores = self.vader.polarity_scores(sentence);
        if scores.pos == 0.0 && scores.neg == 0.0 { 0.0 } else { scores.compound }
    }

    fn class(&self, word: &str, met: &mut HashMap<Box<str>, Class>) -> Class {
        if let Some(class) = met.get(word) {
            return *class;
        }
        let class = match word {
            _ if FINANCE.iter().any(|f| f.eq_ignore_ascii_case(word)) => Class::Finance,
            _ if self.compound(word) != 0.0 => Class::Listed,
            _ if word.eq_ignore_ascii_case("but") => Class::But,
            _ => Class::Plain,
        };
        if met.len() < MAX_CACHED_WORDS {
            met.insert(word.into(), class);
        }
        class
    }
}

/// The part of a sentence that decides its score: VADER looks at most three words back and two ahead of a listed word,
/// at "but", at emphasis, and at mixed capitals. Omitting the rest is faster, and keeps the crate from finding "so" in
/// "reason" when some distant word allows it. Words of finance are replaced, because "not" is looked for up to three
/// words back.
fn essence(words: &[(&str, Class)], sentence: &str) -> String {
    let mut out = String::with_capacity(sentence.len() + 16);
    let (mut small, mut capitals) = (false, false);
    for (i, (word, class)) in words.iter().enumerate() {
        let near = &words[i.saturating_sub(2)..words.len().min(i + 4)];
        match class {
            Class::Listed | Class::But => out.push_str(word),
            Class::Plain if near.iter().any(|(_, c)| *c == Class::Listed) => out.push_str(word),
            Class::Finance if near.iter().any(|(_, c)| *c == Class::Listed) => out.push_str(stand_in(word)),
            _ => {
                let is_small = stand_in(word) == SMALL;
                (small, capitals) = (small || is_small, capitals || !is_small);
                continue;
            }
        }
        out.push(' ');
    }
    if small {
        out.push_str(SMALL);
        out.push(' ');
    }
    if capitals {
        out.push_str("ITEM ");
    }
    // VADER counts the punctuation of the whole sentence, wherever it is.
    let marks = |text: &str| text.bytes().filter(|b| matches!(b, b'!' | b'?')).count();
    let (there, kept) = (marks(sentence), marks(&out));
    if there > kept {
        let lost = sentence.bytes().filter(|b| matches!(b, b'!' | b'?')).rev().take(there - kept);
        out.push_str(if capitals && !small { "ITEM" } else { SMALL });
        out.extend(lost.map(char::from));
    }
    out
}

const SMALL: &str = "item";

/// A neutral word, in capitals for a word in capitals: VADER reads capitals among small letters as shouting.
fn stand_in(word: &str) -> &'static str {
    let small = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_' || !b.is_ascii();
    if bare(word).bytes().any(small) { SMALL } else { "ITEM" }
}

/// A word without surrounding punctuation, as VADER strips it: mostly punctuation stays, including `:)`.
fn bare(word: &str) -> &str {
    let bare = word.trim_matches(|c: char| c.is_ascii_punctuation());
    if bare.len() <= 1 { word } else { bare }
}

/// Sentences: parts ending with `.`, `!` or `?` before white space, or at a line's end.
fn sentences(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let bytes = rest.as_bytes();
        if bytes.is_empty() {
            return None;
        }
        // All bytes looked for are ASCII, so cuts are at character boundaries.
        let end = (0..bytes.len()).find(|&i| {
            bytes[i] == b'\n'
                || (matches!(bytes[i], b'.' | b'!' | b'?') && bytes.get(i + 1).is_none_or(u8::is_ascii_whitespace))
        });
        let (sentence, after) = rest.split_at(end.map_or(bytes.len(), |i| i + 1));
        rest = after;
        Some(sentence)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn direction(text: &str) -> Option<Sentiment> {
        Lexicon::default().score(text).map(|(s, _)| s)
    }

    #[test]
    fn directions() {
        for (text, want) in [
            ("", None),
            (" \n ... 12 {$39.00} ", None),
            ("Thank you, the service was great!", Some(Sentiment::Positive)),
            ("This is a terrible bank. I was lied to.", Some(Sentiment::Negative)),
            ("I called on Tuesday.", Some(Sentiment::Neutral)),
            ("The CREDIT bureau, and interest on my credit.", Some(Sentiment::Neutral)),
            ("Überweisung — naïve", Some(Sentiment::Neutral)),
            ("Überweisung 😀", Some(Sentiment::Positive)),
            ("Did you call? You did not!", Some(Sentiment::Neutral)),
        ] {
            assert_eq!(direction(text).map(|d| d.as_str()), want.map(|w| w.as_str()), "{text}");
        }
    }

    #[test]
    fn long_texts_are_the_mean_of_their_sentences() {
        let lexicon = Lexicon::default();
        let score = |text| lexicon.score(text).unwrap().1;
        let (good, bad) = (score("It was great."), score("It was horrible!"));
        let both = score("It was great. It was horrible!");
        assert!((both - (good + bad) / 2.0).abs() < 1e-4, "{good} {bad} {both}");
        assert!(score(&"I hate this awful fraud. ".repeat(1_000)) >= -1.0);
    }

    /// VADER ignores what is left out of a sentence.
    #[test]
    fn leaving_out_changes_no_score() {
        let lexicon = Lexicon::default();
        let words = "not bank fraud GOOD :) but kind I hate! called? the a loan LOAN they on my phone never least at \
                     Tuesday when we were there again XXXX {$39.00} office is and - -- isn't WITHOUT doubt";
        let words: Vec<&str> = words.split(' ').collect();
        let mut state: u64 = 1;
        let mut next = |n: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % n
        };
        let mut tried = 0;
        for _ in 0..4_000 {
            let sentence: Vec<&str> = (0..=next(20)).map(|_| words[next(words.len())]).collect();
            let sentence = sentence.join(" ");
            if sentences(&sentence).count() == 1 && sentence.chars().any(char::is_alphabetic) {
                let (_, score) = lexicon.score(&sentence).unwrap();
                let all = lexicon.compound(&sentence);
                assert!((score - all).abs() < 1e-4, "{score} is not {all}: {sentence}");
                tried += 1;
            }
        }
        assert!(tried > 1_000, "{tried}");
    }

    #[test]
    fn sentences_lose_nothing() {
        let text = "One. Two?! v1.2 of it\nThree…\r\n\r\nDr. X";
        assert_eq!(sentences(text).collect::<String>(), text);
        assert_eq!(sentences(text).count(), 7);
    }
}
