//! `analyze_topics`: what records are about: their labels, and the themes of the texts themselves. A
//! topic has its share, change, mean sentiment, distinctive phrases, and examples. Without any labels, the themes are
//! the topics.

use model::analysis::Event;
use model::answer::Source;
use model::chart::Chart;
use model::run::ToolOutput;
use model::run::drill_through::FigureRule;
use model::text::capital;
use model::time::DateRange;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::super::counts::get_daily_volumes::with_zeros;
use super::themes::{self, TextThemes};
use crate::counted::{of, part, part_of_row};
use crate::filters::{self, FilterArgs, ResolvedFilter, days_json, elapsed};
use crate::starts::{self, Start};
use crate::{evidence, figures};
use query::ast::Op;
use query::check::{Predicate, Scalar};
use query::presets::{self, GroupBy, SentimentCounts};
use query::subset::{filled, is, not};
use store::analytics::{Data, Order};
use store::records;
use tools::{ToolContext, ToolError};

/// Maximum topics listed, and examples of each.
const MAX_TOPICS: usize = 10;
const MAX_EXAMPLES: u32 = 3;
/// For how many topics the start is determined, and the maximum days of the range.
const MAX_DATED_TOPICS: usize = 3;
const MAX_RANGE_DAYS: i64 = 400;

const METHOD: &str = "Topics are the records' own labels: the subcategory, or the category where there is none. Themes are \
    phrases that many texts share, weighed against other texts (c-TF-IDF); their shares are of the texts that were read.";

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Args {
    /// Topics to list, at most 10.
    top: Option<i64>,
    #[serde(flatten)]
    which: FilterArgs,
}

struct Topic {
    name: String,
    feeling: SentimentCounts,
    /// In the previous period; `None` if the data does not go back that far.
    before: Option<i64>,
    examples: Vec<Source>,
}

pub async fn run(ctx: ToolContext, args: Args) -> Result<ToolOutput, ToolError> {
    let top = usize::try_from(args.top.unwrap_or(MAX_TOPICS as i64)).unwrap_or(1).clamp(1, MAX_TOPICS);
    let mut n = filters::resolve_filter(&ctx, &args.which, Data::Communications).await?;
    let groups = presets::feeling_by(&ctx.db, &n.subset, GroupBy::Topic).await?;
    let total: i64 = groups.iter().map(|g| g.total).sum();
    let texts: i64 = groups.iter().map(SentimentCounts::judged).sum();
    let unlabelled = groups.iter().filter(|g| g.value.is_none()).map(|g| g.total).sum::<i64>();
    let days = n.settle_days(&ctx).await?;
    let before = n.before(&ctx).await?;
    let all = groups.iter().filter(|g| g.value.is_some()).count();
    let topics = topics(&ctx, &n, groups, top, before).await?;
    let names: Vec<String> = topics.iter().map(|t| t.name.clone()).collect();
    let words = themes::extract(&ctx, &n, before, &names).await?;
    let began = began(&ctx, &n, elapsed(days, ctx.as_of), &names).await?;

    let listed: i64 = topics.iter().map(|t| t.feeling.total).sum();
    let summary = summary(&n, &topics, &words, total);
    let mut data = json!({
        "topTopics": match topics.is_empty() {
            true => words.themes.iter().map(|t| t.as_topic(words.read)).collect::<Vec<_>>(),
            false => topics.iter().map(|t| entry(t, total, &words)).collect(),
        },
        "insights": insights(&topics, &words, total, before),
        "total": total, "unlabelled": unlabelled, "topicCount": all,
        "other": { "count": total - listed, "share": figures::share(total - listed, total) },
        "textsRead": words.read, "textsAvailable": texts.max(words.read),
        "starts": began.iter().map(Began::json).collect::<Vec<_>>(),
        "documentsAtStarts": began.iter().flat_map(Began::documents).collect::<Vec<_>>(),
        "previousPeriod": before.map(|before| days_json(before, None)),
        "timeRange": n.time_json(), "filters": n.used, "method": METHOD,
    });
    // Without labels the themes are the topics and listed as such.
    if !topics.is_empty() {
        data["themes"] = words.themes.iter().map(|t| t.entry(words.read)).collect::<Vec<_>>().into();
    }
    let charts = charts(&n, &topics, &words, total);
    let mut sources = sources(&ctx, &n, &topics, &words).await?;
    let around: Vec<Event> = began.iter().flat_map(|b| b.around.iter().cloned()).collect();
    sources.extend(starts::sources(&ctx.db, &around).await?);
    Ok(ToolOutput { sources, charts, ..n.output(summary, data, (total, total), counts(&names, before)) })
}

