//! Right answers in the manner of a model, over what real runs read: other sentences, another order, rounded, hedged and
//! written-out numbers. Grounding was not written along these templates, nor were they along the writer of `rules`.
//!
//! Deliberately not here: wrong variants (`planted`). The randomness is handed in.

use app::model::time::full_date;
use chrono::NaiveDate;
use rand::Rng;
use rand::seq::{IndexedRandom, SliceRandom};
use serde_json::Value;

use super::Case;

/// One answer in prose for each right case whose results hold enough to talk about.
pub fn retell(cases: &[Case], rng: &mut impl Rng) -> Vec<Case> {
    let right = cases.iter().filter(|c| c.label);
    right
        .filter_map(|case| {
            let mut told: Vec<String> = Vec::new();
            // What was asked first and what was asked again over another stretch of time do not mix.
            let mut tools: Vec<&str> = Vec::new();
            for (n, o) in case.observations.iter().enumerate().rev() {
                let last = case.observations[n + 1..].iter().all(|later| later.tool != o.tool);
                if last && o.result.get("total").is_none_or(|t| t.as_f64() > Some(0.0)) {
                    tools.push(&o.tool);
                    told.extend(sentences(&o.result, rng));
                }
            }
            told.extend(quoted(case, rng));
            told.shuffle(rng);
            told.truncate(rng.random_range(2..6));
            let breaks = ["\n\n", " ", "\n- "].choose(rng)?;
            let answer = told.join(breaks);
            (told.len() >= 2).then(|| Case { id: format!("p-{}", case.id), answer, ..case.clone() })
        })
        .collect()
}

/// What can be said of one result.
fn sentences(result: &Value, rng: &mut impl Rng) -> Vec<String> {
    let mut out = Vec::new();
    out.extend(topics(result, rng).into_iter().flatten());
    out.extend(days(result, rng).into_iter().flatten());
    out.extend(moods(result, rng).into_iter().flatten());
    out.extend(deadlines(result, rng).into_iter().flatten());
    out.extend(customer(result, rng).into_iter().flatten());
    out
}

fn number(v: &Value, path: &str) -> Option<f64> {
    v.pointer(path)?.as_f64()
}

/// A count as people print it; never vaguer than the first two digits.
fn count(n: f64, rng: &mut impl Rng) -> String {
    const WORDS: [&str; 11] = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    let plain = grouped(n);
    if (2.0..=10.0).contains(&n) && rng.random_bool(0.3) {
        return WORDS[n as usize].to_owned();
    }
    if n < 1000.0 {
        return plain;
    }
    match rng.random_range(0..5) {
        0 => format!("{:.1}k", n / 1000.0),
        1 => format!("about {}", grouped((n / 100.0).round() * 100.0)),
        2 => plain.replace(',', "."),
        3 => format!("roughly {:.1} thousand", n / 1000.0),
        _ => plain,
    }
}

fn grouped(n: f64) -> String {
    let digits = format!("{n:.0}");
    let mut out = String::new();
    for (i, c) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i) % 3 == 0 {
            out.push(',');
        }
        out.push(c);
    }
    out
}

/// A fraction as people print it.
fn percent(share: f64, rng: &mut impl Rng) -> String {
    let p = 100.0 * share;
    let fractions = [
        (0.25, "a quarter"),
        (1.0 / 3.0, "a third"),
        (0.5, "half"),
        (2.0 / 3.0, "two thirds"),
        (0.75, "three quarters"),
    ];
    let near = fractions.iter().find(|(f, _)| (f - share).abs() <= 0.015);
    match (rng.random_range(0..6), near) {
        (0 | 1, Some((_, words))) => format!("about {words}"),
        (2, _) => format!("{p:.1}%"),
        (3, _) => format!("{p:.0} percent"),
        (4, _) => format!("{p:.0} per cent"),
        _ => format!("{p:.0}%"),
    }
}

