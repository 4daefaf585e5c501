//! `analyze_trends`: whether volume rises or falls, and which topics emerge or fade.

use model::run::drill_through::FigureRule;
use model::text::capital;
use std::collections::HashMap;

use chrono::{Days, NaiveDate};
use model::answer::Source;
use model::chart::Chart;
use model::run::ToolOutput;
use model::time::{DateRange, full_date};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::super::counts::get_daily_volumes::{DataType, Trend, by_month, last_weeks, trend, with_zeros};
use crate::filters::{self, FilterArgs, ResolvedFilter, days_json};
use crate::{evidence, figures};
use query::presets::{self, GroupBy};
use store::analytics::values as stored;
use store::analytics::{Data, Order};
use tools::{ToolContext, ToolError};

/// Maximum days of a topic's latest period, and of a range examined day by day.
const MAX_PERIOD_DAYS: i64 = 90;
const MAX_DAILY_DAYS: i64 = 400;
/// Maximum topics listed that rise, and that fall.
const MAX_TOPICS: usize = 5;
/// Records a topic needs in one of the periods, and deviations between them, not to be chance.
const MIN_RECORDS: i64 = 5;
const MIN_Z_SCORE: f64 = 2.0;

pub const METHOD: &str = "Direction: the last 7 days against the 7 before; more than a tenth more is increasing, more than a tenth \
    less is decreasing. A topic rises or falls when its latest period differs from the one before by two standard \
    deviations of such counts (Poisson).";

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Args {
    #[schemars(extend("default" = "communications"))]
    data_type: Option<DataType>,
    #[serde(flatten)]
    which: FilterArgs,
}

pub async fn run(ctx: ToolContext, args: Args) -> Result<ToolOutput, ToolError> {
    let mut n =
        filters::resolve_filter(&ctx, &args.which, args.data_type.map_or(Data::Communications, Data::from)).await?;
    let counted = presets::by_day(&ctx.db, n.data, &n.subset).await?;
    let total: i64 = counted.iter().map(|(_, count)| count).sum();
    let days = n.settle_past_days(&ctx).await?;
    let length = days.days().unwrap_or(0).max(0);
    let average = if length > 0 { total as f64 / length as f64 } else { 0.0 };
    // The last two weeks and the chart need every day; a range of many years is listed by month.
    let last = latest(days, 14.max(length.min(MAX_DAILY_DAYS)));
    let daily = with_zeros(&counted, if length <= MAX_DAILY_DAYS { days } else { last });
    let direction = trend(&daily).filter(|_| total > 0);
    let months = by_month(&counted);
    let periods = periods(&ctx, &n, length).await?;
    let topics = match periods {
        Some((now, before)) => topics(&ctx, &n, now, before).await?,
        None => Vec::new(),
    };
    let (rising, falling) = split(&topics);
    let change = periods.map(|(now, before)| (sum(&counted, now), before));
    let earlier = match periods {
        Some((_, before)) => Some(presets::count(&ctx.db, n.data, &n.subset.on(before)).await?),
        None => None,
    };
    let summary = summary(&n, total, average, direction, (&rising, &falling), periods);
    let data = json!({
        "trendDirection": direction.map_or("not enough days", |t| t.word),
        "last7Days": direction.map(|t| t.last), "previous7Days": direction.map(|t| t.previous),
        "dailyAverage": figures::round2(average), "total": total, "days": length,
        "latestPeriod": periods.map(|(now, _)| days_json(now, None)),
        "previousPeriod": periods.map(|(_, before)| days_json(before, None)),
        "latestCount": change.map(|(now, _)| now), "previousCount": earlier,
        "changePercent": change.zip(earlier).and_then(|((now, _), before)| figures::change_percent(now, before)),
        "rising": rising.iter().map(|t| t.entry()).collect::<Vec<_>>(),
        "falling": falling.iter().map(|t| t.entry()).collect::<Vec<_>>(),
        "monthly": figures::series(&months, "month"),
        "dataType": n.data.as_str(), "timeRange": n.time_json(), "filters": n.used,
        "method": METHOD,
    });
    let charts = charts(&n, length, &daily, &months, &rising, direction);
    let sources = sources(&ctx, &n, &rising, periods).await?;
    let rules = counts(days, direction.is_some(), periods);
    Ok(ToolOutput { sources, charts, ..n.output(summary, data, (total, total), rules) })
}

