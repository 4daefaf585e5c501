//! Trains linear classifiers over hashed n-grams: logistic regression per label with AdaGrad (Duchi, Hazan, Singer 2011).
//! Each example is scored once by weights not trained on it; these scores calibrate the probabilities (Platt 1999, with
//! the targets of Lin, Lin, Weng 2007) and choose the thresholds. The same examples give the same weights.

mod encode;

use std::collections::HashMap;

use linear::features::Feature;
use linear::probability;
use linear::weights::Label;

use encode::encode;

const EPOCHS: usize = 10;
const LEARNING_RATE: f32 = 0.3;
/// L2, for each step of a changing weight.
const L2_PENALTY: f32 = 5e-5;
/// Parts that are held out in turn.
const FOLDS: usize = 5;
/// Minimum number of examples with a feature.
const MIN_SUPPORT: usize = 2;

/// A text as features, with its labels.
#[derive(Clone, Debug)]
pub struct Example {
    pub features: Vec<Feature>,
    /// Whether each label holds; `None` if unknown.
    pub holds: Vec<Option<bool>>,
    /// How many times an epoch trains on it.
    pub weight: usize,
}

/// The labels of a classifier, and what its file holds of them.
pub struct Classifier<'a> {
    /// The names of the labels, in weight order.
    pub names: &'a [&'a str],
    /// Maximum number of weights in the file, at two bytes each, plus the buckets.
    pub kept: usize,
    /// The probability threshold of a label, from the probabilities of held-out examples and whether it holds for them.
    pub threshold: fn(&str, &[(f32, bool)]) -> f32,
}

/// An example with its features' indices.
struct Indexed<'a> {
    features: Vec<(u32, f32)>,
    holds: &'a [Option<bool>],
    weight: usize,
}

impl Classifier<'_> {
    /// Trains on examples; returns the file of weights.
    pub fn train(&self, examples: &[Example]) -> Vec<u8> {
        let (places, buckets) = places(examples);
        let known = |f: &Feature| places.get(&f.bucket).map(|place| (*place, f.value));
        let examples: Vec<Indexed<'_>> = examples
            .iter()
            .map(|Example { features, holds, weight }| Indexed {
                features: features.iter().filter_map(known).collect(),
                holds,
                weight: *weight,
            })
            .collect();
        let labels = self.names.len();
        let mut trained: Vec<(Model, Option<usize>)> = std::thread::scope(|scope| {
            let folds = (0..FOLDS).map(Some).chain([None]);
            let tasks = folds.map(|fold| {
                (
                    fold,
                    scope.spawn({
                        let examples = &examples;
                        let size = buckets.len();
                        move || Model::train(examples, labels, size, fold)
                    }),
                )
            });
            let tasks: Vec<_> = tasks.collect();
            tasks.into_iter().filter_map(|(fold, task)| Some((task.join().ok()?, fold))).collect()
        });
        let Some((last, None)) = trained.pop() else { return encode(&[], Vec::new()) };
        // For each example, by weights not trained on it.
        let mut scores = vec![Vec::new(); labels];
        for (n, example) in examples.iter().enumerate() {
            let Some((model, _)) = trained.iter().find(|(_, fold)| *fold == Some(fold_of(n))) else { continue };
            for (label, score) in model.scores(example).into_iter().enumerate() {
                if let Some(holds) = example.holds[label] {
                    scores[label].push((score, holds));
                }
            }
        }
        self.file(&last, &buckets, &scores)
    }

    /// The largest weights, calibrated by scores of held-out examples.
    fn file(&self, model: &Model, buckets: &[u32], scores: &[Vec<(f32, bool)>]) -> Vec<u8> {
        let fitted: Vec<(f32, f32)> = scores.iter().map(|scores| platt(scores)).collect();
        let mut all = Vec::new();
        for (bucket, weights) in buckets.iter().zip(model.weights.chunks(model.labels)) {
            for (label, weight) in weights.iter().enumerate() {
                all.push((*bucket, label as u8, weight * fitted[label].0));
            }
        }
        let kept = self.kept.min(all.len());
        all.sort_unstable_by(|a, b| b.2.abs().total_cmp(&a.2.abs()));
        all.truncate(kept);
        let label = |(i, name): (usize, &&str)| {
            let (slope, offset) = fitted[i];
            let largest = all.iter().filter(|w| usize::from(w.1) == i).map(|w| w.2.abs()).fold(0.0, f32::max);
            let probabilities = scores[i].iter().map(|(s, holds)| (probability(slope.mul_add(*s, offset)), *holds));
            Label {
                name: (*name).to_owned(),
                bias: slope.mul_add(model.bias[i], offset),
                scale: if largest > 0.0 { largest / 127.0 } else { 1.0 },
                threshold: (self.threshold)(name, &probabilities.collect::<Vec<_>>()),
            }
        };
        let labels: Vec<Label> = self.names.iter().enumerate().map(label).collect();
        encode(&labels, all)
    }
}

