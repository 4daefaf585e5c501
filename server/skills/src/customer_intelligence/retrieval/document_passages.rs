//! The sections of a firm's own documents that answer a question: those whose title, heading and text have most of its
//! words. A short section is quoted whole; its neighbours stay in the record. And the messages on its topic before and
//! since.

use std::collections::{HashMap, HashSet};

use chrono::Days;
use model::answer::Source;
use model::record::{Chunk, Document, DocumentKind};
use model::run::drill_through::{DrillThrough, FigureRule};
use model::text::excerpt;
use model::time::DateRange;
use query::presets;
use search::{Hit, words};
use serde_json::{Value, json};
use store::analytics::Data;
use store::records;
use tools::{ToolContext, ToolError};

use super::answer_kind;
use crate::filters::ResolvedFilter;
use crate::{evidence, figures};

/// The share of the question's words, by weight, from which a section answers it.
pub const ANSWERS: f64 = 0.5;
/// Maximum sections quoted, also where none holds the question's words, and characters of each.
const MAX_SECTIONS: usize = 2;
const QUOTED_AS_CLOSEST: usize = 3;
const MAX_SECTION_CHARS: usize = 600;
/// The share of the best score that a second section needs, and from which the newer of two documents comes first.
const MIN_SCORE_RATIO: f64 = 0.8;

/// The maximum and minimum period before and after a document's day in which messages are counted.
const MOST_DAYS: u64 = 90;
const LEAST_DAYS: u64 = 2;

/// The extra weight of a word in the title or heading, and that of the best sentence.
const HEADING_WEIGHT: f64 = 0.5;
const SENTENCE_WEIGHT: f64 = 1.0;
/// What a sentence gains that states a value of the kind asked for, and a section of a document that sets rules.
const STATES: f64 = 0.4;
const GOVERNS: f64 = 0.3;
/// Where texts are compared by meaning, its weight and that of the question's words, a stated value, and a document that
/// sets rules: of 36 questions on rules in words other than the documents', meaning alone puts the right section first
/// for 21, with these for 24.
const MEANING_WEIGHT: f64 = 2.0;
const WORDS_BESIDE: f64 = 0.2;
const STATES_BESIDE: f64 = 0.05;
const GOVERNS_BESIDE: f64 = 0.1;
/// What a section of the document gains that was quoted for the question before, by meaning and by words alone.
const QUOTED_BEFORE: f64 = 0.1;
const QUOTED_BY_WORDS: f64 = 1.0;
/// Maximum number of sections compared by meaning.
const MAX_COMPARED_SECTIONS: usize = 24;

/// A matching section of a document.
pub struct Passage {
    pub source: Source,
    pub heading: Option<String>,
    /// Its text, with "…" where a sentence goes on.
    pub marked: String,
    /// Characters of the section after it.
    pub more: usize,
    /// The share of the question's words, weighted by rarity, in its title, heading or text: 0 to 1.
    pub held: f64,
    /// Its similarity to the question, -1 to 1; `None` without an embedder.
    pub near: Option<f32>,
}

/// What sections are compared with.
#[derive(Clone, Copy)]
pub struct Wanted<'a> {
    /// With the question before it, if it follows on that.
    pub question: &'a str,
    /// The stems of what it asks.
    pub stems: &'a [String],
    /// The document that was quoted for the question before.
    pub quoted: Option<&'a str>,
}

