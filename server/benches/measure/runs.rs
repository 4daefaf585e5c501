//! The overhead of a run: 4 calls to a scripted model without latency and 4 tool calls, stored in SQLite (or Postgres)
//! and streamed to a client by server-sent events.

use std::io::{BufRead, BufReader, Write};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use futures::future::try_join_all;
use serde::{Deserialize, Serialize};
use server::search::Search;
use server::store::Db;

use super::client::{Connection, Took};
use super::meter;
use super::table::{percentile, table};

#[derive(Debug, clap::Args)]
pub struct Args {
    /// How many runs go on at once, each number measured for itself
    #[arg(long, value_delimiter = ',', default_value = "1,32,256")]
    at_once: Vec<usize>,
    /// Runs for each number
    #[arg(long, default_value_t = 3000)]
    runs: usize,
    /// Runs after which what is left behind is counted, 32 at once
    #[arg(long, default_value_t = 10_000)]
    leave: usize,
    /// A Postgres database, without tables at first, that the runs are stored in instead of SQLite
    #[arg(long)]
    postgres: Option<String>,
    /// The same as JSON; `bench/runs.json` in the target folder if not given
    #[arg(long)]
    json: Option<PathBuf>,
}

/// The measurements for one number of concurrent runs.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Measured {
    at_once: usize,
    runs: usize,
    cpu_ms_per_run: f64,
    runs_per_second: f64,
    first_event_ms_p50: f64,
    first_event_ms_p99: f64,
    run_ms_p50: f64,
    peak_mib: f64,
    idle_mib: f64,
    /// Processors used by other work on this machine meanwhile.
    other_load: f64,
}

/// Counts (rather than times) for one run at a time, and the cost of a start.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Counted {
    statements_per_run: f64,
    /// From the start of the process until `/health` says that it answers; the median of five.
    cold_start_ms: f64,
    /// Resident once it answers.
    rss_mi_b: f64,
}

/// What exists before and after many runs.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct LeftBehind {
    runs: usize,
    tasks: (usize, usize),
    live_runs: usize,
    open_files: (usize, usize),
    mib: (f64, f64),
    rows: Rows,
}

/// Rows that should not be there.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Rows {
    unfinished_runs: i64,
    leases: i64,
    events_without_run: i64,
    runs_with_gaps: i64,
    messages_without_run: i64,
    sessions_without_two_messages: i64,
}

impl Rows {
    /// Whether there are none. A conversation with one run has two messages.
    pub fn is_clean(&self) -> bool {
        let Self { unfinished_runs, leases, events_without_run, runs_with_gaps, messages_without_run, .. } = self;
        [unfinished_runs, leases, events_without_run, runs_with_gaps, messages_without_run]
            .into_iter()
            .chain([&self.sessions_without_two_messages])
            .all(|rows| *rows == 0)
    }
}

pub async fn run(args: Args) -> Result<()> {
    let folder = tempfile::tempdir()?;
    let bank = Bank::prepare(&folder.path().join("bank"), args.postgres).await?;
    let mut model = Process::start(&["model"], &[], folder.path())?;
    let address = model.line()?;
    let mut measured = Vec::new();
    for at_once in &args.at_once {
        let mut server = Server::start(&bank, &folder.path().join(format!("at-{at_once}")), &address, &[])?;
        let few = args.runs.min(args.runs * (*at_once).max(4) / 32 + 200);
        measured.push(server.measure(&model, *at_once, few).await?);
        server.stop()?;
    }
    let counted = count(&bank, folder.path(), &address).await?;
    // Only SQLite's remaining rows are counted.
    let left = if args.leave > 0 && bank.postgres.is_none() {
        let mut server = Server::start(&bank, &folder.path().join("left"), &address, &[])?;
        let left = server.leave(args.leave).await?;
        Some(left)
    } else {
        None
    };
    print!("{}", show(&measured, &counted, left.as_ref()));
    let all = serde_json::json!({"runs": measured, "counted": counted, "leftBehind": left});
    let json = args.json.map_or_else(default_json, Ok)?;
    std::fs::create_dir_all(json.parent().unwrap_or(Path::new(".")))?;
    std::fs::write(&json, serde_json::to_string_pretty(&all)?)?;
    println!("{}", json.display());
    Ok(())
}

