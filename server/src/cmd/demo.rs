//! `plumbline demo`: fills the database with a bank that never was, so that there is something to ask about.

use std::time::Instant;

use app::model::time::full_date;

use crate::import::demo_store::store_whole;
use crate::store::write::{Batch, Written};
use crate::store::{Db, records};

/// Fill the database with the demo bank.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Which of the possible banks; the same number makes the same bank
    #[arg(long, default_value_t = 7)]
    pub seed: u64,
}

/// Stores the bank that `generate` makes from the seed. A second run with the same seed changes nothing.
pub async fn run_with(db: &Db, args: Args, generate: impl FnOnce(u64) -> Batch) -> anyhow::Result<Written> {
    let begun = Instant::now();
    let bank = generate(args.seed);
    let last_day = bank.last_day.as_ref().map(|(_, day)| *day);
    let written = store_whole(db, bank, chrono::Utc::now().timestamp_millis(), |_| {}).await?;
    let totals = records::totals(db).await?;
    println!(
        "The demo bank is stored ({} communications, {} cases, {} customers and {} documents new or changed) in {:.1} s.",
        written.communications,
        written.cases,
        written.customers,
        written.documents,
        begun.elapsed().as_secs_f64()
    );
    if let Some(day) = last_day {
        println!("Its last day is {}: \"today\" in questions means that day.", full_date(day));
    }
    println!("The database now holds {} communications and {} cases.", totals.communications, totals.cases);
    Ok(written)
}
