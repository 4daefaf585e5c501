//! Understands callers' messages by a linear classifier that knows the question asked before. Danger is found by readable
//! rules (`danger`), and so is what a wish that is spoken of really means (`wish`).
//!
//! The weights are part of the program; `data/` has the lines that they were trained on, and `make hearing` trains
//! them. A misunderstood message is fixed by lines there, never by a rule here; the only rule is that a long message is
//! also read by its clauses.

pub mod danger;
pub mod wish;

use std::sync::LazyLock;

use model::support::{Act, Asks, Danger, Language, Problem};

use linear::weights::Weights;
use linear::{features, probability};

const FILE: &[u8] = include_bytes!("../../data/weights.bin");

const DANGER_FILE: &[u8] = include_bytes!("../../data/danger.bin");

static SHARED: LazyLock<Hearing> = LazyLock::new(|| {
    let decode = |file| {
        Weights::decode(file).unwrap_or_else(|error| {
            // A test reads the repository's files; without weights every message is unsure, which leads to a person.
            eprintln!("{error}");
            Weights::default()
        })
    };
    Hearing::new(decode(FILE), decode(DANGER_FILE))
});

/// Minimum probability of a second problem beside a likelier one.
const MIN_SECOND_PROBABILITY: f32 = 0.5;

/// Minimum words of a long message; and the maximum number of parts read separately.
const MIN_LONG_WORDS: usize = 7;
const MAX_PARTS: usize = 12;
/// Minimum probability of an act in a part; missing that an account belongs to somebody else costs more than a
/// callback.
const MIN_PART_PROBABILITY: f32 = 0.7;
/// Acts, besides problems, that apply to the whole message if found in one part.
const BY_PART: [Act; 9] = [
    Act::WantsPerson,
    Act::TechnicianVisit,
    Act::TicketStatus,
    Act::NotOwner,
    Act::Goodbye,
    Act::StillNot,
    Act::No,
    Act::Cancel,
    Act::WifiRange,
];

/// The outputs besides the acts: the language of a message.
pub const IN_LITHUANIAN: &str = "in_lt";
pub const IN_ENGLISH: &str = "in_en";

/// An act, its probability, and the word that indicates it most.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scored {
    pub act: Act,
    pub probability: f32,
    pub word: u16,
    /// It reaches its label's threshold.
    pub sure: bool,
}

/// A message as understood.
#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    /// Most probable first.
    pub acts: Vec<Scored>,
    pub lithuanian: f32,
    pub english: f32,
}

impl Reading {
    /// The sure acts, in message order.
    pub fn sure(&self) -> Vec<Act> {
        // A connection has only one of these states: the most probable.
        let state = |act: Act| matches!(act, Act::NoInternet | Act::SlowInternet | Act::Intermittent);
        let likeliest = self.acts.iter().find(|scored| scored.sure && state(scored.act)).map(|scored| scored.act);
        // A second problem counts only if very likely: each costs the caller a question.
        let names = |scored: &Scored| Problem::named(scored.act).is_some();
        let first = self.acts.iter().find(|scored| scored.sure && names(scored)).map(|scored| scored.act);
        let holds = |scored: &&Scored| {
            scored.sure
                && (!state(scored.act) || Some(scored.act) == likeliest)
                && (!names(scored) || Some(scored.act) == first || scored.probability >= MIN_SECOND_PROBABILITY)
        };
        let mut sure: Vec<&Scored> = self.acts.iter().filter(holds).collect();
        sure.sort_by_key(|scored| scored.word);
        sure.iter().map(|scored| scored.act).collect()
    }

    /// The language of the message, if it is certainly one of the two.
    pub fn language(&self) -> Option<Language> {
        const MIN_LANGUAGE_PROBABILITY: f32 = 0.9;
        match (self.lithuanian, self.english) {
            (lt, en) if lt >= MIN_LANGUAGE_PROBABILITY && en < 1.0 - MIN_LANGUAGE_PROBABILITY => Some(Language::Lt),
            (lt, en) if en >= MIN_LANGUAGE_PROBABILITY && lt < 1.0 - MIN_LANGUAGE_PROBABILITY => Some(Language::En),
            _ => None,
        }
    }
}

/// Whether there is a danger.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Alarm {
    Danger(Danger),
    /// There may be one: the caller hears what to do in that case, and the call goes on.
    Suspected,
}

/// The trained classifier.
#[derive(Debug)]
pub struct Hearing {
    weights: Weights,
    /// What tells dangers from what only sounds like one, with a single label.
    danger: Weights,
}

