//! How far to trust a run: two scores, each with its breakdown. And the run in the older form of E-005, for the
//! messages stored with a conversation.

use std::collections::BTreeSet;

use model::answer::{Answer, Grade, Grounding, Score, ScorePart};
use model::run::{Call, Run, StepKind};
use query::ast::Dataset;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};

use crate::talk::catalog;

/// The run score (A-054, X-01): 0.5; +0.1 per successful call, -0.1 per failed one; +0.1 if any source was found; -0.2
/// if the run hit its limit of iterations (of passes, if it plans) without an answer; clamped to 0 to 1. Other limits
/// (calls, tokens, cost, time, no progress) cost nothing here: the gaps report them.
pub fn run_score(run: &Run, hit_limit: bool) -> Score {
    let (ok, failed) = (run.outputs().count(), run.failed_calls());
    let sources = run.outputs().any(|output| !output.sources.is_empty());
    let mut parts = vec![part("Start", 0.5)];
    if ok > 0 {
        parts.push(part(&format!("{} succeeded", calls(ok)), 0.1 * ok as f64));
    }
    if failed > 0 {
        parts.push(part(&format!("{} failed", calls(failed)), -0.1 * failed as f64));
    }
    if sources {
        parts.push(part("Sources were found", 0.1));
    }
    if hit_limit {
        parts.push(part("Max iterations reached without an answer", -0.2));
    }
    let sum: f64 = parts.iter().map(|p| p.adds).sum();
    let value = round(sum.clamp(0.0, 1.0));
    if (value - round(sum)).abs() > f64::EPSILON {
        parts.push(part(if value < sum { "At most 1" } else { "At least 0" }, value - round(sum)));
    }
    Score { value, tier: String::new(), parts }
}

/// The evidence score (A-098): volume, diversity, coverage in time, significance and grounding, each a factor of 0 to 1
/// with its weight. An answer that rests on declared sources alone is judged by how many rows were counted and whether its
/// figures are cited: it has neither kinds of record nor messages per day. High from 0.75, medium from 0.45; never high if
/// there is a `doubt`.
pub fn evidence_score(run: &Run, answer: &Answer, grounding: &Grounding, doubt: Option<&str>) -> Score {
    let volume = match answer.records_read {
        50.. => 1.0,
        20..=49 => 0.7,
        5..=19 => 0.4,
        _ => 0.1,
    };
    let kinds: BTreeSet<&str> = run.outputs().flat_map(|o| &o.sources).map(|s| s.kind.as_str()).collect();
    let diversity = match kinds.len() {
        3.. => 1.0,
        2 => 0.7,
        1 => 0.3,
        _ => 0.0,
    };
    let days = run.outputs().find_map(|o| daily(&o.data));
    let filled = days.as_ref().map_or(0, |d| d.iter().filter(|n| **n > 0.0).count());
    let all = days.as_ref().map_or(0, Vec::len);
    let coverage = match (filled * 100).checked_div(all) {
        Some(80..) => 1.0,
        Some(50..=79) => 0.6,
        _ => 0.2,
    };
    let z = days.as_deref().and_then(peak_z);
    let significance = match z {
        Some(z) if z > 2.0 => 1.0,
        Some(z) if z > 1.5 => 0.6,
        _ => 0.3,
    };
    // A-098: all cited 1.0, most 0.6.
    let (checked, cited) = (grounding.checked(), grounding.graded(Grade::Cited));
    let cited_factor = match (checked, cited) {
        (0, _) => 0.2,
        (all, n) if all == n => 1.0,
        (all, n) if n * 2 > all => 0.6,
        _ => 0.2,
    };
    let over_sources = kinds.is_empty() && all == 0 && over_sources(run);
    let (of_volume, of_grounding) = if over_sources { (0.4, 0.6) } else { (0.25, 0.15) };
    let volume = factor(format!("Volume: {} records", answer.records_read), volume, of_volume);
    let grounded = factor(format!("Grounding: {cited} of {checked} figures cited"), cited_factor, of_grounding);
    let of_records = || {
        [
            factor(format!("Diversity: {} of source", plural(kinds.len(), "kind", "kinds")), diversity, 0.20),
            factor(
                if all == 0 {
                    "Coverage: no daily figures read".into()
                } else {
                    format!("Coverage: {filled} of {all} days")
                },
                coverage,
                0.15,
            ),
            factor(
                z.map_or("Significance: not tested".into(), |z| format!("Significance: z = {z:.1}")),
                significance,
                0.25,
            ),
        ]
    };
    let more = (!over_sources).then(of_records).into_iter().flatten();
    let mut parts: Vec<_> = std::iter::once(volume).chain(more).chain([grounded]).collect();
    let mut value = round(parts.iter().map(|p| p.adds).sum());
    if let Some(doubt) = doubt.filter(|_| value > BELOW_HIGH) {
        parts.push(part(&format!("Not high: {doubt}"), BELOW_HIGH - value));
        value = BELOW_HIGH;
    }
    let tier = match value {
        v if v >= 0.75 => "high",
        v if v >= 0.45 => "medium",
        _ => "low",
    };
    Score { value, tier: tier.into(), parts }
}

