//! `analyze_resolution_times`: how long cases took from opening to resolution.

use model::run::ToolOutput;
use model::run::drill_through::FigureRule;
use model::text::capital;
use serde_json::{Value, json};

use crate::counted::{of, part};
use crate::filters::{self, FilterArgs, ResolvedFilter};
use crate::{evidence, figures};
use query::check::Predicate;
use query::filter_codec;
use query::presets::{self, GroupBy, Resolution};
use query::subset::not;
use store::analytics::{Data, Order};
use tools::{ToolContext, ToolError};

pub const METHOD: &str = "From the opening of a case to its resolution, in days; only cases that were resolved count, by the day \
    on which they were opened. Those whose dates say that they were resolved before that are left out.";

pub async fn run(ctx: ToolContext, which: FilterArgs) -> Result<ToolOutput, ToolError> {
    let mut n = filters::resolve_filter(&ctx, &which, Data::Cases).await?;
    let rows = presets::resolutions(&ctx.db, &n.subset, Some(GroupBy::Category)).await?;
    let all = presets::resolutions(&ctx.db, &n.subset, None).await?.pop().unwrap_or_default();
    let rows: Vec<Resolution> = rows.into_iter().filter(|row| row.cases > 0).collect();
    n.settle_days(&ctx).await?;
    if all.cases == 0 {
        let why = match (all.all, all.wrong) {
            (0, _) => "There are no cases at all.".to_owned(),
            (_, 0) => "The cases there do not say when they were resolved.".to_owned(),
            (_, wrong) => {
                format!("{} were resolved before they were opened, as their dates say.", figures::number(wrong))
            }
        };
        return Err(ToolError::new(format!("No resolved cases found in time range. {why}")));
    }
    let data = json!({
        "casesAnalyzed": all.cases,
        "avgResolutionDays": in_days(all.mean), "minResolutionDays": in_days(all.shortest),
        "maxResolutionDays": in_days(all.longest),
        "avgResolutionHours": figures::round2(all.mean), "medianResolutionHours": figures::round2(all.median),
        "medianResolutionDays": in_days(all.median), "ninetiethPercentileDays": in_days(all.ninth),
        "notResolved": all.all - all.cases - all.wrong, "wrongDates": all.wrong,
        "byCategory": rows.iter().map(entry).collect::<Vec<_>>(),
        "timeRange": n.time_json(), "filters": n.used, "method": METHOD,
    });
    let sources = evidence::first(&ctx.db, Data::Cases, &n.subset, Some(Order::Longest), 4).await?;
    let charts = chart(&n, &rows);
    Ok(ToolOutput { sources, charts, ..n.output(summary(&n, &all, &rows), data, (all.cases, all.all), counts()) })
}

/// The cases behind the figures.
fn counts() -> Vec<FigureRule> {
    let (resolved, wrong) = (presets::resolved(), presets::wrong_dates());
    let neither = [&resolved, &wrong].map(|test| not(test.clone()));
    let row = FigureRule::at("/byCategory/*").by("category", &["/category"]).missing("no category");
    let mut all = vec![
        part("/casesAnalyzed", &resolved),
        part("/notResolved", &Predicate::And(neither.into())),
        part("/wrongDates", &wrong),
        row.counts("/cases").only(filter_codec::json(&resolved)),
    ];
    all.extend(TIMES.iter().map(|field| of(field, &resolved)));
    all
}

/// The figures computed from all resolved cases.
const TIMES: [&str; 7] = [
    "/avgResolutionDays", "/minResolutionDays", "/maxResolutionDays", "/avgResolutionHours", "/medianResolutionHours",
    "/medianResolutionDays", "/ninetiethPercentileDays",
];

/// Days with one decimal.
fn in_days(hours: f64) -> f64 {
    (hours / 24.0 * 10.0).round() / 10.0
}

fn name(row: &Resolution) -> &str {
    row.value.as_deref().unwrap_or("no category")
}

fn entry(row: &Resolution) -> Value {
    json!({
        "category": name(row), "cases": row.cases, "avgResolutionDays": in_days(row.mean),
        "medianResolutionDays": in_days(row.median),
        "minResolutionDays": in_days(row.shortest), "maxResolutionDays": in_days(row.longest),
    })
}

fn summary(n: &ResolvedFilter, all: &Resolution, rows: &[Resolution]) -> String {
    let mut text = format!(
        "{} resolved of {}: {} days on average, {} to {}; half took at most {} days, nine of ten at most {}.",
        figures::number(all.cases),
        n.counted_in_days(all.all),
        in_days(all.mean),
        in_days(all.shortest),
        in_days(all.longest),
        in_days(all.median),
        in_days(all.ninth)
    );
    // A handful of cases does not make a category slow.
    let slowest = rows.iter().filter(|r| r.cases >= 5).max_by(|a, b| a.mean.total_cmp(&b.mean));
    if let Some(r) = slowest.filter(|_| rows.len() > 1) {
        let cases = figures::number(r.cases);
        text.push_str(&format!(" Slowest: {}, {} days on average over {cases} cases.", name(r), in_days(r.mean)));
    }
    if all.wrong > 0 {
        let were = if all.wrong == 1 { "case was" } else { "cases were" };
        text.push_str(&format!(
            " {} {were} resolved before the opening, as the dates say, and left out.",
            figures::number(all.wrong)
        ));
    }
    text
}

/// Average days by category, slowest first.
fn chart(n: &ResolvedFilter, rows: &[Resolution]) -> Vec<model::chart::Chart> {
    let mut rows: Vec<&Resolution> = rows.iter().collect();
    rows.sort_by(|a, b| in_days(b.mean).total_cmp(&in_days(a.mean)).then_with(|| a.value.cmp(&b.value)));
    let bars: Vec<(String, f64)> = rows.iter().map(|r| (name(r).to_owned(), in_days(r.mean))).collect();
    let [(first, most), _, ..] = bars.as_slice() else { return Vec::new() };
    let finding = format!("{} takes longest: {most} days on average", capital(first));
    let subtitle = format!("Average days to resolution by category, {}", n.days.label());
    let mark = |i: usize| figures::of_category(rows.get(i)?.value.as_deref());
    vec![figures::values(finding, subtitle, "days", &bars).about(n.scope(), mark)]
}

#[cfg(test)]
mod tests {
    use super::in_days;

    #[test]
    fn days_have_one_decimal() {
        assert_eq!([in_days(1.0), in_days(36.0), in_days(0.0)], [0.0, 1.5, 0.0]);
    }
}
