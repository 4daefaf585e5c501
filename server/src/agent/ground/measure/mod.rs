//! How well grounding works, measured: answers with a known verdict go in, rates by kind of error come out.
//!
//! Deliberately not here: files and clocks (`cmd::eval`), and the answers themselves, save for the made-up set of the
//! tests; real answers come from runs (`of_run`).

use std::collections::BTreeMap;

use app::model::answer::{Claim, Source};
use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Context, Observation, ground, read};

#[cfg(test)]
mod cases;
pub mod foreign;
#[cfg(test)]
mod held_out;
#[cfg(test)]
mod more_stories;
mod of_run;
pub mod planted;
pub mod prose;
#[cfg(test)]
mod rates;
#[cfg(test)]
mod stories;

/// One line of an evaluation file.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Case {
    pub id: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub question: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub as_of: Option<NaiveDate>,
    pub observations: Vec<Seen>,
    /// The answer's numbered sources; when absent, all that was read, in order.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub citations: Option<Vec<Source>>,
    pub answer: String,
    /// True when the answer is right.
    pub label: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<Planted>,
}

/// What a tool returned, as an evaluation file holds it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Seen {
    pub tool: String,
    #[serde(default)]
    pub args: Value,
    pub result: Value,
    /// The records that the call read; when absent, those that stand in the result.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sources: Option<Vec<Source>>,
}

/// The error in a wrong answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Planted {
    /// "changed_digit", "wrong_thing" …
    pub kind: String,
    /// Bytes into the answer, the end not included.
    pub span: [usize; 2],
    /// Where else its words stand, in a file that names it by its words alone: a mark on any of them is meant.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub or_at: Vec<[usize; 2]>,
    /// What would be right.
    pub correct: String,
}

/// The kind that no matching of values can catch by itself: a right number on the wrong thing. It is counted apart.
pub const WRONG_THING: &str = "wrong_thing";

/// What a measurement came to. Rates are 0 to 1, and 0 where there was nothing to rate.
#[derive(Clone, Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Report {
    pub right_answers: usize,
    pub wrong_answers: usize,
    pub claims_checked: usize,
    /// Errors caught, of all kinds but [`WRONG_THING`], which `by_kind` shows.
    pub caught_rate: f64,
    /// Right answers with at least one claim held against them.
    pub false_alarm_rate: f64,
    /// Claims of right answers held against them.
    pub false_claim_rate: f64,
    pub by_kind: BTreeMap<String, Tally>,
    /// False alarms by the kind of the claim.
    pub false_alarms: BTreeMap<String, usize>,
    /// What was missed and what was held against right answers, for reading.
    pub missed: Vec<String>,
    pub alarms: Vec<String>,
}

/// Errors of one kind.
#[derive(Clone, Copy, Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Tally {
    pub planted: usize,
    /// A claim in the error's sentence failed.
    pub caught: usize,
    /// A claim that overlaps the error failed.
    pub pinpointed: usize,
    pub caught_rate: f64,
}

/// Grounds one answer as a run would. Citations count the sources in the order in which they were read; where a file
/// gives none, the records in the results, or else the results themselves.
pub fn check(case: &Case) -> Vec<Claim> {
    let read = |o: &Seen| o.sources.clone().unwrap_or_else(|| foreign::sources(&o.result));
    let mut read: Vec<Vec<Source>> = case.observations.iter().map(read).collect();
    let calls: Vec<String> = (1..=read.len()).map(|n| format!("call-{n}")).collect();
    for (sources, call) in read.iter_mut().zip(&calls) {
        for (n, source) in sources.iter_mut().enumerate().filter(|(_, s)| s.id.is_empty()) {
            source.id = format!("{call}.{}", n + 1);
        }
    }
    // A stranger's file says of no citation what it points to.
    let guessed = case.citations.is_none() && case.observations.iter().all(|o| o.sources.is_none());
    let mut citations = case.citations.clone().unwrap_or_else(|| all_once(&read));
    if guessed {
        citations.extend(places(&mut read, &calls));
    }
    let observations: Vec<Observation<'_>> = case
        .observations
        .iter()
        .zip(&read)
        .zip(&calls)
        .map(|((o, sources), call)| Observation { call, tool: &o.tool, args: &o.args, result: &o.result, sources })
        .collect();
    let context =
        Context { question: &case.question, as_of: case.as_of, citations: &citations, refusals: &[], guessed };
    ground(&case.answer, &observations, &context).claims
}

