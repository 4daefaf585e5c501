//! Hybrid search: the best of keywords and meaning, each also scored by the other, combined into one score.
//!
//! BM25 is unbounded and reaches 20 and more, a cosine at most 1: their plain sum is worse than meaning alone
//! (measured). So BM25 is first mapped to the cosine's scale.

use std::collections::HashMap;

use chrono::Datelike;
use model::record::{Channel, Kind};
use tantivy::query::{BooleanQuery, ConstScoreQuery, Occur, TermSetQuery};
use tantivy::{Searcher, Term};

use super::embed::Tier;
use super::schema::record;
use super::vectors::{Keep, Near, VectorQuery};
use super::{Hit, HitKind, Only, Search, SearchError, SearchQuery, Weights};

/// Identifies a hit.
pub(super) type Key = (HitKind, String);

/// The two ways of searching, each able to score the other's results.
pub(super) trait Sides {
    /// The best matches by words; empty if the text has none.
    fn by_words(&self, depth: usize) -> Result<Vec<Hit>, SearchError>;
    fn by_meaning(&self, depth: usize) -> Result<Vec<Near>, SearchError>;
    /// The BM25 scores of given records; those without a word of the query are left out.
    fn words_of(&self, found: &[Key]) -> Result<Vec<Hit>, SearchError>;
    /// The cosines of given records; those without a vector are left out.
    fn meaning_of(&self, found: &[Key]) -> Result<Vec<Near>, SearchError>;
}

/// Minimum number of candidates from each side.
const MIN_CANDIDATES: usize = 100;

impl Tier {
    /// From this cosine on, a record that shares no word with the question is a hit. Texts on different subjects are
    /// mostly below.
    const fn floor(self) -> f32 {
        match self {
            Self::Full => 0.3,
            Self::Static => 0.35,
        }
    }
}

/// The index and vectors of this process.
struct Local<'a> {
    search: &'a Search,
    searcher: &'a Searcher,
    query: &'a SearchQuery,
    /// The keyword query; `None` if the text has no words.
    words: Option<&'a BooleanQuery>,
    asked: &'a VectorQuery,
}

impl Sides for Local<'_> {
    fn by_words(&self, depth: usize) -> Result<Vec<Hit>, SearchError> {
        self.words.map_or(Ok(Vec::new()), |words| self.search.top(self.searcher, words, depth))
    }

    fn by_meaning(&self, depth: usize) -> Result<Vec<Near>, SearchError> {
        Ok(self.asked.nearest(depth, &self.search.keep(self.query)))
    }

    fn words_of(&self, found: &[Key]) -> Result<Vec<Hit>, SearchError> {
        let Some(words) = self.words else { return Ok(Vec::new()) };
        let terms = found.iter().map(|(_, id)| Term::from_field_text(self.search.fields.id, id));
        let these = ConstScoreQuery::new(Box::new(TermSetQuery::new(terms)), 0.0);
        let both = BooleanQuery::new(vec![(Occur::Must, Box::new(words.clone())), (Occur::Must, Box::new(these))]);
        self.search.top(self.searcher, &both, found.len())
    }

    fn meaning_of(&self, found: &[Key]) -> Result<Vec<Near>, SearchError> {
        Ok(found.iter().filter_map(|(kind, id)| self.asked.cosine(&record_of(*kind, id), id)).collect())
    }
}

/// Number of candidates from each side.
pub(super) fn depth(query: &SearchQuery) -> usize {
    MIN_CANDIDATES.max(2 * query.limit)
}

/// The best of both sides, in order.
pub(super) fn fuse(
    sides: &impl Sides,
    query: &SearchQuery,
    weights: Weights,
    tier: Option<Tier>,
) -> Result<Vec<Hit>, SearchError> {
    let depth = depth(query);
    let mut hits: HashMap<Key, Hit> =
        sides.by_words(depth)?.into_iter().map(|hit| ((hit.kind, hit.id.clone()), hit)).collect();
    let mut without_words = Vec::new();
    for near in sides.by_meaning(depth)? {
        let key = (near.kind, near.id.clone());
        let hit = hits.entry(key.clone()).or_insert_with(|| {
            without_words.push(key);
            Hit { kind: near.kind, id: near.id.clone(), ..Hit::default() }
        });
        set(hit, &near);
    }
    let without_meaning: Vec<Key> =
        hits.iter().filter(|(_, hit)| hit.cosine.is_none()).map(|(key, _)| key.clone()).collect();
    if !without_meaning.is_empty() {
        for near in sides.meaning_of(&without_meaning)? {
            if let Some(hit) = hits.get_mut(&(near.kind, near.id.clone())) {
                set(hit, &near);
            }
        }
    }
    if !without_words.is_empty() {
        for found in sides.words_of(&without_words)? {
            if let Some(hit) = hits.get_mut(&(found.kind, found.id)) {
                hit.bm25 = found.bm25;
            }
        }
    }
    let weights = query.weights.unwrap_or(weights).found_by(tier);
    let floor = if query.all_near { f32::MIN } else { tier.map_or(0.0, Tier::floor) };
    let mut hits: Vec<Hit> = hits.into_values().filter(|h| h.bm25 > 0.0 || h.cosine >= Some(floor)).collect();
    for hit in &mut hits {
        hit.score = weights.score(hit.cosine.unwrap_or(0.0), hit.bm25) as f32;
        hit.relevance = f64::from(hit.score).clamp(0.0, 1.0);
    }
    hits.sort_by(|a, b| b.score.total_cmp(&a.score).then_with(|| a.id.cmp(&b.id)));
    hits.truncate(query.limit.max(1));
    Ok(hits)
}

