//! The stored form of records in the cluster: flat, including the customer fields that counting needs, since it cannot
//! join. Texts are stored as the stems of the local index, so that both find the same.

use std::collections::{BTreeMap, HashMap};

use chrono::DateTime;
use model::record::{Attributes, Case, Chunk, Communication, Customer, Document};
use search::embed::Embedder;
use search::{passages, words};
use serde_json::{Map, Value, json};
use store::engine::IndexedTable;

/// Increment it when the stored form changes: the indices are then rebuilt beside the old ones.
pub const SHAPE: u32 = 2;

/// Longest comparable value in bytes; Lucene allows 32,766.
const MAX_KEYWORD_BYTES: usize = 8_000;

/// Settings and mappings of the indices, for their template. `dim` is the length of passage vectors, if any.
pub fn template(patterns: &[String], shards: u32, dim: Option<usize>) -> Value {
    let keyword = json!({ "type": "keyword" });
    let long = json!({ "type": "long" });
    let text = json!({ "type": "text", "analyzer": "whitespace", "index_options": "freqs" });
    let part = json!({ "type": "wildcard" });
    let mut fields = Map::new();
    for name in [
        "id", "what", "record", "customer_id", "case_id", "product", "category", "subcategory", "topic", "channel",
        "kind", "status", "sentiment", "chat_mode", "escalated_from", "priority", "assigned_to", "tags", "weekday",
        "wrong", "resolved_on", "c_tier", "c_segment", "c_region", "c_relationship_manager",
    ] {
        fields.insert(name.into(), keyword.clone());
    }
    for name in ["at", "sla_deadline"] {
        fields.insert(name.into(), long.clone());
    }
    for name in ["sentiment_score", "hours"] {
        fields.insert(name.into(), json!({ "type": "double" }));
    }
    for name in ["has_body", "sla_breached", "sla_told"] {
        fields.insert(name.into(), json!({ "type": "boolean" }));
    }
    for name in ["body", "title"] {
        fields.insert(name.into(), part.clone());
    }
    for name in ["stems", "name_stems"] {
        fields.insert(name.into(), text.clone());
    }
    fields.insert("day".into(), json!({ "type": "date", "format": "strict_date" }));
    for name in ["a", "ca", "l"] {
        fields.insert(name.into(), json!({ "type": "object", "dynamic": true }));
    }
    if let Some(dim) = dim {
        let method = json!({ "name": "hnsw", "engine": "lucene", "space_type": "cosinesimil" });
        let vector = json!({ "type": "knn_vector", "dimension": dim, "method": method });
        fields.insert("passages".into(), json!({ "type": "nested", "properties": { "v": vector } }));
    }
    let further = json!({ "match_mapping_type": "string", "mapping": keyword });
    json!({
        "index_patterns": patterns,
        "version": SHAPE,
        "template": {
            "settings": {
                "number_of_shards": shards,
                "auto_expand_replicas": "0-1",
                "index.knn": dim.is_some(),
                // The feed refreshes explicitly after writing.
                "refresh_interval": -1,
                // How long deletions are remembered, so that late older writes are refused.
                "gc_deletes": "1h",
                // Deletions are purged from disk when the feed requests it.
                "merge.policy.expunge_deletes_allowed": 0,
                "max_terms_count": 1_000_000,
                "mapping.total_fields.limit": 5_000,
            },
            "mappings": {
                "dynamic": "strict",
                "_source": { "excludes": ["stems", "name_stems", "passages"] },
                "dynamic_templates": [{ "further": further }],
                "properties": fields,
            },
        },
    })
}

/// A document with its id.
pub type Kept1 = (IndexedTable, String, Value);

/// Messages, with passage vectors if there is an embedder.
pub fn communications(
    all: &[Communication],
    customers: &HashMap<String, Customer>,
    embedder: Option<&dyn Embedder>,
) -> Vec<Kept1> {
    let docs = all.iter().map(|c| communication(c, customers.get(&c.customer_id)));
    let texts = all.iter().map(|c| passages::texts(c.subject.as_deref().unwrap_or_default(), &c.body));
    with_vectors(docs.collect(), texts, embedder)
}

