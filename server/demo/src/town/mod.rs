//! A fictional town, Gintarupis, and its internet provider: 300 customers, three months of measurements, tickets and
//! outages, the same every time. [`CASES`] assigns cases to customers; the rest are well.
//!
//! The network is as of [`NOW`], on the last day of the demo bank. Each customer is measured once a day, and hourly on
//! the last. Deliberately not here: a clock, and the meaning of the measurements (`support::tools::diagnose`).

mod measure;
mod names;
mod past;
mod people;

use std::ops::RangeInclusive;

use model::support::KnownCaller;
use store::support::{Rows, tables};

use crate::bank::{LAST_DAY, stream};

/// The provider's number of customers.
pub const CUSTOMERS: u32 = 300;
/// Their town.
pub const CITY: &str = "Gintarupis";
/// 31 January 2026, 16:00 UTC: the newest measurement.
pub const NOW: i64 = LAST_DAY.and_time(chrono::NaiveTime::MIN).and_utc().timestamp_millis() + 16 * HOUR;

const SEED: u64 = 20_260_131;
const HOUR: i64 = 3_600_000;
const DAY: i64 = 24 * HOUR;

/// The case that a customer exemplifies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Case {
    /// Well, with an internet plan.
    Internet,
    /// Well, with television only.
    Tv,
    /// Well, with a telephone line only.
    Phone,
    /// Well, with internet and television.
    Bundle,
    /// Well, with two addresses.
    TwoAddresses,
    Suspended,
    Cancelled,
    /// In a full outage, with an estimated time of repair.
    OutageTimed,
    /// In an internet outage, without an estimate.
    OutageOpen,
    PortDown,
    /// Loses more than a tenth of its packets.
    LossHigh,
    /// Loses between a twentieth and a tenth of them.
    LossSome,
    /// Fast in one hour and slow in the next.
    Intermittent,
    Jitter,
    NoIp,
    /// Has television, with a poor signal.
    PoorSignal,
    /// Well, with any plan.
    Any,
}

/// The case of each customer, by the number in their id: 2 is CUST002. CUST001 is the one of the worked example
/// (B-027).
pub const CASES: [(Case, RangeInclusive<u32>); 18] = [
    (Case::Internet, 1..=1),
    (Case::Suspended, 2..=7),
    (Case::Cancelled, 8..=13),
    (Case::OutageTimed, 14..=20),
    (Case::OutageOpen, 21..=26),
    (Case::PortDown, 27..=32),
    (Case::LossHigh, 33..=38),
    (Case::LossSome, 39..=44),
    (Case::Intermittent, 45..=50),
    (Case::Jitter, 51..=56),
    (Case::NoIp, 57..=62),
    (Case::PoorSignal, 63..=68),
    (Case::TwoAddresses, 69..=74),
    (Case::Internet, 75..=80),
    (Case::Tv, 81..=86),
    (Case::Phone, 87..=92),
    (Case::Bundle, 93..=98),
    (Case::Any, 99..=CUSTOMERS),
];

/// Unassigned numbers, for unknown callers.
pub const UNKNOWN_PHONES: [&str; 5] = ["+37069999901", "+37069999902", "+37069999903", "+37069999904", "+37069999905"];

/// A customer's case.
pub fn case(number: u32) -> Case {
    CASES.iter().find(|(_, ids)| ids.contains(&number)).map_or(Case::Any, |(case, _)| *case)
}

/// The id of a customer.
pub fn id(number: u32) -> String {
    format!("CUST{number:03}")
}

/// Generates the town: rows of each table, after the tables that it refers to.
pub fn generate() -> Vec<Rows> {
    let people = people::all();
    let mut made = people::rows(&people);
    made.extend(past::rows(&people));
    made.extend(measure::rows(&people));
    let place = |rows: &Rows| tables::ALL.iter().position(|t| t.name == rows.table.name);
    made.sort_by_key(place);
    made
}

/// Numbers of the town to call from, each with its problem.
pub fn callers() -> Vec<KnownCaller> {
    let people = people::all();
    let mut all = Vec::new();
    for (case, ids) in CASES {
        let about = case.about();
        if about.is_empty() || all.iter().any(|c: &KnownCaller| c.about == about) {
            continue;
        }
        let customer = people.iter().find(|person| person.number == *ids.start());
        all.extend(customer.map(|person| KnownCaller { phone: person.phone.clone(), about: about.into() }));
    }
    all.push(KnownCaller { phone: UNKNOWN_PHONES[0].into(), about: "a number that nobody has".into() });
    all
}

impl Case {
    /// A short description for people; empty if like another.
    const fn about(self) -> &'static str {
        match self {
            Self::Internet => "all is well on the line",
            Self::TwoAddresses => "two addresses",
            Self::Suspended => "the account is suspended",
            Self::Cancelled => "the contract has ended",
            Self::OutageTimed => "an outage, its end known",
            Self::OutageOpen => "an outage, its end not known",
            Self::PortDown => "the port is down",
            Self::LossHigh => "more than 10% of packets lost",
            Self::LossSome => "5 to 10% of packets lost",
            Self::Intermittent => "the connection comes and goes",
            Self::NoIp => "no IP address",
            Self::PoorSignal => "a poor TV signal",
            Self::Tv | Self::Phone | Self::Bundle | Self::Jitter | Self::Any => "",
        }
    }
}

/// A separate generator for each customer and purpose, so that changing one leaves the others unchanged.
fn random(purpose: u64, number: u32) -> rand_chacha::ChaCha8Rng {
    stream(SEED, purpose * 100_000 + u64::from(number))
}

/// A row from its cells.
macro_rules! row {
    ($($cell:expr),+ $(,)?) => { vec![$(store::support::tables::Cell::from($cell)),+] };
}
use row;

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn the_town_is_the_same_each_time_and_whole() {
        let made = generate();
        assert_eq!(format!("{made:?}"), format!("{:?}", generate()));
        for rows in &made {
            let columns = rows.table.columns.len();
            assert!(rows.rows.iter().all(|r| r.len() == columns), "{}", rows.table.name);
            let keys: HashSet<String> = rows.rows.iter().map(|r| format!("{:?}", &r[..rows.table.key])).collect();
            assert_eq!(keys.len(), rows.rows.len(), "{} has a key twice", rows.table.name);
        }
        let names: Vec<&str> = made.iter().map(|r| r.table.name).collect();
        assert_eq!(names, tables::ALL.map(|t| t.name), "each table once, in order");
        assert!(made.iter().all(|r| !r.rows.is_empty()));
    }

    #[test]
    fn each_customer_is_one_case_and_each_case_has_five() {
        for number in 1..=CUSTOMERS {
            assert_eq!(CASES.iter().filter(|(_, ids)| ids.contains(&number)).count(), 1, "{number}");
        }
        assert!(CASES.iter().skip(1).all(|(_, ids)| ids.clone().count() >= 5));
    }
}
