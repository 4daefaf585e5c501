//! The answer of `POST /api/research` (A-049 to A-052): the folded run, in the shape that clients of such systems know.
//! `reasoning` and `actions` come from the same events, so they cannot differ (X-04).

use app::model::answer::{Claim, Grade, Score};
use app::model::run::{Call, Outcome, Run, RunStatus, StepKind, Usage, reasoning_quality};
use serde::Serialize;
use serde_json::{Value, json};

use super::results;
use crate::agent::cite::Numbering;
use crate::agent::trace;

/// The whole response, for one who may see the scores or may not (X-34).
pub fn answered(run: &Run, scores: bool) -> Value {
    let mut body = research(run);
    if !scores && let Some(fields) = body.as_object_mut() {
        let trace = fields.get_mut("reasoningTrace").and_then(Value::as_object_mut);
        if let Some(trace) = trace {
            trace.retain(|name, _| !SCORES.contains(&name.as_str()));
        }
        fields.retain(|name, _| !SCORES.contains(&name.as_str()));
    }
    body
}

/// Where a response tells scores.
const SCORES: [&str; 4] = ["scores", "confidence", "confidenceScore", "confidenceTier"];

/// An event as it goes out to one who may not see the scores.
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
fn research(run: &Run) -> Value {
    let answer = run.answer.clone().unwrap_or_default();
    let receipt = run.receipt.clone().unwrap_or_default();
    let coverage: Vec<Value> = run
        .calls()
        .filter_map(|c| Some((c, c.outcome.as_ref()?.output()?.coverage.as_ref()?)))
        .map(|(c, coverage)| json!({"tool": c.tool, "coverage": coverage}))
        .collect();
    let (score, tier) = trace::confidence(run);
    // A failed run has nothing that could be relied on, whatever it had found by then (D-034).
    let confidence = run.run_score.as_ref().filter(|_| run.failure.is_none()).map_or(0.0, |s| s.value);
    let sources: Vec<Value> = answer.records().map(|(number, source)| with(source, "number", json!(number))).collect();
    let mut body = json!({
        "sessionId": run.session_id,
        "runId": run.id,
        "status": run.status,
        "answer": trace::answer_text(run),
        "fallback": run.fallback,
        "confidence": confidence,
        "confidenceScore": score,
        "confidenceTier": tier,
        "riskFlags": trace::flags(run),
        "scores": {"run": run.run_score, "evidence": run.evidence_score,
            "reasoning": reasoning_quality(run, run.answer.as_ref())},
        "finished": run.status == RunStatus::Completed && !answer.partial,
        "reasoningTrace": trace::trace(run),
        "sources": sources,
        "citations": answer.citations,
        "reasoning": reasoning(run),
        "actions": actions(run),
        "followUpQuestions": run.follow_ups,
        "charts": answer.charts,
        "grounding": grounding(run),
        "coverage": coverage,
        "approvals": approvals(run),
        "gaps": answer.caveats().collect::<Vec<_>>(),
        "range": answer.range,
        "partial": answer.partial,
        "stats": {"totalTime": receipt.duration_ms, "iterations": receipt.iterations, "toolCalls": receipt.tool_calls,
            "model": receipt.model},
        "usage": usage(&run.usage),
    });
    if let Some((error, advice)) = &run.failure {
        body["error"] = json!({"message": error, "advice": advice});
    }
    body
}

/// The claims with their grades, and their places in the answer as it is sent: behind the note that may stand before it.
fn grounding(run: &Run) -> Option<Value> {
    let shift = if trace::is_unverified(run) { trace::UNVERIFIED.len() } else { 0 };
    let grounding = run.grounding.as_ref()?;
    let claims = grounding.claims.iter().map(|claim| {
        let moved = Claim { start: claim.start + shift, end: claim.end + shift, ..claim.clone() };
        with(&moved, "grade", json!(claim.grade()))
    });
    let of = |grade| grounding.graded(grade);
    Some(json!({
        "cited": of(Grade::Cited), "matched": of(Grade::Matched), "notVerified": of(Grade::Unverified),
        "claims": claims.collect::<Vec<_>>(),
    }))
}

