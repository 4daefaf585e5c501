//! Many watching browsers and many concurrent runs, for minutes: `make load`. Each browser has its own connection; in
//! each group one asks, mostly with the model and sometimes by rules, and all of the group follow the run and then read
//! it.

mod browser;
mod tally;

use std::net::SocketAddr;
use std::rc::Rc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use tokio::sync::mpsc;
use tokio::task::{JoinSet, LocalSet};

use super::meter;
use super::runs::{Bank, Process, Server, count_rows};
use super::table::percentile;
use browser::Browser;
use tally::{Seen, stored};

#[derive(Debug, clap::Args)]
pub struct Args {
    /// How long new runs are asked for
    #[arg(long, default_value_t = 5.0)]
    minutes: f64,
    /// Browsers that watch, each over a connection of its own
    #[arg(long, default_value_t = 1000)]
    browsers: usize,
    /// Runs at once
    #[arg(long, default_value_t = 200)]
    runs: usize,
    /// How long the model thinks before each of its four replies, in milliseconds
    #[arg(long, default_value_t = 2500)]
    think_ms: u64,
}

/// How often the server is sampled.
const LOOK: Duration = Duration::from_secs(5);
/// One in this many runs is answered by rules.
const BY_RULES: usize = 10;
/// How long the last runs may take after the end of the load.
const LAST: Duration = Duration::from_secs(180);
/// Memory counts as flat if it grows less than this: a factor, and MiB that any allocator may retain.
const GROWTH: (f64, f64) = (1.10, 16.0);
/// Maximum lines in the table of samples.
const LINES: usize = 15;

/// A sample of the server.
#[derive(Clone, Copy, Debug)]
struct Sample {
    seconds: f64,
    mib: f64,
    /// Cores that it used since the previous sample.
    cores: f64,
    files: usize,
    at_once: usize,
    /// Events per second received by browsers since the previous sample.
    events: f64,
}

pub async fn run(args: Args) -> Result<()> {
    ensure!(args.runs > 0 && args.browsers >= args.runs, "there must be a browser for each run: more --browsers");
    let folder = tempfile::tempdir()?;
    let bank = Bank::prepare(&folder.path().join("bank"), None).await?;
    let think = args.think_ms.to_string();
    let mut model = Process::start(&["model", "--think-ms", &think], &[], folder.path())?;
    let server = Server::start(&bank, &folder.path().join("load"), &model.line()?, &[])?;
    eprintln!("{} browsers, {} runs at once, {} minutes …", args.browsers, args.runs, args.minutes);
    let seen = Seen::default();
    let (began, cpu) = (Instant::now(), meter::cpu(server.id())?);
    let samples = LocalSet::new().run_until(press(&args, &server, &seen)).await?;
    let (seconds, cpu) = (began.elapsed().as_secs_f64(), meter::cpu(server.id())?.saturating_sub(cpu));
    let (peak, _) = meter::memory(server.id())?;
    let database = server.end();
    let rows = count_rows(&database).await?;
    let stored = stored(&database).await?;

    let tally = seen.0.borrow();
    let other = tally.runs.iter().filter(|(run, heard)| stored.get(&***run) != Some(*heard)).count();
    let events: i64 = stored.values().map(|(events, _)| events).sum();
    let (early, late) = memory(&samples, args.minutes);
    let at_once = samples.iter().map(|s| s.at_once as f64).sum::<f64>() / samples.len().max(1) as f64;
    let ms = |values: &[f64]| format!("{:.0} / {:.0} ms", percentile(values, 0.5), percentile(values, 0.99));
    let most_files = samples.iter().map(|s| s.files).max().unwrap_or_default();
    let (by_model, by_rules) = tally.asked;
    println!("| {} browsers, {} runs at once, {} minutes | |\n|---|---|", args.browsers, args.runs, args.minutes);
    for (what, figure) in [
        ("runs by the model, by rules", format!("{by_model}, {by_rules}")),
        ("runs at once, mean of the samples", format!("{at_once:.0}")),
        ("events stored; received by browsers", format!("{events}; {}", tally.heard)),
        ("events received each second", format!("{:.0}", tally.heard as f64 / seconds)),
        ("events out of order, lost or twice", tally.disordered.to_string()),
        ("runs heard differently by two browsers; than stored", format!("{}; {other}", tally.differing)),
        ("errors; 503s, tried again", format!("{}; {}", tally.errors, tally.busy)),
        ("asked to first event, p50 / p99", ms(&tally.first_ms)),
        ("an event's time to its arrival, p50 / p99", ms(&tally.late_ms)),
        ("processors that the server kept busy", format!("{:.2}", cpu.as_secs_f64() / seconds)),
        ("memory of the server, early / late / peak", format!("{early:.0} / {late:.0} / {peak:.0} MiB")),
        ("open files and connections, most", most_files.to_string()),
    ] {
        println!("| {what} | {figure} |");
    }
    println!("\n| at | memory | processors | runs at once | events/s |\n|---|---|---|---|---|");
    for s in samples.iter().step_by(samples.len().div_ceil(LINES).max(1)) {
        println!("| {:.0} s | {:.0} MiB | {:.2} | {} | {:.0} |", s.seconds, s.mib, s.cores, s.at_once, s.events);
    }
    for error in &tally.told {
        println!("\nError: {error}");
    }
    ensure!(tally.errors == 0, "{} errors", tally.errors);
    ensure!(tally.disordered == 0 && tally.differing == 0 && other == 0, "events were lost, doubled or changed");
    ensure!(
        stored.len() == by_model + by_rules,
        "{} runs are stored, {} were asked",
        stored.len(),
        by_model + by_rules
    );
    ensure!(rows.is_clean(), "rows that should not be there: {rows:?}");
    let flat = late <= early * GROWTH.0 + GROWTH.1;
    ensure!(flat || args.minutes < 3.0, "the memory of the server grew from {early:.0} to {late:.0} MiB");
    Ok(())
}

