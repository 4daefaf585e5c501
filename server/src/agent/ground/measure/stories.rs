//! Right answers over the made-up results, as a template and as a model would write them.

use app::model::time::{full_date, short_date};
use rand::Rng;
use serde_json::{Value, json};

use super::cases::*;
use super::more_stories::*;

/// The `i`-th kind of story.
pub fn story<R: Rng>(i: usize, rng: &mut R) -> Story {
    let all: [fn(&mut R) -> Story; 14] = [
        topics,
        topics_prose,
        daily,
        daily_change,
        sla,
        categories,
        sentiment,
        search,
        resolution,
        escalation,
        cases_by_reason,
        two_calls,
        customer,
        money,
    ];
    all[i % all.len()](rng)
}

pub fn story_of(question: &'static str, seen: Vec<super::Seen>, answer: String) -> Story {
    Story { question, seen, answer }
}

fn topics(rng: &mut impl Rng) -> Story {
    let t = Topics::new(rng);
    let n = t.names.len();
    let (a, b, c) = (t.names[0].to_lowercase(), t.names[1].to_lowercase(), t.names[2].to_lowercase());
    let sum = (100.0 * (t.counts[0] + t.counts[1] + t.counts[2]) as f64 / t.total as f64).round();
    let (sa, sb, sc) = (t.share(0), t.share(1), t.share(2));
    let answer = match rng.random_range(0..4) {
        0 => format!(
            "Three faults make up {sum}% of the {} complaints about mobile banking: {a} {sa}%, {b} {sb}% and {c} {sc}%.\n\nFigures are for 2 to 31 January 2026.",
            t.total
        ),
        1 => {
            let lines: Vec<String> =
                (0..n).map(|i| format!("{}. {}: {} ({}%)", i + 1, t.names[i], t.counts[i], t.share(i))).collect();
            format!(
                "### {n} topics in {} complaints\n{}\n\nRange: 2 January to 31 January 2026.",
                t.total,
                lines.join("\n")
            )
        }
        2 => format!(
            "Of {} complaints, {} are about {a} ({sa}%), {} about {b} ({sb}%) and {} about {c}.",
            t.total, t.counts[0], t.counts[1], t.counts[2]
        ),
        _ => format!(
            "The largest topic is {a} with {} complaints, followed by {b} with {}. In the last 30 days the desk took {} complaints in all.",
            t.counts[0], t.counts[1], t.total
        ),
    };
    story_of("Why are customers complaining about the mobile app?", vec![t.seen()], answer)
}

fn topics_prose(rng: &mut impl Rng) -> Story {
    let t = Topics::new(rng);
    let k = rng.random_range(1..t.names.len());
    let (a, b) = (t.names[0], t.names[k].to_lowercase());
    let gap = t.counts[0] - t.counts[k];
    let answer = match rng.random_range(0..4) {
        0 => format!("{a} account for {} complaints, {gap} more than {b} ({}).", t.counts[0], t.counts[k]),
        1 => format!(
            "{a} lead. They account for {}% of all {} complaints between 2 January and 31 January 2026.",
            t.share(0),
            t.total
        ),
        2 => format!("{a} and {b} together come to {} complaints.", t.counts[0] + t.counts[k]),
        _ => format!("{a}, {b} stand at {} and {} complaints respectively.", t.counts[0], t.counts[k]),
    };
    story_of("What are the main topics?", vec![t.seen()], answer)
}

fn daily(rng: &mut impl Rng) -> Story {
    let d = Daily::new(rng);
    let (on, top) = d.days[d.peak];
    let average = d.average(0, 30);
    let (other_day, other) = d.days[(d.peak + 5) % 30];
    let answer = match rng.random_range(0..4) {
        0 => format!(
            "The desk took {} communications from 2 to 31 January 2026, {average:.1} a day on average, with a peak of {top} on {}.",
            d.total,
            on.format("%-d %B")
        ),
        1 => format!("Volume peaked at {top} on {}. The average was {average:.1} per day over 30 days.", full_date(on)),
        2 => format!(
            "On {} there were {top} communications; on {} there were {other}.",
            full_date(on),
            short_date(other_day)
        ),
        _ => {
            let low = d.days.iter().map(|x| x.1).min().unwrap();
            format!(
                "Daily volume ranged between {low} and {top}. In total {} communications came in, about {} a day.",
                d.total,
                average.round()
            )
        }
    };
    story_of("How many communications a day?", vec![d.seen("communications")], answer)
}

