//! More right answers: over cases, channels, customers and money.

use rand::Rng;
use serde_json::{Value, json};

use super::cases::*;
use super::stories::story_of;

pub fn resolution(rng: &mut impl Rng) -> Story {
    let tenth = |rng: &mut dyn rand::RngCore, lo: i32, hi: i32| f64::from(rng.random_range(lo..hi)) / 10.0;
    let (min, avg, max) = (tenth(rng, 1, 15), tenth(rng, 20, 60), tenth(rng, 90, 300));
    let n = rng.random_range(20..400);
    let result =
        json!({"casesAnalyzed": n, "avgResolutionDays": avg, "minResolutionDays": min, "maxResolutionDays": max});
    let answer = match rng.random_range(0..3) {
        0 => format!(
            "The {n} resolved cases took {avg} days on average, {min} days at the shortest and {max} days at the longest."
        ),
        1 => format!("On average a case is resolved in {avg} days ({n} cases analysed). The slowest took {max} days."),
        _ => format!("Resolution took between {min} and {max} days, {avg} days on average."),
    };
    story_of("How long do cases take?", vec![seen("analyze_resolution_times", json!({}), result)], answer)
}

pub fn escalation(rng: &mut impl Rng) -> Story {
    let days: Vec<Value> = (0..14)
        .map(|i| json!({"date": day(2026, 1, 18 + i % 14).to_string(), "count": rng.random_range(0..9)}))
        .collect();
    let total: i64 = days.iter().map(|d| d["count"].as_i64().unwrap()).sum();
    let average = total as f64 / 14.0;
    let result = json!({"totalEscalations": total, "dailyBreakdown": days, "timeRange": "last 14 days"});
    let answer = match rng.random_range(0..2) {
        0 => format!("In the last 14 days {total} chats escalated to a human agent, {average:.1} a day on average."),
        _ => format!(
            "{total} conversations went from the chatbot to a human agent between 18 January and 31 January 2026."
        ),
    };
    let args = json!({"fromChannel": "chatbot", "toChannel": "human-agent", "timeRange": "last 14 days"});
    story_of(
        "How many chatbot conversations escalate to human agents in the last 14 days?",
        vec![seen("analyze_channel_escalation", args, result)],
        answer,
    )
}

pub fn cases_by_reason(rng: &mut impl Rng) -> Story {
    let reasons = ["expired documents", "ownership change", "address mismatch", "periodic review", "sanctions hit"];
    let by = counts(rng, 5, 90);
    let status = counts(rng, 3, 120);
    let total: i64 = by.iter().sum();
    let rows: Vec<Value> = (0..5).map(|i| json!({"reason": reasons[i], "count": by[i]})).collect();
    let result = json!({"totalCases": total, "byReason": rows, "byStatus": {"open": status[0], "in_progress": status[1], "resolved": status[2]}});
    let answer = match rng.random_range(0..3) {
        0 => format!(
            "There are {total} CDD cases. The most common reason is {} ({}), then {} ({}).",
            reasons[0], by[0], reasons[1], by[1]
        ),
        1 => format!("By status: {} open, {} in progress, {} resolved.", status[0], status[1], status[2]),
        _ => {
            let lines: Vec<String> = (0..5).map(|i| format!("- {}: {}", reasons[i], by[i])).collect();
            format!("{total} cases by reason:\n{}", lines.join("\n"))
        }
    };
    story_of("Why are CDD cases opened?", vec![seen("analyze_cdd_cases", json!({}), result)], answer)
}

