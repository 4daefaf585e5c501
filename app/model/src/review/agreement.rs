//! Reviewer agreement: Cohen's kappa per pair, and the turns they judge differently.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Verdict;

/// A reviewer's newest verdict on a turn.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Judged {
    pub run_id: String,
    pub session_id: String,
    pub question: String,
    pub by: String,
    pub verdict: Verdict,
}

/// How far two reviewers agree on the turns both have judged.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Pair {
    pub a: String,
    pub b: String,
    pub turns: usize,
    /// The share of turns with equal verdicts.
    pub observed: f64,
    /// The share expected by chance, from how often each uses each verdict.
    pub expected: f64,
    /// `(observed - expected) / (1 - expected)` (J. Cohen, "A Coefficient of Agreement for Nominal Scales", 1960).
    /// Absent if both always give the same single verdict: chance agreement is then certain.
    pub kappa: Option<f64>,
}

/// A turn judged differently by reviewers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Dispute {
    pub run_id: String,
    pub session_id: String,
    pub question: String,
    /// Each reviewer's verdict.
    pub verdicts: Vec<(String, Verdict)>,
}

/// The whole report.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Agreement {
    /// Turns judged by anybody, and by two or more.
    pub turns: usize,
    pub shared: usize,
    pub pairs: Vec<Pair>,
    pub disputes: Vec<Dispute>,
}

impl Agreement {
    /// From verdicts, one per reviewer and turn.
    pub fn from_judgements(judged: &[Judged]) -> Self {
        let mut turns: BTreeMap<&str, Vec<&Judged>> = BTreeMap::new();
        judged.iter().for_each(|one| turns.entry(&one.run_id).or_default().push(one));
        let mut pairs: BTreeMap<(&str, &str), Vec<(Verdict, Verdict)>> = BTreeMap::new();
        let (mut shared, mut disputes) = (0, Vec::new());
        for all in turns.values_mut().filter(|all| all.len() > 1) {
            all.sort_by(|x, y| x.by.cmp(&y.by));
            shared += 1;
            for (n, one) in all.iter().enumerate() {
                for other in &all[n + 1..] {
                    pairs.entry((&one.by, &other.by)).or_default().push((one.verdict, other.verdict));
                }
            }
            if all.iter().any(|one| one.verdict != all[0].verdict) {
                let Judged { run_id, session_id, question, .. } = all[0].clone();
                let verdicts = all.iter().map(|one| (one.by.clone(), one.verdict)).collect();
                disputes.push(Dispute { run_id, session_id, question, verdicts });
            }
        }
        let pairs = pairs.into_iter().map(|((a, b), verdicts)| pair(a, b, &verdicts)).collect();
        Self { turns: turns.len(), shared, pairs, disputes }
    }
}

fn pair(a: &str, b: &str, verdicts: &[(Verdict, Verdict)]) -> Pair {
    let turns = verdicts.len();
    let share = |n: usize| n as f64 / turns as f64;
    let observed = share(verdicts.iter().filter(|(x, y)| x == y).count());
    let by_chance = |v: &Verdict| {
        let (x, y) = (verdicts.iter().filter(|(x, _)| x == v), verdicts.iter().filter(|(_, y)| y == v));
        share(x.count()) * share(y.count())
    };
    let expected: f64 = Verdict::ALL.iter().map(by_chance).sum();
    let kappa = (expected < 1.0).then(|| (observed - expected) / (1.0 - expected));
    Pair { a: a.to_owned(), b: b.to_owned(), turns, observed, expected, kappa }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The textbook example: 50 turns, 20 good for both, 15 bad for both, 5 and 10 split.
    #[test]
    fn kappa_is_cohens() {
        let mut judged = Vec::new();
        let both = [(20, "good", "good"), (5, "good", "bad"), (10, "bad", "good"), (15, "bad", "bad")];
        for (times, a, b) in both {
            for _ in 0..times {
                let run = format!("r{}", judged.len());
                for (by, verdict) in [("a", a), ("b", b)] {
                    let verdict = verdict.parse().unwrap();
                    let (session_id, question) = ("s".into(), "q".into());
                    judged.push(Judged { run_id: run.clone(), session_id, question, by: by.into(), verdict });
                }
            }
        }
        let found = Agreement::from_judgements(&judged);
        assert_eq!((found.turns, found.shared, found.disputes.len()), (50, 50, 15));
        let pair = &found.pairs[0];
        assert!((pair.observed - 0.7).abs() < 1e-9 && (pair.expected - 0.5).abs() < 1e-9);
        assert!((pair.kappa.unwrap() - 0.4).abs() < 1e-9, "{pair:?}");
        let alike = Agreement::from_judgements(&judged[..2]);
        assert_eq!((alike.pairs[0].kappa, alike.disputes.len()), (None, 0));
    }
}
