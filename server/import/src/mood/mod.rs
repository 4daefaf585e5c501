//! The sentiment of customers' texts: two linear heads over sentence embeddings, trained by `evals train-sentiment` and
//! included as `heads.json`. Without a model, the word list (`sentiment`) is used, and every figure based on it says
//! so.
//!
//! `text` extracts the customer's own words.

use base::own_words as text;
use std::sync::{Arc, LazyLock};

use embed::head::Head;
use model::record::{Channel, Communication, Sentiment};
use serde::{Deserialize, Serialize};

pub use text::{of_customer, plain};

use super::sentiment::{self, Lexicon};
use search::embed::{Choice, Embedder, Models, Tier};

/// The note on figures judged by the full model.
const FULL: &str = "Sentiment by a trained head over the all-MiniLM-L6-v2 embedding of the customer's sentences; neutral is \
    the least certain of the three.";
/// Likewise for the static table.
const STATIC: &str = "Sentiment by a trained head over a static embedding distilled from all-MiniLM-L6-v2, which is coarser \
    than the model itself; neutral is the least certain of the three.";

/// How many sentences decide: the most expressive ones.
const MAX_SENTENCES: usize = 3;
/// How many sentences of a text are read.
const MOST_SENTENCES: usize = 60;

/// The two heads for an embedder.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Heads {
    /// Negative or positive.
    pub polarity: Head,
    /// Negative, neutral or positive: determines how neutral a sentence is.
    pub neutral: Head,
}

/// The sentiment of a sentence.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Tone {
    /// Probability of positive if not neutral.
    positive: f32,
    /// 0 to 1; neutral from 0.5.
    neutral: f32,
}

impl Heads {
    /// The built-in heads for an embedder.
    fn of(id: &str) -> Option<&'static Self> {
        static ALL: LazyLock<Vec<Heads>> =
            LazyLock::new(|| serde_json::from_str(include_str!("heads.json")).unwrap_or_default());
        ALL.iter().find(|h| h.polarity.model == id)
    }

    /// The mean of the neutral head and the polarity's indecision: either alone is worse.
    fn tone(&self, vector: &[f32]) -> Tone {
        let positive = self.polarity.probabilities(vector).get(1).copied().unwrap_or(0.5);
        let neutral = self.neutral.probabilities(vector).get(1).copied().unwrap_or(0.0);
        let undecided = 1.0 - (2.0 * positive - 1.0).abs();
        Tone { positive, neutral: 0.5 * (neutral + undecided) }
    }
}

/// The method of judging.
pub enum Judge {
    Words(Lexicon),
    Head { embedder: Arc<dyn Embedder>, heads: &'static Heads, method: &'static str },
}

impl Default for Judge {
    /// The word list.
    fn default() -> Self {
        Self::Words(Lexicon::default())
    }
}

impl std::fmt::Debug for Judge {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.method())
    }
}

impl Judge {
    /// The best available for a data set: `large` ones, of more than a few thousand texts, use the static table unless
    /// configured otherwise. Blocking.
    pub fn choose(models: &Models, large: bool) -> Self {
        let tier = match models.settings().choice {
            Choice::Only(tier) => tier,
            _ if large => Tier::Static,
            _ => Tier::Full,
        };
        if models.missing().is_some() {
            return Self::default();
        }
        let method = match tier {
            Tier::Full => FULL,
            Tier::Static => STATIC,
        };
        match (models.get(tier), Heads::of(tier.id())) {
            (Ok(embedder), Some(heads)) => Self::Head { embedder, heads, method },
            (Err(error), _) => {
                tracing::warn!(%error, "the embedding model cannot be used; sentiment is judged by a list of words");
                Self::default()
            }
            (Ok(_), None) => Self::default(),
        }
    }

