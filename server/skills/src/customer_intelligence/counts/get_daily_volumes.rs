//! `get_daily_volumes`: the number of records per day, with the peak and the direction.

use chrono::{Datelike, NaiveDate};
use model::answer::Source;
use model::chart::{Chart, Step};
use model::run::ToolOutput;
use model::run::drill_through::FigureRule;
use model::text::capital;
use model::time::{DateRange, full_date};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::filters::{self, FilterArgs, ResolvedFilter};
use crate::starts::{self, Start};
use crate::{evidence, figures};
use query::presets;
use store::analytics::Data;
use tools::{ToolContext, ToolError};

/// Maximum days listed one by one, with 0 for those without records; longer ranges list only days with records.
const MAX_LISTED_DAYS: i64 = 400;
/// Ranges with more days are not searched for a rise.
const MAX_RISE_DAYS: i64 = 50_000;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Args {
    data_type: DataType,
    #[serde(flatten)]
    which: FilterArgs,
}

#[derive(Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(in super::super) enum DataType {
    Communications,
    Cases,
}

impl From<DataType> for Data {
    fn from(value: DataType) -> Self {
        match value {
            DataType::Communications => Self::Communications,
            DataType::Cases => Self::Cases,
        }
    }
}

pub async fn run(ctx: ToolContext, args: Args) -> Result<ToolOutput, ToolError> {
    let mut n = filters::resolve_filter(&ctx, &args.which, args.data_type.into()).await?;
    let counted = presets::by_day(&ctx.db, n.data, &n.subset).await?;
    let total: i64 = counted.iter().map(|(_, count)| count).sum();
    let days = n.settle_past_days(&ctx).await?;
    let length = days.days().unwrap_or(0).max(0);
    let rise = if length <= MAX_RISE_DAYS { Start::find(&with_zeros(&counted, days)) } else { None };
    let around = match &rise {
        Some(start) => starts::documents(&ctx.db, start.day, n.subset.scope.product.as_deref()).await?,
        None => Vec::new(),
    };
    let daily = if length <= MAX_LISTED_DAYS { with_zeros(&counted, days) } else { counted };
    let peak = figures::peak(&daily).filter(|(_, count)| *count > 0);
    let exact = if length > 0 { total as f64 / length as f64 } else { 0.0 };
    let trend = if length <= MAX_LISTED_DAYS { trend(&daily) } else { None };
    let months = if length > MAX_LISTED_DAYS { by_month(&daily) } else { Vec::new() };
    let charts = if daily.len() < 2 { Vec::new() } else { vec![chart(&n, &daily, &months, peak, exact)] };
    let charts = match months.is_empty() {
        true => charts.into_iter().map(|c| c.marked(around.iter().map(starts::marker))).collect(),
        false => charts,
    };
    let mut sources = sources(&ctx, &n, peak).await?;
    sources.extend(starts::sources(&ctx.db, &around).await?);
    let mut data = json!({
        "total": total, "avgPerDay": figures::round2(exact), "days": length,
        "peak": peak.map(|(day, count)| json!({ "date": day, "count": count })),
        "rise": rise.as_ref().map(Start::json),
        "documentsAtRise": rise.iter().flat_map(|s| around.iter().map(|e| starts::row(e, s.day))).collect::<Vec<_>>(),
        "trend": trend.map(Trend::json),
        "dataType": n.data.as_str(), "timeRange": n.time_json(), "filters": n.used, "daily": figures::series(&daily, "date"),
    });
    if !months.is_empty() {
        data["monthly"] = figures::series(&months, "month");
    }
    let summary = summary(&n, total, exact, peak, trend);
    Ok(ToolOutput { sources, charts, ..n.output(summary, data, (total, total), counts(days, trend.is_some())) })
}

/// The records behind the figures.
fn counts(days: DateRange, has_trend: bool) -> Vec<FigureRule> {
    let mut all = vec![
        FigureRule::count("/total"),
        FigureRule::at("/avgPerDay"),
        FigureRule::at("/peak").counts("/count").by("@day", &["/date"]),
        FigureRule::at("/rise").counts("/count").by("@day", &["/date"]),
        FigureRule::at("/daily/*").counts("/count").by("@day", &["/date"]),
        FigureRule::at("/monthly/*").counts("/count").by("@month", &["/month"]),
    ];
    if has_trend {
        all.extend(last_weeks(days, "/trend"));
    }
    all
}

/// The last seven days of a range and the seven before.
pub(in super::super) fn last_weeks(days: DateRange, path: &str) -> Vec<FigureRule> {
    let week = |back: u64| {
        let to = days.to?.checked_sub_days(chrono::Days::new(7 * back))?;
        Some(DateRange::new(to.checked_sub_days(chrono::Days::new(6))?, to))
    };
    [("last7Days", 0), ("previous7Days", 1)]
        .into_iter()
        .filter_map(|(field, back)| Some(FigureRule::count(&format!("{path}/{field}")).on(week(back)?)))
        .collect()
}

pub(in super::super) fn with_zeros(counted: &[(NaiveDate, i64)], days: DateRange) -> Vec<(NaiveDate, i64)> {
    let (Some(from), Some(to)) = (days.from, days.to) else { return counted.to_vec() };
    let known: std::collections::HashMap<_, _> = counted.iter().copied().collect();
    from.iter_days().take_while(|day| *day <= to).map(|day| (day, known.get(&day).copied().unwrap_or(0))).collect()
}

