//! `search_knowledge_base`: the communications and documents that say most about some words.

use std::collections::HashSet;

use app::model::answer::{Coverage, Source};
use app::model::run::ToolOutput;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::search::passages::passages;
use crate::search::{Hit, HitKind, SearchQuery, SearchResult, words};
use crate::skills::which::{self, Base, Narrowed, time_json};
use crate::skills::{evidence, figures};
use crate::store::analytics::Data;
use crate::store::records;
use crate::tools::{Tool, ToolContext, ToolError};

/// Most records that one call returns.
const MOST: i64 = 50;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Args {
    /// Words to look for, e.g. "mobile app login fails". Plain words in any order, no query syntax.
    query: String,
    /// How many records to return; 5 if not given, at most 50.
    top_k: Option<i64>,
    #[serde(flatten)]
    base: Base,
}

pub fn tool() -> Tool {
    Tool::reads(
        "search_knowledge_base",
        "Searches what customers wrote and the firm's own documents (articles, release notes, policies) for words, and \
         returns the best matches with excerpts, and how many records match. Use it for examples, quotations and \
         background; for figures use the counting tools.",
        run,
    )
}

async fn run(ctx: ToolContext, args: Args) -> Result<ToolOutput, ToolError> {
    let query = args.query.trim().to_owned();
    let top = usize::try_from(args.top_k.unwrap_or(5).clamp(1, MOST)).unwrap_or(5);
    let n = which::narrow(&ctx, &args.base.into(), Data::Communications).await?;
    let found = find(
        &ctx,
        SearchQuery {
            text: query.clone(),
            // Several parts of one document may match; it is listed once.
            limit: top * 3,
            customer_id: n.filter.customer_id.clone(),
            product: n.filter.product.clone(),
            channel: n.channel,
            kind: n.kind,
            category: n.filter.category.clone(),
            range: n.filter.range,
            ids: n.only(&ctx).await?,
            meaning: true,
            ..SearchQuery::default()
        },
    )
    .await?;
    if found.words.is_empty() && found.hits.is_empty() {
        return Err(ToolError::new(
            "The query has no words to look for. Give content words, e.g. \"mobile app login fails\".",
        ));
    }
    let sources = sources(&ctx, &found.hits, &query, top).await?;
    let days = n.days(&ctx).await?;
    let summary = summary(&n, &query, &found, sources.len(), &days.label());
    let documents_all = found.matching_all - found.communications_all;
    let best = if found.matching_all > 0 { found.matching_all } else { found.matching_any.max(sources.len()) };
    let data = json!({
        "summary": summary,
        "query": query,
        "results": sources,
        "highlights": highlights(&sources, &query),
        "communicationsMatching": found.communications_all,
        "documentsMatching": documents_all,
        "matchingAllWords": found.matching_all,
        "matchingAnyWord": found.matching_any,
        "queryWasCut": found.cut,
        "method": method(&found),
        "timeRange": time_json(&n.time, days),
        "filters": n.used,
    });
    let coverage = Coverage { read: count(sources.len()), available: count(best), unit: "records".into(), range: days };
    Ok(ToolOutput { data, summary, sources, charts: Vec::new(), coverage: Some(coverage) })
}

/// Searching is blocking work and runs on a thread that may wait.
pub(in super::super) async fn find(ctx: &ToolContext, query: SearchQuery) -> Result<SearchResult, ToolError> {
    let search = ctx.search.clone();
    let found = tokio::task::spawn_blocking(move || search.find(&query)).await;
    let failed = |error: &dyn std::fmt::Display| {
        tracing::error!(%error, "search failed");
        ToolError::new("The search index cannot be read just now. Try once more, or count instead.")
    };
    found.map_err(|e| failed(&e))?.map_err(|e| failed(&e))
}

async fn sources(ctx: &ToolContext, hits: &[Hit], query: &str, top: usize) -> Result<Vec<Source>, ToolError> {
    let mut seen = HashSet::new();
    let mut out = Vec::new();
    for hit in hits {
        let record =
            hit.id.split_once('#').filter(|_| hit.kind == HitKind::Chunk).map_or(hit.id.as_str(), |(id, _)| id);
        if out.len() == top || !seen.insert((hit.kind, record.to_owned())) {
            continue;
        }
        // A record that was deleted a moment ago may still be in the index: it is passed over.
        let source = match hit.kind {
            HitKind::Chunk => match records::document(&ctx.db, record).await {
                Ok(document) => {
                    let chunk = document.chunks.iter().find(|c| c.id == hit.id).map(|c| c.text.as_str());
                    evidence::of_chunk(&document, &hit.id, query).map(|source| meant(hit, chunk, query, source))
                }
                Err(_) => None,
            },
            HitKind::Communication => {
                let all = records::communications(&ctx.db, std::slice::from_ref(&hit.id)).await?;
                let source = evidence::of_communications(&ctx.db, &all, query).await?.pop();
                source.map(|source| meant(hit, all.first().map(|c| c.body.as_str()), query, source))
            }
        };
        let relevance = Some(figures::round2(hit.relevance));
        out.extend(source.map(|source| Source { relevance, ..source }));
    }
    Ok(out)
}

/// A record that was found by its meaning alone is quoted from the passage that is nearest.
fn meant(hit: &Hit, text: Option<&str>, query: &str, source: Source) -> Source {
    let text = text.filter(|_| hit.bm25 == 0.0).unwrap_or_default();
    let passage = hit.passage.and_then(|n| passages(text).into_iter().nth(n));
    match passage {
        Some(range) => Source { excerpt: words::excerpt(&text[range], query, evidence::EXCERPT).into(), ..source },
        None => source,
    }
}

/// The words of each excerpt that were asked for, to be shown in bold.
fn highlights(sources: &[Source], query: &str) -> Value {
    sources.iter().map(|s| json!({ "id": s.id, "words": words::matched(&s.excerpt, query) })).collect()
}

/// How it was searched, in a sentence for people.
fn method(found: &SearchResult) -> String {
    match (&found.keyword_only, found.model) {
        (Some(why), _) => why.clone(),
        (None, Some(model)) => format!("By keywords (BM25) and by meaning ({model}); the counts are of words."),
        (None, None) => "By keywords (BM25).".into(),
    }
}

fn summary(n: &Narrowed, query: &str, found: &SearchResult, shown: usize, when: &str) -> String {
    let shown = match shown {
        0 => String::new(),
        1 => " The best one is shown.".into(),
        k => format!(" The best {k} are shown."),
    };
    let documents = |n: usize| match n {
        0 => String::new(),
        1 => " and 1 document part".into(),
        n => format!(" and {} document parts", figures::number(count(n))),
    };
    let counted = |communications: usize| n.counted(count(communications));
    if found.matching_any == 0 && !found.hits.is_empty() {
        return format!("No record has a word of \"{query}\"; some are near to it in meaning ({when}).{shown}");
    }
    if found.matching_any == 0 {
        return format!("Nothing matches \"{query}\" ({when}).");
    }
    if found.matching_all == 0 {
        let rest = documents(found.matching_any - found.communications_any);
        let any = counted(found.communications_any);
        return format!("No record has every word of \"{query}\"; {any}{rest} have at least one ({when}).{shown}");
    }
    let rest = documents(found.matching_all - found.communications_all);
    let all = counted(found.communications_all);
    format!("{all}{rest} match every word of \"{query}\" ({when}).{shown}")
}

fn count(n: usize) -> i64 {
    i64::try_from(n).unwrap_or(i64::MAX)
}
