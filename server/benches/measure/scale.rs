//! At scale: many records, every read-only tool with many arguments, and questions of every kind. Import and indexing
//! are timed while the database is filled; the tools run in their own process, whose memory is then that of a working
//! server.

use std::mem::take;
use std::sync::Arc;
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use demo::bank::{SEED, many};
use serde::Serialize;
use server::import::engine::{End, Import, Job, News, Opened, Options, Piece, RecordKind, Rows};
use server::import::enrich::Enricher;
use server::import::error::ImportError;
use server::search::Search;
use server::store::write::Batch;
use server::store::{Db, records};
use tokio_util::sync::CancellationToken;

use super::table::{Timed, table};
use super::tools::{self, Told};

#[derive(Debug, clap::Args)]
pub struct Args {
    /// The database to measure on; filled with demo banks where it is empty
    #[arg(long)]
    pub database: String,
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
pub struct Filled {
    communications: u64,
    /// Generating the records, scoring their sentiment and storing them, in parallel.
    stored_s: f64,
    /// From then until all can be found.
    indexed_s: f64,
    /// For search by meaning, if the model is available; it runs in parallel with everything else, so it is not in the
    /// rates.
    embedded_s: f64,
    rows_per_second: f64,
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
            "Import: {} communications stored in {:.0} s, index up to date {:.0} s later: {:.0} rows a second. Then \
             embedded in {:.0} s.",
            f.communications, f.stored_s, f.indexed_s, f.rows_per_second, f.embedded_s
        );
    }
    if let Some(fed) = &told.fed {
        println!(
            "Search cluster: {} records taken in in {:.0} s, {:.0} a second; {:.0} MiB on its disks.",
            fed.records,
            fed.seconds,
            fed.records as f64 / fed.seconds,
            fed.disk_mib
        );
    }
    println!("\n{}", shown("tool", &told.tools));
    println!("{}", shown("search", &told.search));
    println!("{}", shown("question", &told.questions));
    println!("Memory of the process: {:.0} MiB, at most {:.0} MiB.", told.rss_mib, told.peak_mib);
    Ok(())
}

/// Imports as `plumbline import` does, but from records that are generated in parallel instead of read from a file.
pub async fn fill(db: &Db, args: &Args) -> Result<Filled> {
    let config = tools::config(&args.database)?;
    let folder = config.search_folder().context("the index needs a folder")?;
    let search = Arc::new(Search::open_with(Some(&folder), config.search.embed(), config.search.weights())?);
    let (stop, written) = (CancellationToken::new(), CancellationToken::new());
    let begun = Instant::now();
    let indexed = {
        let (search, db, written) = (search.clone(), db.clone(), written.clone());
        // A search cluster is fed by the process with the tools.
        let beside = config.cluster.settings().is_none();
        tokio::spawn(async move {
            if beside {
                search.catch_up_beside(&db, &written, |_, _| {}).await?;
            }
            anyhow::Ok(())
        })
    };
    let (options, enricher) = (Options::default(), Arc::new(Enricher::default()));
    let job = Job {
        id: "banks".into(),
        format: "demo",
        file: "banks".into(),
        bytes: 0,
        taken: Arc::default(),
        keep: None,
        settle: None,
        prioritise: false,
    };
    let banks = Banks { next: 0, left: args.communications, rest: Batch::default() };
    let mut told = 0;
    let tell = |news: News<'_>| {
        if let News::Stored { rows, .. } = news
            && rows / 100_000 > told
        {
            told = rows / 100_000;
            eprintln!("{rows} communications stored");
        }
    };
    let opened = Opened { rows: Box::new(banks), job };
    let summary = Import { db, options, enricher, now: 0, stop: &stop }.file(opened, tell).await?;
    let stored = begun.elapsed();
    written.cancel();
    indexed.await??;
    let both = begun.elapsed();
    let begun = Instant::now();
    if config.cluster.settings().is_none() {
        search.vectors().catch_up(db, &stop, |_, _| {}).await?;
    }
    Ok(Filled {
        communications: summary.rows,
        stored_s: stored.as_secs_f64(),
        indexed_s: (both - stored).as_secs_f64(),
        embedded_s: begun.elapsed().as_secs_f64(),
        rows_per_second: summary.rows as f64 / both.as_secs_f64(),
    })
}

/// Demo banks, one after the other.
struct Banks {
    next: u64,
    /// Communications still to be generated by further banks.
    left: usize,
    rest: Batch,
}

impl Rows for Banks {
    fn skip(&mut self, _rows: u64) -> Result<(), ImportError> {
        Ok(())
    }

    fn piece(&mut self, most: u64) -> Piece {
        let most = usize::try_from(most).unwrap_or(usize::MAX);
        if self.rest.communications.is_empty() {
            self.rest = many::nth(SEED, self.next).into();
            self.next += 1;
            self.left = self.left.saturating_sub(self.rest.communications.len());
        }
        let rest = &mut self.rest;
        let communications = split(&mut rest.communications, most);
        let last = rest.communications.is_empty();
        let batch = Batch {
            products: take(&mut rest.products),
            customers: take(&mut rest.customers),
            documents: take(&mut rest.documents),
            cases: if last { take(&mut rest.cases) } else { split(&mut rest.cases, most) },
            last_day: if last { rest.last_day.take() } else { None },
            communications,
            ..Batch::default()
        };
        let end = if last && self.left == 0 { End::Done } else { End::More };
        Piece { rows: batch.communications.len() as u64, batch, end, ..Piece::empty(RecordKind::Communication) }
    }
}

/// Takes at most `most` elements from the front.
fn split<T>(all: &mut Vec<T>, most: usize) -> Vec<T> {
    let rest = all.split_off(all.len().min(most));
    std::mem::replace(all, rest)
}

fn shown(what: &str, list: &[Timed]) -> String {
    let mut rows: Vec<Vec<String>> =
        vec![[what, "calls", "refused", "p50 ms", "p95 ms", "p99 ms", "slowest"].map(String::from).to_vec()];
    rows.extend(list.iter().map(|t| {
        vec![
            t.name.clone(),
            t.calls.to_string(),
            t.refused.to_string(),
            format!("{:.1}", t.p50_ms),
            format!("{:.1}", t.p95_ms),
            format!("{:.1}", t.p99_ms),
            t.slowest.clone(),
        ]
    }));
    table(&rows)
}
