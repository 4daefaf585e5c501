//! `get_customer_info`: who a customer is, and what they wrote recently.

use model::answer::{Source, SourceKind};
use model::record::{Communication, Customer, Sentiment};
use model::run::ToolOutput;
use model::run::drill_through::FigureRule;
use model::time::{DateRange, full_date};
use serde_json::json;

use crate::filters::{self, CustomerArgs};
use crate::signatories::signatories;
use crate::{counted, evidence, figures};
use query::presets::{self, GroupBy, SentimentCounts};
use store::analytics::{Data, Order};
use tools::{ToolContext, ToolError};

/// Maximum communications read, and returned.
const MAX_READ_MESSAGES: u32 = 10;
const MAX_RETURNED_MESSAGES: usize = 5;

pub async fn run(ctx: ToolContext, args: CustomerArgs) -> Result<ToolOutput, ToolError> {
    let (customer, n, _) = filters::contact(&ctx, &args.customer_id).await?;
    let feelings = presets::feeling_by(&ctx.db, &n.subset, GroupBy::Customer).await?;
    let feeling = feelings.into_iter().next().unwrap_or_default();
    let latest = evidence::communications(&ctx.db, &n.subset, Order::Latest, MAX_READ_MESSAGES).await?;
    let cases = presets::count(&ctx.db, Data::Cases, &n.subset).await?;

    let shown = &latest[..latest.len().min(MAX_RETURNED_MESSAGES)];
    let mut sources = vec![about(&customer)];
    sources.extend(evidence::of_communications(&ctx.db, shown, "").await?);
    let recent: Vec<_> = shown
        .iter()
        .map(|c| {
            let subject = c.subject.clone().filter(|subject| !subject.trim().is_empty());
            let (summary, more) = subject.map_or_else(|| evidence::opening(c), |subject| (subject, None));
            json!({
                "id": c.id, "date": c.day, "channel": c.channel, "sentiment": c.sentiment, "kind": c.kind,
                "summary": summary, "moreCharacters": more,
            })
        })
        .collect();
    let data = json!({
        "customerId": customer.id, "customerName": customer.name, "tier": customer.tier,
        "segment": customer.segment, "region": customer.region,
        "relationshipManager": customer.relationship_manager, "since": customer.since,
        "attributes": customer.attributes,
        "totalCommunications": feeling.total, "totalCases": cases,
        "sentimentBreakdown": counted::breakdown(&feeling),
        "averageScore": feeling.mean(),
        "firstContact": n.days.from, "lastContact": n.days.to,
        "recentCommunications": recent,
        "people": signatories(&ctx, &n.subset, &customer.name).await?,
        "latestMood": mood_counts(&latest),
    });
    let read = i64::try_from(latest.len()).unwrap_or(0);
    let mut messages = counted::feeling();
    messages.push(FigureRule::count("/totalCommunications"));
    messages.push(FigureRule::at("/recentCommunications/*").by("@id", &["/id"]));
    messages.push(FigureRule::at("/people/*").by("@id", &["/id"]));
    let summary = relationship(&customer, &feeling, cases, &latest, n.days);
    let mut output = n.output(summary, data, (read, feeling.total), messages);
    output.counted.push(n.counts_of(Data::Cases, vec![FigureRule::count("/totalCases")]));
    Ok(ToolOutput { sources, ..output })
}

/// The customer's own record as a source.
pub(super) fn about(c: &Customer) -> Source {
    Source {
        kind: SourceKind::Customer,
        id: c.id.clone(),
        title: c.name.clone(),
        excerpt: c.name.clone(),
        day: c.since,
        ..Source::default()
    }
}

/// "Hartmann is a gold corporate customer since 3 March 2015, looked after by Ada Okafor."
pub(super) fn introduction(c: &Customer) -> String {
    let segment = if c.segment.is_empty() { String::new() } else { format!("{} ", c.segment) };
    let since = c.since.map(|d| format!(" since {}", full_date(d))).unwrap_or_default();
    let manager = c.relationship_manager.as_ref().map(|m| format!(", looked after by {m}")).unwrap_or_default();
    format!("{} is a {} {segment}customer{since}{manager}.", c.name, c.tier)
}

fn relationship(
    c: &Customer,
    feeling: &SentimentCounts,
    cases: i64,
    latest: &[Communication],
    days: DateRange,
) -> String {
    let mut text = introduction(c);
    let (many, of) = (if feeling.total == 1 { "" } else { "s" }, if cases == 1 { "" } else { "s" });
    text.push_str(&format!(
        " {} communication{many} and {} case{of} ({}).",
        figures::number(feeling.total),
        figures::number(cases),
        days.label()
    ));
    if latest.iter().any(|c| c.sentiment.is_some()) {
        text.push_str(&mood(latest.len(), read_as(latest, Sentiment::Negative), read_as(latest, Sentiment::Positive)));
    }
    text
}

fn read_as(latest: &[Communication], sentiment: Sentiment) -> usize {
    latest.iter().filter(|c| c.sentiment == Some(sentiment)).count()
}

/// The sentiment counts of the latest messages, of which there are more than returned.
fn mood_counts(latest: &[Communication]) -> serde_json::Value {
    let of = |sentiment| read_as(latest, sentiment);
    json!({ "read": latest.len(), "negative": of(Sentiment::Negative), "positive": of(Sentiment::Positive) })
}

/// One sentence on the sentiment of the latest messages.
fn mood(read: usize, negative: usize, positive: usize) -> String {
    match (read, negative, positive) {
        (1, 1, _) => " The only one is negative.".into(),
        (1, _, 1) => " The only one is positive.".into(),
        (1, _, _) => " The only one is neutral.".into(),
        (_, 1, _) => format!(" Of the last {read}, 1 is negative and {positive} positive."),
        _ => format!(" Of the last {read}, {negative} are negative and {positive} positive."),
    }
}

#[cfg(test)]
mod tests {
    use super::mood;

    #[test]
    fn one_message_is_not_several() {
        assert_eq!(mood(1, 1, 0), " The only one is negative.");
        assert_eq!(mood(10, 1, 2), " Of the last 10, 1 is negative and 2 positive.");
        assert_eq!(mood(10, 3, 0), " Of the last 10, 3 are negative and 0 positive.");
    }
}
