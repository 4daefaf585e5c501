//! Calibration of answers' scores: a reliability curve, its error, and scores fitted to verdicts. Pure.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Bins of the reliability curve, of equal width.
const BINS: usize = 10;
/// Verdicts needed to fit scores.
pub const ENOUGH: usize = 200;

/// An answer's score, 0 to 1, and whether it was judged good.
pub type Judged = (f64, bool);

/// How well scores predict that an answer is good.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Calibration {
    /// Reviewers' verdicts.
    pub reviewed: usize,
    /// Verdicts that came with the demo, from running its questions with known figures.
    pub of_demo: usize,
    /// The non-empty bins, by score.
    pub bins: Vec<Bin>,
    /// The expected calibration error: see [`error`].
    pub error: f64,
    /// Scores fitted to the verdicts; empty with fewer than [`ENOUGH`].
    pub fitted: Vec<Bin>,
    /// The error of fitted scores, by two-fold cross-validation.
    pub fitted_error: Option<f64>,
}

/// Verdicts on answers with similar scores.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Bin {
    pub from: f64,
    pub to: f64,
    pub count: usize,
    pub good: usize,
    /// The mean of the scores.
    pub mean: f64,
}

impl Bin {
    /// The share judged good.
    pub fn share(&self) -> f64 {
        self.good as f64 / self.count.max(1) as f64
    }

    fn of(from: f64, to: f64, judged: &[Judged]) -> Self {
        let (count, good) = (judged.len(), judged.iter().filter(|(_, good)| *good).count());
        let mean = judged.iter().map(|(score, _)| score).sum::<f64>() / count.max(1) as f64;
        Self { from, to, count, good, mean }
    }

    /// Merges two neighbours.
    fn with(self, next: &Self) -> Self {
        let count = self.count + next.count;
        let mean = (self.mean * self.count as f64 + next.mean * next.count as f64) / count.max(1) as f64;
        Self { from: self.from, to: next.to, count, good: self.good + next.good, mean }
    }
}

impl Calibration {
    pub fn from_judgements(reviewed: &[Judged], of_demo: &[Judged]) -> Self {
        let mut all = [reviewed, of_demo].concat();
        all.retain(|(score, _)| (0.0..=1.0).contains(score));
        all.sort_by(|a, b| a.0.total_cmp(&b.0));
        let bins = bins(&all);
        let (mut fitted, mut fitted_error) = (Vec::new(), None);
        if all.len() >= ENOUGH {
            fitted = isotonic(&all);
            // Alternating, so that both halves cover the whole range of scores.
            let half = |rest: usize| all.iter().copied().skip(rest).step_by(2).collect::<Vec<_>>();
            let (even, odd) = (half(0), half(1));
            let judged = |fit: &[Bin], by: &[Judged]| {
                by.iter().map(|(score, good)| (value(fit, *score), *good)).collect::<Vec<_>>()
            };
            let mut both = judged(&isotonic(&even), &odd);
            both.extend(judged(&isotonic(&odd), &even));
            fitted_error = Some(error(&self::bins(&both)));
        }
        let (reviewed, of_demo) = (reviewed.len(), of_demo.len());
        Self { reviewed, of_demo, error: error(&bins), bins, fitted, fitted_error }
    }

    pub const fn verdicts(&self) -> usize {
        self.reviewed + self.of_demo
    }
}

/// The verdicts in bins of equal width, without empty ones.
fn bins(all: &[Judged]) -> Vec<Bin> {
    let place = |score: f64| ((score * BINS as f64) as usize).min(BINS - 1);
    let one = |n: usize| {
        let own: Vec<Judged> = all.iter().copied().filter(|(score, _)| place(*score) == n).collect();
        Bin::of(n as f64 / BINS as f64, (n + 1) as f64 / BINS as f64, &own)
    };
    (0..BINS).map(one).filter(|bin| bin.count > 0).collect()
}

