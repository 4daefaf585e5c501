//! A run as the reasoning trace of D-023 to D-027, with its reasoning score (D-042): derived from the folded run, so it
//! agrees with what people were shown.
//!
//! Deliberately not here: the run score and the evidence score (`score`).

use std::collections::BTreeMap;

use model::answer::{Answer, RiskFlag};
use model::run::{Bound, NoteKind, Outcome, Run, RunStatus, StepKind, reasoning_quality};
use model::session::Role;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};

use super::score;
use store::sessions::NewMessage;

/// The conversation's message for a finished run: its answer, or its error. `now` is UTC milliseconds.
pub fn message(run: &Run, now: i64) -> NewMessage {
    NewMessage {
        id: format!("{}:answer", run.id),
        session_id: run.session_id.clone(),
        run_id: Some(run.id.clone()),
        role: Role::Assistant,
        content: answer_text(run),
        reasoning_trace: Some(json!(score::reasoning_trace(run))),
        tool_calls: Some(score::tool_calls(run)),
        receipt: run.receipt.clone().unwrap_or_default(),
        now,
    }
}

/// How a run reached its answer (D-024).
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Trace {
    pub trace_id: String,
    pub query: String,
    /// The deal that was analysed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opportunity_id: Option<String>,
    pub steps: Vec<TraceStep>,
    /// Tools, in planned order.
    pub plan: Vec<String>,
    /// By call and tool: "c1:analyze_topics".
    pub observations: BTreeMap<String, Observation>,
    /// 0 to 100; absent where scores are hidden.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub confidence_score: Option<i64>,
    /// HIGH, MEDIUM, LOW or CRITICAL.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub confidence_tier: Option<String>,
    pub risk_flags: Vec<RiskFlag>,
    /// The answer as written.
    pub synthesis: Option<String>,
    /// Why the loop ended (D-035): "answered", "declined", the limit that was reached, or the run's status.
    pub ended: &'static str,
    pub llm_calls_count: u32,
    pub total_duration_ms: i64,
    /// UTC milliseconds.
    pub created_timestamp: i64,
}

/// A step of it (D-023).
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TraceStep {
    /// PLAN, EXECUTE, OBSERVE, REFLECT, SYNTHESIZE or GROUND.
    pub step_type: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tool_name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tool_params: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<Value>,
    pub duration_ms: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

/// The outcome of a call; the whole result is with its action in the same response.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum Observation {
    #[serde(rename = "summary")]
    Found(String),
    Error(String),
}

/// The names under which tools take a deal.
const OPPORTUNITY: [&str; 3] = ["opportunityId", "opportunity_id", "dealId"];

