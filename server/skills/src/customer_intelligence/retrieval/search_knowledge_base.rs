//! `search_knowledge_base`: the communications and documents most relevant to some words.

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use model::answer::{Coverage, Source};
use model::run::ToolOutput;
use model::text::excerpt;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::figures::{self, count};
use crate::filters::{self, FilterArgs, ResolvedFilter};
use crate::{evidence, quote};
use search::passages::{passages, titled};
use search::{Hit, HitKind, Only, RERANKED, SearchQuery, SearchResult, Weights, words};
use store::analytics::Data;
use store::records;
use tools::{ToolContext, ToolError};

/// Maximum records per call.
const MAX_TOP_K: i64 = 50;
/// How many are shown by default.
const DEFAULT_TOP_K: i64 = 5;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(transform = filters::with_values)]
pub struct Args {
    /// Plain content words.
    query: String,
    /// 1 to 50
    #[schemars(extend("default" = DEFAULT_TOP_K))]
    top_k: Option<i64>,
    domain: Option<Domain>,
    /// How much meaning counts, 0 to 1; as measured best if not given.
    #[schemars(extend("x-hidden" = true))]
    dense_weight: Option<f64>,
    /// How much the words count, 0 to 1; the rest of denseWeight if not given.
    #[schemars(extend("x-hidden" = true))]
    sparse_weight: Option<f64>,
    /// True to look at the first 20 hits once more, sentence by sentence: slower, for questions in whole sentences.
    #[schemars(extend("x-hidden" = true))]
    rerank: Option<bool>,
    #[serde(flatten)]
    which: FilterArgs,
}

#[derive(Clone, Copy, Deserialize, JsonSchema, PartialEq)]
#[serde(rename_all = "camelCase")]
enum Domain {
    All,
    /// What customers wrote.
    Communications,
    /// The firm's own articles, release notes and policies.
    Documents,
}

/// Time limit of a search.
const SEARCH_TIMEOUT: Duration = Duration::from_secs(5);

pub async fn run(ctx: ToolContext, args: Args) -> Result<ToolOutput, ToolError> {
    let query = args.query.trim().to_owned();
    let top = usize::try_from(args.top_k.unwrap_or(DEFAULT_TOP_K).clamp(1, MAX_TOP_K)).unwrap_or(5);
    let mut n = filters::resolve_filter(&ctx, &args.which, Data::Communications).await?;
    // Several parts of a document may match; it is listed once.
    let limit = (top * 3).max(RERANKED);
    let (only, weights) = (
        args.domain.and_then(Domain::only),
        Weights::new(args.dense_weight, args.sparse_weight).map_err(ToolError::new)?,
    );
    let asked = SearchQuery { meaning: true, only, weights, ids: n.only(&ctx).await?, ..n.search(&query, limit) };
    let mut found = find(&ctx, asked.clone()).await?;
    if found.words.is_empty() && found.hits.is_empty() {
        return Err(ToolError::new(
            "The query has no words to look for. Give content words, e.g. \"mobile app login fails\".",
        ));
    }
    let reranked = match args.rerank {
        Some(true) => Some(rerank(&ctx, asked, &mut found).await?),
        _ => None,
    };
    let (sources, fits): (Vec<Source>, Vec<Fit>) = sources(&ctx, &found.hits, &query, top).await?.into_iter().unzip();
    let days = n.settle_days(&ctx).await?;
    let summary = summary(&n, &query, &found, sources.len(), &days.label());
    let documents_all = found.matching_all - found.communications_all;
    let best = if found.matching_all > 0 { found.matching_all } else { found.matching_any.max(sources.len()) };
    let data = json!({
        "query": query,
        "communicationsMatching": found.communications_all,
        "documentsMatching": documents_all,
        "matchingAllWords": found.matching_all,
        "matchingAnyWord": found.matching_any,
        "queryWasCut": found.cut,
        "results": results(&sources, &fits, &query),
        "timeRange": n.time_json(),
        "filters": n.used,
        "method": method(&found, reranked),
    });
    let coverage = Coverage { read: count(sources.len()), available: count(best), unit: "records".into(), range: days };
    Ok(ToolOutput { data, summary, sources, coverage: Some(coverage), ..ToolOutput::default() })
}

impl Domain {
    fn only(self) -> Option<Only> {
        match self {
            Self::All => None,
            Self::Communications => Some(Only::Communications),
            Self::Documents => Some(Only::Documents),
        }
    }
}

/// Searching is blocking work and runs on a blocking thread.
pub(in super::super) async fn find(ctx: &ToolContext, query: SearchQuery) -> Result<SearchResult, ToolError> {
    let search = ctx.search.clone();
    let work = tokio::task::spawn_blocking(move || search.find(&query));
    let failed = |error: &dyn std::fmt::Display| {
        tracing::error!(%error, "search failed");
        ToolError::new("The search index cannot be read just now. Try once more, or count instead.")
    };
    let found = tokio::time::timeout(SEARCH_TIMEOUT, work).await;
    found.map_err(|e| failed(&e))?.map_err(|e| failed(&e))?.map_err(|e| failed(&e))
}