/// Whether every dataset that the run counted is a declared source, by name.
fn over_sources(run: &Run) -> bool {
    let own = |name: &str| Dataset::ALL.iter().any(|dataset| dataset.as_str() == name);
    let mut names = catalog::datasets(run).peekable();
    names.peek().is_some() && !names.any(own)
}

/// The maximum evidence score if a part of the question is open.
const BELOW_HIGH: f64 = 0.74;

/// A step as a chat window shows it (E-005).
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct ChatStep {
    /// think, act, observe or answer.
    #[serde(rename = "type")]
    pub kind: &'static str,
    /// Absent for `act` (X-44).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub content: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tool_name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tool_args: Option<Value>,
    /// UTC seconds.
    pub timestamp: f64,
}

/// The steps of E-005, oldest first: think, act, observe, answer.
pub fn reasoning_trace(run: &Run) -> Vec<ChatStep> {
    let at = |offset: i64| (run.started_at + offset) as f64 / 1000.0;
    let mut steps = Vec::new();
    for step in &run.steps {
        let said = |kind, content: &str| ChatStep {
            kind,
            content: Some(content.to_owned()),
            tool_name: None,
            tool_args: None,
            timestamp: at(step.offset_ms),
        };
        match &step.kind {
            StepKind::Thought { text, .. } => steps.push(said("think", text)),
            StepKind::Calls { calls } => {
                for call in calls {
                    let tool_name = Some(call.tool.clone());
                    steps.push(ChatStep {
                        kind: "act",
                        content: None,
                        tool_name: tool_name.clone(),
                        tool_args: Some(call.args.clone()),
                        timestamp: at(call.offset_ms),
                    });
                    let timestamp = at(call.offset_ms + call.duration_ms.unwrap_or(0));
                    let seen = said("observe", &observation(call));
                    steps.push(ChatStep { tool_name, timestamp, ..seen });
                }
            }
            StepKind::Answer { .. } => {
                steps.push(said("answer", run.answer.as_ref().map_or("", |a| a.text.as_str())));
            }
            StepKind::Note { .. }
            | StepKind::Plan { .. }
            | StepKind::Reflection { .. }
            | StepKind::Approval { .. }
            | StepKind::Grounding { .. } => {}
        }
    }
    steps
}

/// The calls of a run in the form of A-048.
pub fn tool_calls(run: &Run) -> Value {
    run.calls()
        .map(|c| {
            let error = c.error();
            json!({"tool": c.tool, "input": c.args, "duration": c.duration_ms, "success": error.is_none(), "error": error,
                "output": observation(c)})
        })
        .collect()
}

fn observation(call: &Call) -> String {
    call.observation().unwrap_or_else(|| "No result.".into())
}

/// The counts of a daily series, if a result has one (A-086).
fn daily(data: &Value) -> Option<Vec<f64>> {
    let list = data.get("daily")?.as_array()?;
    (list.len() > 1).then(|| list.iter().filter_map(|d| d.get("count")?.as_f64()).collect())
}

/// How far the highest day is above the mean of all days, in standard deviations.
fn peak_z(days: &[f64]) -> Option<f64> {
    let (mean, deviation) = model::number::spread(days);
    let peak = days.iter().copied().fold(f64::MIN, f64::max);
    (days.len() >= 3 && deviation > 0.0).then(|| (peak - mean) / deviation)
}

