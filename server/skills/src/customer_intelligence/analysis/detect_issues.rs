//! `detect_issues`: what goes wrong, by topic: what is new, what grows and what to do first.

use std::collections::HashMap;

use model::answer::Source;
use model::run::ToolOutput;
use model::run::drill_through::FigureRule;
use model::time::{DateRange, full_date};
use serde_json::{Value, json};

use crate::counted::{of, part, part_of_row};
use crate::filters::{self, FilterArgs, ResolvedFilter, days_json, elapsed};
use crate::{evidence, figures};
use query::filter_codec;
use query::presets::{self, GroupBy, Problems};
use query::subset::is;
use store::analytics::{Data, Order};
use tools::{ToolContext, ToolError};

/// Minimum problematic communications for an issue.
const MIN_PROBLEMATIC: i64 = 3;
/// Maximum issues listed, and sentences about them.
const MAX_ISSUES: usize = 10;
const MAX_INSIGHTS: usize = 5;
/// Number of problems from which growth makes an issue serious.
const MIN_GROWTH_COUNT: i64 = 10;
/// Share of all problems from which an issue is serious by itself.
const HIGH_SEVERITY_SHARE: f64 = 0.2;
/// How far above that of all issues a topic's share of negative messages is worth a sentence.
const MIN_NEGATIVE_EXCESS: f64 = 0.1;

const METHOD: &str = "Problematic is what is a complaint, reads as negative or was escalated. An issue is a topic with at least \
    3 such communications. Its severity is high when it makes up a fifth of all problems, or has at least 10 and grew by half \
    against the period before and by more than chance; low when it shrank or is small (below 2%); else medium.";

/// A problematic topic.
struct Issue {
    name: String,
    p: Problems,
    share: f64,
    /// Problems in the previous period; `None` if the data does not go back that far.
    before: Option<i64>,
    severity: &'static str,
    /// Problems in the first and the second half of the period.
    halves: (i64, i64),
    examples: Vec<Source>,
}

impl Issue {
    /// Whether it became less within the period, by more than chance.
    fn fell(&self) -> bool {
        let (first, second) = self.halves;
        second < first && figures::count_z(first, second) >= 2.0
    }
}

pub async fn run(ctx: ToolContext, which: FilterArgs) -> Result<ToolOutput, ToolError> {
    let mut n = filters::resolve_filter(&ctx, &which, Data::Communications).await?;
    let found = presets::problems(&ctx.db, &n.subset).await?;
    let (total, problematic) =
        (found.iter().map(|p| p.total).sum::<i64>(), found.iter().map(|p| p.problematic).sum::<i64>());
    n.settle_days(&ctx).await?;
    let before = n.before(&ctx).await?;
    let earlier: Option<HashMap<String, i64>> = match before {
        Some(range) => {
            let then = presets::problems(&ctx.db, &n.subset.on(range)).await?;
            Some(then.into_iter().filter_map(|p| Some((p.value?, p.problematic))).collect())
        }
        None => None,
    };
    let days = elapsed(n.days, ctx.as_of);
    let halves = halves(&ctx, &n, days).await?;
    let mut issues: Vec<Issue> =
        found.into_iter().filter_map(|p| issue(p, problematic, earlier.as_ref(), &halves)).collect();
    let count = issues.len();
    let rank = |i: &Issue| ["high", "medium", "low"].iter().position(|s| *s == i.severity);
    issues.sort_by_key(|i| (rank(i), std::cmp::Reverse(i.p.problematic)));
    issues.truncate(MAX_ISSUES);
    let first: Vec<String> = issues.iter().take(5).map(|i| i.name.clone()).collect();
    let examples = evidence::examples_of_topics(&ctx.db, &n.subset, Order::MostNegative, 2, &first).await?;
    issues.iter_mut().zip(examples).for_each(|(issue, examples)| issue.examples = examples);
    let summary = summary(&n, &issues, count, problematic, total);
    let data = json!({
        "issueCount": count, "problematicCount": problematic, "totalCommunications": total,
        "problematicShare": figures::share(problematic, total),
        "issues": issues.iter().map(entry).collect::<Vec<_>>(),
        "insights": insights(&issues, problematic, before),
        "recommendations": recommendations(&issues, before),
        "previousPeriod": before.map(|before| days_json(before, None)),
        "timeRange": n.time_json(), "filters": n.used, "method": METHOD,
    });
    let bars: Vec<(String, i64)> = issues.iter().map(|i| (i.name.clone(), i.p.problematic)).collect();
    let largest = issues.iter().max_by_key(|i| i.p.problematic);
    let charts = largest.filter(|_| bars.len() > 1).map(|i| {
        let finding = figures::leads(&i.name, i.p.problematic, problematic);
        let subtitle = format!("Problematic communications by issue, {}", n.days.label());
        let mut bars = bars.clone();
        bars.sort_by_key(|bar| std::cmp::Reverse(bar.1));
        let mark = |i: usize| bars.get(i).map(|(topic, _)| figures::of_topic(topic));
        figures::bars(finding, subtitle, "communications", &bars, problematic).about(n.scope(), mark)
    });
    let sources = issues.iter().flat_map(|i| i.examples.iter().cloned()).collect();
    let charts = charts.into_iter().collect();
    Ok(ToolOutput { sources, charts, ..n.output(summary, data, (total, total), counts(before)) })
}

