//! Compares what the browsers received with what is stored.

use std::cell::RefCell;
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hasher};
use std::path::Path;
use std::rc::Rc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use futures::TryStreamExt;
use serde::Deserialize;

use super::browser::{Browser, Head};

/// How often a browser retries when the server says that it is busy.
const TRIES: usize = 100;
/// Maximum errors reported in words.
const TOLD: usize = 10;

/// The number of events, and the hash of all of them in order.
pub type Events = (i64, u64);

/// The combined observations of all browsers.
#[derive(Default)]
pub struct Tally {
    /// The events of each run as received by the first browser that followed it.
    pub runs: HashMap<Rc<str>, Events>,
    /// Runs asked of the model, and of the rules.
    pub asked: (usize, usize),
    /// Runs that their asker has seen end.
    pub ended: usize,
    pub heard: u64,
    /// Events out of sequence.
    pub disordered: u64,
    /// Browsers that received other events of a run than the first one.
    pub differing: usize,
    pub busy: usize,
    pub errors: usize,
    pub told: Vec<String>,
    /// Milliseconds from asking to the first event, and from an event's `at` to its arrival.
    pub first_ms: Vec<f64>,
    pub late_ms: Vec<f64>,
}

#[derive(Deserialize)]
struct Told {
    seq: i64,
    at: i64,
    #[serde(rename = "type")]
    kind: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Asked {
    run_id: String,
}

/// The tally shared by the browsers of one thread.
#[derive(Clone, Default)]
pub struct Seen(pub Rc<RefCell<Tally>>);

impl Seen {
    pub fn failed(&self, error: &anyhow::Error) {
        let mut tally = self.0.borrow_mut();
        tally.errors += 1;
        if tally.told.len() < TOLD {
            tally.told.push(format!("{error:#}"));
        }
    }

    /// Asks a question as a page does, and returns the run's id.
    pub async fn ask(&self, browser: &mut Browser, by_rules: bool) -> Result<Rc<str>> {
        let body = match by_rules {
            true => r#"{"query":"Why are customers complaining about the mobile app?","strategy":"rules"}"#,
            false => {
                r#"{"query":"How many complaints were there from October to January?","strategy":"tools","domain":"customer_intelligence"}"#
            }
        };
        for _ in 0..TRIES {
            let (head, text) = browser.call("POST", "/api/research?wait=false", body).await?;
            if self.may_go_on(&head, &text).await? {
                let asked: Asked = serde_json::from_str(&text)?;
                let mut tally = self.0.borrow_mut();
                let which = &mut tally.asked;
                *(if by_rules { &mut which.1 } else { &mut which.0 }) += 1;
                return Ok(asked.run_id.into());
            }
        }
        bail!("the server was busy {TRIES} times in a row");
    }

    /// Follows a run to its end, then reads it completely. `asked` is when this browser asked for it.
    pub async fn watch(&self, browser: &mut Browser, run: &Rc<str>, asked: Option<Instant>) -> Result<()> {
        let mut over = false;
        for _ in 0..TRIES {
            let (mut events, mut hash, since) = (0, DefaultHasher::new(), now_ms());
            let head = browser.follow(run, |data| {
                let now = now_ms();
                let mut tally = self.0.borrow_mut();
                events += 1;
                hash.write(data.as_bytes());
                tally.heard += 1;
                let Ok(told) = serde_json::from_str::<Told>(data) else {
                    tally.disordered += 1;
                    return;
                };
                if told.seq != events {
                    tally.disordered += 1;
                }
                if let Some(asked) = asked.filter(|_| events == 1) {
                    tally.first_ms.push(asked.elapsed().as_secs_f64() * 1e3);
                }
                // Events from before this browser connected are not late.
                if told.at >= since {
                    tally.late_ms.push((now - told.at) as f64);
                }
                over = told.kind == "finished";
            });
            let head = head.await?;
            if self.may_go_on(&head, "").await? {
                let (mut tally, heard) = (self.0.borrow_mut(), (events, hash.finish()));
                let first = *tally.runs.entry(run.clone()).or_insert(heard);
                tally.differing += usize::from(first != heard);
                break;
            }
        }
        if !over {
            bail!("the stream of the run {run} ended before the run");
        }
        for _ in 0..TRIES {
            let (head, text) = browser.call("GET", &format!("/api/research/runs/{run}"), "").await?;
            if self.may_go_on(&head, &text).await? {
                if !text.contains(r#""status":"completed""#) {
                    bail!("the run {run} is over and not completed: {text}");
                }
                break;
            }
        }
        self.0.borrow_mut().ended += usize::from(asked.is_some());
        Ok(())
    }

    /// Whether the response is the expected one. A 503 with a retry time is counted and waited for.
    async fn may_go_on(&self, head: &Head, text: &str) -> Result<bool> {
        match head.status {
            200..300 => Ok(true),
            503 => {
                self.0.borrow_mut().busy += 1;
                let seconds = head.retry_after.with_context(|| format!("a 503 without Retry-After: {text}"))?;
                tokio::time::sleep(Duration::from_secs(seconds)).await;
                Ok(false)
            }
            status => bail!("status {status}: {text}"),
        }
    }
}

/// UTC milliseconds.
pub fn now_ms() -> i64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    i64::try_from(now.as_millis()).unwrap_or(i64::MAX)
}

/// The stored events of each run.
pub async fn stored(database: &Path) -> Result<HashMap<String, Events>> {
    let pool = sqlx::SqlitePool::connect(&format!("sqlite://{}", database.display())).await?;
    let mut runs: HashMap<String, (i64, DefaultHasher)> = HashMap::new();
    let sql = "SELECT run_id, payload FROM run_events ORDER BY run_id, seq";
    let mut rows = sqlx::query_as::<_, (String, String)>(sql).fetch(&pool);
    while let Some((run, payload)) = rows.try_next().await? {
        let (events, hash) = runs.entry(run).or_default();
        *events += 1;
        hash.write(payload.as_bytes());
    }
    Ok(runs.into_iter().map(|(run, (events, hash))| (run, (events, hash.finish()))).collect())
}
