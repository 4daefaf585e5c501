//! Measures grounding: answers with a known verdict in, rates by kind of error out. An error counts as caught only if
//! the wrong claim itself is marked.
//!
//! Deliberately not here: files and clocks.

use std::collections::BTreeMap;

use chrono::NaiveDate;
use model::answer::{Claim, Grade};
use serde::Serialize;
use serde_json::Value;

use server::agent::ground::{Context, Observation, date, facts::Facts, ground, number, sentence};

/// One line of an evaluation file.
#[derive(Clone, Debug)]
pub struct Case {
    pub id: String,
    pub question: String,
    pub as_of: Option<NaiveDate>,
    /// What tools returned: arguments and result.
    pub observations: Vec<(Value, Value)>,
    pub answer: String,
    /// `None` if the answer is right.
    pub error: Option<Planted>,
}

/// The error in a wrong answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Planted {
    /// "digit", "wrong_thing" …
    pub kind: String,
    /// Bytes of the answer, end excluded; a mark on any of them counts.
    pub spans: Vec<[usize; 2]>,
}

/// The result of a measurement. Rates are 0 to 1, and 0 without cases.
#[derive(Clone, Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Report {
    pub right_answers: usize,
    pub wrong_answers: usize,
    pub claims_checked: usize,
    /// Claims of right answers by grade.
    pub grades: BTreeMap<&'static str, usize>,
    /// Rate of unverified claims in right answers.
    pub false_claim_rate: f64,
    /// Right answers with at least one such claim.
    pub false_answer_rate: f64,
    /// Changed values that are in no result: the promise is about these.
    pub absent: Tally,
    /// All errors, by kind.
    pub by_kind: BTreeMap<String, Tally>,
    /// Unverified claims of right answers, by kind of claim.
    pub false_kinds: BTreeMap<String, usize>,
    /// Missed errors and false alarms, for reading.
    pub missed: Vec<String>,
    pub alarms: Vec<String>,
}

/// Errors of one kind.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Tally {
    pub planted: usize,
    /// The wrong claim itself is unverified.
    pub caught: usize,
}

impl Tally {
    pub fn rate(self) -> f64 {
        if self.planted == 0 { 0.0 } else { self.caught as f64 / self.planted as f64 }
    }
}

/// Grounds one answer as a run would. Its citations are unknown, so nothing is graded above matched.
pub fn check(case: &Case) -> Vec<Claim> {
    let context = Context { question: &case.question, as_of: case.as_of, citations: None, refusals: &[] };
    ground(&case.answer, &observations(case), &context).claims
}

fn observations(case: &Case) -> Vec<Observation<'_>> {
    case.observations.iter().map(|(args, result)| Observation { call: "c", args, result, sources: &[] }).collect()
}

/// The rates over these cases.
pub fn measure(cases: &[Case]) -> Report {
    let checked: Vec<Vec<Claim>> = cases.iter().map(check).collect();
    report(cases, &checked)
}

/// The rates of checked cases.
pub fn report(cases: &[Case], checked: &[Vec<Claim>]) -> Report {
    let mut report = Report::default();
    let mut right = 0;
    for (case, claims) in cases.iter().zip(checked) {
        report.claims_checked += claims.len();
        match &case.error {
            Some(error) => wrong(&mut report, case, error, claims),
            None => {
                right += claims.len();
                report.right_answers += 1;
                for claim in claims {
                    *report.grades.entry(claim.grade().as_str()).or_default() += 1;
                }
                let failed: Vec<&Claim> = claims.iter().filter(|c| c.grade() == Grade::Unverified).collect();
                report.false_answer_rate += f64::from(u8::from(!failed.is_empty()));
                report.false_claim_rate += failed.len() as f64;
                for claim in failed {
                    *report.false_kinds.entry(claim.kind.to_string()).or_default() += 1;
                    let around = sentence(&case.answer, claim.start);
                    report.alarms.push(format!("{} {}: {}", case.id, claim.text, &case.answer[around]));
                }
            }
        }
    }
    report.false_claim_rate /= right.max(1) as f64;
    report.false_answer_rate /= report.right_answers.max(1) as f64;
    report
}

fn wrong(report: &mut Report, case: &Case, error: &Planted, claims: &[Claim]) {
    report.wrong_answers += 1;
    let marked = |c: &&Claim| error.spans.iter().any(|[from, to]| c.start < *to && *from < c.end);
    let caught = claims.iter().filter(|c| c.grade() == Grade::Unverified).any(|c| marked(&c));
    let add = |tally: &mut Tally| {
        tally.planted += 1;
        tally.caught += usize::from(caught);
    };
    add(report.by_kind.entry(error.kind.clone()).or_default());
    let is_absent = absent(case, error);
    if is_absent {
        add(&mut report.absent);
    }
    if !caught {
        let [from, _] = error.spans[0];
        let around = sentence(&case.answer, from);
        let where_from = claims.iter().find(marked).and_then(|c| c.found.as_ref());
        let found = where_from.map_or_else(|| "no claim".to_owned(), |f| format!("{} {}", f.how, f.path));
        let sign = if is_absent { "absent" } else { "stands" };
        report.missed.push(format!("{} {} ({sign}; {found}): {}", case.id, error.kind, &case.answer[around]));
    }
}

/// Whether the error is a number that is in no result as printed, without any operation.
fn absent(case: &Case, error: &Planted) -> bool {
    let observations = observations(case);
    let facts = Facts::from_observations(&observations);
    error.spans.iter().all(|[from, to]| {
        let dates: Vec<_> = date::find(&case.answer, &[]).into_iter().map(|d| d.at).collect();
        let numbers = number::find(&case.answer, &dates);
        let mut here = numbers.iter().filter(|n| n.at.start < *to && *from < n.at.end).peekable();
        here.peek().is_some()
            && here.all(|n| {
                n.readings.iter().all(|r| {
                    let stands = |scale: f64| {
                        let (least, most) = ((r.value - r.within) * scale, (r.value + r.within) * scale);
                        !facts.between(least, most).is_empty() || !facts.between(-most, -least).is_empty()
                    };
                    !(stands(1.0) || n.percent && stands(0.01))
                })
            })
    })
}

#[cfg(test)]
mod tests {
    use super::super::line::case;
    use super::*;

    /// Answers as language models write them over other firms' tools, in tables and prose, right and with one error
    /// each.
    #[test]
    fn answers_over_strangers_results() {
        let text = include_str!("../../../eval/answers.jsonl");
        let cases: Vec<Case> = text.lines().enumerate().map(|(n, line)| case(line, n + 1).unwrap()).collect();
        let report = measure(&cases);
        println!("{:#?} {:#?} {:#?}", report.grades, report.absent, report.by_kind);
        assert!(report.right_answers == 262 && report.wrong_answers == 524);
        assert!(report.false_claim_rate <= 0.20, "{} of right claims not verified", report.false_claim_rate);
        assert!(report.absent.planted > 200 && report.absent.rate() >= 0.97, "{:?}", report.absent);
    }
}
