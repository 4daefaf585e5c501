//! `analyze_topics`: what records are about, from their labels; and for texts without a label, from the
//! words that they share. A topic comes with its share, its change, its mean sentiment and examples.

use app::model::answer::{Coverage, Source};
use app::model::run::ToolOutput;
use app::model::time::DateRange;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::analyze_sentiment::previous;
use crate::skills::frequent::{self, Frequent};
use crate::skills::which::{self, Narrowed, Which, time_json};
use crate::skills::{evidence, figures};
use crate::store::analytics::{self, Data, Feeling, Filter, GroupBy, Order};
use crate::tools::{Tool, ToolContext, ToolError};

/// Most topics listed, examples of each, and unlabelled texts that are read for their words.
const TOPICS: usize = 10;
const EXAMPLES: u32 = 3;
const TEXTS: u32 = 2_000;

const METHOD: &str = "Topics are the records' own labels: the subcategory, or the category where there is none. Texts \
    without a label are described by the words that most of them use.";

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Args {
    /// How many topics to list; 10 if not given, at most 10.
    top: Option<i64>,
    #[serde(flatten)]
    which: Which,
}

struct Topic {
    name: String,
    feeling: Feeling,
    /// Of the period before; `None` when the data does not reach back that far.
    before: Option<i64>,
    examples: Vec<Source>,
}

pub fn tool() -> Tool {
    Tool::reads(
        "analyze_topics",
        "Tells what communications are about: topics with count, share, change against the period before, mean sentiment \
         and examples. For complaints say kind: \"complaint\". Use it for \"why\", \"main issues\" and \"what about\".",
        run,
    )
}

async fn run(ctx: ToolContext, args: Args) -> Result<ToolOutput, ToolError> {
    let top = usize::try_from(args.top.unwrap_or(TOPICS as i64)).unwrap_or(1).clamp(1, TOPICS);
    let n = which::narrow(&ctx, &args.which, Data::Communications).await?;
    let groups = analytics::feeling_by(&ctx.db, &n.filter, GroupBy::Topic).await?;
    let total: i64 = groups.iter().map(|g| g.total).sum();
    let unlabelled = groups.iter().filter(|g| g.value.is_none()).map(|g| g.total).sum::<i64>();
    let days = n.days(&ctx).await?;
    let before = previous(&ctx, days).await?;
    let all = groups.iter().filter(|g| g.value.is_some()).count();
    let topics = topics(&ctx, &n, groups, top, before).await?;
    let words = if unlabelled > 0 { words(&ctx, &n).await? } else { Vec::new() };

    let listed: i64 = topics.iter().map(|t| t.feeling.total).sum();
    let summary = summary(&n, &topics, &words, total, days);
    let data = json!({
        "summary": summary,
        "topTopics": topics.iter().map(|t| entry(t, total)).collect::<Vec<_>>(),
        "insights": insights(&topics, total, before),
        "total": total, "labelled": total - unlabelled, "unlabelled": unlabelled, "topicCount": all,
        "other": { "count": total - listed, "share": figures::share(total - listed, total) },
        "frequentWords": words.iter().map(|w| json!({ "words": w.words, "texts": w.texts })).collect::<Vec<_>>(),
        "previousPeriod": before.map(|b| json!({ "from": b.from, "to": b.to, "label": b.label() })),
        "method": METHOD,
        "timeRange": time_json(&n.time, days), "filters": n.used,
    });
    let mut charts = Vec::new();
    if let Some(first) = topics.first() {
        let bars: Vec<(String, i64)> = topics.iter().map(|t| (t.name.clone(), t.feeling.total)).collect();
        let subtitle = format!("{} by topic, {}", figures::sentence(n.noun(2)), days.label());
        let share = figures::percent(first.feeling.total, total);
        let finding = format!("{} leads with {share}% of {}", first.name, figures::number(total));
        charts.push(figures::bars(finding, subtitle, n.noun(2), &bars, total));
    }
    let sources = sources(&ctx, &n, &topics).await?;
    let coverage = Coverage { read: total, available: total, unit: "communications".into(), range: days };
    Ok(ToolOutput { data, summary, sources, charts, coverage: Some(coverage) })
}

