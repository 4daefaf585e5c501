//! `analyze_sentiment`: how customers feel, where it is worst, and since when.

use chrono::{Datelike, Days, NaiveDate};
use model::chart::{Chart, Part, Tone};
use model::record::Sentiment;
use model::run::drill_through::FigureRule;
use model::run::{Scope, ToolOutput};
use model::text::capital;
use model::time::{DateRange, full_date};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::super::counts::get_daily_volumes::with_zeros;
use super::super::retrieval::find;
use crate::counted::{self, of, part, part_of_row};
use crate::filters::{self, FilterArgs, ResolvedFilter};
use crate::{evidence, figures, nps};
use import::sentiment;
use query::presets::{self, GroupBy, SentimentCounts};
use query::subset::{is, not};
use search::{Only, SearchQuery};
use store::analytics::{Data, Order};
use store::imports;
use tools::{ToolContext, ToolError, given};

/// Maximum number of texts selected by `query`.
const MAX_QUERY_TEXTS: usize = 1_000;
/// Groups smaller than this are too small to be called the worst.
const MIN_GROUP_SIZE: i64 = 5;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Args {
    /// Only texts with these words.
    query: Option<String>,
    /// Also the estimated NPS.
    estimated_nps: Option<bool>,
    #[serde(flatten)]
    which: FilterArgs,
}

pub async fn run(ctx: ToolContext, args: Args) -> Result<ToolOutput, ToolError> {
    let mut n = filters::resolve_filter(&ctx, &args.which, Data::Communications).await?;
    let mut available = None;
    if let Some(query) = given(&args.query) {
        available = Some(pick(&ctx, &mut n, query).await?);
    }
    let by_day = presets::feeling_by(&ctx.db, &n.subset, GroupBy::Day).await?;
    let all = SentimentCounts::sum(&by_day);
    let days = n.settle_days(&ctx).await?;
    let periods = periods(&by_day, days);
    let insights = insights(&ctx, &n, &all, &by_day).await?;
    let mut summary = summary(&n, &all);
    if let Some(matching) = available.filter(|matching| *matching > all.total) {
        summary.push_str(&format!(" These are the best of {} that match.", figures::number(matching)));
    }
    let sources = evidence::examples(&ctx.db, &n.subset, Order::MostNegative, 4).await?;
    let mut data = json!({
        "sentimentBreakdown": counted::breakdown(&all),
        "shares": {
            "positive": figures::share(all.positive, all.judged()), "neutral": figures::share(all.neutral, all.judged()),
            "negative": figures::share(all.negative, all.judged()),
        },
        "averageScore": all.mean(),
        "insights": insights,
        "total": all.total, "judged": all.judged(), "notJudged": all.total - all.judged(),
        "course": periods,
        "timeRange": n.time_json(), "filters": n.used,
        "method": method(&ctx).await?,
    });
    if args.estimated_nps == Some(true) {
        data["estimatedNps"] = nps::output(presets::feeling_bands(&ctx.db, &n.subset).await?);
    }
    let charts = charts(&n, &all, &by_day);
    let read = (all.judged(), available.unwrap_or(all.total).max(all.total));
    Ok(ToolOutput { sources, charts, ..n.output(summary, data, read, counts(days)) })
}

/// The messages behind the figures.
fn counts(days: DateRange) -> Vec<FigureRule> {
    let judged = presets::judged();
    let mut all = vec![FigureRule::count("/total"), part("/judged", &judged), part("/notJudged", &not(judged))];
    let row = FigureRule::at("/course/*").by(step(days).0, &["/from"]);
    for sentiment in Sentiment::ALL {
        let test = is("sentiment", &[sentiment.as_str()]);
        all.push(of(&format!("/shares/{sentiment}"), &test));
        all.push(part_of_row(&row, &format!("/{sentiment}"), &test));
    }
    all.push(row.counts("/total"));
    all.extend(counted::feeling());
    all.extend(nps::counts("/estimatedNps"));
    all
}

