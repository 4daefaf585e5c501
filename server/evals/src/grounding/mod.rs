//! `evals grounding FILE`: grounds answers with a known verdict, and prints how many errors were caught, how many right
//! answers were flagged, and the time per answer.
//!
//! `line` parses a line of the file, `measure` computes the rates.

pub mod line;
pub mod measure;

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, anyhow, bail};
use serde::Serialize;

use measure::{Case, Report, Tally};

/// The report for machines: the rates, and the mean time per answer in microseconds.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Timed<'a> {
    #[serde(flatten)]
    report: &'a Report,
    mean_micros: f64,
}

/// Maximum misses and alarms printed by default.
const DEFAULT_PRINTED: usize = 20;

/// Evaluates the JSON lines of `path`. With `json`, one object for machines instead of the table. `list` prints every
/// miss and every alarm.
///
/// # Errors
/// If the file cannot be read, or a line is not an evaluation case; the message names the line.
pub fn run(path: &Path, json: bool, list: bool) -> anyhow::Result<()> {
    let cases = read(path)?;
    let (report, mean) = evaluate(&cases);
    let mean_micros = mean.as_secs_f64() * 1e6;
    if json {
        say!("{}", serde_json::to_string_pretty(&Timed { report: &report, mean_micros })?);
    } else {
        say!("{}", table(&report, mean_micros, if list { usize::MAX } else { DEFAULT_PRINTED }).trim_end());
    }
    Ok(())
}

fn read(path: &Path) -> anyhow::Result<Vec<Case>> {
    let file = File::open(path).with_context(|| format!("cannot read {}", path.display()))?;
    let mut cases = Vec::new();
    for (n, line) in BufReader::new(file).lines().enumerate() {
        let line = line.with_context(|| format!("cannot read line {} of {}", n + 1, path.display()))?;
        if !line.trim().is_empty() {
            let case = line::case(&line, n + 1);
            cases.push(case.map_err(|why| anyhow!("line {} is no evaluation case: {why}", n + 1))?);
        }
    }
    if cases.is_empty() {
        bail!("{} holds no evaluation cases", path.display());
    }
    Ok(cases)
}

/// Grounds every answer; the mean covers reading the results and checking the answer, not reading the file.
fn evaluate(cases: &[Case]) -> (Report, Duration) {
    let started = Instant::now();
    let checked: Vec<_> = cases.iter().map(measure::check).collect();
    let mean = started.elapsed() / u32::try_from(cases.len().max(1)).unwrap_or(u32::MAX);
    (measure::report(cases, &checked), mean)
}

fn table(report: &Report, mean_micros: f64, shown: usize) -> String {
    let mut out = format!("{:<28} {:>8} {:>8} {:>8}\n", "error", "planted", "caught", "rate");
    for (kind, tally) in &report.by_kind {
        out += &row(kind, *tally);
    }
    out += &row("values that are in no result", report.absent);
    out += &format!("\n{} right answers; their claims by grade:\n", report.right_answers);
    for (grade, count) in &report.grades {
        out += &format!("  {grade}: {count}\n");
    }
    out += &format!(
        "  {:.1}% of them not verified, in {:.1}% of the right answers\n",
        100.0 * report.false_claim_rate,
        100.0 * report.false_answer_rate
    );
    for (kind, count) in &report.false_kinds {
        out += &format!("  not verified, {kind}: {count}\n");
    }
    out += &format!("{} claims checked, {mean_micros:.0} µs an answer\n", report.claims_checked);
    let missed = report.missed.iter().map(|l| format!("missed  {l}"));
    for line in missed.chain(report.alarms.iter().map(|l| format!("alarm   {l}"))).take(shown) {
        out += &format!("{}\n", line.replace('\n', " "));
    }
    out
}

fn row(name: &str, tally: Tally) -> String {
    format!("{name:<28} {:>8} {:>8} {:>7.1}%\n", tally.planted, tally.caught, 100.0 * tally.rate())
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    const LINES: &str = r#"
{"id":"a","observations":[{"tool":"t","args":{},"result":{"total":412}}],"answer":"There were 412 complaints.","label":true}
{"id":"b","observations":[{"tool":"t","args":{},"result":{"total":412}}],"answer":"There were 413 complaints.","label":false,"error":{"kind":"changed_digit","span":[11,14],"correct":"412"}}
"#;

    #[test]
    fn a_file_becomes_rates() {
        let mut file = tempfile::NamedTempFile::new().unwrap();
        file.write_all(LINES.as_bytes()).unwrap();
        let (report, _) = evaluate(&read(file.path()).unwrap());
        assert_eq!((report.right_answers, report.wrong_answers), (1, 1));
        assert_eq!((report.absent.planted, report.absent.caught, report.false_claim_rate), (1, 1, 0.0));
        assert!(table(&report, 12.0, DEFAULT_PRINTED).contains("changed_digit"));
        run(file.path(), true, false).unwrap();
    }

    #[test]
    fn a_broken_line_is_named() {
        let mut file = tempfile::NamedTempFile::new().unwrap();
        file.write_all(b"{\"id\":1}\n").unwrap();
        let error = read(file.path()).unwrap_err();
        assert!(format!("{error:#}").contains("line 1"), "{error:#}");
    }
}
