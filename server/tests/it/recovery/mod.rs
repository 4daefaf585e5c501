//! Kill -9 at any point of a run, then restart: nothing is lost, nothing happens twice.
//!
//! The real program serves over a real database and is killed again and again while runs are under way; each start
//! continues what the previous one left. A **point** is one run that the killed process was driving (it had created the
//! run
//! or written events of it) and that was not over when the process died; a kill during which eight runs are under way
//! counts as eight points, because each run is at another place. At least 200 points are made on each database inside
//! runs that had begun; runs that were stored but had no event yet are hit as well and counted apart. The test prints
//! the distribution of the points. A run may be hit more than once.

pub mod acting;
pub mod held;
mod models;
pub mod process;
pub mod takeover;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use model::run::{Run, RunEvent, RunStatus, StoredEvent};
use model::session::SubmittedRun;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde_json::{Value, json};
use server::store::{Db, history, write};
use tokio::sync::watch;
use tokio::task::{JoinHandle, JoinSet};

use crate::app::small_bank;
use crate::postgres::Postgres;
use held::{MOST_IN_VAIN, check_events, is_given_up};
use process::{Place, Program, Seen, complaints, watch_run};

/// Minimum number of kinds of last events before a kill; how fast this is reached depends on the machine.
const SPREAD: usize = 5;

/// Points to reach on each database.
const POINTS: usize = 200;
/// Kills after which the test gives up.
const MOST_KILLS: usize = 80;
/// The position of a run without events.
const NONE: &str = "none";
/// Questions asked of each start.
const QUESTIONS: usize = 12;
/// Paces in milliseconds: with none, kills hit the work itself; with one, also the time between announcing and acting.
const PACES: [&str; 3] = ["0", "20", "90"];

const ASKED: &[&str] = &[
    "Why are customers complaining about the mobile app?",
    "Top complaint reasons this month?",
    "How many cases breached SLA?",
    "When did login failures start to increase?",
    "Tell me about Hartmann Logistik",
    "Show me examples of login failures",
    "How do customers feel about mobile banking this month?",
    "What is the weather?",
    NOTE,
    NOTE,
];