/// The best sections among the hits, best first; the newest of equals.
///
/// # Errors
/// Database errors.
pub async fn best(ctx: &ToolContext, hits: &[Hit], wanted: Wanted<'_>) -> Result<Vec<Passage>, ToolError> {
    let Wanted { question, stems, quoted } = wanted;
    let mut documents: HashMap<String, Document> = HashMap::new();
    for hit in hits {
        let id = document_id(&hit.id);
        // A document deleted a moment ago may still be in the index: it is skipped.
        if !documents.contains_key(id)
            && let Ok(document) = records::document(&ctx.db, id).await
        {
            documents.insert(id.to_owned(), document);
        }
    }
    let mut sections: Vec<(&Hit, &Document, &Chunk)> = hits
        .iter()
        .filter_map(|hit| {
            let document = documents.get(document_id(&hit.id))?;
            Some((hit, document, document.chunks.iter().find(|chunk| chunk.id == hit.id)?))
        })
        .collect();
    // Only the first are compared sentence by sentence: those nearest as a whole.
    let whole = |hit: &Hit, document: &Document| {
        if quoted == Some(document.id.as_str()) { 1.0 } else { hit.cosine.unwrap_or(0.0) }
    };
    sections.sort_by(|(a, of_a, _), (b, of_b, _)| whole(b, of_b).total_cmp(&whole(a, of_a)));
    let kind = answer_kind::asked_for(question);
    let rule = answer_kind::asks_for_rule(question);
    let held = shares(&sections, &answer_kind::content(stems, rule));
    let near = nearness(ctx, question, &sections).await;
    let mut ranked: Vec<(f64, f64, usize)> = held
        .iter()
        .enumerate()
        .map(|(at, share)| {
            let (hit, document, _) = sections[at];
            let states = kind.is_some_and(|kind| kind.is_in(&share.sentence));
            let stated = if states { STATES } else { 0.0 };
            let governs = match document.kind {
                _ if !rule => 0.0,
                DocumentKind::Policy => GOVERNS,
                DocumentKind::Article => 0.0,
                DocumentKind::Notice | DocumentKind::ReleaseNote => -GOVERNS,
            };
            let words = share.all + HEADING_WEIGHT * share.named + SENTENCE_WEIGHT * share.best;
            let again = match near[at] {
                _ if quoted != Some(document.id.as_str()) => 0.0,
                Some(_) => QUOTED_BEFORE,
                None => QUOTED_BY_WORDS,
            };
            let score = match near[at] {
                Some(near) => {
                    let beside = STATES_BESIDE / STATES * stated + GOVERNS_BESIDE / GOVERNS * governs;
                    MEANING_WEIGHT * f64::from(near) + WORDS_BESIDE * share.all + beside
                }
                // Those beyond the first are not among the nearest.
                None if near[0].is_some() => 0.0,
                None => words + stated + governs + hit.relevance / 4.0,
            };
            (score + again, share.all, at)
        })
        .collect();
    ranked.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.2.cmp(&b.2)));
    let top = ranked.first().map_or(0.0, |(score, ..)| *score);
    ranked.retain(|(score, ..)| *score >= MIN_SCORE_RATIO * top);
    let closest = ranked.first().is_some_and(|(_, held, at)| near[*at].is_some() && *held < ANSWERS);
    ranked.truncate(if closest { QUOTED_AS_CLOSEST } else { MAX_SECTIONS });
    // Of rules, the one that governs comes first, however old.
    if !rule {
        ranked.sort_by_key(|(_, _, at)| std::cmp::Reverse(sections[*at].1.day));
    }
    let passage = |(_, held, at): (f64, f64, usize)| {
        let (hit, document, chunk) = sections[at];
        let text = words::excerpt(&chunk.text, question, MAX_SECTION_CHARS);
        let source = evidence::of_chunk(document, chunk, text);
        Passage {
            source: Source { relevance: Some(figures::round2(hit.relevance)), ..source },
            heading: chunk.heading.clone(),
            more: excerpt::around(&chunk.text, text).1,
            marked: excerpt::marked(&chunk.text, text),
            held,
            near: near[at],
        }
    };
    Ok(ranked.into_iter().map(passage).collect())
}

/// How near each section is to a question: the mean of the similarity of the section as a whole and of its nearest two
/// sentences in a row. `None` without an embedder.
async fn nearness(ctx: &ToolContext, question: &str, sections: &[(&Hit, &Document, &Chunk)]) -> Vec<Option<f32>> {
    // Search has compared its hits as a whole; sections of a document that was named have no similarity yet.
    let texts = |(hit, document, chunk): &(&Hit, &Document, &Chunk)| -> (Option<f32>, Vec<String>) {
        let heading = chunk.heading.as_deref().unwrap_or_default();
        let whole = hit.cosine.is_none().then(|| format!("{}\n{heading}\n{}", document.title, chunk.text));
        let sentences = answer_kind::sentences(&chunk.text);
        (hit.cosine, whole.into_iter().chain(sentences.windows(2).map(|two| two.join(" "))).collect())
    };
    let all: Vec<(Option<f32>, Vec<String>)> = sections.iter().take(MAX_COMPARED_SECTIONS).map(texts).collect();
    let (search, question) = (ctx.search.clone(), question.to_owned());
    let compared = move || {
        let flat: Vec<&str> = all.iter().flat_map(|(_, texts)| texts).map(String::as_str).collect();
        let near = search.vectors().likeness(&question, &flat)?;
        let mut rest = near.as_slice();
        let mean = |(known, texts): &(Option<f32>, Vec<String>)| {
            let (own, others) = rest.split_at(texts.len());
            rest = others;
            let (whole, pairs) = match known {
                Some(whole) => (*whole, own),
                None => own.split_first().map(|(whole, pairs)| (*whole, pairs))?,
            };
            let best = pairs.iter().copied().reduce(f32::max);
            Some((whole + best.unwrap_or(whole)) / 2.0)
        };
        Some(all.iter().map(mean).collect::<Vec<Option<f32>>>())
    };
    let mut near = base::compute(compared).await.ok().flatten().unwrap_or_default();
    near.resize(sections.len(), None);
    near
}

fn document_id(chunk: &str) -> &str {
    chunk.split_once('#').map_or(chunk, |(id, _)| id)
}

/// The shares of the wanted words in a section, 0 to 1.
struct Shares {
    /// Anywhere.
    all: f64,
    /// In its document's kind and title, or its heading.
    named: f64,
    /// In its best sentence, where words of its names count half.
    best: f64,
    sentence: String,
}

