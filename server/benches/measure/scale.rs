//! At scale: many records, every tool that reads, with many arguments. Import and index are timed while the database is
//! filled; the tools run in a process of their own, whose memory is then that of a server at work.

use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use serde::{Deserialize, Serialize};
use server::cmd::demo::batch;
use server::import::demo::{SEED, many};
use server::import::demo_store::store_whole;
use server::import::enrich::Enricher;
use server::search::Search;
use server::services::search_folder;
use server::store::{Db, records};
use tokio_util::sync::CancellationToken;

use super::meter;
use super::table::table;
use super::tools::{self, Timed};

#[derive(Debug, clap::Args)]
pub struct Args {
    /// The database to measure on; filled with demo banks where it is empty
    #[arg(long)]
    database: String,
    /// How many communications to fill an empty database with
    #[arg(long, default_value_t = 1_000_000)]
    communications: usize,
    /// Calls of each tool
    #[arg(long, default_value_t = 60)]
    calls: usize,
    /// One JSON object instead of the tables
    #[arg(long)]
    json: bool,
}

/// Filling the database.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Filled {
    communications: usize,
    /// Scoring the mood and storing, without making the records up.
    stored_s: f64,
    indexed_s: f64,
    /// For search by meaning, where the model is there; it goes on beside everything else, so it is not in the rates.
    embedded_s: f64,
    rows_per_second: f64,
    /// The same by CPU time of this process: what a machine without other work comes to on one core.
    rows_per_cpu_second: f64,
}

/// What the process with the tools tells.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Told {
    pub tools: Vec<Timed>,
    pub search: Vec<Timed>,
    pub rss_mib: f64,
    pub peak_mib: f64,
}

pub async fn run(args: Args) -> Result<()> {
    let db = Db::open(&args.database).await?;
    let filled = match records::totals(&db).await?.communications {
        0 => Some(fill(&db, &args).await?),
        _ => None,
    };
    let totals = records::totals(&db).await?;
    db.close().await;
    let output = std::process::Command::new(std::env::current_exe()?)
        .args(["tools", &args.database, &args.calls.to_string()])
        .stderr(std::process::Stdio::inherit())
        .output()?;
    ensure!(output.status.success(), "the process with the tools failed");
    let told: Told = serde_json::from_slice(&output.stdout)?;
    if args.json {
        let all = serde_json::json!({"communications": totals.communications, "cases": totals.cases,
            "import": filled, "measured": told});
        println!("{}", serde_json::to_string_pretty(&all)?);
        return Ok(());
    }
    println!("{} communications, {} cases.", totals.communications, totals.cases);
    if let Some(f) = &filled {
        println!(
            "Import: {} communications stored in {:.0} s, indexed in {:.0} s: {:.0} rows a second, {:.0} for each second \
             of CPU. Then embedded in {:.0} s.",
            f.communications, f.stored_s, f.indexed_s, f.rows_per_second, f.rows_per_cpu_second, f.embedded_s
        );
    }
    println!("\n{}", shown("tool", &told.tools));
    println!("{}", shown("search", &told.search));
    println!("Memory of the process: {:.0} MiB, at most {:.0} MiB.", told.rss_mib, told.peak_mib);
    Ok(())
}

async fn fill(db: &Db, args: &Args) -> Result<Filled> {
    let (mut communications, mut stored, mut cpu, mut n) = (0, Duration::ZERO, Duration::ZERO, 0);
    let own = std::process::id();
    let enricher = Enricher::default();
    while communications < args.communications {
        let bank = many::nth(SEED, n);
        let (begun, used) = (Instant::now(), meter::cpu(own)?);
        let bank = batch(bank, &enricher);
        communications += bank.communications.len();
        store_whole(db, bank, 0, |_| {}).await?;
        stored += begun.elapsed();
        cpu += meter::cpu(own)?.saturating_sub(used);
        n += 1;
        if n % 10 == 0 {
            eprintln!("{communications} communications stored");
        }
    }
    let (begun, used) = (Instant::now(), meter::cpu(own)?);
    let config = tools::config(&args.database)?;
    let folder = search_folder(&config).context("the index needs a folder")?;
    let search = Search::open_with(Some(&folder), config.search.embed(), config.search.weights())?;
    search.catch_up(db, |_, _| {}).await?;
    let indexed = begun.elapsed();
    cpu += meter::cpu(own)?.saturating_sub(used);
    let begun = Instant::now();
    search.vectors().catch_up(db, &CancellationToken::new(), |_, _| {}).await?;
    let embedded = begun.elapsed();
    Ok(Filled {
        communications,
        stored_s: stored.as_secs_f64(),
        indexed_s: indexed.as_secs_f64(),
        embedded_s: embedded.as_secs_f64(),
        rows_per_second: communications as f64 / (stored + indexed).as_secs_f64(),
        rows_per_cpu_second: communications as f64 / cpu.as_secs_f64(),
    })
}

fn shown(what: &str, list: &[Timed]) -> String {
    let mut rows: Vec<Vec<String>> =
        vec![[what, "calls", "refused", "p50 ms", "p99 ms", "slowest"].map(String::from).to_vec()];
    rows.extend(list.iter().map(|t| {
        vec![
            t.name.clone(),
            t.calls.to_string(),
            t.refused.to_string(),
            format!("{:.1}", t.p50_ms),
            format!("{:.1}", t.p99_ms),
            t.slowest.clone(),
        ]
    }));
    table(&rows)
}
