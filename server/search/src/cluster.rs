//! Search in a cluster that holds the records, in place of an index of this process: the same stems, the same filters, BM25 over
//! all of them. The cluster's replies are JSON; a `Search` is asked on a thread that may wait.

use std::sync::Arc;
use std::time::Duration;

use model::record::{Channel, Kind};
use model::time::DateRange;
use serde_json::{Value, json};
use store::engine::{Engine, Kept};

use super::find::{NAME_WEIGHT, content_words};
use super::{Hit, HitKind, Only, Search, SearchError, SearchQuery, SearchResult};

/// How long a search may take.
const LIMIT: Duration = Duration::from_secs(10);
/// Said where meaning was asked for.
pub(super) const BY_WORDS: &str = "Search is by keywords only: the search cluster holds no vectors.";

impl Search {
    /// Searches in a cluster from now on; this process then keeps no index of its own.
    pub fn put_engine(&self, engine: Arc<dyn Engine>) {
        let _ = self.engine.set(engine);
    }

    /// Whether records are searched in a cluster.
    pub fn is_in_cluster(&self) -> bool {
        self.engine.get().is_some()
    }

    /// As [`Search::find`]. Blocking; to be called where tokio's tasks may block.
    pub(super) fn find_in(&self, engine: &Arc<dyn Engine>, query: &SearchQuery) -> Result<SearchResult, SearchError> {
        let (words, cut) = content_words(&query.text);
        let keyword_only = query.meaning.then(|| BY_WORDS.to_owned());
        if words.is_empty() {
            return Ok(SearchResult { cut, keyword_only, ..SearchResult::default() });
        }
        let body = self.body(query, &words);
        let of = [Kept::Communications, Kept::Chunks];
        let asked = tokio::runtime::Handle::try_current().ok();
        let reply = asked.and_then(|tokio| tokio.block_on(engine.ask(&of, &body, LIMIT)));
        let reply = reply.ok_or(SearchError::Cluster)?;
        let count = |of: &Value| of.as_u64().and_then(|n| usize::try_from(n).ok()).unwrap_or(0);
        let told = &reply["aggregations"];
        Ok(SearchResult {
            hits: hits(&reply),
            matching_all: count(&told["all"]["doc_count"]),
            matching_any: count(&told["any"]["doc_count"]),
            communications_all: count(&told["all"]["messages"]["doc_count"]),
            communications_any: count(&told["any"]["messages"]["doc_count"]),
            model: None,
            keyword_only,
            words,
            cut,
        })
    }

    fn body(&self, query: &SearchQuery, words: &[String]) -> Value {
        // Each word may stand in the text or in the customer's name.
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
            "size": query.limit.clamp(1, 10_000),
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

    /// Filters bound the result and add nothing to the score.
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

fn hits(reply: &Value) -> Vec<Hit> {
    let found = reply["hits"]["hits"].as_array().map_or(&[][..], Vec::as_slice);
    let score = |hit: &Value| hit["_score"].as_f64().unwrap_or(0.0);
    let best = found.first().map_or(1.0, score).max(f64::from(f32::MIN_POSITIVE));
    let hit = |hit: &Value| {
        let kind = match hit["fields"]["what"][0].as_str()? {
            "chunk" => HitKind::Chunk,
            _ => HitKind::Communication,
        };
        let (id, score) = (hit["fields"]["id"][0].as_str()?.to_owned(), score(hit));
        let relevance = (score / best).clamp(0.0, 1.0);
        Some(Hit { kind, id, score: score as f32, relevance, bm25: score as f32, ..Hit::default() })
    };
    found.iter().filter_map(hit).collect()
}