/// Likewise for the parts of a document.
pub fn chunks(document: &Document, embedder: Option<&dyn Embedder>) -> Vec<Kept1> {
    let docs = document.chunks.iter().map(|part| chunk(document, part));
    let texts = document.chunks.iter().map(|part| passages::texts(&passages::chunk_title(document, part), &part.text));
    with_vectors(docs.collect(), texts, embedder)
}

fn with_vectors(
    mut docs: Vec<Kept1>,
    texts: impl Iterator<Item = Vec<String>>,
    embedder: Option<&dyn Embedder>,
) -> Vec<Kept1> {
    let Some(embedder) = embedder else { return docs };
    let texts: Vec<Vec<String>> = texts.collect();
    let mut vectors = embedder.embed(&texts.iter().flatten().map(String::as_str).collect::<Vec<_>>()).into_iter();
    for ((_, _, doc), texts) in docs.iter_mut().zip(&texts) {
        // A zero vector has no cosine; its passage keeps its position.
        let passage = |v: Vec<f32>| if v.iter().all(|x| *x == 0.0) { json!({}) } else { json!({ "v": v }) };
        doc["passages"] = vectors.by_ref().take(texts.len()).map(passage).collect();
    }
    docs
}

fn communication(c: &Communication, customer: Option<&Customer>) -> Kept1 {
    let mut doc = Doc::new(&c.id, "communication");
    doc.put("record", Some(&format!("communication:{}", c.id)));
    doc.shared(&c.customer_id, customer, &c.attributes);
    doc.topic(c.product.as_deref(), c.category.as_deref(), c.subcategory.as_deref());
    doc.put("case_id", c.case_id.as_deref());
    doc.put("channel", Some(c.channel.as_str()));
    doc.put("kind", Some(c.kind.as_str()));
    doc.put("status", Some(c.status.as_str()));
    doc.put("sentiment", c.sentiment.as_ref().map(|s| s.as_str()));
    doc.put("chat_mode", c.chat_mode.as_ref().map(|m| m.as_str()));
    doc.put("escalated_from", c.escalated_from.as_ref().map(|e| e.as_str()));
    doc.set("sentiment_score", c.sentiment_score.map(|s| json!(s)));
    doc.set("body", (!c.body.is_empty()).then(|| json!(c.body)));
    doc.set("has_body", Some(json!(!c.body.is_empty())));
    doc.on(c.day, c.at);
    doc.stems("stems", &format!("{}\n{}", c.subject.as_deref().unwrap_or_default(), c.body));
    (IndexedTable::Communications, c.id.clone(), doc.done())
}

pub fn case(c: &Case, customer: Option<&Customer>) -> Kept1 {
    let mut doc = Doc::new(&c.id, "case");
    doc.shared(&c.customer_id, customer, &c.attributes);
    doc.topic(c.product.as_deref(), c.category.as_deref(), c.subcategory.as_deref());
    doc.put("status", Some(c.status.as_str()));
    doc.put("priority", Some(c.priority.as_str()));
    doc.put("assigned_to", c.assigned_to.as_deref());
    doc.set("title", (!c.title.is_empty()).then(|| json!(c.title)));
    doc.set("tags", (!c.tags.is_empty()).then(|| json!(c.tags)));
    doc.set("sla_breached", Some(json!(c.sla_breached)));
    doc.set("sla_told", Some(json!(c.sla_told)));
    doc.set("sla_deadline", c.sla_deadline.map(|at| json!(at)));
    let took = c.resolved_at.map(|at| at - c.created_at);
    // No duration if the dates are inconsistent.
    doc.set("hours", took.filter(|took| *took >= 0).map(|took| json!(took as f64 / 3_600_000.0)));
    doc.put("wrong", Some(if took.is_some_and(|took| took < 0) { "yes" } else { "no" }));
    let resolved = c.resolved_at.and_then(DateTime::from_timestamp_millis);
    doc.put("resolved_on", resolved.map(|at| at.date_naive().to_string()).as_deref());
    doc.on(c.day, c.created_at);
    (IndexedTable::Cases, c.id.clone(), doc.done())
}