/// The trace. Steps are PLAN, EXECUTE, OBSERVE, REFLECT (X-32), SYNTHESIZE and GROUND; a failed call is a step with an
/// error (D-031). `observations` are keyed by call, because a tool may run twice (X-37).
pub fn trace(run: &Run) -> Trace {
    let (score, tier) = confidence(run);
    let mut steps = Vec::new();
    let mut plan = Vec::new();
    let of = |step_type, result: Option<Value>| TraceStep { step_type, result, ..TraceStep::default() };
    for step in &run.steps {
        match &step.kind {
            StepKind::Plan { text, calls } => {
                plan.extend(calls.iter().map(|c| c.tool.clone()));
                steps.push(of("PLAN", Some(json!(text))));
            }
            StepKind::Calls { calls } => {
                for call in calls {
                    let summary = call.output().map(|o| json!(o.summary));
                    let tool_name = Some(call.tool.clone());
                    steps.push(TraceStep {
                        tool_name: tool_name.clone(),
                        tool_params: Some(call.args.clone()),
                        duration_ms: call.duration_ms.unwrap_or(0),
                        error: call.error().map(str::to_owned),
                        ..of("EXECUTE", None)
                    });
                    steps.push(TraceStep { tool_name, ..of("OBSERVE", summary) });
                }
            }
            StepKind::Reflection { text, sufficient } => {
                steps.push(of("REFLECT", Some(json!({"isSufficient": sufficient, "reasoning": text}))));
            }
            StepKind::Answer { .. } => steps.push(of("SYNTHESIZE", None)),
            StepKind::Grounding { checked, grounded, cited } => {
                let result = json!({"checked": checked, "cited": cited, "matched": grounded.saturating_sub(*cited),
                    "grounded": grounded});
                steps.push(of("GROUND", Some(result)));
            }
            StepKind::Note { .. } | StepKind::Thought { .. } | StepKind::Approval { .. } => {}
        }
    }
    Trace {
        trace_id: run.id.clone(),
        query: run.question.clone(),
        opportunity_id: run
            .calls()
            .find_map(|call| OPPORTUNITY.iter().find_map(|name| call.args[*name].as_str()))
            .map(str::to_owned),
        steps,
        plan,
        observations: observations(run),
        confidence_score: Some(score),
        confidence_tier: Some(tier),
        risk_flags: flags(run),
        synthesis: run.answer.as_ref().map(|a| a.text.clone()),
        ended: run.end_reason(),
        llm_calls_count: run.usage.model_calls,
        total_duration_ms: run.elapsed_ms(),
        created_timestamp: run.started_at,
    }
}

fn observations(run: &Run) -> BTreeMap<String, Observation> {
    let one = |outcome: &Outcome| match outcome {
        Outcome::Ok { output } => Observation::Found(output.summary.clone()),
        Outcome::Error { error, .. } => Observation::Error(error.clone()),
    };
    run.calls().filter_map(|c| Some((format!("{}:{}", c.id, c.tool), one(c.outcome.as_ref()?)))).collect()
}

/// How far to trust the reasoning, 0 to 100, and its tier (D-027); zero if the run or each of its
/// calls failed (D-034).
pub fn confidence(run: &Run) -> (i64, String) {
    if run.failure.is_some() {
        return (0, "CRITICAL".into());
    }
    let quality = reasoning_quality(run, run.answer.as_ref());
    ((quality.value * 100.0).round() as i64, quality.tier)
}

/// Reasons for caution: errors (D-034), unsourced claims, a fallback, a limit, what was not found.
pub fn flags(run: &Run) -> Vec<RiskFlag> {
    let flag = |code: &str, message: &str| RiskFlag { code: code.into(), message: message.into() };
    let mut list: Vec<RiskFlag> = run.failure.iter().map(|(error, _)| flag("ERROR", error)).collect();
    if is_unverified(run) {
        list.push(flag("UNVERIFIED", UNVERIFIED.trim_start_matches("Note: ").trim()));
    }
    list.extend(run.fallback.iter().map(|told| flag("FALLBACK", told)));
    for step in &run.steps {
        if let StepKind::Note { about: NoteKind::Limit(bound), text } = &step.kind
            && *bound != Bound::Near
        {
            list.push(flag(&format!("LIMIT_{}", bound.as_str().to_uppercase().replace(' ', "_")), text));
        }
    }
    if let Some(first) = run.suspected.first() {
        let others = run.suspected.len() - 1;
        let more = if others == 0 { String::new() } else { format!(" There are {others} more such passages.") };
        list.push(flag("INSTRUCTIONS_IN_DATA", &format!("{}{more}", first.describe())));
    }
    let failed = run.failed_calls();
    if failed > 0 && run.outputs().next().is_none() {
        let mut errors: Vec<&str> = run.calls().filter_map(|call| call.error()).collect();
        errors.dedup();
        list.push(flag("ERROR", &errors.join(" ")));
    } else if failed > 0 {
        let calls = if failed == 1 { "One call of a tool".to_owned() } else { format!("{failed} calls of tools") };
        list.push(flag("TOOL_FAILED", &format!("{calls} gave no result.")));
    }
    list
}

