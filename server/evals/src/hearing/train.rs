//! What the classifier of callers' messages is trained on, and its thresholds.

use linear::features;
use model::support::Act;

use super::lines::{DangerLine, Line};
use crate::linear::{Classifier, Example};
use support::{IN_ENGLISH, IN_LITHUANIAN};

/// Number of weights kept: less than 400 KB.
const MAX_WEIGHTS: usize = 156_000;
/// The threshold of danger: one in 500 ordinary lines reaches it. `MODEL.md` says what others would miss.
const DANGER_THRESHOLD: f32 = 0.42;
/// Likewise of what is told in passing: `MODEL.md` has what other thresholds find and what they take for a danger.
const KEPT_OF_DANGER: usize = 60_000;
const DANGER_ASIDE: f32 = 0.5;
/// Maximum threshold of the act that closes an account to a caller: missing it costs more than a colleague's call.
const NOT_OWNER: f32 = 0.35;
/// Minimum thresholds of acts with costly mistakes for the caller: a call that ends, a refusal, a wish that is
/// recorded.
const FLOORS: [(Act, f32); 4] =
    [(Act::Goodbye, 0.5), (Act::OthersData, 0.45), (Act::Compensation, 0.6), (Act::NothingElse, 0.5)];
/// Thresholds to try, in hundredths.
const THRESHOLDS: std::ops::RangeInclusive<u8> = 25..=80;

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

/// Trains on lines; returns the file of weights.
pub fn train(lines: &[Line]) -> Vec<u8> {
    let example =
        |line: &Line| Example { features: features::extract(&line.text, &line.asks), holds: holds(line), weight: 1 };
    let examples: Vec<Example> = lines.iter().map(example).collect();
    Classifier { names: &names(), kept: MAX_WEIGHTS, threshold }.train(&examples)
}

/// Trains what tells dangers from what only sounds like one, on all lines; returns the file of weights. It is apart from
/// the acts, of which the lines judged for danger say nothing.
pub fn train_danger(lines: &[Line], dangers: &[DangerLine]) -> Vec<u8> {
    let example = |text: &str, danger: bool| Example {
        features: features::extract(text, "none"),
        holds: vec![Some(danger)],
        weight: 1,
    };
    let known = lines.iter().map(|line| example(&line.text, line.acts.contains(&Act::Danger)));
    let judged = dangers.iter().map(|line| example(&line.text, line.danger));
    let examples: Vec<Example> = known.chain(judged).collect();
    Classifier { names: &[Act::Danger.as_str()], kept: KEPT_OF_DANGER, threshold: |_, _| DANGER_ASIDE }.train(&examples)
}

/// The decision threshold of a label: the one with the highest F1, clamped for acts where a mistake is costly.
fn threshold(name: &str, scores: &[(f32, bool)]) -> f32 {
    if name == Act::Danger.as_str() {
        return DANGER_THRESHOLD;
    }
    let floor = FLOORS.iter().find(|(act, _)| act.as_str() == name).map_or(0.0, |(_, floor)| *floor);
    let most = if name == Act::NotOwner.as_str() { NOT_OWNER } else { 1.0 };
    highest_f1(scores).clamp(floor, most)
}

/// The probability threshold of a label: at the maximum F1, in the middle of its range.
fn highest_f1(scores: &[(f32, bool)]) -> f32 {
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
