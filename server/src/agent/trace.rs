//! A run as the reasoning trace of D-023 to D-027, with the score of its reasoning (D-042): derived from the folded run,
//! so it can differ from nothing that people were shown.
//!
//! Deliberately not here: the run score and the evidence score (`score`).

use app::model::answer::Answer;
use app::model::run::{Outcome, Run, StepKind, reasoning_quality};
use serde_json::{Map, Value, json};

/// The trace. Steps are PLAN, EXECUTE, OBSERVE, REFLECT (X-32), SYNTHESIZE and GROUND; a call that failed is a step with
/// an error (D-031). `observations` are keyed by call, because a tool may run twice (X-37).
pub fn trace(run: &Run) -> Value {
    let quality = reasoning_quality(run, run.answer.as_ref());
    let mut steps = Vec::new();
    let mut plan = Vec::new();
    for step in &run.steps {
        match &step.kind {
            StepKind::Plan { text, calls } => {
                plan.extend(calls.iter().map(|c| c.tool.clone()));
                steps.push(json!({"stepType": "PLAN", "result": text, "durationMs": 0}));
            }
            StepKind::Calls { calls } => {
                for call in calls {
                    let duration = call.duration_ms.unwrap_or(0);
                    steps.push(json!({"stepType": "EXECUTE", "toolName": call.tool, "toolParams": call.args,
                        "durationMs": duration, "error": error(call.outcome.as_ref())}));
                    steps.push(json!({"stepType": "OBSERVE", "toolName": call.tool, "durationMs": 0,
                        "result": call.outcome.as_ref().and_then(Outcome::output).map(|o| o.summary.as_str())}));
                }
            }
            StepKind::Reflection { text, sufficient } => {
                let result = json!({"isSufficient": sufficient, "reasoning": text});
                steps.push(json!({"stepType": "REFLECT", "result": result, "durationMs": 0}));
            }
            StepKind::Answer { .. } => steps.push(json!({"stepType": "SYNTHESIZE", "durationMs": 0})),
            StepKind::Grounding { checked, grounded } => {
                let result = json!({"checked": checked, "grounded": grounded});
                steps.push(json!({"stepType": "GROUND", "result": result, "durationMs": 0}));
            }
            StepKind::Note { .. } | StepKind::Thought { .. } | StepKind::Approval { .. } => {}
        }
    }
    json!({
        "traceId": run.id, "query": run.question, "steps": steps, "plan": plan, "observations": observations(run),
        "confidenceScore": (quality.value * 100.0).round() as i64, "confidenceTier": quality.tier, "riskFlags": flags(run),
        "synthesis": run.answer.as_ref().map(|a| a.text.as_str()), "llmCallsCount": run.usage.model_calls,
        "totalDurationMs": run.elapsed_ms(), "createdTimestamp": run.started_at,
    })
}

fn observations(run: &Run) -> Map<String, Value> {
    let one = |outcome: &Outcome| match outcome {
        // The whole result stands with its action in the same response.
        Outcome::Ok { output } => json!({"summary": output.summary}),
        Outcome::Error { error, .. } => json!({"error": error}),
    };
    run.calls().filter_map(|c| Some((format!("{}:{}", c.id, c.tool), one(c.outcome.as_ref()?)))).collect()
}

fn flags(run: &Run) -> Vec<Value> {
    run.failure.iter().map(|(error, _)| json!({"code": "ERROR", "message": error})).collect()
}

fn error(outcome: Option<&Outcome>) -> Option<&str> {
    match outcome {
        Some(Outcome::Error { error, .. }) => Some(error),
        _ => None,
    }
}

/// What an answer with weak reasoning behind it must say (D-043), if anything.
pub fn disclaimer(run: &Run, answer: &Answer) -> Option<&'static str> {
    match (100.0 * reasoning_quality(run, Some(answer)).value).round() {
        ..20.0 => Some("Note: This analysis is based on limited data. Some fields may be incomplete."),
        ..40.0 => Some("Some details may be incomplete."),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use app::model::run::{Call, Step, ToolOutput};

    use super::*;

    fn run(outcomes: Vec<Outcome>, answer: Option<Answer>) -> Run {
        let mut run = Run::new("r");
        let calls = outcomes.into_iter().enumerate().map(|(n, outcome)| Call {
            id: format!("c{n}"),
            iteration: 1,
            tool: "t".into(),
            args: json!({"x": 1}),
            offset_ms: 0,
            duration_ms: Some(7),
            outcome: Some(outcome),
        });
        let reflection = StepKind::Reflection { text: "Enough.".into(), sufficient: true };
        run.steps = vec![
            Step { seq: 1, offset_ms: 0, kind: StepKind::Calls { calls: calls.collect() }, models: Vec::new() },
            Step { seq: 2, offset_ms: 0, kind: reflection, models: Vec::new() },
        ];
        run.answer = answer;
        run
    }

    #[test]
    fn quality_follows_the_table_and_its_account_adds_up() {
        let ok = || Outcome::Ok { output: ToolOutput::default() };
        let failed = || Outcome::Error { error: "no".into(), suggestion: None };
        let whole = || Some(Answer::default());
        for (run, value, tier) in [
            (run(vec![ok(), ok()], whole()), 1.0, "HIGH"),
            // 50 + 30 + 20 + 10 - 15 - 5 - 25
            (run(vec![ok(), failed()], None), 0.65, "MEDIUM"),
            (run(vec![failed(), failed()], None), 0.0, "CRITICAL"),
        ] {
            let score = reasoning_quality(&run, run.answer.as_ref());
            assert_eq!((score.value, score.tier.as_str()), (value, tier), "{score:?}");
            let sum: f64 = score.parts.iter().map(|p| p.adds).sum();
            assert!((sum - value).abs() < 1e-9, "{score:?}");
        }
    }

    #[test]
    fn weak_reasoning_is_disclaimed() {
        let failed = || Outcome::Error { error: "no".into(), suggestion: None };
        let none = run(vec![failed(), failed()], None);
        assert!(
            disclaimer(&none, &Answer { partial: true, ..Answer::default() })
                .is_some_and(|d| d.starts_with("Note: This analysis"))
        );
        let found = run(vec![Outcome::Ok { output: ToolOutput::default() }], None);
        assert_eq!(disclaimer(&found, &Answer::default()), None);
    }

    #[test]
    fn the_trace_tells_every_phase() {
        let failed = Outcome::Error { error: "no".into(), suggestion: None };
        let trace = trace(&run(vec![Outcome::Ok { output: ToolOutput::default() }, failed], None));
        let types: Vec<_> =
            trace["steps"].as_array().unwrap().iter().map(|s| s["stepType"].as_str().unwrap()).collect();
        assert_eq!(types, ["EXECUTE", "OBSERVE", "EXECUTE", "OBSERVE", "REFLECT"]);
        assert_eq!(
            (&trace["steps"][2]["error"], &trace["observations"]["c1:t"]["error"]),
            (&json!("no"), &json!("no"))
        );
        assert_eq!((trace["traceId"].as_str(), trace["llmCallsCount"].as_i64()), (Some("r"), Some(0)));
    }
}