/// How the scores were computed: part of every result.
async fn method(ctx: &ToolContext) -> Result<String, ToolError> {
    let methods = imports::judged(&ctx.db).await?;
    Ok(if methods.is_empty() { sentiment::METHOD.to_owned() } else { methods.join(" ") })
}

/// Restricts to texts that contain the words; returns their number.
async fn pick(ctx: &ToolContext, n: &mut ResolvedFilter, query: &str) -> Result<i64, ToolError> {
    let search = SearchQuery { only: Some(Only::Communications), all_words: true, ..n.search(query, MAX_QUERY_TEXTS) };
    let mut found = find(ctx, search.clone()).await?;
    if found.words.is_empty() {
        return Err(ToolError::new("The query has no words to look for. Give content words, or leave it out."));
    }
    let matching = if found.matching_all > 0 { found.matching_all } else { found.matching_any };
    if found.matching_all == 0 {
        found = find(ctx, SearchQuery { all_words: false, ..search }).await?;
    }
    let ids: Vec<&str> = found.hits.iter().map(|h| h.id.as_str()).collect();
    n.subset.tests.push(is("id", &ids));
    n.mention(&format!("with \"{query}\""));
    n.used.insert("query".into(), query.into());
    Ok(i64::try_from(matching).unwrap_or(i64::MAX))
}

fn summary(n: &ResolvedFilter, all: &SentimentCounts) -> String {
    let counted = n.counted_in_days(all.total);
    let Some(mean) = all.mean() else {
        let why = if all.total == 0 { "" } else { "; none has a text to judge" };
        return format!("{counted}{why}.");
    };
    let p = |count| figures::percent(count, all.judged());
    let unjudged = match all.total - all.judged() {
        0 => String::new(),
        k => format!(" {} without a text could not be judged.", figures::number(k)),
    };
    format!(
        "{counted}: {}% negative, {}% neutral, {}% positive; the average score is {mean}.{unjudged}",
        p(all.negative),
        p(all.neutral),
        p(all.positive)
    )
}

/// At most three: the largest direction, where it is worst, and how it changed.
async fn insights(
    ctx: &ToolContext,
    n: &ResolvedFilter,
    all: &SentimentCounts,
    by_day: &[SentimentCounts],
) -> Result<Vec<String>, ToolError> {
    let mut out = Vec::new();
    if all.judged() == 0 {
        return Ok(out);
    }
    out.extend(worst_group(ctx, n).await?);
    let worst_day = by_day
        .iter()
        .filter(|d| d.negative >= MIN_GROUP_SIZE)
        .max_by(|a, b| a.negative.cmp(&b.negative).then_with(|| b.value.cmp(&a.value)));
    if let Some((day, negative)) = worst_day.and_then(|d| Some((d.value.as_ref()?.parse().ok()?, d.negative))) {
        out.push(format!("Most negative communications came on {}: {negative}.", full_date(day)));
    }
    if !n.used.contains_key("query")
        && let Some(before) = n.before(ctx).await?
    {
        let filter = n.subset.on(before);
        let groups = presets::feeling_by(&ctx.db, &filter, GroupBy::Day).await?;
        let then = SentimentCounts::sum(&groups);
        if let (Some(now), Some(earlier)) = (all.mean(), then.mean()) {
            let word = match figures::round2(now - earlier) {
                d if d > 0.1 => "better than",
                d if d < -0.1 => "worse than",
                _ => "about as",
            };
            out.push(format!(
                "The average score is {word} in the period before ({}): {now} after {earlier}.",
                before.label()
            ));
        }
    }
    out.truncate(3);
    Ok(out)
}

