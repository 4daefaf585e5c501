//! `analyze_sla_compliance`: how many cases missed their deadline, by category.

use model::chart::{Chart, Part, Tone};
use model::run::drill_through::FigureRule;
use model::run::{Scope, ToolOutput};
use serde_json::{Value, json};

use crate::counted::{of, part, part_of_row};
use crate::filters::{self, FilterArgs, ResolvedFilter};
use crate::{evidence, figures};
use query::check::Predicate;
use query::filter_codec;
use query::presets::{self, GroupBy, SlaRow};
use query::subset::not;
use store::analytics::Data;
use tools::{ToolContext, ToolError};

pub const METHOD: &str = "A case is breached when it was resolved after its deadline, or was still open past it when the day of \
    the question began; hours by tier: platinum 4, gold 8, silver 24, standard 48. Where the source says itself whether it \
    was in time, that counts. Cases with neither a deadline nor such a word are left out.";

pub async fn run(ctx: ToolContext, which: FilterArgs) -> Result<ToolOutput, ToolError> {
    let mut n = filters::resolve_filter(&ctx, &which, Data::Cases).await?;
    let rows = presets::sla(&ctx.db, &n.subset, GroupBy::Category).await?;
    let total: i64 = rows.iter().map(|r| r.total).sum();
    let breached: i64 = rows.iter().map(|r| r.breached).sum();
    let left_out = presets::count(&ctx.db, Data::Cases, &n.subset).await? - total;
    n.settle_days(&ctx).await?;
    let summary = summary(&n, &rows, total, breached);
    let by_category: Vec<Value> = rows
        .iter()
        .map(|r| {
            json!({
                "category": name(r), "total": r.total, "breached": r.breached, "compliant": r.total - r.breached,
                "breachRate": rate(r.breached, r.total),
            })
        })
        .collect();
    let data = json!({
        "totalCases": total, "breachedCount": breached, "compliantCount": total - breached,
        "breachRate": rate(breached, total), "byCategory": by_category, "notJudged": left_out,
        "timeRange": n.time_json(), "filters": n.used, "method": METHOD,
    });
    let late = n.subset.with(|scope| scope.breached = Some(true));
    let sources = evidence::first(&ctx.db, Data::Cases, &late, None, 4).await?;
    let charts = charts(&n, &rows, total, breached);
    Ok(ToolOutput { sources, charts, ..n.output(summary, data, (total, total + left_out), counts()) })
}

/// The cases behind the figures.
fn counts() -> Vec<FigureRule> {
    let (known, late) = (presets::sla_known(), presets::late());
    let in_time = Predicate::And(vec![known.clone(), not(late.clone())]);
    let row = FigureRule::at("/byCategory/*").by("category", &["/category"]).missing("no category");
    vec![
        part("/totalCases", &known),
        part("/breachedCount", &late),
        of("/breachRate", &late),
        part("/compliantCount", &in_time),
        part("/notJudged", &not(known.clone())),
        row.clone().counts("/total").only(filter_codec::json(&known)),
        part_of_row(&row, "/breached", &late),
        FigureRule { count: Some(format!("{}/breached", row.path)), ..part_of_row(&row, "/breachRate", &late) },
        part_of_row(&row, "/compliant", &in_time),
    ]
}

/// Breached over all in whole percent, "N/A" without cases.
fn rate(breached: i64, total: i64) -> String {
    if total == 0 { "N/A".into() } else { format!("{}%", figures::percent(breached, total)) }
}

fn name(row: &SlaRow) -> &str {
    row.value.as_deref().unwrap_or("no category")
}

fn summary(n: &ResolvedFilter, rows: &[SlaRow], total: i64, breached: i64) -> String {
    if total == 0 {
        return format!("{}: the breach rate is N/A.", n.counted_in_days(0));
    }
    let worst = rows.first().filter(|r| r.breached > 0 && rows.len() > 1);
    let worst = worst
        .map(|r| format!(" Most in {}: {} of {}.", name(r), figures::number(r.breached), figures::number(r.total)));
    format!(
        "{} of {} missed their SLA, a breach rate of {}.{}",
        figures::number(breached),
        n.counted_in_days(total),
        rate(breached, total),
        worst.unwrap_or_default()
    )
}

fn charts(n: &ResolvedFilter, rows: &[SlaRow], total: i64, breached: i64) -> Vec<Chart> {
    if total == 0 {
        return Vec::new();
    }
    let parts = [("Breached", breached, Tone::Negative), ("Within SLA", total - breached, Tone::Positive)];
    let part = |(label, count, tone): (&str, i64, Tone)| {
        let filter =
            Some(Scope { breached: Some(tone == Tone::Negative), name: Some(label.into()), ..Scope::default() });
        Part { label: label.into(), value: count as f64, tone, filter }
    };
    let parts = parts.into_iter().filter(|(_, count, _)| *count > 0).map(part).collect();
    let finding = format!("{} of cases missed their SLA", rate(breached, total));
    let subtitle = format!("Cases by SLA outcome, {}", n.days.label());
    let mut charts = vec![figures::parts(finding, subtitle, "cases", parts, n.scope())];
    let bars: Vec<(String, i64)> =
        rows.iter().filter(|r| r.breached > 0).map(|r| (name(r).to_owned(), r.breached)).collect();
    if let [(first, most), _, ..] = bars.as_slice() {
        let finding = format!("{first} has most breaches: {}", figures::number(*most));
        let subtitle = format!("Breached cases by category, {}", n.days.label());
        let late = Scope { breached: Some(true), name: Some("Breached".into()), ..Scope::default() };
        let mark = |i: usize| figures::of_category(rows.iter().filter(|r| r.breached > 0).nth(i)?.value.as_deref());
        charts.push(figures::bars(finding, subtitle, "cases", &bars, breached).about(n.scope().and(&late), mark));
    }
    charts
}

#[cfg(test)]
mod tests {
    use super::rate;

    #[test]
    fn rates_are_whole_percent_and_na_without_cases() {
        assert_eq!([rate(0, 0), rate(0, 3), rate(1, 3), rate(2, 3), rate(3, 3)], ["N/A", "0%", "33%", "67%", "100%"]);
    }
}
