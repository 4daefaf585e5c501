//! The values of grammar slots for one conversation: the writer, their format of money and dates, and the details of
//! what happened. Deterministic for a conversation and slot.

use chrono::{Datelike, Duration, NaiveDate};
use model::number;

use super::calendar::working_days_before;
use super::names::STAFF;
use super::people::{Client, Contact, Tone};

/// One conversation's circumstances.
pub struct Slots<'a> {
    /// Determines every detail of the conversation.
    pub seed: u64,
    pub client: &'a Client,
    pub contact: &'a Contact,
    /// The day on which the conversation began; dates are relative to it.
    pub began: NaiveDate,
    /// Days since then.
    pub passed: i64,
    /// The case from the conversation, if the customer knows of one.
    pub case: Option<&'a str>,
    /// True for texts by the bank's people: money and dates in the house style.
    pub house: bool,
}

const PAYEES_OF_FIRMS: &[&str] = &[
    "Brandt & Koch GmbH", "Delacroix SARL", "Halvorsen AS", "Gruppo Ferrari Trasporti", "Westerby Plc",
    "Tilburg Staal BV", "Orion Freight", "Castillo Hermanos SL", "Meridian Packaging", "Nordkap Spedition",
    "Agrofresh Lda", "Pinewood Logistics", "Kaya Tekstil", "Zhejiang Rongda", "Baxter Insurance", "the customs office",
    "Stadtwerke", "our landlord", "Eastgate Fuels", "Lumen Energy",
];
const PAYEES_OF_PEOPLE: &[&str] = &[
    "my landlord", "the nursery", "my sister in Leeds", "the garage", "the dentist", "the roofer", "my daughter",
    "Frau Albers", "the electricity company", "the tax office", "a seller in Ghent", "my ex-husband's solicitor",
    "the housing association", "the insurance", "Eastgate Fuels", "the travel agent", "my son at university",
    "Lumen Energy", "the kitchen fitter", "the notary", "the music school", "a friend in Lisbon",
];
const SHOPS: &[&str] = &[
    "a petrol station near Breda", "TrainLine Direct", "the bakery", "a hotel in Porto", "the pharmacy",
    "Kaufhof Nord", "a ticket website", "the airport car park", "a streaming service", "the garden centre",
    "an electronics shop in Lille", "a furniture website", "the supermarket", "a car hire firm in Palermo",
    "the hardware store",
];
const ERRORS: &[&str] = &[
    "Something went wrong (E-1043)", "Session expired", "Device not recognised", "Error 504",
    "We cannot verify this device", "Please try again later", "Unexpected response", "Code invalid or expired",
    "Sign-in not possible at this time", "Err_AUTH_07", "Connection lost", "Request could not be processed",
];
const SCENES: &[&str] = &[
    "at the till", "on the train to work", "in the middle of month-end", "at the airport",
    "in the doctor's waiting room", "outside the school gates", "at a supplier's desk", "in the car park",
    "at the kitchen table", "in a taxi", "at the petrol station", "on my lunch break", "late in the evening",
    "at the customs counter", "during a site visit", "on holiday in Crete", "in the queue at the post office",
    "before the shop opened",
];
const PAPERS_OF_FIRMS: &[&str] = &[
    "trade register extract", "shareholder list", "articles of association", "annual accounts",
    "director's passport copy", "list of signatories", "group chart", "tax assessment", "board minutes",
];
const PAPERS_OF_PEOPLE: &[&str] = &[
    "passport copy", "proof of address", "utility bill", "payslip", "tax return", "identity card", "tenancy agreement",
    "source-of-funds letter", "pension statement", "marriage certificate",
];
const COUNTRIES: &[&str] =
    &["Turkey", "Ghana", "Switzerland", "Poland", "the US", "Morocco", "Norway", "Vietnam", "Canada", "Portugal"];
const RELATIVES: &[&str] = &["wife", "husband", "son", "daughter", "brother", "neighbour", "accountant", "partner"];
const FIRM_RELATIVES: &[&str] =
    &["colleague", "managing director", "accountant", "auditor", "co-director", "bookkeeper", "finance assistant"];
const WRITTEN_TIMES: &[&str] = &[
    "8:05", "8:40", "9:15", "9:50", "10:20", "11:05", "11:45", "12:30", "13:10", "14:25", "15:00", "15:35", "16:10",
    "16:50", "17:30", "18:45", "19:20", "20:10", "21:05", "22:15",
];
const COUNTS: &[&str] = &["two", "three", "four", "five", "six", "seven"];
const STRETCHES: &[&str] =
    &["three days", "four days", "a week", "nine days", "two weeks", "ten days", "eleven days", "almost three weeks"];

