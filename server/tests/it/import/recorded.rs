//! Conversations recorded with a model that come with the demo data.

use model::answer::Grade;
use model::run::RunStatus;
use serde_json::{Value, json};
use server::agent::ground;
use server::agent::recorded::{export, load};
use server::demo::conversations;
use server::store::{Db, runs, sessions};

use crate::app::TestApp;
use crate::postgres::on_both;

on_both!(app recordings_are_read_shown_and_gone_on_with as recordings_are_read_shown_and_gone_on_with_on_sqlite, recordings_are_read_shown_and_gone_on_with_on_postgres);

async fn recordings_are_read_shown_and_gone_on_with(app: &TestApp) {
    let db = &app.services.db;
    for file in conversations() {
        assert!(load(db, &file).await.unwrap());
    }
    for file in conversations() {
        assert!(!load(db, &file).await.unwrap(), "a second time changes nothing");
    }
    let own = app.ask("How many cases breached SLA?").await;

    let (_, list) = app.post("/rpc/conversations", json!({"words": "", "hundreds": 1})).await;
    let recorded: Vec<&Value> = list.as_array().unwrap().iter().filter(|c| c["recorded"] == true).collect();
    assert_eq!((list.as_array().unwrap().len(), recorded.len()), (9, 8));
    let mut follow_ups = 0;
    for item in &recorded {
        let id = item["id"].as_str().unwrap();
        let (status, conversation) = app.get(&format!("/api/research/conversation/{id}")).await;
        assert_eq!((status, &conversation["recorded"]), (200, &item["questions"]));
        follow_ups += item["questions"].as_i64().unwrap() - 1;
        // Every one is rendered, with its question, its answer and what it is.
        let page = app.client.get(format!("{}/c/{id}", app.url)).send().await.unwrap();
        assert_eq!(page.status(), 200);
        let page = page.text().await.unwrap();
        assert!(page.contains("Recorded with a model"), "{id}");
        for run in runs::of_session(db, id).await.unwrap() {
            assert_eq!(run.status, RunStatus::Completed);
            assert!(page.contains(&format!("question-{}", run.id)), "{}", run.question);
            assert!(page.contains("Evidence"), "{}", run.question);
            // The house's own check, made again: no figure is without a source.
            let answer = run.answer.as_ref().unwrap();
            let grounding = ground::of_run(&run, &[], &answer.text, &answer.citations);
            assert_eq!(grounding.graded(Grade::Unverified), 0, "{}", run.question);
            assert!(grounding.graded(Grade::Cited) > 0, "{}", run.question);
            let (status, events) = app.post("/rpc/events", json!({"run_id": run.id})).await;
            assert_eq!((status, events.as_array().unwrap().len() as i64), (200, run.seq));
        }
        let review = app.client.get(format!("{}/review/{id}", app.url)).send().await.unwrap();
        assert!(review.text().await.unwrap().contains("recorded"), "{id}");
    }
    assert!(follow_ups >= 2, "some have a follow-up");
    let (_, review) = app.get("/admin/sessions").await;
    let marked = review["items"].as_array().unwrap().iter().filter(|s| s["recorded"] == true).count();
    assert_eq!((&review["total"], marked), (&json!(9), 8));
    let own = own["sessionId"].as_str().unwrap();
    assert_eq!(app.get(&format!("/api/research/conversation/{own}")).await.1["recorded"], 0);

    // A question that is asked in one is a run like any other.
    let id = recorded[0]["id"].as_str().unwrap();
    let (before, path) = (&recorded[0]["questions"], format!("/api/research/conversation/{id}"));
    let (status, answered) = app.post(&path, json!({"query": "How many cases breached SLA?"})).await;
    assert_eq!((status, &answered["status"], &answered["stats"]["model"]), (200, &json!("completed"), &json!("rules")));
    let (_, conversation) = app.get(&path).await;
    assert_eq!(conversation["runs"].as_array().unwrap().len() as i64, before.as_i64().unwrap() + 1);
    assert_eq!(&conversation["recorded"], before);
    assert!(!load(db, &conversations()[0]).await.unwrap(), "what was asked since stays");
}

#[tokio::test]
async fn a_conversation_goes_out_and_comes_in_as_it_was() {
    let app = TestApp::start().await;
    let asked = app.ask("Top complaint reasons this month?").await;
    let id = asked["sessionId"].as_str().unwrap();
    app.post(&format!("/api/research/conversation/{id}"), json!({"query": "And how many cases breached SLA?"})).await;
    let file = export(&app.services.db, id).await.unwrap();
    let other = Db::open("sqlite::memory:").await.unwrap();
    assert!(load(&other, file.as_bytes()).await.unwrap());
    assert_eq!(export(&other, id).await.unwrap(), file);
    assert_eq!(sessions::recorded(&other, id).await.unwrap(), Some(2));
    assert_eq!(runs::of_session(&other, id).await.unwrap(), runs::of_session(&app.services.db, id).await.unwrap());
    // Nobody takes a recorded run up again.
    assert_eq!(runs::claim(&other, "somebody", i64::MAX - 1, i64::MAX).await.unwrap(), []);
}

#[tokio::test]
async fn what_is_no_recording_is_refused_and_leaves_nothing() {
    let db = Db::open("sqlite::memory:").await.unwrap();
    let says = async |text: String| load(&db, text.as_bytes()).await.unwrap_err().to_string();
    assert!(says("nonsense".into()).await.contains("Line 1"));
    let head = r#"{"session":"s","startedAt":1,"runs":[{"id":"r","ask":{"query":"Why?"}}]}"#;
    assert!(says(format!("{head}\n{{\"seq\": 1}}")).await.contains("Line 2"));
    assert!(says(head.into()).await.contains("has no events"));
    let event =
        |seq: u32| format!(r#"{{"runId":"r","seq":{seq},"at":1,"type":"thinking","iteration":1,"maxIterations":3}}"#);
    assert!(says(format!("{head}\n{}\n{}", event(1), event(2))).await.contains("is not whole"));
    assert_eq!(sessions::recorded(&db, "s").await.unwrap(), None);
    assert!(export(&db, "s").await.unwrap_err().to_string().contains("There is no conversation s"));
}
