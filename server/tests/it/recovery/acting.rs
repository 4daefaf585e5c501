//! A process that dies around the critical moment: before, between and after the effect of an approved action and the
//! event that records it. The effect happens once, and the run says so.

use model::approval::{Choice, Decision};
use model::run::{Outcome, Run, RunEvent, RunStatus, StoredEvent};
use model::session::Ask;
use server::services::Services;
use server::store::acts::{self, Act};
use server::store::approvals::{self, NewDecision};
use server::store::events::{EventLog, Row, SameTransaction};
use server::store::runs::Head;
use server::store::{history, runs, write};

use super::check_events;
use super::takeover::{finish, process, process_over};
use crate::app::small_bank;
use crate::postgres::Postgres;

#[tokio::test]
async fn an_action_is_done_once_wherever_its_process_dies() {
    let folder = tempfile::tempdir().unwrap();
    let services = process(folder.path(), "one", "0").await;
    write::store(&services.db, &small_bank(), 0).await.unwrap();
    for effect in [false, true] {
        let run = proposed(&services).await;
        let before = acts::notes(&services.db, "case-0003").await.unwrap().len();
        // What the process that died had done: the decision, the beginning of the call, and perhaps the effect.
        agreed(&services, &run).await;
        if effect {
            let approval = approvals::of_run(&services.db, &run.id).await.unwrap().remove(0);
            done(&services, &approval).await;
            assert_eq!(acts::notes(&services.db, "case-0003").await.unwrap().len(), before + 1);
        }
        let run = finish(&services, &run.id).await;
        let notes = acts::notes(&services.db, "case-0003").await.unwrap();
        assert_eq!(notes.len(), before + 1, "effect before: {effect}");
        let stored = history::after(&services.db, &run.id, 0).await.unwrap();
        check_events(&run.id, &stored);
        let call = run.calls().last().unwrap();
        let output = call.outcome.as_ref().and_then(Outcome::output).unwrap();
        assert!(notes.iter().any(|n| output.data["noteId"] == *n.id), "{output:?}");
        let told: Vec<&str> = stored.iter().map(|e| e.event.name()).collect();
        assert!(told.contains(&"interrupted"), "{told:?}");
    }
}

/// A run that proposes a note and waits.
async fn proposed(services: &Services) -> Run {
    let ask = Ask { query: "Add a note to case-0003: called back".into(), ..Ask::default() };
    let asked = services.agent.ask(ask, "ann", "web").await.unwrap();
    let run = services.agent.finish(&asked.run_id).await.unwrap();
    assert_eq!(run.status, RunStatus::Waiting);
    run
}

/// Stores the decision and the call's first event, like a process that then died; its lease has expired.
pub async fn agreed(services: &Services, run: &Run) {
    let approval = approvals::of_run(&services.db, &run.id).await.unwrap().remove(0);
    let now = services.world.now();
    let log = EventLog::start(services.db.clone());
    let decided = RunEvent::ApprovalDecided {
        approval: approval.id.clone(),
        decision: "approved".into(),
        by: "ann".into(),
        args: None,
        note: None,
    };
    let decision = NewDecision {
        told: crate::audit::entry(&approval.id),
        approval: approval.id,
        decided: model::approval::Decided::Approved,
        by: "ann".into(),
        note: None,
        edited: None,
        now,
        owner: "dead".into(),
        lease_until: 0,
    };
    let started = RunEvent::ToolStarted { call: approval.call, iteration: 1, tool: approval.tool, args: approval.args };
    let mut folded = run.clone();
    let mut beside = Some(SameTransaction::Decided(decision));
    for event in [decided, started] {
        let event = StoredEvent { run_id: run.id.clone(), seq: folded.seq + 1, at: now, event };
        folded.apply(&event);
        let head = Some(Head::from_run(&folded));
        log.append(run.id.as_str().into(), vec![Row::new(&event)], head, beside.take()).await.unwrap();
    }
    runs::release(&services.db, "dead").await.unwrap();
}

/// Carries out the effect, like a process that then died.
async fn done(services: &Services, approval: &approvals::Approval) {
    let note = model::record::CaseNote {
        id: format!("note-{}", approval.key),
        case_id: "case-0003".into(),
        author: "ann".into(),
        body: "called back".into(),
        at: services.world.now(),
    };
    let output = model::run::ToolOutput {
        data: serde_json::json!({"noteId": note.id, "summary": "The note was added."}),
        summary: "The note was added.".into(),
        ..Default::default()
    };
    approvals::carry_out(&services.db, &approval.id, &Act::AddNote(note), &output, 1).await.unwrap();
}

#[tokio::test]
async fn an_effect_is_refused_without_a_decision_and_repeated_by_nobody() {
    let folder = tempfile::tempdir().unwrap();
    once(process(folder.path(), "one", "0").await).await;
    let server = Postgres::start();
    let services = process_over(&server.database("kept").await, folder.path(), "two", "0").await;
    once(services.clone()).await;
    services.db.close().await;
}

/// Twenty processes carry out the same approval concurrently: one effect, and one result for all of them.
async fn once(services: Services) {
    let db = services.db.clone();
    write::store(&db, &small_bank(), 0).await.unwrap();
    let run = proposed(&services).await;
    let approval = approvals::of_run(&db, &run.id).await.unwrap().remove(0);
    let note = |n: u32| model::record::CaseNote {
        id: format!("note-{n}"),
        case_id: "case-0003".into(),
        author: "ann".into(),
        body: "called back".into(),
        at: 1,
    };
    let output = |n: u32| model::run::ToolOutput { summary: format!("by {n}"), ..Default::default() };
    let early = approvals::carry_out(&db, &approval.id, &Act::AddNote(note(99)), &output(99), 1).await;
    assert!(early.is_err(), "nobody has agreed yet");
    assert!(acts::notes(&db, "case-0003").await.unwrap().is_empty());
    agreed(&services, &run).await;
    let all = (0..20).map(|n| {
        let (db, id) = (db.clone(), approval.id.clone());
        async move { approvals::carry_out(&db, &id, &Act::AddNote(note(n)), &output(n), 1).await.unwrap().summary }
    });
    let mut results = futures::future::join_all(all).await;
    results.dedup();
    assert_eq!(results.len(), 1, "{results:?}");
    assert_eq!(acts::notes(&db, "case-0003").await.unwrap().len(), 1);
    let late = services.agent.decide(
        &run.id,
        &approval.id,
        Choice { decision: Decision::Reject, args: None, note: None },
        "ben",
    );
    assert!(late.await.unwrap_err().to_string().contains("approved already, by ann"));
}