/// The shares of each section. Words in few sections weigh more: ln(1 + sections / sections with it).
fn shares(sections: &[(&Hit, &Document, &Chunk)], wanted: &[String]) -> Vec<Shares> {
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
        // A word that no section has weighs most: without it, little is answered.
        let holding = texts.iter().filter(|(all, _)| all.contains(stem)).count() as f64;
        (1.0 + texts.len() as f64 / holding.max(0.5)).ln()
    };
    let weights: Vec<(&String, f64)> = wanted.iter().map(|stem| (stem, weight(stem))).collect();
    let total: f64 = weights.iter().map(|(_, weight)| weight).sum::<f64>().max(f64::MIN_POSITIVE);
    let share = |of: &HashSet<String>| {
        weights.iter().filter(|(stem, _)| of.contains(*stem)).map(|(_, weight)| weight).sum::<f64>() / total
    };
    let of_section = |(at, (all, named)): (usize, &(HashSet<String>, HashSet<String>))| {
        let mut best = (0.0, "");
        for sentence in answer_kind::sentences(&sections[at].2.text) {
            let own = stems(sentence);
            let score = (share(&own) + share(&(&own | named))) / 2.0;
            if score > best.0 && share(&own) > 0.0 {
                best = (score, sentence);
            }
        }
        Shares { all: share(all), named: share(named), best: best.0, sentence: best.1.to_owned() }
    };
    texts.iter().enumerate().map(of_section).collect()
}

/// Filtered by the subcategory whose words the question all contains, if no filter names a topic.
async fn on_topic(ctx: &ToolContext, n: &ResolvedFilter, wanted: &[String]) -> Result<ResolvedFilter, ToolError> {
    let mut about = n.clone();
    if !n.names_topic() {
        let vocabulary = ctx.vocabulary.get(&ctx.db).await?;
        let stems = |name: &String| words::distinct(name);
        let named = |name: &&String| {
            let stems = stems(name);
            !stems.is_empty() && stems.iter().all(|stem| wanted.contains(stem))
        };
        if let Some(topic) = vocabulary.subcategories.iter().filter(named).max_by_key(|name| stems(name).len()) {
            about.in_subcategory(topic.clone());
            about.mention(&format!("on \"{topic}\""));
        }
    }
    Ok(about)
}

/// The messages on the question's topic or product: from a document's day on, and in as many days before it. `None` if
/// it names neither, or if the document is too new or outside of the data's days.
pub async fn since(
    ctx: &ToolContext,
    n: &ResolvedFilter,
    wanted: &[String],
    document: &Source,
) -> Result<Option<(Value, DrillThrough)>, ToolError> {
    let Some(day) = document.day else { return Ok(None) };
    let days = u64::try_from((ctx.as_of - day).num_days() + 1).unwrap_or(0);
    let about = on_topic(ctx, n, wanted).await?;
    if days < LEAST_DAYS || !about.names_topic() {
        return Ok(None);
    }
    let days = days.min(MOST_DAYS);
    let after = DateRange::new(day, day + Days::new(days - 1));
    let Some(before) = after.previous() else { return Ok(None) };
    let count = async |range| presets::count(&ctx.db, Data::Communications, &about.subset.on(range)).await;
    let (was, is) = (count(before).await?, count(after).await?);
    let row = json!({
        "document": document.title, "day": day, "about": about.about().trim(), "days": days,
        "before": was, "after": is, "beforeRange": before, "afterRange": after,
    });
    let rules = vec![FigureRule::count("/since/before").on(before), FigureRule::count("/since/after").on(after)];
    Ok((was + is > 0).then(|| (row, about.counts(rules))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_section_holds_words_by_its_title_heading_and_text() {
        let chunk = |id: &str, heading: &str, text: &str| Chunk {
            id: id.into(),
            position: 1,
            heading: Some(heading.into()),
            text: text.into(),
        };
        let document = Document {
            id: "doc".into(),
            kind: model::record::DocumentKind::Policy,
            title: "Handling complaints".into(),
            product: None,
            day: Default::default(),
            source: "test".into(),
            chunks: vec![
                chunk("doc#1", "Deadlines", "The answer is given within five days."),
                chunk("doc#2", "Goodwill", "Colleagues may refund up to 50 a year."),
            ],
        };
        let hit = Hit::default();
        let sections: Vec<_> = document.chunks.iter().map(|chunk| (&hit, &document, chunk)).collect();
        let of = |question: &str| shares(&sections, &words::distinct(question));
        // "policy" is its kind and "complaints" its title: both sections have them, and only one has the deadline.
        let found = of("policy on answering complaints, deadline");
        assert!((found[0].all - 1.0).abs() < 1e-9 && found[1].all < 0.7);
        assert!(found[0].named > found[1].named, "a heading names what its section is about");
        assert_eq!(found[0].sentence, "The answer is given within five days.");
        assert!(of("weather").iter().all(|share| share.all == 0.0 && share.best == 0.0));
    }
}
