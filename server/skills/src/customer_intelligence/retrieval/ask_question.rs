//! `ask_question`: an answer from the texts themselves, each quotation with its source. Without a model
//! nothing is rewritten: sections of the firm's documents that answer are quoted, with the number of messages before
//! and after them; without any, the most informative sentences of messages.

use std::collections::{HashMap, HashSet};

use model::answer::{Coverage, Source};
use model::run::ToolOutput;
use model::text::excerpt;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::asked_documents::{self, Asked, Found};
use super::document_passages::{self, ANSWERS, Passage};
use super::search_knowledge_base::{find, rerank};
use crate::filters::{self, CommonFilterArgs, FilterArgs};
use crate::{evidence, figures};
use search::{Hit, HitKind, SearchQuery, words};
use store::analytics::Data;
use store::records;
use tools::{ToolContext, ToolError};

/// hits retrieved and kept, minimum relevance, characters read and quoted of each.
const MAX_HITS: usize = 40;
const MAX_KEPT_HITS: usize = 10;
const MIN_RELEVANCE: f64 = 0.5;
const PER_TEXT: usize = 4_000;
const MAX_CONTEXT_CHARS: usize = 50_000;
/// Maximum sentences of an answer.
const MAX_SENTENCES: usize = 4;
const MAX_EXCERPT_CHARS: usize = 150;
/// Maximum length of a sentence; of one too long to quote, the part with the words is quoted.
const MAX_SENTENCE_CHARS: usize = 400;
/// For passages found by meaning alone, the nearest sentences, from this cosine.
const MIN_SIMILARITY: f32 = 0.3;
/// Maximum sentences compared by meaning.
const MAX_COMPARED_SENTENCES: usize = 60;

const METHOD: &str = "Word for word: the sections of documents that hold most of the question's words, rare ones counting \
    more; where none holds enough of them, the sentences of messages that do, or where texts are searched by meaning, too, \
    that are nearest to it.";

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Args {
    question: String,
    /// Whether the full model reranks the first hits, sentence by sentence. Default: only after the quick embedder.
    #[schemars(extend("x-hidden" = true))]
    use_reranking: Option<bool>,
    /// The question that this one follows on.
    #[schemars(extend("x-hidden" = true))]
    before: Option<String>,
    /// The id of the document quoted for that: what follows on it is looked for there first.
    #[schemars(extend("x-hidden" = true))]
    document: Option<String>,
    /// Only messages of this subcategory, e.g. "Login failures".
    #[schemars(extend("x-hidden" = true))]
    subcategory: Option<String>,
    #[serde(flatten)]
    base: CommonFilterArgs,
}

/// A sentence of a passage, and its score.
struct Sentence {
    text: String,
    /// Characters of the sentence after it.
    more: usize,
    /// Index of its source.
    source: usize,
    weight: f64,
}

