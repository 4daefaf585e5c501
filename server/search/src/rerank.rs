//! Reranking the first hits: each is compared with the question by the full model, whatever embedder found it,
//! by its best sentences as much as by the passage around them.

use std::ops::Range;

use super::embed::Tier;
use super::passages::{passages, windows};
use super::{Hit, Search, SearchError, SearchQuery};

/// Most hits reranked; later ones stay where they are.
pub const RERANKED: usize = 20;
/// Words per window, and how many of them the next one repeats: about two sentences.
const WINDOW_WORDS: usize = 48;
const OVERLAP_WORDS: usize = 16;
/// Most windows per text. Each costs the full model some five milliseconds.
const MAX_WINDOWS: usize = 12;
/// Likewise for the surrounding passages.
const MOST_WIDE: usize = 4;

impl Search {
    /// Reorders the first [`RERANKED`] hits. `texts` are their texts; a hit with an empty one keeps its score.
    /// Blocking: about a second for long texts.
    ///
    /// # Errors
    /// If the full model is missing or unreadable; the order is unchanged then.
    pub fn rerank(&self, query: &SearchQuery, hits: &mut [Hit], texts: &[String]) -> Result<(), SearchError> {
        let weights = query.weights.unwrap_or(self.weights);
        let model = self.vectors.models().get(Tier::Full)?;
        let first = hits.len().min(RERANKED).min(texts.len());
        let near = |text: &String| windows(text, WINDOW_WORDS, OVERLAP_WORDS, MAX_WINDOWS);
        let wide = |text: &String| passages(text).into_iter().take(MOST_WIDE).collect::<Vec<_>>();
        let each: Vec<[Vec<Range<usize>>; 2]> = texts[..first].iter().map(|text| [near(text), wide(text)]).collect();
        let mut asked = vec![query.text.as_str()];
        asked.extend(each.iter().zip(texts).flat_map(|(both, text)| both.iter().flatten().map(|r| &text[r.clone()])));
        let vectors = model.embed(&asked);
        let Some((question, mut rest)) = vectors.split_first() else { return Ok(()) };
        let mut best = |count: usize| {
            let (own, others) = rest.split_at(count);
            rest = others;
            own.iter().map(|v| ::embed::dot(v, question)).reduce(f32::max)
        };
        for (hit, [near, wide]) in hits[..first].iter_mut().zip(&each) {
            let (Some(near), Some(wide)) = (best(near.len()), best(wide.len())) else { continue };
            let cosine = (near + wide) / 2.0;
            hit.score = weights.score(cosine, hit.bm25) as f32;
            hit.relevance = f64::from(hit.score).clamp(0.0, 1.0);
        }
        hits[..first].sort_by(|a, b| b.score.total_cmp(&a.score).then_with(|| a.id.cmp(&b.id)));
        Ok(())
    }
}
