//! A bank that never was: one coherent year of it, the same every time from one seed.
//!
//! The year runs from 1 February 2025 to 31 January 2026. First the people (`people`), then who gets in touch when
//! about what (`plan`), then the cases (`cases`), and last the words: situations (`texts`, which are data) in the voice of
//! whoever writes (`compose`, `talk`). Two relationships are told by hand (`arcs`).
//!
//! Deliberately not here: the store, a clock, and sentiment, which is scored later from the words alone.

use app::model::record::{Case, Channel, Communication, Customer, Document, Product, slug};
use chrono::NaiveDate;
use rand_chacha::ChaCha8Rng;

mod arcs;
mod calendar;
mod cases;
mod compose;
mod grammar;
mod hand;
pub mod many;
mod names;
mod people;
mod plan;
pub mod recorded;
mod slots;
mod talk;
#[cfg(test)]
mod tests;
mod texts;

pub(super) use calendar::LAST_DAY;
pub(super) use cases::stream;
use compose::Sheet;
use people::Client;
use plan::{Msg, Part};
use slots::Slots;

/// The seed of the demo that everybody sees.
pub const SEED: u64 = 20_260_131;

/// The demo bank's records.
#[derive(Clone, Debug, PartialEq)]
pub struct DemoBank {
    pub products: Vec<Product>,
    pub customers: Vec<Customer>,
    /// In time order, as their ids are.
    pub communications: Vec<Communication>,
    /// In the order of their opening.
    pub cases: Vec<Case>,
    pub documents: Vec<Document>,
    /// "Today" of the demo: 31 January 2026.
    pub last_day: NaiveDate,
}

const PRODUCTS: [&str; 10] = [
    "Mobile banking",
    "Online banking",
    "Current account",
    "Savings account",
    "Credit card",
    "Mortgage",
    "Business loan",
    "Payments",
    "Trade finance",
    "Investment",
];

/// Makes the whole bank. The same seed gives the same bank, to the letter.
pub fn generate(seed: u64) -> DemoBank {
    let clients = people::clients(&mut stream(seed, 1));
    let mut plan = plan::plan(&clients, &mut stream(seed, 2));
    let cases = cases::open(&mut plan, &clients, &mut stream(seed, 3));
    let mut words = stream(seed, 4);
    let mut formal = 0;
    let communications = plan
        .iter()
        .enumerate()
        .map(|(i, msg)| {
            formal += usize::from(msg.formal);
            communication(i, msg, &clients[msg.client], &cases, formal, &mut words)
        })
        .collect();
    DemoBank {
        products: PRODUCTS.iter().map(|name| Product { slug: slug(name), name: (*name).to_owned() }).collect(),
        customers: clients.into_iter().map(|c| c.customer).collect(),
        communications,
        cases,
        documents: texts::documents(),
        last_day: calendar::LAST_DAY,
    }
}

fn communication(
    at: usize,
    msg: &Msg,
    client: &Client,
    cases: &[Case],
    formal: usize,
    rng: &mut ChaCha8Rng,
) -> Communication {
    let case = msg.case.map(|i| cases[i].id.clone());
    let contact = &client.contacts[msg.contact];
    let slots = Slots {
        seed: msg.thread,
        client,
        contact,
        began: msg.began,
        passed: (msg.day - msg.began).num_days(),
        case: case.as_deref(),
        house: msg.channel == Channel::Phone,
    };
    let sheet = Sheet { msg, slots, formal: msg.formal.then_some(formal) };
    let (subject, body) = words(&sheet, rng);
    Communication {
        id: format!("comm-{:05}", at + 1),
        customer_id: client.customer.id.clone(),
        case_id: case.clone(),
        channel: msg.channel,
        chat_mode: msg.mode,
        escalated_from: msg.from,
        status: msg.status,
        kind: msg.kind(),
        category: Some(sheet.area().category.clone()),
        subcategory: Some(sheet.reason().name.clone()),
        product: Some(sheet.reason().product.clone()),
        sentiment: None,
        sentiment_score: None,
        subject,
        body,
        at: msg.at,
        day: msg.day,
        attributes: Default::default(),
        source: "demo".to_owned(),
    }
}

/// Subject and text of a message.
fn words(sheet: &Sheet<'_>, rng: &mut ChaCha8Rng) -> (Option<String>, String) {
    let channel = sheet.msg.channel;
    let (subject, body) = match sheet.msg.part {
        Part::Scripted(i) => {
            let line = &arcs::SCRIPT[i];
            let subject = (channel != Channel::Phone).then(|| line.subject.to_owned());
            (subject, sheet.fill(line.body, rng))
        }
        _ if matches!(channel, Channel::Phone | Channel::Chat) => (None, talk::write(sheet, rng)),
        _ => compose::write(sheet, rng),
    };
    if sheet.msg.formal { (subject, body) } else { kept_apart(subject, body) }
}

/// Only the formal complaints about the mobile app hold all four of its words; anything else that would comes to
/// speak of a problem instead of an issue.
fn kept_apart(subject: Option<String>, body: String) -> (Option<String>, String) {
    let all = format!("{} {body}", subject.as_deref().unwrap_or("")).to_lowercase();
    if !["mobil", "app", "complain", "issu"].iter().all(|stem| all.contains(stem)) {
        return (subject, body);
    }
    let plain = |text: String| text.replace("issue", "problem").replace("Issue", "Problem").replace("ISSUE", "PROBLEM");
    (subject.map(plain), plain(body))
}
