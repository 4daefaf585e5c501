//! Logistic regression over vectors: one linear score per class, then softmax. `evals train-sentiment` trains them.

use serde::{Deserialize, Serialize};

use crate::dot;

/// A trained head.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Head {
    /// The [`crate::Embedder::id`] of its input vectors.
    pub model: String,
    pub classes: Vec<String>,
    /// One row per class.
    pub weights: Vec<Vec<f32>>,
    pub bias: Vec<f32>,
}

impl Head {
    /// The probability of each class.
    pub fn probabilities(&self, vector: &[f32]) -> Vec<f32> {
        let scores: Vec<f32> = self.weights.iter().zip(&self.bias).map(|(w, b)| dot(w, vector) + b).collect();
        let max = scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let exp: Vec<f32> = scores.iter().map(|s| (s - max).exp()).collect();
        let sum: f32 = exp.iter().sum();
        exp.into_iter().map(|e| e / sum).collect()
    }
}