pub fn two_calls(rng: &mut impl Rng) -> Story {
    let channels = some(rng, &CHANNELS, 2);
    let totals = counts(rng, 2, 900);
    let calls = (0..2)
        .map(|i| {
            let average = (totals[i] as f64 / 3.0).round() / 10.0;
            seen(
                "get_daily_volumes",
                json!({"dataType": "communications", "channel": channels[i]}),
                json!({"total": totals[i], "avgPerDay": average}),
            )
        })
        .collect();
    let change = 100.0 * (totals[0] - totals[1]) as f64 / totals[1] as f64;
    let answer = match rng.random_range(0..3) {
        0 => format!("{} communications came by {}, {} by {}.", totals[0], channels[0], totals[1], channels[1]),
        1 => format!(
            "By {} came {} communications, {} more than by {} ({}).",
            channels[0],
            totals[0],
            totals[0] - totals[1],
            channels[1],
            totals[1]
        ),
        _ => format!(
            "The {} channel took {} communications and the {} channel {}, which is {change:.0}% more for {}.",
            channels[0], totals[0], channels[1], totals[1], channels[0]
        ),
    };
    story_of("Which channel is busier?", calls, answer)
}

pub fn customer(rng: &mut impl Rng) -> Story {
    let name = pick(rng, &CUSTOMERS);
    let n = rng.random_range(12..90);
    let last: Vec<Value> = (0..5)
        .map(|i| json!({"date": day(2026, 1, 28 - i * 3).to_string(), "channel": pick(rng, &CHANNELS), "sentiment": pick(rng, &["positive", "neutral", "negative"]), "summary": EXCERPTS[i as usize].chars().take(100).collect::<String>()}))
        .collect();
    let negative = last.iter().filter(|c| c["sentiment"] == "negative").count();
    let score = rng.random_range(20..95);
    let info = json!({"customerId": "CUST0042", "customerName": name, "recentCommunications": last, "totalCommunications": n, "relationshipSummary": format!("{name} has been a customer since 2014.")});
    let health = json!({"summary": format!("Health is {score} of 100."), "healthScore": score, "trend": "declining"});
    let answer = match rng.random_range(0..3) {
        0 => format!(
            "{name} (CUST0042) has written {n} times in all and has been a customer since 2014. The latest contact was on 28 January 2026."
        ),
        1 if negative > 1 => {
            format!("{negative} of the last 5 communications of {name} are negative, and the health score is {score}.")
        }
        _ => {
            format!("{name} has a health score of {score}; {n} communications are on record, the last of 28 Jan 2026.")
        }
    };
    story_of(
        "How is this customer doing?",
        vec![
            seen("get_customer_info", json!({"customerId": "CUST0042"}), info),
            seen("analyze_customer_health", json!({"customerId": "CUST0042"}), health),
        ],
        answer,
    )
}

pub fn money(rng: &mut impl Rng) -> Story {
    let regions = ["Nordics", "Iberia", "Benelux", "Baltics"];
    let by: Vec<i64> = counts(rng, 4, 9000).iter().map(|n| n * 1000 + rng.random_range(0..999)).collect();
    let rows: Vec<Value> = (0..4).map(|i| json!({"region": regions[i], "amount": by[i], "customers": 3 + i})).collect();
    let total: i64 = by.iter().sum();
    let answer = match rng.random_range(0..3) {
        0 => format!(
            "{} leads with ${:.1} million, ahead of {} with ${:.1} million.",
            regions[0],
            by[0] as f64 / 1e6,
            regions[1],
            by[1] as f64 / 1e6
        ),
        1 => format!(
            "{}: €{}k, {}: €{}k. Together all four regions come to €{:.2}m.",
            regions[0],
            (by[0] as f64 / 1e3).round(),
            regions[1],
            (by[1] as f64 / 1e3).round(),
            total as f64 / 1e6
        ),
        _ => {
            let full = by[2].to_string();
            let grouped: Vec<String> =
                full.as_bytes().rchunks(3).rev().map(|c| String::from_utf8_lossy(c).into_owned()).collect();
            format!("{} holds ${} across {} customers.", regions[2], grouped.join(","), 5)
        }
    };
    story_of(
        "Which region holds most?",
        vec![seen(
            "query_data",
            json!({"query": "amount by region", "execute": true}),
            json!({"aggregations": rows, "totalAmount": total}),
        )],
        answer,
    )
}