/// The disclaimer of an answer with weak reasoning (D-043), if any.
pub fn disclaimer(run: &Run, answer: &Answer) -> Option<&'static str> {
    match (100.0 * reasoning_quality(run, Some(answer)).value).round() {
        ..20.0 => Some("Note: This analysis is based on limited data. Some fields may be incomplete."),
        ..40.0 => Some("Some details may be incomplete."),
        _ => None,
    }
}

/// The note before an answer with unverified claims (D-032).
pub const UNVERIFIED: &str = "Note: Some details could not be fully verified.\n\n";

/// The answer for readers without our pages' marks: with the note of D-032 before it if a claim has no source; without
/// an answer, the error (D-034). The stored answer stays unchanged: its claims have offsets into it.
pub fn answer_text(run: &Run) -> String {
    match (&run.answer, &run.failure) {
        (Some(answer), _) if is_unverified(run) && !answer.declines() => format!("{UNVERIFIED}{}", answer.text),
        (Some(answer), _) => answer.text.clone(),
        (None, Some((error, _))) => format!("Analysis encountered an error: {error}"),
        (None, None) => waiting(run).unwrap_or_default(),
    }
}

/// What waits for a person, and how its text begins.
fn waiting(run: &Run) -> Option<String> {
    const MAX_LINES: usize = 6;
    let proposal =
        run.steps.iter().rev().filter(|_| run.status == RunStatus::Waiting).find_map(|step| match &step.kind {
            StepKind::Approval { proposal, decision: None, .. } => Some(proposal),
            _ => None,
        })?;
    let texts = proposal.changes.iter().filter_map(|change| change.after.as_deref()).filter(|text| text.contains('\n'));
    let lines: Vec<&str> = texts.flat_map(str::lines).filter(|line| !line.trim().is_empty()).take(MAX_LINES).collect();
    let begins = if lines.is_empty() { String::new() } else { format!(" It begins:\n\n{}", lines.join("\n")) };
    Some(format!("A draft waits for your decision: {}. Nothing is done before.{begins}", proposal.title))
}

/// The same with everything beside it on our pages: who answered instead of the model, what is not covered, and that
/// something awaits a person.
pub fn whole_text(run: &Run) -> String {
    let mut parts = vec![answer_text(run).trim().to_owned()];
    parts.extend(run.fallback.clone());
    parts.extend(run.caveats().map(|caveat| format!("Not covered: {caveat}")));
    if run.status == RunStatus::Waiting {
        parts.push("Something is proposed and waits for a person, who decides in the desk.".into());
    }
    parts.retain(|part| !part.is_empty());
    parts.join("\n\n")
}

/// Whether a claim of the answer has no source.
pub fn is_unverified(run: &Run) -> bool {
    run.grounding.as_ref().is_some_and(|g| g.grounded() < g.checked())
}

