//! The sentiment that a message is written with: the mean of what its templates name for themselves, noted as they are used.
//! Nothing is drawn here, so that noting it changes no text.

use std::cell::Cell;

use model::record::Sentiment;

/// A message is positive from this score, negative from its opposite; the bands of the estimated NPS begin there, too.
const THRESHOLD: f64 = 0.2;

/// What the templates of one message have named so far.
#[derive(Debug, Default)]
pub struct Mood {
    sum: Cell<f64>,
    count: Cell<f64>,
}

impl Mood {
    /// A template of this sentiment is used, from -1 to 1.
    pub fn note(&self, sentiment: f64) {
        self.sum.set(self.sum.get() + sentiment);
        self.count.set(self.count.get() + 1.0);
    }

    /// Direction and score in steps of 0.01; neutral where no template has named any.
    pub fn told(&self) -> (Sentiment, f64) {
        let mean = self.sum.get() / self.count.get().max(1.0);
        // A sum of nothing but -0.0 would be told as such.
        let score = (mean * 100.0).round() / 100.0 + 0.0;
        let direction = match score {
            s if s >= THRESHOLD => Sentiment::Positive,
            s if s <= -THRESHOLD => Sentiment::Negative,
            _ => Sentiment::Neutral,
        };
        (direction, score)
    }
}
