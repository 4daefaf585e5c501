//! Search in a cluster with the records instead of an index in this process: the same stems and filters, BM25 over all
//! records, and nearest neighbours if the cluster has vectors. Its responses are JSON; searches may block.

use std::sync::Arc;
use std::time::Duration;

use model::record::{Channel, Kind};
use model::text::head;
use model::time::DateRange;
use serde_json::{Value, json};
use store::engine::{Engine, IndexedTable};
use tokio::runtime::Handle;

use super::embed::Tier;
use super::find::{MAX_TEXT, NAME_WEIGHT, content_words};
use super::fuse::{Key, Sides, depth, fuse};
use super::vectors::{Near, Status};
use super::{Hit, HitKind, Only, Search, SearchError, SearchQuery, SearchResult};

/// Time limit of a search.
const SEARCH_TIMEOUT: Duration = Duration::from_secs(10);
/// The records searched.
const SEARCHED: [IndexedTable; 2] = [IndexedTable::Communications, IndexedTable::Chunks];
/// Most hits of one search.
const MAX_HITS: usize = 10_000;
/// The note if meaning was requested.
const BY_WORDS: &str = "Search is by keywords only: the search cluster holds no vectors.";

impl Search {
    /// Search in a cluster from now on; this process then keeps no index.
    pub fn put_engine(&self, engine: Arc<dyn Engine>) {
        let _ = self.engine.set(engine);
    }

    /// Whether a cluster is searched.
    pub fn is_in_cluster(&self) -> bool {
        self.engine.get().is_some()
    }

    /// Progress of embedding, here or in the cluster.
    pub async fn status(&self) -> Status {
        let Some(engine) = self.engine.get() else { return self.vectors.status() };
        let Some(model) = engine.embedding_model().await else {
            return Status { model: None, embedded: 0, keyword_only: Some(BY_WORDS.to_owned()) };
        };
        let there = json!({ "nested": { "path": "passages", "query": { "exists": { "field": "passages.v" } } } });
        let body = json!({ "size": 0, "track_total_hits": true, "query": there });
        let reply = engine.ask(&SEARCHED, &body, SEARCH_TIMEOUT).await.unwrap_or_default();
        let embedded = reply["hits"]["total"]["value"].as_u64().unwrap_or(0);
        Status { model: Some(model), embedded, keyword_only: self.vectors.models().missing() }
    }

    /// See [`Search::find`]. Blocking; call it where tokio tasks may block.
    pub(super) fn find_in(&self, engine: &Arc<dyn Engine>, query: &SearchQuery) -> Result<SearchResult, SearchError> {
        let (words, cut) = content_words(&query.text);
        let tokio = Handle::try_current().map_err(|_| SearchError::Cluster)?;
        let mut cluster =
            InCluster { search: self, engine, tokio, query, words: &words, found: Vec::new(), vector: Vec::new() };
        let text = head(&query.text, MAX_TEXT);
        let (mut tier, mut keyword_only) = (None, None);
        if query.meaning && text.contains(char::is_alphanumeric) {
            match cluster.embed(text) {
                Ok((found, vector)) => (tier, cluster.vector) = (Some(found), vector),
                Err(why) => keyword_only = Some(why),
            }
        }
        let model = tier.map(Tier::id);
        let mut result = SearchResult { cut, keyword_only, model, ..SearchResult::default() };
        if !words.is_empty() {
            let limit = if tier.is_some() { depth(query) } else { query.limit };
            let reply = cluster.ask(&self.body(query, &words, limit))?;
            let count = |of: &Value| of.as_u64().and_then(|n| usize::try_from(n).ok()).unwrap_or(0);
            let told = &reply["aggregations"];
            result.matching_all = count(&told["all"]["doc_count"]);
            result.matching_any = count(&told["any"]["doc_count"]);
            result.communications_all = count(&told["all"]["messages"]["doc_count"]);
            result.communications_any = count(&told["any"]["messages"]["doc_count"]);
            cluster.found = hits(&reply);
        }
        result.hits = match tier {
            Some(_) => fuse(&cluster, query, self.weights, tier)?,
            None => cluster.found,
        };
        result.words = words;
        Ok(result)
    }