/// A noun with one field more.
fn with(noun: &impl Serialize, name: &str, value: Value) -> Value {
    let mut object = json!(noun);
    object[name] = value;
    object
}

/// What models have cost (B-030): of a run, or of a conversation. `unpriced` calls are not in `costUsd`.
pub fn usage(usage: &Usage) -> Value {
    json!({"modelCalls": usage.model_calls, "promptTokens": usage.tokens_prompt,
        "completionTokens": usage.tokens_completion, "cachedTokens": usage.tokens_cached,
        "costUsd": (usage.cost_usd * 1e4).round() / 1e4, "unpriced": usage.unpriced, "retries": usage.retries,
        "averageLatencyMs": usage.waited_ms / i64::from(usage.model_calls.max(1))})
}

/// A-047: one step a call, with the thought that led to it.
fn reasoning(run: &Run) -> Vec<Value> {
    let mut steps = Vec::new();
    let mut thought = String::new();
    for step in &run.steps {
        match &step.kind {
            StepKind::Thought { text, .. } => thought.clone_from(text),
            StepKind::Calls { calls } => {
                for call in calls {
                    steps.push(json!({"step": steps.len() + 1, "thought": thought, "action": call.tool,
                        "actionInput": call.args, "observation": observation(call)}));
                }
            }
            StepKind::Note { .. }
            | StepKind::Plan { .. }
            | StepKind::Reflection { .. }
            | StepKind::Approval { .. }
            | StepKind::Answer { .. }
            | StepKind::Grounding { .. } => {}
        }
    }
    steps
}

/// What the run proposes to do, and what was decided (A-071). An undecided one waits for
/// `POST /api/research/runs/{runId}/approvals/{id}`.
fn approvals(run: &Run) -> Vec<Value> {
    let approval = |kind: &StepKind| match kind {
        StepKind::Approval { approval, tool, args, reason, expires_at, proposal, decision, by, note, .. } => {
            Some(json!({"id": approval, "tool": tool, "args": args, "reason": reason, "expiresAt": expires_at,
                "proposal": proposal, "decision": decision, "by": by, "note": note}))
        }
        _ => None,
    };
    run.steps.iter().filter_map(|s| approval(&s.kind)).collect()
}

fn actions(run: &Run) -> Vec<Value> {
    let numbering = Numbering::of(run);
    run.calls().map(|call| action(call, &numbering)).collect()
}

/// A-048.
fn action(call: &Call, numbering: &Numbering<'_>) -> Value {
    let mut action = json!({"tool": call.tool, "input": call.args, "duration": call.duration_ms.unwrap_or(0)});
    match &call.outcome {
        Some(Outcome::Ok { output }) => {
            action["success"] = json!(true);
            action["output"] = results::known(&call.tool, output, &|source| numbering.record(source));
        }
        Some(Outcome::Error { error, .. }) => {
            action["success"] = json!(false);
            action["error"] = json!(error);
        }
        None => action["success"] = json!(false),
    }
    action
}

fn observation(call: &Call) -> String {
    match &call.outcome {
        Some(Outcome::Ok { output }) => output.summary.clone(),
        Some(Outcome::Error { error, .. }) => format!("Error: {error}"),
        None => String::new(),
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
        let body = research(&run);
        assert_eq!(body["answer"], "Analysis encountered an error: It was interrupted five times.");
        assert_eq!(body["error"], json!({"message": "It was interrupted five times.", "advice": "Ask again."}));
        assert_eq!((&body["confidence"], &body["confidenceScore"]), (&json!(0.0), &json!(0)));
        assert_eq!((&body["confidenceTier"], &body["riskFlags"][0]["code"]), (&json!("CRITICAL"), &json!("ERROR")));
        assert_eq!(body["finished"], false);
    }
}
