//! A disk that fills up during a run: SQLite is not allowed another page, which is the same error. Existing data can be
//! read, what cannot be stored is refused with an explanation, and once there is space the run continues where it was.

use std::time::Duration;

use futures::StreamExt;
use model::run::{RunEvent, RunStatus};
use serde_json::json;
use server::store::{Db, history};

use crate::agent::WHY;
use crate::app::TestApp;

const SENTENCE: &str = "The disk that holds the database is full. Free some space; nothing is lost.";

/// The maximum number of pages that SQLite allows.
const ANY: i64 = 4_294_967_294;

/// Limits the database's pages from now on; without a number, to its current size.
async fn pages(app: &TestApp, most: Option<i64>) {
    let Db::Sqlite { write, .. } = &app.services.db else { unreachable!() };
    let most = match most {
        Some(most) => most,
        None => sqlx::query_scalar("PRAGMA page_count").fetch_one(write).await.unwrap(),
    };
    let set: i64 = sqlx::query_scalar(&format!("PRAGMA max_page_count = {most}")).fetch_one(write).await.unwrap();
    assert_eq!(set, most);
}

#[tokio::test]
async fn a_run_waits_for_space_and_nothing_is_lost() {
    let app = TestApp::with(&[("PLUMBLINE_LEASE_S", "1"), ("PLUMBLINE_PACE_MS", "200")]).await;
    let past = app.ask("How many cases breached SLA?").await;
    let (status, asked) = app.post("/api/research?wait=false", json!({"query": WHY})).await;
    assert_eq!(status, 202, "{asked}");
    let run = asked["runId"].as_str().unwrap();
    let mut shown = Box::pin(app.services.agent.watch(run, 0).await.unwrap());
    let mut seen = Vec::new();
    while let Some(row) = shown.next().await {
        seen.push(row.seq);
        if row.kind == "tool_started" {
            break;
        }
    }
    pages(&app, None).await;

    // What still fits is shown; then nothing is, and the run is not over.
    while let Ok(row) = tokio::time::timeout(Duration::from_secs(2), shown.next()).await {
        let row = row.expect("the stream broke off");
        assert_ne!(row.kind, "finished", "the disk was not full");
        seen.push(row.seq);
    }
    let stored = history::after(&app.services.db, run, 0).await.unwrap();
    assert_eq!(seen, stored.iter().map(|e| e.seq).collect::<Vec<_>>(), "shown is what is stored");
    assert_eq!(app.services.agent.live().ids(), [run], "its driver waits");

    let (session, before) = (past["sessionId"].as_str().unwrap(), past["runId"].as_str().unwrap());
    for path in ["/".to_owned(), format!("/c/{session}"), "/review".into(), "/analysis".into(), "/settings".into()] {
        let reply = app.client.get(format!("{}{path}", app.url)).send().await.unwrap();
        assert_eq!(reply.status(), 200, "{path}");
    }
    for path in [
        "/health".to_owned(),
        "/api/research/conversations".into(),
        format!("/api/research/conversation/{session}"),
        format!("/api/research/runs/{before}"),
        format!("/api/research/runs/{run}"),
        "/admin/sessions".into(),
    ] {
        let (status, body) = app.get(&path).await;
        assert_eq!(status, 200, "{path}: {body}");
    }
    // Long enough for pages of its own: a short one may fit into those that are there.
    let long = format!("{WHY} {}", "Say it in one sentence. ".repeat(400));
    for _ in 0..3 {
        let (status, body) = app.post("/api/research", json!({"query": long})).await;
        assert_eq!((status, &body["detail"]), (503, &json!(SENTENCE)), "{body}");
    }

    pages(&app, Some(ANY)).await;
    let finished = app.services.agent.finish(run).await.unwrap();
    assert_eq!(finished.status, RunStatus::Completed);
    while let Some(row) = shown.next().await {
        seen.push(row.seq);
    }
    let stored = history::after(&app.services.db, run, 0).await.unwrap();
    assert_eq!(seen, (1..=stored.len() as i64).collect::<Vec<_>>(), "a gap, or an event twice");
    assert_eq!(stored.last().unwrap().seq, stored.len() as i64);
    let told: Vec<&String> = stored
        .iter()
        .filter_map(|e| match &e.event {
            RunEvent::Interrupted { resumed: true, text } => Some(text),
            _ => None,
        })
        .collect();
    assert!(matches!(told[..], [text] if text.contains("was full")), "{told:?}");
    let messages = app.get(&format!("/api/research/runs/{run}")).await.1;
    assert!(messages["answer"].is_object(), "{messages}");

    // The writer is whole: what is asked from now on is stored, and what was refused left nothing.
    app.ask("Top complaint reasons this month?").await;
    let (_, list) = app.get("/admin/sessions").await;
    assert_eq!(list["total"], 3, "{list}");
}
