//! The response of `POST /api/research` (A-049 to A-052): the folded run in the shape that clients expect. `reasoning`
//! and `actions` come from the same events, so they cannot differ (X-04).

use model::answer::{Citation, Claim, Coverage, Grade, RiskFlag, Score, Source};
use model::approval::Proposal;
use model::chart::Chart;
use model::run::{Call, Run, RunStatus, StepKind, Usage, reasoning_quality};
use model::time::DateRange;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};

use super::results;
use crate::agent::cite::Numbering;
use crate::agent::trace::{self, Trace};

/// An answer with its sources, steps and checks.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Answered {
    session_id: String,
    run_id: String,
    status: RunStatus,
    answer: String,
    /// What answered instead of the model, and why.
    fallback: Option<String>,
    /// The run score, 0 to 1; absent where scores are hidden.
    #[serde(skip_serializing_if = "Option::is_none")]
    confidence: Option<f64>,
    /// How good the reasoning was, 0 to 100.
    #[serde(skip_serializing_if = "Option::is_none")]
    confidence_score: Option<i64>,
    /// HIGH, MEDIUM, LOW or CRITICAL.
    #[serde(skip_serializing_if = "Option::is_none")]
    confidence_tier: Option<String>,
    risk_flags: Vec<RiskFlag>,
    #[serde(skip_serializing_if = "Option::is_none")]
    scores: Option<Scores>,
    /// False where a limit, a failure or a stop ended it early.
    finished: bool,
    reasoning_trace: Trace,
    /// The records that the answer cites.
    sources: Vec<NumberedSource>,
    /// Everything it cites, rows and records: `[1]` is the first.
    citations: Vec<Citation>,
    reasoning: Vec<Reasoning>,
    actions: Vec<Action>,
    follow_up_questions: Vec<String>,
    charts: Vec<Chart>,
    grounding: Option<Graded>,
    coverage: Vec<ToolCoverage>,
    approvals: Vec<Approval>,
    /// What the answer does not cover.
    gaps: Vec<String>,
    /// The days that the figures cover.
    range: Option<DateRange>,
    partial: bool,
    pub stats: Stats,
    usage: Spent,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<Failure>,
}

/// The scores, each with its breakdown.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Scores {
    run: Option<Score>,
    evidence: Option<Score>,
    reasoning: Score,
}

/// A cited record with its citation number.
#[derive(Debug, Serialize, JsonSchema)]
pub struct NumberedSource {
    number: usize,
    #[serde(flatten)]
    source: Source,
}

/// A step with its thought (A-047).
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Reasoning {
    step: usize,
    thought: String,
    action: String,
    action_input: Value,
    observation: String,
}

/// A call of a tool (A-048).
#[derive(Debug, Serialize, JsonSchema)]
pub struct Action {
    tool: String,
    input: Value,
    /// Milliseconds.
    duration: i64,
    success: bool,
    /// The tool's whole result; for an unknown source, the error, which lists the known ones.
    #[serde(skip_serializing_if = "Option::is_none")]
    output: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

/// The claims of the answer with their grades, and how many have each.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Graded {
    cited: usize,
    matched: usize,
    not_verified: usize,
    claims: Vec<GradedClaim>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct GradedClaim {
    grade: Grade,
    #[serde(flatten)]
    claim: Claim,
}

/// How much of the available data a tool has read.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ToolCoverage {
    tool: String,
    coverage: Coverage,
}

/// What the run proposes to do, and what was decided (A-071). An undecided one waits for
/// `POST /api/research/runs/{runId}/approvals/{id}`.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Approval {
    id: String,
    tool: String,
    args: Value,
    reason: String,
    /// UTC milliseconds.
    expires_at: i64,
    proposal: Proposal,
    decision: Option<String>,
    by: Option<String>,
    note: Option<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Stats {
    /// Milliseconds.
    pub total_time: i64,
    iterations: u32,
    tool_calls: u32,
    model: String,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct Failure {
    message: String,
    advice: String,
}

/// The cost of models (B-030), for a run or a conversation. `unpriced` calls are not in `costUsd`.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Spent {
    model_calls: u32,
    prompt_tokens: u64,
    completion_tokens: u64,
    cached_tokens: u64,
    cost_usd: f64,
    unpriced: u32,
    retries: u32,
    average_latency_ms: i64,
}

/// The whole response, with or without scores (X-34).
pub fn answered(run: &Run, scores: bool) -> Answered {
    let mut body = research(run);
    if !scores {
        (body.scores, body.confidence, body.confidence_score, body.confidence_tier) = (None, None, None, None);
        body.reasoning_trace.confidence_score = None;
        body.reasoning_trace.confidence_tier = None;
    }
    body
}

/// An event for callers who may not see the scores.
pub fn unscored(json: &str) -> String {
    let Ok(mut event) = serde_json::from_str::<Value>(json) else { return String::new() };
    for name in ["runScore", "evidenceScore"] {
        if let Some(score) = event.get_mut(name) {
            *score = json!(Score::default());
        }
    }
    event.to_string()
}

