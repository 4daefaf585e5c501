//! Logistic regression over vectors: one linear score a class, softmax over them. Trained by gradient descent with
//! momentum from zeros, so the same data gives the same numbers.

use serde::{Deserialize, Serialize};

use crate::dot;

/// A trained head.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Head {
    /// The [`crate::Embedder::id`] of the vectors that it reads.
    pub model: String,
    pub classes: Vec<String>,
    /// One row a class.
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

    /// Trains on vectors with the number of their class and how much each counts. Minimises half the squared length of
    /// the weights plus `c` times the summed cross-entropy, as scikit-learn's `LogisticRegression(C=c)` does.
    pub fn train(model: &str, classes: &[&str], examples: &[(&[f32], usize, f32)], c: f32) -> Self {
        let dim = examples.first().map_or(0, |(v, ..)| v.len());
        let mut head = Self {
            model: model.into(),
            classes: classes.iter().map(|c| (*c).into()).collect(),
            weights: vec![vec![0.0; dim]; classes.len()],
            bias: vec![0.0; classes.len()],
        };
        let mut speed = head.clone();
        // For unit vectors the curvature of a class is at most c · total / 2 · 2 (weights and bias) + 1.
        let total: f32 = examples.iter().map(|(.., weight)| weight).sum();
        let step = 1.0 / (c * total + 1.0);
        for _ in 0..4_000 {
            let mut slope = head.clone();
            slope.bias.iter_mut().for_each(|b| *b = 0.0);
            for (vector, class, weight) in examples {
                for (k, p) in head.probabilities(vector).into_iter().enumerate() {
                    let error = c * weight * (p - if k == *class { 1.0 } else { 0.0 });
                    slope.weights[k].iter_mut().zip(*vector).for_each(|(s, x)| *s += error * x);
                    slope.bias[k] += error;
                }
            }
            for k in 0..classes.len() {
                descend(&mut head.weights[k], &mut speed.weights[k], &slope.weights[k], step);
            }
            descend(&mut head.bias, &mut speed.bias, &slope.bias, step);
        }
        head
    }
}

fn descend(at: &mut [f32], speed: &mut [f32], slope: &[f32], step: f32) {
    for ((x, v), s) in at.iter_mut().zip(speed).zip(slope) {
        *v = 0.9 * *v - step * s;
        *x += *v;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_head_learns_what_can_be_learned() {
        let examples: Vec<(Vec<f32>, usize)> = vec![
            (vec![1.0, 0.0], 0),
            (vec![0.9, 0.1], 0),
            (vec![0.0, 1.0], 1),
            (vec![-1.0, 0.0], 2),
            (vec![-0.9, -0.1], 2),
        ];
        let borrowed: Vec<(&[f32], usize, f32)> = examples.iter().map(|(v, c)| (v.as_slice(), *c, 1.0)).collect();
        let head = Head::train("m", &["a", "b", "c"], &borrowed, 10.0);
        for (vector, class) in &examples {
            let p = head.probabilities(vector);
            let best = (0..3).max_by(|i, j| p[*i].total_cmp(&p[*j]));
            assert_eq!(best, Some(*class), "{p:?}");
            assert!((p.iter().sum::<f32>() - 1.0).abs() < 1e-5);
        }
        assert_eq!(head, Head::train("m", &["a", "b", "c"], &borrowed, 10.0));
    }
}
