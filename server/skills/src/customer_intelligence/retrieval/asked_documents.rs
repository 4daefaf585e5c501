//! Which documents a question is put to: those that it names by their day or as the latest, the one that was just quoted
//! for a follow-up, or all.

use model::record::Document;
use search::embed::Tier;
use search::{Hit, HitKind, Only, SearchQuery};
use store::records;
use tools::{ToolContext, ToolError};

use super::document_passages::{self, ANSWERS, Passage, Wanted};
use super::search_knowledge_base::{find, rerank};
use super::{answer_kind, named_documents};

/// The share of the question's words, by weight, from which a section is on topic.
const MIN_SHARE: f64 = 0.3;
/// How many sections search returns.
const LOOKED_AT: usize = 80;
/// The similarity from which a section is on topic whatever words it uses, and answers the question.
const MIN_SIMILARITY: f32 = 0.25;
const ANSWER_SIMILARITY: f32 = 0.55;

/// A question, and what it follows on.
pub struct Asked<'a> {
    pub question: &'a str,
    /// With the question before it, if it follows on that.
    pub text: &'a str,
    /// The document that was quoted for the question before.
    pub quoted: Option<&'a str>,
    pub rerank: bool,
}

/// What the documents say.
#[derive(Default)]
pub struct Found {
    pub passages: Vec<Passage>,
    /// Whether only documents can answer: rules, and documents that are named, are not in messages.
    pub only_here: bool,
    /// The time of which a document is asked for, but none is.
    pub none_of: Option<String>,
    pub reranked: bool,
}

/// The sections that answer, best first. `query` is limited to documents; `wanted` are the stems of its text.
///
/// # Errors
/// Database errors.
pub async fn sections(
    ctx: &ToolContext,
    asked: &Asked<'_>,
    query: SearchQuery,
    wanted: &[String],
) -> Result<Found, ToolError> {
    let rule = answer_kind::asks_for_rule(asked.text);
    let named = named_documents::find(ctx, asked.question).await?;
    if let Some(named) = named.as_ref().filter(|named| !named.documents.is_empty()) {
        let all = every_section(&named.documents);
        let wanted = Wanted { question: asked.question, stems: &named.rest, quoted: None };
        let mut passages = document_passages::best(ctx, &all, wanted).await?;
        passages.retain(|passage| passage.held >= ANSWERS);
        if passages.is_empty() {
            // It is asked what the document says at all: its first sections do.
            let first = every_section(&named.documents[..1]);
            passages = document_passages::best(ctx, &first, Wanted { stems: &[], ..wanted }).await?;
        }
        // They are the documents asked for, whatever words they use.
        passages.iter_mut().for_each(|passage| passage.held = 1.0);
        return Ok(Found { passages, only_here: true, ..Found::default() });
    }
    let query = SearchQuery {
        only: Some(Only::Documents),
        channel: None,
        kind: None,
        category: None,
        ids: None,
        // Sections are compared with the question once more, so that a weak similarity is no reason to pass one over.
        all_near: true,
        limit: LOOKED_AT,
        ..query
    };
    let mut found = find(ctx, query.clone()).await?;
    let again = asked.rerank && !found.hits.is_empty();
    let reranked = again && rerank(ctx, query, &mut found).await?;
    if let Some(id) = asked.quoted
        // A document may be deleted since.
        && let Ok(document) = records::document(&ctx.db, id).await
    {
        found.hits.retain(|hit| !document.chunks.iter().any(|chunk| chunk.id == hit.id));
        found.hits.splice(0..0, every_section(std::slice::from_ref(&document)));
    }
    let wanted = Wanted { question: asked.text, stems: wanted, quoted: asked.quoted };
    let mut passages = document_passages::best(ctx, &found.hits, wanted).await?;
    passages.retain(|passage| passage.held >= MIN_SHARE || passage.near.is_some_and(|near| near >= MIN_SIMILARITY));
    // Words shared with another section answer nothing where the nearest one has few of the question's.
    let near = |passage: &&Passage| passage.near.unwrap_or_default();
    let compared = passages.iter().filter(|passage| passage.near.is_some());
    if compared.max_by(|a, b| near(a).total_cmp(&near(b))).is_some_and(|nearest| nearest.held < ANSWERS) {
        passages.iter_mut().for_each(|passage| passage.held = passage.held.min(MIN_SHARE));
    }
    for passage in passages.iter_mut().filter(|passage| passage.near.is_some_and(|near| near >= ANSWER_SIMILARITY)) {
        passage.held = passage.held.max(ANSWERS);
    }
    let days = named.and_then(|named| named.days);
    if let Some(days) = days {
        let names = |text: &str| named_documents::names_days(text, days, ctx);
        passages.retain(|passage| names(&passage.source.title) || names(&passage.source.excerpt));
    }
    let none_of = days.filter(|_| passages.is_empty()).map(|days| days.label());
    let only_here = rule || asked.quoted.is_some() || days.is_some();
    Ok(Found { passages, only_here, none_of, reranked })
}

fn every_section(documents: &[Document]) -> Vec<Hit> {
    let chunks = documents.iter().flat_map(|document| &document.chunks);
    let hit = |id: &String| Hit { kind: HitKind::Chunk, id: id.clone(), relevance: 1.0, ..Hit::default() };
    chunks.map(|chunk| hit(&chunk.id)).collect()
}

/// Whether hits are to be looked at once more: after the quick embedder, unless the caller decides.
pub fn wants_reranking(wish: Option<bool>, model: Option<&str>) -> bool {
    wish.unwrap_or_else(|| model == Some(Tier::Static.id()))
}
