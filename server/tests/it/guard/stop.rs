//! How the server stops: streams end with a notice and continue elsewhere from where they were.

use std::time::{Duration, Instant};

use futures::StreamExt;
use serde_json::json;

use crate::app::TestApp;

/// The ids of the events in a chunk of a stream.
fn ids(text: &str) -> Vec<i64> {
    text.lines().filter_map(|line| line.strip_prefix("id: ")?.trim().parse().ok()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stream_ends_and_goes_on_at_the_next_server() {
    let data = tempfile::tempdir().unwrap();
    let database = format!("sqlite://{}", data.path().join("test.db").display());
    let slow = [("PLUMBLINE_PACE_MS", "1500"), ("PLUMBLINE_LEASE_S", "1")];
    let first = TestApp::over(&database, tempfile::tempdir().unwrap(), &slow).await;
    let question = json!({"query": "Why are customers complaining about the mobile app?"});
    let (status, asked) = first.post("/api/research?wait=false", question).await;
    assert_eq!(status, 202, "{asked}");
    let path = format!("/api/research/runs/{}/events", asked["runId"].as_str().unwrap());
    let client = first.client.clone();
    let mut stream = client.get(format!("{}{path}", first.url)).send().await.unwrap().bytes_stream();
    let mut seen = String::new();
    while ids(&seen).is_empty() {
        seen.push_str(&String::from_utf8_lossy(&stream.next().await.unwrap().unwrap()));
    }

    let stopped = Instant::now();
    drop(first);
    while let Some(piece) = stream.next().await {
        seen.push_str(&String::from_utf8_lossy(&piece.expect("the stream ends as it should")));
    }
    assert!(stopped.elapsed() < Duration::from_secs(8), "{:?}", stopped.elapsed());
    assert!(seen.ends_with("retry: 1000\n: the server ends this stream\n\n"), "{seen}");
    assert!(!seen.contains("\"finished\""), "{seen}");

    let next = TestApp::over(&database, tempfile::tempdir().unwrap(), &[("PLUMBLINE_LEASE_S", "1")]).await;
    let last = *ids(&seen).last().unwrap();
    let request = client.get(format!("{}{path}", next.url)).header("last-event-id", last.to_string());
    let rest = request.send().await.unwrap().text().await.unwrap();
    assert!(rest.contains("\"finished\"") && !rest.contains("the server stops"), "{rest}");
    let all: Vec<i64> = ids(&seen).into_iter().chain(ids(&rest)).collect();
    assert_eq!(all, (1..=all.len() as i64).collect::<Vec<_>>());
}
