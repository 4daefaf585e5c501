//! The bank's customers and the people who write for them, each with habits that last all year.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{Duration, NaiveDate};
use model::record::{Customer, Tier};
use rand::Rng;
use rand_chacha::ChaCha8Rng;
use serde::Deserialize;

use super::grammar::{pick, weighted};
use super::names::{FIRMS, Firm, MANAGERS, NAMES, Names};

/// How many customers the bank has.
pub const CUSTOMERS: usize = 150;

/// The way a person writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Tone {
    Plain,
    Polite,
    Curt,
    Rambling,
    Furious,
    Elderly,
    Foreign,
    Formal,
    Casual,
    Dry,
}

/// Someone who speaks for a customer.
#[derive(Clone, Debug)]
pub struct Contact {
    pub first: String,
    pub last: String,
    pub woman: bool,
    /// "Head of Treasury"; empty for private clients.
    pub role: &'static str,
    pub tone: Tone,
    pub device: &'static str,
    /// Chooses the format of money, dates, greetings; any number.
    pub habit: u32,
}

/// A customer with the data for its texts.
#[derive(Clone, Debug)]
pub struct Client {
    pub customer: Customer,
    pub company: bool,
    pub currency: &'static str,
    /// What a company trades in; empty for private clients.
    pub goods: &'static str,
    /// The first writes most.
    pub contacts: Vec<Contact>,
    /// How often it writes, relative to the others.
    pub weight: u32,
}

const DEVICES: &[&str] = &[
    "iPhone 12", "iPhone 13", "iPhone 14", "iPhone 15", "iPhone SE", "Galaxy S21", "Galaxy S22", "Galaxy S23",
    "Galaxy A54", "Pixel 7", "Pixel 8a", "Redmi Note 12", "Huawei P30", "Fairphone 4", "OnePlus Nord", "Xperia 10",
];

const ROLES: &[&str] = &[
    "Accounts Payable", "Head of Treasury", "Finance Manager", "Financial Controller", "Bookkeeping",
    "Treasury Analyst", "Office Manager", "Managing Director", "Group Accountant", "Credit Control",
];

/// All customers, in the order of their ids.
pub fn clients(rng: &mut ChaCha8Rng) -> Vec<Client> {
    let mut taken = BTreeSet::new();
    let mut clients: Vec<Client> = FIRMS.iter().map(|firm| firm_client(firm, &mut taken, rng)).collect();
    while clients.len() < CUSTOMERS {
        clients.push(private_client(&mut taken, rng));
    }
    // Those in `arcs` come first, the rest in random order, as in any register.
    for i in (4..clients.len()).rev() {
        let j = rng.random_range(3..=i);
        clients.swap(i, j);
    }
    for (i, client) in clients.iter_mut().enumerate() {
        client.customer.id = format!("cust-{:03}", i + 1);
    }
    set_tiers(&mut clients, rng);
    clients
}

/// 12 platinum, 30 gold, 48 silver and the rest standard; companies rank higher than private clients.
fn set_tiers(clients: &mut [Client], rng: &mut ChaCha8Rng) {
    let mut order: Vec<(u32, usize)> = clients
        .iter()
        .enumerate()
        .map(|(i, c)| {
            let standing = match c.customer.segment.as_str() {
                "corporate" | "institutional" => 55,
                "small business" => 12,
                _ => 0,
            };
            (if i < 2 { 1000 } else { standing + rng.random_range(0..100) }, i)
        })
        .collect();
    order.sort_unstable_by_key(|(standing, i)| (std::cmp::Reverse(*standing), *i));
    for (rank, (_, i)) in order.into_iter().enumerate() {
        clients[i].customer.tier = match rank {
            0..12 => Tier::Platinum,
            12..42 => Tier::Gold,
            42..90 => Tier::Silver,
            _ => Tier::Standard,
        };
    }
}

fn firm_client(firm: &Firm, taken: &mut BTreeSet<String>, rng: &mut ChaCha8Rng) -> Client {
    let &(name, region, segment, goods) = firm;
    let count = if segment == "small business" { rng.random_range(1..=2) } else { rng.random_range(2..=4) };
    let contacts = (0..count).map(|i| contact(region, segment, i, taken, rng)).collect();
    let weight = if segment == "small business" { rng.random_range(70..130) } else { rng.random_range(90..190) };
    client(name.to_owned(), region, segment, goods, contacts, weight, rng)
}