fn day(text: &str, rng: &mut impl Rng) -> Option<String> {
    let day: NaiveDate = text.parse().ok()?;
    Some(match rng.random_range(0..4) {
        0 => day.format("%B %-d, %Y").to_string(),
        1 => day.format("%-d %b %Y").to_string(),
        2 => day.to_string(),
        _ => full_date(day),
    })
}

/// Names with counts: topics or categories.
fn topics(v: &Value, rng: &mut impl Rng) -> Option<Vec<String>> {
    let (list, key) = ["topic", "category"].iter().find_map(|key| {
        let lists = [v.get("topTopics"), v.get("byCategory")];
        let list = lists.into_iter().flatten().find_map(Value::as_array)?;
        list.first()?.get(*key)?.as_str().map(|_| (list, *key))
    })?;
    let row = |i: usize| {
        let r = list.get(i)?;
        Some((r.get(key)?.as_str()?, number(r, "/count")?, number(r, "/share")?))
    };
    let (total, first) = (number(v, "/total")?, row(0)?);
    let mut out = vec![match rng.random_range(0..5) {
        0 => format!(
            "{} tops the list: {} mentions, or {} of everything.",
            first.0,
            count(first.1, rng),
            percent(first.2, rng)
        ),
        1 => format!("At {}, {} is what comes up most.", percent(first.2, rng), first.0),
        2 => format!("Out of {} records, {} concern {}.", grouped(total), grouped(first.1), first.0),
        3 => format!(
            "The biggest block is {} with {} records ({}).",
            first.0,
            count(first.1, rng),
            percent(first.2, rng)
        ),
        _ => format!("{} ({}) leads the field.", first.0, count(first.1, rng)),
    }];
    if let Some(second) = row(1).filter(|r| r.1 < first.1) {
        out.push(match rng.random_range(0..5) {
            0 => format!("{} comes next with {}.", second.0, count(second.1, rng)),
            1 => format!("{} is {} records ahead of {}.", first.0, grouped(first.1 - second.1), second.0),
            2 => format!(
                "Taken together, {} and {} account for {} records.",
                first.0,
                second.0,
                count(first.1 + second.1, rng)
            ),
            3 => {
                format!("{} follows at {}, {} at {}.", second.0, percent(second.2, rng), first.0, percent(first.2, rng))
            }
            _ => {
                format!("{} and {} combined make up {}.", first.0, second.0, percent((first.1 + second.1) / total, rng))
            }
        });
    }
    Some(out)
}

/// A course of days.
fn days(v: &Value, rng: &mut impl Rng) -> Option<Vec<String>> {
    v.get("daily")?.as_array().filter(|l| l.len() > 4)?;
    let (total, average) = (number(v, "/total")?, number(v, "/avgPerDayExact")?);
    let (top, on) = (number(v, "/peak/count")?, day(v.pointer("/peak/date")?.as_str()?, rng)?);
    let mut out = Vec::new();
    if top > 1.0 {
        out.push(match rng.random_range(0..4) {
            0 => format!("Volume was highest on {on}, when {} came in.", count(top, rng)),
            1 => format!("The peak fell on {on} ({}).", grouped(top)),
            2 => format!("No day was busier than {on} with its {} records.", grouped(top)),
            _ => format!("It peaked at {} on {on}.", grouped(top)),
        });
    }
    if average >= 1.0 {
        out.push(match rng.random_range(0..3) {
            0 => format!("On a typical day some {average:.1} arrive."),
            1 => format!("All in all {} arrived, an average of {average:.1} per day.", count(total, rng)),
            _ => format!("That works out at roughly {average:.0} a day."),
        });
    }
    if let (Some(from), Some(to)) = (v.pointer("/timeRange/from"), v.pointer("/timeRange/to")) {
        let (from, to) = (day(from.as_str()?, rng)?, day(to.as_str()?, rng)?);
        out.push(match rng.random_range(0..3) {
            0 => format!("The period runs from {from} to {to}."),
            1 => format!("Between {from} and {to}, {} were recorded.", count(total, rng)),
            _ => format!("I looked at {from} through {to}."),
        });
    }
    Some(out)
}

