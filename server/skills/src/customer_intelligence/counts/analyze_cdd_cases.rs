//! `analyze_cdd_cases`: customer due diligence cases, by reason, day, status and channel.

use model::chart::{Chart, Part};
use model::run::drill_through::FigureRule;
use model::run::{Scope, ToolOutput};
use model::text::capital;
use model::time::DateRange;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::get_daily_volumes::trend;
use crate::counted::{self, of};
use crate::filters::{self, FilterArgs, ResolvedFilter};
use crate::{evidence, figures};
use query::frame::is_due_diligence;
use query::presets::{self, GroupBy, SlaStatus};
use query::subset::{Subset, is};
use query::values;
use store::analytics::Data;
use store::analytics::values::{self as stored, Label};
use tools::{ToolContext, ToolError, given};

/// Maximum reasons and channels listed.
const MAX_REASONS: usize = 15;
const MAX_CHANNELS: usize = 10;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Args {
    /// Such as account restrictions.
    reason: Option<String>,
    include_channel_breakdown: Option<bool>,
    #[serde(flatten)]
    which: FilterArgs,
}

pub async fn run(ctx: ToolContext, args: Args) -> Result<ToolOutput, ToolError> {
    let mut which = args.which;
    which.base.category = Some(category(&ctx, which.base.category.as_deref()).await?);
    let mut n = filters::resolve_filter(&ctx, &which, Data::Cases).await?;
    if let Some(text) = given(&args.reason) {
        let reason = reason(&ctx, &n, text).await?;
        n.mention(&format!("for \"{reason}\""));
        n.used.insert("reason".into(), reason.clone().into());
        n.in_subcategory(reason);
    }
    let reasons = reasons(&ctx, &n.subset).await?;
    let total: i64 = reasons.iter().map(|(_, count)| count).sum();
    let by_day = presets::by_day(&ctx.db, Data::Cases, &n.subset).await?;
    let statuses = presets::by_group(&ctx.db, Data::Cases, &n.subset, GroupBy::Status).await?;
    let standing = presets::standing(&ctx.db, &n.subset).await?;
    let days = n.settle_days(&ctx).await?;
    let previous = n.before(&ctx).await?;
    let before = match previous {
        Some(range) => Some(presets::count(&ctx.db, Data::Cases, &n.subset.on(range)).await?),
        None => None,
    };
    let channels = match args.include_channel_breakdown {
        Some(true) => Some(presets::by_group(&ctx.db, Data::Cases, &n.subset, GroupBy::FirstChannel).await?),
        _ => None,
    };
    let summary = summary(&n, &reasons, total, &standing, before);
    let count = |(name, count): &(Option<String>, i64), what: &str, missing: &str| {
        let name = name.clone().unwrap_or_else(|| missing.to_owned()).replace('_', " ");
        json!({ what: name, "count": count, "share": figures::share(*count, total) })
    };
    let mut data = json!({
        "totalCases": total,
        "byReason": reasons.iter().take(MAX_REASONS).map(|r| count(r, "reason", "no reason")).collect::<Vec<Value>>(),
        "reasonCount": reasons.len(),
        "dailyVolume": figures::series(&by_day, "date"),
        "byStatus": statuses.iter().map(|s| count(s, "status", "no status")).collect::<Vec<Value>>(),
        "openCases": standing.open, "breachedCases": standing.breached, "overdueCases": standing.overdue,
        "previousCount": before,
        "trend": trend(&super::get_daily_volumes::with_zeros(&by_day, days)).map(|t| t.json()),
        "timeRange": n.time_json(), "filters": n.used,
    });
    if let Some(channels) = channels {
        let list = channels.iter().take(MAX_CHANNELS).map(|c| count(c, "channel", "opened without a message"));
        data["byChannel"] = list.collect::<Vec<Value>>().into();
    }
    let charts = charts(&n, &reasons, &statuses, total);
    let sources = evidence::first(&ctx.db, Data::Cases, &n.subset, None, 4).await?;
    Ok(ToolOutput { sources, charts, ..n.output(summary, data, (total, total), counts(&statuses, previous)) })
}

/// The cases behind the figures.
fn counts(statuses: &[(Option<String>, i64)], before: Option<DateRange>) -> Vec<FigureRule> {
    let mut all = vec![
        FigureRule::count("/totalCases"),
        FigureRule::at("/byReason/*").counts("/count").by("subcategory", &["/reason"]).missing("no reason"),
        FigureRule::at("/dailyVolume/*").counts("/count").by("@day", &["/date"]),
        FigureRule::at("/byChannel/*")
            .counts("/count")
            .by("@first_channel", &["/channel"])
            .missing("opened without a message"),
    ];
    // Their display names differ from the stored ones.
    all.extend(statuses.iter().enumerate().filter_map(|(at, (status, _))| {
        Some(of(&format!("/byStatus/{at}"), &is("status", &[status.as_deref()?])).counts("/count"))
    }));
    all.extend(before.map(|range| FigureRule::count("/previousCount").on(range)));
    all.extend(counted::standing());
    all
}

