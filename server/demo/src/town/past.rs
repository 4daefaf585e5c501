//! The town's history: past and two current outages, tickets, and memories about customers.

use rand::Rng;

use super::names::{OUT_OPEN, OUT_TIMED, STREETS};
use super::people::{OPEN_FROM, Person, TIMED_FROM};
use super::{CITY, Case, DAY, HOUR, NOW, random, row};
use store::support::{Rows, tables};

/// Number of past outages in the three months.
const PAST_OUTAGES: u32 = 24;

/// Causes of outages: kind, description, services affected.
const CAUSES: [(&str, &str, &str); 5] = [
    ("fiber_cut", "Pažeistas optinis kabelis", "internet,tv,phone"),
    ("power", "Skirstykloje dingo elektra", "internet,tv,phone"),
    ("equipment", "Sugedo komutatorius", "internet,phone"),
    ("maintenance", "Planiniai tinklo darbai", "internet,tv"),
    ("tv_headend", "Sutrikęs televizijos signalas", "tv"),
];

/// Topics of tickets: kind and description.
const TROUBLES: [(&str, &str); 7] = [
    ("network_issue", "Vakarais sulėtėja internetas."),
    ("network_issue", "Ryšys dingsta kelis kartus per dieną."),
    ("technician_visit", "Neveikia internetas, maršrutizatorius perkrautas, lemputė LOS raudona."),
    ("technician_visit", "Reikia perkelti įvadą į kitą kambarį."),
    ("equipment_replacement", "Maršrutizatorius pats persikrauna."),
    ("equipment_replacement", "TV priedėlis nebeįsijungia."),
    ("network_issue", "Televizijos vaizdas stringa ir suskyla kvadratėliais."),
];

pub fn rows(people: &[Person]) -> Vec<Rows> {
    let (mut outages, mut events) = (Vec::new(), Vec::new());
    for n in 0..PAST_OUTAGES {
        let mut rng = random(4, n);
        let (kind, description, services) = CAUSES[rng.random_range(0..CAUSES.len())];
        // The last two streets have the current outages.
        let street = &STREETS[rng.random_range(0..STREETS.len() - 2)];
        let (area, severity) = match rng.random_range(0..12) {
            0 => (CITY, "critical"),
            1..4 => (street.1, "major"),
            _ => (street.0, "minor"),
        };
        let start = NOW - rng.random_range(3 * 24..88 * 24) * HOUR;
        let end = start + rng.random_range(1..9) * HOUR;
        outages.push(row![
            format!("OUT{:03}", n + 1),
            area,
            kind,
            severity,
            description,
            services,
            start,
            end - rng.random_range(-1..2) * HOUR,
            end
        ]);
        events.push(row![
            format!("EV-O{:03}", n + 1),
            start,
            "outage",
            severity,
            description,
            None::<String>,
            None::<String>
        ]);
    }
    outages.push(row![
        "OUT101",
        OUT_TIMED,
        "fiber_cut",
        "critical",
        "Kasant pažeistas optinis kabelis",
        "internet,tv,phone",
        TIMED_FROM,
        NOW + 4 * HOUR,
        None::<i64>
    ]);
    outages.push(row![
        "OUT102",
        OUT_OPEN,
        "equipment",
        "major",
        "Sugedo komutatorius, priežastis aiškinamasi",
        "internet",
        OPEN_FROM,
        None::<i64>,
        None::<i64>
    ]);
    let (mut tickets, mut history, mut memory) = (Vec::new(), Vec::new(), Vec::new());
    for p in people {
        let (mut rng, id) = (random(5, p.number), p.id());
        history.push(row![
            format!("H{:03}-since", p.number),
            id.as_str(),
            p.since,
            "joined",
            "Sudaryta sutartis",
            None::<String>
        ]);
        match p.case {
            Case::Suspended => {
                let detail = "Paslaugos sustabdytos dėl neapmokėtų sąskaitų";
                history.push(row![
                    format!("H{:03}-stop", p.number),
                    id.as_str(),
                    p.from,
                    "suspended",
                    detail,
                    None::<String>
                ]);
            }
            Case::Cancelled => {
                let detail = "Sutartis nutraukta kliento prašymu";
                history.push(row![
                    format!("H{:03}-end", p.number),
                    id.as_str(),
                    p.from,
                    "cancelled",
                    detail,
                    None::<String>
                ]);
            }
            Case::PortDown => {
                let text = "Prievadas nebeatsako";
                events.push(row![
                    format!("EV-P{:03}", p.number),
                    p.from,
                    "port_down",
                    "critical",
                    text,
                    id.as_str(),
                    None::<String>
                ]);
            }
            _ => {}
        }
        // One in four had a problem; the worked example had none.
        if p.number > 1 && p.number.is_multiple_of(4) {
            let (kind, text) = TROUBLES[rng.random_range(0..TROUBLES.len())];
            let at = NOW - rng.random_range(15..85) * DAY + rng.random_range(-8..4) * HOUR;
            let done = at + rng.random_range(3..120) * HOUR;
            let ticket = format!("TKT{:03}", p.number);
            let priority = ["low", "medium", "medium", "high"][rng.random_range(0..4)];
            let none = None::<String>;
            tickets.push(row![
                ticket.as_str(),
                id.as_str(),
                kind,
                "closed",
                priority,
                text,
                none.clone(),
                none.clone(),
                none,
                at,
                done
            ]);
            history.push(row![
                format!("H{:03}-open", p.number),
                id.as_str(),
                at,
                "ticket_opened",
                text,
                ticket.as_str()
            ]);
            history.push(row![
                format!("H{:03}-done", p.number),
                id.as_str(),
                done,
                "ticket_closed",
                "Sutvarkyta",
                ticket.as_str()
            ]);
        }
        if p.number.is_multiple_of(7) {
            let place = ["prieškambaris", "svetainė", "rūsys", "koridoriaus spinta"][rng.random_range(0..4)];
            memory.push(row![id.as_str(), "router_location", place, p.since]);
        }
        if p.number.is_multiple_of(20) {
            memory.push(row![id.as_str(), "preferred_language", "en", p.since]);
        }
    }
    vec![
        Rows { table: &tables::AREA_OUTAGES, rows: outages },
        Rows { table: &tables::NETWORK_EVENTS, rows: events },
        Rows { table: &tables::TICKETS, rows: tickets },
        Rows { table: &tables::CUSTOMER_HISTORY, rows: history },
        Rows { table: &tables::CUSTOMER_MEMORY, rows: memory },
    ]
}