#[cfg(test)]
mod tests {
    use model::run::{Call, Step, ToolOutput};

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
        let failed = || Outcome::failed("no");
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
        let failed = || Outcome::failed("no");
        let none = run(vec![failed(), failed()], None);
        assert!(
            disclaimer(&none, &Answer { partial: true, ..Answer::default() })
                .is_some_and(|d| d.starts_with("Note: This analysis"))
        );
        let found = run(vec![Outcome::Ok { output: ToolOutput::default() }], None);
        assert_eq!(disclaimer(&found, &Answer::default()), None);
    }

    #[test]
    fn what_could_not_be_verified_is_said_before_the_answer() {
        use model::answer::{Claim, ClaimKind, Found, Grounding, How};
        let found = Found { call: "c1".into(), path: "/n".into(), how: How::Equal, cited: true, operands: Vec::new() };
        let claim = |found: Option<Found>| Claim {
            kind: ClaimKind::Number,
            start: 0,
            end: 1,
            text: "6".into(),
            found,
            problem: None,
        };
        let answer = || Some(Answer { text: "6 of 9.".into(), ..Answer::default() });
        let mut run = run(vec![Outcome::Ok { output: ToolOutput::default() }], answer());
        run.grounding = Some(Grounding { claims: vec![claim(Some(found.clone()))] });
        assert_eq!((answer_text(&run).as_str(), flags(&run).len()), ("6 of 9.", 0));
        run.grounding = Some(Grounding { claims: vec![claim(Some(found)), claim(None)] });
        assert_eq!(answer_text(&run), "Note: Some details could not be fully verified.\n\n6 of 9.");
        assert_eq!(flags(&run)[0].code, "UNVERIFIED");
        assert_eq!(run.answer.as_ref().map(|a| a.text.as_str()), Some("6 of 9."), "claims point into it");
    }

    #[test]
    fn a_draft_that_waits_says_so_and_how_it_begins() {
        let mut run = Run { status: RunStatus::Waiting, ..Run::new("r") };
        let change = |field: &str, text: &str| model::approval::FieldChange::new(field, text);
        let changes = vec![change("Title", "Delay"), change("Text", "Dear Ann,\n\nyou wrote of it.\n1\n2\n3\n4\n5")];
        let proposal = model::approval::Proposal { title: "Write the letter \"Delay\"".into(), changes };
        let approval = |decision: Option<String>| StepKind::Approval {
            approval: "a".into(),
            call: "c1".into(),
            tool: "generate_document".into(),
            args: json!({}),
            reason: String::new(),
            said: None,
            expires_at: 0,
            proposal: proposal.clone(),
            decision,
            by: None,
            decided_at: None,
            note: None,
        };
        let step = |kind: StepKind| Step { seq: 1, offset_ms: 0, kind, models: Vec::new() };
        run.steps = vec![step(approval(None))];
        let text = answer_text(&run);
        assert!(text.starts_with("A draft waits for your decision: Write the letter \"Delay\"."), "{text}");
        assert!(text.contains("Dear Ann,\nyou wrote of it.\n1") && !text.contains("\n5"), "{text}");
        run.steps = vec![step(approval(Some("approve".into())))];
        assert_eq!(answer_text(&run), "");
    }

    #[test]
    fn a_failed_run_is_not_to_be_trusted() {
        let mut run = run(vec![Outcome::Ok { output: ToolOutput::default() }], None);
        run.failure = Some(("The disk is full.".into(), "Make room.".into()));
        assert_eq!(confidence(&run), (0, "CRITICAL".into()));
        assert_eq!(answer_text(&run), "Analysis encountered an error: The disk is full.");
        assert_eq!(json!(flags(&run)), json!([{"code": "ERROR", "message": "The disk is full."}]));
        let failed = json!(trace(&run));
        assert_eq!((&failed["confidenceScore"], &failed["confidenceTier"]), (&json!(0), &json!("CRITICAL")));
        // So it is where each call failed, whatever the answer says of it.
        let error = || Outcome::failed("No deal has the id OPP-9999.");
        let mut run = self::run(vec![error(), error()], Some(Answer::default()));
        let StepKind::Calls { calls } = &mut run.steps[0].kind else { panic!("no calls") };
        calls[1].args = json!({"opportunityId": "OPP-9999"});
        let failed = json!(trace(&run));
        assert_eq!((&failed["confidenceScore"], &failed["confidenceTier"]), (&json!(0), &json!("CRITICAL")));
        assert_eq!(failed["riskFlags"], json!([{"code": "ERROR", "message": "No deal has the id OPP-9999."}]));
        assert_eq!(failed["opportunityId"], "OPP-9999");
    }

    #[test]
    fn the_trace_tells_every_phase() {
        let failed = Outcome::failed("no");
        let trace = json!(trace(&run(vec![Outcome::Ok { output: ToolOutput::default() }, failed], None)));
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
