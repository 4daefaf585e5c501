//! `get_relationship_summary`: how long and how often a customer and the firm have been in contact.

use chrono::{Datelike, NaiveDate};
use model::run::drill_through::FigureRule;
use model::run::{Scope, ToolOutput};
use model::time::{DateRange, full_date};
use serde_json::{Value, json};

use super::get_customer_info::about;
use crate::filters::{self, CustomerArgs};
use crate::{counted, evidence, figures};
use query::presets::{self, GroupBy, SentimentCounts};
use store::analytics::{Data, Order};
use tools::{ToolContext, ToolError};

/// Maximum groups listed of each kind.
const MAX_GROUPS: usize = 5;

pub async fn run(ctx: ToolContext, args: CustomerArgs) -> Result<ToolOutput, ToolError> {
    let (customer, n, (first, last)) = filters::contact(&ctx, &args.customer_id).await?;
    let months = presets::feeling_by(&ctx.db, &n.subset, GroupBy::Month).await?;
    let all = SentimentCounts::sum(&months);
    let standing = presets::standing(&ctx.db, &n.subset).await?;
    let channels = presets::by_group(&ctx.db, Data::Communications, &n.subset, GroupBy::Channel).await?;
    let topics = presets::by_group(&ctx.db, Data::Communications, &n.subset, GroupBy::Topic).await?;
    let month = DateRange { from: ctx.as_of.checked_sub_days(chrono::Days::new(29)), to: Some(ctx.as_of) };
    let recent = presets::count(&ctx.db, Data::Communications, &n.subset.on(month)).await?;
    let silent = (ctx.as_of - last).num_days().max(0);
    let named = |groups: &[(Option<String>, i64)], most: usize| -> Vec<(String, i64)> {
        groups.iter().filter_map(|(name, count)| Some((name.clone()?, *count))).take(most).collect()
    };
    let (top_channels, top_topics) = (named(&channels, MAX_GROUPS), named(&topics, MAX_GROUPS));
    let words = |groups: &[(String, i64)]| {
        groups
            .iter()
            .take(3)
            .map(|(name, count)| format!("{name} ({})", figures::number(*count)))
            .collect::<Vec<_>>()
            .join(", ")
    };
    let many = if all.total == 1 { "communication" } else { "communications" };
    let mut summary = format!(
        "{}: {} {many} from {} to {}",
        customer.name,
        figures::number(all.total),
        full_date(first),
        full_date(last)
    );
    summary.push_str(&format!(", mostly by {}", words(&top_channels)));
    if !top_topics.is_empty() {
        summary.push_str(&format!("; mostly about {}", words(&top_topics)));
    }
    let cases = if standing.total == 1 { "case" } else { "cases" };
    summary.push_str(&format!(
        ". {} {cases}, {} of them open. {} in the last 30 days.",
        figures::number(standing.total),
        figures::number(standing.open),
        figures::number(recent)
    ));
    let list = |groups: &[(String, i64)], what: &str| -> Vec<Value> {
        groups
            .iter()
            .map(|(name, count)| json!({ what: name, "count": count, "share": figures::share(*count, all.total) }))
            .collect()
    };
    let data = json!({
        "customerId": customer.id, "customerName": customer.name, "tier": customer.tier, "since": customer.since,
        "relationshipManager": customer.relationship_manager,
        "communicationCount": all.total, "firstContact": first, "lastContact": last,
        "daysSinceLastContact": silent, "last30DaysCount": recent,
        "sentimentBreakdown": counted::breakdown(&all),
        "averageScore": all.mean(),
        "byChannel": list(&top_channels, "channel"), "byTopic": list(&top_topics, "topic"),
        "byYear": by_year(&months),
        "totalCases": standing.total, "openCases": standing.open, "breachedCases": standing.breached,
        "timeRange": n.time_json(),
    });
    let mut sources = vec![about(&customer)];
    sources.extend(evidence::examples(&ctx.db, &n.subset, Order::Newest, 3).await?);
    let charts = chart(&customer.name, &months, n.days, n.scope());
    let mut messages = counted::feeling();
    messages.extend([
        FigureRule::count("/communicationCount"),
        FigureRule::count("/last30DaysCount").on(month),
        FigureRule::at("/byChannel/*").counts("/count").by("channel", &["/channel"]),
        FigureRule::at("/byTopic/*").counts("/count").by("@topic", &["/topic"]),
        FigureRule::at("/byYear/*").counts("/count").by("@year", &["/year"]),
    ]);
    let mut cases = counted::standing();
    cases.push(FigureRule::count("/totalCases"));
    let mut output = n.output(summary, data, (all.total, all.total), messages);
    output.counted.push(n.counts_of(Data::Cases, cases));
    Ok(ToolOutput { sources, charts, ..output })
}

/// Contacts and sentiment by year, in order.
fn by_year(months: &[SentimentCounts]) -> Vec<Value> {
    let mut years: std::collections::BTreeMap<&str, SentimentCounts> = Default::default();
    for f in months {
        if let Some(year) = f.value.as_deref().and_then(|month| month.get(..4)) {
            let slot = years.entry(year).or_default();
            *slot = std::mem::take(slot).plus(f);
        }
    }
    let entry =
        |(year, f): (&&str, &SentimentCounts)| json!({ "year": year, "count": f.total, "averageScore": f.mean() });
    years.iter().map(entry).collect()
}

/// Contacts per month, including months without any, up to ten years.
fn chart(name: &str, months: &[SentimentCounts], days: DateRange, scope: Scope) -> Vec<model::chart::Chart> {
    let (Some(from), Some(to)) = (days.from, days.to) else { return Vec::new() };
    let mut points: Vec<(NaiveDate, i64)> = Vec::new();
    let mut month = from.with_day(1).unwrap_or(from);
    while month <= to && points.len() < 120 {
        let key = month.format("%Y-%m").to_string();
        let count = months.iter().find(|f| f.value.as_deref() == Some(key.as_str())).map_or(0, |f| f.total);
        points.push((month, count));
        let Some(next) = month.checked_add_months(chrono::Months::new(1)) else { break };
        month = next;
    }
    if points.len() < 3 {
        return Vec::new();
    }
    let finding = figures::peak(&points).map_or_else(String::new, |(day, count)| {
        format!("Most contact in {}: {}", day.format("%B %Y"), figures::number(count))
    });
    let subtitle = format!("Communications of {name} a month, {}", days.label());
    vec![figures::days(finding, subtitle, "communications", &points).about(scope, |_| None)]
}