/// Where there are fewer records than results, the results themselves may be cited: a place for each that has no record.
fn places(read: &mut [Vec<Source>], calls: &[String]) -> Vec<Source> {
    let (records, mut out) = (read.iter().map(Vec::len).sum::<usize>(), Vec::new());
    for (sources, call) in read.iter_mut().zip(calls).filter(|(s, _)| s.is_empty()) {
        if records + out.len() < calls.len() {
            let source = foreign::nameless(call.clone());
            sources.push(source.clone());
            out.push(source);
        }
    }
    out
}

fn all_once(read: &[Vec<Source>]) -> Vec<Source> {
    let mut all: Vec<Source> = Vec::new();
    for source in read.iter().flatten() {
        if !all.iter().any(|s| s.id == source.id) {
            all.push(source.clone());
        }
    }
    all
}

/// Adds one answer and what grounding said of it.
pub fn add(report: &mut Report, case: &Case, claims: &[Claim]) {
    let failed: Vec<&Claim> = claims.iter().filter(|c| c.found.is_none()).collect();
    report.claims_checked += claims.len();
    let Some(error) = case.error.as_ref().filter(|_| !case.label) else {
        if case.label {
            report.right_answers += 1;
            report.false_alarm_rate += f64::from(u8::from(!failed.is_empty()));
            report.false_claim_rate += failed.len() as f64;
        } else {
            report.wrong_answers += 1;
        }
        for c in failed.iter().filter(|_| case.label) {
            *report.false_alarms.entry(c.kind.to_string()).or_default() += 1;
            let why = c.problem.as_deref().unwrap_or_default();
            report.alarms.push(format!("{}: {} “{}”: {why} In: {}", case.id, c.kind, c.text, case.answer));
        }
        return;
    };
    report.wrong_answers += 1;
    let tally = report.by_kind.entry(error.kind.clone()).or_default();
    tally.planted += 1;
    let overlaps = |from: usize, to: usize| failed.iter().any(|c| c.start < to && from < c.end);
    let places = || error.or_at.iter().chain([&error.span]);
    if places().any(|p| overlaps(p[0], p[1])) {
        tally.pinpointed += 1;
    }
    let around = |span: &[usize; 2]| sentence_around(&case.answer, *span);
    if places().map(around).any(|(from, to)| overlaps(from, to)) {
        tally.caught += 1;
    } else {
        let here = claims.iter().filter(|c| c.start < error.span[1] && error.span[0] < c.end);
        let ways: Vec<String> = here
            .filter_map(|c| Some(format!("“{}” {} {}", c.text, c.found.as_ref()?.how, c.found.as_ref()?.path)))
            .collect();
        let ways = ways.join("; ");
        report.missed.push(format!("{}: {} (not {}): {ways}. In: {}", case.id, error.kind, error.correct, case.answer));
    }
}

/// Turns counts into rates, once, after the last [`add`]. `right_claims` is how many claims the right answers held.
pub fn close(report: &mut Report, right_claims: usize) {
    let rate = |n: f64, of: usize| if of == 0 { 0.0 } else { n / of as f64 };
    report.false_alarm_rate = rate(report.false_alarm_rate, report.right_answers);
    report.false_claim_rate = rate(report.false_claim_rate, right_claims);
    let (mut caught, mut planted) = (0, 0);
    for (kind, tally) in &mut report.by_kind {
        tally.caught_rate = rate(tally.caught as f64, tally.planted);
        if kind != WRONG_THING {
            caught += tally.caught;
            planted += tally.planted;
        }
    }
    report.caught_rate = rate(caught as f64, planted);
}

/// Measures a whole set.
pub fn measure(cases: &[Case]) -> Report {
    let mut report = Report::default();
    let mut right = 0;
    for case in cases {
        let claims = check(case);
        right += if case.label { claims.len() } else { 0 };
        add(&mut report, case, &claims);
    }
    close(&mut report, right);
    report
}

/// The sentence that holds a span, as bytes.
fn sentence_around(text: &str, span: [usize; 2]) -> (usize, usize) {
    let quotes: Vec<(usize, usize)> = read::extract::quotes(text).iter().map(|q| (q.span.start, q.span.end)).collect();
    let tokens = read::tokens(text, &quotes);
    let inside = |t: &&read::Token<'_>| t.start < span[1] && span[0] < t.end;
    let first = tokens.iter().find(inside).map(|t| t.sentence);
    let last = tokens.iter().rev().find(inside).map(|t| t.sentence);
    let (Some(first), Some(last)) = (first, last) else { return (span[0], span[1]) };
    let of = |t: &&read::Token<'_>| (first..=last).contains(&t.sentence);
    let start = tokens.iter().find(of).map_or(span[0], |t| t.start);
    let end = tokens.iter().rev().find(of).map_or(span[1], |t| t.end);
    (start, end)
}
