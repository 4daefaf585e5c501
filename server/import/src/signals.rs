//! What customers say they will do: leave, go to outsiders (a regulator, a lawyer, the press), or be called. A linear
//! classifier over the sentences of the customer's own words, trained by `evals signals --train`. Its weights are
//! `data/signals/weights.bin`; without any, nothing is found.

use std::sync::LazyLock;

use base::own_words::{of_customer, plain, sentences};
use linear::weights::Weights;
use linear::{features, probability};
use model::record::{Channel, Communication};

/// The attribute of a communication that holds its strongest signal.
pub const SIGNAL: &str = "signal";
/// The values of the attribute, strongest first, with the labels of the classifier.
pub const VALUES: [(&str, &str); 3] =
    [("leaving", "wants to leave"), ("threat", "threatens with outsiders"), ("callback", "asks for a call")];
/// The value of a customer who wants to leave.
pub const LEAVING: &str = VALUES[0].1;

/// How many sentences of a text are read, and the fewest words of one.
const MOST_SENTENCES: usize = 60;
const LEAST_WORDS: usize = 3;

const FILE: &[u8] = include_bytes!("../data/signals/weights.bin");

static SHARED: LazyLock<Detector> = LazyLock::new(|| {
    // A test reads the repository's file.
    Detector::new(Weights::decode(FILE).unwrap_or_else(|error| {
        tracing::warn!(%error, "the weights of signals cannot be read; no signals are found");
        Weights::default()
    }))
});

/// A signal, and the sentence that says it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signal {
    /// One of [`VALUES`].
    pub value: &'static str,
    /// Verbatim.
    pub sentence: String,
}

/// The trained classifier.
#[derive(Debug)]
pub struct Detector {
    weights: Weights,
}

impl Detector {
    pub const fn new(weights: Weights) -> Self {
        Self { weights }
    }

    /// With the program's own weights.
    pub fn shared() -> &'static Self {
        &SHARED
    }

    /// The signals of a message, strongest first, each with its most probable sentence.
    pub fn signals(&self, is_chat: bool, body: &str) -> Vec<Signal> {
        let labels = &self.weights.labels;
        if labels.is_empty() {
            return Vec::new();
        }
        let own = of_customer(is_chat, body);
        let mut best: Vec<(f32, &str)> = vec![(0.0, ""); labels.len()];
        let long = |sentence: &&str| sentence.split_whitespace().count() >= LEAST_WORDS;
        for sentence in sentences(&own, MOST_SENTENCES).into_iter().filter(long) {
            let logits = self.weights.logits(&features::extract(&plain(sentence), "none"));
            for (best, (logit, _)) in best.iter_mut().zip(logits) {
                if probability(logit) > best.0 {
                    *best = (probability(logit), sentence);
                }
            }
        }
        let found = |(name, value): &(&str, &'static str)| {
            let (label, (probability, sentence)) = labels.iter().zip(&best).find(|(label, _)| label.name == *name)?;
            (*probability >= label.threshold).then(|| Signal { value, sentence: (*sentence).to_owned() })
        };
        VALUES.iter().filter_map(found).collect()
    }
}

/// The strongest signal of a message.
pub fn signal(communication: &Communication) -> Option<Signal> {
    Detector::shared().signals(communication.channel == Channel::Chat, &communication.body).into_iter().next()
}

/// Sets the signal of a communication, unless its source did.
pub fn name(communication: &mut Communication) {
    if !communication.attributes.contains_key(SIGNAL)
        && let Some(found) = signal(communication)
    {
        communication.attributes.insert(SIGNAL.to_owned(), found.value.to_owned());
    }
}

/// The sentence of a communication that says the signal of its attribute; `None` if its source set another one.
pub fn sentence(communication: &Communication) -> Option<String> {
    let value = communication.attributes.get(SIGNAL)?;
    let found = Detector::shared().signals(communication.channel == Channel::Chat, &communication.body);
    let said = found.into_iter().find(|signal| signal.value == value)?.sentence;
    // A short line behind it, as a name, belongs to no quotation.
    said.lines().max_by_key(|line| line.len()).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A large weight for one n-gram of each word, which no other word of the tests has.
    fn detector(names: &[(&str, &str)]) -> Detector {
        let bucket = |word: &str| {
            let alone = features::extract(word, "none");
            let within = features::extract(&format!("the {word} of it all"), "none");
            let without = features::extract("the of it all", "none");
            let has = |all: &[features::Feature], bucket| all.iter().any(|f| f.bucket == bucket);
            let own = alone.iter().find(|f| has(&within, f.bucket) && !has(&without, f.bucket));
            own.map(|f| f.bucket).unwrap()
        };
        let mut file = linear::weights::MAGIC.to_vec();
        file.push(names.len() as u8);
        for (name, _) in names {
            file.push(name.len() as u8);
            file.extend_from_slice(name.as_bytes());
            [-1.0_f32, 100.0, 0.5].iter().for_each(|figure| file.extend_from_slice(&figure.to_le_bytes()));
        }
        let mut buckets: Vec<(u32, u8)> = names.iter().zip(0..).map(|((_, word), at)| (bucket(word), at)).collect();
        buckets.sort_unstable();
        file.extend_from_slice(&(buckets.len() as u32).to_le_bytes());
        let mut before = 0;
        for (bucket, label) in buckets {
            let mut step = bucket - before;
            before = bucket;
            while step >= 0x80 {
                file.push(step as u8 | 0x80);
                step >>= 7;
            }
            file.extend_from_slice(&[step as u8, 1, label, 100]);
        }
        Detector::new(Weights::decode(&file).unwrap())
    }

    #[test]
    fn the_file_of_the_repository_is_read() {
        let weights = Weights::decode(FILE).unwrap();
        let known = |name: &str| VALUES.iter().any(|(label, _)| *label == name);
        assert!(weights.labels.iter().all(|label| known(&label.name)));
        assert!(weights.labels.is_empty() || weights.labels.len() == VALUES.len());
    }

    #[test]
    fn the_strongest_comes_first_with_its_own_sentence() {
        let detector = detector(&[("callback", "zq"), ("leaving", "xj")]);
        let body = "Dear Sirs,\nNothing came of it. The zq of it all. We xj by May.\nYours faithfully\nA. Moss";
        let found = detector.signals(false, body);
        let found: Vec<(&str, &str)> = found.iter().map(|s| (s.value, s.sentence.as_str())).collect();
        assert_eq!(found, [(LEAVING, "We xj by May."), ("asks for a call", "The zq of it all.")]);
        assert!(detector.signals(false, "xj").is_empty(), "too short to say anything");
        let chat = "10:42 Assistant: Do you xj it all?\n10:43 Mara: nothing of the sort, thanks";
        assert!(detector.signals(true, chat).is_empty(), "the customer did not say it");
    }

    #[test]
    fn without_weights_there_are_no_signals() {
        assert!(Detector::new(Weights::default()).signals(false, "We are leaving for another bank.").is_empty());
    }
}