/// The messages behind the figures. Themes are counted in a sample of the texts, so they have no condition.
fn counts(topics: &[String], before: Option<DateRange>) -> Vec<FigureRule> {
    let none = not(filled(presets::topic()));
    let mut all = vec![FigureRule::count("/total"), part("/unlabelled", &none)];
    if topics.is_empty() {
        return all;
    }
    let row = FigureRule::at("/topTopics/*").by("@topic", &["/topic"]);
    all.push(row.clone().counts("/count"));
    all.push(FigureRule { count: None, ..part_of_row(&row, "/negativeShare", &is("sentiment", &["negative"])) });
    all.push(FigureRule { count: None, ..part_of_row(&row, "/meanSentiment", &presets::scored()) });
    let previous = FigureRule { path: format!("{}/previousCount", row.path), ..row };
    all.extend(before.map(|range| previous.counts("").on(range)));
    let values = topics.iter().cloned().map(Scalar::Text).collect();
    let listed = Predicate::Is { column: presets::topic(), op: Op::Is, values };
    all.push(of("/other", &not(listed)).counts("/count"));
    all
}

fn charts(n: &ResolvedFilter, topics: &[Topic], words: &TextThemes, total: i64) -> Vec<Chart> {
    let (bars, whole, by): (Vec<(String, i64)>, i64, &str) = match topics.is_empty() {
        true => (words.themes.iter().map(|t| (capital(&t.name), t.texts)).collect(), words.read, "theme"),
        false => (topics.iter().map(|t| (t.name.clone(), t.feeling.total)).collect(), total, "topic"),
    };
    let Some((name, most)) = bars.first() else { return Vec::new() };
    let subtitle = format!("{} by {by}, {}", capital(n.noun(2)), n.days.label());
    let finding = figures::leads(name, *most, whole);
    vec![match topics.is_empty() {
        // A text may have several themes: they are not parts of a whole.
        true => figures::bars_of_no_whole(finding, subtitle, n.noun(2), &bars),
        false => {
            let mark = |i: usize| topics.get(i).map(|t| figures::of_topic(&t.name));
            figures::bars(finding, subtitle, n.noun(2), &bars, whole).about(n.scope(), mark)
        }
    }]
}

async fn topics(
    ctx: &ToolContext,
    n: &ResolvedFilter,
    groups: Vec<SentimentCounts>,
    top: usize,
    before: Option<DateRange>,
) -> Result<Vec<Topic>, ToolError> {
    let earlier = match before {
        Some(range) => {
            let filter = n.subset.on(range);
            Some(presets::by_group(&ctx.db, Data::Communications, &filter, GroupBy::Topic).await?)
        }
        None => None,
    };
    let groups: Vec<SentimentCounts> = groups.into_iter().filter(|g| g.value.is_some()).take(top).collect();
    let names: Vec<String> = groups.iter().filter_map(|g| g.value.clone()).collect();
    let examples = evidence::examples_of_topics(&ctx.db, &n.subset, Order::Newest, MAX_EXAMPLES, &names).await?;
    let mut out = Vec::new();
    for ((feeling, name), examples) in groups.into_iter().zip(names).zip(examples) {
        let then = |groups: &Vec<(Option<String>, i64)>| {
            groups.iter().find(|(value, _)| value.as_ref() == Some(&name)).map_or(0, |(_, count)| *count)
        };
        let before = earlier.as_ref().map(then);
        out.push(Topic { name, feeling, before, examples });
    }
    Ok(out)
}

/// When a topic began to rise, and what the firm announced around then.
struct Began {
    topic: String,
    start: Option<Start>,
    around: Vec<Event>,
}

impl Began {
    fn json(&self) -> Value {
        let unclear = || json!({ "rise": "no clear beginning in this time" });
        let mut row = self.start.as_ref().map_or_else(unclear, Start::json);
        row["topic"] = json!(self.topic);
        row
    }