/// The records behind the figures.
fn counts(days: DateRange, has_direction: bool, periods: Option<(DateRange, DateRange)>) -> Vec<FigureRule> {
    let mut all = vec![
        FigureRule::count("/total"),
        FigureRule::at("/dailyAverage"),
        FigureRule::at("/monthly/*").counts("/count").by("@month", &["/month"]),
    ];
    if has_direction {
        all.extend(last_weeks(days, ""));
    }
    if let Some((now, before)) = periods {
        all.push(FigureRule::count("/latestCount").on(now));
        all.push(FigureRule::count("/previousCount").on(before));
        for list in ["/rising/*", "/falling/*"] {
            let row = FigureRule::at(list).by("@topic", &["/topic"]);
            let previous = FigureRule { path: format!("{list}/previousCount"), ..row.clone() };
            all.extend([row.counts("/count").on(now), previous.counts("").on(before)]);
        }
    }
    all
}

/// The last days of a range.
fn latest(days: DateRange, count: i64) -> DateRange {
    let back = Days::new(u64::try_from(count - 1).unwrap_or(0));
    let from = days.to.and_then(|to| to.checked_sub_days(back)).max(days.from);
    DateRange { from, to: days.to }
}

fn sum(counted: &[(NaiveDate, i64)], range: DateRange) -> i64 {
    let inside = |day: NaiveDate| range.from.is_none_or(|f| day >= f) && range.to.is_none_or(|t| day <= t);
    counted.iter().filter(|(day, _)| inside(*day)).map(|(_, count)| count).sum()
}

/// The latest days of the range and as many before them, if the data has those.
async fn periods(
    ctx: &ToolContext,
    n: &ResolvedFilter,
    length: i64,
) -> Result<Option<(DateRange, DateRange)>, ToolError> {
    let extent = stored::days(&ctx.db, n.data).await?;
    let Some((first, _)) = extent else { return Ok(None) };
    // If nothing precedes the range, its own first half does.
    let before_all = |range: &DateRange| range.from.is_some_and(|from| first <= from);
    let whole = latest(n.days, length.min(MAX_PERIOD_DAYS));
    let half = latest(n.days, (length / 2).clamp(1, MAX_PERIOD_DAYS));
    for now in [whole, half] {
        if let Some(before) = now.previous().filter(before_all) {
            return Ok(Some((now, before)));
        }
    }
    Ok(None)
}

/// A topic in the latest period and in the one before.
struct Topic {
    name: String,
    now: i64,
    before: i64,
}

impl Topic {
    fn z(&self) -> f64 {
        figures::count_z(self.now, self.before)
    }

    fn entry(&self) -> Value {
        json!({
            "topic": self.name, "count": self.now, "previousCount": self.before,
            "changePercent": figures::change_percent(self.now, self.before), "isNew": self.before == 0,
            "z": figures::round2(self.z()),
        })
    }
}

async fn topics(
    ctx: &ToolContext,
    n: &ResolvedFilter,
    now: DateRange,
    before: DateRange,
) -> Result<Vec<Topic>, ToolError> {
    let mut both: HashMap<String, (i64, i64)> = HashMap::new();
    for (range, first) in [(now, true), (before, false)] {
        let filter = n.subset.on(range);
        for (name, count) in presets::by_group(&ctx.db, n.data, &filter, GroupBy::Topic).await? {
            let Some(name) = name else { continue };
            let slot = both.entry(name).or_default();
            *(if first { &mut slot.0 } else { &mut slot.1 }) = count;
        }
    }
    Ok(both.into_iter().map(|(name, (now, before))| Topic { name, now, before }).collect())
}

/// The rising and the falling topics, most certain first.
fn split(topics: &[Topic]) -> (Vec<&Topic>, Vec<&Topic>) {
    let mut moved: Vec<&Topic> =
        topics.iter().filter(|t| t.now.max(t.before) >= MIN_RECORDS && t.z().abs() >= MIN_Z_SCORE).collect();
    moved.sort_by(|a, b| b.z().abs().total_cmp(&a.z().abs()).then_with(|| a.name.cmp(&b.name)));
    let (mut rising, mut falling): (Vec<&Topic>, Vec<&Topic>) = moved.into_iter().partition(|t| t.now > t.before);
    rising.truncate(MAX_TOPICS);
    falling.truncate(MAX_TOPICS);
    (rising, falling)
}

