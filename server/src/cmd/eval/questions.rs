//! Questions as people ask them, made up from the values that a database holds: every intent of the `rules` reasoner,
//! over products, categories, topics, channels, tiers, states, customers and stretches of time. The randomness is handed
//! in.
//!
//! Deliberately not here: what is answered to them.

use std::collections::HashSet;

use app::model::text::capital;
use app::model::time::{DateRange, full_date};
use chrono::{Datelike, Days, NaiveDate};
use rand::Rng;
use rand::seq::IndexedRandom;

use crate::query::values::Vocabulary;
use crate::store::analytics::Attribute;

/// The forms of questions. `{…}` is a slot; `{about}` is a product, category or topic with "about", or nothing; `{when}` a
/// stretch of time with its preposition, or nothing.
const FORMS: [&str; 48] = [
    "Why are customers complaining{about}{when}?",
    "Why are customers complaining about {product}{when}?",
    "What drives complaints about {product}{when}?",
    "What are the main problems with {product}{when}?",
    "What causes {category}{when}?",
    "Why do {tier} customers complain{when}?",
    "Top complaint reasons{when}?",
    "Top complaint reasons for {product}{when}",
    "What are the most common complaints{about}{when}?",
    "How many cases breached SLA{when}?",
    "SLA breaches of {tier} customers{when}",
    "Which cases of {product} were overdue{when}?",
    "How many {category} cases were handled in time{when}?",
    "{noun} per day{about}{when}",
    "Complaints per day from {state}{when}",
    "{noun} a day by {channel}{when}",
    "Daily {noun} of {tier} customers{when}",
    "How do customers feel{about}{when}?",
    "How do {tier} customers feel{when}?",
    "What is the sentiment of {channel} messages{when}?",
    "How satisfied are customers with {product}{when}?",
    "What do customers talk about{when}?",
    "What topics come up in {noun}{about}{when}?",
    "What topics do {tier} customers talk about{when}?",
    "How many complaints came by {channel}{when}?",
    "How many {noun} are there{about}{when}?",
    "How many complaints did we get from {state}{when}?",
    "How many {noun} came from {customer}{when}?",
    "How many cases{about}{when}?",
    "Number of {category} complaints{when}",
    "Which customers complain most{when}?",
    "{noun} by {group}{when}",
    "Complaints about {product} by {group}{when}",
    "Which products have the most complaints{when}?",
    "Which states have the most complaints{about}{when}?",
    "Cases by {casegroup}{when}",
    "Complaints by company response{about}{when}",
    "Show me examples of {topic}",
    "Find messages about {topic}{when}",
    "What do customers say about {product}?",
    "When did {topic} start to increase?",
    "When did complaints about {product} peak{when}?",
    "On which day did {topic} spike{when}?",
    "Tell me about {customer}",
    "What do we know about {customer}?",
    "How does {customer} feel{when}?",
    "Complaints of {customer} per day{when}",
    "Why is {customer} complaining{when}?",
];

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// Up to `count` different questions; fewer only where the data holds too little to ask about. `days` are the first and
/// the last day of the data.
pub fn make(vocabulary: &Vocabulary, days: DateRange, count: usize, rng: &mut impl Rng) -> Vec<String> {
    let mut out: Vec<String> = Vec::with_capacity(count);
    let mut seen = HashSet::new();
    let mut misses = 0;
    while out.len() < count && misses < 50 * count.max(20) {
        // Each form as often as the others, so that no intent is rare.
        let form = FORMS[(out.len() + misses) % FORMS.len()];
        match fill(form, vocabulary, days, rng).filter(|q| seen.insert(q.clone())) {
            Some(question) => out.push(question),
            None => misses += 1,
        }
    }
    out
}

/// The form with its slots filled; `None` when the data has no value for one of them.
fn fill(form: &str, vocabulary: &Vocabulary, days: DateRange, rng: &mut impl Rng) -> Option<String> {
    let mut text = String::new();
    let mut rest = form;
    while let Some((before, after)) = rest.split_once('{') {
        let (slot, after) = after.split_once('}')?;
        text.push_str(before);
        text.push_str(&value(slot, vocabulary, days, rng)?);
        rest = after;
    }
    text.push_str(rest);
    (!text.is_empty()).then(|| capital(&text))
}

fn value(slot: &str, v: &Vocabulary, days: DateRange, rng: &mut impl Rng) -> Option<String> {
    let one = |list: &[&str], rng: &mut _| list.choose(rng).map(|s| (*s).to_owned());
    Some(match slot {
        "product" => v.products.choose(rng)?.name.clone(),
        "customer" => v.customers.choose(rng)?.1.clone(),
        "category" => v.categories.choose(rng)?.clone(),
        "topic" => {
            let list = if v.subcategories.is_empty() { &v.categories } else { &v.subcategories };
            list.choose(rng)?.to_lowercase()
        }
        "state" => v.attribute_values(Attribute::State).choose(rng)?.clone(),
        "channel" => one(&["email", "phone", "chat", "web", "letter"], rng)?,
        "tier" => one(&["platinum", "gold", "silver", "standard"], rng)?,
        "noun" => one(&["complaints", "complaints", "messages", "communications", "enquiries", "requests"], rng)?,
        "group" => one(&["product", "channel", "category", "tier", "month", "sentiment", "customer"], rng)?,
        "casegroup" => one(&["product", "category", "tier", "month", "status"], rng)?,
        "about" => match rng.random_range(0..4) {
            0 => format!(" about {}", value("product", v, days, rng)?),
            1 => format!(" about {}", value("topic", v, days, rng)?),
            _ => String::new(),
        },
        "when" => when(days, rng),
        _ => return None,
    })
}

/// A stretch of time within the data, as people say it, or nothing.
fn when(days: DateRange, rng: &mut impl Rng) -> String {
    const RELATIVE: [&str; 14] = [
        "in the last 30 days",
        "in the last 7 days",
        "in the last 90 days",
        "in the last 2 weeks",
        "in the last 6 months",
        "this week",
        "last week",
        "this month",
        "last month",
        "this quarter",
        "last quarter",
        "this year",
        "last year",
        "yesterday",
    ];
    let (Some(from), Some(to)) = (days.from, days.to) else { return String::new() };
    let length = u64::try_from((to - from).num_days()).unwrap_or(0);
    let any = |rng: &mut _| -> NaiveDate {
        from.checked_add_days(Days::new(Rng::random_range(rng, 0..=length))).unwrap_or(from)
    };
    let day = any(rng);
    let month = MONTHS[day.month0() as usize];
    match rng.random_range(0..10) {
        0..=2 => String::new(),
        3..=5 => RELATIVE.choose(rng).map(|r| format!(" {r}")).unwrap_or_default(),
        6 => format!(" in {month} {}", day.year()),
        7 => format!(" in Q{} {}", day.month0() / 3 + 1, day.year()),
        8 => format!(" in {}", day.year()),
        _ => {
            let (a, b) = (day, any(rng));
            match rng.random_range(0..4) {
                0 => format!(" since {}", full_date(a)),
                1 => format!(" on {}", full_date(a)),
                2 => format!(" before {}", full_date(a)),
                _ => format!(" between {} and {}", full_date(a.min(b)), full_date(a.max(b))),
            }
        }
    }
}