/// `bench/runs.json` in the target folder, where this program is in `PROFILE/deps`: `cargo bench` runs it in the folder
/// of its package, which has no target folder of its own.
fn default_json() -> Result<PathBuf> {
    let program = std::env::current_exe()?;
    let target = program.ancestors().nth(3).context("this benchmark is in no target folder: name a file by --json")?;
    Ok(target.join("bench/runs.json"))
}

async fn count(bank: &Bank, folder: &Path, model: &str) -> Result<Counted> {
    const RUNS: usize = 200;
    let mut server = Server::start(bank, &folder.join("counted"), model, &["--count"])?;
    drive(server.address, 1, 50).await?;
    let before = server.at_rest().await?.statements;
    drive(server.address, 1, RUNS).await?;
    let after = server.at_rest().await?.statements;
    server.stop()?;
    let (mut starts, mut rss_mi_b) = (Vec::new(), 0.0);
    for turn in 0..5 {
        let began = Instant::now();
        let server = Server::start(bank, &folder.join(format!("start-{turn}")), model, &[])?;
        while !super::client::is_healthy(server.address).await? {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        starts.push(began.elapsed().as_secs_f64() * 1e3);
        rss_mi_b = meter::memory(server.id())?.1;
        server.stop()?;
    }
    Ok(Counted {
        statements_per_run: (after - before) as f64 / RUNS as f64,
        cold_start_ms: percentile(&starts, 0.5),
        rss_mi_b,
    })
}

/// The demo bank with its search index. Every measured server gets a copy, or all share one Postgres database.
pub struct Bank {
    folder: PathBuf,
    postgres: Option<String>,
}

impl Bank {
    pub async fn prepare(folder: &Path, postgres: Option<String>) -> Result<Self> {
        std::fs::create_dir(folder)?;
        let bank = Self { folder: folder.to_owned(), postgres };
        let db = Db::open(&bank.url(folder)).await?;
        server::demo::bank(&db).await?;
        Search::open(Some(&folder.join("bench.search")))?.catch_up(&db, |_, _| {}).await?;
        db.close().await;
        Ok(bank)
    }

    /// The database URL of a server whose files are in `folder`.
    fn url(&self, folder: &Path) -> String {
        self.postgres.clone().unwrap_or_else(|| format!("sqlite://{}", folder.join("bench.db").display()))
    }
}

/// A process of this program in another role, which ends when this is dropped.
pub struct Process {
    child: Child,
    to: Option<ChildStdin>,
    from: BufReader<ChildStdout>,
}

impl Process {
    pub fn start(arguments: &[&str], environment: &[(&str, &str)], folder: &Path) -> Result<Self> {
        let errors = std::fs::File::create(folder.join(format!("{}.log", arguments[0])))?;
        let mut child = Command::new(std::env::current_exe()?)
            .args(arguments)
            .envs(environment.iter().copied())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(errors)
            .spawn()?;
        let from = BufReader::new(child.stdout.take().context("no output")?);
        let to = child.stdin.take();
        Ok(Self { child, to, from })
    }

    pub fn line(&mut self) -> Result<String> {
        let mut line = String::new();
        self.from.read_line(&mut line)?;
        ensure!(!line.is_empty(), "a process of the benchmark ended at once");
        Ok(line.trim().to_owned())
    }

    fn ask(&mut self) -> Result<String> {
        self.to.as_mut().context("no input")?.write_all(b"?\n")?;
        self.line()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.to = None;
        let _ = self.child.wait();
    }
}

/// A server over a copy of the bank.
pub struct Server {
    process: Process,
    pub address: SocketAddr,
    database: PathBuf,
}

#[derive(Deserialize)]
struct Alive {
    tasks: usize,
    live: usize,
    statements: u64,
}

impl Server {
    /// `flags` are those of the `server` role.
    pub fn start(bank: &Bank, folder: &Path, model: &str, flags: &[&str]) -> Result<Self> {
        let copied = Command::new("cp").arg("-r").arg(&bank.folder).arg(folder).status()?;
        ensure!(copied.success(), "the bank cannot be copied");
        let (url, data) = (bank.url(folder), folder.display().to_string());
        let settings = [
            ("PLUMBLINE_DATA", data.as_str()),
            ("PLUMBLINE_LLM_PROVIDER", "openai"),
            ("PLUMBLINE_LLM_BASE_URL", &format!("http://{model}/v1")),
            ("PLUMBLINE_LLM_MODEL", "scripted"),
            ("PLUMBLINE_LLM_CALLS_PER_MINUTE", "0"),
            // Embedding existing texts would continue for minutes during the runs: it is not measured here.
            ("PLUMBLINE_EMBEDDER", "none"),
        ];
        let mut process = Process::start(&[&["server", &url], flags].concat(), &settings, folder)?;
        let address = process.line()?.parse()?;
        Ok(Self { process, address, database: folder.join("bench.db") })
    }

    pub fn id(&self) -> u32 {
        self.process.child.id()
    }

    async fn measure(&mut self, model: &Process, at_once: usize, runs: usize) -> Result<Measured> {
        drive(self.address, at_once, at_once.max(50)).await?;
        let own = [self.id(), model.child.id(), std::process::id()];
        let all = || own.iter().map(|id| meter::cpu(*id)).sum::<Result<Duration>>();
        let (cpu, together, machine, began) =
            (meter::cpu(self.id())?, all()?, meter::cpu_of_machine()?, Instant::now());
        let took = drive(self.address, at_once, runs).await?;
        let seconds = began.elapsed().as_secs_f64();
        let cpu = meter::cpu(self.id())?.saturating_sub(cpu);
        let other = meter::cpu_of_machine()?.saturating_sub(machine).saturating_sub(all()?.saturating_sub(together));
        let millis = |of: fn(&Took) -> Duration| took.iter().map(|t| of(t).as_secs_f64() * 1e3).collect::<Vec<_>>();
        let (peak_mib, idle_mib) = meter::memory(self.id())?;
        Ok(Measured {
            at_once,
            runs,
            cpu_ms_per_run: cpu.as_secs_f64() * 1e3 / runs as f64,
            runs_per_second: runs as f64 / seconds,
            first_event_ms_p50: percentile(&millis(|t| t.first), 0.5),
            first_event_ms_p99: percentile(&millis(|t| t.first), 0.99),
            run_ms_p50: percentile(&millis(|t| t.whole), 0.5),
            peak_mib,
            idle_mib,
            other_load: other.as_secs_f64() / seconds,
        })
    }

    async fn leave(&mut self, runs: usize) -> Result<LeftBehind> {
        drive(self.address, 32, 500).await?;
        let before = self.at_rest().await?;
        let (mib_before, files_before) = (meter::memory(self.id())?.1, meter::files(self.id())?);
        drive(self.address, 32, runs).await?;
        let after = self.at_rest().await?;
        let (mib_after, files_after) = (meter::memory(self.id())?.1, meter::files(self.id())?);
        let rows = count_rows(&self.database).await?;
        Ok(LeftBehind {
            runs,
            tasks: (before.tasks, after.tasks),
            live_runs: after.live,
            open_files: (files_before, files_after),
            mib: (mib_before, mib_after),
            rows,
        })
    }

    /// What is alive once connections have closed and their tasks have ended.
    async fn at_rest(&mut self) -> Result<Alive> {
        tokio::time::sleep(Duration::from_secs(3)).await;
        Ok(serde_json::from_str(&self.process.ask()?)?)
    }

    fn stop(self) -> Result<()> {
        let database = self.end();
        if database.exists() {
            std::fs::remove_file(database)?;
        }
        Ok(())
    }

    /// Ends it, and returns its database.
    pub fn end(self) -> PathBuf {
        drop(self.process);
        self.database
    }
}

/// Performs `runs` runs over `at_once` connections.
async fn drive(server: SocketAddr, at_once: usize, runs: usize) -> Result<Vec<Took>> {
    let left = std::cell::Cell::new(runs);
    let workers = (0..at_once).map(|_| async {
        let mut connection = Connection::open(server).await?;
        let mut took = Vec::new();
        while left.get() > 0 {
            left.set(left.get() - 1);
            took.push(connection.run().await?);
        }
        anyhow::Ok(took)
    });
    Ok(try_join_all(workers).await?.concat())
}

pub async fn count_rows(database: &Path) -> Result<Rows> {
    let pool = sqlx::SqlitePool::connect(&format!("sqlite://{}", database.display())).await?;
    let count = async |sql: &str| sqlx::query_scalar::<_, i64>(sql).fetch_one(&pool).await;
    let over = "status IN ('completed', 'failed', 'cancelled')";
    Ok(Rows {
        unfinished_runs: count(&format!("SELECT COUNT(*) FROM runs WHERE NOT {over}")).await?,
        leases: count(&format!("SELECT COUNT(*) FROM runs WHERE NOT {over} AND lease_until > unixepoch() * 1000"))
            .await?,
        events_without_run: count("SELECT COUNT(*) FROM run_events WHERE run_id NOT IN (SELECT id FROM runs)").await?,
        runs_with_gaps: count(
            "SELECT COUNT(*) FROM (SELECT run_id FROM run_events GROUP BY run_id HAVING COUNT(*) <> MAX(seq)
             OR MAX(CASE WHEN type = 'finished' THEN seq END) IS NOT MAX(seq))",
        )
        .await?,
        messages_without_run: count("SELECT COUNT(*) FROM session_messages WHERE run_id NOT IN (SELECT id FROM runs)")
            .await?,
        sessions_without_two_messages: count("SELECT COUNT(*) FROM sessions WHERE message_count <> 2").await?,
    })
}

