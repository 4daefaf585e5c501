//! Measurements of each line: once a day for 89 days, then every hour of the last day.

use model::support::records::PlanKind;
use rand::Rng;
use rand_chacha::ChaCha8Rng;

use super::people::Person;
use super::{Case, DAY, HOUR, NOW, random, row};
use store::support::{Rows, tables, tables::Cell};

/// Days before the last one.
const HISTORY_DAYS: i64 = 89;
/// Packets of a ping test.
const PACKETS: i64 = 100;

/// The times of a customer's measurements, oldest first: at different minutes, but ending together.
fn times(number: u32) -> impl Iterator<Item = i64> {
    let minutes = i64::from(number % 60) * 60_000;
    let daily = (1..=HISTORY_DAYS).rev().map(move |day| NOW - day * DAY - minutes);
    daily.chain((0..24).rev().map(|hour| NOW - hour * HOUR))
}

pub fn rows(people: &[Person]) -> Vec<Rows> {
    let (mut pings, mut speeds, mut signals, mut routes) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for p in people {
        let (mut rng, id) = (random(3, p.number), p.id());
        for (n, at) in times(p.number).enumerate() {
            // Faults began at some point.
            let case = if at >= p.from { p.case } else { Case::Any };
            if case == Case::Cancelled {
                break;
            }
            let silent = matches!(case, Case::PortDown | Case::OutageTimed | Case::OutageOpen);
            pings.push(ping(&id, at, case, silent, &mut rng));
            if p.has(PlanKind::Internet) && !silent && case != Case::NoIp {
                speeds.push(speed(&id, at, n, case, p.speed(), &mut rng));
            }
            if p.has(PlanKind::Tv) && !silent {
                signals.push(signal(&id, at, case, &mut rng));
            }
            // Once a week, and only if there is a router on the line.
            if n % 7 == 3 && n < HISTORY_DAYS as usize && p.has(PlanKind::Internet) {
                routes.push(route(&id, at, silent, &mut rng));
            }
        }
    }
    vec![
        Rows { table: &tables::PING_TESTS, rows: pings },
        Rows { table: &tables::BANDWIDTH_LOGS, rows: speeds },
        Rows { table: &tables::SIGNAL_QUALITY, rows: signals },
        Rows { table: &tables::TRACEROUTE_LOGS, rows: routes },
    ]
}

fn ping(id: &str, at: i64, case: Case, silent: bool, rng: &mut ChaCha8Rng) -> Vec<Cell> {
    let lost = match case {
        _ if silent => PACKETS,
        Case::LossHigh => rng.random_range(12..22),
        Case::LossSome => rng.random_range(6..10),
        _ => i64::from(rng.random_range(0..12) == 0),
    };
    let least = rng.random_range(40..90) as f64 / 10.0;
    let wide = if case == Case::Jitter { 60.0 } else { 6.0 };
    let mean = tenth(least + wide * rng.random_range(0.2..0.5));
    let most = tenth(mean + wide * rng.random_range(0.4..1.0));
    let told = |ms: f64| (!silent).then_some(ms);
    row![id, at, PACKETS, PACKETS - lost, told(least), told(mean), told(most)]
}

fn speed(id: &str, at: i64, n: usize, case: Case, sold: f64, rng: &mut ChaCha8Rng) -> Vec<Cell> {
    // Evenings are a little slower.
    let evening = if (at / HOUR + 2) % 24 >= 19 { 0.93 } else { 1.0 };
    let share = match case {
        Case::Intermittent if n % 5 < 2 => rng.random_range(0.08..0.28),
        _ => rng.random_range(0.92..0.99) * evening,
    };
    let jitter = if case == Case::Jitter { rng.random_range(58.0..86.0) } else { rng.random_range(1.0..8.0) };
    row![id, at, tenth(sold * share), tenth(sold * share * 0.5), tenth(jitter)]
}

fn signal(id: &str, at: i64, case: Case, rng: &mut ChaCha8Rng) -> Vec<Cell> {
    let (ratio, errors) = match case {
        Case::PoorSignal => (rng.random_range(21.0..28.5), rng.random_range(20..90)),
        _ => (rng.random_range(34.0..39.0), rng.random_range(0..6)),
    };
    row![id, at, tenth(ratio), f64::from(errors) / 100_000.0]
}

fn route(id: &str, at: i64, silent: bool, rng: &mut ChaCha8Rng) -> Vec<Cell> {
    let hops = if silent { 1 } else { rng.random_range(5..9) };
    let path: Vec<String> = (1..=hops).map(|hop| format!("10.0.{hop}.1")).collect();
    row![id, at, "ping.gintarupis.example", hops, !silent, path.join(" ")]
}

fn tenth(figure: f64) -> f64 {
    (figure * 10.0).round() / 10.0
}