/// Starts all browsers, and samples the server until the last of them has seen its last run end.
async fn press(args: &Args, server: &Server, seen: &Seen) -> Result<Vec<Sample>> {
    let began = Instant::now();
    let until = began + Duration::from_secs_f64(args.minutes * 60.0);
    let mut browsers = JoinSet::new();
    for group in 0..args.runs {
        let others = args.browsers / args.runs - 1 + usize::from(group < args.browsers % args.runs);
        let mut tell = Vec::with_capacity(others);
        for _ in 0..others {
            let (to, runs) = mpsc::unbounded_channel();
            tell.push(to);
            browsers.spawn_local(follow(server.address, seen.clone(), runs));
        }
        // They start one after the other over about the duration of a run, not all at once.
        let wait = Duration::from_millis(4 * args.think_ms) * u32::try_from(group)? / u32::try_from(args.runs)?;
        browsers.spawn_local(ask(server.address, seen.clone(), tell, group, began + wait, until));
    }
    let mut samples = Vec::new();
    let (mut cpu, mut heard, mut then) = (meter::cpu(server.id())?, 0, Instant::now());
    let mut look = tokio::time::interval_at((began + LOOK).into(), LOOK);
    loop {
        tokio::select! {
            done = browsers.join_next() => match done {
                None => return Ok(samples),
                Some(done) => done.context("a browser's task failed")?,
            },
            _ = look.tick() => {
                ensure!(Instant::now() < until + LAST, "runs did not end within {} s", LAST.as_secs());
                // After this, fewer and fewer runs are left.
                if Instant::now() >= until {
                    continue;
                }
                let (now_cpu, now) = (meter::cpu(server.id())?, Instant::now());
                let tally = seen.0.borrow();
                let seconds = (now - then).as_secs_f64();
                samples.push(Sample {
                    seconds: (now - began).as_secs_f64(),
                    mib: meter::memory(server.id())?.1,
                    cores: now_cpu.saturating_sub(cpu).as_secs_f64() / seconds,
                    files: meter::files(server.id())?,
                    at_once: (tally.asked.0 + tally.asked.1).saturating_sub(tally.ended),
                    events: (tally.heard - heard) as f64 / seconds,
                });
                (cpu, heard, then) = (now_cpu, tally.heard, now);
            }
        }
    }
}

/// Asks run after run from `from` until `until`, announces each to its group, and follows it.
async fn ask(
    server: SocketAddr,
    seen: Seen,
    others: Vec<mpsc::UnboundedSender<Rc<str>>>,
    group: usize,
    from: Instant,
    until: Instant,
) {
    tokio::time::sleep_until(from.into()).await;
    let mut browser = None;
    // Groups use the rules at different times.
    for n in group.. {
        if Instant::now() >= until {
            return;
        }
        let done = async {
            let browser = opened(&mut browser, server).await?;
            let asked = Instant::now();
            let run = seen.ask(browser, n.is_multiple_of(BY_RULES)).await?;
            for other in &others {
                // A browser that has stopped has reported why.
                let _ = other.send(run.clone());
            }
            seen.watch(browser, &run, Some(asked)).await
        };
        if let Err(error) = done.await {
            seen.failed(&error);
            browser = None;
            tokio::time::sleep(Duration::from_secs(1)).await;
        }
    }
}

/// Follows the announced runs.
async fn follow(server: SocketAddr, seen: Seen, mut runs: mpsc::UnboundedReceiver<Rc<str>>) {
    let mut browser = None;
    while let Some(run) = runs.recv().await {
        let done = async { seen.watch(opened(&mut browser, server).await?, &run, None).await };
        if let Err(error) = done.await {
            seen.failed(&error);
            browser = None;
        }
    }
}

/// The existing connection, or a new one.
async fn opened(browser: &mut Option<Browser>, server: SocketAddr) -> Result<&mut Browser> {
    if browser.is_none() {
        *browser = Some(Browser::open(server).await.context("no connection")?);
    }
    browser.as_mut().context("no connection")
}

/// Memory in MiB, early and late: the means of the second and of the last minute; for shorter loads, of the second and
/// of the last quarter.
fn memory(samples: &[Sample], minutes: f64) -> (f64, f64) {
    let whole = minutes * 60.0;
    let part = if minutes >= 3.0 { 60.0 } else { whole / 4.0 };
    let mean = |from: f64, to: f64| {
        let of: Vec<f64> = samples.iter().filter(|s| (from..=to).contains(&s.seconds)).map(|s| s.mib).collect();
        of.iter().sum::<f64>() / of.len().max(1) as f64
    };
    (mean(part, 2.0 * part), mean(whole - part, whole + LOOK.as_secs_f64()))
}
