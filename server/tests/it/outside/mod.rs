//! External tools, and the desk as a tool for others: MCP servers over both transports, APIs by their description,
//! tools that act, and servers that are hostile, slow or dead.
//!
//! The reference server and client come from npm (`frontend/install-tools npm`); tests that need them say so if they
//! are missing.

mod api;
mod asks;
mod datasphere;
mod hostile;
mod mcp;
mod news;
mod oauth;
mod origins;
mod peers;
mod serves;

use std::path::{Path, PathBuf};
use std::time::Duration;

use model::run::{Outcome, Run, ToolOutput};
use serde_json::{Value, json};

use crate::agent::{Desk, purpose, route};
use crate::app::TestApp;
use crate::scripted_model::{ScriptedModel, Step};

/// The folder with the reference implementation of MCP, if installed.
fn reference() -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../end2end").canonicalize().unwrap();
    if folder.join("node_modules/@modelcontextprotocol/sdk").is_dir() {
        return Some(folder);
    }
    println!("SKIPPED: the reference MCP packages are not installed");
    None
}

/// The settings section for the tests' own MCP server, which writes saved notes to a file.
fn notes(folder: &Path, saved: &Path, more: &str) -> String {
    let server = folder.join("mcp/server.mjs");
    let reads = ["environment", "wait", "work", "leave", "grow", "grown", "note", "inspect device", "read file"];
    format!(
        "[mcp.notes]\ncommand = \"node\"\nargs = [{:?}]\nenv = {{ NOTES = {:?} }}\nreads = {reads:?}\n{more}\n",
        server.display().to_string(),
        saved.display().to_string()
    )
}

/// A desk with external tools, whose model routes to `tools` and then takes the steps.
async fn desk(file: &str, tools: &[&str], steps: Vec<Step>) -> Desk {
    let mut steps: std::collections::VecDeque<Step> = steps.into();
    let tools: Vec<String> = tools.iter().map(ToString::to_string).collect();
    let model = ScriptedModel::answering(1000, move |seen| match purpose(seen) {
        "route" => route(&tools.iter().map(String::as_str).collect::<Vec<_>>()),
        "follow-ups" => Step::text("1. What else is there to know?"),
        _ => steps.pop_front().unwrap_or_else(|| Step::status(418, "the script is over")),
    });
    Desk::with_file(file, "tools", model.await, &[]).await
}

/// Polls the health until an origin has the expected state.
async fn until(app: &TestApp, name: &str, stands: impl Fn(&Value) -> bool) -> Value {
    let mut last = Value::Null;
    for _ in 0..600 {
        let (_, health) = app.get("/health").await;
        last = health["outside"].as_array().unwrap().iter().find(|p| p["name"] == name).unwrap().clone();
        if stands(&last) {
            return last;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("{name} stands so: {last}");
}

async fn connected(app: &TestApp, name: &str) -> Value {
    until(app, name, |place| place["state"] == "connected").await
}

/// The outcome of the last call of a tool.
fn outcome<'a>(run: &'a Run, tool: &str) -> &'a Outcome {
    let call = run.calls().filter(|c| c.tool == tool).last();
    call.and_then(|c| c.outcome.as_ref()).unwrap_or_else(|| panic!("{tool} has no outcome: {:?}", run.steps))
}

fn output<'a>(run: &'a Run, tool: &str) -> &'a ToolOutput {
    outcome(run, tool).output().unwrap_or_else(|| panic!("{:?}", outcome(run, tool)))
}

fn error<'a>(run: &'a Run, tool: &str) -> &'a str {
    match outcome(run, tool) {
        Outcome::Error { error, .. } => error,
        Outcome::Ok { output } => panic!("{output:?}"),
    }
}

/// Decides on a run's proposal, and returns the run at its end.
async fn decide(app: &TestApp, waiting: &Run, decision: &str) -> Run {
    let approvals = server::store::approvals::of_run(&app.services.db, &waiting.id).await.unwrap();
    let path = format!("/api/research/runs/{}/approvals/{}", waiting.id, approvals[0].id);
    let (status, body) = app.post(&path, json!({"decision": decision})).await;
    assert_eq!(status, 200, "{body}");
    app.services.agent.finish(&waiting.id).await.unwrap()
}
