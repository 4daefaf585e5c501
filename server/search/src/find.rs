//! Searching: words in any order, ranked by BM25, restricted by filters. Takes a few milliseconds on 100,000 records
//! but blocks: async callers use `spawn_blocking`.

use std::collections::HashSet;
use std::ops::Bound;
use std::sync::Arc;

use model::record::{Channel, Kind};
use model::text::head;
use model::time::DateRange;
use tantivy::collector::{Count, TopDocs};
use tantivy::query::{
    BooleanQuery, BoostQuery, ConstScoreQuery, Occur, Query, QueryClone, RangeQuery, TermQuery, TermSetQuery,
};
use tantivy::schema::{Field, IndexRecordOption, Value};
use tantivy::{Searcher, TantivyDocument, Term};

use super::schema::day_number;
use super::{Search, SearchError, Weights, words};

/// Limits on the searched text, in bytes, and on its distinct words: far more than any question has, far less than a
/// pasted megabyte.
pub(super) const MAX_TEXT: usize = 4_000;
const MAX_WORDS: usize = 48;
/// A customer's name counts half as much as the words of the message.
pub(super) const NAME_WEIGHT: f32 = 0.5;

/// What to look for.
#[derive(Clone, Debug, Default)]
pub struct SearchQuery {
    /// Plain words. Quotes, colons and operators mean nothing special.
    pub text: String,
    /// At most this many hits, 1 to 10,000.
    pub limit: usize,
    pub customer_id: Option<String>,
    /// The slug of a product.
    pub product: Option<String>,
    pub channel: Option<Channel>,
    pub kind: Option<Kind>,
    pub category: Option<String>,
    /// Only these communications, and no documents.
    pub ids: Option<Arc<HashSet<String>>>,
    pub range: DateRange,
    pub only: Option<Only>,
    /// True to search by meaning as well as by words, if texts are embedded; see [`Search::find`].
    pub meaning: bool,
    /// With `meaning`: true to include records with a low similarity, too, for a ranking of all records.
    pub all_near: bool,
    /// True to find only records that hold every content word of the text.
    pub all_words: bool,
    /// The weights of words and meaning in this search; the configured ones if not given.
    pub weights: Option<Weights>,
}

