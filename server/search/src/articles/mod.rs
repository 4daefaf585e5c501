//! Search over a few help articles in two languages, for people who type without diacritics and with mistakes (B-041).
//! Built once from compiled-in texts; nothing is stored, and nothing changes.
//!
//! **The score** of an article, from 0 to 1, is the share of the question that it answers. Each word of the question
//! has a weight: its rarity among the articles of the language (BM25's idf, at least [`COMMON`]); [`UNKNOWN`] for a
//! word in no article. An article answers a word by `tf / (tf + K)`, where `tf` sums the similarity of its own words,
//! those of its title [`TITLE`] times. The keyword score is the weighted mean. With an embedding model, the score by
//! meaning is the cosine of question and article (title and beginning), with [`MEANT`] mapped to 0 and 1, and both are
//! combined with the weight of [`meaning`].

mod words;

use model::support::Language;

use words::{Word, words};

/// Articles with a lower score are no answer (B-041).
pub const THRESHOLD: f64 = 0.4;

/// How soon repetitions of a word in an article stop counting.
const K: f64 = 0.5;
/// The weight of a word in the title.
const TITLE: f64 = 3.0;
/// The minimum weight of a word: even one in every article distinguishes a question from small talk.
const COMMON: f64 = 0.3;
/// The weight of a word in no article; most are chatter, some are the subject of the question.
const UNKNOWN: f64 = 1.0;
/// The cosines for "unrelated" and "same meaning".
const MEANT: (f32, f32) = (0.1, 0.6);

/// The weight of meaning beside words, if there is a model (also measured). The model is English: of Lithuanian it
/// knows names and loan words.
pub const fn meaning(language: Language) -> f64 {
    match language {
        Language::Lt => 0.25,
        Language::En => 0.75,
    }
}

/// An article for search.
#[derive(Clone, Debug)]
pub struct Text {
    pub language: Language,
    pub title: String,
    pub body: String,
}

/// The indexed articles.
pub struct Articles {
    all: Vec<Entry>,
}

struct Entry {
    language: Language,
    /// Its distinct words with weights.
    words: Vec<(Word, f64)>,
}

/// A result: the article's index and its score.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Found {
    pub at: usize,
    pub score: f64,
}

/// Unit vectors of the question and the articles, in the articles' order.
#[derive(Clone, Copy, Debug)]
pub struct Meaning<'a> {
    pub question: &'a [f32],
    pub articles: &'a [Vec<f32>],
    /// From 0, not used, to 1, used alone.
    pub weight: f64,
}

impl Articles {
    pub fn new(texts: &[Text]) -> Self {
        let entry = |text: &Text| {
            let mut all: Vec<(Word, f64)> = Vec::new();
            let title = words(&text.title, text.language).into_iter().map(|w| (w, TITLE));
            for (word, counts) in title.chain(words(&text.body, text.language).into_iter().map(|w| (w, 1.0))) {
                match all.iter_mut().find(|(w, _)| w.folded == word.folded) {
                    Some((_, sum)) => *sum += counts,
                    None => all.push((word, counts)),
                }
            }
            Entry { language: text.language, words: all }
        };
        Self { all: texts.iter().map(entry).collect() }
    }

    /// The articles of a language, best first, ties in their order. Callers drop those below [`THRESHOLD`].
    pub fn find(&self, question: &str, language: Language, meaning: Option<Meaning<'_>>) -> Vec<Found> {
        let own: Vec<usize> = (0..self.all.len()).filter(|at| self.all[*at].language == language).collect();
        let by_words = self.by_words(question, language, &own);
        let score = |(at, words): (usize, f64)| {
            let score = meaning.as_ref().map_or(words, |m| {
                let meant = m.articles.get(at).map_or(0.0, |article| likeness(m.question, article));
                m.weight * meant + (1.0 - m.weight) * words
            });
            Found { at, score }
        };
        let mut found: Vec<Found> = own.iter().copied().zip(by_words).map(score).collect();
        found.sort_by(|a, b| b.score.total_cmp(&a.score));
        found
    }

    fn by_words(&self, question: &str, language: Language, own: &[usize]) -> Vec<f64> {
        let mut asked: Vec<Word> = Vec::new();
        for word in words(question, language) {
            if asked.iter().all(|w| w.folded != word.folded) {
                asked.push(word);
            }
        }
        let mut sums = vec![0.0; own.len()];
        let mut whole = 0.0;
        for word in &asked {
            // Per article: the weighted count of the word, and its best similarity.
            let counts: Vec<(f64, f64)> = own.iter().map(|at| self.all[*at].count(word)).collect();
            let with: f64 = counts.iter().map(|(_, most)| most).sum();
            let weight = if with == 0.0 { UNKNOWN } else { rarity(with, own.len()).max(COMMON) };
            whole += weight;
            for (sum, (tf, _)) in sums.iter_mut().zip(&counts) {
                *sum += weight * tf / (tf + K);
            }
        }
        sums.into_iter().map(|sum| if whole > 0.0 { sum / whole } else { 0.0 }).collect()
    }
}

impl Entry {
    fn count(&self, word: &Word) -> (f64, f64) {
        self.words.iter().fold((0.0, 0.0), |(tf, most), (own, counts)| {
            let like = word.like(own);
            (tf + like * counts, f64::max(most, like))
        })
    }
}

/// BM25's idf.
fn rarity(with: f64, all: usize) -> f64 {
    (1.0 + (all as f64 - with + 0.5) / (with + 0.5)).ln()
}

fn likeness(a: &[f32], b: &[f32]) -> f64 {
    f64::from(((embed::dot(a, b) - MEANT.0) / (MEANT.1 - MEANT.0)).clamp(0.0, 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn articles() -> Articles {
        let text = |language, title: &str, body: &str| Text { language, title: title.into(), body: body.into() };
        Articles::new(&[
            text(Language::Lt, "Lėtas internetas", "Puslapiai kraunasi ilgai."),
            text(Language::Lt, "Neveikia internetas", "Nė vienas puslapis neatsidaro."),
            text(Language::En, "Slow internet", "Pages take long to load."),
        ])
    }

    #[test]
    fn scores_lie_between_nothing_and_one() {
        let articles = articles();
        let best = |question: &str, language| articles.find(question, language, None)[0];
        let letas = best("letas internetas", Language::Lt);
        assert!(letas.at == 0 && letas.score > 0.8 && letas.score < 1.0, "{letas:?}");
        let off = best("kokia bus oru prognoze", Language::Lt);
        assert!(off.score < THRESHOLD, "{off:?}");
        assert_eq!(best("", Language::En).score, 0.0);
        assert_eq!(articles.find("internetas", Language::Lt, None).len(), 2);
    }

    #[test]
    fn meaning_counts_by_its_weight() {
        let articles = articles();
        let vectors = vec![vec![1.0, 0.0], vec![0.0, 1.0], vec![1.0, 0.0]];
        let meaning = |weight| Some(Meaning { question: &[0.0, 1.0], articles: &vectors, weight });
        assert_eq!(articles.find("xyz", Language::Lt, meaning(1.0))[0], Found { at: 1, score: 1.0 });
        assert_eq!(articles.find("xyz", Language::Lt, meaning(0.25))[0], Found { at: 1, score: 0.25 });
        assert_eq!(articles.find("lėtas", Language::Lt, meaning(0.0))[0].at, 0);
    }
}
