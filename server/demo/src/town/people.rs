//! The town's people, and what each has from the provider.

use std::collections::HashSet;

use model::support::records::PlanKind;
use rand::Rng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;

use super::names::{MEN, OUT_OPEN, OUT_TIMED, PARTS, PLANS, ROUTERS, STREETS, SURNAMES, Street, TV_BOXES, WOMEN};
use super::{CITY, CUSTOMERS, Case, DAY, HOUR, NOW, case, id, random, row};
use store::support::{Rows, streets::fold, tables};

/// A customer with the data that other parts of the town need.
pub struct Person {
    pub number: u32,
    pub case: Case,
    pub name: String,
    pub phone: String,
    pub plan: usize,
    /// Street, house, flat.
    pub places: Vec<(usize, u32, Option<u32>)>,
    /// Customer since.
    pub since: i64,
    /// When its case began; [`NOW`] without one.
    pub from: i64,
}

impl Person {
    pub fn id(&self) -> String {
        id(self.number)
    }

    pub fn kind(&self) -> PlanKind {
        PLANS[self.plan].0
    }

    pub fn has(&self, service: PlanKind) -> bool {
        self.kind().services().contains(&service)
    }

    /// The measured speed of a healthy line, in Mbit/s.
    pub fn speed(&self) -> f64 {
        PLANS[self.plan].2.unwrap_or_default()
    }
}

/// When the two current outages began.
pub const TIMED_FROM: i64 = NOW - 5 * HOUR;
pub const OPEN_FROM: i64 = NOW - 3 * HOUR;

/// Everybody, by number.
pub fn all() -> Vec<Person> {
    let (mut names, mut phones, mut houses) = (HashSet::new(), HashSet::new(), HashSet::new());
    let person = |number| {
        let (case, mut rng) = (case(number), random(1, number));
        let (name, phone, places) = if number == 1 {
            ("Jonas Jonaitis".to_owned(), "+37060012345".to_owned(), vec![(0, 15, None)])
        } else {
            let name = fresh(&mut names, &mut rng, name);
            let phone =
                fresh(&mut phones, &mut rng, |rng| format!("+3706{:07}", rng.random_range(1_000_000..8_999_999)));
            let count = if case == Case::TwoAddresses { 2 } else { 1 };
            (name, phone, (0..count).map(|_| fresh(&mut houses, &mut rng, |rng| place(case, rng))).collect())
        };
        let from = match case {
            Case::OutageTimed => TIMED_FROM,
            Case::OutageOpen => OPEN_FROM,
            Case::Cancelled => NOW - rng.random_range(20..60) * DAY,
            Case::Suspended => NOW - rng.random_range(5..20) * DAY,
            Case::PortDown | Case::NoIp => NOW - rng.random_range(30..60) * HOUR,
            Case::LossHigh | Case::LossSome | Case::Intermittent | Case::Jitter | Case::PoorSignal => {
                NOW - rng.random_range(2..12) * DAY
            }
            _ => NOW,
        };
        let since = NOW - rng.random_range(200..2_500) * DAY;
        Person { number, case, name, phone, plan: plan(number, case, &mut rng), places, since, from }
    };
    (1..=CUSTOMERS).map(person).collect()
}

/// A value not used yet.
fn fresh<T: Clone + Eq + std::hash::Hash>(
    taken: &mut HashSet<T>,
    rng: &mut ChaCha8Rng,
    make: impl Fn(&mut ChaCha8Rng) -> T,
) -> T {
    loop {
        let made = make(rng);
        if taken.insert(made.clone()) {
            return made;
        }
    }
}

fn name(rng: &mut ChaCha8Rng) -> String {
    let (man, wife, daughter) = SURNAMES[rng.random_range(0..SURNAMES.len())];
    match rng.random_range(0..10) {
        0..5 => format!("{} {man}", MEN[rng.random_range(0..MEN.len())]),
        5..8 => format!("{} {wife}", WOMEN[rng.random_range(0..WOMEN.len())]),
        _ => format!("{} {daughter}", WOMEN[rng.random_range(0..WOMEN.len())]),
    }
}

/// Only customers with an outage live in its street, and nobody else in the house of the worked example.
fn place(case: Case, rng: &mut ChaCha8Rng) -> (usize, u32, Option<u32>) {
    let wanted = match case {
        Case::OutageTimed => Some(OUT_TIMED),
        Case::OutageOpen => Some(OUT_OPEN),
        _ => None,
    };
    loop {
        let at = rng.random_range(0..STREETS.len());
        let Street(name, _, flats) = &STREETS[at];
        let house = rng.random_range(1..48);
        let fits = match wanted {
            Some(wanted) => *name == wanted,
            None => ![OUT_TIMED, OUT_OPEN].contains(name),
        };
        if fits && (at, house) != (0, 15) {
            return (at, house, flats.then(|| rng.random_range(1..40)));
        }
    }
}