/// The kinds of searched texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Only {
    Communications,
    Documents,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum HitKind {
    #[default]
    Communication,
    /// A part of a document; its id is `"{document id}#{position}"`.
    Chunk,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Hit {
    pub kind: HitKind,
    pub id: String,
    /// The score by which hits are ordered: BM25, or, with meaning, both scores combined.
    pub score: f32,
    /// 0 to 1: with words alone, the score divided by the best score of this search; with meaning, the score itself.
    pub relevance: f64,
    pub bm25: f32,
    /// The similarity of its best passage to the text searched for, -1 to 1; `None` without meaning, or while it is not
    /// embedded.
    pub cosine: Option<f32>,
    /// The index of that passage, from 0.
    pub passage: Option<usize>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct SearchResult {
    /// Best first; ties are ordered by id.
    pub hits: Vec<Hit>,
    /// Records in scope that contain all content words of the text.
    pub matching_all: usize,
    /// Records in scope that contain at least one of them.
    pub matching_any: usize,
    /// Of `matching_all`, those that are communications.
    pub communications_all: usize,
    /// Of `matching_any`, those that are communications.
    pub communications_any: usize,
    /// The embedder used to search by meaning.
    pub model: Option<&'static str>,
    /// Why the search used words alone although meaning was asked for, in a sentence for people.
    pub keyword_only: Option<String>,
    /// The content words that were searched for, stemmed. Empty when the text has none: then nothing matches.
    pub words: Vec<String>,
    /// True when the text was too long and only its beginning was searched for.
    pub cut: bool,
}

type Clause = (Occur, Box<dyn Query>);

impl Search {
    /// The best matches; no text makes it fail. `query.meaning` also finds records that say the same in other words;
    /// while that is not possible, only the words are used and the result says why.
    pub fn find(&self, query: &SearchQuery) -> Result<SearchResult, SearchError> {
        if let Some(engine) = self.engine.get() {
            return self.find_in(engine, query);
        }
        let (words, cut) = content_words(&query.text);
        let text = head(&query.text, MAX_TEXT);
        let asked = (query.meaning && text.contains(char::is_alphanumeric)).then(|| self.vectors.ask(text)).flatten();
        let model = asked.as_ref().and_then(|asked| Some(asked.tier()?.id()));
        let keyword_only = if query.meaning && model.is_none() { self.vectors.status().keyword_only } else { None };
        if words.is_empty() {
            let found = asked.map(|asked| self.hybrid(&self.reader.searcher(), query, None, &asked)).transpose()?;
            let hits = found.unwrap_or_default();
            return Ok(SearchResult { hits, cut, model, keyword_only, ..SearchResult::default() });
        }
        let searcher = self.reader.searcher();
        let filters = self.filters(query);
        let any = self.matching(&words, Occur::Should, &filters);
        let all = self.matching(&words, Occur::Must, &filters);
        let communications = |base: &BooleanQuery| {
            let only = self.exactly(self.fields.what, "communication");
            BooleanQuery::new(vec![(Occur::Must, Box::new(base.clone())), (Occur::Must, only)])
        };
        let limit = query.limit.clamp(1, 10_000);
        let words_query = if query.all_words { &all } else { &any };
        let hits = match &asked {
            Some(asked) => self.hybrid(&searcher, query, Some(words_query), asked)?,
            None => self.top(&searcher, words_query, limit)?,
        };
        Ok(SearchResult {
            hits,
            matching_all: searcher.search(&all, &Count)?,
            matching_any: searcher.search(&any, &Count)?,
            communications_all: searcher.search(&communications(&all), &Count)?,
            communications_any: searcher.search(&communications(&any), &Count)?,
            words,
            cut,
            model,
            keyword_only,
        })
    }

    pub(super) fn top(&self, searcher: &Searcher, query: &dyn Query, limit: usize) -> Result<Vec<Hit>, SearchError> {
        // Ties come in segment order, which differs from build to build. A few more hits are read, so that ties can be
        // sorted by id.
        let found = searcher.search(query, &TopDocs::with_limit(limit + 32).order_by_score())?;
        let mut hits = Vec::with_capacity(found.len());
        let best = found.first().map_or(1.0, |(score, _)| score.max(f32::MIN_POSITIVE));
        for (score, address) in found {
            let doc: TantivyDocument = searcher.doc(address)?;
            let text = |field| doc.get_first(field).and_then(|v| v.as_str()).unwrap_or_default().to_owned();
            let kind = match text(self.fields.what).as_str() {
                "chunk" => HitKind::Chunk,
                _ => HitKind::Communication,
            };
            let relevance = (f64::from(score) / f64::from(best)).clamp(0.0, 1.0);
            hits.push(Hit { kind, id: text(self.fields.id), score, relevance, bm25: score, ..Hit::default() });
        }
        hits.sort_by(|a, b| b.score.total_cmp(&a.score).then_with(|| a.id.cmp(&b.id)));
        hits.truncate(limit);
        Ok(hits)
    }

    /// Each word may occur in the text or in the customer's name.
    fn matching(&self, words: &[String], occur: Occur, filters: &[Clause]) -> BooleanQuery {
        let each = |word: &String| -> Box<dyn Query> {
            let in_name = BoostQuery::new(self.counted(self.fields.name, word), NAME_WEIGHT);
            Box::new(BooleanQuery::union(vec![self.counted(self.fields.text, word), Box::new(in_name)]))
        };
        let words = BooleanQuery::new(words.iter().map(|word| (occur, each(word))).collect());
        let mut clauses: Vec<Clause> = vec![(Occur::Must, Box::new(words))];
        clauses.extend(filters.iter().map(|(occur, query)| (*occur, query.box_clone())));
        BooleanQuery::new(clauses)
    }

    /// Filters restrict the result without adding to the score.
    fn filters(&self, query: &SearchQuery) -> Vec<Clause> {
        let f = &self.fields;
        let half = query.only.map(|only| match only {
            Only::Communications => "communication",
            Only::Documents => "chunk",
        });
        let wanted = [
            (f.customer, query.customer_id.as_deref()),
            (f.product, query.product.as_deref()),
            (f.category, query.category.as_deref()),
            (f.channel, query.channel.map(Channel::as_str)),
            (f.kind, query.kind.map(Kind::as_str)),
            (f.what, half),
        ];
        let mut filters: Vec<Clause> =
            wanted.into_iter().filter_map(|(field, value)| Some((Occur::Must, self.exactly(field, value?)))).collect();
        if let Some(ids) = &query.ids {
            let these = TermSetQuery::new(ids.iter().map(|id| Term::from_field_text(f.id, id)));
            filters.push((Occur::Must, self.exactly(f.what, "communication")));
            filters.push((Occur::Must, Box::new(ConstScoreQuery::new(Box::new(these), 0.0))));
        }
        filters.extend(self.seen.as_ref().map(|seen| (Occur::Must, seen.query.box_clone())));
        if query.range != DateRange::ALL {
            let end = |day: Option<chrono::NaiveDate>| {
                day.map_or(Bound::Unbounded, |d| Bound::Included(Term::from_field_i64(f.day, day_number(d))))
            };
            let days = RangeQuery::new(end(query.range.from), end(query.range.to));
            filters.push((Occur::Must, Box::new(ConstScoreQuery::new(Box::new(days), 0.0))));
        }
        filters
    }

    pub(super) fn exactly(&self, field: Field, value: &str) -> Box<dyn Query> {
        let term = TermQuery::new(Term::from_field_text(field, value), IndexRecordOption::Basic);
        Box::new(ConstScoreQuery::new(Box::new(term), 0.0))
    }

    fn counted(&self, field: Field, word: &str) -> Box<dyn Query> {
        Box::new(TermQuery::new(Term::from_field_text(field, word), IndexRecordOption::WithFreqs))
    }
}

/// The stems to look for, and whether the text was cut.
pub(super) fn content_words(text: &str) -> (Vec<String>, bool) {
    let start = head(text, MAX_TEXT);
    let mut words = words::distinct(start);
    let cut = start.len() < text.len() || words.len() > MAX_WORDS;
    words.truncate(MAX_WORDS);
    (words, cut)
}
