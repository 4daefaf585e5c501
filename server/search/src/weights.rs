//! How meaning and words are combined into a hit's score.

use super::embed::Tier;

/// The BM25 score mapped to one half. Tantivy's scores have the factor k1 + 1 = 2.2 that Lucene's form omits, for which
/// 10 was best by measurement.
const BM25_HALF_SCORE: f64 = 22.0;

/// The weights of meaning and words in the score, each 0 to 1, not both 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weights {
    pub dense: f64,
    pub sparse: f64,
}

impl Default for Weights {
    /// Better than words alone and than meaning alone on each of three collections (`evals search`).
    fn default() -> Self {
        Self { dense: 0.7, sparse: 0.3 }
    }
}

impl Weights {
    /// As configured: one weight alone implies the other; `None` without either.
    ///
    /// # Errors
    /// A sentence for people, if a weight is not from 0 to 1, or both are 0.
    pub fn new(dense: Option<f64>, sparse: Option<f64>) -> Result<Option<Self>, String> {
        if let Some(wrong) = [dense, sparse].into_iter().flatten().find(|w| !(0.0..=1.0).contains(w)) {
            return Err(format!("{wrong} is not a weight: give a number from 0 to 1, e.g. 0.7."));
        }
        let (dense, sparse) = match (dense, sparse) {
            (None, None) => return Ok(None),
            (Some(dense), sparse) => (dense, sparse.unwrap_or(1.0 - dense)),
            (None, Some(sparse)) => (1.0 - sparse, sparse),
        };
        if dense + sparse == 0.0 {
            return Err("Both weights are 0: one must be above 0.".into());
        }
        Ok(Some(Self { dense, sparse }))
    }

    /// (dense·cos + sparse·s/(s + pivot)) / (dense + sparse), s the BM25 score: 0 to 1. It is independent of other
    /// hits, so a score means the same in every search.
    pub fn score(&self, cosine: f32, bm25: f32) -> f64 {
        let (cosine, s) = (f64::from(cosine.clamp(0.0, 1.0)), f64::from(bm25.max(0.0)));
        (self.dense * cosine + self.sparse * s / (s + BM25_HALF_SCORE)) / (self.dense + self.sparse)
    }

    /// The weights for results of this embedder.
    pub(super) fn found_by(self, tier: Option<Tier>) -> Self {
        Self { dense: self.dense * tier.map_or(1.0, Tier::trust), ..self }
    }
}

impl Tier {
    /// The relative weight of its cosines: with a seventh, search with the static table is better than words alone,
    /// with full weight worse.
    const fn trust(self) -> f64 {
        match self {
            Self::Full => 1.0,
            Self::Static => 1.0 / 7.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Ranks of two records: one on the same subject in other words, one that repeats a word.
    fn order(rule: impl Fn(f32, f32) -> f64) -> bool {
        let (meant, worded) = ((0.75, 1.0), (0.10, 16.0));
        rule(meant.0, meant.1) > rule(worded.0, worded.1)
    }

    #[test]
    fn bm25_does_not_drown_the_cosine() {
        let raw = |cosine: f32, bm25: f32| 0.7 * f64::from(cosine) + 0.3 * f64::from(bm25);
        assert!(!order(raw), "the plain sum is what must not be: it sees the words only");
        let rule = Weights::default();
        assert!(order(|c, s| rule.score(c, s)));
        // Many common words outweigh some cosine, one or two do not.
        assert!(rule.score(0.75, 2.0) > rule.score(0.60, 8.0));
        assert!(rule.score(0.3, 60.0) > rule.score(0.5, 0.0));
    }

    #[test]
    fn scores_stay_within_their_bounds() {
        for rule in [Weights::default(), Weights { dense: 1.0, sparse: 1.0 }] {
            for (cosine, bm25) in [(1.0, 1e9), (-1.0, -5.0), (0.0, 0.0), (2.0, 3.0)] {
                assert!((0.0..=1.0).contains(&rule.score(cosine, bm25)), "{rule:?}");
            }
            assert_eq!(rule.score(0.5, 22.0), 0.5);
        }
        assert_eq!(Weights::default().score(0.5, 0.0), 0.35);
        assert_eq!(Weights::new(None, None), Ok(None));
        assert_eq!(Weights::new(Some(0.25), None), Ok(Some(Weights { dense: 0.25, sparse: 0.75 })));
        assert_eq!(Weights::new(None, Some(0.25)), Ok(Some(Weights { dense: 0.75, sparse: 0.25 })));
        assert!(Weights::new(Some(0.0), Some(0.0)).unwrap_err().contains("Both"));
        assert!(Weights::new(Some(1.5), None).unwrap_err().contains("1.5"));
    }
}