fn summary(
    n: &ResolvedFilter,
    total: i64,
    average: f64,
    direction: Option<Trend>,
    (rising, falling): (&[&Topic], &[&Topic]),
    periods: Option<(DateRange, DateRange)>,
) -> String {
    let mut text = format!("{}, {} a day on average", n.counted_in_days(total), figures::round2(average));
    match direction {
        Some(t) => text.push_str(&format!(
            "; {}: {} in the last 7 days, {} in the 7 before.",
            t.word,
            figures::number(t.last),
            figures::number(t.previous)
        )),
        None => text.push_str("; too few days to tell a direction."),
    }
    let Some((_, before)) = periods else { return text };
    let list = |topics: &[&Topic]| {
        let one = |t: &&Topic| format!("{} {} after {}", t.name, figures::number(t.now), figures::number(t.before));
        topics.iter().take(3).map(one).collect::<Vec<_>>().join(", ")
    };
    if !rising.is_empty() {
        text.push_str(&format!(" Rising against {}: {}.", before.label(), list(rising)));
    }
    if !falling.is_empty() {
        text.push_str(&format!(" Falling: {}.", list(falling)));
    }
    text
}

fn charts(
    n: &ResolvedFilter,
    length: i64,
    daily: &[(NaiveDate, i64)],
    months: &[(NaiveDate, i64)],
    rising: &[&Topic],
    direction: Option<Trend>,
) -> Vec<Chart> {
    let noun = n.noun(2);
    let by_month = length > MAX_DAILY_DAYS;
    let points = if by_month { months } else { daily };
    let mut charts = Vec::new();
    if points.len() > 1 && points.iter().any(|(_, count)| *count > 0) {
        let each = if by_month { "month" } else { "day" };
        let finding = match (direction, figures::peak(points)) {
            (Some(t), _) if !by_month => format!(
                "{}: {} after {} in the week before",
                capital(t.word),
                figures::number(t.last),
                figures::number(t.previous)
            ),
            (_, Some((day, count))) if by_month => {
                format!("Most in {}: {}", day.format("%B %Y"), figures::number(count))
            }
            (_, Some((day, count))) => format!("Most on {}: {}", full_date(day), figures::number(count)),
            _ => String::new(),
        };
        let subtitle = format!("{} a {each}, {}", capital(noun), n.days.label());
        charts.push(figures::days(finding, subtitle, noun, points).about(n.scope(), |_| None));
    }
    if let Some(first) = rising.first() {
        let bars: Vec<(String, i64)> = rising.iter().map(|t| (t.name.clone(), t.now - t.before)).collect();
        let finding = format!(
            "{} rises most: {} after {}",
            first.name,
            figures::number(first.now),
            figures::number(first.before)
        );
        let mark = |i: usize| rising.get(i).map(|t| figures::of_topic(&t.name));
        let chart = figures::bars_of_no_whole(finding, format!("More {noun} than in the period before"), noun, &bars);
        charts.push(chart.about(n.scope(), mark));
    }
    charts
}

/// Examples of rising topics; of the whole if none rises.
async fn sources(
    ctx: &ToolContext,
    n: &ResolvedFilter,
    rising: &[&Topic],
    periods: Option<(DateRange, DateRange)>,
) -> Result<Vec<Source>, ToolError> {
    let moved = periods.filter(|_| n.data == Data::Communications && !rising.is_empty());
    let Some((now, _)) = moved else { return Ok(evidence::first(&ctx.db, n.data, &n.subset, None, 3).await?) };
    let topics: Vec<String> = rising.iter().take(3).map(|t| t.name.clone()).collect();
    let filter = n.subset.on(now);
    Ok(evidence::examples_of_topics(&ctx.db, &filter, Order::Newest, 2, &topics).await?.concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn topics_move_when_it_is_more_than_chance() {
        let topic = |name: &str, now, before| Topic { name: name.into(), now, before };
        let all = [
            topic("fourfold", 40, 10),
            topic("new", 5, 0),
            topic("few", 4, 0),
            topic("same", 105, 100),
            topic("gone", 0, 30),
        ];
        let (rising, falling) = split(&all);
        assert_eq!(rising.iter().map(|t| t.name.as_str()).collect::<Vec<_>>(), ["fourfold", "new"]);
        assert_eq!(falling.iter().map(|t| t.name.as_str()).collect::<Vec<_>>(), ["gone"]);
        assert_eq!(figures::round2(all[0].z()), 4.24);
    }

    #[test]
    fn the_last_days_of_a_range() {
        let day = |text: &str| text.parse::<NaiveDate>().unwrap();
        let range = DateRange::new(day("2026-01-01"), day("2026-01-31"));
        assert_eq!(latest(range, 7).from, Some(day("2026-01-25")));
        assert_eq!(latest(range, 90), range);
        assert_eq!(sum(&[(day("2026-01-24"), 3), (day("2026-01-25"), 4)], latest(range, 7)), 4);
    }
}
