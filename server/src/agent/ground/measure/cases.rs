//! Made-up tool results for the tests, in the shapes of requirements, with enough numbers in them that a
//! wrong one could be right by chance.

use chrono::{Duration, NaiveDate};
use rand::Rng;
use rand::seq::IndexedRandom;
use serde_json::{Value, json};

use super::{Case, Seen};

/// A right answer before it has a name.
pub struct Story {
    pub question: &'static str,
    pub seen: Vec<Seen>,
    pub answer: String,
}

/// `n` right answers over made-up results.
pub fn right_answers(n: usize, rng: &mut impl Rng) -> Vec<Case> {
    let as_of = Some(day(2026, 1, 31));
    (0..n)
        .map(|i| {
            let Story { question, seen, answer } = super::stories::story(i, rng);
            Case {
                id: format!("s{i:03}"),
                question: question.into(),
                as_of,
                observations: seen,
                citations: None,
                answer,
                label: true,
                error: None,
            }
        })
        .collect()
}

pub fn day(y: i32, m: u32, d: u32) -> NaiveDate {
    NaiveDate::from_ymd_opt(y, m, d).unwrap()
}

pub fn seen(tool: &str, args: Value, result: Value) -> Seen {
    Seen { tool: tool.into(), args, result, sources: None }
}

pub const TOPICS: [&str; 12] = [
    "Login failures",
    "Crashes",
    "Slow performance",
    "Card payments",
    "Account closure",
    "Foreign exchange fees",
    "Statement errors",
    "Wire transfers",
    "Two-factor codes",
    "Mortgage rates",
    "Onboarding documents",
    "Card fraud",
];
pub const CHANNELS: [&str; 5] = ["email", "phone", "chat", "letter", "social"];
pub const CUSTOMERS: [&str; 8] = [
    "Hartmann Logistik",
    "Alderney Marine",
    "Osei Textiles",
    "Brookfield Dairy",
    "Nakamura Optics",
    "Silva & Sons",
    "Petrov Capital",
    "Lindqvist Timber",
];
pub const EXCERPTS: [&str; 8] = [
    "I cannot get past the sign-in screen since the update of 15 January. The code arrives, then the app asks for it again.",
    "The whole finance team is locked out; the branch says some 1,900 customers are in the same place.",
    "It closes when I open a statement. Three times this morning.",
    "We were charged a fee of 45 EUR twice for one transfer, and nobody could tell us why.",
    "Your advisor promised a call back within two days. It has been three weeks now.",
    "The new statement view is faster than before, thank you for that.",
    "Transfers to Norway take 4 days although the price list says one.",
    "I’d like to close the second account, but the form rejects my signature every time.",
];

pub fn some<'a>(rng: &mut impl Rng, all: &[&'a str], n: usize) -> Vec<&'a str> {
    all.choose_multiple(rng, n).copied().collect()
}

pub fn pick<'a>(rng: &mut impl Rng, all: &[&'a str]) -> &'a str {
    all.choose(rng).copied().unwrap()
}

/// Different counts, falling.
pub fn counts(rng: &mut impl Rng, n: usize, top: i64) -> Vec<i64> {
    let mut out: Vec<i64> = vec![];
    while out.len() < n {
        let v = rng.random_range(3..top);
        if !out.contains(&v) {
            out.push(v);
        }
    }
    out.sort_unstable_by(|a, b| b.cmp(a));
    out
}

/// `analyze_topics`: names, counts and shares that leave some remainder.
pub struct Topics {
    pub names: Vec<&'static str>,
    pub counts: Vec<i64>,
    pub total: i64,
}

impl Topics {
    pub fn new(rng: &mut impl Rng) -> Self {
        let n = rng.random_range(4..9);
        let names = some(rng, &TOPICS, n);
        let counts = counts(rng, n, 180);
        let total = counts.iter().sum::<i64>() + rng.random_range(5..60);
        Self { names, counts, total }
    }

    pub fn share(&self, i: usize) -> i64 {
        (100.0 * self.counts[i] as f64 / self.total as f64).round() as i64
    }

    pub fn seen(&self) -> Seen {
        let top: Vec<Value> = (0..self.names.len())
            .map(|i| {
                let share = (1000.0 * self.counts[i] as f64 / self.total as f64).round() / 1000.0;
                json!({"topic": self.names[i], "count": self.counts[i], "share": share})
            })
            .collect();
        let lead = format!("{} leads with {} of {} complaints.", self.names[0], self.counts[0], self.total);
        let result = json!({"summary": lead, "total": self.total, "topTopics": top, "dateRange": {"from": "2026-01-02", "to": "2026-01-31"}});
        seen("analyze_topics", json!({"timeRange": "last 30 days", "product": "mobile-banking"}), result)
    }
}

/// `get_daily_volumes` over January 2026, with one peak.
pub struct Daily {
    pub days: Vec<(NaiveDate, i64)>,
    pub peak: usize,
    pub total: i64,
}

impl Daily {
    pub fn new(rng: &mut impl Rng) -> Self {
        let start = day(2026, 1, 2);
        let mut days: Vec<(NaiveDate, i64)> =
            (0..30).map(|i| (start + Duration::days(i), rng.random_range(2..32))).collect();
        let peak = rng.random_range(2..28);
        days[peak].1 = rng.random_range(38..70);
        let total = days.iter().map(|d| d.1).sum();
        Self { days, peak, total }
    }

    pub fn average(&self, from: usize, to: usize) -> f64 {
        let part = &self.days[from..to];
        part.iter().map(|d| d.1 as f64).sum::<f64>() / part.len() as f64
    }

    pub fn seen(&self, kind: &str) -> Seen {
        let daily: Vec<Value> = self.days.iter().map(|(d, n)| json!({"date": d.to_string(), "count": n})).collect();
        let average = (self.average(0, 30) * 10.0).round() / 10.0;
        let peak = json!({"date": self.days[self.peak].0.to_string(), "count": self.days[self.peak].1});
        let result = json!({"total": self.total, "avgPerDay": average, "peak": peak, "daily": daily});
        seen("get_daily_volumes", json!({"dataType": kind, "timeRange": "last 30 days"}), result)
    }
}

/// `search_knowledge_base` hits.
pub fn hits(rng: &mut impl Rng, n: usize) -> (Seen, Vec<Value>) {
    let customers = some(rng, &CUSTOMERS, n);
    let excerpts = some(rng, &EXCERPTS, n);
    let items: Vec<Value> = (0..n)
        .map(|i| {
            let id = format!("comm-{:05}", rng.random_range(10000..13000));
            let on = day(2026, 1, rng.random_range(2..31));
            let score = (rng.random_range(60..99) as f64) / 100.0;
            json!({"id": id, "customer": customers[i], "channel": pick(rng, &CHANNELS), "date": on.to_string(), "score": score, "excerpt": excerpts[i]})
        })
        .collect();
    let result = json!({"total": rng.random_range(n..90), "results": items});
    (seen("search_knowledge_base", json!({"query": "mobile app complaints issues", "topK": n}), result), items)
}
