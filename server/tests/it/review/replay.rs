//! Runs repeated from their record, and from one of their steps.

use std::collections::BTreeSet;

use evals::questions;
use model::review::case::Recording;
use model::run::{Run, RunEvent, StoredEvent};
use serde_json::{Value, json};
use server::agent::ground;
use server::agent::recorded::{self, load};
use server::agent::replay::{Replayer, record};
use server::cmd::eval::replays;
use server::store::{runs, sessions};

use crate::agent::Desk;
use crate::app::TestApp;
use crate::scripted_model::{ScriptedModel, Step};

/// Questions of every kind that the rules answer, some after another one.
const ASKED: &[&[&str]] = &[
    &["Why are customers complaining about the mobile app?", "And about mortgages?"],
    &["Top complaint reasons this month?", "only by email", "show me the messages"],
    &["How many cases breached SLA?"],
    &["Complaints per day this month"],
    &["Tell me about Hartmann Logistik"],
    &["What is new in mobile banking 6.2?"],
    &["Which customers complain most?", "what about the second one?"],
    &["What can you do?"],
    &["hello"],
    &["xyzzy plugh frobnicate"],
    &["How many complaints from platinum customers and which cases are open?"],
    &["Find messages like: the code never arrives"],
];

#[tokio::test(flavor = "multi_thread")]
async fn every_run_by_rules_replays_to_the_same_events() {
    let app = TestApp::start().await;
    for turns in ASKED {
        let mut path = "/api/research".to_owned();
        for question in *turns {
            let (status, body) = app.post(&path, json!({"query": question})).await;
            assert_eq!(status, 200, "{body}");
            path = format!("/api/research/conversation/{}", body["sessionId"].as_str().unwrap());
        }
    }
    let replayer = app.services.agent.replayer().await.unwrap();
    let (mut same, mut all) = (0, 0);
    for item in sessions::conversations(&app.services.db, "", 100, false, sessions::Whose::default()).await.unwrap() {
        let (s, a) = replayed(&replayer, recorded::read(&app.services.db, &item.id, None).await.unwrap()).await;
        (same, all) = (same + s, all + a);
    }
    assert_eq!((same, all), (16, 16), "runs with the same events, of all");
}

/// The demo's recordings were made by an earlier version with other checks: a replay differs only in what this
/// version's checks find in the same answer.
#[tokio::test(flavor = "multi_thread")]
async fn what_a_model_has_said_replays_without_the_model() {
    let app = TestApp::start().await;
    let replayer = app.services.agent.replayer().await.unwrap();
    for file in server::demo::conversations() {
        load(&app.services.db, &file).await.unwrap();
    }
    let (mut same, mut checked, mut acts) = (0, 0, 0);
    for item in sessions::conversations(&app.services.db, "", 100, false, sessions::Whose::default()).await.unwrap() {
        let mut recording = recorded::read(&app.services.db, &item.id, None).await.unwrap();
        while let Some(run) = recording.last() {
            let then: Vec<&StoredEvent> = recording.of_run(&run.id).collect();
            let now = replayer.replay(&recording).await.unwrap();
            match replays::differs(&then, &now).map(|at| (at, then.get(at), now.get(at))) {
                None => same += 1,
                Some((at, Some(was), Some(is))) if was.event.name() == "grounded" && is.event.name() == "grounded" => {
                    let RunEvent::Grounded { grounding, .. } = &is.event else { unreachable!() };
                    let answer = run.answer.as_ref().unwrap();
                    assert_eq!(
                        *grounding,
                        ground::of_run(&run, &[], &answer.text, &answer.citations),
                        "{}",
                        run.question
                    );
                    let rest = |events: Vec<&StoredEvent>| -> Vec<RunEvent> {
                        events.into_iter().skip(at + 1).map(|e| record::timeless(&e.event)).collect()
                    };
                    assert_eq!(rest(now.iter().collect()), rest(then.clone()), "{}", run.question);
                    checked += 1;
                }
                // What acts is not done again.
                Some(_) => {
                    assert!(then.iter().any(|e| e.event.name() == "approval_requested"), "{}", run.question);
                    acts += 1;
                }
            }
            recording.runs.pop();
        }
    }
    println!("{same} the same, {checked} checked otherwise, {acts} act");
    assert_eq!((same + checked, acts), (9, 1));
}

