//! The line of a run, told by its events: forks, failures, recoveries and the bob.

use serde_json::json;

use super::*;
use crate::model::run::{RunEvent, StoredEvent, ToolOutput};

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
    let outcome = if ok {
        Outcome::Ok { output: ToolOutput::default() }
    } else {
        Outcome::Error { error: "No.".into(), suggestion: None }
    };
    RunEvent::ToolFinished { call: call.into(), tool: String::new(), duration_ms: 1, outcome }
}

fn marks(run: &Run) -> Vec<(Mark, bool)> {
    readings(run).iter().map(|r| (r.mark, r.broken)).collect()
}

#[test]
fn the_bob_hangs_on_the_running_call_or_below_the_last_step() {
    let mut list = vec![thought(), starts("c1", 1, "a")];
    assert_eq!(marks(&run(list.clone())), [(Mark::Thought, false), (Mark::Bob, false)]);
    assert_eq!(saying(&run(list.clone())), "Running a. Step 2.");
    list.push(ends("c1", true));
    let got = readings(&run(list));
    assert_eq!(got.iter().map(|r| r.mark).collect::<Vec<_>>(), [Mark::Thought, Mark::Call, Mark::Bob]);
    assert_eq!((got[2].seq, got[2].label.as_str()), (None, "Thinking"));
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
