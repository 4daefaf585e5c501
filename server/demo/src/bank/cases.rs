//! The bank's cases: most opened for a message, the others by the periodic review of customers.

use model::text::capital;
use std::collections::BTreeMap;

use chrono::{Duration, NaiveDate};
use model::record::{Case, CaseStatus, Kind, Sentiment, Tier, priority, slug};
use model::time::{day_of, noon};
use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::arcs::SCRIPT;
use super::calendar::*;
use super::compose::Sheet;
use super::grammar::{expand, pick, weighted};
use super::names::TEAMS;
use super::people::Client;
use super::plan::{Msg, Part};
use super::slots::Slots;
use super::texts::{AREAS, Area, Mood, pick_on};

/// The number of cases in the year.
pub const CASES: usize = 900;

/// The first millisecond after the year.
fn end() -> i64 {
    noon(LAST_DAY) + 12 * HOUR
}

/// Opens all cases, in id order, and records the case in each message of its conversation.
pub fn open(plan: &mut [Msg], clients: &[Client], rng: &mut ChaCha8Rng) -> Vec<Case> {
    let reviews = reviews(clients, rng);
    let chosen = choose(plan, CASES - reviews.len(), rng);
    let mut cases: Vec<(Case, Option<u64>)> = reviews.into_iter().map(|c| (c, None)).collect();
    for at in chosen {
        let thread = plan[at].thread;
        let settled = plan.iter().find(|m| m.thread == thread && m.part == Part::Settled).map(|m| m.at);
        cases.push((from_message(at, &plan[at], &clients[plan[at].client], settled, rng), Some(thread)));
    }
    cases.sort_by(|a, b| (a.0.created_at, &a.0.customer_id).cmp(&(b.0.created_at, &b.0.customer_id)));
    let mut of_thread = BTreeMap::new();
    for (i, (case, thread)) in cases.iter_mut().enumerate() {
        case.id = format!("case-{:04}", i + 1);
        if let Some(thread) = thread {
            of_thread.insert(*thread, i);
        }
    }
    for msg in plan.iter_mut() {
        msg.case = of_thread.get(&msg.thread).copied();
    }
    let mut cases: Vec<Case> = cases.into_iter().map(|(case, _)| case).collect();
    relate(&mut cases);
    cases
}

/// Which messages lead to a case: all grievances of the two stories, and otherwise grievances more often than wishes.
fn choose(plan: &[Msg], count: usize, rng: &mut ChaCha8Rng) -> Vec<usize> {
    let (mut sure, mut likely, mut rest) = (Vec::new(), Vec::new(), Vec::new());
    for (i, msg) in plan.iter().enumerate() {
        match (msg.part, msg.kind()) {
            (Part::Scripted(_), Kind::Complaint) => sure.push(i),
            (Part::First, Kind::Complaint) if rng.random_bool(0.8) => likely.push(i),
            (Part::First, Kind::Complaint | Kind::Request) => rest.push(i),
            _ => {}
        }
    }
    // Two in three of the chosen ones continued: a case is opened when one answer was not enough.
    let threads: BTreeMap<u64, usize> = plan.iter().fold(BTreeMap::new(), |mut seen, m| {
        *seen.entry(m.thread).or_insert(0) += 1;
        seen
    });
    likely.shuffle(rng);
    rest.shuffle(rng);
    likely.sort_by_key(|&i| usize::from(threads.get(&plan[i].thread).is_none_or(|n| *n < 2) || i % 3 == 0));
    let wishes = count / 9;
    let mut chosen = sure;
    chosen.extend(rest.into_iter().take(wishes));
    let left = count.saturating_sub(chosen.len());
    chosen.extend(likely.into_iter().take(left));
    chosen.truncate(count);
    chosen
}

/// Cases of the periodic review: at least two on every working day of January 2026, when the year's files fell due,
/// and some in every other week.
fn reviews(clients: &[Client], rng: &mut ChaCha8Rng) -> Vec<Case> {
    let mut cases = Vec::new();
    let Some(area) = AREAS.iter().find(|area| !area.reviews.is_empty()) else { return cases };
    for day in days().filter(|d| is_working_day(*d)) {
        let count = if day >= super::calendar::day(2026, 1, 1) {
            2 + rng.random_range(0..3)
        } else {
            usize::from(rng.random_bool(0.42))
        };
        for _ in 0..count {
            cases.push(review(day, area, &clients[rng.random_range(2..clients.len())], rng));
        }
    }
    cases
}

