//! Derives from a text what its file does not say: sentiment, language, topic, signal.
//!
//! Deliberately not here: embeddings. Like the search index they follow the store in the background.

use model::record::Communication;
use model::text::head;
use whatlang::Lang;

use super::mood::Judge;
use super::priority::Moods;
use super::{signals, topics};
use store::write::Batch;

/// The attribute that holds the language of a text, as an ISO 639-3 code: `"eng"`.
pub const LANGUAGE: &str = "language";

/// Shorter texts, in characters, do not reveal their language.
const LEAST_FOR_LANGUAGE: usize = 40;

/// Enriches records; may be shared among threads.
#[derive(Default)]
pub struct Enricher {
    judge: Judge,
    /// Whether messages are searched for signals: a text costs more than all the rest of its import.
    signals: bool,
}

impl Enricher {
    pub fn new(judge: Judge, signals: bool) -> Self {
        Self { judge, signals }
    }

    /// Whether messages are searched for signals.
    pub const fn finds_signals(&self) -> bool {
        self.signals
    }

    /// How sentiment is determined, as a sentence for people.
    pub fn method(&self) -> &'static str {
        self.judge.method()
    }

    /// The moods of cases in a batch that is already enriched.
    pub fn moods(&self, batch: &Batch) -> Moods {
        Moods::judge(batch, &self.judge)
    }

    /// Fills in what the source left empty, never overwriting it.
    pub fn enrich(&self, batch: &mut Batch) {
        self.judge.judge(&mut batch.communications);
        batch.communications.iter_mut().for_each(|communication| {
            name_language(communication);
            topics::name(communication);
            if self.signals {
                signals::name(communication);
            }
        });
    }
}

/// Sets the language of a sufficiently long text.
fn name_language(communication: &mut Communication) {
    if communication.attributes.contains_key(LANGUAGE) {
        return;
    }
    if let Some(language) = language(&communication.body) {
        communication.attributes.insert(LANGUAGE.to_owned(), language.to_owned());
    }
}

/// The language of a text as an ISO 639-3 code, from its first lines; `None` if uncertain.
pub fn language(text: &str) -> Option<&'static str> {
    let head = head(text, 400);
    if head.chars().count() < LEAST_FOR_LANGUAGE {
        return None;
    }
    // Trigrams cost a hundred times more than checking for small words of the most common language.
    if is_plainly_english(head) {
        return Some("eng");
    }
    let known = whatlang::Detector::with_allowlist(LANGUAGES.to_vec()).detect(head);
    known.filter(|found| found.confidence() > 0.5).map(|found| found.lang().code())
}

/// The languages distinguished: those of most firms' customers. With rare relatives among the candidates, every guess
/// would be uncertain.
const LANGUAGES: [Lang; 16] = [
    Lang::Eng,
    Lang::Deu,
    Lang::Fra,
    Lang::Spa,
    Lang::Ita,
    Lang::Por,
    Lang::Nld,
    Lang::Pol,
    Lang::Swe,
    Lang::Dan,
    Lang::Tur,
    Lang::Rus,
    Lang::Ara,
    Lang::Cmn,
    Lang::Jpn,
    Lang::Hin,
];

/// Small words of English. Other languages in Latin script share one or two of them, not four in a few lines.
const ENGLISH: &[&str] = &[
    "the", "and", "was", "with", "that", "this", "have", "they", "from", "been", "my", "which", "would", "to", "of",
    "for", "you", "your", "our", "are", "has", "had", "not", "what", "why", "how", "when", "please", "could", "still",
    "after", "again", "there", "about", "it", "we", "but", "because", "since", "any",
];

fn is_plainly_english(text: &str) -> bool {
    let (mut words, mut english) = (0, 0);
    for word in text.split(|c: char| !c.is_alphabetic()).filter(|w| !w.is_empty()) {
        words += 1;
        english += usize::from(ENGLISH.iter().any(|e| e.eq_ignore_ascii_case(word)));
    }
    english >= 4 && english * 6 >= words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn languages_are_told_from_a_line_or_two() {
        for (text, want) in [
            ("I paid the full balance of my card in March and they still charged interest on it.", Some("eng")),
            ("Ich habe meine Karte vor drei Wochen gesperrt und bis heute keine neue bekommen.", Some("deu")),
            (
                "Pagué mi tarjeta completa en marzo y todavía me cobran intereses cada mes; nadie me ha explicado por \
                 qué, y llevo dos semanas esperando una respuesta de ustedes.",
                Some("spa"),
            ),
            ("Mon compte a été débité deux fois pour le même achat, et personne ne répond.", Some("fra")),
            ("Hello?", None),
            ("", None),
        ] {
            assert_eq!(language(text), want, "{text}");
        }
    }
}
