//! What a selection's texts are about in their own words, and what distinguishes one topic's texts from another's.
//! Texts are sampled evenly over the days; every figure here is of the sample.

use model::text::capital;
use std::collections::HashMap;

use model::time::DateRange;
use serde_json::{Value, json};

use crate::figures::{self, count};
use crate::filters::ResolvedFilter;
use crate::themes::{Against, Reader, Theme};
use query::listing::{self, Sampled};
use query::subset::Subset;
use store::analytics::Data;
use store::analytics::values as stored;
use store::records;
use tools::{ToolContext, ToolError};

/// Maximum texts read of the selection, and of other texts for comparison.
const MAX_SAMPLE_TEXTS: u32 = 300;
const MAX_COMPARISON_TEXTS: u32 = 200;
/// Maximum themes listed, and phrases per topic.
const MAX_THEMES: usize = 8;
const MAX_TOPIC_PHRASES: usize = 3;
/// Minimum texts of a topic for phrases to describe it.
const MIN_TOPIC_TEXTS: usize = 8;

/// A theme as listed.
#[derive(Clone, Debug)]
pub struct Named {
    pub name: String,
    /// Number of texts read that have it.
    pub texts: i64,
    /// Share of the previous period's texts that have it; `None` without any.
    pub before: Option<f64>,
    /// Ids, spread over the days.
    pub examples: Vec<String>,
}

/// What was found in the texts.
#[derive(Debug, Default)]
pub struct InWords {
    pub themes: Vec<Named>,
    /// By topic.
    phrases: HashMap<String, Vec<String>>,
    pub read: i64,
}

impl InWords {
    pub fn phrases_of(&self, topic: &str) -> &[String] {
        self.phrases.get(topic).map(Vec::as_slice).unwrap_or_default()
    }
}

impl Named {
    pub fn entry(&self, read: i64) -> Value {
        let share = figures::share(self.texts, read);
        json!({
            "theme": self.name, "texts": self.texts, "share": share, "previousShare": self.before,
            "changeInPoints": self.before.map(|before| ((share - before) * 1000.0).round() / 10.0),
            "exampleIds": self.examples,
        })
    }

    /// As topics are listed, for records without labels.
    pub fn as_topic(&self, read: i64) -> Value {
        let share = figures::share(self.texts, read);
        json!({
            "topic": capital(&self.name), "count": self.texts, "share": share, "previousShare": self.before,
            "exampleIds": self.examples,
        })
    }
}

/// Reads a sample of the texts of a selection, of the previous period, and of all others.
pub async fn in_words(
    ctx: &ToolContext,
    n: &ResolvedFilter,
    before: Option<DateRange>,
    topics: &[String],
) -> Result<InWords, ToolError> {
    let of = listing::sample(&ctx.db, &n.subset, n.days, MAX_SAMPLE_TEXTS).await?;
    if of.len() < 3 {
        return Ok(InWords { read: count(of.len()), ..InWords::default() });
    }
    let earlier = match before {
        Some(range) => listing::sample(&ctx.db, &n.subset, range, MAX_COMPARISON_TEXTS).await?,
        None => Vec::new(),
    };
    // A selection has no contrast with itself: only a filtered one is compared with all.
    let all = stored::days(&ctx.db, Data::Communications).await?;
    let all = all.map_or(DateRange::ALL, |(from, to)| DateRange::new(from, to));
    let narrowed = n.subset.is_narrowed();
    let part = n.days.days().zip(all.days()).is_some_and(|(days, all)| days * 3 < all * 2);
    let others = match narrowed || part {
        true => listing::sample(&ctx.db, &Subset::default(), all, MAX_COMPARISON_TEXTS).await?,
        false => Vec::new(),
    };
    let products: Vec<String> = records::products(&ctx.db).await?.into_iter().map(|p| p.name).collect();
    let topics = topics.to_vec();
    // Tokenising a thousand texts takes some milliseconds.
    let found = tokio::task::spawn_blocking(move || themes(&of, &earlier, &others, &products, &topics)).await;
    found.map_err(|error| {
        tracing::error!(%error, "reading themes failed");
        ToolError::new("The themes of the texts could not be read. Try once more.")
    })
}

fn themes(of: &[Sampled], earlier: &[Sampled], others: &[Sampled], products: &[String], topics: &[String]) -> InWords {
    let mut reader = Reader::default();
    let customers = of.iter().map(|s| s.customer.as_str());
    let not = reader.names(products.iter().map(String::as_str).chain(customers));
    let corpus = reader.read(of.iter().map(|s| s.body.as_str()));
    let before = reader.read(earlier.iter().map(|s| s.body.as_str()));
    let others: Vec<&Sampled> = others.iter().filter(|o| !of.iter().any(|s| s.id == o.id)).collect();
    let rest = reader.read(others.iter().map(|s| s.body.as_str()));
    let found = reader.themes(&corpus, Against::Others(&rest), &not, MAX_THEMES);
    let named = |t: &Theme| Named {
        name: t.name.clone(),
        texts: count(t.texts.len()),
        before: (before.len() >= MIN_TOPIC_TEXTS).then(|| figures::share(count(before.count(t)), count(before.len()))),
        examples: spread(&t.texts).into_iter().map(|i| of[i].id.clone()).collect(),
    };
    let themes = found.iter().map(named).collect();
    let mut phrases = HashMap::new();
    for topic in topics {
        let is = |i: usize| of[i].topic.as_ref() == Some(topic);
        let own = corpus.only(is);
        if own.len() >= MIN_TOPIC_TEXTS && own.len() < of.len() {
            let own_themes = reader.themes(&own, Against::Rest(&corpus), &not, MAX_TOPIC_PHRASES);
            phrases.insert(topic.clone(), own_themes.into_iter().map(|t| t.name).collect());
        }
    }
    InWords { themes, phrases, read: count(of.len()) }
}

/// Three of many: the first, one from the middle, the last.
fn spread(all: &[usize]) -> Vec<usize> {
    let mut out: Vec<usize> =
        [0, all.len() / 2, all.len().saturating_sub(1)].iter().filter_map(|i| all.get(*i)).copied().collect();
    out.dedup();
    out
}
