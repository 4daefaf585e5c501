//! The real program as a separate process, and clients that watch its runs over HTTP while it dies and restarts.

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures::StreamExt;
use model::run::{RunEvent, StoredEvent};
use tokio::sync::watch;

/// A running `plumbline serve`. Dropping this kills it, like `kill`.
pub struct Program {
    child: Child,
    pub url: String,
    /// Kept open: a program whose output nobody reads would stop by itself.
    _output: BufReader<ChildStdout>,
}

impl Program {
    /// Starts the program and waits until it reports its address. Its log is written to `log`.
    pub async fn start(database: &str, folder: &Path, log: PathBuf, settings: &[(&str, &str)]) -> Self {
        let (database, folder) = (database.to_owned(), folder.to_owned());
        let mut command = Command::new(env!("CARGO_BIN_EXE_plumbline"));
        command
            .args(["serve", "--addr", "127.0.0.1:0", "--database", &database])
            .current_dir(&folder)
            .env("PLUMBLINE_DATA", folder.join("data"));
        for name in ["ADMIN_TOKEN", "PLUMBLINE_AS_OF", "PLUMBLINE_DATABASE", "PLUMBLINE_LLM_PROVIDER"] {
            command.env_remove(name);
        }
        command.env("PLUMBLINE_SEARCH_DIR", folder.join("search")).env("NO_COLOR", "1");
        command.env("PLUMBLINE_LOG", "warn,agent=debug").env("PLUMBLINE_LEASE_S", "1");
        command.env("PLUMBLINE_EMBEDDER", "none");
        command.envs(settings.iter().copied());
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(std::fs::File::create(&log).unwrap());
        let started = tokio::task::spawn_blocking(move || {
            let mut child = command.spawn().unwrap();
            let mut output = BufReader::new(child.stdout.take().unwrap());
            let mut line = String::new();
            output.read_line(&mut line).unwrap();
            (child, output, line)
        });
        let (child, output, line) = started.await.unwrap();
        let url = line.trim().strip_prefix("Plumbline is ready: ");
        let url = url.unwrap_or_else(|| panic!("{line}: {}", std::fs::read_to_string(&log).unwrap())).to_owned();
        Self { child, url, _output: output }
    }

    pub fn pid(&self) -> u32 {
        self.child.id()
    }

    /// SIGKILL, and waits until the process is gone.
    pub fn kill(&mut self) {
        let _ = self.child.kill();
        self.child.wait().unwrap();
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        self.kill();
    }
}

/// The current program: how often it was started, and its address.
pub type Place = (usize, String);

/// An event as received by a watcher, and the start of the program that sent it.
pub type Seen = (usize, StoredEvent);

/// Watches a run as a browser does: when the stream breaks, it reconnects with its last event id, and continues.
/// Returns after the last event, with everything received.
pub async fn watch_run(
    client: reqwest::Client,
    mut place: watch::Receiver<Place>,
    run: String,
    seen: Arc<Mutex<Vec<Seen>>>,
) {
    loop {
        let (start, url) = place.borrow_and_update().clone();
        let last = seen.lock().unwrap().last().map_or(0, |(_, e)| e.seq);
        let request = client.get(format!("{url}/api/research/runs/{run}/events"));
        if let Ok(reply) = request.header("last-event-id", last.to_string()).send().await {
            let mut stream = reply.bytes_stream();
            let mut text = Vec::new();
            while let Some(Ok(part)) = stream.next().await {
                text.extend_from_slice(&part);
                while let Some(end) = text.windows(2).position(|w| w == b"\n\n") {
                    let block = String::from_utf8(text.drain(..end + 2).collect()).unwrap();
                    // Pieces of what a model is writing are not events of the run.
                    if block.lines().any(|l| l == "event: delta" || l == "event: connected") {
                        continue;
                    }
                    let Some(data) = block.lines().find_map(|l| l.strip_prefix("data: ")) else { continue };
                    let event: StoredEvent = serde_json::from_str(data).unwrap();
                    let finished = matches!(event.event, RunEvent::Finished { .. });
                    seen.lock().unwrap().push((start, event));
                    if finished {
                        return;
                    }
                }
            }
        }
        let _ = tokio::time::timeout(Duration::from_millis(200), place.changed()).await;
    }
}

/// The calls that were actually made, according to the processes' logs: (start of the program, run, call), in order.
pub fn calls_run(logs: &[PathBuf]) -> Vec<(usize, String, String)> {
    let mut out = Vec::new();
    for (start, log) in logs.iter().enumerate() {
        for line in std::fs::read_to_string(log).unwrap().lines().filter(|l| l.contains("a tool runs")) {
            let field = |name: &str| {
                let found = line.split_whitespace().find_map(|w| w.strip_prefix(name)?.strip_prefix('='));
                found.unwrap_or_else(|| panic!("no {name} in {line}")).to_owned()
            };
            out.push((start, field("run_id"), field("call")));
        }
    }
    out
}

/// Log lines about things that must not happen, however often the program is killed.
pub fn complaints(logs: &[PathBuf]) -> BTreeSet<String> {
    let lines = logs.iter().flat_map(|log| {
        let text = std::fs::read_to_string(log).unwrap();
        text.lines().filter(|l| l.contains(" ERROR ") || l.contains("panicked")).map(str::to_owned).collect::<Vec<_>>()
    });
    lines.collect()
}
