//! The answer of `POST /api/research`: the folded run, in the shape that clients of such systems know.
//! `reasoning` and `actions` come from the same events, so they cannot differ.

use app::model::run::{Call, Outcome, Run, RunStatus, StepKind, reasoning_quality};
use serde_json::{Value, json};

use crate::agent::trace;

/// The whole response.
pub fn research(run: &Run) -> Value {
    let answer = run.answer.clone().unwrap_or_default();
    let receipt = run.receipt.clone().unwrap_or_default();
    let coverage: Vec<Value> = run
        .calls()
        .filter_map(|c| Some((c, c.outcome.as_ref()?.output()?.coverage.as_ref()?)))
        .map(|(c, coverage)| json!({"tool": c.tool, "coverage": coverage}))
        .collect();
    json!({
        "sessionId": run.session_id,
        "runId": run.id,
        "status": run.status,
        "answer": answer.text,
        "confidence": run.run_score.as_ref().map_or(0.0, |s| s.value),
        "scores": {"run": run.run_score, "evidence": run.evidence_score, "reasoning": reasoning_quality(run, run.answer.as_ref())},
        "finished": run.status == RunStatus::Completed && !answer.partial,
        "reasoningTrace": trace::trace(run),
        "sources": answer.sources,
        "reasoning": reasoning(run),
        "actions": run.calls().map(action).collect::<Vec<_>>(),
        "followUpQuestions": run.follow_ups,
        "charts": answer.charts,
        "grounding": run.grounding,
        "coverage": coverage,
        "approvals": approvals(run),
        "gaps": answer.caveats().collect::<Vec<_>>(),
        "range": answer.range,
        "partial": answer.partial,
        "stats": {"totalTime": receipt.duration_ms, "iterations": receipt.iterations, "toolCalls": receipt.tool_calls,
            "model": receipt.model},
        "usage": {"promptTokens": receipt.tokens_prompt, "completionTokens": receipt.tokens_completion,
            "costUsd": (receipt.cost_usd * 1e4).round() / 1e4, "modelCalls": run.usage.model_calls,
            "averageLatencyMs": run.usage.waited_ms / i64::from(run.usage.model_calls.max(1))},
    })
}

/// one step a call, with the thought that led to it.
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

/// What the run proposes to do, and what was decided. An undecided one waits for
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

///
fn action(call: &Call) -> Value {
    let mut action = json!({"tool": call.tool, "input": call.args, "duration": call.duration_ms.unwrap_or(0)});
    match &call.outcome {
        Some(Outcome::Ok { output }) => {
            action["success"] = json!(true);
            action["output"] = output.data.clone();
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
