//! `assess_risk`: the share of negative messages, its causes, and which customers are at risk.

use std::collections::HashMap;

use model::answer::Source;
use model::run::drill_through::FigureRule;
use model::run::{Scope, ToolOutput};
use model::time::DateRange;
use serde_json::{Value, json};

use crate::counted::{of, part, part_of_row};
use crate::filters::{self, FilterArgs, ResolvedFilter};
use crate::{evidence, figures};
use query::filter_codec;
use query::presets::{self, GroupBy, SentimentCounts, SlaStatus};
use query::subset::{Subset, is};
use store::analytics::{self, Data, Order};
use tools::{ToolContext, ToolError};

/// Maximum factors, and customers listed.
const MAX_FACTORS: usize = 5;
const MAX_CUSTOMERS: usize = 10;
/// Minimum judged messages for a customer's share to mean anything.
const MIN_JUDGED: i64 = 3;

pub const METHOD: &str = "The score is the share of negative messages, in percent, of which one can be sure: the lower bound of \
    its 95% interval (Wilson 1927), so that three angry messages of three weigh less than thirty of forty. Above 30% \
    negative is high, above 15% medium, else low. It is made without a model; the factors explain it and do not change it. \
    Customers are ranked by the score.";

pub async fn run(ctx: ToolContext, which: FilterArgs) -> Result<ToolOutput, ToolError> {
    let mut n = filters::resolve_filter(&ctx, &which, Data::Communications).await?;
    let customers = presets::feeling_by(&ctx.db, &n.subset, GroupBy::Customer).await?;
    let all = SentimentCounts::sum(&customers);
    n.settle_days(&ctx).await?;
    let standing = presets::standing(&ctx.db, &n.subset).await?;
    let escalated = n.subset.with(|scope| scope.status = Some("escalated".into()));
    let escalated = presets::count(&ctx.db, Data::Communications, &escalated).await?;
    let risk = Risk::from_counts(&all);
    let before = match n.before(&ctx).await? {
        Some(range) => Some((range, feeling(&ctx, &n.subset.on(range)).await?)),
        None => None,
    };
    let factors = factors(&all, &standing, escalated, before.as_ref());
    let at_risk = if n.subset.scope.customer_id.is_some() { Vec::new() } else { at_risk(&ctx, &n, &customers).await? };
    let summary = summary(&n, &all, &risk, &at_risk);
    let data = json!({
        "riskLevel": risk.level, "riskScore": risk.score, "highestScore": 100,
        "negativeShare": figures::share(all.negative, all.judged()), "negative": all.negative,
        "judged": all.judged(), "total": all.total, "averageScore": all.mean(),
        "factors": factors.iter().map(|(factor, _)| factor).collect::<Vec<_>>(),
        "mitigations": mitigations(&factors, &all),
        "atRisk": at_risk,
        "fallback": true,
        "timeRange": n.time_json(), "filters": n.used, "method": METHOD,
    });
    let charts = chart(&n, &at_risk);
    let sources = match all.negative {
        0 => Vec::new(),
        _ => examples(&ctx, &n, &at_risk).await?,
    };
    let row = FigureRule::at("/atRisk/*").by("@customer", &["/customerId"]);
    let negative = is("sentiment", &["negative"]);
    let messages = vec![
        FigureRule::count("/total"),
        part("/judged", &presets::judged()),
        part("/negative", &negative),
        of("/negativeShare", &negative),
        of("/riskScore", &presets::judged()),
        of("/averageScore", &presets::scored()),
        row.clone().counts("/judged").only(filter_codec::json(&presets::judged())),
        part_of_row(&row, "/negative", &negative),
    ];
    let late = vec![part_of_row(&row, "/breachedCases", &presets::late())];
    let mut output = n.output(summary, data, (all.judged(), all.total), messages);
    output.counted.push(n.counts_of(Data::Cases, late));
    Ok(ToolOutput { sources, charts, ..output })
}

/// Level and score; neither if nothing was judged. The level is that of A-111; its score, 200 times the share and at
/// most 100, is 100 for most of those who complain at all, and so ranks nobody.
pub(super) struct Risk {
    pub level: Option<&'static str>,
    /// 0 to 100, rounded: the minimum percentage of negative messages, by [`sure`].
    pub score: Option<i64>,
}

