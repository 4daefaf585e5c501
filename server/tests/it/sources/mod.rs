//! One's own sources: any folder, SQLite file, Postgres or MariaDB, declared in a file and queried like the firm's own
//! records.

mod asked;
mod beside;
mod finance;
mod forecast;
mod forecast_asked;
mod hostile;
mod joined;
mod mysql;
mod page;
mod patterns;
mod policy;
mod random;
mod sheets;
mod skills;
mod ugly;

use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::app::TestApp;

/// A server with declarations in its own folder, all of them open.
pub async fn app(files: &[(&str, &str)]) -> (TestApp, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let file = folder.path().join(name);
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(file, text).unwrap();
    }
    (started(folder.path()).await, folder)
}

/// A server over the declarations of a folder.
pub async fn started(folder: &Path) -> TestApp {
    let place = folder.display().to_string();
    let none = folder.join("none").display().to_string();
    let app = TestApp::with(&[("PLUMBLINE_SOURCES_DIR", &place), ("PLUMBLINE_SKILLS_DIR", &none)]).await;
    app.services.declare_sources().await;
    app
}

/// The answer to a question and the result of its first call.
pub async fn asked(app: &TestApp, question: &str) -> (String, Value) {
    let body = app.ask(question).await;
    let run = body["runId"].as_str().unwrap();
    let (_, run) = app.get(&format!("/api/research/runs/{run}")).await;
    (body["answer"].as_str().unwrap_or_default().to_owned(), first_output(&run))
}

/// The result of the first call of a run.
pub fn first_output(run: &Value) -> Value {
    let mut outputs = Vec::new();
    find(run, &mut outputs);
    outputs.into_iter().next().unwrap_or_default()
}

fn find(value: &Value, into: &mut Vec<Value>) {
    match value {
        Value::Object(map) => {
            if let Some(data) = map.get("output").and_then(|output| output.get("data")) {
                into.push(data.clone());
            }
            map.values().for_each(|value| find(value, into));
        }
        Value::Array(list) => list.iter().for_each(|value| find(value, into)),
        _ => {}
    }
}

/// The public data beside the project, if available.
pub fn public(folder: &str) -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/data").join(folder);
    let found = path.is_dir().then(|| path.canonicalize().unwrap());
    if found.is_none() {
        println!("SKIPPED: {folder} is not beside the project");
    }
    found
}
