//! Keyword and meaning together: the best of both sides, each given the other side's score too, weighed into one.
//!
//! BM25 has no upper end and runs to 20 and more, a cosine ends at 1: their plain sum is worse than meaning alone
//! (measured). So BM25 is brought to the cosine's scale first.

use std::collections::HashMap;

use app::model::record::{Channel, Kind};
use chrono::Datelike;
use tantivy::query::{BooleanQuery, ConstScoreQuery, Occur, TermSetQuery};
use tantivy::{Searcher, Term};

use super::embed::Tier;
use super::schema::record;
use super::vectors::{Asked, Keep, Near};
use super::{Hit, HitKind, Only, Search, SearchError, SearchQuery};

/// The BM25 score that counts half. Tantivy's scores have the factor k1 + 1 = 2.2 that Lucene's form leaves out, for which
/// 10 was measured to be right.
const PIVOT: f64 = 22.0;

/// How much meaning and words count in the one score, each 0 to 1, not both 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weights {
    pub dense: f64,
    pub sparse: f64,
}

impl Default for Weights {
    /// Above words alone and above meaning alone on each of three collections (`plumbline eval search`).
    fn default() -> Self {
        Self { dense: 0.7, sparse: 0.3 }
    }
}

impl Weights {
    /// As set: one weight alone gives the other; `None` where neither is.
    ///
    /// # Errors
    /// A sentence for people, when a weight is not from 0 to 1, or both are 0.
    pub fn of(dense: Option<f64>, sparse: Option<f64>) -> Result<Option<Self>, String> {
        if let Some(wrong) = [dense, sparse].into_iter().flatten().find(|w| !(0.0..=1.0).contains(w)) {
            return Err(format!("A weight of {wrong} cannot be: give a number from 0 to 1, e.g. 0.7."));
        }
        let (dense, sparse) = match (dense, sparse) {
            (None, None) => return Ok(None),
            (Some(dense), sparse) => (dense, sparse.unwrap_or(1.0 - dense)),
            (None, Some(sparse)) => (1.0 - sparse, sparse),
        };
        if dense + sparse == 0.0 {
            return Err("Both weights are 0: one must count.".into());
        }
        Ok(Some(Self { dense, sparse }))
    }

    /// (dense·cos + sparse·s/(s + pivot)) / (dense + sparse), s the BM25 score: 0 to 1. It does not depend on the other
    /// hits, so a score means the same in every search.
    pub fn score(&self, cosine: f32, bm25: f32) -> f64 {
        let (cosine, s) = (f64::from(cosine.clamp(0.0, 1.0)), f64::from(bm25.max(0.0)));
        (self.dense * cosine + self.sparse * s / (s + PIVOT)) / (self.dense + self.sparse)
    }
}

impl Weights {
    /// The same where an embedder found what is meant.
    fn found_by(self, tier: Option<Tier>) -> Self {
        Self { dense: self.dense * tier.map_or(1.0, Tier::trust), ..self }
    }
}

/// Candidates that each side gives, at least.
const DEPTH: usize = 100;

impl Tier {
    /// A record that shares no word with the question is a hit from this cosine on. Texts about different things are
    /// mostly below.
    const fn floor(self) -> f32 {
        match self {
            Self::Full => 0.3,
            Self::Static => 0.35,
        }
    }

    /// How much its cosines say beside those of the full model: with a seventh, search with the static table is above
    /// words alone, with all it is below.
    const fn trust(self) -> f64 {
        match self {
            Self::Full => 1.0,
            Self::Static => 1.0 / 7.0,
        }
    }
}

