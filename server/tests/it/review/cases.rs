//! Cases: created from a turn, stored in the database and in a folder, run again, and what they detect.

use model::run::{Outcome, RunEvent};
use serde_json::{Value, json};
use server::cases;
use server::config::{Config, Flags};
use server::services::Services;
use server::store::cases::{self as kept, KeptCase};
use server::world::World;

use crate::app::TestApp;
use crate::postgres::Postgres;
use crate::query::questions::filled;

const ASKED: &str = "How many cases breached SLA?";

#[tokio::test(flavor = "multi_thread")]
async fn a_turn_becomes_a_case_that_is_run_on_sqlite() {
    a_turn_becomes_a_case_that_is_run(&TestApp::start().await).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_turn_becomes_a_case_that_is_run_on_postgres() {
    let server = Postgres::start();
    let url = server.database("cases").await;
    a_turn_becomes_a_case_that_is_run(&TestApp::over(&url, tempfile::tempdir().unwrap(), &[]).await).await;
}

async fn a_turn_becomes_a_case_that_is_run(app: &TestApp) {
    let asked = app.ask(ASKED).await;
    let run = asked["runId"].as_str().unwrap();
    let (status, problem) = app.post("/admin/cases", json!({"runId": run})).await;
    assert_eq!(status, 400, "{problem}");
    let all: Vec<usize> = (0..40).collect();
    let new = json!({"runId": run, "parts": all, "says": "3", "not": "I cannot\nsorry"});
    let (status, made) = app.post("/admin/cases", new.clone()).await;
    assert_eq!(status, 200, "{made}");
    assert_eq!(app.post("/admin/cases", new).await.0, 409, "one a turn");
    let (_, list) = app.get("/admin/cases").await;
    let expected: Vec<&str> =
        list["items"][0]["expected"].as_array().unwrap().iter().map(|e| e.as_str().unwrap()).collect();
    for kind in ["reads ", "states ", "does not say “sorry”"] {
        assert!(expected.iter().any(|e| e.contains(kind)), "{kind}: {expected:?}");
    }
    assert_eq!(list["items"][0]["outcome"], Value::Null);
    for against in ["/admin/cases/run", "/admin/cases/run?today=true"] {
        let (status, ran) = app.post(against, json!({})).await;
        assert_eq!(status, 200, "{ran}");
        assert_eq!(ran["items"][0]["outcome"]["result"], "passed", "{ran}");
    }
    // Running cases leaves no conversation.
    assert_eq!(app.get("/admin/sessions").await.1["total"], 1);

    // What must hold and does not is said.
    let other = app.ask("Top complaint reasons this month?").await;
    app.post("/admin/cases", json!({"runId": other["runId"], "says": "elephants"})).await;
    let (_, ran) = app.post("/admin/cases/run", json!({})).await;
    let failed = ran["items"].as_array().unwrap().iter().find(|c| c["question"] != ASKED).unwrap();
    assert_eq!(failed["outcome"]["result"], "failed");
    assert!(failed["outcome"]["failures"][0].as_str().unwrap().contains("elephants"), "{failed}");
    let page = app.client.get(format!("{}/quality", app.url)).send().await.unwrap().text().await.unwrap();
    assert!(page.contains("elephants") && page.contains("1 failed") && page.contains("1 passed"));

    let id = made["id"].as_str().unwrap();
    let file = std::path::PathBuf::from(&app.services.config.sources.cases_dir.value).join(format!("{id}.jsonl"));
    assert!(file.is_file(), "{}", file.display());
    let delete = app.client.delete(format!("{}/admin/cases/{id}", app.url));
    assert_eq!(delete.send().await.unwrap().status(), 204);
    assert!(!file.exists());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_follow_up_is_run_with_what_was_asked_before() {
    let app = TestApp::start().await;
    let first = app.ask("How many complaints about mobile banking this month?").await;
    let path = format!("/api/research/conversation/{}", first["sessionId"].as_str().unwrap());
    let (_, second) = app.post(&path, json!({"query": "and by email?"})).await;
    let new = json!({"runId": second["runId"], "parts": [0, 1, 2, 3, 4, 5, 6]});
    assert_eq!(app.post("/admin/cases", new).await.0, 200);
    for against in ["/admin/cases/run", "/admin/cases/run?today=true"] {
        let (_, ran) = app.post(against, json!({})).await;
        assert_eq!(ran["items"][0]["outcome"]["result"], "passed", "{ran}");
    }
}

/// The demo's cases pass; and they detect regressions of the program: a question mistaken for another one, and a tool
/// that returns other figures.
#[tokio::test(flavor = "multi_thread")]
async fn the_cases_of_the_demo_hold_and_find_planted_regressions() {
    let folder = tempfile::tempdir().unwrap();
    let services = filled("demo", folder.path()).await.unwrap();
    cases::keep_demo(&services).await.unwrap();
    let replayer = services.agent.replayer().await.unwrap();
    let all = kept::all(&services.db).await.unwrap();
    let failures = async |case: &KeptCase| cases::run(&services, &replayer, case, false).await.unwrap().failures;
    let figures = all.iter().filter(|kept| kept.case.expected.iter().any(|e| e.value.is_some())).count();
    let (mut misread, mut unrecorded, mut changed) = (0, 0, 0);
    for (n, good) in all.iter().enumerate() {
        assert_eq!(failures(good).await, Vec::<String>::new(), "{}", good.case.question);
        let mut case = good.clone();
        let asked = case.case.recorded.as_mut().unwrap().runs.last_mut().unwrap();
        asked.ask.query.clone_from(&all[(n + 1) % all.len()].case.question);
        let found = failures(&case).await;
        misread += usize::from(found.iter().any(|f| f.contains("reads ")));
        unrecorded += usize::from(found.iter().any(|f| f.contains("The record has no call like this")));

        let mut case = good.clone();
        for event in &mut case.case.recorded.as_mut().unwrap().events {
            if let RunEvent::ToolFinished { outcome: Outcome::Ok { output }, .. } = &mut event.event {
                one_more(&mut output.data);
            }
        }
        changed += usize::from(failures(&case).await.iter().any(|f| f.contains("states ")));
    }
    println!(
        "{} cases: {misread} misreadings ({unrecorded} by calls) and {changed} changed results were found",
        all.len()
    );
    assert!(figures >= 10 && misread == all.len() && unrecorded > all.len() / 2 && changed == figures);
}

/// Other figures.
fn one_more(data: &mut Value) {
    match data {
        Value::Number(n) => *data = json!(n.as_f64().unwrap_or_default() + 1.0),
        Value::Array(items) => items.iter_mut().for_each(one_more),
        Value::Object(fields) => fields.values_mut().for_each(one_more),
        _ => {}
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn cases_go_from_desk_to_desk_in_a_folder() {
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path().join("cases").display().to_string();
    let app = TestApp::with(&[("PLUMBLINE_CASES_DIR", &dir)]).await;
    let asked = app.ask(ASKED).await;
    app.post("/admin/cases", json!({"runId": asked["runId"], "says": "3"})).await;
    // Another desk, with no data at all: the record is enough.
    let other = TestApp::bare(
        &format!("sqlite://{}", folder.path().join("other.db").display()),
        tempfile::tempdir().unwrap(),
        &[("PLUMBLINE_CASES_DIR", &dir)],
    )
    .await;
    let (status, ran) = other.post("/admin/cases/run", json!({})).await;
    assert_eq!((status, &ran["items"][0]["madeBy"]), (200, &json!("folder")), "{ran}");
    assert_eq!(ran["items"][0]["outcome"]["recorded"], true);
    std::fs::write(folder.path().join("cases/broken.jsonl"), "{\"id\": 1}\n").unwrap();
    let (status, problem) = other.post("/admin/cases/run", json!({})).await;
    assert_eq!(status, 400);
    assert!(problem["detail"].as_str().unwrap().contains("broken.jsonl, line 1"), "{problem}");
}

/// The command, as a pipeline runs it.
#[tokio::test(flavor = "multi_thread")]
async fn the_command_tells_by_its_exit_code_and_as_junit() {
    let folder = tempfile::tempdir().unwrap();
    let database = format!("sqlite://{}", folder.path().join("own.db").display());
    let dir = folder.path().join("cases").display().to_string();
    {
        let look_up = |name: &str| match name {
            "PLUMBLINE_CASES_DIR" => Some(dir.clone()),
            "PLUMBLINE_SOURCES_DIR" => Some(folder.path().join("sources").display().to_string()),
            _ => None,
        };
        let flags = Flags { database: Some(database.clone()), ..Flags::default() };
        let config = Config::gather(&flags, look_up, &folder.path().join("none.toml")).unwrap();
        let services = Services::open(config, World::real()).await.unwrap();
        server::store::write::store(&services.db, &crate::app::small_bank(), 0).await.unwrap();
        let ask = model::session::Ask { query: ASKED.into(), ..Default::default() };
        let asked = services.agent.ask(ask, "local", "web").await.unwrap();
        services.agent.finish(&asked.run_id).await.unwrap();
        let new = model::review::case::NewCase { run_id: asked.run_id, says: "3".into(), ..Default::default() };
        cases::make(&services, &new, "local").await.unwrap();
        services.db.close().await;
    }
    let run = |more: &[&str]| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_plumbline"));
        command.env("PLUMBLINE_CASES_DIR", &dir).env("PLUMBLINE_SOURCES_DIR", folder.path().join("sources"));
        command.env("PLUMBLINE_LOG", "warn").current_dir(folder.path());
        command.args(["--database", &database, "eval", "cases"]).args(more).output().unwrap()
    };
    let junit = folder.path().join("out.xml");
    let good = run(&["--junit", junit.to_str().unwrap(), "--json"]);
    assert!(good.status.success(), "{}", String::from_utf8_lossy(&good.stderr));
    let told: Value = serde_json::from_slice(&good.stdout).unwrap();
    assert_eq!(told["counts"], json!({"changed": 0, "failed": 0, "passed": 1}));
    assert!(std::fs::read_to_string(&junit).unwrap().contains("tests=\"1\" failures=\"0\""));
    // Somebody adds a case by hand that does not hold.
    let line = format!("{{\"id\": \"by-hand\", \"question\": {ASKED:?}, \"expected\": [{{\"value\": 77}}]}}\n");
    std::fs::write(folder.path().join("cases/by-hand.jsonl"), line).unwrap();
    let bad = run(&["--junit", junit.to_str().unwrap()]);
    assert_eq!(bad.status.code(), Some(1));
    let out = String::from_utf8_lossy(&bad.stdout);
    assert!(out.contains("failed   by-hand") && out.contains("states 77"), "{out}");
    assert!(
        std::fs::read_to_string(&junit).unwrap().contains("<failure message=\"Expected that the answer states 77.\"")
    );
}