impl Risk {
    pub fn from_counts(f: &SentimentCounts) -> Self {
        if f.judged() == 0 {
            return Self { level: None, score: None };
        }
        let share = f.negative as f64 / f.judged() as f64;
        let level = match share {
            s if s > 0.30 => "high",
            s if s > 0.15 => "medium",
            _ => "low",
        };
        Self { level: Some(level), score: Some((100.0 * sure(f.negative, f.judged())).round() as i64) }
    }
}

pub(super) async fn feeling(ctx: &ToolContext, subset: &Subset) -> Result<SentimentCounts, ToolError> {
    Ok(SentimentCounts::sum(&presets::feeling_by(&ctx.db, subset, GroupBy::Sentiment).await?))
}

/// At most five sentences, most serious first, each with advice.
fn factors(
    all: &SentimentCounts,
    standing: &SlaStatus,
    escalated: i64,
    before: Option<&(DateRange, SentimentCounts)>,
) -> Vec<(String, &'static str)> {
    let mut out = Vec::new();
    let say = figures::number;
    if all.negative > 0 {
        let percent = figures::percent(all.negative, all.judged());
        out.push((
            format!("{percent}% of {} messages read as negative ({}).", say(all.judged()), say(all.negative)),
            "Answer the open negative messages first, by a person who knows the customer.",
        ));
    }
    if let Some((range, then)) = before
        && let (Some(now), Some(earlier)) = (all.mean(), then.mean())
        && earlier - now > 0.1
    {
        out.push((
            format!("The average score fell from {earlier} ({}) to {now}.", range.label()),
            "Find out what changed since: compare the topics of the two periods.",
        ));
    }
    if standing.overdue > 0 {
        out.push((
            format!(
                "{} of {} open {} past their deadline.",
                say(standing.overdue),
                say(standing.open),
                cases(standing.open)
            ),
            "Close the overdue cases, or tell the customers when they can expect it.",
        ));
    }
    if standing.breached > standing.overdue {
        let late = standing.breached - standing.overdue;
        out.push((
            format!("{} of {} cases were resolved after the deadline.", say(late), say(standing.total)),
            "See which categories wait longest.",
        ));
    }
    if escalated > 0 {
        out.push((
            format!("{} of {} communications were escalated.", say(escalated), say(all.total)),
            "Read the escalated conversations for what the first answer lacked.",
        ));
    }
    out.truncate(MAX_FACTORS);
    out
}

/// "cases are", "case is".
fn cases(n: i64) -> &'static str {
    if n == 1 { "case is" } else { "cases are" }
}