fn daily_change(rng: &mut impl Rng) -> Story {
    let d = Daily::new(rng);
    let cut = rng.random_range(8..22);
    let (before, after) = (d.average(0, cut), d.average(cut, 30));
    let note = json!({"results": [{"id": "doc-note-62", "type": "release_note", "title": "Release note, mobile banking 6.2", "date": d.days[cut].0.to_string(),
        "text": format!("New sign-in with device check. Rolled out to everyone on {}.", full_date(d.days[cut].0))}]});
    let on = full_date(d.days[cut].0);
    let week: i64 = d.days[cut..(cut + 7).min(30)].iter().map(|x| x.1).sum();
    let last = d.days[(cut + 7).min(30) - 1].0;
    let answer = match rng.random_range(0..3) {
        0 => format!(
            "The update to mobile banking 6.2 went out on {on} [1]. Before the update the desk took {before:.1} complaints a day; since then it takes {after:.1}."
        ),
        1 => format!("From {} to {} the desk took {week} complaints.", full_date(d.days[cut].0), full_date(last)),
        _ => format!(
            "Since {on} the desk takes {after:.1} complaints a day, with a peak of {} on {} [1].",
            d.days[d.peak].1,
            short_date(d.days[d.peak].0)
        ),
    };
    story_of(
        "Did complaints rise after the update?",
        vec![
            d.seen("communications"),
            super::Seen {
                tool: "search_documents".into(),
                args: json!({"query": "release"}),
                result: note,
                sources: None,
            },
        ],
        answer,
    )
}

fn sla(rng: &mut impl Rng) -> Story {
    let n = rng.random_range(3..7);
    let names = some(rng, &TOPICS, n);
    let totals = counts(rng, n, 120);
    let breached: Vec<i64> = totals.iter().map(|t| rng.random_range(1..=(*t - 1).max(2)).min(*t)).collect();
    let (total, bad) = (totals.iter().sum::<i64>(), breached.iter().sum::<i64>());
    let rate = (100.0 * bad as f64 / total as f64).round();
    let rows: Vec<Value> =
        (0..n).map(|i| json!({"category": names[i], "total": totals[i], "breached": breached[i]})).collect();
    let result = json!({"totalCases": total, "breachedCount": bad, "compliantCount": total - bad, "breachRate": format!("{rate}%"), "byCategory": rows});
    let k = rng.random_range(0..n);
    let own = (100.0 * breached[k] as f64 / totals[k] as f64).round();
    let answer = match rng.random_range(0..4) {
        0 => format!(
            "{bad} of {total} cases missed their deadline ({rate}%). In {} it was {} of {}.",
            names[k].to_lowercase(),
            breached[k],
            totals[k]
        ),
        1 => format!("{rate}% of the {total} cases were breached, {} were compliant.", total - bad),
        2 => {
            let lines: Vec<String> =
                (0..n).map(|i| format!("- {}: {} of {} breached", names[i], breached[i], totals[i])).collect();
            format!("Breaches by category:\n{}\n\nIn all, {bad} cases breached their SLA.", lines.join("\n"))
        }
        _ => format!("{} had {} breaches among {} cases, which is {own}%.", names[k], breached[k], totals[k]),
    };
    story_of("How well do we keep our SLA?", vec![seen("analyze_sla_compliance", json!({}), result)], answer)
}

