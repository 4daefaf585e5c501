//! What must hold for the events of a run that has ended, however often its process was killed.

use app::model::run::{Run, RunEvent, RunStatus, StoredEvent};

/// Interruptions without a step between them, after which a run is not taken up again.
pub const MOST_IN_VAIN: usize = 5;

/// Whether a run was killed so often in a row, without a step between, that the program refused to go on, and said so.
/// Kills this dense reach a few runs where the machine is slow; a run that failed for any other reason is not one.
pub fn is_given_up(events: &[StoredEvent]) -> bool {
    let names: Vec<&str> = events.iter().map(|e| e.event.name()).collect();
    let Some(kept) = names.strip_suffix(&["failed", "finished"]) else { return false };
    let in_vain = kept.iter().rev().take_while(|name| **name == "interrupted").count();
    in_vain == MOST_IN_VAIN && events.iter().zip(1..).all(|(e, n)| e.seq == n)
}

/// What must hold for the events of every other run that has ended.
pub fn check_events(run: &str, events: &[StoredEvent]) {
    let tell = || events.iter().map(|e| format!("{} {}", e.seq, e.event.name())).collect::<Vec<_>>().join(", ");
    assert!(events.iter().zip(1..).all(|(e, n)| e.seq == n), "gaps in {run}: {}", tell());
    let count = |name: &str| events.iter().filter(|e| e.event.name() == name).count();
    for once in ["started", "routed", "answered", "grounded", "finished"] {
        assert_eq!(count(once), 1, "{once} in {run}: {}", tell());
    }
    assert_eq!(events[0].event.name(), "started");
    assert_eq!(events[events.len() - 1].event.name(), "finished");
    let (mut began, mut ended) = (Vec::new(), Vec::new());
    for event in events {
        match &event.event {
            RunEvent::ToolStarted { call, .. } => began.push(call),
            RunEvent::ToolFinished { call, .. } => ended.push(call),
            _ => {}
        }
    }
    began.sort();
    ended.sort();
    assert_eq!(began, ended, "calls and results of {run}: {}", tell());
    began.dedup();
    assert_eq!(began.len(), ended.len(), "a call began twice in {run}: {}", tell());
    assert_eq!(Run::from_events(run, events).status, RunStatus::Completed, "{run}: {}", tell());
}