fn review(day: NaiveDate, area: &Area, client: &Client, rng: &mut ChaCha8Rng) -> Case {
    let (reason, text) = &area.reviews[rng.random_range(0..area.reviews.len())];
    let slots = Slots {
        seed: rng.random(),
        client,
        contact: &client.contacts[0],
        began: day,
        passed: 0,
        case: None,
        house: true,
    };
    let at = noon(day) + rng.random_range(-4 * HOUR..5 * HOUR);
    // The review is the bank's own: nobody has written yet, so no sentiment affects the priority.
    let mut case = blank(client, day, at, (&area.category, reason, "current-account"), None);
    case.title = format!("Periodic review: {}", reason.to_lowercase());
    case.description = expand(text, rng, &|name| slots.value(name));
    case.tags.push("periodic-review".to_owned());
    settle(&mut case, None, rng);
    if case.resolved_at.is_some() {
        let slots = Slots { began: day_of(case.updated_at), ..slots };
        case.resolution =
            Some(expand(pick_on(&area.outcomes, day_of(case.updated_at), rng), rng, &|name| slots.value(name)));
    }
    case
}

fn from_message(at: usize, msg: &Msg, client: &Client, settled: Option<i64>, rng: &mut ChaCha8Rng) -> Case {
    let opened = (msg.at + rng.random_range(4..95) * 60_000).min(noon(msg.day) + 12 * HOUR - 1);
    let feeling = (msg.kind() == Kind::Complaint).then_some(Sentiment::Negative);
    let contact = &client.contacts[msg.contact];
    let slots = Slots { seed: msg.thread, client, contact, began: msg.began, passed: 0, case: None, house: true };
    let sheet = Sheet { msg, slots, formal: None, mood: Mood::default() };
    let (area, reason) = (sheet.area(), sheet.reason());
    let mut case = blank(client, msg.day, opened, (&area.category, &reason.name, &reason.product), feeling);
    case.title = capital(&sheet.topic());
    case.description = match msg.part {
        Part::Scripted(i) => SCRIPT[i].subject.to_owned(),
        _ => format!("{}.", capital(sheet.fill(&sheet.sit().note, rng).trim_end_matches('.'))),
    };
    if let Part::Scripted(i) = msg.part {
        case.title = SCRIPT[i].subject.to_owned();
    }
    case.description.push_str(&format!(" Opened from a message by {}.", msg.channel));
    case.tags.push(format!("from-comm-{:05}", at + 1));
    settle(&mut case, settled, rng);
    if case.resolved_at.is_some() {
        let house = Slots {
            seed: msg.thread,
            client,
            contact,
            began: day_of(case.updated_at),
            passed: 0,
            case: None,
            house: true,
        };
        case.resolution =
            Some(expand(pick_on(&area.outcomes, day_of(case.updated_at), rng), rng, &|name| house.value(name)));
    }
    case
}

fn blank(client: &Client, day: NaiveDate, at: i64, about: (&str, &str, &str), feeling: Option<Sentiment>) -> Case {
    let (category, subcategory, product) = about;
    let tier = client.customer.tier;
    let mut tags = vec![slug(subcategory)];
    if tier == Tier::Platinum {
        tags.push("platinum".to_owned());
    }
    tags.extend(event(category, subcategory, day).map(str::to_owned));
    Case {
        customer_id: client.customer.id.clone(),
        category: Some(category.to_owned()),
        subcategory: Some(subcategory.to_owned()),
        product: Some(product.to_owned()),
        priority: priority(tier, feeling),
        created_at: at,
        updated_at: at,
        day,
        sla_deadline: Some(at + tier.sla_hours() * HOUR),
        tags,
        source: "demo".to_owned(),
        ..Case::default()
    }
}