/// The expected calibration error: the mean distance between score and share of good answers over ten equal bins,
/// weighted by their counts, `Σ (n_b / n) · |share_b − mean_b|`. Naeini, Cooper and Hauskrecht 2015 (AAAI), "Obtaining
/// Well Calibrated Probabilities Using Bayesian Binning"; equation 3 in Guo et al. 2017 (ICML).
fn error(bins: &[Bin]) -> f64 {
    let all: usize = bins.iter().map(|bin| bin.count).sum();
    let weighted = bins.iter().map(|bin| bin.count as f64 * (bin.share() - bin.mean).abs());
    weighted.sum::<f64>() / all.max(1) as f64
}

/// Isotonic regression of the verdicts by pooling adjacent violators: Ayer et al. 1955 (Ann. Math. Stat. 26); for
/// scores, Zadrozny and Elkan 2002 (KDD). `all` is sorted by score.
fn isotonic(all: &[Judged]) -> Vec<Bin> {
    let mut pools: Vec<Bin> = Vec::new();
    for same in all.chunk_by(|a, b| a.0 == b.0) {
        let mut next = Bin::of(same[0].0, same[0].0, same);
        while let Some(last) = pools.pop_if(|last| last.share() >= next.share()) {
            next = last.with(&next);
        }
        pools.push(next);
    }
    pools
}

/// The fitted value of a score: that of the last pool starting at or below it.
fn value(fit: &[Bin], score: f64) -> f64 {
    fit.iter().rev().find(|pool| pool.from <= score).or(fit.first()).map_or(score, Bin::share)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn many(score: f64, good: usize, bad: usize) -> Vec<Judged> {
        std::iter::repeat_n((score, true), good).chain(std::iter::repeat_n((score, false), bad)).collect()
    }

    #[test]
    fn the_error_is_that_of_the_formula() {
        // Two bins: 0.9 with 6 of 10 good, 0.25 with 1 of 4.
        let told = Calibration::from_judgements(&[many(0.9, 6, 4), many(0.25, 1, 3)].concat(), &[]);
        assert!((told.error - (10.0 / 14.0) * 0.3).abs() < 1e-9, "{told:?}");
        assert_eq!(told.bins.iter().map(|b| (b.count, b.good)).collect::<Vec<_>>(), [(4, 1), (10, 6)]);
        assert!(told.fitted.is_empty() && told.fitted_error.is_none());
        assert_eq!(Calibration::from_judgements(&[], &[]), Calibration::default());
    }

    #[test]
    fn violators_are_pooled() {
        let all = [many(0.1, 1, 9), many(0.2, 3, 7), many(0.3, 1, 9), many(0.4, 8, 2), many(0.5, 8, 2)].concat();
        let fit = isotonic(&all);
        let told: Vec<_> = fit.iter().map(|p| (p.from, p.to, p.count, p.share())).collect();
        assert_eq!(told, [(0.1, 0.1, 10, 0.1), (0.2, 0.3, 20, 0.2), (0.4, 0.5, 20, 0.8)]);
        assert_eq!([0.0, 0.1, 0.25, 0.35, 0.9].map(|s| value(&fit, s)), [0.1, 0.1, 0.2, 0.2, 0.8]);
    }

    #[test]
    fn enough_verdicts_fit_scores_that_are_nearer() {
        let demo = [many(0.3, 80, 20), many(0.74, 95, 5)].concat();
        let told = Calibration::from_judgements(&many(0.6, 9, 1), &demo);
        assert_eq!((told.reviewed, told.of_demo, told.verdicts()), (10, 200, 210));
        assert!(told.fitted.windows(2).all(|two| two[0].share() < two[1].share()), "{:?}", told.fitted);
        assert!(told.error > 0.3 && told.fitted_error.unwrap() < 0.05, "{told:?}");
        let few = &demo[..ENOUGH - 1];
        assert!(
            Calibration::from_judgements(few, &[]).fitted.is_empty()
                && !Calibration::from_judgements(&demo, &[]).fitted.is_empty()
        );
    }
}
