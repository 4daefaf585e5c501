//! `analyze_customer_health`: the state of a relationship, from 0 to 100, and its direction.

use model::run::drill_through::FigureRule;
use model::run::{Bubble, Scope, ToolOutput};
use model::time::{self, DateRange};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use crate::counted::{self, of, part};
use crate::{evidence, figures, filters};
use query::listing;
use query::presets::{self, GroupBy, SentimentCounts, SlaStatus};
use store::analytics::{Data, Order};
use tools::{ToolContext, ToolError};

/// Messages that make up "now", and as many before them.
const WINDOW_MESSAGES: usize = 10;

pub const METHOD: &str = "Health is 50 plus 25 times the mean score of the messages (each from -1 to 1), within 0 to 100: good from \
    70, moderate from 40, else concerning. The trend compares the last 10 scored messages with the 10 before.";

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Args {
    /// Id or name.
    customer_id: String,
    time_range: Option<String>,
}

pub async fn run(ctx: ToolContext, args: Args) -> Result<ToolOutput, ToolError> {
    let mut n = filters::of_customer(&ctx, &args.customer_id, args.time_range).await?;
    let by_month = presets::feeling_by(&ctx.db, &n.subset, GroupBy::Month).await?;
    let all = SentimentCounts::sum(&by_month);
    let name = n.used["customerName"].as_str().unwrap_or_default().to_owned();
    let days = n.settle_days(&ctx).await?;
    if all.total == 0 {
        let when = days.label();
        return Err(ToolError::new(format!("Customer not found or no communications: {name} has none ({when}).")));
    }
    let scores = listing::latest_scores(&ctx.db, &n.subset, 2 * WINDOW_MESSAGES as u32).await?;
    let standing = presets::standing(&ctx.db, &n.subset).await?;
    let health = Health::of(&all);
    let trend = trend(&scores);
    let risks = risks(&all, &standing, trend);
    let signals = signals(&all);
    let summary = summary(&name, &all, &health, trend, days);
    let data = json!({
        "customerId": n.subset.scope.customer_id, "customerName": name,
        "healthScore": health.score, "status": health.status, "trend": trend.map(|t| t.word),
        "lastMean": trend.map(|t| t.now), "previousMean": trend.map(|t| t.before),
        "averageScore": all.mean(), "total": all.total, "judged": all.judged(),
        "sentimentBreakdown": counted::breakdown(&all),
        "openCases": standing.open, "overdueCases": standing.overdue, "breachedCases": standing.breached,
        "riskFactors": risks.iter().map(|(risk, _)| risk).collect::<Vec<_>>(),
        "positiveSignals": signals,
        "recommendations": recommendations(&risks, &health),
        "timeRange": n.time_json(), "method": METHOD,
    });
    let charts = chart(&name, &by_month, n.scope());
    let sources = evidence::examples(&ctx.db, &n.subset, Order::Newest, 4).await?;
    let mut messages = counted::feeling();
    messages.extend([
        FigureRule::count("/total"),
        part("/judged", &presets::judged()),
        of("/healthScore", &presets::scored()),
    ]);
    let mut output = n.output(summary, data, (all.judged(), all.total), messages);
    output.counted.push(n.counts_of(Data::Cases, counted::standing()));
    Ok(ToolOutput { sources, charts, ..output })
}

/// Score and status of A-110; neither if nothing was scored.
struct Health {
    /// 0 to 100, with one decimal.
    score: Option<f64>,
    status: Option<&'static str>,
}

