//! What a selection's texts are about in their own words, and what distinguishes one topic's texts from another's.
//! Texts are sampled evenly over the days; every figure here is of the sample.

use std::collections::HashMap;

use model::text::capital;
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
/// Minimum texts for themes: what two share is chance.
const MIN_TEXTS: usize = 3;
/// Minimum texts of a topic for phrases to describe it.
const MIN_TOPIC_TEXTS: usize = 8;

/// A theme as listed.
#[derive(Clone, Debug)]
pub struct ThemeSummary {
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
pub struct TextThemes {
    pub themes: Vec<ThemeSummary>,
    /// By topic.
    phrases: HashMap<String, Vec<String>>,
    pub read: i64,
}

impl TextThemes {
    pub fn phrases_of(&self, topic: &str) -> &[String] {
        self.phrases.get(topic).map(Vec::as_slice).unwrap_or_default()
    }
}

impl ThemeSummary {
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
pub async fn extract(
    ctx: &ToolContext,
    filter: &ResolvedFilter,
    previous: Option<DateRange>,
    topics: &[String],
) -> Result<TextThemes, ToolError> {
    let sample = listing::sample(&ctx.db, &filter.subset, filter.days, MAX_SAMPLE_TEXTS).await?;
    if sample.len() < MIN_TEXTS {
        return Ok(TextThemes { read: count(sample.len()), ..TextThemes::default() });
    }
    let previous = match previous {
        Some(range) => listing::sample(&ctx.db, &filter.subset, range, MAX_COMPARISON_TEXTS).await?,
        None => Vec::new(),
    };
    // A selection has no contrast with itself: only a filtered one, or one of less than two thirds of all days, is
    // compared with all.
    let extent = stored::days(&ctx.db, Data::Communications).await?;
    let all_days = extent.map_or(DateRange::ALL, |(from, to)| DateRange::new(from, to));
    let narrowed = filter.subset.is_narrowed();
    let covers_part = filter.days.days().zip(all_days.days()).is_some_and(|(days, all)| days * 3 < all * 2);
    let others = match narrowed || covers_part {
        true => listing::sample(&ctx.db, &Subset::default(), all_days, MAX_COMPARISON_TEXTS).await?,
        false => Vec::new(),
    };
    let products: Vec<String> = records::products(&ctx.db).await?.into_iter().map(|p| p.name).collect();
    let topics = topics.to_vec();
    // Tokenising a thousand texts takes some milliseconds.
    let found = base::compute(move || themes(&sample, &previous, &others, &products, &topics)).await;
    found.map_err(|error| {
        tracing::error!(%error, "reading themes failed");
        ToolError::new("The themes of the texts could not be read. Try once more.")
    })
}

fn themes(
    sample: &[Sampled],
    previous: &[Sampled],
    others: &[Sampled],
    products: &[String],
    topics: &[String],
) -> TextThemes {
    let mut reader = Reader::default();
    let customers = sample.iter().map(|s| s.customer.as_str());
    let stop_words = reader.names(products.iter().map(String::as_str).chain(customers));
    let corpus = reader.read(sample.iter().map(|s| s.body.as_str()));
    let earlier = reader.read(previous.iter().map(|s| s.body.as_str()));
    let others: Vec<&Sampled> = others.iter().filter(|o| !sample.iter().any(|s| s.id == o.id)).collect();
    let rest = reader.read(others.iter().map(|s| s.body.as_str()));
    let found = reader.themes(&corpus, Against::Others(&rest), &stop_words, MAX_THEMES);
    let named = |t: &Theme| ThemeSummary {
        name: t.name.clone(),
        texts: count(t.texts.len()),
        before: (earlier.len() >= MIN_TOPIC_TEXTS)
            .then(|| figures::share(count(earlier.count(t)), count(earlier.len()))),
        examples: spread(&t.texts).into_iter().map(|i| sample[i].id.clone()).collect(),
    };
    let themes = found.iter().map(named).collect();
    let mut phrases = HashMap::new();
    for topic in topics {
        let is = |i: usize| sample[i].topic.as_ref() == Some(topic);
        let own = corpus.only(is);
        if own.len() >= MIN_TOPIC_TEXTS && own.len() < sample.len() {
            let own_themes = reader.themes(&own, Against::Rest(&corpus), &stop_words, MAX_TOPIC_PHRASES);
            phrases.insert(topic.clone(), own_themes.into_iter().map(|t| t.name).collect());
        }
    }
    TextThemes { themes, phrases, read: count(sample.len()) }
}

/// Three of many: the first, one from the middle, the last.
fn spread(all: &[usize]) -> Vec<usize> {
    let mut out: Vec<usize> =
        [0, all.len() / 2, all.len().saturating_sub(1)].iter().filter_map(|i| all.get(*i)).copied().collect();
    out.dedup();
    out
}