impl Search {
    /// The best of both sides. `words` is the query for the words, none when the text has none.
    pub(super) fn hybrid(
        &self,
        searcher: &Searcher,
        query: &SearchQuery,
        words: Option<&BooleanQuery>,
        asked: &Asked,
    ) -> Result<Vec<Hit>, SearchError> {
        let depth = DEPTH.max(2 * query.limit);
        let mut hits: HashMap<(HitKind, String), Hit> = HashMap::new();
        if let Some(words) = words {
            for hit in self.top(searcher, words, depth)? {
                hits.insert((hit.kind, hit.id.clone()), hit);
            }
        }
        let mut without_words = Vec::new();
        for near in asked.nearest(depth, &keep(query)) {
            let key = (near.kind, near.id.clone());
            let hit = hits.entry(key).or_insert_with(|| {
                without_words.push(near.id.clone());
                Hit { kind: near.kind, id: near.id.clone(), ..Hit::default() }
            });
            set(hit, &near);
        }
        for hit in hits.values_mut().filter(|hit| hit.cosine.is_none()) {
            if let Some(near) = asked.cosine(&record_of(hit.kind, &hit.id), &hit.id) {
                set(hit, &near);
            }
        }
        if let Some(words) = words.filter(|_| !without_words.is_empty()) {
            for found in self.scores_of(searcher, words, &without_words)? {
                if let Some(hit) = hits.get_mut(&(found.kind, found.id)) {
                    hit.bm25 = found.bm25;
                }
            }
        }
        let weights = query.weights.unwrap_or(self.weights).found_by(asked.tier());
        let floor = if query.all_near { f32::MIN } else { asked.tier().map_or(0.0, Tier::floor) };
        let mut hits: Vec<Hit> = hits.into_values().filter(|h| h.bm25 > 0.0 || h.cosine >= Some(floor)).collect();
        for hit in &mut hits {
            hit.score = weights.score(hit.cosine.unwrap_or(0.0), hit.bm25) as f32;
            hit.relevance = f64::from(hit.score).clamp(0.0, 1.0);
        }
        hits.sort_by(|a, b| b.score.total_cmp(&a.score).then_with(|| a.id.cmp(&b.id)));
        hits.truncate(query.limit.max(1));
        Ok(hits)
    }

    /// The BM25 scores of certain records; those that have no word of the query are left out.
    fn scores_of(&self, searcher: &Searcher, words: &BooleanQuery, ids: &[String]) -> Result<Vec<Hit>, SearchError> {
        let terms = ids.iter().map(|id| Term::from_field_text(self.fields.id, id));
        let these = ConstScoreQuery::new(Box::new(TermSetQuery::new(terms)), 0.0);
        let both = BooleanQuery::new(vec![(Occur::Must, Box::new(words.clone())), (Occur::Must, Box::new(these))]);
        self.top(searcher, &both, ids.len())
    }

    /// The records most like one that is there, best first, without itself; `None` while it has no vector. The filters
    /// of `query` hold, its text does not matter. Blocking.
    pub fn similar(&self, kind: HitKind, id: &str, query: &SearchQuery) -> Option<Vec<Hit>> {
        let asked = self.vectors.like(&record_of(kind, id), id)?;
        let keep = Keep { but: Some(id.to_owned()), ..keep(query) };
        let hit = |near: Near| {
            let mut hit = Hit { kind: near.kind, id: near.id.clone(), score: near.cosine, ..Hit::default() };
            hit.relevance = f64::from(near.cosine).clamp(0.0, 1.0);
            set(&mut hit, &near);
            hit
        };
        Some(asked.nearest(query.limit.max(1), &keep).into_iter().map(hit).collect())
    }
}

fn set(hit: &mut Hit, near: &Near) {
    hit.cosine = Some(near.cosine);
    hit.passage = Some(near.passage);
}

/// What is replaced or deleted together with a hit.
fn record_of(kind: HitKind, id: &str) -> String {
    match kind {
        HitKind::Communication => record("communication", id),
        HitKind::Chunk => record("document", id.rsplit_once('#').map_or(id, |(document, _)| document)),
    }
}

fn keep(query: &SearchQuery) -> Keep {
    Keep {
        customer: query.customer_id.clone(),
        product: query.product.clone(),
        category: query.category.clone(),
        channel: query.channel.map(|c: Channel| c.to_string()),
        kind: query.kind.map(|k: Kind| k.to_string()),
        what: query.only.map(|only| match only {
            Only::Communications => HitKind::Communication,
            Only::Documents => HitKind::Chunk,
        }),
        from: query.range.from.map(|d| d.num_days_from_ce()),
        to: query.range.to.map(|d| d.num_days_from_ce()),
        but: None,
        ids: query.ids.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Ranks of two records: one about the same thing in other words, one that repeats a word.
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
        // Many words in common outweigh some cosine, one or two do not.
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
        assert_eq!(Weights::of(None, None), Ok(None));
        assert_eq!(Weights::of(Some(0.25), None), Ok(Some(Weights { dense: 0.25, sparse: 0.75 })));
        assert_eq!(Weights::of(None, Some(0.25)), Ok(Some(Weights { dense: 0.75, sparse: 0.25 })));
        assert!(Weights::of(Some(0.0), Some(0.0)).unwrap_err().contains("Both"));
        assert!(Weights::of(Some(1.5), None).unwrap_err().contains("1.5"));
    }
}