/// The messages behind the figures.
fn counts(before: Option<DateRange>) -> Vec<FigureRule> {
    let problem = presets::problem();
    let row = FigureRule::at("/issues/*").by("@topic", &["/topic"]);
    let previous = part_of_row(&row, "/previousCount", &problem);
    let mut all = vec![
        FigureRule::count("/totalCommunications"),
        part("/problematicCount", &problem),
        of("/problematicShare", &problem),
        row.clone().counts("/problematic").only(filter_codec::json(&problem)),
        part_of_row(&row, "/negative", &is("sentiment", &["negative"])),
        part_of_row(&row, "/escalated", &is("status", &["escalated"])),
        FigureRule { path: format!("{}/total", row.path), ..row }.counts(""),
    ];
    all.extend(before.map(|range| previous.on(range)));
    all
}

/// The problems of each topic in the first and the second half of the days.
async fn halves(
    ctx: &ToolContext,
    n: &ResolvedFilter,
    days: DateRange,
) -> Result<HashMap<String, (i64, i64)>, ToolError> {
    let mut out: HashMap<String, (i64, i64)> = HashMap::new();
    let (Some(from), Some(length)) = (days.from, days.days()) else { return Ok(out) };
    let problems = n.subset.and(presets::problem());
    for (topic, day, count) in
        presets::by_group_and_day(&ctx.db, Data::Communications, &problems, GroupBy::Topic).await?
    {
        let Some(topic) = topic else { continue };
        let (first, second) = out.entry(topic).or_default();
        *(if (day - from).num_days() * 2 < length { first } else { second }) += count;
    }
    Ok(out)
}

fn issue(
    p: Problems,
    problematic: i64,
    earlier: Option<&HashMap<String, i64>>,
    halves: &HashMap<String, (i64, i64)>,
) -> Option<Issue> {
    let name = p.value.clone().filter(|_| p.problematic >= MIN_PROBLEMATIC)?;
    let before = earlier.map(|then| then.get(&name).copied().unwrap_or(0));
    let share = figures::share(p.problematic, problematic);
    let severity = severity(p.problematic, share, before);
    let halves = halves.get(&name).copied().unwrap_or_default();
    Some(Issue { name, share, before, severity, halves, p, examples: Vec::new() })
}

fn severity(now: i64, share: f64, before: Option<i64>) -> &'static str {
    let grew = before
        .is_some_and(|b| now >= MIN_GROWTH_COUNT && now as f64 >= 1.5 * b as f64 && figures::count_z(now, b) >= 2.0);
    match before {
        _ if share >= HIGH_SEVERITY_SHARE || grew => "high",
        Some(before) if now < before => "low",
        _ if share < 0.02 => "low",
        _ => "medium",
    }
}

fn entry(i: &Issue) -> Value {
    json!({
        "topic": i.name, "severity": i.severity,
        "problematic": i.p.problematic, "total": i.p.total, "share": i.share,
        "negative": i.p.negative, "escalated": i.p.escalated,
        "previousCount": i.before,
        "changePercent": i.before.and_then(|b| figures::change_percent(i.p.problematic, b)),
        "firstHalf": i.halves.0, "secondHalf": i.halves.1,
        "firstDay": i.p.first, "lastDay": i.p.last,
        "exampleIds": i.examples.iter().map(|s| s.id.as_str()).collect::<Vec<_>>(),
    })
}

fn summary(n: &ResolvedFilter, issues: &[Issue], count: usize, problematic: i64, total: i64) -> String {
    let counted = n.counted_in_days(total);
    if issues.is_empty() {
        return format!("{counted}: no issue; {} are problematic.", figures::number(problematic));
    }
    let named = issues.iter().take(3).map(|i| (i.name.as_str(), i.p.problematic));
    let many = if count == 1 { "issue" } else { "issues" };
    // Of complaints, all are problematic.
    let problems = match problematic == total {
        true => "all of them".to_owned(),
        false => format!("{} are problematic,", figures::number(problematic)),
    };
    format!("{counted}: {problems} in {count} {many}. First: {}.", figures::shares_in_words(named, problematic))
}

