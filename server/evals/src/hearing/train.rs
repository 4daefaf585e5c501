//! Trains the classifier: logistic regression per label with AdaGrad (Duchi, Hazan, Singer 2011). Each line is scored
//! once by weights not trained on it; these scores calibrate the probabilities (Platt 1999, with the targets of Lin,
//! Lin, Weng 2007) and choose the thresholds. The same lines give the same weights.

use std::collections::HashMap;

use hearing::features::{self, Feature};
use hearing::weights::Label;
use hearing::{IN_ENGLISH, IN_LITHUANIAN, probability};
use model::support::Act;

use super::encode::encode;
use super::lines::{DangerLine, Line};

const EPOCHS: usize = 10;
const RATE: f32 = 0.3;
/// L2, for each step of a changing weight.
const DECAY: f32 = 5e-5;
/// Parts that are held out in turn.
const FOLDS: usize = 5;
/// Minimum number of lines with a feature.
const SEEN: usize = 2;
/// Number of weights kept: at two bytes each, plus the buckets, less than 400 KB.
const KEPT: usize = 156_000;
/// The threshold of danger: one in 500 ordinary lines reaches it. `MODEL.md` says what others would miss.
const DANGER: f32 = 0.42;
/// Maximum threshold of the act that closes an account to a caller: missing it costs more than a colleague's call.
const NOT_OWNER: f32 = 0.35;
/// Minimum thresholds of acts with costly mistakes for the caller: a call that ends, a refusal, a wish that is
/// recorded.
const FLOORS: [(Act, f32); 4] =
    [(Act::Goodbye, 0.5), (Act::OthersData, 0.45), (Act::Compensation, 0.6), (Act::NothingElse, 0.5)];
/// Thresholds to try, in hundredths.
const THRESHOLDS: std::ops::RangeInclusive<u8> = 25..=80;

/// A line as numbers: its features' indices, and its labels; `None` if unknown.
struct Example {
    features: Vec<(u32, f32)>,
    holds: Vec<Option<bool>>,
}

/// The names of all outputs, in weight order.
fn names() -> Vec<&'static str> {
    Act::ALL.iter().map(|act| act.as_str()).chain([IN_LITHUANIAN, IN_ENGLISH]).collect()
}

fn holds(line: &Line) -> Vec<Option<bool>> {
    let acts = Act::ALL.iter().map(|act| Some(line.acts.contains(act)));
    // A mixed line says nothing about the language.
    let language = ["lt", "en"].map(|name| (line.lang != "mixed").then(|| line.lang == name));
    acts.chain(language).collect()
}

/// Of a line that was only judged for danger, nothing else is known but its language.
fn holds_danger(line: &DangerLine) -> Vec<Option<bool>> {
    let acts = Act::ALL.iter().map(|act| (*act == Act::Danger).then_some(line.danger));
    acts.chain(["lt", "en"].map(|name| Some(line.lang == name))).collect()
}

/// Trains on lines, and on lines that were only judged for danger; returns the file of weights.
pub fn train(lines: &[Line], dangers: &[DangerLine]) -> Vec<u8> {
    let features = lines.iter().map(|line| features::extract(&line.text, &line.asks));
    let all: Vec<Vec<Feature>> =
        features.chain(dangers.iter().map(|line| features::extract(&line.text, "none"))).collect();
    let (places, buckets) = places(&all);
    let known = |f: &Feature| places.get(&f.bucket).map(|place| (*place, f.value));
    let holds = lines.iter().map(holds).chain(dangers.iter().map(holds_danger));
    let examples: Vec<Example> = holds
        .zip(&all)
        .map(|(holds, features)| Example { features: features.iter().filter_map(known).collect(), holds })
        .collect();
    let mut trained: Vec<(Model, Option<usize>)> = std::thread::scope(|scope| {
        let folds = (0..FOLDS).map(Some).chain([None]);
        let tasks = folds.map(|fold| {
            (
                fold,
                scope.spawn({
                    let examples = &examples;
                    let size = buckets.len();
                    move || Model::train(examples, size, fold)
                }),
            )
        });
        let tasks: Vec<_> = tasks.collect();
        tasks.into_iter().filter_map(|(fold, task)| Some((task.join().ok()?, fold))).collect()
    });
    let Some((last, None)) = trained.pop() else { return encode(&[], Vec::new()) };
    let labels = names().len();
    // For each line, by weights not trained on it.
    let mut scores = vec![Vec::new(); labels];
    for (n, example) in examples.iter().enumerate() {
        let Some((model, _)) = trained.iter().find(|(_, fold)| *fold == Some(fold_of(n))) else { continue };
        for (label, score) in model.scores(example).into_iter().enumerate() {
            if let Some(holds) = example.holds[label] {
                scores[label].push((score, holds));
            }
        }
    }
    last.kept(&buckets, &scores)
}

fn fold_of(line: usize) -> usize {
    // Adjacent lines were often written together and resemble each other: a run of them is held out together.
    line / 8 % FOLDS
}

