//! The sentiment of a message: the mean of its templates' declared values, recorded as they are used. Nothing random
//! here, so that recording it changes no text.

use std::cell::Cell;

use model::record::Sentiment;

/// A message is positive from this score, negative from its opposite; the bands of the estimated NPS begin here, too.
const SENTIMENT_THRESHOLD: f64 = 0.2;

/// The sentiments of a message's templates so far.
#[derive(Debug, Default)]
pub struct Mood {
    sum: Cell<f64>,
    count: Cell<f64>,
}

impl Mood {
    /// Records the use of a template with this sentiment, from -1 to 1.
    pub fn note(&self, sentiment: f64) {
        self.sum.set(self.sum.get() + sentiment);
        self.count.set(self.count.get() + 1.0);
    }

    /// Direction and score in steps of 0.01; neutral without any sentiment.
    pub fn sentiment(&self) -> (Sentiment, f64) {
        let mean = self.sum.get() / self.count.get().max(1.0);
        // A sum of only -0.0 would print as such.
        let score = (mean * 100.0).round() / 100.0 + 0.0;
        let direction = match score {
            s if s >= SENTIMENT_THRESHOLD => Sentiment::Positive,
            s if s <= -SENTIMENT_THRESHOLD => Sentiment::Negative,
            _ => Sentiment::Neutral,
        };
        (direction, score)
    }
}