/// At most five sentences: the largest, the fastest, the newest, the most escalated, the angriest.
fn insights(issues: &[Issue], problematic: i64, before: Option<DateRange>) -> Vec<String> {
    let mut out = Vec::new();
    let say = figures::number;
    if let Some(i) = issues.iter().max_by_key(|i| i.p.problematic) {
        let percent = figures::percent(i.p.problematic, problematic);
        out.push(format!(
            "{} is the largest: {} of {} problems ({percent}%).",
            i.name,
            say(i.p.problematic),
            say(problematic)
        ));
    }
    let rise = |i: &Issue| i.before.map(|b| i.p.problematic - b);
    if let Some((i, range)) =
        issues.iter().filter(|i| rise(i).is_some_and(|r| r > 0)).max_by_key(|i| rise(i)).zip(before)
        && let Some(then) = i.before
    {
        out.push(format!("{} grew most: {} after {} ({}).", i.name, say(i.p.problematic), say(then), range.label()));
    }
    if let Some(i) = issues.iter().find(|i| i.before == Some(0))
        && let Some(day) = i.p.first
    {
        out.push(format!("{} is new: {} since {}.", i.name, say(i.p.problematic), full_date(day)));
    }
    if let Some(i) = issues.iter().filter(|i| i.p.escalated > 0).max_by_key(|i| i.p.escalated) {
        out.push(format!("{} was escalated most: {} of {}.", i.name, say(i.p.escalated), say(i.p.total)));
    }
    // Where all read alike, none reads worst.
    let (negative, total) = issues.iter().fold((0, 0), |(n, t), i| (n + i.p.negative, t + i.p.total));
    let angrier = figures::share(negative, total) + MIN_NEGATIVE_EXCESS;
    let angry = issues.iter().filter(|i| i.p.negative >= 5 && figures::share(i.p.negative, i.p.total) >= angrier);
    if let Some(i) = angry.max_by(|a, b| (a.p.negative * b.p.total).cmp(&(b.p.negative * a.p.total))) {
        out.push(format!("{} reads worst: {} of {} are negative.", i.name, say(i.p.negative), say(i.p.total)));
    }
    out.truncate(MAX_INSIGHTS);
    out
}

/// What to do first, about the three most serious.
fn recommendations(issues: &[Issue], before: Option<DateRange>) -> Vec<String> {
    let say = figures::number;
    let advice = |i: &Issue| match (i.severity, i.before.zip(before)) {
        ("high", _) if i.fell() => format!(
            "See that {} goes on falling: {} in the first half of the time, {} in the second.",
            i.name,
            say(i.halves.0),
            say(i.halves.1)
        ),
        ("high", Some((0, _))) => format!("Find what began {}: it is new.", since(i)),
        ("high", Some((then, range))) if i.p.problematic > then => format!(
            "Name one person for {}: it grew from {} ({}) to {}.",
            i.name,
            say(then),
            range.label(),
            say(i.p.problematic)
        ),
        ("high", _) => format!("Start with {}: it is {}% of the problems.", i.name, figures::round2(i.share * 100.0)),
        _ if i.p.escalated > 0 => format!("Read the escalated messages on {}.", i.name),
        _ => format!("Watch {}.", i.name),
    };
    issues.iter().take(3).map(advice).collect()
}

fn since(i: &Issue) -> String {
    let day = i.p.first.map(full_date);
    format!("{}{}", i.name, day.map(|d| format!(" on {d}")).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn issue(name: &str, severity: &'static str, counts: (i64, i64), before: i64, halves: (i64, i64)) -> Issue {
        let (problematic, negative) = counts;
        let p = Problems { total: problematic, problematic, negative, ..Problems::default() };
        Issue { name: name.into(), p, share: 0.25, before: Some(before), severity, halves, examples: Vec::new() }
    }

    #[test]
    fn what_fell_is_not_said_to_grow_and_what_all_have_is_not_said_of_one() {
        let december = DateRange::new("2025-12-01".parse().unwrap(), "2025-12-31".parse().unwrap());
        let fell = issue("Login failures", "high", (140, 140), 20, (110, 30));
        let grew = issue("Fees", "high", (60, 60), 20, (20, 40));
        let all = recommendations(&[fell, grew], Some(december));
        assert!(all[0].contains("goes on falling: 110 in the first half") && !all[0].contains("grew"), "{all:?}");
        assert!(
            all[1].starts_with("Name one person for Fees: it grew from 20 (") && all[1].ends_with(" to 60."),
            "{all:?}"
        );
        let worst =
            |issues: &[Issue]| insights(issues, 200, None).into_iter().find(|text| text.contains("reads worst"));
        let alike = [issue("A", "high", (6, 6), 0, (3, 3)), issue("B", "high", (40, 40), 0, (20, 20))];
        assert_eq!(worst(&alike), None);
        let apart = [issue("A", "high", (10, 10), 0, (5, 5)), issue("B", "high", (40, 12), 0, (20, 20))];
        assert_eq!(worst(&apart).as_deref(), Some("A reads worst: 10 of 10 are negative."));
    }

    #[test]
    fn severity_is_size_or_growth() {
        for (now, share, before, want) in [
            (100, 0.25, None, "high"),
            (30, 0.05, Some(10), "high"),
            (6, 0.05, Some(0), "medium"),
            (5, 0.05, Some(3), "medium"),
            (9, 0.05, Some(20), "low"),
            (50, 0.25, Some(90), "high"),
            (5, 0.01, None, "low"),
            (12, 0.05, None, "medium"),
        ] {
            assert_eq!(severity(now, share, before), want, "{now} {share} {before:?}");
        }
    }
}
