//! A linear classifier over hashed character n-grams, with several labels at once (as fastText: Joulin, Grave,
//! Bojanowski, Mikolov 2016, arXiv 1607.01759), and with calibrated probabilities (Platt 1999).
//!
//! Deliberately not here: what is classified, its labels and weights (`support`, `import::signals`), and the training
//! (`evals::linear`).

pub mod features;
pub mod weights;

/// The probability for a logit.
pub fn probability(logit: f32) -> f32 {
    1.0 / (1.0 + (-logit).exp())
}