fn mitigations(factors: &[(String, &'static str)], all: &SentimentCounts) -> Vec<&'static str> {
    let mut out: Vec<&str> = factors.iter().map(|(_, mitigation)| *mitigation).collect();
    if all.positive > all.negative && all.negative > 0 {
        out.push("Most messages are friendly: a call by the relationship manager is likely to be welcome.");
    }
    if out.is_empty() {
        out.push("Nothing unusual. Keep in contact as before.");
    }
    out
}

/// Lower bound of Wilson's (1927) 95% interval for a share: few messages prove little.
fn sure(part: i64, whole: i64) -> f64 {
    if whole == 0 {
        return 0.0;
    }
    let (n, z) = (whole as f64, 1.96f64);
    let p = part as f64 / n;
    let middle = p + z * z / (2.0 * n);
    let spread = z * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt();
    (middle - spread) / (1.0 + z * z / n)
}

async fn at_risk(
    ctx: &ToolContext,
    n: &ResolvedFilter,
    customers: &[SentimentCounts],
) -> Result<Vec<Value>, ToolError> {
    let mut ranked: Vec<&SentimentCounts> =
        customers.iter().filter(|f| f.judged() >= MIN_JUDGED && f.negative > 0).collect();
    ranked.sort_by(|a, b| {
        sure(b.negative, b.judged()).total_cmp(&sure(a.negative, a.judged())).then_with(|| a.value.cmp(&b.value))
    });
    ranked.truncate(MAX_CUSTOMERS);
    let ids: Vec<String> = ranked.iter().filter_map(|f| f.value.clone()).collect();
    let names = analytics::customer_names_of(&ctx.db, &ids).await?;
    let late = n.subset.with(|scope| scope.breached = Some(true));
    let late: HashMap<Option<String>, i64> =
        presets::by_group(&ctx.db, Data::Cases, &late, GroupBy::Customer).await?.into_iter().collect();
    let entry = |f: &&SentimentCounts| {
        let risk = Risk::from_counts(f);
        let id = f.value.clone().unwrap_or_default();
        json!({
            "customerId": id, "customer": names.get(&id).cloned().unwrap_or(id.clone()),
            "riskLevel": risk.level, "riskScore": risk.score,
            "negative": f.negative, "judged": f.judged(), "negativeShare": figures::share(f.negative, f.judged()),
            "averageScore": f.mean(), "breachedCases": late.get(&f.value).copied().unwrap_or(0),
        })
    };
    Ok(ranked.iter().map(entry).collect())
}

/// Texts of the customers most at risk; for a single customer, their worst.
async fn examples(ctx: &ToolContext, n: &ResolvedFilter, at_risk: &[Value]) -> Result<Vec<Source>, ToolError> {
    if at_risk.is_empty() {
        return Ok(evidence::examples(&ctx.db, &n.subset, Order::MostNegative, 4).await?);
    }
    let mut out = Vec::new();
    for id in at_risk.iter().take(4).filter_map(|v| v["customerId"].as_str()) {
        let own = n.subset.with(|scope| scope.customer_id = Some(id.to_owned()));
        out.extend(evidence::examples(&ctx.db, &own, Order::MostNegative, 1).await?);
    }
    Ok(out)
}

fn summary(n: &ResolvedFilter, all: &SentimentCounts, risk: &Risk, at_risk: &[Value]) -> String {
    let counted = n.counted_in_days(all.total);
    let (Some(level), Some(score)) = (risk.level, risk.score) else {
        return format!("{counted}: no risk score, as none has a text to judge.");
    };
    let (percent, judged) = (figures::percent(all.negative, all.judged()), figures::number(all.judged()));
    let (messages, are) = if all.judged() == 1 { ("message", "is") } else { ("messages", "are") };
    let mut text =
        format!("{counted}: risk is {level}, score {score} of 100; {percent}% of {judged} {messages} {are} unhappy.");
    let name = |v: &Value| {
        let name = v["customer"].as_str()?;
        Some(format!("{name} ({} of {} negative)", v["negative"], v["judged"]))
    };
    let named: Vec<String> = at_risk.iter().take(3).filter_map(name).collect();
    if !named.is_empty() {
        text.push_str(&format!(" Most at risk: {}.", named.join(", ")));
    }
    text
}

fn chart(n: &ResolvedFilter, at_risk: &[Value]) -> Vec<model::chart::Chart> {
    let bar = |v: &Value| {
        let id = v["customerId"].as_str()?.to_owned();
        Some((v["customer"].as_str()?.to_owned(), v["riskScore"].as_f64()?, id))
    };
    let mut all: Vec<(String, f64, String)> = at_risk.iter().filter_map(bar).collect();
    all.sort_by(|a, b| b.1.total_cmp(&a.1));
    let mark = |i: usize| all.get(i).map(|(.., id)| Scope { customer_id: Some(id.clone()), ..Scope::default() });
    let bars: Vec<(String, f64)> = all.iter().map(|(name, score, _)| (name.clone(), *score)).collect();
    let [(first, score), _, ..] = bars.as_slice() else { return Vec::new() };
    let finding = format!("{first}: risk {score} of 100");
    let subtitle = format!("Risk score of customers, {}", n.days.label());
    vec![figures::values(finding, subtitle, "risk score", &bars).about(n.scope(), mark)]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(negative: i64, neutral: i64) -> SentimentCounts {
        SentimentCounts { total: negative + neutral, negative, neutral, ..SentimentCounts::default() }
    }

    #[test]
    fn levels_are_those_of_the_table_and_scores_rank() {
        for (negative, neutral, level, score) in [
            (0, 10, Some("low"), Some(0)),
            (3, 17, Some("low"), Some(5)),
            (16, 84, Some("medium"), Some(10)),
            (3, 7, Some("medium"), Some(11)),
            (31, 69, Some("high"), Some(23)),
            (6, 4, Some("high"), Some(31)),
            (0, 0, None, None),
        ] {
            let risk = Risk::from_counts(&judged(negative, neutral));
            assert_eq!((risk.level, risk.score), (level, score), "{negative} of {}", negative + neutral);
        }
    }

    #[test]
    fn few_messages_are_no_proof() {
        assert!(sure(9, 10) > sure(1, 1) && sure(1, 1) > 0.0 && sure(0, 0) == 0.0);
        assert!((sure(5, 10) - 0.2366).abs() < 0.001);
    }
}