/// How many runs of a conversation give the same events, out of how many.
async fn replayed(replayer: &Replayer, mut recording: Recording) -> (usize, usize) {
    let (mut same, mut all) = (0, 0);
    while let Some(run) = recording.last() {
        let then: Vec<&StoredEvent> = recording.of_run(&run.id).collect();
        let now = replayer.replay(&recording).await.unwrap();
        match replays::differs(&then, &now) {
            None => same += 1,
            Some(at) => {
                let told = |event: Option<&StoredEvent>| serde_json::to_string(&event.map(|e| &e.event)).unwrap();
                println!("{}:\n  was {}\n  is  {}", run.question, told(then.get(at).copied()), told(now.get(at)));
            }
        }
        all += 1;
        recording.runs.pop();
    }
    (same, all)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_replay_sees_what_was_changed() {
    let app = TestApp::start().await;
    let asked = app.ask("How many cases breached SLA?").await;
    let mut recording = recorded::read(&app.services.db, asked["sessionId"].as_str().unwrap(), None).await.unwrap();
    let replayer = app.services.agent.replayer().await.unwrap();
    for event in &mut recording.events {
        if let RunEvent::ToolFinished { outcome: model::run::Outcome::Ok { output }, .. } = &mut event.event {
            output.data = serde_json::from_str(&output.data.to_string().replace(":3", ":4")).unwrap();
        }
    }
    let now = replayer.replay(&recording).await.unwrap();
    let then: Vec<&StoredEvent> = recording.events.iter().collect();
    let at = replays::differs(&then, &now).expect("another figure gives another answer");
    assert!(matches!(then[at].event, RunEvent::Answered { .. }), "{:?}", then[at].event);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_question_is_asked_again_from_one_of_its_steps() {
    let app = TestApp::start().await;
    let first = app.ask("Top complaint reasons this month?").await;
    let path = format!("/api/research/conversation/{}", first["sessionId"].as_str().unwrap());
    let (_, second) = app.post(&path, json!({"query": "How many complaints about mortgages this month?"})).await;
    let run = run(&app, &second).await;
    let (call, seq) = (run.calls().next().unwrap().clone(), called(&app, &run).await);
    let mut args = call.args.clone();
    let told = args.to_string();
    args = serde_json::from_str(&told.replace("Mortgage", "Mobile banking").replace("mortgage", "mobile-banking"))
        .unwrap();
    assert_ne!(args, call.args, "{told}");
    let form = format!("at={seq}&args={}", urlencode(&args.to_string()));
    let reply = app.form(&format!("/runs/{}/fork", run.id), &form).send().await.unwrap();
    assert_eq!(reply.status(), 303, "{}", reply.text().await.unwrap());
    let to = reply.headers()["location"].to_str().unwrap().to_owned();
    let forked = to.split("with=").nth(1).unwrap();
    let again = runs::get(&app.services.db, forked).await.unwrap();
    assert_eq!((again.question.as_str(), again.status), (run.question.as_str(), run.status));
    let counted = |run: &Run, n: usize| {
        let call = run.calls().nth(n).unwrap();
        (call.args.clone(), call.outcome.as_ref().unwrap().output().unwrap().data.clone())
    };
    let (changed, planned) = (counted(&again, 0), counted(&run, 0));
    assert_eq!(changed.0, args);
    assert_ne!(changed.1, planned.1, "of another product there are others");
    // The rules then make the call that they had planned, too.
    assert_eq!(counted(&again, 1), planned);
    // It has a conversation of its own, with what was asked before.
    let (_, conversation) = app.get(&format!("/api/research/conversation/{}", again.session_id)).await;
    assert_eq!(conversation["runs"].as_array().unwrap().len(), 2);
    let page = app.client.get(format!("{}{to}", app.url)).send().await.unwrap().text().await.unwrap();
    assert!(page.contains("differ"), "both stand side by side");
    let refused = app.form(&format!("/runs/{}/fork", run.id), "at=3&args=nonsense").send().await.unwrap();
    assert_eq!(refused.status(), 400);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_question_is_asked_again_of_another_model() {
    let model = ScriptedModel::answering(9, |_| Step::text("There are no figures to give.")).await;
    let Desk { app, model } = Desk::with("tools", model, &[]).await;
    let run = run(&app, &app.ask("How many cases breached SLA?").await).await;
    let reply = app.form(&format!("/runs/{}/fork", run.id), "at=2&model=second-opinion").send().await.unwrap();
    assert_eq!(reply.status(), 303, "{}", reply.text().await.unwrap());
    let to = reply.headers()["location"].to_str().unwrap().to_owned();
    let again = runs::get(&app.services.db, to.split("with=").nth(1).unwrap()).await.unwrap();
    assert_ne!(again.model, run.model);
    assert!(again.model.ends_with("/second-opinion"), "{}", again.model);
    let asked: BTreeSet<String> = model.seen().iter().map(|s| s.body["model"].as_str().unwrap().to_owned()).collect();
    assert_eq!(asked.len(), 2, "{asked:?}");
    // Where there is no model, none can be named.
    let ruled = TestApp::start().await;
    let (status, problem) = ruled.post("/api/research", json!({"query": "How many?", "model": "other"})).await;
    assert_eq!((status, &problem["field"]), (400, &json!("model")), "{problem}");
}

async fn run(app: &TestApp, answer: &Value) -> Run {
    runs::get(&app.services.db, answer["runId"].as_str().unwrap()).await.unwrap()
}

/// The event that starts the run's first call.
async fn called(app: &TestApp, run: &Run) -> i64 {
    let events = server::store::history::after(&app.services.db, &run.id, 0).await.unwrap();
    events.iter().find(|e| matches!(e.event, RunEvent::ToolStarted { .. })).unwrap().seq
}

fn urlencode(text: &str) -> String {
    form_urlencoded::byte_serialize(text.as_bytes()).collect()
}

/// The quality gate's questions replay as well; the share is printed.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "takes a minute; `cargo nextest run … --run-ignored all -E 'test(the_gates_questions_replay)'`"]
async fn the_gates_questions_replay() {
    let app = TestApp::start().await;
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/eval/questions.jsonl");
    let lines = questions::read(std::path::Path::new(file)).unwrap();
    let replayer = app.services.agent.replayer().await.unwrap();
    let (mut same, mut all) = (0, 0);
    for line in lines.iter().filter(|line| line.database == "demo") {
        let asked = app.ask(&line.question).await;
        let recording = recorded::read(&app.services.db, asked["sessionId"].as_str().unwrap(), None).await.unwrap();
        let (s, a) = replayed(&replayer, recording).await;
        (same, all) = (same + s, all + a);
    }
    assert_eq!(same, all, "runs with the same events, of all");
}
