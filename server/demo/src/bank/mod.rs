//! A fictional bank: one coherent year of it, the same every time for a seed.
//!
//! The year runs from 1 February 2025 to 31 January 2026. First the people (`people`) and their moods (`plan::temper`),
//! then who writes when about what (`plan`), then the cases (`cases`), and last the words: situations (`texts`, which
//! are data) in the writer's voice (`compose`, `talk`). Two relationships are hand-written (`arcs`).
//!
//! Each template declares its sentiment; a message has the mean of its templates' (`texts::mood`).
//!
//! Deliberately not here: the store and a clock.

use chrono::NaiveDate;
use model::record::{Attributes, Case, Channel, Communication, Customer, Document, Product, slug};
use rand::Rng;
use rand_chacha::ChaCha8Rng;
use store::write::Batch;

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
mod slots;
mod talk;
#[cfg(test)]
mod tests;
mod texts;

pub(crate) use calendar::LAST_DAY;
pub(crate) use cases::stream;
use compose::Sheet;
use people::Client;
use plan::{Msg, Part};
use slots::Slots;
use texts::Mood;

/// The seed of the published demo.
pub const SEED: u64 = 20_260_131;

impl From<DemoBank> for Batch {
    fn from(bank: DemoBank) -> Self {
        Self {
            products: bank.products,
            customers: bank.customers,
            communications: bank.communications,
            cases: bank.cases,
            documents: bank.documents,
            last_day: Some(("demo".into(), bank.last_day)),
            ..Self::default()
        }
    }
}

/// The further field for survey messages.
const SURVEY_SCORE: &str = "survey_score";

/// The demo bank's records.
#[derive(Clone, Debug, PartialEq)]
pub struct DemoBank {
    pub products: Vec<Product>,
    pub customers: Vec<Customer>,
    /// In order of time and id.
    pub communications: Vec<Communication>,
    /// In order of opening.
    pub cases: Vec<Case>,
    pub documents: Vec<Document>,
    /// "Today" of the demo: 31 January 2026.
    pub last_day: NaiveDate,
}

const PRODUCTS: [&str; 10] = [
    "Mobile banking", "Online banking", "Current account", "Savings account", "Credit card", "Mortgage",
    "Business loan", "Payments", "Trade finance", "Investment",
];

/// Generates the whole bank. The same seed gives exactly the same bank.
pub fn generate(seed: u64) -> DemoBank {
    let clients = people::clients(&mut stream(seed, 1));
    let tempers = plan::temper::tempers(&clients, &mut stream(seed, 6));
    let mut plan = plan::plan(&clients, &tempers, &mut stream(seed, 2));
    let cases = cases::open(&mut plan, &clients, &mut stream(seed, 3));
    let mut words = stream(seed, 4);
    let mut asked = stream(seed, 5);
    let mut formal = 0;
    let communications = plan
        .iter()
        .enumerate()
        .map(|(i, msg)| {
            formal += usize::from(msg.formal);
            let written = communication(i, msg, &clients[msg.client], &cases, formal, &mut words);
            surveyed(written, &mut asked)
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
    let sheet = Sheet { msg, slots, formal: msg.formal.then_some(formal), mood: Mood::default() };
    let (subject, body) = words(&sheet, rng);
    begin_mood(&sheet);
    let (sentiment, score) = sheet.mood.sentiment();
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
        sentiment: Some(sentiment),
        sentiment_score: Some(score),
        subject,
        body,
        at: msg.at,
        day: msg.day,
        attributes: Attributes::new(),
        source: "demo".to_owned(),
    }
}

/// Some people are asked afterwards how satisfied they are, and give a number from 0 to 10. Nobody is asked about a
/// letter or a public post.
fn surveyed(mut written: Communication, rng: &mut ChaCha8Rng) -> Communication {
    let answers = rng.random_bool(1.0 / 12.0);
    let whim = rng.random_range(-1.0..=1.0);
    let (true, Some(score)) = (answers, written.sentiment_score) else { return written };
    if !matches!(written.channel, Channel::Letter | Channel::Social) {
        // An integer: a float 0 may print as -0.
        let given = (5.0 + 5.0 * score + whim).round().clamp(0.0, 10.0) as u8;
        written.attributes.insert(SURVEY_SCORE.to_owned(), given.to_string());
    }
    written
}

/// Adds the sentiment of the message's situation, to which its words add theirs.
fn begin_mood(sheet: &Sheet<'_>) {
    let of_sit = sheet.sit().sentiment.unwrap_or_default();
    match sheet.msg.part {
        Part::Scripted(i) => sheet.mood.note(arcs::SCRIPT[i].sentiment),
        Part::Settled => sheet.mood.note(texts::LETTERS.sentiment.settled),
        Part::Chase => {
            sheet.mood.note(of_sit);
            sheet.mood.note(texts::LETTERS.sentiment.chase);
        }
        Part::First | Part::Escalation => sheet.mood.note(of_sit),
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

/// Only the formal complaints about the mobile app have all four of its words; in any other such text "issue" becomes
/// "problem".
fn kept_apart(subject: Option<String>, body: String) -> (Option<String>, String) {
    let all = format!("{} {body}", subject.as_deref().unwrap_or("")).to_lowercase();
    if !["mobil", "app", "complain", "issu"].iter().all(|stem| all.contains(stem)) {
        return (subject, body);
    }
    let plain = |text: String| text.replace("issue", "problem").replace("Issue", "Problem").replace("ISSUE", "PROBLEM");
    (subject.map(plain), plain(body))
}