impl Search {
    /// The best of both sides in this process. `words` is the keyword query, `None` if the text has no words.
    pub(super) fn hybrid(
        &self,
        searcher: &Searcher,
        query: &SearchQuery,
        words: Option<&BooleanQuery>,
        asked: &VectorQuery,
    ) -> Result<Vec<Hit>, SearchError> {
        let sides = Local { search: self, searcher, query, words, asked };
        fuse(&sides, query, self.weights, asked.tier())
    }

    /// The records most similar to a given one, best first, without itself; `None` if it has no vector. The filters of
    /// `query` apply, its text does not. Blocking.
    pub fn similar(&self, kind: HitKind, id: &str, query: &SearchQuery) -> Option<Vec<Hit>> {
        if self.is_in_cluster() || kind == HitKind::Communication && !self.shows(id) {
            return None;
        }
        let asked = self.vectors.like(&record_of(kind, id), id)?;
        let keep = Keep { but: Some(id.to_owned()), ..self.keep(query) };
        let hit = |near: Near| {
            let mut hit = Hit { kind: near.kind, id: near.id.clone(), score: near.cosine, ..Hit::default() };
            hit.relevance = f64::from(near.cosine).clamp(0.0, 1.0);
            set(&mut hit, &near);
            hit
        };
        Some(asked.nearest(query.limit.max(1), &keep).into_iter().map(hit).collect())
    }
}

impl Search {
    /// Whether everything up to a change number is searchable by keywords, here or in the cluster.
    pub async fn covers(&self, change: i64) -> bool {
        match self.engine.get() {
            Some(engine) => engine.holds(change).await,
            None => self.change() >= change,
        }
    }

    /// Whether a part of a document is embedded in this process.
    pub fn embeds(&self, chunk: &str) -> bool {
        self.vectors.holds(&record_of(HitKind::Chunk, chunk), chunk)
    }
}

fn set(hit: &mut Hit, near: &Near) {
    hit.cosine = Some(near.cosine);
    hit.passage = Some(near.passage);
}

/// The name of the record that a hit belongs to: the unit of replacement and deletion.
fn record_of(kind: HitKind, id: &str) -> String {
    match kind {
        HitKind::Communication => record("communication", id),
        HitKind::Chunk => record("document", id.rsplit_once('#').map_or(id, |(document, _)| document)),
    }
}

/// Of the similarity of words to a topic, the share of its name; the rest is that of its nearest messages.
const OF_NAME: f32 = 0.4;
/// How many messages of a topic say what it is about, and among how many of the nearest ones they are looked for.
const OF_TOPIC: usize = 6;
const NEAREST_MESSAGES: usize = 1_000;

impl Search {
    /// The topics of messages that words may be about, with a similarity of -1 to 1, best first: by their names and
    /// by what visible messages of them say. Empty while search is by keywords only, or in a cluster. Blocking.
    pub fn topics_like(&self, words: &str) -> Vec<(String, f32)> {
        let Some(asked) = self.vectors.ask(words) else { return Vec::new() };
        let keep = self.keep(&SearchQuery { only: Some(Only::Communications), ..SearchQuery::default() });
        let mut all = asked.topics(NEAREST_MESSAGES, OF_TOPIC, &keep);
        let names: Vec<&str> = all.iter().map(|(name, _)| name.as_str()).collect();
        let Some(likeness) = self.vectors.likeness(words, &names) else { return Vec::new() };
        all.iter_mut().zip(likeness).for_each(|((_, near), name)| *near = OF_NAME * name + (1.0 - OF_NAME) * *near);
        all.sort_by(|(a, x), (b, y)| y.total_cmp(x).then_with(|| a.cmp(b)));
        all
    }

    fn keep(&self, query: &SearchQuery) -> Keep {
        Keep { seen: self.seen.as_ref().map(|seen| seen.customers.clone()), ..keep(query) }
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
        seen: None,
    }
}