fn categories(rng: &mut impl Rng) -> Story {
    let n = rng.random_range(4..8);
    let names = some(rng, &TOPICS, n);
    let by = counts(rng, n, 400);
    let total: i64 = by.iter().sum();
    let subs = ["Reset link", "Locked out", "Wrong code", "Late answer"];
    let rows: Vec<Value> = (0..n)
        .map(|i| {
            let first = by[i] / 2;
            let parts = json!([{"subcategory": subs[i % 4], "count": first}, {"subcategory": subs[(i + 1) % 4], "count": by[i] - first}]);
            json!({"category": names[i], "count": by[i], "share": by[i] as f64 / total as f64, "subcategories": parts})
        })
        .collect();
    let share = |i: usize| 100.0 * by[i] as f64 / total as f64;
    let top3: i64 = by[..3].iter().sum();
    let answer = match rng.random_range(0..4) {
        0 => format!(
            "{} is the largest category with {} communications ({:.1}%), most of them {} ({}).",
            names[0],
            by[0],
            share(0),
            subs[1].to_lowercase(),
            by[0] - by[0] / 2
        ),
        1 => format!("The top three categories hold {top3} of {total} communications.",),
        2 => format!(
            "There are {n} categories. {} ({}), {} ({}) and {} ({}) lead.",
            names[0], by[0], names[1], by[1], names[2], by[2]
        ),
        _ => format!(
            "{:.0}% concern {}, {:.0}% concern {} and {:.0}% concern {}.",
            share(0),
            names[0].to_lowercase(),
            share(1),
            names[1].to_lowercase(),
            share(2),
            names[2].to_lowercase()
        ),
    };
    story_of(
        "Which categories come up most?",
        vec![seen(
            "get_category_breakdown",
            json!({"dataType": "communications"}),
            json!({"total": total, "byCategory": rows}),
        )],
        answer,
    )
}

fn sentiment(rng: &mut impl Rng) -> Story {
    let by = counts(rng, 3, 300);
    let (neg, neu, pos) = (by[0], by[1], by[2]);
    let total: i64 = by.iter().sum();
    let score = -(rng.random_range(5..60) as f64) / 100.0;
    let p = |n: i64| (100.0 * n as f64 / total as f64).round();
    let result = json!({"summary": format!("Mood is negative over {total} communications."), "total": total,
        "sentimentBreakdown": {"positive": pos, "neutral": neu, "negative": neg}, "averageScore": score,
        "insights": [format!("{}% of communications are negative.", p(neg))]});
    let answer = match rng.random_range(0..4) {
        0 => format!(
            "Of {total} communications, {neg} are negative, {neu} neutral and {pos} positive. The average score is {score}."
        ),
        1 => format!("{}% are negative and {}% positive (average score {score}).", p(neg), p(pos)),
        2 => format!("Sentiment: {} negative, {} neutral, {} positive.", neg, neu, pos),
        _ => format!("Negative communications ({neg}) outnumber positive ones ({pos}) by {}.", neg - pos),
    };
    story_of(
        "How do customers feel?",
        vec![seen("analyze_sentiment", json!({"timeRange": "this month"}), result)],
        answer,
    )
}

fn search(rng: &mut impl Rng) -> Story {
    let n = rng.random_range(3..6);
    let (observation, items) = hits(rng, n);
    let s = |i: usize, key: &str| items[i][key].as_str().unwrap().to_owned();
    let on = |i: usize| s(i, "date").parse::<chrono::NaiveDate>().unwrap();
    let first = |text: &str| text.split(['.', ';']).next().unwrap().to_owned();
    let total = observation.result["total"].as_i64().unwrap();
    let answer = match rng.random_range(0..4) {
        0 => format!(
            "{} writes: “{}.” [1] {} says “{}” [2].",
            s(0, "customer"),
            first(&s(0, "excerpt")),
            s(1, "customer"),
            first(&s(1, "excerpt"))
        ),
        1 => format!(
            "{total} communications match. The closest is {} from {} on {}, by {}: \"{}\" [1].",
            s(0, "id"),
            s(0, "customer"),
            full_date(on(0)),
            s(0, "channel"),
            first(&s(0, "excerpt"))
        ),
        2 => format!(
            "- {}, {}, relevance {} [1]\n- {}, {}, relevance {} [2]",
            s(0, "customer"),
            short_date(on(0)),
            items[0]["score"],
            s(1, "customer"),
            short_date(on(1)),
            items[1]["score"]
        ),
        _ => format!(
            "See {} ({}) and {} ({}). The {n} results shown are the best of {total} [1, 3].",
            s(0, "id"),
            s(0, "customer"),
            s(2, "id"),
            s(2, "customer")
        ),
    };
    story_of("What do customers say about the mobile app?", vec![observation], answer)
}
