//! `evals hearing [--train]`: how well callers' messages are understood, on held-out lines, and how well dangers are
//! distinguished from lookalikes. With `--train`, the weights are first trained from `lt.jsonl`, `en.jsonl`,
//! `mixed.jsonl` and `danger-training.jsonl`; the program must be rebuilt to use them.

mod lines;
mod measure;
mod train;

use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Context, Result};
use linear::weights::Weights;

use lines::{DangerLine, Line};
use measure::{Dangers, Miss, Part, dangers, measure};
use support::{Alarm, Hearing, danger_by_rules};

/// How well callers' messages are heard
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Where the lines and the weights are
    #[arg(default_value = "server/support/data")]
    folder: PathBuf,
    /// Train the weights anew, and write them
    #[arg(long)]
    train: bool,
    /// Print one JSON object instead of the tables
    #[arg(long)]
    json: bool,
    /// Print every line that was not heard exactly
    #[arg(long)]
    list: bool,
}

/// The training files, if present.
const TRAINING: [&str; 3] = ["lt.jsonl", "en.jsonl", "mixed.jsonl"];

/// Trains if requested, measures, prints.
///
/// # Errors
/// If a file cannot be read or written, or a line is malformed.
pub fn run(args: &Args) -> Result<()> {
    let held_out: Vec<Line> = lines::read(&args.folder.join("held-out.jsonl"))?;
    if args.train {
        let begun = Instant::now();
        let mut training = Vec::<Line>::new();
        for name in TRAINING {
            let path = args.folder.join(name);
            if path.exists() {
                training.extend(lines::read::<Line>(&path)?);
            }
        }
        // A line in both sets must not be measured, since it was trained on.
        let before = training.len();
        training.retain(|line| !held_out.iter().any(|held| held.text == line.text && held.asks == line.asks));
        let dangers: Vec<DangerLine> = lines::read(&args.folder.join("danger-training.jsonl"))?;
        let file = train::train(&training);
        let danger = args.folder.join("danger.bin");
        std::fs::write(&danger, train::train_danger(&training, &dangers))
            .with_context(|| format!("{} cannot be written", danger.display()))?;
        let path = args.folder.join("weights.bin");
        std::fs::write(&path, &file).with_context(|| format!("{} cannot be written", path.display()))?;
        let (lines, left, kb, s) =
            (training.len() + dangers.len(), before - training.len(), file.len() / 1024, begun.elapsed().as_secs_f32());
        say!("{lines} lines trained, {left} left out that are held out too; {kb} KiB in {s:.1} s.");
    }
    let weights = std::fs::read(args.folder.join("weights.bin")).context("The weights cannot be read")?;
    let danger = std::fs::read(args.folder.join("danger.bin")).context("The weights of danger cannot be read")?;
    let listener = Hearing::new(Weights::decode(&weights)?, Weights::decode(&danger)?);
    let begun = Instant::now();
    let (parts, misses) = measure(&listener, &held_out);
    let each = begun.elapsed().as_secs_f64() * 1e6 / held_out.len().max(1) as f64;
    let danger: Vec<DangerLine> = lines::read(&args.folder.join("danger.jsonl"))?;
    let rules = dangers(&danger, |text| danger_by_rules(text).is_some());
    let told = |text: &str| matches!(listener.alarm(text), Some(Alarm::Danger(_)));
    let warned = |text: &str| listener.alarm(text).is_some();
    let aside: Vec<DangerLine> = lines::read(&args.folder.join("danger-aside.jsonl"))?;
    let (danger_or_warned, aside_or_warned) = (dangers(&danger, warned), dangers(&aside, warned));
    let (danger, aside) = (dangers(&danger, told), dangers(&aside, told));
    if args.json {
        say!(
            "{}",
            serde_json::json!({ "parts": parts, "danger": danger, "dangerAside": aside, "dangerOrWarned": danger_or_warned,
                "dangerAsideOrWarned": aside_or_warned, "dangerByRules": rules, "microseconds": each.round() })
        );
        return Ok(());
    }
    for (name, part) in &parts {
        say!("{}", table(name, part));
    }
    say!("{each:.0} µs a message.\n");
    say!("{}", danger_told("danger, as in a call", &danger, args.list).trim_end());
    say!("{}", danger_told("danger told in passing or played down", &aside, args.list).trim_end());
    say!("{}", danger_told("danger, or what to do in case there is one", &danger_or_warned, false).trim_end());
    say!("{}", danger_told("the same, told in passing or played down", &aside_or_warned, false).trim_end());
    say!("{}", danger_told("danger by the rules alone", &rules, false).trim_end());
    if args.list {
        for miss in &misses {
            say!("{}", missed(miss));
        }
    }
    Ok(())
}

fn table(name: &str, part: &Part) -> String {
    let share = |n: usize| 100.0 * n as f64 / part.lines.max(1) as f64;
    let mut out = format!(
        "{name}: {} lines; heard exactly {:.1}%, nothing sure in {:.1}%; precision {:.3}, recall {:.3}",
        part.lines,
        share(part.exact),
        share(part.unsure),
        part.all.precision(),
        part.all.recall(),
    );
    if name != "mixed" {
        out.push_str(&format!("; language told {}, wrongly {}", part.language.0, part.language.1));
    }
    out.push_str(&format!("\n  {:<24}{:>6}{:>11}{:>9}\n", "act", "lines", "precision", "recall"));
    for (act, counts) in part.acts.iter().filter(|(_, counts)| counts.lines + counts.wrong > 0) {
        let (precision, recall) = (counts.precision(), counts.recall());
        out.push_str(&format!("  {:<24}{:>6}{precision:>11.2}{recall:>9.2}\n", act.as_str(), counts.lines));
    }
    out
}

fn danger_told(name: &str, danger: &Dangers, all: bool) -> String {
    let Dangers { dangers, missed, others, false_alarms } = danger;
    let mut out = format!(
        "{name}: {} of {dangers} missed ({:.1}%); {} of {others} others taken for one ({:.1}%)\n",
        missed.len(),
        100.0 * missed.len() as f64 / (*dangers).max(1) as f64,
        false_alarms.len(),
        100.0 * false_alarms.len() as f64 / (*others).max(1) as f64,
    );
    if all {
        missed.iter().for_each(|text| out.push_str(&format!("  missed: {text}\n")));
        false_alarms.iter().for_each(|text| out.push_str(&format!("  false alarm: {text}\n")));
    }
    out
}

fn missed(miss: &Miss) -> String {
    let names = |acts: &[model::support::Act]| acts.iter().map(|a| a.as_str()).collect::<Vec<_>>().join(" ");
    format!("{:<8} {}\n         said: {}; heard: {}", miss.asks, miss.text, names(&miss.said), names(&miss.heard))
}
