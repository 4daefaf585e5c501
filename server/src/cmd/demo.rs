//! `plumbline demo`: fills the database with a bank that never was, so that there is something to ask about.

use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use model::time::full_date;

use crate::agent::recorded;
use crate::cases;
use crate::config::Config;
use crate::import::demo;
use crate::import::demo_store::store_whole;
use crate::import::enrich::Enricher;
use crate::import::support::demo as town;
use crate::services::Services;
use crate::sources;
use crate::store::support::{self, tables};
use crate::store::write::{Batch, Written};
use crate::store::{Db, imports, records};

/// Fill the database with the demo: a bank, and a town with its internet provider.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Which of the possible banks; the same number makes the same bank
    #[arg(long, default_value_t = demo::SEED)]
    pub seed: u64,
    /// About how many communications: beyond 6,000, many such banks are made
    #[arg(long, value_name = "N")]
    pub communications: Option<usize>,
    /// Do nothing when the database holds records already
    #[arg(long)]
    pub if_empty: bool,
}

/// Makes the bank, stores and indexes it.
pub async fn run(args: Args, config: Config) -> anyhow::Result<()> {
    let services = super::open(config).await?;
    if args.if_empty && records::totals(&services.db).await?.communications > 0 {
        // A demo that was made before there was a town gets one; data of somebody's own does not.
        let missing = !support::holds(&services.db, &tables::CUSTOMERS).await?;
        if missing && imports::holds(&services.db, "demo").await? {
            fill_town(&services.db).await?;
        }
        services.db.close().await;
        return Ok(());
    }
    // Nothing is left for it to judge: each message carries its sentiment.
    let enricher = Arc::new(Enricher::default());
    match args.communications {
        Some(wanted) => grow(&services.db, args.seed, wanted, &enricher).await?,
        None => {
            let seed = args.seed;
            run_with(&services.db, args, |seed| bank(seed, &enricher)).await?;
            // What was recorded is about this bank and no other.
            if seed == demo::SEED {
                conversations(&services.db).await?;
                cases::keep_demo(&services).await?;
            }
            fill_town(&services.db).await?;
            write_sources(&services)?;
            write_operations(&services)?;
        }
    }
    imports::only_judged_by(&services.db, "demo", demo::SENTIMENT_METHOD).await?;
    super::index(&services).await
}

/// Declares the demo's finance and sales sources, which are files.
fn write_sources(services: &Services) -> anyhow::Result<()> {
    let places = services.config.sources.places();
    let Some(folder) = places.declarations.first() else { return Ok(()) };
    if sources::demo::write(folder)? {
        say!(
            "Five finance sources are declared in {}: compare fi_reporting with bpc_reporting.",
            folder.join(sources::demo::FOLDER).display()
        );
    }
    if sources::demo::sales::write(folder)? {
        say!(
            "A sales pipeline is declared in {}: ask which deals are at risk.",
            folder.join(sources::demo::sales::FOLDER).display()
        );
    }
    Ok(())
}

/// Writes the demo's skills for purchasing, sales and IT, which are folders.
fn write_operations(services: &Services) -> anyhow::Result<()> {
    let root = Path::new(&services.config.sources.skills_dir.value);
    if sources::demo::operations::write(root)? {
        say!("Skills for purchasing, sales and IT are in {}: ask how much was spent in Q4 2025.", root.display());
    }
    Ok(())
}

/// Stores the internet provider's town beside the bank.
async fn fill_town(db: &Db) -> anyhow::Result<()> {
    let begun = Instant::now();
    if let Some(rows) = town::fill(db, chrono::Utc::now().timestamp_millis()).await? {
        let took = begun.elapsed().as_secs_f64();
        say!(
            "The internet provider of {} is stored ({} customers, {rows} rows) in {took:.1} s.",
            town::CITY,
            town::CUSTOMERS
        );
    }
    Ok(())
}

/// Stores the conversations that were recorded about the bank.
async fn conversations(db: &Db) -> anyhow::Result<()> {
    let mut new = 0;
    for file in demo::recorded::RECORDED {
        new += u32::from(recorded::load(db, file).await?);
    }
    if new > 0 {
        say!("{new} conversations that were recorded with a model are in the list.");
    }
    Ok(())
}

/// Stores banks until there are as many communications. The next is made while one is stored.
async fn grow(db: &Db, seed: u64, wanted: usize, enricher: &Arc<Enricher>) -> anyhow::Result<()> {
    let (begun, mut stored, mut n) = (Instant::now(), 0, 0);
    let make = |n| {
        let enricher = enricher.clone();
        tokio::task::spawn_blocking(move || batch(demo::many::nth(seed, n), &enricher))
    };
    let mut next = make(n);
    while stored < wanted {
        let bank = next.await?;
        n += 1;
        next = make(n);
        stored += bank.communications.len();
        store_whole(db, bank, chrono::Utc::now().timestamp_millis(), |_| {}).await?;
    }
    say!("{n} banks with {stored} communications are stored in {:.0} s.", begun.elapsed().as_secs_f64());
    Ok(())
}

/// The generated bank as the store takes it.
pub fn bank(seed: u64, enricher: &Enricher) -> Batch {
    batch(demo::generate(seed), enricher)
}

/// Adds what an import finds out about a bank's messages: their language.
pub fn batch(bank: demo::DemoBank, enricher: &Enricher) -> Batch {
    let mut batch = Batch::from(bank);
    enricher.enrich(&mut batch);
    batch
}

/// Stores the bank that `generate` makes from the seed. A second run with the same seed changes nothing.
pub async fn run_with(db: &Db, args: Args, generate: impl FnOnce(u64) -> Batch) -> anyhow::Result<Written> {
    let begun = Instant::now();
    let bank = generate(args.seed);
    let last_day = bank.last_day.as_ref().map(|(_, day)| *day);
    let written = store_whole(db, bank, chrono::Utc::now().timestamp_millis(), |_| {}).await?;
    let totals = records::totals(db).await?;
    say!(
        "The demo bank is stored ({} communications, {} cases, {} customers and {} documents new or changed) in {:.1} s.",
        written.communications,
        written.cases,
        written.customers,
        written.documents,
        begun.elapsed().as_secs_f64()
    );
    if let Some(day) = last_day {
        say!("Its last day is {}: \"today\" in questions means that day.", full_date(day));
    }
    say!("The database now holds {} communications and {} cases.", totals.communications, totals.cases);
    Ok(written)
}