/// Reranks the first hits. If that fails, the order stays, and the returned word says so.
pub(super) async fn rerank(ctx: &ToolContext, asked: SearchQuery, found: &mut SearchResult) -> Result<bool, ToolError> {
    let first = &found.hits[..found.hits.len().min(RERANKED)];
    let ids = first.iter().filter(|h| h.kind == HitKind::Communication).map(|h| h.id.clone()).collect::<Vec<_>>();
    let mut texts: HashMap<String, String> = HashMap::new();
    for c in records::communications(&ctx.db, &ids).await? {
        texts.insert(c.id, titled(c.subject.as_deref().unwrap_or_default(), &c.body));
    }
    for hit in first.iter().filter(|hit| hit.kind == HitKind::Chunk) {
        let Some((id, _)) = hit.id.split_once('#') else { continue };
        // A document deleted a moment ago may still be in the index.
        let Ok(document) = records::document(&ctx.db, id).await else { continue };
        if let Some(chunk) = document.chunks.iter().find(|c| c.id == hit.id) {
            texts.insert(hit.id.clone(), titled(&document.title, &chunk.text));
        }
    }
    let texts: Vec<String> = first.iter().map(|hit| texts.remove(&hit.id).unwrap_or_default()).collect();
    let (search, mut hits) = (ctx.search.clone(), found.hits.clone());
    let work = tokio::task::spawn_blocking(move || search.rerank(&asked, &mut hits, &texts).map(|()| hits));
    match tokio::time::timeout(SEARCH_TIMEOUT, work).await {
        Ok(Ok(Ok(hits))) => found.hits = hits,
        other => {
            tracing::info!(?other, "hits are not reranked");
            return Ok(false);
        }
    }
    Ok(true)
}

/// The share of the query's words that a record's topic, subject or text has, and its similarity, if texts are embedded.
type Fit = (f64, Option<f32>);

/// The records of the hits, each with how well it fits.
async fn sources(ctx: &ToolContext, hits: &[Hit], query: &str, top: usize) -> Result<Vec<(Source, Fit)>, ToolError> {
    let wanted = words::distinct(query);
    let share = |texts: &[&str]| {
        let own: HashSet<String> = texts.iter().flat_map(|text| words::distinct(text)).collect();
        figures::share(count(wanted.iter().filter(|word| own.contains(*word)).count()), count(wanted.len()))
    };
    let mut seen = HashSet::new();
    let mut out = Vec::new();
    for hit in hits {
        let record =
            hit.id.split_once('#').filter(|_| hit.kind == HitKind::Chunk).map_or(hit.id.as_str(), |(id, _)| id);
        if out.len() == top || !seen.insert((hit.kind, record.to_owned())) {
            continue;
        }
        // A record deleted a moment ago may still be in the index: it is skipped.
        let source = match hit.kind {
            HitKind::Chunk => match records::document(&ctx.db, record).await {
                Ok(document) => document.chunks.iter().find(|c| c.id == hit.id).map(|chunk| {
                    let part = words::excerpt(passage(hit, &chunk.text).unwrap_or(&chunk.text), query, quote::EXCERPT);
                    (evidence::of_chunk(&document, chunk, part), share(&[&document.title, &chunk.text]))
                }),
                Err(_) => None,
            },
            HitKind::Communication => {
                let all = records::communications(&ctx.db, std::slice::from_ref(&hit.id)).await?;
                let source = evidence::of_communications(&ctx.db, &all, query).await?.pop();
                source.zip(all.first()).map(|(source, c)| {
                    let labels =
                        [&c.category, &c.subcategory, &c.subject].map(|text| text.as_deref().unwrap_or_default());
                    let held = share(&[labels[0], labels[1], labels[2], &c.body]);
                    match passage(hit, &c.body) {
                        Some(nearest) => {
                            (source.showing(&c.body, words::excerpt(nearest, query, quote::EXCERPT)), held)
                        }
                        None => (source, held),
                    }
                })
            }
        };
        let relevance = Some(figures::round2(hit.relevance));
        out.extend(source.map(|(source, held)| (Source { relevance, ..source }, (held, hit.cosine))));
    }
    Ok(out)
}

/// The nearest passage of a record found by meaning alone.
fn passage<'a>(hit: &Hit, text: &'a str) -> Option<&'a str> {
    let nearest = hit.passage.filter(|_| hit.bm25 == 0.0)?;
    // Windows of words begin anywhere: it is read from the start of its sentence.
    let range = passages(text).into_iter().nth(nearest)?;
    Some(&text[excerpt::start(text, range.start, quote::EXCERPT)..range.end])
}

/// What the sources lack: the query's words in each excerpt, and how well the whole record fits.
fn results(sources: &[Source], fits: &[Fit], query: &str) -> Value {
    let row = |(s, (share, cosine)): (&Source, &Fit)| {
        let mut row = json!({ "id": s.id, "words": words::matched(&s.excerpt, query), "share": share });
        if let Some(cosine) = cosine {
            row["similarity"] = json!(figures::round2(f64::from(*cosine)));
        }
        row
    };
    sources.iter().zip(fits).map(row).collect()
}

/// How it was searched, in a sentence for people.
fn method(found: &SearchResult, reranked: Option<bool>) -> String {
    let how = match (&found.keyword_only, found.model) {
        (Some(why), _) => why.clone(),
        (None, Some(model)) => format!("By keywords (BM25) and by meaning ({model}); the counts are of words."),
        (None, None) => "By keywords (BM25).".into(),
    };
    match reranked {
        None => how,
        Some(true) => format!("{how} The first {RERANKED} were reranked, sentence by sentence."),
        Some(false) => format!("{how} Reranking failed; the hits are in search order."),
    }
}

fn summary(n: &ResolvedFilter, query: &str, found: &SearchResult, shown: usize, when: &str) -> String {
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