impl Slots<'_> {
    /// The value of a slot; an unknown name is kept, so that a test finds it.
    pub fn value(&self, name: &str) -> String {
        let kind = name.trim_end_matches(|c: char| c.is_ascii_digit());
        let n = self.roll(name);
        let firm = self.client.company;
        if let Some(word) = self.person(kind) {
            return word.to_owned();
        }
        match kind {
            "amount" => self.money(self.spread(n, if firm { (900, 88_000) } else { (35, 4_600) }), n),
            "bigsum" => self.money(self.spread(n, if firm { (60_000, 900_000) } else { (5_000, 90_000) }), 0),
            "fee" => self.money_cents(250 + n % 4_300),
            "charge" => self.money(1_200 + n % 8_300, n),
            "price" => self.money_cents(900 + n % 43_000),
            "small" => self.money_cents(90 + n % 900),
            "payee" => of(if firm { PAYEES_OF_FIRMS } else { PAYEES_OF_PEOPLE }, n),
            "shop" => of(SHOPS, n),
            "error" => of(ERRORS, n),
            "scene" => of(SCENES, n),
            "paper" => of(if firm { PAPERS_OF_FIRMS } else { PAPERS_OF_PEOPLE }, n),
            "country" => of(COUNTRIES, n),
            "kin" => of(if firm { FIRM_RELATIVES } else { RELATIVES }, n),
            "time" => of(WRITTEN_TIMES, n),
            "count" => of(COUNTS, n),
            "stretch" => of(STRETCHES, n),
            "minutes" => (8 + n % 52).to_string(),
            "seconds" => (12 + n % 80).to_string(),
            "percent" => format!("{}.{:02}", 1 + n % 4, (n / 8 % 20) * 5),
            "staff" => of(STAFF, n),
            _ => self.fact(kind, n),
        }
    }

    /// Slots that depend on the calendar and the customer.
    fn fact(&self, kind: &str, n: u64) -> String {
        let back = |days: u64| self.began - Duration::days(days as i64);
        match kind {
            "date" => self.date(back(1 + n % 8)),
            "earlier" => self.date(back(12 + n % 30)),
            "today" => self.date(self.began),
            "soon" => self.date(self.began + Duration::days(3 + (n % 18) as i64)),
            "weekday" => working_days_before(self.began, 1 + (n % 4) as u32).format("%A").to_string(),
            "month" => back(20 + n % 40).format("%B").to_string(),
            "passed" => match self.passed {
                0 | 1 => "a day".to_owned(),
                2..=11 => format!("{} days", self.passed),
                _ => {
                    format!("{} weeks", ["one", "two", "three", "four", "five"][(self.passed as usize / 7 - 1).min(4)])
                }
            },
            "device" => self.contact.device.to_owned(),
            "branch" => self.client.customer.attributes.get("branch").cloned().unwrap_or_default(),
            "since" => self.client.customer.since.map_or(2004, |d| d.year()).to_string(),
            "manager" => self.client.customer.relationship_manager.clone().unwrap_or_default(),
            "name" => self.client.customer.name.clone(),
            "first" => self.contact.first.clone(),
            "last" => self.contact.last.clone(),
            "role" => self.contact.role.to_owned(),
            "goods" => self.client.goods.to_owned(),
            "currency" => self.client.currency.to_owned(),
            "tail" => format!("{:04}", self.fixed("tail") % 10_000),
            "card" => format!("{:04}", self.fixed("card") % 10_000),
            "ref" => format!("{}-{:06}", ["TX", "PX", "LB"][(n % 3) as usize], n / 7 % 1_000_000),
            "invoice" => format!("{}/{}", self.began.year(), 1000 + n % 8_900),
            "case" => match self.case {
                Some(case) => case.to_owned(),
                None if self.house => "the open ticket".to_owned(),
                None => format!("{} message of {}", self.person("my").unwrap_or("my"), self.date(self.began)),
            },
            "due" => self.date(self.began + Duration::days(self.passed + 1 + (n % 9) as i64)),
            "done" => self.date(self.began + Duration::days(self.passed)),
            "promised" => self.date(self.began + Duration::days(1 + (n % 6) as i64 * self.passed.min(7) / 7)),
            "title" => if self.contact.woman { "Ms" } else { "Mr" }.to_owned(),
            "he" => if self.contact.woman { "she" } else { "he" }.to_owned(),
            "He" => if self.contact.woman { "She" } else { "He" }.to_owned(),
            "him" => if self.contact.woman { "her" } else { "him" }.to_owned(),
            "his" => if self.contact.woman { "her" } else { "his" }.to_owned(),
            other => format!("{{{other}}}"),
        }
    }

    /// "I" or "we": private clients speak for themselves, most companies for the firm.
    fn person(&self, kind: &str) -> Option<&'static str> {
        let we = self.client.company && !self.contact.habit.is_multiple_of(5);
        Some(match (kind, we) {
            ("I", true) => "We",
            ("i", true) => "we",
            ("I" | "i", false) => "I",
            ("my", true) => "our",
            ("my", false) => "my",
            ("My", true) => "Our",
            ("My", false) => "My",
            ("me", true) => "us",
            ("me", false) => "me",
            ("am", true) => "are",
            ("am", false) => "am",
            ("was", true) => "were",
            ("was", false) => "was",
            ("myself", true) => "ourselves",
            ("myself", false) => "myself",
            _ => return None,
        })
    }

    /// A round-ish amount between the two, with small ones more common.
    fn spread(&self, n: u64, (low, high): (u64, u64)) -> u64 {
        let share = (n >> 20) % 1000;
        let value = low + (high - low) * share * share / 1_000_000;
        if n.is_multiple_of(3) { value / 50 * 50 + 50 } else { value }
    }

    fn money(&self, whole: u64, n: u64) -> String {
        if n % 4 == 1 {
            self.money_cents(whole * 100 + n / 5 % 100)
        } else {
            self.written(number::whole(whole.cast_signed()), None)
        }
    }

    fn money_cents(&self, cents: u64) -> String {
        self.written(number::whole((cents / 100).cast_signed()), Some(cents % 100))
    }

    /// The amount in the writer's format: "EUR 4,250.00", "€4,250", "4.250 €", "4250 euros".
    fn written(&self, whole: String, cents: Option<u64>) -> String {
        let code = self.client.currency;
        let (sign, word) = match code {
            "GBP" => ("£", "pounds"),
            "USD" => ("$", "dollars"),
            _ => ("€", "euros"),
        };
        let tail = |mark: char| cents.map_or_else(String::new, |c| format!("{mark}{c:02}"));
        let habit = if self.house { 0 } else { self.contact.habit / 7 % 6 };
        let casual = matches!(self.contact.tone, Tone::Casual | Tone::Elderly | Tone::Rambling);
        match habit {
            1 | 2 => format!("{sign}{whole}{}", tail('.')),
            3 if code == "EUR" => format!("{}{} €", whole.replace(',', "."), tail(',')),
            4 if casual => format!("{}{} {word}", whole.replace(',', ""), tail('.')),
            5 => format!("{}{} {code}", whole, tail('.')),
            _ => format!("{code} {whole}{}", tail('.')),
        }
    }

    /// The date in the writer's format.
    fn date(&self, day: NaiveDate) -> String {
        let pattern = if self.house {
            "%-d %b"
        } else {
            match self.contact.habit / 50 % 7 {
                0 => "%-d %B",
                1 => "%-d %b",
                2 if self.client.currency == "USD" => "%B %-d",
                2 | 3 => "%d.%m.",
                4 => "%A %-d %B",
                5 => "%-d/%-m",
                _ => "%-d %B",
            }
        };
        // A date ending in a stop would double the sentence's stop.
        day.format(pattern).to_string().trim_end_matches('.').to_owned()
    }

    /// A number for this conversation and slot.
    fn roll(&self, name: &str) -> u64 {
        mix(self.seed ^ letters(name))
    }

    /// A number for the bank's person in this conversation.
    pub fn roll_house(&self) -> u64 {
        self.roll("house")
    }

    /// A number for this contact and slot.
    fn fixed(&self, name: &str) -> u64 {
        mix(u64::from(self.contact.habit) ^ letters(name))
    }
}

fn of(list: &[&str], n: u64) -> String {
    list[(n % list.len() as u64) as usize].to_owned()
}

/// FNV-1a.
fn letters(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, b| (hash ^ u64::from(b)).wrapping_mul(0x0100_0000_01b3))
}

/// SplitMix64's finaliser: spreads neighbouring seeds.
fn mix(seed: u64) -> u64 {
    let mut z = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    (z ^ (z >> 31)) >> 1
}
