//! Invariants of the events of a finished run, however often its process was killed, and of what all lives of the
//! program have stored.

use std::collections::{HashMap, HashSet};

use model::run::{Outcome, Run, RunEvent, RunStatus, StoredEvent};

use super::process::calls_run;
use super::{Lives, NOTE, Stored, texts};

/// Interruptions without a step in between, after which a run is not resumed again.
pub const MOST_IN_VAIN: usize = 5;

/// Whether a run was killed so often in a row, without a step in between, that the program refused to continue, and
/// said so. Kills this dense affect a few runs on a slow machine; runs that failed for another reason do not count.
pub fn is_given_up(events: &[StoredEvent]) -> bool {
    let names: Vec<&str> = events.iter().map(|e| e.event.name()).collect();
    let Some(kept) = names.strip_suffix(&["failed", "finished"]) else { return false };
    let in_vain = kept.iter().rev().take_while(|name| **name == "interrupted").count();
    in_vain == MOST_IN_VAIN && events.iter().zip(1..).all(|(e, n)| e.seq == n)
}

/// Invariants of the events of every other finished run.
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

impl Lives {
    /// A call whose result was stored never ran again, and no process ran a call twice.
    pub fn check_calls(&self) {
        let mut ran = HashSet::new();
        for (life, run, call) in calls_run(&self.logs) {
            let finished = life > 0
                && self.ends[life - 1]
                    .get(&run)
                    .into_iter()
                    .flatten()
                    .any(|e| matches!(&e.event, RunEvent::ToolFinished { call: c, .. } if *c == call));
            assert!(!finished, "{call} of run {run} ran again in life {life}");
            assert!(ran.insert((life, run.clone(), call.clone())), "{call} of run {run} ran twice in life {life}");
        }
        assert!(!ran.is_empty(), "the logs do not tell which tools ran");
    }

    /// What was approved was done once, and its run says so.
    pub async fn check_effects(&self, stored: &Stored) {
        let asked =
            |events: &[StoredEvent]| matches!(&events[0].event, RunEvent::Started { question, .. } if question == NOTE);
        let noting = stored.iter().filter(|(_, events)| asked(events) && !is_given_up(events));
        let mut told: Vec<String> = noting
            .map(|(id, events)| {
                let run = Run::from_events(id, events);
                let call = run.calls().last().unwrap_or_else(|| panic!("run {id} called nothing"));
                let output = call.outcome.as_ref().and_then(Outcome::output);
                let output = output.unwrap_or_else(|| panic!("run {id} did nothing: {:?}", call.outcome));
                output.data["noteId"].as_str().unwrap().to_owned()
            })
            .collect();
        told.sort();
        let mut notes: Vec<String> =
            texts(&self.db, "SELECT id, case_id FROM case_notes").await.into_iter().map(|(id, _)| id).collect();
        notes.sort();
        println!("{} notes were approved and written", notes.len());
        assert!(notes.len() > 10);
        assert_eq!(told, notes);
        let left = texts(&self.db, "SELECT id, status FROM approvals WHERE status <> 'done'").await;
        assert!(left.is_empty(), "{left:?}");
    }

    /// Each run has its question and its answer in the conversation, once.
    pub async fn check_messages(&self, stored: &Stored) {
        let mut messages: HashMap<(String, String), Vec<String>> = HashMap::new();
        let sql = "SELECT run_id, content FROM session_messages WHERE role = ";
        for role in ["user", "assistant"] {
            for (run, content) in texts(&self.db, &format!("{sql}'{role}'")).await {
                messages.entry((run, role.into())).or_default().push(content);
            }
        }
        for (id, events) in stored {
            let run = Run::from_events(id, events);
            let of = |role: &str| messages.get(&(id.clone(), role.into())).cloned().unwrap_or_default();
            assert_eq!(of("assistant"), [server::agent::trace::answer_text(&run)], "{id}");
            assert_eq!(of("user"), [run.question], "{id}");
        }
        assert_eq!(messages.len(), 2 * stored.len(), "a question has no run");
    }
}