impl Hearing {
    pub const fn new(weights: Weights, danger: Weights) -> Self {
        Self { weights, danger }
    }

    /// With the program's own weights.
    pub fn shared() -> &'static Self {
        &SHARED
    }

    /// Whether a message tells of a danger, by the rules; the classifier alone suspects one, unless it is about bills.
    pub fn alarm(&self, message: &str) -> Option<Alarm> {
        let likely = || {
            let scores = self.danger.logits(&features::extract(message, asked(None)));
            scores.iter().zip(&self.danger.labels).any(|((logit, _), label)| probability(*logit) >= label.threshold)
        };
        let known = danger::danger(message).map(Alarm::Danger);
        known.or_else(|| (!danger::is_figure(message) && likely()).then_some(Alarm::Suspected))
    }

    /// The acts of a message that answers a question.
    pub fn hear(&self, message: &str, asks: Option<Asks>) -> Reading {
        self.hear_after(message, asked(asks))
    }

    /// Likewise, with the question by its name in the training lines. A long message is also read in parts, so that a
    /// clear part is not drowned out by the others.
    pub fn hear_after(&self, message: &str, asked: &str) -> Reading {
        let mut whole = self.hear_part(message, asked);
        let parts = message
            .split(['.', '!', '?', ';', ','])
            .flat_map(|part| part.split(" ir "))
            .flat_map(|part| part.split(" and "));
        let parts = parts.map(str::trim).filter(|part| !part.is_empty());
        let parts: Vec<&str> = parts.take(MAX_PARTS).collect();
        if parts.len() > 1 && features::words(message).len() >= MIN_LONG_WORDS {
            for part in parts {
                for heard in self.hear_part(part, asked).acts {
                    if heard.sure
                        && (heard.probability >= MIN_PART_PROBABILITY || heard.act == Act::NotOwner)
                        && (BY_PART.contains(&heard.act) || Problem::named(heard.act).is_some())
                    {
                        whole.acts.iter_mut().filter(|scored| scored.act == heard.act).for_each(|scored| {
                            scored.probability = scored.probability.max(heard.probability);
                            scored.sure = true;
                        });
                    }
                }
            }
            whole.acts.sort_by(|a, b| b.probability.total_cmp(&a.probability));
        }
        whole
    }

    fn hear_part(&self, message: &str, asked: &str) -> Reading {
        let logits = self.weights.logits(&features::extract(message, asked));
        let mut heard = Reading { acts: Vec::new(), lithuanian: 0.0, english: 0.0 };
        for (label, (logit, word)) in self.weights.labels.iter().zip(logits) {
            let probability = probability(logit);
            match label.name.as_str() {
                IN_LITHUANIAN => heard.lithuanian = probability,
                IN_ENGLISH => heard.english = probability,
                name => {
                    let sure = probability >= label.threshold;
                    heard.acts.extend(name.parse().ok().map(|act| Scored { act, probability, word, sure }));
                }
            }
        }
        heard.acts.sort_by(|a, b| b.probability.total_cmp(&a.probability));
        heard
    }
}

/// The previous question, as named in the training lines. Whether to continue with the next problem, or to end the
/// contract, is an offer like that of a ticket; after a danger is over, anything may follow.
const fn asked(asks: Option<Asks>) -> &'static str {
    match asks {
        None => "none",
        Some(Asks::Next | Asks::Cancel) => "ticket",
        Some(Asks::Place | Asks::Name) => "more",
        Some(asks) => asks.as_str(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_weights_of_the_repository_know_every_act() {
        let weights = Weights::decode(FILE).unwrap();
        assert!(FILE.len() <= 400 * 1024, "{} bytes", FILE.len());
        for act in Act::ALL {
            assert!(weights.labels.iter().any(|label| label.name == act.as_str()), "{act}");
        }
    }

    /// Typing, missing diacritics, inflection and mixed languages; all labels are measured by `evals hearing`.
    #[test]
    fn messages_are_heard_by_what_was_asked() {
        let says = |message: &str, asks, act| Hearing::shared().hear(message, asks).sure().contains(&act);
        assert!(says("nelabai veikia", Some(Asks::Step), Act::Partly));
        assert!(says("it hardly works", Some(Asks::Step), Act::Partly));
        assert!(!says("it hardly works", Some(Asks::Step), Act::Yes));
        assert!(says("dingo interentas", None, Act::NoInternet));
        assert!(says("let me talk to a human", Some(Asks::Step), Act::WantsPerson));
        assert!(says("ne, aciu", Some(Asks::More), Act::NothingElse));
        assert!(Hearing::shared().hear("qwxz", None).sure().is_empty());
    }
}
