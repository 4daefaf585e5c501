//! A rough sentiment from a list of words, given to every text when it is imported. No model, no network.
//!
//! Deliberately not here: what a sentiment is used for. Tools repeat [`METHOD`] with every figure that rests on it.

use app::model::record::Sentiment;
use vader_sentimental::SentimentIntensityAnalyzer;

/// How the sentiment of imported texts was found, in one sentence for people.
pub const METHOD: &str = "Sentiment is rough: VADER word list (English), mean of the sentences, positive from 0.05 and \
    negative from -0.05 up or down; plain words of finance such as credit, interest and debt do not count.";

/// A text is positive from this mean score, negative from its opposite, neutral between: the limits that the authors
/// of VADER give (Hutto and Gilbert, ICWSM 2014).
pub const THRESHOLD: f64 = 0.05;

/// Words that VADER takes for feelings and that name plain things of finance. "Credit" alone stands for more than one
/// in ten of all listed words in public complaints, and is listed as praise.
const FINANCE: [&str; 20] = [
    "agreement",
    "capital",
    "credit",
    "credits",
    "creditor",
    "creditors",
    "debt",
    "debts",
    "fair",
    "interest",
    "legal",
    "matter",
    "number",
    "original",
    "party",
    "security",
    "share",
    "trust",
    "value",
    "wells",
];

/// The word list, ready for use. Cheap to make: the list itself is loaded once for the process.
pub struct Lexicon {
    words: SentimentIntensityAnalyzer<'static>,
}

impl Default for Lexicon {
    fn default() -> Self {
        Self { words: SentimentIntensityAnalyzer::new() }
    }
}

impl Lexicon {
    /// The direction of a text and its mean score, -1 to 1 in steps of 0.0001; `None` when there is no word in it.
    pub fn score(&self, text: &str) -> Option<(Sentiment, f64)> {
        let (mut sum, mut count) = (0.0, 0.0);
        let mut plain = String::new();
        for sentence in sentences(text).filter(|s| s.chars().any(char::is_alphabetic)) {
            plain.clear();
            for word in sentence.split_whitespace() {
                // A stand-in rather than nothing, because VADER looks for "not" up to three words back.
                plain.push_str(if is_finance(word) { "item" } else { word });
                plain.push(' ');
            }
            sum += self.words.polarity_scores(&plain).compound;
            count += 1.0;
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
}

fn is_finance(word: &str) -> bool {
    let bare = word.trim_matches(|c: char| c.is_ascii_punctuation());
    FINANCE.iter().any(|f| f.len() == bare.len() && f.eq_ignore_ascii_case(bare))
}

/// Parts of a text that end with `.`, `!` or `?` before white space, or with a line.
fn sentences(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let bytes = rest.as_bytes();
        if bytes.is_empty() {
            return None;
        }
        // Every byte looked for is ASCII, so the cut is always between two characters.
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
            ("Überweisung 😀 — naïve", Some(Sentiment::Neutral)),
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

    #[test]
    fn sentences_lose_nothing() {
        let text = "One. Two?! v1.2 of it\nThree…\r\n\r\nDr. X";
        assert_eq!(sentences(text).collect::<String>(), text);
        assert_eq!(sentences(text).count(), 6);
    }
}
