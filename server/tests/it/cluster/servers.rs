//! Two servers over one Postgres and one cluster, neither with its own index: a run is started on one and watched on
//! the other, and continues there when the first is killed.

use std::path::Path;
use std::sync::{Arc, Mutex};

use serde_json::{Value, json};
use server::search::Search;
use server::store::{Db, write};
use tokio::sync::watch;

use super::node::Nodes;
use crate::app::{small_bank, until};
use crate::postgres::Postgres;
use crate::recovery::held::check_events;
use crate::recovery::process::{Program, watch_run};

/// The result of the first call for a question on a server.
async fn told(client: &reqwest::Client, url: &str, question: &str) -> Value {
    let reply = client.post(format!("{url}/api/research")).json(&json!({ "query": question })).send().await.unwrap();
    let run: Value = reply.json().await.unwrap();
    let run = run["runId"].as_str().unwrap();
    let run: Value = client.get(format!("{url}/api/research/runs/{run}")).send().await.unwrap().json().await.unwrap();
    crate::sources::first_output(&run)
}

/// Memory of a process, in MB.
fn memory(pid: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
    line.trim().trim_end_matches(" kB").parse::<u64>().unwrap() / 1024
}

fn indexed(folder: &Path) -> u64 {
    Search::open(Some(&folder.join("search"))).unwrap().len()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_run_goes_on_at_the_other_server_and_both_ask_the_cluster() {
    let Some(nodes) = Nodes::start(1) else { return };
    let _ = rustls::crypto::ring::default_provider().install_default();
    let server = Postgres::start();
    let database = server.database("desk").await;
    let db = Db::open(&database).await.unwrap();
    write::store(&db, &small_bank(), 0).await.unwrap();
    let folders = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    let settings = [("PLUMBLINE_SEARCH_URL", nodes.urls[0].as_str()), ("PLUMBLINE_PACE_MS", "400")];
    let start = async |folder: &Path| Program::start(&database, folder, folder.join("log"), &settings).await;
    let mut first = start(folders[0].path()).await;
    let second = start(folders[1].path()).await;
    let client = reqwest::Client::new();

    let question = "median sentiment score by channel";
    let mut found = Vec::new();
    for url in [&first.url, &second.url] {
        let by_cluster = async || {
            let found = told(&client, url, question).await;
            (found["engine"] == "opensearch").then_some(found)
        };
        found.push(until("the cluster answers", by_cluster).await);
    }
    assert_eq!(found[0], found[1]);
    assert!(found[0]["groups"].as_array().is_some_and(|groups| groups.len() > 1), "{found:?}");
    println!("servers of {} and {} MB", memory(first.pid()), memory(second.pid()));

    let body = json!({ "query": "Why are customers complaining about the mobile app?" });
    let asked = client.post(format!("{}/api/research?wait=false", first.url)).json(&body).send().await.unwrap();
    let asked: Value = asked.json().await.unwrap();
    let run = asked["runId"].as_str().unwrap().to_owned();
    let seen = Arc::<Mutex<Vec<_>>>::default();
    let place = watch::channel((1, second.url.clone())).1;
    let watching = tokio::spawn(watch_run(client.clone(), place, run.clone(), seen.clone()));
    until("the other server tells of the run", async || (seen.lock().unwrap().len() >= 3).then_some(())).await;
    tokio::task::spawn_blocking(move || first.kill()).await.unwrap();
    tokio::time::timeout(std::time::Duration::from_secs(60), watching).await.expect("the run never ended").unwrap();
    let events: Vec<_> = seen.lock().unwrap().iter().map(|(_, event)| event.clone()).collect();
    check_events(&run, &events);
    assert!(events.iter().any(|event| event.event.name() == "interrupted"), "nobody took it over");
    assert_eq!(told(&client, &second.url, question).await["engine"], "opensearch");
    drop(second);
    assert_eq!((indexed(folders[0].path()), indexed(folders[1].path())), (0, 0), "a server indexed records by itself");
}
