//! Third-party programs from npm (`frontend/install-tools npm`): standards, as implemented by others.

use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader, Read as _};
use std::path::PathBuf;
use std::process::{Child, ChildStdout, Command, Output, Stdio};

use model::account::{CustomerBook, DataAccess, Role};
use serde_json::{Value, json};
use server::store::accounts;

use crate::app::TestApp;

/// The folder with the programs; prints a message if they are not installed.
fn peers() -> Option<PathBuf> {
    let folder = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../end2end"));
    if folder.join("node_modules/oidc-provider").is_dir() {
        return Some(folder);
    }
    println!("SKIPPED: the npm packages of end2end are not installed");
    None
}

async fn run(mut command: Command) -> Output {
    tokio::task::spawn_blocking(move || command.output().unwrap()).await.unwrap()
}

/// Scenarios of the conformance suite that need none of the suite's own tools, prompts or resources.
const SCENARIOS: [&str; 7] = [
    "server-initialize", "ping", "tools-list", "resources-list", "prompts-list", "server-sse-multiple-streams",
    "dns-rebinding-protection",
];

#[tokio::test]
async fn the_mcp_conformance_suite_passes() {
    let Some(folder) = peers() else { return };
    let app = TestApp::start().await;
    for scenario in SCENARIOS {
        let mut suite = Command::new(folder.join("node_modules/.bin/conformance"));
        suite.args(["server", "--url", &format!("{}/mcp", app.url), "--scenario", scenario]);
        let ran = run(suite).await;
        let told = String::from_utf8_lossy(&ran.stdout).into_owned() + &String::from_utf8_lossy(&ran.stderr);
        assert!(ran.status.success() && !told.contains("FAILURE"), "{scenario}: {told}");
    }
}

#[tokio::test]
async fn redocly_accepts_the_description() {
    let Some(folder) = peers() else { return };
    let app = TestApp::start().await;
    let kept = tempfile::tempdir().unwrap();
    let (_, document) = app.get("/openapi.json").await;
    std::fs::write(kept.path().join("openapi.json"), document.to_string()).unwrap();
    let mut lint = Command::new(folder.join("node_modules/.bin/redocly"));
    lint.current_dir(kept.path()).args(["lint", "openapi.json", "--extends", "recommended", "--format", "json"]);
    lint.env("REDOCLY_TELEMETRY", "off").env("REDOCLY_SUPPRESS_UPDATE_NOTICE", "true");
    let ran = run(lint).await;
    let report: Value = serde_json::from_slice(&ran.stdout).unwrap();
    let told = |p: &Value| format!("{} {} {}", p["ruleId"], p["message"], p["location"][0]["pointer"]);
    let problems: Vec<String> = report["problems"].as_array().unwrap().iter().map(told).collect();
    assert!(problems.is_empty(), "{problems:#?}");
}

#[tokio::test]
async fn a_standard_event_source_stops_at_the_end() {
    let Some(folder) = peers() else { return };
    let app = TestApp::start().await;
    let (_, answer) = app.post("/api/research", json!({"query": "How many complaints were there?"})).await;
    let url = format!("{}/api/research/runs/{}/events", app.url, answer["runId"].as_str().unwrap());
    let mut source = Command::new("node");
    source.arg(folder.join("peers/events.mjs")).arg(url);
    let ran = run(source).await;
    let seen: Value = serde_json::from_slice(&ran.stdout).unwrap();
    let names = seen["names"].as_array().unwrap();
    assert!(seen["closed"] == true && seen["connected"] == 2, "{seen}");
    assert_eq!(names.iter().filter(|name| **name == "connected").count(), 1, "{seen}");
    assert!(names.iter().any(|name| name == "message"), "{seen}");
}

/// Ends the program with the test. Its output stays open until then, since a program whose output is closed may die.
pub(super) struct Running(Child, #[expect(dead_code, reason = "only held")] BufReader<ChildStdout>);

impl Drop for Running {
    fn drop(&mut self) {
        drop(self.0.kill());
        drop(self.0.wait());
    }
}

/// The certified provider: its process, and its address.
pub(super) fn provider(public: &str, lasts: u32) -> Option<(Running, String)> {
    let mut provider = Command::new("node");
    provider.arg(peers()?.join("peers/oidc.mjs")).arg(format!("{public}/oidc/callback")).arg(lasts.to_string());
    let mut provider = provider.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let mut output = BufReader::new(provider.stdout.take().unwrap());
    let mut lines = output.by_ref().lines();
    let issuer = lines.find_map(|line| line.ok().filter(|l| l.starts_with("http://127"))).expect("an address");
    Some((Running(provider, output), issuer))
}

#[tokio::test]
async fn people_of_a_certified_openid_provider_sign_in() {
    const PUBLIC: &str = "http://localhost:1";
    let Some((_provider, issuer)) = provider(PUBLIC, 300) else { return };
    let app = TestApp::with(&[
        ("PLUMBLINE_OIDC_ISSUER", issuer.as_str()),
        ("PLUMBLINE_OIDC_CLIENT_ID", "desk"),
        ("PLUMBLINE_OIDC_CLIENT_SECRET", "s3cret"),
        ("PLUMBLINE_OIDC_MANAGERS", "desk"),
        ("PLUMBLINE_OIDC_REGION_CLAIM", "region"),
        ("PLUMBLINE_PUBLIC_URL", PUBLIC),
    ])
    .await;

    // A browser, except that the desk's public address is answered by the desk under test.
    let browser = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).build().unwrap();
    let mut cookies = BTreeMap::new();
    let mut next = browser.get(format!("{}/oidc/start", app.url));
    let mut led = Vec::new();
    let signed_in = loop {
        let jar: Vec<String> = cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let reply = next.header("cookie", jar.join("; ")).send().await.unwrap();
        for set in reply.headers().get_all("set-cookie") {
            let (name, value) = set.to_str().unwrap().split(';').next().and_then(|c| c.split_once('=')).unwrap();
            cookies.insert(name.to_owned(), value.to_owned());
        }
        let at = reply.url().clone();
        led.push(format!("{} {at}", reply.status()));
        assert!(led.len() < 20, "{led:#?}");
        if let Some(to) = reply.headers().get("location") {
            let to = at.join(to.to_str().unwrap()).unwrap().to_string();
            if at.as_str().starts_with(&app.url) && at.path() == "/oidc/callback" {
                break to;
            }
            next = browser.get(to.replacen(PUBLIC, &app.url, 1));
            continue;
        }
        // The provider's own forms: who it is, then that it may be told.
        let page = reply.text().await.unwrap();
        let prompt = if page.contains("name=\"login\"") { "login" } else { "consent" };
        next = browser.post(at).header("content-type", "application/x-www-form-urlencoded");
        next = next.body(format!("prompt={prompt}&login=ann&password=x"));
    };
    assert!(!signed_in.contains("failed"), "{signed_in}: {led:#?}");
    let known = accounts::by_name(&app.services.db, "ann").await.unwrap().expect("an account");
    let north = DataAccess::Some(CustomerBook { regions: vec!["North".into()], ..CustomerBook::default() });
    assert_eq!((known.role, known.sees), (Role::Manager, north), "told by UserInfo alone");
}