/// The due diligence category, by the names that firms use for it.
async fn category(ctx: &ToolContext, named: Option<&str>) -> Result<String, ToolError> {
    let all = stored::labels(&ctx.db, Label::Category).await?;
    let due_diligence: Vec<&String> = all.iter().filter(|name| is_due_diligence(name)).collect();
    if let Some(named) = named {
        let known: Vec<String> = due_diligence.iter().map(|c| (*c).clone()).collect();
        let found = values::label(&known, named).map(str::to_owned);
        return found.ok_or_else(|| ToolError::unknown("category of due diligence", named, &known));
    }
    due_diligence.first().map(|c| (*c).clone()).ok_or_else(|| {
        let list = all.iter().take(8).cloned().collect::<Vec<_>>().join(", ");
        let there = if list.is_empty() { "it holds no categories".into() } else { format!("there is: {list}") };
        ToolError::new(format!("The data holds no cases of customer due diligence (CDD): {there}."))
    })
}

async fn reason(ctx: &ToolContext, n: &ResolvedFilter, text: &str) -> Result<String, ToolError> {
    // Reasons are looked up over all dates, so that a quiet month does not make a name unknown.
    let all = Subset::default().with(|scope| scope.category.clone_from(&n.subset.scope.category));
    let known: Vec<String> = reasons(ctx, &all).await?.into_iter().filter_map(|(reason, _)| reason).collect();
    let found = values::label(&known, text).map(str::to_owned);
    found.ok_or_else(|| ToolError::unknown("reason", text, &known))
}

async fn reasons(ctx: &ToolContext, subset: &Subset) -> Result<Vec<(Option<String>, i64)>, ToolError> {
    let found = presets::by_columns(&ctx.db, Data::Cases, subset, ["subcategory"]).await?;
    Ok(found.into_iter().map(|([reason], count)| (reason, count)).collect())
}

fn summary(
    n: &ResolvedFilter,
    reasons: &[(Option<String>, i64)],
    total: i64,
    standing: &SlaStatus,
    before: Option<i64>,
) -> String {
    let counted = n.counted_in_days(total);
    if total == 0 {
        return format!("{counted}.");
    }
    let list = reasons.iter().take(3).map(|(name, count)| (name.as_deref().unwrap_or("no reason"), *count));
    let change = before.map(|b| format!(", after {} in the period before", figures::number(b))).unwrap_or_default();
    let (open, overdue) = (figures::number(standing.open), figures::number(standing.overdue));
    let named = if reasons.len() > 1 { figures::shares_in_words(list, total) } else { "all for one reason".into() };
    format!("{counted}{change}: {named}. {open} are still open, {overdue} of them past their deadline.")
}

fn charts(
    n: &ResolvedFilter,
    reasons: &[(Option<String>, i64)],
    statuses: &[(Option<String>, i64)],
    total: i64,
) -> Vec<Chart> {
    if total == 0 {
        return Vec::new();
    }
    let name = |value: &Option<String>, missing: &str| {
        capital(&value.clone().unwrap_or_else(|| missing.to_owned()).replace('_', " "))
    };
    let bars: Vec<(String, i64)> = reasons.iter().map(|(r, count)| (name(r, "no reason"), *count)).collect();
    let mut charts = Vec::new();
    if let [(first, most), _, ..] = bars.as_slice() {
        let subtitle = format!("CDD cases by reason, {}", n.days.label());
        let mark = |i: usize| reasons.get(i).and_then(|(reason, _)| Some(figures::of_topic(reason.as_deref()?)));
        let finding = figures::leads(first, *most, total);
        charts.push(figures::bars(finding, subtitle, "cases", &bars, total).about(n.scope(), mark));
    }
    let part = |(status, count): &(Option<String>, i64)| Part {
        label: name(status, "no status"),
        value: *count as f64,
        filter: status.clone().map(|status| Scope {
            name: Some(status.replace('_', " ")),
            status: Some(status),
            ..Scope::default()
        }),
        tone: figures::tone("status", status.as_deref()),
    };
    let done: i64 =
        statuses.iter().filter(|(s, _)| matches!(s.as_deref(), Some("resolved" | "closed"))).map(|(_, c)| c).sum();
    let finding = format!("{}% are resolved or closed", figures::percent(done, total));
    let subtitle = format!("CDD cases by status, {}", n.days.label());
    charts.push(figures::parts(finding, subtitle, "cases", statuses.iter().map(part).collect(), n.scope()));
    charts
}