/// The product, else the topic, else the channel with the lowest average score among several.
async fn worst_group(ctx: &ToolContext, n: &ResolvedFilter) -> Result<Option<String>, ToolError> {
    for (by, what) in [(GroupBy::Product, "product"), (GroupBy::Topic, "topic"), (GroupBy::Channel, "channel")] {
        let groups = presets::feeling_by(&ctx.db, &n.subset, by).await?;
        let large: Vec<&SentimentCounts> =
            groups.iter().filter(|g| g.value.is_some() && g.scored >= MIN_GROUP_SIZE).collect();
        let worst = large.iter().min_by(|a, b| a.mean().unwrap_or(0.0).total_cmp(&b.mean().unwrap_or(0.0)));
        if let (Some(worst), true) = (worst, large.len() > 1)
            && let (Some(name), Some(mean)) = (&worst.value, worst.mean())
        {
            return Ok(Some(format!(
                "The {what} with the lowest average score is {name}: {mean} over {} texts.",
                worst.scored
            )));
        }
    }
    Ok(None)
}

/// The bucket of the series, and the first day of a day's bucket.
fn step(days: DateRange) -> (&'static str, fn(NaiveDate) -> NaiveDate) {
    match days.days().unwrap_or(0) {
        ..=31 => ("@day", |day| day),
        32..=184 => ("@week", |day| {
            day.checked_sub_days(Days::new(u64::from(day.weekday().num_days_from_monday()))).unwrap_or(day)
        }),
        _ => ("@month", |day| day.with_day(1).unwrap_or(day)),
    }
}

/// The series: by day up to a month, by week (from Monday) up to half a year, by month beyond.
fn periods(by_day: &[SentimentCounts], days: DateRange) -> Vec<Value> {
    let start = step(days).1;
    let mut periods: std::collections::BTreeMap<NaiveDate, SentimentCounts> = std::collections::BTreeMap::new();
    for feeling in by_day {
        if let Some(day) = feeling.value.as_ref().and_then(|d| d.parse().ok()) {
            let slot = periods.entry(start(day)).or_default();
            *slot = std::mem::take(slot).plus(feeling);
        }
    }
    let entry = |(from, f): (&NaiveDate, &SentimentCounts)| {
        json!({ "from": from, "total": f.total, "positive": f.positive, "neutral": f.neutral, "negative": f.negative,
            "averageScore": f.mean() })
    };
    periods.iter().map(entry).collect()
}

fn charts(n: &ResolvedFilter, all: &SentimentCounts, by_day: &[SentimentCounts]) -> Vec<Chart> {
    if all.judged() == 0 {
        return Vec::new();
    }
    let (noun, days) = (n.noun(2), n.days);
    let of = |feeling| Scope { sentiment: Some(feeling), ..Scope::default() };
    let part = |label: &str, count: i64, tone, feeling| {
        let filter = Some(Scope { name: Some(label.to_lowercase()), ..of(feeling) });
        Part { label: label.into(), value: count as f64, tone, filter }
    };
    let scope = n.scope();
    let parts: Vec<Part> = [
        part("Negative", all.negative, Tone::Negative, Sentiment::Negative),
        part("Neutral", all.neutral, Tone::Neutral, Sentiment::Neutral),
        part("Positive", all.positive, Tone::Positive, Sentiment::Positive),
    ]
    .into_iter()
    .filter(|p| p.value > 0.0)
    .collect();
    let finding = format!("{}% are negative", figures::percent(all.negative, all.judged()));
    let subtitle = format!("{} by sentiment, {}", capital(noun), days.label());
    let mut charts = vec![figures::parts(finding, subtitle, noun, parts, scope.clone())];
    if !(2..=400).contains(&days.days().unwrap_or(0)) {
        return charts;
    }
    let negative: Vec<(NaiveDate, i64)> =
        by_day.iter().filter_map(|d| Some((d.value.as_ref()?.parse().ok()?, d.negative))).collect();
    if let Some((day, count)) = figures::peak(&negative).filter(|(_, count)| *count > 0) {
        let finding = format!("Most negative on {}: {count}", full_date(day));
        let chart = figures::days(
            finding,
            format!("Negative {noun} a day, {}", days.label()),
            noun,
            &with_zeros(&negative, days),
        );
        charts.push(
            chart.about(scope.and(&Scope { name: Some("negative".into()), ..of(Sentiment::Negative) }), |_| None),
        );
    }
    charts
}