/// The whole response.
fn research(run: &Run) -> Answered {
    let answer = run.answer.clone().unwrap_or_default();
    let receipt = run.receipt.clone().unwrap_or_default();
    let covered = |c: &Call| Some(ToolCoverage { coverage: c.output()?.coverage.clone()?, tool: c.tool.clone() });
    let (score, tier) = trace::confidence(run);
    // A failed run has no reliable results, whatever it had found by then (D-034).
    let confidence = run.run_score.as_ref().filter(|_| run.failure.is_none()).map_or(0.0, |s| s.value);
    Answered {
        session_id: run.session_id.clone(),
        run_id: run.id.clone(),
        status: run.status,
        answer: trace::answer_text(run),
        fallback: run.fallback.clone(),
        confidence: Some(confidence),
        confidence_score: Some(score),
        confidence_tier: Some(tier),
        risk_flags: trace::flags(run),
        scores: Some(Scores {
            run: run.run_score.clone(),
            evidence: run.evidence_score.clone(),
            reasoning: reasoning_quality(run, run.answer.as_ref()),
        }),
        finished: run.status == RunStatus::Completed && !answer.partial,
        reasoning_trace: trace::trace(run),
        sources: answer.records().map(|(number, s)| NumberedSource { number, source: s.clone() }).collect(),
        reasoning: reasoning(run),
        actions: actions(run),
        follow_up_questions: run.follow_ups.clone(),
        grounding: grounding(run),
        coverage: run.calls().filter_map(covered).collect(),
        approvals: approvals(run),
        gaps: answer.caveats().cloned().collect(),
        range: answer.range,
        partial: answer.partial,
        citations: answer.citations,
        charts: answer.charts,
        stats: Stats {
            total_time: receipt.duration_ms,
            iterations: receipt.iterations,
            tool_calls: receipt.tool_calls,
            model: receipt.model,
        },
        usage: Spent::from_usage(&run.usage),
        error: run.failure.clone().map(|(message, advice)| Failure { message, advice }),
    }
}

/// The claims with their grades, and their positions in the answer as sent, which may begin with a note.
fn grounding(run: &Run) -> Option<Graded> {
    let shift = if trace::is_unverified(run) { trace::UNVERIFIED.len() } else { 0 };
    let grounding = run.grounding.as_ref()?;
    let claims = grounding.claims.iter().map(|claim| GradedClaim {
        grade: claim.grade(),
        claim: Claim { start: claim.start + shift, end: claim.end + shift, ..claim.clone() },
    });
    let [cited, matched, not_verified] = run.graded();
    Some(Graded { cited, matched, not_verified, claims: claims.collect() })
}

impl Spent {
    pub fn from_usage(usage: &Usage) -> Self {
        Self {
            model_calls: usage.model_calls,
            prompt_tokens: usage.tokens_prompt,
            completion_tokens: usage.tokens_completion,
            cached_tokens: usage.tokens_cached,
            cost_usd: (usage.cost_usd * 1e4).round() / 1e4,
            unpriced: usage.unpriced,
            retries: usage.retries,
            average_latency_ms: usage.waited_ms / i64::from(usage.model_calls.max(1)),
        }
    }
}

/// A-047: one step per call, with the thought that led to it.
fn reasoning(run: &Run) -> Vec<Reasoning> {
    let mut steps = Vec::new();
    let mut thought = String::new();
    for step in &run.steps {
        match &step.kind {
            StepKind::Thought { text, .. } => thought.clone_from(text),
            StepKind::Calls { calls } => {
                for call in calls {
                    steps.push(Reasoning {
                        step: steps.len() + 1,
                        thought: thought.clone(),
                        action: call.tool.clone(),
                        action_input: call.args.clone(),
                        observation: call.observation().unwrap_or_default(),
                    });
                }
            }
            _ => {}
        }
    }
    steps
}

fn approvals(run: &Run) -> Vec<Approval> {
    let approval = |kind: &StepKind| match kind.clone() {
        StepKind::Approval { approval: id, tool, args, reason, expires_at, proposal, decision, by, note, .. } => {
            Some(Approval { id, tool, args, reason, expires_at, proposal, decision, by, note })
        }
        _ => None,
    };
    run.steps.iter().filter_map(|s| approval(&s.kind)).collect()
}

fn actions(run: &Run) -> Vec<Action> {
    let numbering = Numbering::from_run(run);
    run.calls().map(|call| action(call, &numbering)).collect()
}

/// A-048.
fn action(call: &Call, numbering: &Numbering<'_>) -> Action {
    let known = |output| results::known(&call.tool, output, &|source| numbering.record(source));
    Action {
        tool: call.tool.clone(),
        input: call.args.clone(),
        duration: call.duration_ms.unwrap_or(0),
        success: call.output().is_some(),
        output: call.output().map(known).or_else(|| call.outcome.as_ref()?.unknown_source()),
        error: call.error().map(ToOwned::to_owned),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failed_run_says_so_at_the_top() {
        let mut run = Run::new("r");
        run.status = RunStatus::Failed;
        run.run_score = Some(Score { value: 0.8, ..Score::default() });
        run.failure = Some(("It was interrupted five times.".into(), "Ask again.".into()));
        let body = json!(research(&run));
        assert_eq!(body["answer"], "Analysis encountered an error: It was interrupted five times.");
        assert_eq!(body["error"], json!({"message": "It was interrupted five times.", "advice": "Ask again."}));
        assert_eq!((&body["confidence"], &body["confidenceScore"]), (&json!(0.0), &json!(0)));
        assert_eq!((&body["confidenceTier"], &body["riskFlags"][0]["code"]), (&json!("CRITICAL"), &json!("ERROR")));
        assert_eq!(body["finished"], false);
    }
}