fn private_client(taken: &mut BTreeSet<String>, rng: &mut ChaCha8Rng) -> Client {
    let region = NAMES[weighted(&[26, 26, 12, 8, 6, 6, 6, 10], rng)].region;
    let person = contact(region, "private", 0, taken, rng);
    let name = format!("{} {}", person.first, person.last);
    let weight = rng.random_range(45..135);
    client(name, region, "private", "", vec![person], weight, rng)
}

fn client(
    name: String,
    region: &'static str,
    segment: &'static str,
    goods: &'static str,
    contacts: Vec<Contact>,
    weight: u32,
    rng: &mut ChaCha8Rng,
) -> Client {
    let currency = match region {
        "UK and Ireland" => "GBP",
        "International" => "USD",
        _ => "EUR",
    };
    let manager = MANAGERS.iter().filter(|(_, r)| *r == region).map(|(m, _)| *m).collect::<Vec<_>>();
    let anyone = MANAGERS.iter().map(|(m, _)| *m).collect::<Vec<_>>();
    let manager = if manager.is_empty() { pick(&anyone, rng) } else { pick(&manager, rng) };
    let mut attributes = BTreeMap::new();
    attributes.insert("currency".to_owned(), currency.to_owned());
    attributes.insert("branch".to_owned(), branch(region, &name).to_owned());
    Client {
        customer: Customer {
            name,
            segment: segment.to_owned(),
            region: Some(region.to_owned()),
            relationship_manager: Some(manager.to_owned()),
            since: NaiveDate::from_ymd_opt(1994, 3, 1).map(|d| d + Duration::days(rng.random_range(0..10_900))),
            attributes,
            source: "demo".to_owned(),
            ..Customer::default()
        },
        company: segment != "private",
        currency,
        goods,
        contacts,
        weight,
    }
}

/// A customer's branch.
fn branch(region: &str, name: &str) -> &'static str {
    let list: &[&str] = match region {
        "Germany" => &["Zollplatz", "Marktstrasse", "Altona"],
        "UK and Ireland" => &["Harbour Street", "Old Market", "Kingsgate", "Canal Quay"],
        "Benelux" => &["Korenmarkt", "Lijnbaan"],
        "France" => &["Rue des Halles", "Place Bellecour"],
        "Italy" => &["Via Manzoni"],
        "Iberia" => &["Calle Serrano", "Rua Augusta"],
        "Nordics" => &["Havnegade", "Drottninggatan"],
        _ => &["Kingsgate", "Zollplatz"],
    };
    list[name.len() % list.len()]
}

fn contact(region: &str, segment: &str, nth: usize, taken: &mut BTreeSet<String>, rng: &mut ChaCha8Rng) -> Contact {
    let names: &Names = NAMES.iter().find(|n| n.region == region).unwrap_or(&NAMES[0]);
    let woman = rng.random_bool(0.52);
    let (mut first, mut last) = ("", "");
    // A few attempts keep two people from sharing a name; if a region runs out, a duplicate does no harm.
    for _ in 0..40 {
        first = pick(if woman { names.women } else { names.men }, rng);
        last = pick(names.family, rng);
        if taken.insert(format!("{first} {last}")) {
            break;
        }
    }
    let native = region == "UK and Ireland";
    // In the order of `Tone`: plain, polite, curt, rambling, furious, elderly, foreign, formal, casual, dry.
    let tones: [u32; 10] = match (segment, native) {
        ("private", true) => [16, 12, 10, 15, 9, 13, 0, 0, 17, 8],
        ("private", false) => [16, 10, 9, 8, 8, 8, 24, 0, 13, 4],
        ("small business", true) => [22, 12, 16, 12, 9, 3, 0, 6, 12, 8],
        ("small business", false) => [22, 12, 14, 7, 8, 2, 22, 6, 5, 4],
        (_, true) => [24, 14, 16, 3, 4, 0, 0, 30, 3, 6],
        (_, false) => [24, 14, 16, 2, 4, 0, 12, 26, 0, 3],
    };
    const TONES: [Tone; 10] = [
        Tone::Plain,
        Tone::Polite,
        Tone::Curt,
        Tone::Rambling,
        Tone::Furious,
        Tone::Elderly,
        Tone::Foreign,
        Tone::Formal,
        Tone::Casual,
        Tone::Dry,
    ];
    let role = match segment {
        "private" => "",
        "small business" if nth == 0 => pick(&["Owner", "Managing Director", "Owner", "Partner"], rng),
        _ => pick(ROLES, rng),
    };
    Contact {
        first: first.to_owned(),
        last: last.to_owned(),
        woman,
        role,
        tone: TONES[weighted(&tones, rng)],
        device: pick(DEVICES, rng),
        habit: rng.random_range(0..u32::MAX),
    }
}