impl Health {
    fn of(f: &SentimentCounts) -> Self {
        if f.scored == 0 {
            return Self { score: None, status: None };
        }
        let exact = (50.0 + 25.0 * f.score_sum / f.scored as f64).clamp(0.0, 100.0);
        let status = match exact {
            s if s >= 70.0 => "good",
            s if s >= 40.0 => "moderate",
            _ => "concerning",
        };
        Self { score: Some((exact * 10.0).round() / 10.0), status: Some(status) }
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Trend {
    word: &'static str,
    /// Mean scores, rounded.
    now: f64,
    before: f64,
}

/// The last ten scores against the ten before; `None` without twenty. `scores` are newest first.
fn trend(scores: &[f64]) -> Option<Trend> {
    let mean = |part: &[f64]| part.iter().sum::<f64>() / part.len() as f64;
    let (now, before) = (mean(scores.get(..WINDOW_MESSAGES)?), mean(scores.get(WINDOW_MESSAGES..2 * WINDOW_MESSAGES)?));
    // Means of decimal fractions: tiny differences are none.
    let word = match now - before {
        d if d > 0.1 + 1e-9 => "improving",
        d if d < -0.1 - 1e-9 => "declining",
        _ => "stable",
    };
    Some(Trend { word, now: figures::round2(now), before: figures::round2(before) })
}

/// What puts the relationship at risk, each with advice.
fn risks(all: &SentimentCounts, standing: &SlaStatus, trend: Option<Trend>) -> Vec<(String, &'static str)> {
    let mut out = Vec::new();
    let say = figures::number;
    // More than 30% (A-110), exactly.
    if all.negative * 10 > all.judged() * 3 {
        let percent = figures::percent(all.negative, all.judged());
        out.push((
            format!("{percent}% of {} messages read as negative.", say(all.judged())),
            "Call the customer and settle what they complain about most.",
        ));
    }
    if let Some(t) = trend.filter(|t| t.word == "declining") {
        out.push((
            format!("The mood declines: the last 10 messages average {}, the 10 before {}.", t.now, t.before),
            "Find out what changed: read the latest messages before the next contact.",
        ));
    }
    if standing.overdue > 0 {
        let (many, are) = if standing.overdue == 1 { ("case", "is") } else { ("cases", "are") };
        out.push((
            format!("{} open {many} {are} past the deadline.", say(standing.overdue)),
            "Close the overdue cases, or say when the customer can expect it.",
        ));
    }
    if standing.breached > standing.overdue {
        out.push((
            format!(
                "{} of {} cases were resolved late.",
                say(standing.breached - standing.overdue),
                say(standing.total)
            ),
            "Agree with the teams concerned that this customer's cases come first.",
        ));
    }
    out
}

fn signals(all: &SentimentCounts) -> Vec<String> {
    let mut out = Vec::new();
    // More than half.
    if all.positive * 2 > all.judged() {
        let percent = figures::percent(all.positive, all.judged());
        out.push(format!("{percent}% of {} messages read as positive.", figures::number(all.judged())));
    }
    out
}

fn recommendations(risks: &[(String, &'static str)], health: &Health) -> Vec<&'static str> {
    let mut out: Vec<&str> = risks.iter().map(|(_, what)| *what).collect();
    match health.status {
        Some("good") => out.push("Ask for a reference, or offer what the customer does not use yet."),
        Some("concerning") if out.is_empty() => out.push("Seek contact: the mood is low without one clear cause."),
        _ if out.is_empty() => out.push("Nothing unusual: keep in contact as before."),
        _ => {}
    }
    out
}

fn summary(name: &str, all: &SentimentCounts, health: &Health, trend: Option<Trend>, days: DateRange) -> String {
    let many = if all.total == 1 { "communication" } else { "communications" };
    let counted = format!("{} {many} from {name} ({})", figures::number(all.total), days.label());
    let (Some(score), Some(status)) = (health.score, health.status) else {
        return format!("{counted}: none has a text to judge, so there is no health score.");
    };
    let heading = match trend {
        Some(t) => format!("; the mood is {} (last 10 messages {}, the 10 before {})", t.word, t.now, t.before),
        None => "; fewer than 20 scored messages, too few for a trend".into(),
    };
    format!("{counted}: health {score} of 100, {status}{heading}.")
}

/// The mean score by month, drawn as health so that up is good.
fn chart(name: &str, by_month: &[SentimentCounts], scope: Scope) -> Vec<model::chart::Chart> {
    let mut points: Vec<(String, f64)> =
        by_month.iter().filter_map(|f| Some((f.value.clone()?, Health::of(f).score?))).collect();
    points.sort_by(|a, b| a.0.cmp(&b.0));
    let points = points.split_off(points.len().saturating_sub(6));
    let Some((_, last)) = points.last().filter(|_| points.len() > 1) else { return Vec::new() };
    let bars: Vec<(String, f64)> = points.iter().map(|(month, score)| (figures::month(month), *score)).collect();
    let finding = format!("Health of {name} in {}: {last} of 100", bars.last().map_or("", |b| b.0.as_str()));
    let mark = |i: usize| {
        let month = time::month_of(format!("{}-01", points.get(i)?.0).parse().ok()?)?;
        Some(Scope { selected_bubble: Some(Bubble::spanning(month.from?, month.to?)), ..Scope::default() })
    };
    let subtitle = "Health by month, 0 to 100, the latest six months with messages".into();
    vec![figures::values(finding, subtitle, "health", &bars).about(scope, mark)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn health_is_that_of_the_formula() {
        let of = |sum: f64, scored: i64| {
            let h = Health::of(&SentimentCounts { scored, score_sum: sum, ..SentimentCounts::default() });
            (h.score, h.status)
        };
        assert_eq!(of(0.0, 4), (Some(50.0), Some("moderate")));
        assert_eq!(of(3.2, 4), (Some(70.0), Some("good")));
        assert_eq!(of(-1.6, 4), (Some(40.0), Some("moderate")));
        assert_eq!(of(-1.61, 4), (Some(39.9), Some("concerning")));
        assert_eq!(of(0.0, 0), (None, None));
    }

    #[test]
    fn trends_need_twenty_scores_and_more_than_a_tenth() {
        let scores = |now: f64, before: f64| [[now; 10], [before; 10]].concat();
        for (now, before, want) in [(0.3, 0.1, "improving"), (0.2, 0.1, "stable"), (-0.1, 0.1, "declining")] {
            assert_eq!(trend(&scores(now, before)).unwrap().word, want);
        }
        assert_eq!(trend(&[0.5; 19]), None);
    }
}
