//! The line of a run from its events: forks, failures, recoveries and the bob.

use serde_json::json;

use super::*;
use crate::model::answer::{Claim, ClaimKind, Found, How, Score};
use crate::model::run::{Bound, RunEvent, StoredEvent, ToolOutput};

fn run(list: Vec<RunEvent>) -> Run {
    let events: Vec<StoredEvent> = list
        .into_iter()
        .enumerate()
        .map(|(i, event)| StoredEvent { run_id: "r".into(), seq: i as i64 + 1, at: 10 * i as i64, event })
        .collect();
    let mut run = Run::from_events("r", &events);
    run.status = RunStatus::Running;
    run
}

fn thought() -> RunEvent {
    RunEvent::Thought { iteration: 1, text: "Look.".into() }
}

fn starts(call: &str, iteration: u32, tool: &str) -> RunEvent {
    RunEvent::ToolStarted { call: call.into(), iteration, tool: tool.into(), args: json!({}) }
}

fn ends(call: &str, ok: bool) -> RunEvent {
    let outcome = if ok { Outcome::Ok { output: ToolOutput::default() } } else { Outcome::failed("No.") };
    RunEvent::ToolFinished { call: call.into(), tool: String::new(), duration_ms: 1, outcome }
}

fn marks(run: &Run) -> Vec<(Mark, bool)> {
    readings(run).iter().map(|r| (r.mark, r.broken)).collect()
}

#[test]
fn the_bob_hangs_on_the_running_call_or_below_the_last_step() {
    let mut list = vec![thought(), starts("c1", 1, "a")];
    assert_eq!(marks(&run(list.clone())), [(Mark::Thought, false), (Mark::Bob, false)]);
    assert_eq!(saying(&run(list.clone())), "Using a.");
    list.push(ends("c1", true));
    let got = readings(&run(list));
    assert_eq!(got.iter().map(|r| r.mark).collect::<Vec<_>>(), [Mark::Thought, Mark::Call, Mark::Bob]);
    assert_eq!((got[2].seq, got[2].label.as_str()), (None, "Judging what was found"));
}

#[test]
fn a_failure_breaks_the_line_until_the_same_tool_succeeds() {
    let list = vec![
        starts("c1", 1, "a"),
        starts("c2", 1, "b"),
        ends("c1", false),
        ends("c2", true),
        thought(),
        starts("c3", 2, "a"),
        ends("c3", true),
        thought(),
    ];
    let mut run = run(list);
    run.status = RunStatus::Completed;
    let want = [(Mark::ForkFailed, true), (Mark::Thought, true), (Mark::Recovered, false), (Mark::Thought, false)];
    assert_eq!(marks(&run), want);
    assert_eq!(readings(&run)[2].label, "Tool call, second try");
}

#[test]
fn a_run_that_is_over_has_no_bob_and_says_how_it_ended() {
    let mut run = run(vec![thought()]);
    run.status = RunStatus::Cancelled;
    assert_eq!(marks(&run), [(Mark::Thought, false)]);
    assert_eq!(saying(&run), "Stopped.");
}

#[test]
fn a_finished_run_says_how_well_its_figures_are_backed() {
    let claim = |cited: Option<bool>| Claim {
        kind: ClaimKind::Number,
        start: 0,
        end: 1,
        text: "1".into(),
        found: cited.map(|cited| Found {
            call: "c1".into(),
            path: "/n".into(),
            how: How::Equal,
            cited,
            operands: Vec::new(),
        }),
        problem: None,
    };
    let grounded = |claims: Vec<Claim>| {
        let score = Score::default;
        let grounding = Grounding { claims };
        run(vec![RunEvent::Grounded { grounding, run_score: score(), evidence_score: score() }])
    };
    let mut run = grounded([Some(true), Some(true), Some(false), None].map(claim).into());
    let kind = &run.steps[0].kind;
    assert!(matches!(kind, StepKind::Grounding { checked: 4, grounded: 3, cited: 2 }), "{kind:?}");
    run.status = RunStatus::Completed;
    assert_eq!(saying(&run), "Answer ready: 2 figures cited, 1 matched, 1 not verified.");
    let mut run = grounded(Vec::new());
    run.status = RunStatus::Completed;
    assert_eq!(saying(&run), "Answer ready.");
}

fn told(list: Vec<RunEvent>) -> String {
    saying(&run(list))
}

#[test]
fn the_bob_says_which_phase_a_run_is_in() {
    let reflected = |sufficient| RunEvent::Reflected { iteration: 1, sufficient, text: String::new() };
    let planned = || RunEvent::Planned { reasoning: "Look.".into(), calls: Vec::new() };
    let asked = |purpose: &str| model_called(purpose, None);
    let found = || vec![planned(), starts("c1", 1, "a"), ends("c1", true)];
    let with = |mut list: Vec<RunEvent>, more: Vec<RunEvent>| {
        list.extend(more);
        list
    };
    assert_eq!(told(vec![asked("route")]), "Reading the question.");
    assert_eq!(told(vec![planned()]), "Planning.");
    assert_eq!(told(found()), "Judging what was found.");
    assert_eq!(told(with(found(), vec![reflected(false)])), "Planning.");
    assert_eq!(told(with(found(), vec![reflected(true)])), "Writing the answer.");
    let limit = RunEvent::Limit { limit: Bound::Tokens, text: "At the limit.".into() };
    assert_eq!(told(with(found(), vec![limit])), "Writing the answer.");
    assert_eq!(told(with(found(), vec![reflected(true), asked("synthesize")])), "Checking the figures.");
    let answered = RunEvent::Answered { answer: Default::default() };
    assert_eq!(told(with(found(), vec![answered])), "Checking the figures.");
}

fn model_called(purpose: &str, cost_usd: Option<f64>) -> RunEvent {
    RunEvent::ModelCalled {
        purpose: purpose.into(),
        model: "openai/a".into(),
        prompt_tokens: 1_000,
        completion_tokens: 240,
        cached_tokens: 0,
        cost_usd,
        retries: 0,
        duration_ms: 7,
        finish_reason: "stop".into(),
    }
}

#[test]
fn what_a_run_has_used_is_told_while_it_runs() {
    let list = |costs: &[Option<f64>]| {
        let mut run = run(costs.iter().map(|cost| model_called("step", *cost)).chain([thought()]).collect());
        run.iteration = 3;
        run.limits = Some(crate::model::run::Limits {
            max_iterations: 10,
            max_passes: 3,
            max_tool_calls: 20,
            run_timeout_ms: 1,
            tool_timeout_ms: 1,
            max_tokens: 0,
            max_cost_usd: 0.0,
        });
        used(&run)
    };
    assert_eq!(list(&[Some(0.0012)]), "step 3 of 10 · 0 of 20 calls · 1,240 tokens · 0.0012 US dollars");
    assert_eq!(list(&[None]), "step 3 of 10 · 0 of 20 calls · 1,240 tokens · price unknown for 1 call");
    assert_eq!(list(&[]), "step 3 of 10 · 0 of 20 calls", "without a model nothing is paid");
}