pub async fn run(ctx: ToolContext, args: Args) -> Result<ToolOutput, ToolError> {
    let question = args.question.trim().to_owned();
    let text = args.before.map_or_else(|| question.clone(), |before| format!("{before} {question}"));
    let which = FilterArgs { subcategory: args.subcategory, ..args.base.into() };
    let mut n = filters::resolve_filter(&ctx, &which, Data::Communications).await?;
    let query = SearchQuery { meaning: true, ids: n.only(&ctx).await?, ..n.search(&text, MAX_HITS) };
    let mut found = find(&ctx, query.clone()).await?;
    if found.words.is_empty() {
        return Err(ToolError::new("The question has no words to look for. Ask e.g. \"How do I reset a password?\"."));
    }
    // The firm's own documents are for everyone and have no kind, but are no part of a question about one customer.
    let wanted = asked_documents::wants_reranking(args.use_reranking, found.model);
    let mut reranked = wanted && rerank(&ctx, query.clone(), &mut found).await?;
    let own = match n.subset.scope.customer_id {
        Some(_) => Found::default(),
        None => {
            let quoted = args.document.as_deref();
            let asked = Asked { question: &question, text: &text, quoted, rerank: wanted };
            // The scope's own product applies to documents, too; one named only in the question need not.
            let query = SearchQuery { product: ctx.scope.product.clone(), ..query };
            asked_documents::sections(&ctx, &asked, query, &found.words).await?
        }
    };
    reranked |= own.reranked;
    let documents = own.passages;
    let answered = documents.iter().any(|passage| passage.held >= ANSWERS);
    let messages: Vec<Hit> = found.hits.into_iter().filter(|hit| hit.kind == HitKind::Communication).collect();
    let passages =
        if documents.is_empty() && !own.only_here { passages(&ctx, &messages, &question).await? } else { Vec::new() };
    let near = nearest(&ctx, &question, &passages).await;
    let chosen = choose(&passages, &found.words, &near, &question);
    let mut sources: Vec<Source> = documents.iter().map(|passage| passage.source.clone()).collect();
    for sentence in &chosen {
        let source = &passages[sentence.source].0;
        if !sources.iter().any(|s| s.id == source.id && s.kind == source.kind) {
            sources.push(quoting(&passages[sentence.source], &sentence.text));
        }
    }
    let since = match documents.first().filter(|_| answered) {
        Some(best) => document_passages::since(&ctx, &n, &found.words, &best.source).await?,
        None => None,
    };
    let range = n.settle_days(&ctx).await?;
    let retrieved = documents.len() + passages.len();
    let first = documents.first().map(|passage| &passage.source);
    let summary = match first.or(chosen.first().map(|first| &passages[first.source].0)) {
        None => format!("Nothing in the documents or messages answers \"{question}\"."),
        Some(from) => {
            let many = if retrieved == 1 { "" } else { "s" };
            format!("{retrieved} passage{many} on \"{question}\"; the best is from {}.", from.title)
        }
    };
    // Each quotation is its own row in the run's series; it names its record.
    let row = |text: &str, source: &Source, heading: Option<&str>, more: usize| {
        let mut row = json!({ "text": text, "from": source.title, "source": source.id });
        if let Some(heading) = heading {
            row["heading"] = json!(heading);
        }
        if more > 0 {
            row["moreCharacters"] = json!(more);
        }
        row
    };
    let sentences: Vec<Value> = documents
        .iter()
        .map(|p| row(&p.marked, &p.source, p.heading.as_deref(), p.more))
        .chain(chosen.iter().map(|s| {
            let (source, text) = &passages[s.source];
            row(&excerpt::marked(text, &s.text), source, None, s.more)
        }))
        .collect();
    // Only the beginning of a very long text is read; the record has the rest.
    let unread: Vec<Value> = passages
        .iter()
        .filter_map(|(s, text)| {
            let all = s.start + s.excerpt.chars().count() + s.more;
            let more = all.saturating_sub(text.trim().chars().count());
            (text.chars().count() >= PER_TEXT && more > 0).then(|| json!({ "source": s.id, "moreCharacters": more }))
        })
        .collect();
    let mut data = json!({
        "question": question,
        "sentences": sentences,
        "retrievedPassages": retrieved, "confidence": confidence(&documents, &chosen, &found.words),
        "timeRange": n.time_json(), "filters": n.used, "method": method(wanted.then_some(reranked)),
    });
    if !unread.is_empty() {
        data["notReadToTheEnd"] = json!(unread);
    }
    if let Some(time) = own.none_of {
        data["noDocumentOf"] = json!(time);
    }
    if wanted && !reranked {
        data["degraded"] = json!(true);
    }
    let mut counted = Vec::new();
    if let Some((row, counts)) = since {
        data["since"] = row;
        counted.push(counts);
    }
    let available = i64::try_from(found.matching_any).unwrap_or(i64::MAX);
    let coverage = Coverage { read: i64::try_from(retrieved).unwrap_or(0), available, unit: "records".into(), range };
    Ok(ToolOutput { data, summary, sources, coverage: Some(coverage), counted, ..ToolOutput::default() })
}

/// The source of a passage with another excerpt. Of a very long message, only its beginning is the passage.
fn quoting((source, text): &(Source, String), part: &str) -> Source {
    let all = source.start + source.excerpt.chars().count() + source.more;
    let source = source.clone().showing(text, part);
    Source { more: all.saturating_sub(source.start + part.chars().count()), ..source }
}

/// How it was done, and where it had to differ from the request.
fn method(reranked: Option<bool>) -> String {
    let order = match reranked {
        None => "In search order.",
        Some(true) => "The first hits were reranked, sentence by sentence.",
        Some(false) => "Reranking failed; the hits are in search order (degraded).",
    };
    format!("{METHOD} {order}")
}

/// How well a hit fits, by its better side: a passage without a shared word has at most half a score.
fn strength(hit: &Hit) -> f64 {
    let bm25 = f64::from(hit.bm25.max(0.0));
    let by_words = if hit.cosine.is_some() { bm25 / (bm25 + 10.0) } else { 0.0 };
    hit.relevance.max(by_words).max(hit.cosine.map_or(0.0, f64::from))
}