fn plan(number: u32, case: Case, rng: &mut ChaCha8Rng) -> usize {
    let kind = match case {
        _ if number == 1 => return 1,
        Case::Internet => PlanKind::Internet,
        Case::Bundle => PlanKind::Bundle,
        Case::Tv => PlanKind::Tv,
        Case::Phone => PlanKind::Phone,
        Case::PoorSignal if number.is_multiple_of(3) => PlanKind::Tv,
        Case::PoorSignal => PlanKind::Bundle,
        Case::Any => match rng.random_range(0..100) {
            0..52 => PlanKind::Internet,
            52..86 => PlanKind::Bundle,
            86..94 => PlanKind::Tv,
            _ => PlanKind::Phone,
        },
        _ if number.is_multiple_of(2) => PlanKind::Internet,
        _ => PlanKind::Bundle,
    };
    let of_kind: Vec<usize> = (0..PLANS.len()).filter(|i| PLANS[*i].0 == kind).collect();
    of_kind.choose(rng).copied().unwrap_or_default()
}

/// The rows about people, their addresses, plans and equipment.
pub fn rows(people: &[Person]) -> Vec<Rows> {
    let street = |(i, s): (usize, &Street)| row![format!("STR{:02}", i + 1), s.0, CITY, s.1];
    let switch =
        |(i, part): (usize, &&str)| row![format!("SW{:02}", i + 1), format!("gnt-{}", fold(part)), *part, "up"];
    let mut out = vec![
        Rows { table: &tables::STREETS, rows: STREETS.iter().enumerate().map(street).collect() },
        Rows { table: &tables::SWITCHES, rows: PARTS.iter().enumerate().map(switch).collect() },
        Rows { table: &tables::CUSTOMERS, rows: people.iter().map(customer).collect() },
    ];
    let (mut addresses, mut plans, mut equipment) = (Vec::new(), Vec::new(), Vec::new());
    let (mut ports, mut ips) = (Vec::new(), Vec::new());
    let mut used = [0_i64; PARTS.len()];
    for p in people {
        let mut rng = random(2, p.number);
        let gone = (p.case == Case::Cancelled).then_some(p.from);
        let (kind, name, speed, price) = PLANS[p.plan];
        plans.push(row![format!("PLN{:03}", p.number), p.id(), kind.as_str(), name, speed, price, p.since, gone]);
        for (n, (street, house, flat)) in p.places.iter().enumerate() {
            let address = format!("ADR{:03}-{}", p.number, n + 1);
            let Street(name, part, _) = &STREETS[*street];
            addresses.push(row![
                address.as_str(),
                p.id(),
                CITY,
                *name,
                house.to_string(),
                flat.map(|f| f.to_string()),
                n == 0
            ]);
            if gone.is_some() {
                continue;
            }
            let at = PARTS.iter().position(|known| known == part).unwrap_or_default();
            used[at] += 1;
            let down = matches!(p.case, Case::PortDown | Case::OutageTimed | Case::OutageOpen);
            ports.push(row![
                format!("SW{:02}-{:03}", at + 1, used[at]),
                format!("SW{:02}", at + 1),
                used[at],
                p.id(),
                address.as_str(),
                if down { "down" } else { "up" },
                if down { p.from } else { p.since },
            ]);
        }
        let released = gone.or((p.case == Case::NoIp).then_some(p.from));
        let (high, low) = (p.number / 250, p.number % 250 + 2);
        let mac = format!("5c:a6:e6:{:02x}:{:02x}:{:02x}", rng.random::<u8>(), high, low);
        ips.push(row![
            format!("IP{:03}", p.number),
            p.id(),
            format!("100.64.{high}.{low}"),
            mac,
            NOW - rng.random_range(70..90) * DAY,
            released
        ]);
        let mut own = Vec::new();
        if p.has(PlanKind::Internet) {
            own.push(("router", ROUTERS));
        }
        if p.has(PlanKind::Tv) {
            own.push(("tv_box", TV_BOXES));
        }
        for (kind, models) in own {
            let model = models[rng.random_range(0..models.len())];
            let serial = format!("S{:08X}", rng.random::<u32>());
            equipment.push(row![format!("EQ{:03}-{kind}", p.number), p.id(), kind, model, serial, p.since]);
        }
    }
    out.extend([
        Rows { table: &tables::ADDRESSES, rows: addresses },
        Rows { table: &tables::SERVICE_PLANS, rows: plans },
        Rows { table: &tables::EQUIPMENT, rows: equipment },
        Rows { table: &tables::PORTS, rows: ports },
        Rows { table: &tables::IP_ASSIGNMENTS, rows: ips },
    ]);
    out
}

fn customer(p: &Person) -> Vec<tables::Cell> {
    let status = match p.case {
        Case::Suspended => "suspended",
        Case::Cancelled => "cancelled",
        _ => "active",
    };
    let email = format!("{}@pastas.example", fold(&p.name).replace(' ', "."));
    row![p.id(), p.name.as_str(), p.phone.as_str(), email, status]
}
