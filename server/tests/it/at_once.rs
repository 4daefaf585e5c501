//! Many concurrent runs, on each kind of database: none waits for ever, none fails because the database is busy, and
//! nothing is left behind.

use std::time::Duration;

use serde_json::json;

use crate::app::TestApp;
use crate::postgres::Postgres;

const QUESTIONS: [&str; 2] = ["Why are customers complaining about the mobile app?", "How many cases breached SLA?"];

async fn fifty(database: &str, folder: tempfile::TempDir) {
    let app = TestApp::over(database, folder, &[]).await;
    let asks = (0..50).map(|n| app.post("/api/research", json!({"query": QUESTIONS[n % 2]})));
    let all = tokio::time::timeout(Duration::from_secs(60), futures::future::join_all(asks)).await;
    for (status, body) in all.expect("some run waits for ever") {
        assert_eq!(status, 200, "{body}");
        assert_eq!(body["status"], "completed", "{body}");
        assert!(body["grounding"]["claims"].as_array().is_some_and(|c| !c.is_empty()), "{body}");
    }
    assert!(app.services.agent.live().is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn fifty_runs_on_sqlite() {
    let folder = tempfile::tempdir().unwrap();
    let url = format!("sqlite://{}", folder.path().join("test.db").display());
    fifty(&url, folder).await;
}

/// One connection for all of them.
#[tokio::test(flavor = "multi_thread")]
async fn fifty_runs_in_memory() {
    fifty("sqlite::memory:", tempfile::tempdir().unwrap()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn fifty_runs_on_postgres() {
    let server = Postgres::start();
    fifty(&server.database("fifty").await, tempfile::tempdir().unwrap()).await;
}