fn fold_of(example: usize) -> usize {
    // Adjacent lines were often written together and resemble each other: a run of them is held out together.
    example / 8 % FOLDS
}

/// Indices of the sufficiently frequent buckets.
fn places(all: &[Example]) -> (HashMap<u32, u32>, Vec<u32>) {
    let mut seen = HashMap::<u32, usize>::new();
    for feature in all.iter().flat_map(|example| &example.features) {
        *seen.entry(feature.bucket).or_default() += 1;
    }
    let mut buckets: Vec<u32> = seen.into_iter().filter(|(_, n)| *n >= MIN_SUPPORT).map(|(bucket, _)| bucket).collect();
    buckets.sort_unstable();
    (buckets.iter().zip(0..).map(|(bucket, place)| (*bucket, place)).collect(), buckets)
}

/// Weights of all labels for each index, during training.
struct Model {
    labels: usize,
    weights: Vec<f32>,
    squares: Vec<f32>,
    bias: Vec<f32>,
}

impl Model {
    fn train(examples: &[Indexed<'_>], labels: usize, places: usize, held_out: Option<usize>) -> Self {
        let size = places * labels;
        let mut model = Self { labels, weights: vec![0.0; size], squares: vec![1e-3; size], bias: vec![-4.0; labels] };
        let trained = (0..examples.len()).filter(|n| Some(fold_of(*n)) != held_out);
        let mut order: Vec<usize> = trained.flat_map(|n| std::iter::repeat_n(n, examples[n].weight)).collect();
        let mut random = 0x2545_f491_4f6c_dd1d_u64;
        for epoch in 0..EPOCHS {
            for i in (1..order.len()).rev() {
                random ^= random << 13;
                random ^= random >> 7;
                random ^= random << 17;
                order.swap(i, (random % (i as u64 + 1)) as usize);
            }
            let rate = LEARNING_RATE * (1.0 - epoch as f32 / EPOCHS as f32).max(0.1);
            for n in &order {
                model.step(&examples[*n], rate);
            }
        }
        model
    }

    fn scores(&self, example: &Indexed<'_>) -> Vec<f32> {
        let mut scores = self.bias.clone();
        for (place, value) in &example.features {
            let from = *place as usize * self.labels;
            for (score, weight) in scores.iter_mut().zip(&self.weights[from..from + self.labels]) {
                *score += weight * value;
            }
        }
        scores
    }

    fn step(&mut self, example: &Indexed<'_>, rate: f32) {
        let mut errors = self.scores(example);
        for ((error, holds), bias) in errors.iter_mut().zip(example.holds).zip(&mut self.bias) {
            *error = match holds {
                Some(holds) => probability(*error) - f32::from(u8::from(*holds)),
                None => 0.0,
            };
            *bias -= 0.05 * rate * *error;
        }
        for (place, value) in &example.features {
            let from = *place as usize * self.labels;
            let weights = &mut self.weights[from..from + self.labels];
            let squares = &mut self.squares[from..from + self.labels];
            for ((weight, square), error) in weights.iter_mut().zip(squares).zip(&errors) {
                let slope = L2_PENALTY.mul_add(*weight, error * value);
                *square += slope * slope;
                *weight -= rate * slope / square.sqrt();
            }
        }
    }
}

/// Slope and offset that turn scores into probabilities, by Newton's method.
fn platt(scores: &[(f32, bool)]) -> (f32, f32) {
    let right = scores.iter().filter(|(_, holds)| *holds).count() as f64;
    let wrong = scores.len() as f64 - right;
    let (high, low) = ((right + 1.0) / (right + 2.0), 1.0 / (wrong + 2.0));
    let (mut slope, mut offset) = (1.0_f64, 0.0_f64);
    for _ in 0..50 {
        let (mut g, mut h) = ([0.0_f64; 2], [1e-6_f64, 0.0, 1e-6]);
        for (score, holds) in scores {
            let score = f64::from(*score);
            let p = 1.0 / (1.0 + (-slope.mul_add(score, offset)).exp());
            let error = p - if *holds { high } else { low };
            let weight = p * (1.0 - p);
            g = [error.mul_add(score, g[0]), g[1] + error];
            h = [weight.mul_add(score * score, h[0]), weight.mul_add(score, h[1]), h[2] + weight];
        }
        let det = h[0].mul_add(h[2], -(h[1] * h[1]));
        if det.abs() < 1e-12 {
            break;
        }
        let step = [(h[2] * g[0] - h[1] * g[1]) / det, (h[0] * g[1] - h[1] * g[0]) / det];
        // A Newton step may go too far if few lines are positive.
        let most = step[0].abs().max(step[1].abs()).max(1.0);
        (slope, offset) = (slope - step[0] / most, offset - step[1] / most);
        if step[0].abs() + step[1].abs() < 1e-7 {
            break;
        }
    }
    (slope as f32, offset as f32)
}