    fn body(&self, query: &SearchQuery, words: &[String], limit: usize) -> Value {
        // Each word may occur in the text or in the customer's name.
        let each: Vec<Value> = words
            .iter()
            .map(|word| {
                let in_name = json!({ "term": { "name_stems": { "value": word, "boost": NAME_WEIGHT } } });
                json!({ "bool": { "should": [{ "term": { "stems": word } }, in_name], "minimum_should_match": 1 } })
            })
            .collect();
        let any = json!({ "bool": { "should": each, "minimum_should_match": 1, "filter": self.bounds(query) } });
        let all = json!({ "bool": { "filter": each } });
        let messages = json!({ "messages": { "filter": { "term": { "what": "communication" } } } });
        let mut body = json!({
            "size": limit.clamp(1, MAX_HITS),
            "query": any,
            "_source": false,
            "docvalue_fields": ["id", "what"],
            "track_total_hits": false,
            "track_scores": true,
            "sort": [{ "_score": "desc" }, { "id": "asc" }],
            "aggs": {
                "any": { "filter": { "match_all": {} }, "aggs": messages },
                "all": { "filter": all, "aggs": messages },
            },
        });
        if query.all_words {
            body["post_filter"] = all;
        }
        body
    }

    /// Filters restrict the result without adding to the score.
    fn bounds(&self, query: &SearchQuery) -> Vec<Value> {
        let half = query.only.map(|only| match only {
            Only::Communications => "communication",
            Only::Documents => "chunk",
        });
        let wanted = [
            ("customer_id", query.customer_id.as_deref()),
            ("product", query.product.as_deref()),
            ("category", query.category.as_deref()),
            ("channel", query.channel.map(Channel::as_str)),
            ("kind", query.kind.map(Kind::as_str)),
            ("what", half),
        ];
        let mut list: Vec<Value> =
            wanted.into_iter().filter_map(|(field, value)| Some(json!({ "term": { field: value? } }))).collect();
        if let Some(ids) = &query.ids {
            list.push(json!({ "term": { "what": "communication" } }));
            list.push(json!({ "terms": { "id": ids.iter().collect::<Vec<_>>() } }));
        }
        if let Some(seen) = &self.seen {
            let theirs = json!({ "terms": { "customer_id": seen.customers.iter().collect::<Vec<_>>() } });
            let should = json!([{ "term": { "what": "chunk" } }, theirs]);
            list.push(json!({ "bool": { "should": should, "minimum_should_match": 1 } }));
        }
        if query.range != DateRange::ALL {
            let mut days = serde_json::Map::new();
            for (end, op) in [(query.range.from, "gte"), (query.range.to, "lte")] {
                end.map(|day| days.insert(op.into(), json!(day.to_string())));
            }
            list.push(json!({ "range": { "day": days } }));
        }
        list
    }
}

/// One search in a cluster.
struct InCluster<'a> {
    search: &'a Search,
    engine: &'a Arc<dyn Engine>,
    tokio: Handle,
    query: &'a SearchQuery,
    words: &'a [String],
    /// The best matches by words.
    found: Vec<Hit>,
    /// The text's vector; empty for a search by words only.
    vector: Vec<f32>,
}