/// The event of the year that a case belongs to.
fn event(category: &str, subcategory: &str, day: NaiveDate) -> Option<&'static str> {
    match category {
        "Mobile app" if day >= UPDATE => Some("update-6.2"),
        "Payment processing" if (OUTAGE..=OUTAGE + Duration::days(3)).contains(&day) => Some("outage-2025-11-11"),
        "Fees, Charges and Interest" if subcategory == "Account maintenance fee" && day >= NEW_FEES => {
            Some("price-list-2025-10")
        }
        _ => None,
    }
}

/// Share of cases that miss their deadline, in percent: due diligence and the app are the weak spots.
fn breach_rate(category: &str) -> u32 {
    match category {
        "Mobile app" => 27,
        "CDD Remediation" => 27,
        "Account Opening Process" => 23,
        "Payment processing" => 19,
        "Lending and mortgages" => 16,
        "Fees, Charges and Interest" => 18,
        _ => 17,
    }
}

/// Resolves the case or leaves it open, by its deadline and its category's habits.
fn settle(case: &mut Case, by: Option<i64>, rng: &mut ChaCha8Rng) {
    let category = case.category.clone().unwrap_or_default();
    let allowed = case.sla_deadline.unwrap_or(case.created_at) - case.created_at;
    let breaks = rng.random_range(0..100) < breach_rate(&category);
    let took = if breaks {
        // Most misses are by hours, some by weeks.
        let late: f64 = rng.random::<f64>().powi(3);
        allowed + HOUR + (late * 500.0 * HOUR as f64) as i64 + rng.random_range(0..20) * HOUR
    } else {
        let share: f64 = 0.06 + 0.9 * rng.random::<f64>();
        (allowed as f64 * share) as i64
    };
    let mut resolved = case.created_at + took.max(12 * 60_000);
    if let Some(by) = by {
        // Thanks come after an answer.
        resolved = resolved.min(by - HOUR / 2).max(case.created_at + 12 * 60_000);
    }
    let lingers = breaks && by.is_none() && (LAST_DAY - case.day).num_days() < 45 && rng.random_bool(0.4);
    if lingers {
        resolved = end();
    }
    case.assigned_to = assignee(&category, rng);
    if resolved < end() {
        case.resolved_at = Some(resolved);
        case.updated_at = resolved;
        let old = (LAST_DAY - day_of(resolved)).num_days() > 7;
        case.status = if old && rng.random_bool(0.85) { CaseStatus::Closed } else { CaseStatus::Resolved };
    } else {
        let age = end() - case.created_at;
        case.status = if age < 14 * HOUR {
            CaseStatus::Open
        } else {
            [CaseStatus::InProgress, CaseStatus::Pending][weighted(&[3, 2], rng)]
        };
        if age < 6 * HOUR {
            case.assigned_to = None;
        }
        case.updated_at = case.created_at + rng.random_range(0..age.max(2)) / 2;
    }
    let deadline = case.sla_deadline.unwrap_or(i64::MAX);
    case.sla_breached = case.resolved_at.map_or(deadline < end(), |at| at > deadline);
    // Open cases do not show by their own times that they are late, so the record says so.
    case.sla_told = case.sla_breached && case.resolved_at.is_none();
}

fn assignee(category: &str, rng: &mut ChaCha8Rng) -> Option<String> {
    let team = TEAMS.iter().find(|(c, _)| *c == category).or(TEAMS.last())?;
    Some(pick(team.1, rng).to_owned())
}

/// Repeated cases of one customer and cause reference each other.
fn relate(cases: &mut [Case]) {
    let mut last: BTreeMap<(String, String), (String, i64)> = BTreeMap::new();
    for case in cases {
        let key = (case.customer_id.clone(), case.subcategory.clone().unwrap_or_default());
        if let Some((before, at)) = last.insert(key, (case.id.clone(), case.created_at))
            && case.created_at - at < 60 * 24 * HOUR
        {
            case.tags.push(format!("related-{before}"));
            if let Some(resolution) = &mut case.resolution {
                resolution.push_str(&format!(" Same cause as {before}."));
            }
        }
    }
}

/// A separate generator for each stage, so that changing one leaves the others unchanged.
pub fn stream(seed: u64, stage: u64) -> ChaCha8Rng {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    rng.set_stream(stage);
    rng
}