    /// The method, as a sentence for people.
    pub fn method(&self) -> &'static str {
        match self {
            Self::Words(_) => sentiment::METHOD,
            Self::Head { method, .. } => method,
        }
    }

    /// Sets missing sentiments of communications from the customer's text; none for a text without words.
    pub fn judge(&self, all: &mut [Communication]) {
        let open: Vec<&mut Communication> = all.iter_mut().filter(|c| c.sentiment.is_none()).collect();
        let words = |c: &Communication| plain(&of_customer(c.channel == Channel::Chat, &c.body));
        let texts: Vec<String> = open.iter().map(|c| words(c)).collect();
        for (c, judged) in open.into_iter().zip(self.judge_texts(&texts)) {
            (c.sentiment, c.sentiment_score) = judged.unzip();
        }
    }

    /// Each text's sentiment and its score from -1 to 1 in steps of 0.0001; `None` without words.
    pub fn judge_texts(&self, texts: &[String]) -> Vec<Option<(Sentiment, f64)>> {
        let (embedder, heads) = match self {
            Self::Words(lexicon) => return texts.iter().map(|text| lexicon.score(text)).collect(),
            Self::Head { embedder, heads, .. } => (embedder, heads),
        };
        let sentences: Vec<Vec<&str>> = texts.iter().map(|text| text::sentences(text, MOST_SENTENCES)).collect();
        let vectors = embedder.embed(&sentences.concat());
        let mut tones = vectors.iter().map(|v| heads.tone(v));
        sentences.iter().map(|of_text| verdict(tones.by_ref().take(of_text.len()).collect())).collect()
    }
}

/// The least neutral sentences decide: a complaint is a complaint even if most of it is facts.
fn verdict(mut tones: Vec<Tone>) -> Option<(Sentiment, f64)> {
    tones.sort_by(|a, b| a.neutral.total_cmp(&b.neutral));
    tones.truncate(MAX_SENTENCES);
    let n = tones.len() as f32;
    let mean = |of: fn(&Tone) -> f32| tones.iter().map(of).sum::<f32>() / n;
    if tones.is_empty() {
        return None;
    }
    let (positive, neutral) = (mean(|t| t.positive), mean(|t| t.neutral));
    let score = f64::from((2.0 * positive - 1.0) * (1.0 - neutral));
    let direction = match score {
        _ if neutral > 0.5 => Sentiment::Neutral,
        s if s < 0.0 => Sentiment::Negative,
        _ => Sentiment::Positive,
    };
    Some((direction, (score * 1e4).round() / 1e4))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sentences_that_say_most_decide() {
        let fact = Tone { positive: 0.5, neutral: 0.9 };
        let cross = Tone { positive: 0.05, neutral: 0.1 };
        assert_eq!(verdict(vec![]), None);
        assert_eq!(verdict(vec![fact; 5]).map(|v| v.0), Some(Sentiment::Neutral));
        let (direction, score) = verdict([vec![fact; 9], vec![cross; 3]].concat()).unwrap();
        assert_eq!(direction, Sentiment::Negative);
        assert!((-1.0..-0.7).contains(&score), "{score}");
        let glad = Tone { positive: 0.95, neutral: 0.1 };
        assert_eq!(verdict(vec![glad]).map(|v| v.0), Some(Sentiment::Positive));
    }

    #[test]
    fn heads_are_shipped_for_both_forms_of_the_model() {
        for (tier, dim) in [(Tier::Full, 384), (Tier::Static, 256)] {
            let heads = Heads::of(tier.id()).expect("trained heads are in the program");
            assert_eq!(heads.polarity.classes, ["negative", "positive"]);
            assert_eq!(heads.neutral.classes, ["negative", "neutral", "positive"]);
            let rows = heads.polarity.weights.iter().chain(&heads.neutral.weights);
            assert!(rows.into_iter().all(|row| row.len() == dim));
        }
    }

    #[test]
    fn without_a_model_words_judge_and_say_so() {
        let none = Models::new(search::embed::EmbedSettings::none());
        let judge = Judge::choose(&none, false);
        assert!(judge.method().contains("VADER"));
        let judged = judge.judge_texts(&["This is wonderful, thank you!".into(), String::new()]);
        assert_eq!(judged[0].map(|j| j.0), Some(Sentiment::Positive));
        assert_eq!(judged[1], None);
    }
}
