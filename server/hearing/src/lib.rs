//! Hears what a caller's message says: a linear classifier over hashed character n-grams, for several labels at once (as
//! fastText: Joulin, Grave, Bojanowski, Mikolov 2016, arXiv 1607.01759), with probabilities that are calibrated (Platt
//! 1999). It knows the question that was asked before. What is dangerous is found by rules that one can read (`danger`).
//!
//! The weights are part of the program; `data/` holds the lines that they were trained on, and `make hearing` trains them.
//! A message that is heard wrongly is mended by lines there, never by a rule here; the only rule is that a long message is
//! heard by its clauses as well.

pub mod danger;
pub mod features;
pub mod weights;

use std::sync::LazyLock;

use model::support::{Act, Asks, Danger, Language, Problem};

use weights::Weights;

const FILE: &[u8] = include_bytes!("../data/weights.bin");

static SHARED: LazyLock<Hearing> = LazyLock::new(|| {
    Hearing::new(Weights::decode(FILE).unwrap_or_else(|error| {
        // A test reads the file of the repository; without weights every message is unsure, which leads to a person.
        eprintln!("{error}");
        Weights::new(Vec::new(), Vec::new())
    }))
});

/// How likely a problem must be beside a likelier one.
const SECOND: f32 = 0.5;

/// So many words are a long message; parts beyond so many are not heard alone.
const LONG: usize = 7;
const PARTS: usize = 12;
/// How likely an act must be in a part; to hear too late that the account is another's costs more than a colleague's call.
const CLEAR: f32 = 0.7;
/// What may be said in one part of a message and hold for all of it, besides problems.
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

/// The outputs beside the acts: the language that a message is in.
pub const IN_LITHUANIAN: &str = "in_lt";
pub const IN_ENGLISH: &str = "in_en";

/// An act, how probable it is, and the word that speaks for it most.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scored {
    pub act: Act,
    pub probability: f32,
    pub word: u16,
    /// It reaches the threshold of its label.
    pub sure: bool,
}

/// What a message was heard as.
#[derive(Clone, Debug, PartialEq)]
pub struct Heard {
    /// The most probable first.
    pub acts: Vec<Scored>,
    pub lithuanian: f32,
    pub english: f32,
}

impl Heard {
    /// The acts that are sure, in the order of the message.
    pub fn sure(&self) -> Vec<Act> {
        // One connection is in one of these states; they stand with the most probable first.
        let state = |act: Act| matches!(act, Act::NoInternet | Act::SlowInternet | Act::Intermittent);
        let likeliest = self.acts.iter().find(|scored| scored.sure && state(scored.act)).map(|scored| scored.act);
        // A second problem is said only where that is very likely: each costs the caller a question.
        let names = |scored: &Scored| Problem::named(scored.act).is_some();
        let first = self.acts.iter().find(|scored| scored.sure && names(scored)).map(|scored| scored.act);
        let holds = |scored: &&Scored| {
            scored.sure
                && (!state(scored.act) || Some(scored.act) == likeliest)
                && (!names(scored) || Some(scored.act) == first || scored.probability >= SECOND)
        };
        let mut sure: Vec<&Scored> = self.acts.iter().filter(holds).collect();
        sure.sort_by_key(|scored| scored.word);
        sure.iter().map(|scored| scored.act).collect()
    }

    /// The language of the message, where it is one of the two beyond doubt.
    pub fn language(&self) -> Option<Language> {
        const SURE: f32 = 0.9;
        match (self.lithuanian, self.english) {
            (lt, en) if lt >= SURE && en < 1.0 - SURE => Some(Language::Lt),
            (lt, en) if en >= SURE && lt < 1.0 - SURE => Some(Language::En),
            _ => None,
        }
    }
}

/// The trained classifier.
#[derive(Debug)]
pub struct Hearing {
    weights: Weights,
}

impl Hearing {
    pub const fn new(weights: Weights) -> Self {
        Self { weights }
    }

    /// With the weights of this program.
    pub fn shared() -> &'static Self {
        &SHARED
    }

    /// What danger a message tells of, by the rules, and by ear where it does not speak of bills.
    pub fn danger(&self, message: &str, heard: &[Act]) -> Option<Danger> {
        let by_ear = || (heard.contains(&Act::Danger) && !danger::is_figure(message)).then_some(Danger::Other);
        danger::danger(message).or_else(by_ear)
    }

    /// What a message says that answers a question.
    pub fn hear(&self, message: &str, asks: Option<Asks>) -> Heard {
        self.hear_after(message, features::asked(asks))
    }

    /// The same, with the question by its name in the training lines. A long message is heard by its parts as well: one that
    /// says a thing clearly is not drowned by the others.
    pub fn hear_after(&self, message: &str, asked: &str) -> Heard {
        let mut whole = self.hear_part(message, asked);
        let parts = message
            .split(['.', '!', '?', ';', ','])
            .flat_map(|part| part.split(" ir "))
            .flat_map(|part| part.split(" and "));
        let parts = parts.map(str::trim).filter(|part| !part.is_empty());
        let parts: Vec<&str> = parts.take(PARTS).collect();
        if parts.len() > 1 && features::words(message).len() >= LONG {
            for part in parts {
                for heard in self.hear_part(part, asked).acts {
                    if heard.sure
                        && (heard.probability >= CLEAR || heard.act == Act::NotOwner)
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

    fn hear_part(&self, message: &str, asked: &str) -> Heard {
        let logits = self.weights.logits(&features::of(message, asked));
        let mut heard = Heard { acts: Vec::new(), lithuanian: 0.0, english: 0.0 };
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

/// The probability that a logit stands for.
pub fn probability(logit: f32) -> f32 {
    1.0 / (1.0 + (-logit).exp())
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

    /// Typing, missing marks, inflection and mixed languages; the figures of all labels are measured by
    /// `evals hearing`.
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