/// Indices of the sufficiently frequent buckets.
fn places(all: &[Vec<Feature>]) -> (HashMap<u32, u32>, Vec<u32>) {
    let mut seen = HashMap::<u32, usize>::new();
    for feature in all.iter().flatten() {
        *seen.entry(feature.bucket).or_default() += 1;
    }
    let mut buckets: Vec<u32> = seen.into_iter().filter(|(_, n)| *n >= SEEN).map(|(bucket, _)| bucket).collect();
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
    fn train(examples: &[Example], places: usize, held_out: Option<usize>) -> Self {
        let labels = names().len();
        let size = places * labels;
        let mut model = Self { labels, weights: vec![0.0; size], squares: vec![1e-3; size], bias: vec![-4.0; labels] };
        let mut order: Vec<usize> = (0..examples.len()).filter(|n| Some(fold_of(*n)) != held_out).collect();
        let mut random = 0x2545_f491_4f6c_dd1d_u64;
        for epoch in 0..EPOCHS {
            for i in (1..order.len()).rev() {
                random ^= random << 13;
                random ^= random >> 7;
                random ^= random << 17;
                order.swap(i, (random % (i as u64 + 1)) as usize);
            }
            let rate = RATE * (1.0 - epoch as f32 / EPOCHS as f32).max(0.1);
            for n in &order {
                model.step(&examples[*n], rate);
            }
        }
        model
    }

    fn scores(&self, example: &Example) -> Vec<f32> {
        let mut scores = self.bias.clone();
        for (place, value) in &example.features {
            let from = *place as usize * self.labels;
            for (score, weight) in scores.iter_mut().zip(&self.weights[from..from + self.labels]) {
                *score += weight * value;
            }
        }
        scores
    }

    fn step(&mut self, example: &Example, rate: f32) {
        let mut errors = self.scores(example);
        for ((error, holds), bias) in errors.iter_mut().zip(&example.holds).zip(&mut self.bias) {
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
                let slope = DECAY.mul_add(*weight, error * value);
                *square += slope * slope;
                *weight -= rate * slope / square.sqrt();
            }
        }
    }

    /// The largest weights, calibrated by scores of held-out lines.
    fn kept(&self, buckets: &[u32], scores: &[Vec<(f32, bool)>]) -> Vec<u8> {
        let fitted: Vec<(f32, f32)> = scores.iter().map(|scores| platt(scores)).collect();
        let mut all = Vec::new();
        for (bucket, weights) in buckets.iter().zip(self.weights.chunks(self.labels)) {
            for (label, weight) in weights.iter().enumerate() {
                all.push((*bucket, label as u8, weight * fitted[label].0));
            }
        }
        let kept = KEPT.min(all.len());
        all.sort_unstable_by(|a, b| b.2.abs().total_cmp(&a.2.abs()));
        all.truncate(kept);
        let label = |(i, name): (usize, &'static str)| {
            let (slope, offset) = fitted[i];
            let largest = all.iter().filter(|w| usize::from(w.1) == i).map(|w| w.2.abs()).fold(0.0, f32::max);
            let probabilities = scores[i].iter().map(|(s, holds)| (probability(slope.mul_add(*s, offset)), *holds));
            Label {
                name: name.to_owned(),
                bias: slope.mul_add(self.bias[i], offset),
                scale: if largest > 0.0 { largest / 127.0 } else { 1.0 },
                threshold: match name == Act::Danger.as_str() {
                    true => DANGER,
                    false => {
                        let floor =
                            FLOORS.iter().find(|(act, _)| act.as_str() == name).map_or(0.0, |(_, floor)| *floor);
                        let most = if name == Act::NotOwner.as_str() { NOT_OWNER } else { 1.0 };
                        threshold(&probabilities.collect::<Vec<_>>()).clamp(floor, most)
                    }
                },
            }
        };
        let labels: Vec<Label> = names().into_iter().enumerate().map(label).collect();
        encode(&labels, all)
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

/// The probability threshold of a label: at the maximum F1, in the middle of its range.
fn threshold(scores: &[(f32, bool)]) -> f32 {
    let f1 = |at: f32| {
        let count = |holds: bool| scores.iter().filter(|(p, h)| *p >= at && *h == holds).count() as f32;
        let (hit, wrong) = (count(true), count(false));
        let all = scores.iter().filter(|(_, holds)| *holds).count() as f32;
        2.0 * hit / (hit + wrong + all).max(1.0)
    };
    let tried: Vec<(f32, f32)> = THRESHOLDS.map(|n| f32::from(n) / 100.0).map(|at| (at, f1(at))).collect();
    let best = tried.iter().map(|(_, f1)| *f1).fold(0.0, f32::max);
    let good: Vec<f32> = tried.iter().filter(|(_, f1)| *f1 >= best - 0.002).map(|(at, _)| *at).collect();
    good.get(good.len() / 2).copied().unwrap_or(0.5)
}
