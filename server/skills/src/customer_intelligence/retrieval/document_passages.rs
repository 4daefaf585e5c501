//! The sections of a firm's own documents that answer a question: those whose title, heading and text hold most of its
//! words. A section is quoted whole where it is short; its neighbours stay in the record.

use std::collections::{HashMap, HashSet};

use model::answer::Source;
use model::record::{Chunk, Document};
use search::{Hit, words};
use store::records;
use tools::{ToolContext, ToolError};

use crate::{evidence, figures};

/// Sections that are quoted, and how much of each, in characters.
const QUOTED: usize = 2;
const LONGEST: usize = 600;
/// The part of the best score that a second section needs, and from which on the newer of two documents comes first.
const COMPARABLE: f64 = 0.8;

/// A section of a document that was found.
pub struct Passage {
    pub source: Source,
    pub heading: Option<String>,
    /// Word for word.
    pub text: String,
    /// Characters of the section that are left out.
    pub more: usize,
    /// The share of the question's words, weighted by their rarity, that its title, heading or text holds: 0 to 1.
    pub held: f64,
}

/// The best sections among the hits, best first; of those that fit as well, the newest.
///
/// # Errors
/// What the database reports.
pub async fn best(
    ctx: &ToolContext,
    hits: &[Hit],
    question: &str,
    wanted: &[String],
) -> Result<Vec<Passage>, ToolError> {
    let mut documents: HashMap<String, Document> = HashMap::new();
    for hit in hits {
        let id = document_id(&hit.id);
        // A document that was deleted a moment ago may still be in the index: it is passed over.
        if !documents.contains_key(id)
            && let Ok(document) = records::document(&ctx.db, id).await
        {
            documents.insert(id.to_owned(), document);
        }
    }
    let sections: Vec<(&Hit, &Document, &Chunk)> = hits
        .iter()
        .filter_map(|hit| {
            let document = documents.get(document_id(&hit.id))?;
            Some((hit, document, document.chunks.iter().find(|chunk| chunk.id == hit.id)?))
        })
        .collect();
    let held = shares(&sections, wanted);
    let mut ranked: Vec<(f64, f64, usize)> = held
        .iter()
        .enumerate()
        .map(|(at, (text, named))| (text + named + sections[at].0.relevance / 2.0, *text, at))
        .collect();
    ranked.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.2.cmp(&b.2)));
    let top = ranked.first().map_or(0.0, |(score, ..)| *score);
    ranked.retain(|(score, ..)| *score >= COMPARABLE * top);
    ranked.truncate(QUOTED);
    ranked.sort_by_key(|(_, _, at)| std::cmp::Reverse(sections[*at].1.day));
    let passage = |(_, held, at): (f64, f64, usize)| {
        let (hit, document, chunk) = sections[at];
        let text = words::excerpt(&chunk.text, question, LONGEST).to_owned();
        let source = evidence::of_chunk(document, &chunk.id, question)?;
        Some(Passage {
            source: Source { relevance: Some(figures::round2(hit.relevance)), ..source.showing(text.clone()) },
            heading: chunk.heading.clone(),
            more: chunk.text.trim().chars().count() - text.chars().count(),
            text,
            held,
        })
    };
    Ok(ranked.into_iter().filter_map(passage).collect())
}

fn document_id(chunk: &str) -> &str {
    chunk.split_once('#').map_or(chunk, |(id, _)| id)
}

/// Of each section, the share of the wanted words that it holds anywhere, and the share that its document's kind and title
/// or its heading hold. A word that few of the sections hold weighs more: ln(1 + sections / sections with it).
fn shares(sections: &[(&Hit, &Document, &Chunk)], wanted: &[String]) -> Vec<(f64, f64)> {
    let stems = |text: &str| -> HashSet<String> { words::distinct(text).into_iter().collect() };
    let texts: Vec<(HashSet<String>, HashSet<String>)> = sections
        .iter()
        .map(|(_, document, chunk)| {
            let kind = document.kind.as_str().replace('_', " ");
            let named = stems(&format!("{kind} {} {}", document.title, chunk.heading.as_deref().unwrap_or_default()));
            (&named | &stems(&chunk.text), named)
        })
        .collect();
    let weight = |stem: &String| {
        let holding = texts.iter().filter(|(all, _)| all.contains(stem)).count().max(1);
        (1.0 + texts.len() as f64 / holding as f64).ln()
    };
    let weights: Vec<(&String, f64)> = wanted.iter().map(|stem| (stem, weight(stem))).collect();
    let total: f64 = weights.iter().map(|(_, weight)| weight).sum::<f64>().max(f64::MIN_POSITIVE);
    let share = |of: &HashSet<String>| {
        weights.iter().filter(|(stem, _)| of.contains(*stem)).map(|(_, weight)| weight).sum::<f64>() / total
    };
    texts.iter().map(|(all, named)| (share(all), share(named))).collect()
}