fn moods(v: &Value, rng: &mut impl Rng) -> Option<Vec<String>> {
    let mood = |name: &str| number(v, &format!("/sentimentBreakdown/{name}"));
    let (negative, neutral, positive) = (mood("negative")?, mood("neutral")?, mood("positive")?);
    let all = negative + neutral + positive;
    if all < 5.0 || v.get("judged").is_none() {
        return None;
    }
    let mut out = vec![match rng.random_range(0..5) {
        0 => {
            format!("{} of {} messages are negative, {} positive.", grouped(negative), grouped(all), grouped(positive))
        }
        1 => format!(
            "The mood is negative in {} of cases and positive in {}.",
            percent(negative / all, rng),
            percent(positive / all, rng)
        ),
        2 => {
            format!("Negative: {}; neutral: {}; positive: {}.", grouped(negative), grouped(neutral), grouped(positive))
        }
        3 => format!("{} read as neutral.", percent(neutral / all, rng)),
        _ => format!("Among the {} messages, {} sound unhappy.", grouped(all), percent(negative / all, rng)),
    }];
    if let Some(score) = number(v, "/averageScore") {
        out.push(match rng.random_range(0..2) {
            0 => format!("The sentiment score averages {score:.2}."),
            _ => format!("On average the score is {}.", format!("{score:.2}").replace('-', "−")),
        });
    }
    Some(out)
}

fn deadlines(v: &Value, rng: &mut impl Rng) -> Option<Vec<String>> {
    let (total, late, kept) = (number(v, "/totalCases")?, number(v, "/breachedCount")?, number(v, "/compliantCount")?);
    if total < 4.0 {
        return None;
    }
    Some(vec![match rng.random_range(0..5) {
        0 => {
            format!("{} of {} cases missed their SLA ({}).", grouped(late), grouped(total), percent(late / total, rng))
        }
        1 => format!("The SLA was kept in {} of cases.", percent(kept / total, rng)),
        2 => format!("SLA: {} compliant, {} breached.", grouped(kept), grouped(late)),
        3 => {
            format!("There were {} cases in all, and {} of them breached the SLA.", count(total, rng), count(late, rng))
        }
        _ => format!("The breach rate is {}.", percent(late / total, rng)),
    }])
}

fn customer(v: &Value, rng: &mut impl Rng) -> Option<Vec<String>> {
    let name = v.get("customerName")?.as_str()?;
    let (messages, cases) = (number(v, "/totalCommunications")?, number(v, "/totalCases")?);
    let last = day(v.get("lastContact")?.as_str()?, rng)?;
    Some(vec![
        match rng.random_range(0..3) {
            0 => format!("We hold {} communications from {name}.", count(messages, rng)),
            1 => format!("{name} has been in touch {} times and has {} cases.", grouped(messages), grouped(cases)),
            _ => format!("On file for {name}: {} cases, {} communications.", grouped(cases), grouped(messages)),
        },
        format!("The last contact with {name} was on {last}."),
    ])
}

/// A customer's own words, cited.
fn quoted(case: &Case, rng: &mut impl Rng) -> Option<String> {
    let sources = case.citations.as_ref()?;
    let n = rng.random_range(0..sources.len().max(1));
    let source = sources.get(n)?;
    let words: Vec<&str> = source.excerpt.split_whitespace().collect();
    let len = rng.random_range(5..10).min(words.len());
    let from = rng.random_range(0..=words.len() - len);
    let piece = words[from..from + len].join(" ");
    let marked = |c: char| matches!(c, '"' | '“' | '”' | '„' | '«' | '»' | '[' | ']');
    if len < 4 || piece.contains(marked) {
        return None;
    }
    let n = n + 1;
    Some(match rng.random_range(0..4) {
        0 => format!("In the words of {}: “{piece}” [{n}].", source.title),
        1 => format!("One record ({}) says \"{piece}\" [{n}].", source.id),
        2 => format!("“{piece} …” is how {} puts it [{n}].", source.title),
        _ => format!("See {} for details [{n}].", source.id),
    })
}