    fn documents(&self) -> Vec<Value> {
        let row = |event: &Event| {
            let mut row = starts::row(event, self.start.as_ref()?.day);
            row["topic"] = json!(self.topic);
            Some(row)
        };
        self.around.iter().filter_map(row).collect()
    }
}

/// When the largest topics began; empty for ranges too long for a start to mean anything.
async fn began(
    ctx: &ToolContext,
    n: &ResolvedFilter,
    days: DateRange,
    names: &[String],
) -> Result<Vec<Began>, ToolError> {
    if names.is_empty() || days.days().is_none_or(|length| length > MAX_RANGE_DAYS) {
        return Ok(Vec::new());
    }
    let counted = presets::by_group_and_day(&ctx.db, Data::Communications, &n.subset, GroupBy::Topic).await?;
    let mut out = Vec::new();
    for topic in names.iter().take(MAX_DATED_TOPICS) {
        let own = counted.iter().filter(|(name, ..)| name.as_ref() == Some(topic));
        let own: Vec<_> = own.map(|(_, day, count)| (*day, *count)).collect();
        let start = Start::find(&with_zeros(&own, days));
        let around = match &start {
            Some(start) => starts::documents(&ctx.db, start.day, n.subset.scope.product.as_deref()).await?,
            None => Vec::new(),
        };
        out.push(Began { topic: topic.clone(), start, around });
    }
    Ok(out)
}

fn entry(t: &Topic, total: i64, words: &TextThemes) -> Value {
    let phrases = words.phrases_of(&t.name);
    let mut row = json!({
        "topic": t.name,
        "count": t.feeling.total,
        "share": figures::share(t.feeling.total, total),
        "previousCount": t.before,
        "changePercent": t.before.and_then(|before| figures::change_percent(t.feeling.total, before)),
        "meanSentiment": t.feeling.mean(),
        "negativeShare": figures::share(t.feeling.negative, t.feeling.judged()),
        "exampleIds": t.examples.iter().map(|s| s.id.as_str()).collect::<Vec<_>>(),
    });
    // Few texts have no words of their own.
    if !phrases.is_empty() {
        row["keyPhrases"] = json!(phrases);
    }
    row
}

fn summary(n: &ResolvedFilter, topics: &[Topic], words: &TextThemes, total: i64) -> String {
    let counted = n.counted_in_days(total);
    if !topics.is_empty() {
        let named = topics.iter().take(3).map(|t| (t.name.as_str(), t.feeling.total));
        return format!("{counted}: {}.", figures::shares_in_words(named, total));
    }
    if words.themes.is_empty() {
        return format!("{counted}.");
    }
    let named = words.themes.iter().take(5).map(|t| (t.name.as_str(), t.texts));
    let read = figures::number(words.read);
    format!(
        "{counted}, none with a label. Of {read} texts that were read: {}.",
        figures::shares_in_words(named, words.read)
    )
}

/// At most three: the largest, the fastest rise, the worst sentiment; and typical words.
fn insights(topics: &[Topic], words: &TextThemes, total: i64, before: Option<DateRange>) -> Vec<String> {
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
    if out.len() < 3
        && let Some(t) = words.themes.first()
    {
        let (texts, read) = (figures::number(t.texts), figures::number(words.read));
        out.push(format!("The theme named most is \"{}\": in {texts} of {read} texts that were read.", t.name));
    }
    out
}

/// One or two examples of each of the largest topics, or of themes if there are no topics.
async fn sources(
    ctx: &ToolContext,
    n: &ResolvedFilter,
    topics: &[Topic],
    words: &TextThemes,
) -> Result<Vec<Source>, ToolError> {
    if !topics.is_empty() {
        return Ok(topics.iter().take(3).flat_map(|t| t.examples.iter().take(2).cloned()).collect());
    }
    if words.themes.is_empty() {
        return Ok(evidence::examples(&ctx.db, &n.subset, Order::Newest, MAX_EXAMPLES).await?);
    }
    let mut out: Vec<Source> = Vec::new();
    for theme in words.themes.iter().take(4) {
        let ids: Vec<String> = theme.examples.iter().take(2).cloned().collect();
        let all = records::communications(&ctx.db, &ids).await?;
        let found = evidence::of_communications(&ctx.db, &all, &theme.name).await?;
        out.extend(found.into_iter().filter(|s| !out.iter().any(|o| o.id == s.id)).collect::<Vec<_>>());
    }
    Ok(out)
}