fn part(label: &str, adds: f64) -> ScorePart {
    ScorePart { label: label.into(), working: None, adds: round(adds) }
}

fn factor(label: String, factor: f64, weight: f64) -> ScorePart {
    ScorePart { label, working: Some(format!("{factor:.1} × {weight:.2}")), adds: round(factor * weight) }
}

fn calls(n: usize) -> String {
    plural(n, "call", "calls")
}

fn plural(n: usize, one: &str, many: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { many })
}

/// To thousandths, so that a sum of tenths prints as tenths.
fn round(value: f64) -> f64 {
    (value * 1000.0).round() / 1000.0
}

#[cfg(test)]
mod tests {
    use model::run::{Outcome, Step, ToolOutput};

    use super::*;

    fn run(outcomes: Vec<Outcome>) -> Run {
        let mut run = Run::new("r");
        let calls = outcomes.into_iter().enumerate().map(|(n, outcome)| Call {
            id: format!("c{n}"),
            iteration: 1,
            tool: "t".into(),
            args: json!({}),
            offset_ms: 0,
            duration_ms: Some(1),
            outcome: Some(outcome),
        });
        run.steps.push(Step {
            seq: 1,
            offset_ms: 0,
            kind: StepKind::Calls { calls: calls.collect() },
            models: Vec::new(),
        });
        run
    }

    fn ok(sources: usize) -> Outcome {
        let source = model::answer::Source {
            kind: model::answer::SourceKind::Communication,
            id: "comm-1".into(),
            title: "x".into(),
            ..model::answer::Source::default()
        };
        Outcome::Ok { output: ToolOutput { sources: vec![source; sources], ..ToolOutput::default() } }
    }

    fn failed() -> Outcome {
        Outcome::failed("no")
    }

    #[test]
    fn the_run_score_is_that_of_the_document() {
        for (outcomes, limit, want) in [
            (vec![], false, 0.5),
            (vec![ok(1), ok(0)], false, 0.8),
            (vec![ok(1), ok(0), ok(0), failed()], false, 0.8),
            (vec![failed(), failed()], true, 0.1),
            (vec![ok(1); 9], false, 1.0),
            (vec![failed(); 9], true, 0.0),
        ] {
            let score = run_score(&run(outcomes), limit);
            assert_eq!(score.value, want, "{score:?}");
            let sum: f64 = score.parts.iter().map(|p| p.adds).sum();
            assert!((sum - want).abs() < 1e-9, "the account must add up: {score:?}");
        }
    }

    #[test]
    fn the_evidence_score_weighs_five_factors() {
        let days: Vec<Value> =
            (0..30).map(|n| json!({"date": "2026-01-02", "count": if n == 14 { 41 } else { 5 }})).collect();
        let series = Outcome::Ok { output: ToolOutput { data: json!({"daily": days}), ..ToolOutput::default() } };
        let answer = Answer { records_read: 412, ..Answer::default() };
        let run = run(vec![ok(2), series]);
        let score = evidence_score(&run, &answer, &Grounding::default(), None);
        let adds: Vec<f64> = score.parts.iter().map(|p| p.adds).collect();
        assert_eq!(adds, [0.25, 0.06, 0.15, 0.25, 0.03]);
        assert_eq!((score.value, score.tier.as_str()), (0.74, "medium"));
        let cited = model::answer::Claim {
            kind: model::answer::ClaimKind::Number,
            start: 0,
            end: 1,
            text: "9".into(),
            found: Some(model::answer::Found {
                call: "c0".into(),
                path: String::new(),
                how: model::answer::How::Equal,
                cited: true,
                operands: Vec::new(),
            }),
            problem: None,
        };
        let grounding = Grounding { claims: vec![cited] };
        assert_eq!(evidence_score(&run, &answer, &grounding, None).tier, "high");
        let doubted = evidence_score(&run, &answer, &grounding, Some("a search found nothing"));
        assert_eq!((doubted.value, doubted.tier.as_str()), (0.74, "medium"));
        let sum: f64 = doubted.parts.iter().map(|p| p.adds).sum();
        assert!((sum - 0.74).abs() < 1e-9, "the account must add up: {doubted:?}");
    }
}
