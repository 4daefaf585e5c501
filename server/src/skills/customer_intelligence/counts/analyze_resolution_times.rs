//! `analyze_resolution_times`: how long cases took from their opening to their resolution.

use app::model::answer::Coverage;
use app::model::run::{Scope, ToolOutput};
use app::model::text::capital;
use app::model::time::DateRange;
use serde_json::{Value, json};

use crate::skills::which::{self, Narrowed, Which};
use crate::skills::{evidence, figures};
use crate::store::analytics::{self, Data, Resolution};
use crate::tools::{Tool, ToolContext, ToolError};

const METHOD: &str = "From the opening of a case to its resolution, in days; only cases that were resolved count, by the day \
    on which they were opened.";
const DAY_MS: f64 = 86_400_000.0;

pub fn tool() -> Tool {
    Tool::reads(
        "analyze_resolution_times",
        "How long resolved cases took: mean, median, shortest, longest, by category too.",
        run,
    )
}

async fn run(ctx: ToolContext, which: Which) -> Result<ToolOutput, ToolError> {
    let n = which::narrow(&ctx, &which, Data::Cases).await?;
    let rows = analytics::resolutions(&ctx.db, &n.filter).await?;
    let resolved: i64 = rows.iter().map(|r| r.cases).sum();
    let all = analytics::count(&ctx.db, Data::Cases, &n.filter).await?;
    let days = n.days(&ctx).await?;
    if resolved == 0 {
        let why =
            if all == 0 { "There are no cases at all." } else { "The cases there do not say when they were resolved." };
        return Err(ToolError::new(format!("No resolved cases found in time range. {why}")));
    }
    let count = usize::try_from(resolved).unwrap_or(1);
    let average = rows.iter().map(|r| r.sum_ms).sum::<f64>() / resolved as f64;
    let (least, most) = (rows.iter().map(|r| r.min_ms).min(), rows.iter().map(|r| r.max_ms).max());
    let median = median(&analytics::took(&ctx.db, &n.filter, (count - 1) / 2, 2 - count % 2).await?);
    // Nearest rank: the shortest time within which nine of ten were resolved.
    let ninth = analytics::took(&ctx.db, &n.filter, (count * 9).div_ceil(10) - 1, 1).await?;
    let figures = Times {
        average: in_days(average),
        min: in_days(least.unwrap_or(0) as f64),
        max: in_days(most.unwrap_or(0) as f64),
        median: in_days(median),
        ninth: in_days(ninth.first().copied().unwrap_or(0) as f64),
    };
    let summary = summary(&n, resolved, all, &figures, &rows, days);
    let data = json!({
        "casesAnalyzed": resolved,
        "avgResolutionDays": figures.average, "minResolutionDays": figures.min, "maxResolutionDays": figures.max,
        "avgResolutionHours": in_hours(average), "medianResolutionHours": in_hours(median),
        "medianResolutionDays": figures.median, "ninetiethPercentileDays": figures.ninth,
        "notResolved": all - resolved,
        "byCategory": rows.iter().map(entry).collect::<Vec<_>>(),
        "timeRange": n.time_json(days), "filters": n.used, "method": METHOD,
    });
    let slowest = analytics::slowest(&ctx.db, &n.filter, 4).await?;
    let sources = evidence::of_cases(&ctx.db, &analytics::cases_by_id(&ctx.db, slowest).await?).await?;
    let charts = chart(&rows, days, n.scope(days));
    let coverage = Coverage { read: resolved, available: all, unit: "cases".into(), range: days };
    Ok(ToolOutput { data, summary, sources, charts, coverage: Some(coverage) })
}

/// Days with one decimal.
struct Times {
    average: f64,
    min: f64,
    max: f64,
    median: f64,
    ninth: f64,
}

fn in_days(ms: f64) -> f64 {
    (ms / DAY_MS * 10.0).round() / 10.0
}

/// Hours with two decimals.
fn in_hours(ms: f64) -> f64 {
    figures::round2(ms / DAY_MS * 24.0)
}

fn mean(row: &Resolution) -> f64 {
    in_days(row.sum_ms / row.cases.max(1) as f64)
}

/// Of the one or the two in the middle.
fn median(middle: &[i64]) -> f64 {
    middle.iter().map(|ms| *ms as f64).sum::<f64>() / middle.len().max(1) as f64
}

fn name(row: &Resolution) -> &str {
    row.category.as_deref().unwrap_or("no category")
}

fn entry(row: &Resolution) -> Value {
    json!({
        "category": name(row), "cases": row.cases, "avgResolutionDays": mean(row),
        "minResolutionDays": in_days(row.min_ms as f64), "maxResolutionDays": in_days(row.max_ms as f64),
    })
}

fn summary(n: &Narrowed, resolved: i64, all: i64, t: &Times, rows: &[Resolution], days: DateRange) -> String {
    let mut text = format!(
        "{} resolved of {} ({}): {} days on average, {} to {}; half took at most {} days, nine of ten at most {}.",
        figures::number(resolved),
        n.counted(all),
        days.label(),
        t.average,
        t.min,
        t.max,
        t.median,
        t.ninth
    );
    // A handful of cases makes no slow category.
    let slowest = rows.iter().filter(|r| r.cases >= 5).max_by(|a, b| mean(a).total_cmp(&mean(b)));
    if let Some(r) = slowest.filter(|_| rows.len() > 1) {
        let cases = figures::number(r.cases);
        text.push_str(&format!(" Slowest: {}, {} days on average over {cases} cases.", name(r), mean(r)));
    }
    text
}

/// Average days by category, slowest first.
fn chart(rows: &[Resolution], days: DateRange, scope: Scope) -> Vec<app::model::chart::Chart> {
    let mut rows: Vec<&Resolution> = rows.iter().collect();
    rows.sort_by(|a, b| mean(b).total_cmp(&mean(a)).then_with(|| a.category.cmp(&b.category)));
    let bars: Vec<(String, f64)> = rows.iter().map(|r| (name(r).to_owned(), mean(r))).collect();
    let [(first, most), _, ..] = bars.as_slice() else { return Vec::new() };
    let finding = format!("{} takes longest: {most} days on average", capital(first));
    let subtitle = format!("Average days to resolution by category, {}", days.label());
    let mark = |i: usize| figures::of_category(rows.get(i)?.category.as_deref());
    vec![figures::values(finding, subtitle, "days", &bars).about(scope, mark)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_have_one_decimal() {
        assert_eq!([in_days(3_600_000.0), in_days(129_600_000.0), in_days(0.0)], [0.0, 1.5, 0.0]);
        assert_eq!((median(&[3]), median(&[2, 5]), median(&[])), (3.0, 3.5, 0.0));
    }
}