impl InCluster<'_> {
    fn ask(&self, body: &Value) -> Result<Value, SearchError> {
        self.tokio.block_on(self.engine.ask(&SEARCHED, body, SEARCH_TIMEOUT)).ok_or(SearchError::Cluster)
    }

    /// Embeds a text with the model of the cluster's vectors; the error says why the search uses words only.
    fn embed(&self, text: &str) -> Result<(Tier, Vec<f32>), String> {
        let id = self.tokio.block_on(self.engine.embedding_model()).ok_or(BY_WORDS)?;
        let models = self.search.vectors.models();
        if let Some(missing) = models.missing() {
            return Err(missing);
        }
        let tier = Tier::ALL.into_iter().find(|tier| tier.id() == id).ok_or(BY_WORDS)?;
        let embedder = models.get(tier).map_err(|error| {
            tracing::error!(%error, "the embedding model cannot be used; search is by keywords only");
            BY_WORDS
        })?;
        Ok((tier, embedder.embed(&[text]).pop().unwrap_or_default()))
    }

    fn ids(found: &[Key]) -> Value {
        json!({ "terms": { "id": found.iter().map(|(_, id)| id).collect::<Vec<_>>() } })
    }

    /// Records by their best passage, with its index.
    fn near(&self, passages: &Value, filter: Option<Value>, size: usize) -> Result<Vec<Near>, SearchError> {
        let nested = json!({ "nested": {
            "path": "passages", "score_mode": "max", "query": passages, "inner_hits": { "size": 1, "_source": false },
        }});
        let query = json!({ "bool": { "must": nested, "filter": filter.into_iter().collect::<Vec<_>>() } });
        let body = json!({ "size": size, "query": query, "_source": false, "docvalue_fields": ["id", "what"],
            "track_total_hits": false });
        let reply = self.ask(&body)?;
        let near = |hit: &Value| {
            let Hit { kind, id, score, .. } = hit_of(hit)?;
            let inner = &hit["inner_hits"]["passages"]["hits"]["hits"][0]["_nested"]["offset"];
            // Lucene's score of a cosine is (1 + cosine) / 2.
            Some(Near { kind, id, cosine: 2.0 * score - 1.0, passage: usize::try_from(inner.as_u64()?).ok()? })
        };
        Ok(list(&reply).iter().filter_map(near).collect())
    }
}

impl Sides for InCluster<'_> {
    fn by_words(&self, _: usize) -> Result<Vec<Hit>, SearchError> {
        Ok(self.found.clone())
    }

    fn by_meaning(&self, depth: usize) -> Result<Vec<Near>, SearchError> {
        let k = depth.min(MAX_HITS);
        let mut of = json!({ "vector": self.vector, "k": k });
        let bounds = self.search.bounds(self.query);
        if !bounds.is_empty() {
            of["filter"] = json!({ "bool": { "filter": bounds } });
        }
        self.near(&json!({ "knn": { "passages.v": of } }), None, k)
    }

    fn words_of(&self, found: &[Key]) -> Result<Vec<Hit>, SearchError> {
        if self.words.is_empty() {
            return Ok(Vec::new());
        }
        let mut body = self.search.body(self.query, self.words, found.len());
        body["query"] = json!({ "bool": { "must": body["query"], "filter": Self::ids(found) } });
        body["aggs"] = json!({});
        Ok(hits(&self.ask(&body)?))
    }

    fn meaning_of(&self, found: &[Key]) -> Result<Vec<Near>, SearchError> {
        let params = json!({ "field": "passages.v", "query_value": self.vector, "space_type": "cosinesimil" });
        let exact = json!({ "script_score": {
            "query": { "exists": { "field": "passages.v" } },
            "script": { "source": "knn_score", "lang": "knn", "params": params },
        }});
        self.near(&exact, Some(Self::ids(found)), found.len().min(MAX_HITS))
    }
}

fn list(reply: &Value) -> &[Value] {
    reply["hits"]["hits"].as_array().map_or(&[][..], Vec::as_slice)
}

fn hit_of(hit: &Value) -> Option<Hit> {
    let kind = match hit["fields"]["what"][0].as_str()? {
        "chunk" => HitKind::Chunk,
        _ => HitKind::Communication,
    };
    let score = hit["_score"].as_f64().unwrap_or(0.0) as f32;
    Some(Hit { kind, id: hit["fields"]["id"][0].as_str()?.to_owned(), score, bm25: score, ..Hit::default() })
}

fn hits(reply: &Value) -> Vec<Hit> {
    let mut hits: Vec<Hit> = list(reply).iter().filter_map(hit_of).collect();
    let best = f64::from(hits.first().map_or(1.0, |hit| hit.score).max(f32::MIN_POSITIVE));
    for hit in &mut hits {
        hit.relevance = (f64::from(hit.score) / best).clamp(0.0, 1.0);
    }
    hits
}