/// How close each sentence of the passages is to the question; empty if texts are not embedded.
async fn nearest(ctx: &ToolContext, question: &str, passages: &[(Source, String)]) -> HashMap<String, f32> {
    let sentences: Vec<String> =
        passages.iter().flat_map(|(_, text)| split(text)).take(MAX_COMPARED_SENTENCES).map(str::to_owned).collect();
    let (search, question) = (ctx.search.clone(), question.to_owned());
    let work = move || {
        let texts: Vec<&str> = sentences.iter().map(String::as_str).collect();
        let found = if texts.is_empty() { None } else { search.vectors().likeness(&question, &texts) };
        found.map(|near| sentences.into_iter().zip(near).collect())
    };
    base::compute(work).await.ok().flatten().unwrap_or_default()
}

/// The best messages with their texts, within half of the context that A-117 allows.
async fn passages(ctx: &ToolContext, hits: &[Hit], question: &str) -> Result<Vec<(Source, String)>, ToolError> {
    let mut out: Vec<(Source, String)> = Vec::new();
    let mut seen = HashSet::new();
    let mut room = MAX_CONTEXT_CHARS / 2;
    for hit in hits.iter().filter(|hit| strength(hit) >= MIN_RELEVANCE) {
        if out.len() == MAX_KEPT_HITS / 2 || room == 0 {
            break;
        }
        let all = records::communications(&ctx.db, std::slice::from_ref(&hit.id)).await?;
        let source = evidence::of_communications(&ctx.db, &all, question).await?.pop();
        // A record deleted a moment ago may still be in the index: it is skipped.
        let Some((source, message)) = source.zip(all.first()) else { continue };
        let text: String = message.body.chars().take(PER_TEXT.min(room)).collect();
        // Form letters repeat the same text.
        if text.trim().is_empty() || !seen.insert(text.chars().take(200).collect::<String>()) {
            continue;
        }
        room = room.saturating_sub(text.chars().count());
        out.push((Source { relevance: Some(figures::round2(hit.relevance)), ..source }, text));
    }
    Ok(out)
}

/// The sentences with most of the question's words, rare ones weighted higher, and those close in meaning; at most two
/// per record.
fn choose(
    passages: &[(Source, String)],
    wanted: &[String],
    near: &HashMap<String, f32>,
    question: &str,
) -> Vec<Sentence> {
    let mut sentences: Vec<(usize, &str, HashSet<String>)> = Vec::new();
    for (source, (_, text)) in passages.iter().enumerate() {
        for text in split(text) {
            let stems: HashSet<String> = words::distinct(text).into_iter().filter(|s| wanted.contains(s)).collect();
            if !stems.is_empty() || near.get(text).is_some_and(|cosine| *cosine >= MIN_SIMILARITY) {
                sentences.push((source, text, stems));
            }
        }
    }
    let mut holding: HashMap<&String, f64> = HashMap::new();
    for (_, _, stems) in &sentences {
        stems.iter().for_each(|stem| *holding.entry(stem).or_default() += 1.0);
    }
    let all = sentences.len() as f64;
    let rarity = |stem: &String| (1.0 + all / holding.get(stem).copied().unwrap_or(1.0)).ln();
    // The weight of all words of the question together: a sentence with the same meaning gets as much.
    let whole: f64 = wanted.iter().filter(|stem| holding.contains_key(stem)).map(&rarity).sum::<f64>().max(1.0);
    let mut ranked: Vec<Sentence> = sentences
        .iter()
        .map(|(source, text, stems)| {
            let (record, _) = &passages[*source];
            let meant = near.get(*text).map_or(0.0, |cosine| f64::from(cosine.max(0.0)));
            let said = stems.iter().map(&rarity).sum::<f64>() + meant * whole;
            let weight = said * (0.5 + record.relevance.unwrap_or(0.5));
            let shown = words::excerpt(text, question, MAX_EXCERPT_CHARS);
            let (_, more) = excerpt::around(text, shown);
            Sentence { text: shown.to_owned(), more, source: *source, weight }
        })
        .collect();
    ranked.sort_by(|a, b| b.weight.total_cmp(&a.weight).then(a.source.cmp(&b.source)));
    let mut out: Vec<Sentence> = Vec::new();
    for sentence in ranked {
        let of_it = out.iter().filter(|s| s.source == sentence.source).count();
        let again = out.iter().any(|s| s.text == sentence.text);
        // Sentences below half of the best one's weight are padding.
        let weak = out.first().is_some_and(|best| sentence.weight < 0.5 * best.weight);
        if of_it < 2 && !again && !weak {
            out.push(sentence);
        }
        if out.len() == MAX_SENTENCES {
            break;
        }
    }
    out
}

