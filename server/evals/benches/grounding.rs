//! The time that grounding takes for an answer, over results of other tools: `cargo bench -p evals --bench grounding`.
//! Another set is measured by naming its file: `… -- FILE.jsonl`.
//!
//! Deliberately not here: how much it catches (`evals grounding`).

use std::hint::black_box;
use std::time::{Duration, Instant};

use evals::grounding::line::case;
use evals::grounding::measure::{self, Case};

const HERE: &str = include_str!("../../eval/answers.jsonl");

fn main() {
    // Cargo passes flags of its own.
    let file = std::env::args().skip(1).find(|a| !a.starts_with('-'));
    let text = match &file {
        Some(path) => std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{path}: {e}")),
        None => HERE.to_owned(),
    };
    let lines = text.lines().enumerate().filter(|(_, l)| !l.trim().is_empty());
    let cases: Vec<Case> = lines.filter_map(|(n, line)| case(line, n + 1).ok()).collect();
    assert!(!cases.is_empty(), "no answers to measure");
    let rounds = (2000 / cases.len()).max(1);
    let mut times: Vec<Duration> = Vec::with_capacity(rounds * cases.len());
    for case in (0..rounds).flat_map(|_| &cases) {
        let began = Instant::now();
        black_box(measure::check(black_box(case)));
        times.push(began.elapsed());
    }
    times.sort_unstable();
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize].as_secs_f64() * 1e6;
    let mean = times.iter().sum::<Duration>().as_secs_f64() * 1e6 / times.len() as f64;
    println!(
        "grounding, {} answers: mean {mean:.0} µs, p50 {:.0} µs, p95 {:.0} µs, p99 {:.0} µs, worst {:.0} µs",
        times.len(),
        at(0.5),
        at(0.95),
        at(0.99),
        at(1.0)
    );
}
