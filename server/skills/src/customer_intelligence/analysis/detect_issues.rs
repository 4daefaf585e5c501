//! `detect_issues`: what goes wrong, by topic: what is new, what grows and what to do first.

use std::collections::HashMap;

use model::answer::Source;
use model::run::ToolOutput;
use model::run::drill_through::FigureRule;
use model::time::{DateRange, full_date};
use serde_json::{Value, json};

use crate::counted::{of, part, part_of_row};
use crate::filters::{self, FilterArgs, ResolvedFilter, days_json};
use crate::{evidence, figures};
use query::filter_codec;
use query::presets::{self, Problems};
use query::subset::is;
use store::analytics::{Data, Order};
use tools::{ToolContext, ToolError};

/// Minimum problematic communications for an issue.
const ENOUGH: i64 = 3;
/// Maximum issues listed, and sentences about them.
const LISTED: usize = 10;
const INSIGHTS: usize = 5;
/// Number of problems from which growth makes an issue serious.
const MANY: i64 = 10;
/// Share of all problems from which an issue is serious by itself.
const LARGE: f64 = 0.2;

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
    examples: Vec<Source>,
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
    let mut issues: Vec<Issue> = found.into_iter().filter_map(|p| issue(p, problematic, earlier.as_ref())).collect();
    let count = issues.len();
    let rank = |i: &Issue| ["high", "medium", "low"].iter().position(|s| *s == i.severity);
    issues.sort_by_key(|i| (rank(i), std::cmp::Reverse(i.p.problematic)));
    issues.truncate(LISTED);
    let first: Vec<String> = issues.iter().take(5).map(|i| i.name.clone()).collect();
    let examples = evidence::examples_of_topics(&ctx.db, &n.subset, Order::MostNegative, 2, &first).await?;
    issues.iter_mut().zip(examples).for_each(|(issue, examples)| issue.examples = examples);
    let summary = summary(&n, &issues, count, problematic, total);
    let data = json!({
        "issueCount": count, "problematicCount": problematic, "totalCommunications": total,
        "problematicShare": figures::share(problematic, total),
        "issues": issues.iter().map(entry).collect::<Vec<_>>(),
        "insights": insights(&issues, problematic, before),
        "recommendations": recommendations(&issues),
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

fn issue(p: Problems, problematic: i64, earlier: Option<&HashMap<String, i64>>) -> Option<Issue> {
    let name = p.value.clone().filter(|_| p.problematic >= ENOUGH)?;
    let before = earlier.map(|then| then.get(&name).copied().unwrap_or(0));
    let share = figures::share(p.problematic, problematic);
    let severity = severity(p.problematic, share, before);
    Some(Issue { name, share, before, severity, p, examples: Vec::new() })
}

fn severity(now: i64, share: f64, before: Option<i64>) -> &'static str {
    let grew = before.is_some_and(|b| now >= MANY && now as f64 >= 1.5 * b as f64 && figures::count_z(now, b) >= 2.0);
    match before {
        _ if share >= LARGE || grew => "high",
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
    format!(
        "{counted}: {} are problematic, in {count} {many}. First: {}.",
        figures::number(problematic),
        figures::shares_in_words(named, problematic)
    )
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
    let angry = issues.iter().filter(|i| i.p.negative >= 5);
    if let Some(i) = angry.max_by(|a, b| (a.p.negative * b.p.total).cmp(&(b.p.negative * a.p.total))) {
        out.push(format!("{} reads worst: {} of {} are negative.", i.name, say(i.p.negative), say(i.p.total)));
    }
    out.truncate(INSIGHTS);
    out
}

/// What to do first, about the three most serious.
fn recommendations(issues: &[Issue]) -> Vec<String> {
    let advice = |i: &Issue| match (i.severity, i.before) {
        ("high", Some(0)) => format!("Find what began {}: it is new.", since(i)),
        ("high", Some(before)) if i.p.problematic > before => format!("Name one person for {}: it grows.", i.name),
        ("high", _) => format!("Start with {}: it causes most problems.", i.name),
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
