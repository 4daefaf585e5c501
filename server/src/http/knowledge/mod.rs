//! The firm's own documents over REST (C-040): added, and searched with the tool that runs use.

pub mod files;

use model::answer::Source;
use model::error::AppError;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::body::{Json, JsonReply};
use crate::api::Api;
use crate::import::knowledge::{Given, Taken};

/// Documents to add.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Ingest {
    /// 1 to 100; one with the id, or without an id the text, of one that is there takes its place.
    documents: Vec<Given>,
}

/// The result for each document.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Ingested {
    items: Vec<Taken>,
    total: usize,
}

/// `POST /knowledge/ingest`: stored, and found by the next search.
pub async fn ingest(api: Api, Json(Ingest { documents }): Json<Ingest>) -> JsonReply<Ingested> {
    let items = api.take_in(documents).await?;
    Ok(axum::Json(Ingested { total: items.len(), items }))
}

/// What to look for.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Wanted {
    /// Plain words, or a sentence.
    query: String,
    /// The number of matches, 1 to 20.
    #[serde(default = "four", alias = "top_k", alias = "topK")]
    #[schemars(range(min = 1, max = 20))]
    k: i64,
    /// Default: the firm's documents.
    #[serde(default)]
    domain: Domain,
    /// How much meaning counts, 0 to 1. Default: as measured best.
    #[serde(alias = "dense_weight")]
    dense_weight: Option<f64>,
    /// How much the words count, 0 to 1. Default: the rest of denseWeight.
    #[serde(alias = "sparse_weight")]
    sparse_weight: Option<f64>,
}

const fn four() -> i64 {
    4
}

/// What is searched.
#[derive(Clone, Copy, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Domain {
    #[default]
    Documents,
    Communications,
    All,
}

/// The best matching records, best first.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Matches {
    query: String,
    results: Vec<Source>,
    total: usize,
    /// One sentence with the number of matches.
    summary: String,
    /// The search method, in one sentence.
    method: String,
}

/// `POST /knowledge/search`.
pub async fn search(api: Api, Json(wanted): Json<Wanted>) -> JsonReply<Matches> {
    let Wanted { query, k, domain, dense_weight, sparse_weight } = wanted;
    if !(1..=20).contains(&k) {
        return Err(AppError::invalid("k", format!("k is {k}; it must be from 1 to 20.")).into());
    }
    if query.trim().is_empty() {
        return Err(AppError::invalid("query", "The query is empty. Say what to look for.").into());
    }
    let args = json!({
        "query": query, "topK": k, "domain": domain, "denseWeight": dense_weight, "sparseWeight": sparse_weight,
    });
    let output = api.services.agent.call_tool("search_knowledge_base", args).await?;
    api.read("search_knowledge_base", None, output.shown()).await?;
    let method = output.data.get("method").and_then(Value::as_str).unwrap_or_default().to_owned();
    let (results, summary) = (output.sources, output.summary);
    Ok(axum::Json(Matches { query, total: results.len(), results, summary, method }))
}