async fn topics(
    ctx: &ToolContext,
    n: &Narrowed,
    groups: Vec<Feeling>,
    top: usize,
    before: Option<DateRange>,
) -> Result<Vec<Topic>, ToolError> {
    let earlier = match before {
        Some(range) => {
            let filter = Filter { range, ..n.filter.clone() };
            Some(analytics::by_group(&ctx.db, Data::Communications, &filter, GroupBy::Topic).await?)
        }
        None => None,
    };
    let mut out = Vec::new();
    for feeling in groups.into_iter().filter(|g| g.value.is_some()).take(top) {
        let name = feeling.value.clone().unwrap_or_default();
        let filter = Filter { topic: Some(name.clone()), ..n.filter.clone() };
        let examples = evidence::examples(&ctx.db, &filter, Order::Newest, EXAMPLES).await?;
        let then = |groups: &Vec<(Option<String>, i64)>| {
            groups.iter().find(|(value, _)| value.as_ref() == Some(&name)).map_or(0, |(_, count)| *count)
        };
        let before = earlier.as_ref().map(then);
        out.push(Topic { name, feeling, before, examples });
    }
    Ok(out)
}

async fn words(ctx: &ToolContext, n: &Narrowed) -> Result<Vec<Frequent>, ToolError> {
    let filter = Filter { topic: Some(String::new()), ..n.filter.clone() };
    let texts = analytics::texts(&ctx.db, &filter, TEXTS).await?;
    // Stemming two thousand letters takes a moment.
    let found = tokio::task::spawn_blocking(move || frequent::frequent(&texts, TOPICS)).await;
    found.map_err(|error| {
        tracing::error!(%error, "counting words failed");
        ToolError::new("The words of unlabelled texts could not be counted. Try once more.")
    })
}

fn entry(t: &Topic, total: i64) -> Value {
    let change = t.before.and_then(|before| figures::change(t.feeling.total, before));
    json!({
        "topic": t.name,
        "count": t.feeling.total,
        "share": figures::share(t.feeling.total, total),
        "sharePercent": figures::percent(t.feeling.total, total),
        "previousCount": t.before,
        "change": change,
        "changePercent": change.map(|c| (c * 100.0).round() as i64),
        "meanSentiment": t.feeling.mean(),
        "negativeShare": figures::share(t.feeling.negative, t.feeling.judged()),
        "exampleIds": t.examples.iter().map(|s| s.id.as_str()).collect::<Vec<_>>(),
    })
}

fn summary(n: &Narrowed, topics: &[Topic], words: &[Frequent], total: i64, days: DateRange) -> String {
    let counted = format!("{} ({})", n.counted(total), days.label());
    if !topics.is_empty() {
        let named = topics.iter().take(3).map(|t| (t.name.as_str(), t.feeling.total));
        return format!("{counted}: {}.", figures::shares_in_words(named, total));
    }
    if words.is_empty() {
        return format!("{counted}.");
    }
    let list: Vec<String> = words.iter().take(5).map(|w| format!("\"{}\" ({})", w.words, w.texts)).collect();
    format!("{counted}, none with a label; words that many use: {}.", list.join(", "))
}

/// At most three: what leads, what rose most, what customers feel worst about.
fn insights(topics: &[Topic], total: i64, before: Option<DateRange>) -> Vec<String> {
    let mut out = Vec::new();
    if let [first, second, ..] = topics {
        let both = first.feeling.total + second.feeling.total;
        let (percent, total) = (figures::percent(both, total), figures::number(total));
        out.push(format!("{} and {} together make up {percent}% of {total}.", first.name, second.name));
    }
    let rise = |t: &Topic| t.before.map(|before| t.feeling.total - before);
    let most = topics.iter().filter(|t| rise(t).is_some_and(|r| r > 0)).max_by_key(|t| rise(t));
    if let (Some(t), Some(range)) = (most, before)
        && let Some(earlier) = t.before
    {
        let now = figures::number(t.feeling.total);
        let rate = figures::change(t.feeling.total, earlier).map(|c| format!(" ({})", figures::change_words(c)));
        let label = range.label();
        out.push(format!(
            "{} rose most against the period before ({label}): {now} after {earlier}{}.",
            t.name,
            rate.unwrap_or_default()
        ));
    }
    let judged = topics.iter().filter(|t| t.feeling.scored >= 5);
    let worst = judged.min_by(|a, b| a.feeling.mean().unwrap_or(0.0).total_cmp(&b.feeling.mean().unwrap_or(0.0)));
    if let Some(mean) = worst.and_then(|t| t.feeling.mean())
        && let Some(t) = worst
        && topics.len() > 1
    {
        out.push(format!("Customers feel worst about {}: the average score is {mean}.", t.name));
    }
    out
}

/// One or two examples of each of the largest topics; of unlabelled texts where there is no topic.
async fn sources(ctx: &ToolContext, n: &Narrowed, topics: &[Topic]) -> Result<Vec<Source>, ToolError> {
    if topics.is_empty() {
        return Ok(evidence::examples(&ctx.db, &n.filter, Order::Newest, EXAMPLES).await?);
    }
    Ok(topics.iter().take(3).flat_map(|t| t.examples.iter().take(2).cloned()).collect())
}