/// A question that ends in an effect: each of its proposals is approved as soon as it is made.
const NOTE: &str = "Add a note to case-0003: checked on the phone";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn kills_harm_nothing_on_sqlite() {
    let folder = tempfile::tempdir().unwrap();
    let url = format!("sqlite://{}", folder.path().join("recovery.db").display());
    torture(&url, folder, Drill::by_rules(1)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn kills_harm_nothing_on_postgres() {
    let server = Postgres::start();
    torture(&server.database("recovery").await, tempfile::tempdir().unwrap(), Drill::by_rules(2)).await;
}

/// The questions asked while the program is killed, and how often kills must hit a run.
struct Drill {
    seed: u64,
    points: usize,
    /// Request bodies.
    asked: Vec<Value>,
    /// How often each of them must be accepted: on a fast machine few runs suffice for the points.
    each: usize,
    settings: Vec<(&'static str, String)>,
    /// How many times longer a life lasts than without a model, since runs take longer with one.
    patience: u64,
}

impl Drill {
    fn by_rules(seed: u64) -> Self {
        let asked = ASKED.iter().map(|question| json!({"query": question})).collect();
        Self { seed, points: POINTS, asked, each: 6, settings: Vec::new(), patience: 1 }
    }
}

/// The stored events of each run, by id.
type Stored = BTreeMap<String, Vec<StoredEvent>>;

/// A run whose question was accepted, and what its watcher received.
struct Watching {
    run: String,
    /// The index of its question.
    question: usize,
    seen: Arc<Mutex<Vec<Seen>>>,
    done: JoinHandle<()>,
}

/// Asks after a delay, and watches from then on. `None` if the program died before it accepted the question.
async fn ask(
    client: reqwest::Client,
    place: watch::Receiver<Place>,
    wait: Duration,
    (question, body): (usize, Value),
) -> Option<Watching> {
    tokio::time::sleep(wait).await;
    let url = format!("{}/api/research?wait=false", place.borrow().1);
    let reply = client.post(url).json(&body).send().await.ok()?;
    assert_eq!(reply.status(), 202);
    let asked: SubmittedRun = reply.json().await.ok()?;
    let seen = Arc::<Mutex<Vec<Seen>>>::default();
    let done = tokio::spawn(watch_run(client, place, asked.run_id.clone(), seen.clone()));
    Some(Watching { run: asked.run_id, question, seen, done })
}

/// Approves all pending proposals, twice at once: the second approval must be refused as too late.
async fn approve(client: reqwest::Client, place: watch::Receiver<Place>, db: Db) {
    loop {
        for (run, approval) in texts(&db, "SELECT run_id, id FROM approvals WHERE status = 'waiting'").await {
            let url = format!("{}/api/research/runs/{run}/approvals/{approval}", place.borrow().1);
            let send = || client.post(&url).json(&json!({"decision": "approve"})).send();
            if let (Ok(one), Ok(other)) = tokio::join!(send(), send()) {
                let mut both = [one.status().as_u16(), other.status().as_u16()];
                both.sort();
                assert_eq!(both, [200, 409]);
            }
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

async fn stop(task: JoinHandle<()>) {
    task.abort();
    if let Err(error) = task.await
        && error.is_panic()
    {
        std::panic::resume_unwind(error.into_panic());
    }
}

/// Successive lives of the program over one database.
struct Lives {
    drill: Drill,
    database: String,
    folder: tempfile::TempDir,
    db: Db,
    client: reqwest::Client,
    place: watch::Sender<Place>,
    logs: Vec<PathBuf>,
    /// The stored events at the end of each life.
    ends: Vec<Stored>,
    /// Watchers of accepted runs, through all lives.
    watchers: Vec<Watching>,
    rng: ChaCha8Rng,
}

async fn torture(database: &str, folder: tempfile::TempDir, drill: Drill) -> Stored {
    let _ = rustls::crypto::ring::default_provider().install_default();
    let db = Db::open(database).await.unwrap();
    write::store(&db, &small_bank(), 0).await.unwrap();
    let mut lives = Lives {
        database: database.to_owned(),
        folder,
        db,
        client: reqwest::Client::new(),
        place: watch::channel((0, String::new())).0,
        logs: Vec::new(),
        ends: Vec::new(),
        watchers: Vec::new(),
        rng: ChaCha8Rng::seed_from_u64(drill.seed),
        drill,
    };
    let mut points: BTreeMap<String, usize> = BTreeMap::new();
    let begun = |points: &BTreeMap<String, usize>| points.iter().filter(|(k, _)| *k != NONE).map(|(_, n)| n).sum();
    let spread = |points: &BTreeMap<String, usize>| points.len() >= SPREAD;
    while begun(&points) < lives.drill.points || lives.fewest() < lives.drill.each || !spread(&points) {
        assert!(lives.logs.len() < MOST_KILLS, "{points:?}");
        lives.live_and_die(&mut points).await;
    }
    let made: usize = begun(&points);
    println!("{made} points by {} kills, by the last event before each: {points:?}", lives.logs.len());
    lives.last_life().await;
    lives.check().await
}

impl Lives {
    async fn start(&mut self) -> Program {
        let n = self.logs.len();
        let log = self.folder.path().join(format!("log-{n}"));
        let pace = PACES[n % PACES.len()];
        let settings = self.drill.settings.iter().map(|(name, value)| (*name, value.as_str()));
        let settings: Vec<_> = settings.chain([("PLUMBLINE_PACE_MS", pace)]).collect();
        let program = Program::start(&self.database, self.folder.path(), log.clone(), &settings).await;
        self.logs.push(log);
        self.place.send_replace((n, program.url.clone()));
        program
    }

    /// Starts the program, asks questions at random moments, kills it at a random moment, and counts the points.
    async fn live_and_die(&mut self, points: &mut BTreeMap<String, usize>) {
        let mut program = self.start().await;
        let life = self.logs.len() - 1;
        // Without a pace a run is short, so the kill comes early. Every fourth life lasts until all that the lives
        // before it left has gone on, however slow the machine is: no run is killed in vain until it is given up.
        let longest = if PACES[life % PACES.len()] == "0" { 250 } else { 600 };
        let death = Duration::from_millis(self.rng.random_range(20..longest * self.drill.patience));
        let mut asking = JoinSet::new();
        for _ in 0..QUESTIONS {
            let within = death.as_millis() as u64;
            let wait = Duration::from_millis(self.rng.random_range(within.saturating_sub(400)..=within));
            let question = self.rng.random_range(0..self.drill.asked.len());
            let asked = (question, self.drill.asked[question].clone());
            asking.spawn(ask(self.client.clone(), self.place.subscribe(), wait, asked));
        }
        let approving = tokio::spawn(approve(self.client.clone(), self.place.subscribe(), self.db.clone()));
        tokio::time::sleep(death).await;
        if life % 4 == 3 {
            self.all_gone_on().await;
        }
        tokio::task::spawn_blocking(move || program.kill()).await.unwrap();
        stop(approving).await;
        while let Some(asked) = asking.join_next().await {
            self.watchers.extend(asked.unwrap());
        }
        let stored = self.stored().await;
        let before = self.ends.last();
        for (run, events) in &stored {
            let known = before.and_then(|b| b.get(run)).map_or(0, Vec::len);
            let driven = events.len() > known || before.is_none_or(|b| !b.contains_key(run));
            let status = Run::from_events(run, events).status;
            // A run that waits for a person is parked: nobody drives it.
            if driven && !status.is_over() && status != RunStatus::Waiting {
                let last = events.last().map_or(NONE, |e| e.event.name());
                *points.entry(last.to_owned()).or_default() += 1;
            }
        }
        self.ends.push(stored);
    }

    /// How often the least accepted question was accepted.
    fn fewest(&self) -> usize {
        let accepted = |question| self.watchers.iter().filter(|w| w.question == question).count();
        (0..self.drill.asked.len()).map(accepted).min().unwrap_or(0)
    }

    /// Waits until each run left unfinished by the previous life has an event that is not about its interruption.
    async fn all_gone_on(&self) {
        let Some(before) = self.ends.last() else { return };
        let left = before.iter().filter(|(run, events)| {
            let status = Run::from_events(*run, *events).status;
            !status.is_over() && status != RunStatus::Waiting
        });
        let left: Vec<_> = left.collect();
        for _ in 0..600 {
            let stored = self.stored().await;
            let gone_on = |run: &str, known: usize| {
                let interrupted = |e: &StoredEvent| matches!(e.event, RunEvent::Interrupted { .. });
                stored[run].get(known..).is_some_and(|new| new.iter().any(|e| !interrupted(e)))
            };
            if left.iter().all(|(run, events)| gone_on(run, events.len())) {
                return;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        panic!("what was left unfinished has not gone on in 30 s");
    }

    /// The stored events of all runs; a run without events has an empty list.
    async fn stored(&self) -> Stored {
        let ids = texts(&self.db, "SELECT id, status FROM runs").await.into_iter().map(|(id, _)| id);
        let mut stored: Stored = ids.map(|id| (id, Vec::new())).collect();
        let ids: Vec<String> = stored.keys().cloned().collect();
        for event in history::of_runs(&self.db, &ids).await.unwrap() {
            stored.get_mut(&event.run_id).unwrap().push(event);
        }
        stored
    }

    /// Starts the program once more and lets every run finish; the watchers see all of it.
    async fn last_life(&mut self) {
        let _program = self.start().await;
        let approving = tokio::spawn(approve(self.client.clone(), self.place.subscribe(), self.db.clone()));
        let watchers = std::mem::take(&mut self.watchers);
        for mut watching in watchers {
            let ended = tokio::time::timeout(Duration::from_secs(30), &mut watching.done).await;
            assert!(ended.is_ok(), "run {} never ended: {:?}", watching.run, watching.seen.lock().unwrap().last());
            self.watchers.push(watching);
        }
        // Runs whose question was stored, but not yet answered with their id, have no watcher.
        for _ in 0..200 {
            let sql = "SELECT id, status FROM runs WHERE status IN ('queued', 'running', 'waiting')";
            if texts(&self.db, sql).await.is_empty() {
                stop(approving).await;
                return;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        panic!("runs without a watcher never ended");
    }

    async fn check(&self) -> Stored {
        let stored = self.stored().await;
        let (given_up, driven): (Vec<_>, Vec<_>) = stored.iter().partition(|(_, events)| is_given_up(events));
        for (run, events) in driven {
            check_events(run, events);
        }
        println!("{} runs met {MOST_IN_VAIN} kills in a row and say that they were given up", given_up.len());
        // What waited for a person when it was killed may not have been among those that were waited for.
        assert!(given_up.len() * 20 < stored.len(), "{} of {} runs were given up", given_up.len(), stored.len());
        for (life, end) in self.ends.iter().enumerate() {
            for (run, events) in end {
                let now = &stored[run][..events.len()];
                assert_eq!(now, events, "events of run {run} were changed after life {life}");
            }
        }
        for watching in &self.watchers {
            let seen = watching.seen.lock().unwrap();
            let got: Vec<&StoredEvent> = seen.iter().map(|(_, e)| e).collect();
            let is: Vec<&StoredEvent> = stored[&watching.run].iter().collect();
            assert_eq!(got, is, "a watcher of run {} saw something else", watching.run);
            for (life, event) in seen.iter().filter(|(life, _)| *life < self.ends.len()) {
                let kept = self.ends[*life].get(&watching.run).map_or(0, Vec::len) as i64;
                assert!(event.seq <= kept, "event {} of run {} was shown but not stored", event.seq, watching.run);
            }
        }
        self.check_calls();
        self.check_messages(&stored).await;
        if self.drill.asked.iter().any(|asked| asked["query"] == NOTE) {
            self.check_effects(&stored).await;
        }
        let complaints = complaints(&self.logs);
        assert!(complaints.is_empty(), "{complaints:#?}");
        stored
    }
}

/// Two columns of text.
async fn texts(db: &Db, sql: &str) -> Vec<(String, String)> {
    match db {
        Db::Sqlite { read, .. } => sqlx::query_as(sql).fetch_all(read).await.unwrap(),
        Db::Postgres(pool) => sqlx::query_as(sql).fetch_all(&**pool).await.unwrap(),
    }
}