/// Whether a piece of text is informative: a line without an end that is mostly names and numbers is a letterhead, a
/// heading or a signature.
fn says(piece: &str) -> bool {
    let words: Vec<&str> = piece.split_whitespace().collect();
    let plain = words.iter().filter(|word| word.starts_with(char::is_lowercase)).count();
    let ends = piece.ends_with(['.', '!', '?', '…', '”', '"']);
    if ends { plain >= 2 } else { words.len() >= 6 && plain * 2 > words.len() }
}

/// The sentences of a text, neither fragments nor pages.
fn split(text: &str) -> Vec<&str> {
    let mut out = Vec::new();
    let mut start = 0;
    let bytes = text.as_bytes();
    for (at, c) in text.char_indices() {
        let ends = match c {
            '\n' => true,
            '.' | '!' | '?' => bytes.get(at + 1).is_none_or(u8::is_ascii_whitespace),
            _ => false,
        };
        if ends {
            out.push(&text[start..at + c.len_utf8()]);
            start = at + c.len_utf8();
        }
    }
    out.push(&text[start..]);
    let fits = |s: &&str| (20..=MAX_SENTENCE_CHARS).contains(&s.chars().count());
    out.into_iter().map(str::trim).filter(fits).filter(|piece| says(piece)).collect()
}

/// How much of the question the quotations cover: the share of its words in the best section, or else in the chosen
/// sentences, from 0 to 1.
fn confidence(documents: &[Passage], chosen: &[Sentence], wanted: &[String]) -> f64 {
    let held: HashSet<String> = chosen.iter().flat_map(|s| words::distinct(&s.text)).collect();
    let messages = figures::share(wanted.iter().filter(|w| held.contains(*w)).count() as i64, wanted.len() as i64);
    documents.iter().map(|passage| figures::round2(passage.held)).fold(messages, f64::max)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_are_whole() {
        let text = "Too short. The update of 15 January changes how customers log in.\nVersion 6.2 is out now for everybody! Who";
        let want = ["The update of 15 January changes how customers log in.", "Version 6.2 is out now for everybody!"];
        assert_eq!(split(text), want);
        assert!(split("").is_empty() && split(&"x".repeat(999)).is_empty());
        for line in ["“Femke de Vries, 15 January 2026”", "Kind Regards, Femke de Vries."] {
            assert!(split(line).is_empty(), "{line}");
        }
    }

    #[test]
    fn a_sentence_may_be_chosen_for_its_meaning_alone() {
        let source = |id: &str| Source { id: id.into(), title: id.into(), relevance: Some(0.4), ..Source::default() };
        let passages = [
            (source("a"), "Customers who swap their handset must enrol again. The office opens at nine.".to_owned()),
            (source("b"), "Nothing about a telephone stands here at all.".to_owned()),
        ];
        let wanted = words::distinct("changing their phone");
        assert!(choose(&passages, &wanted, &HashMap::new(), "changing their phone").is_empty());
        let near = HashMap::from([("Customers who swap their handset must enrol again.".to_owned(), 0.62)]);
        let chosen = choose(&passages, &wanted, &near, "changing their phone");
        assert_eq!(chosen.len(), 1);
        assert_eq!(chosen[0].text, "Customers who swap their handset must enrol again.");
        let long = format!("The {} login is explained here in one very long sentence.", "very ".repeat(60));
        let passages = [(source("c"), long)];
        let chosen = choose(&passages, &words::distinct("login"), &HashMap::new(), "login");
        assert!(
            chosen[0].text.chars().count() <= MAX_EXCERPT_CHARS && chosen[0].text.contains("login"),
            "{}",
            chosen[0].text
        );
    }

    #[test]
    fn a_hit_is_as_strong_as_its_better_side() {
        let hit = |relevance, bm25, cosine| Hit { relevance, bm25, cosine, ..Hit::default() };
        assert!(strength(&hit(0.3, 0.0, Some(0.6))) >= MIN_RELEVANCE);
        assert!(strength(&hit(0.4, 0.0, Some(0.4))) < MIN_RELEVANCE);
        assert!(strength(&hit(0.45, 12.0, Some(0.2))) >= MIN_RELEVANCE);
        assert!(
            strength(&hit(0.4, 12.0, None)) < MIN_RELEVANCE,
            "by words alone the score over the best of the search counts"
        );
    }
}