fn show(measured: &[Measured], counted: &Counted, left: Option<&LeftBehind>) -> String {
    let mut rows: Vec<Vec<String>> = vec![
        ["at once", "CPU ms/run", "runs/s", "first event p50", "p99", "run p50", "peak MiB", "other load"]
            .map(String::from)
            .to_vec(),
    ];
    rows.extend(measured.iter().map(|m| {
        vec![
            m.at_once.to_string(),
            format!("{:.2}", m.cpu_ms_per_run),
            format!("{:.0}", m.runs_per_second),
            format!("{:.1} ms", m.first_event_ms_p50),
            format!("{:.1} ms", m.first_event_ms_p99),
            format!("{:.1} ms", m.run_ms_p50),
            format!("{:.0}", m.peak_mib),
            format!("{:.1} cores", m.other_load),
        ]
    }));
    let mut text = format!(
        "A run of 4 model calls and 4 tool calls, stored and streamed. CPU and memory are Plumbline's alone.\n\n{}",
        table(&rows)
    );
    text.push_str(&format!(
        "\nOne run at a time: {:.1} statements. A start takes {:.0} ms and {:.0} MiB.\n",
        counted.statements_per_run, counted.cold_start_ms, counted.rss_mi_b,
    ));
    if let Some(l) = left {
        text.push_str(&format!("\nAfter {} runs (before, after): tasks {:?}, open files {:?}, MiB ({:.0}, {:.0}); live runs {}; rows that should not be there: {:?}\n",
            l.runs, l.tasks, l.open_files, l.mib.0, l.mib.1, l.live_runs, l.rows));
    }
    text
}