pub(in super::super) fn by_month(daily: &[(NaiveDate, i64)]) -> Vec<(NaiveDate, i64)> {
    let mut months: Vec<(NaiveDate, i64)> = Vec::new();
    for (day, count) in daily {
        let first = day.with_day(1).unwrap_or(*day);
        match months.last_mut() {
            Some((month, sum)) if *month == first => *sum += count,
            _ => months.push((first, *count)),
        }
    }
    months
}

#[derive(Clone, Copy)]
pub(in super::super) struct Trend {
    pub word: &'static str,
    pub last: i64,
    pub previous: i64,
}

impl Trend {
    pub fn json(self) -> Value {
        let a_day = |count: i64| figures::round2(count as f64 / 7.0);
        json!({
            "direction": self.word, "last7Days": self.last, "previous7Days": self.previous,
            "last7DaysPerDay": a_day(self.last), "previous7DaysPerDay": a_day(self.previous),
        })
    }
}

/// The last seven days compared with the seven before: rising or falling by more than a tenth.
pub(in super::super) fn trend(daily: &[(NaiveDate, i64)]) -> Option<Trend> {
    let end = daily.len();
    let sum = |days: &[(NaiveDate, i64)]| days.iter().map(|(_, count)| count).sum::<i64>();
    let (last, previous) = (sum(daily.get(end.checked_sub(7)?..)?), sum(daily.get(end.checked_sub(14)?..end - 7)?));
    let word = match (last as f64, previous as f64) {
        (a, b) if a > 1.1 * b => "increasing",
        (a, b) if a < 0.9 * b => "decreasing",
        _ => "stable",
    };
    Some(Trend { word, last, previous })
}

fn summary(n: &ResolvedFilter, total: i64, exact: f64, peak: Option<(NaiveDate, i64)>, trend: Option<Trend>) -> String {
    let counted = n.counted_in_days(total);
    let Some((day, most)) = peak else { return format!("{counted}.") };
    let mut text = format!("{counted}, {} a day on average", figures::round2(exact));
    text.push_str(&format!("; most on {} ({}).", full_date(day), figures::number(most)));
    if let Some(t) = trend {
        let (last, previous) = (figures::number(t.last), figures::number(t.previous));
        text.push_str(&format!(" {}: {last} in the last 7 days, {previous} in the 7 before.", capital(t.word)));
    }
    text
}

fn chart(
    n: &ResolvedFilter,
    daily: &[(NaiveDate, i64)],
    months: &[(NaiveDate, i64)],
    peak: Option<(NaiveDate, i64)>,
    average: f64,
) -> Chart {
    let noun = n.noun(2);
    if !months.is_empty() {
        let finding = figures::peak(months).map_or_else(String::new, |(month, count)| {
            format!("Most in {}: {} {}", month.format("%B %Y"), figures::number(count), n.noun(count))
        });
        let subtitle = format!("{} a month, {}", capital(noun), n.days.label());
        return figures::days(finding, subtitle, noun, months)
            .about(n.scope(), |_| None)
            .stepped(Step::Month, Step::for_range(n.days));
    }
    let finding = match peak {
        Some((day, most)) if most as f64 >= 2.0 * average => {
            let times = figures::round2(most as f64 / average);
            format!("Peak on {}: {} {}, {times} times the average", full_date(day), figures::number(most), n.noun(most))
        }
        Some((day, most)) => format!("Most on {}: {} {}", full_date(day), figures::number(most), n.noun(most)),
        None => format!("No {noun}"),
    };
    let subtitle = format!("{} a day, {}", capital(noun), n.days.label());
    figures::days(finding, subtitle, noun, daily).about(n.scope(), |_| None).stepped(Step::Day, Step::for_range(n.days))
}

/// Examples of the peak day.
async fn sources(
    ctx: &ToolContext,
    n: &ResolvedFilter,
    peak: Option<(NaiveDate, i64)>,
) -> Result<Vec<Source>, ToolError> {
    let Some((day, _)) = peak else { return Ok(Vec::new()) };
    Ok(evidence::first(&ctx.db, n.data, &n.subset.on(DateRange::new(day, day)), None, 3).await?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    #[test]
    fn trends_compare_two_weeks() {
        let days = |previous: i64, last: i64| -> Vec<(NaiveDate, i64)> {
            let start = day("2026-01-01");
            start.iter_days().take(14).enumerate().map(|(i, d)| (d, if i < 7 { previous } else { last })).collect()
        };
        for (previous, last, want) in [
            (10, 12, "increasing"),
            (10, 11, "stable"),
            (10, 9, "stable"),
            (10, 8, "decreasing"),
            (0, 1, "increasing"),
            (0, 0, "stable"),
        ] {
            assert_eq!(trend(&days(previous, last)).unwrap().word, want, "{previous} {last}");
        }
        assert!(trend(&days(1, 1)[..13]).is_none());
    }

    #[test]
    fn days_without_records_are_zero() {
        let zeros = with_zeros(&[(day("2026-01-02"), 5)], DateRange::new(day("2026-01-01"), day("2026-01-03")));
        assert_eq!(zeros.iter().map(|(_, n)| *n).collect::<Vec<_>>(), [0, 5, 0]);
    }
}
