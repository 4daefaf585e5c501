//! How long the rules take to read a question and to propose others, by how many customers there are; by hand:
//! `cargo test -p server --lib rules::timing -- --ignored --nocapture`.

use std::time::Instant;

use app::model::run::Run;

use super::super::View;
use super::{follow, understand};
use crate::agent::Settings;
use crate::agent::talk::prompt::Offers;
use crate::import::demo::{SEED, generate};
use crate::query::values::Vocabulary;

const QUESTIONS: [&str; 12] = [
    "How many complaints were there in January 2026?",
    "Why are customers complaining about the mobile app?",
    "Complaints per day this month",
    "Complaints by product this year",
    "How many cases breached SLA?",
    "How do customers feel about mobile banking this month?",
    "Tell me about Alderney Marine",
    "Complaints of Alderney per day",
    "How healthy is Aldreney Marine?",
    "Which customers complain most?",
    "How many enquiries did Osei Textiles send by phone in December, and how many requests?",
    "Set the alarm for seven and water the flowers please",
];

/// The names of as many demo banks as it takes, as `import::demo::many` makes them.
#[allow(clippy::field_reassign_with_default)]
pub fn vocabulary(customers: usize) -> Vocabulary {
    let banks: Vec<_> = (0..customers.div_ceil(150).min(4) as u64).map(|n| generate(SEED.wrapping_add(n))).collect();
    let mut v = Vocabulary::default();
    v.products = banks[0].products.clone();
    let of = |n: usize| {
        let tail = if n == 0 { String::new() } else { format!("-{n}") };
        let all = &banks[n % banks.len()].customers;
        all.iter().map(move |c| (format!("{}{tail}", c.id), format!("{}{}", c.name, tail.replace('-', " "))))
    };
    v.customers = (0..customers.div_ceil(150)).flat_map(of).take(customers).collect();
    v.customers.sort_by(|a, b| a.1.cmp(&b.1));
    let labels = |of: fn(&app::model::record::Case) -> Option<String>| {
        banks[0].cases.iter().filter_map(of).collect::<std::collections::BTreeSet<_>>().into_iter().collect()
    };
    v.categories = labels(|c| c.category.clone());
    v.subcategories = labels(|c| c.subcategory.clone());
    v.case_statuses = labels(|c| Some(c.status.to_string()));
    v.people = vec![("assigned_to", labels(|c| c.assigned_to.clone()))];
    v.index();
    v
}

#[test]
#[ignore = "measures"]
fn times() {
    let (tools, offers, settings) = (crate::skills::all(), Offers::default(), Settings::default());
    let as_of = "2026-01-31".parse().unwrap();
    let (mut v, mut run, earlier) = (Vocabulary::default(), Run::new("r"), Vec::new());
    for customers in [150, 1_500, 6_000, 25_050] {
        let begun = Instant::now();
        v = vocabulary(customers);
        let built = begun.elapsed();
        let begun = Instant::now();
        v.index();
        println!("{customers}: index {:?} (with names {built:?})", begun.elapsed());
        let (mut reads, mut proposals) = (Vec::new(), Vec::new());
        for question in QUESTIONS {
            run.question = question.into();
            let unread = super::Read::default();
            let view = View {
                run: &run,
                read: &unread,
                earlier: &earlier,
                history: &[],
                tools: &tools,
                offers: &offers,
                vocabulary: &v,
                settings: &settings,
                as_of,
                warning: String::new(),
            };
            let begun = Instant::now();
            let reading = understand::read(&view, &understand::Context::of(&view));
            let read = begun.elapsed();
            let begun = Instant::now();
            let proposed = follow::questions(&view, Vec::new());
            println!(
                "  {read:>12?} {:>12?} {question} {} {proposed:?}",
                begun.elapsed(),
                format!("{reading:?}").split(['(', ' ']).next().unwrap_or_default()
            );
            reads.push(read);
            proposals.push(begun.elapsed());
        }
        for (what, mut list) in [("read", reads), ("follow-ups", proposals)] {
            list.sort_unstable();
            println!("{customers} {what}: p50 {:?}, most {:?}", list[list.len() / 2], list[list.len() - 1]);
        }
    }
    drop(v);
}