fn chunk(document: &Document, chunk: &Chunk) -> Kept1 {
    let mut doc = Doc::new(&chunk.id, "chunk");
    doc.put("record", Some(&format!("document:{}", document.id)));
    doc.put("kind", Some(document.kind.as_str()));
    doc.put("product", document.product.as_deref());
    doc.on(document.day, 0);
    let heading = chunk.heading.as_deref().unwrap_or_default();
    doc.stems("stems", &format!("{}\n{heading}\n{}", document.title, chunk.text));
    (IndexedTable::Chunks, chunk.id.clone(), doc.done())
}

struct Doc(Map<String, Value>);

impl Doc {
    fn new(id: &str, what: &str) -> Self {
        let mut doc = Self(Map::new());
        doc.put("id", Some(id));
        doc.put("what", Some(what));
        doc
    }

    /// Empty text counts as no value.
    fn put(&mut self, name: &str, value: Option<&str>) {
        self.set(name, value.filter(|text| !text.is_empty()).map(|text| json!(compared(text))));
    }

    fn set(&mut self, name: &str, value: Option<Value>) {
        if let Some(value) = value {
            self.0.insert(name.to_owned(), value);
        }
    }

    fn shared(&mut self, customer_id: &str, customer: Option<&Customer>, attributes: &Attributes) {
        self.put("customer_id", Some(customer_id));
        self.set("a", further(attributes));
        if let Some(tags) = attributes.get("tags").filter(|tags| !tags.is_empty()) {
            let tags: Vec<&str> = tags.split(',').map(str::trim).filter(|tag| !tag.is_empty()).collect();
            self.set("l", Some(json!({ "tags": tags })));
        }
        let Some(of) = customer else { return };
        self.put("c_tier", Some(of.tier.as_str()));
        self.put("c_segment", Some(&of.segment));
        self.put("c_region", of.region.as_deref());
        self.put("c_relationship_manager", of.relationship_manager.as_deref());
        self.set("ca", further(&of.attributes));
        self.stems("name_stems", &of.name);
    }

    fn topic(&mut self, product: Option<&str>, category: Option<&str>, subcategory: Option<&str>) {
        self.put("product", product);
        self.put("category", category);
        self.put("subcategory", subcategory);
        self.put("topic", subcategory.filter(|text| !text.is_empty()).or(category));
    }

    fn on(&mut self, day: chrono::NaiveDate, at: i64) {
        self.put("day", Some(&day.to_string()));
        self.put("weekday", Some(&day.format("%A").to_string()));
        self.set("at", Some(json!(at)));
    }

    fn stems(&mut self, name: &str, text: &str) {
        let stems: Vec<String> = words::stems(text).into_iter().map(|(stem, _)| stem).collect();
        self.set(name, Some(json!(stems.join(" "))));
    }

    fn done(self) -> Value {
        Value::Object(self.0)
    }
}

fn further(attributes: &Attributes) -> Option<Value> {
    let kept: BTreeMap<&String, String> =
        attributes.iter().filter(|(_, value)| !value.is_empty()).map(|(key, value)| (key, compared(value))).collect();
    (!kept.is_empty()).then(|| json!(kept))
}

/// A comparable value: a very long one is truncated and marked with a digest, so that different ones stay different.
fn compared(text: &str) -> String {
    if text.len() <= MAX_KEYWORD_BYTES {
        return text.to_owned();
    }
    use std::hash::{DefaultHasher, Hash, Hasher};
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    let end = (0..=MAX_KEYWORD_BYTES).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
    format!("{}…{:016x}", &text[..end], hasher.finish())
}
