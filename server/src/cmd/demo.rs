//! `plumbline demo`: fills the database with a made-up bank to ask about.

use std::path::Path;
use std::time::Instant;

use model::account::Action;
use model::time::full_date;

use crate::agent::recorded;
use crate::cases;
use crate::config::Config;
use crate::demo::{self, SOURCE};
use crate::services::Services;
use crate::store::support::{self, tables};
use crate::store::{Db, imports, records};

/// Fill the database with the demo: a bank, and a town with its internet provider.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Do nothing if the database already has records
    #[arg(long)]
    pub if_empty: bool,
}

/// Stores the demo and indexes it.
pub async fn run(args: Args, config: Config) -> anyhow::Result<()> {
    let services = super::open(config).await?;
    if args.if_empty && records::totals(&services.db).await?.communications > 0 {
        // A demo from before the town existed gets one; a database with real data does not.
        let missing = !support::holds(&services.db, &tables::CUSTOMERS).await?;
        if missing && imports::holds(&services.db, SOURCE).await? {
            town(&services.db).await?;
        }
        services.db.close().await;
        return Ok(());
    }
    super::note(&services.db, &services.world, Action::Imported, format!("source:{SOURCE}"), "Started").await?;
    bank(&services.db).await?;
    conversations(&services.db).await?;
    cases::keep_demo(&services).await?;
    town(&services.db).await?;
    write_sources(&services)?;
    write_skills(&services)?;
    super::index(&services).await
}

/// Stores the bank.
async fn bank(db: &Db) -> anyhow::Result<()> {
    let begun = Instant::now();
    let imported = demo::bank(db).await?;
    let changed = imported.new + imported.changed;
    let took = begun.elapsed().as_secs_f64();
    say!("The demo bank is stored ({changed} communications new or changed) in {took:.1} s.");
    if let Some(day) = imported.last_day {
        say!("Its last day is {}: \"today\" in questions means that day.", full_date(day));
    }
    let totals = records::totals(db).await?;
    say!("The database now holds {} communications and {} cases.", totals.communications, totals.cases);
    Ok(())
}

/// Stores the internet provider's town.
async fn town(db: &Db) -> anyhow::Result<()> {
    let begun = Instant::now();
    if let Some(rows) = demo::town(db).await? {
        let took = begun.elapsed().as_secs_f64();
        say!("The town of Gintarupis with its internet provider is stored ({rows} rows) in {took:.1} s.");
    }
    Ok(())
}

/// Stores the recorded conversations about the bank.
async fn conversations(db: &Db) -> anyhow::Result<()> {
    let mut new = 0;
    for file in demo::conversations() {
        new += u32::from(recorded::load(db, &file).await?);
    }
    if new > 0 {
        say!("{new} conversations that were recorded with a model are in the list.");
    }
    Ok(())
}

/// Declares the demo's finance and sales sources, which are files.
fn write_sources(services: &Services) -> anyhow::Result<()> {
    let places = services.config.sources.places();
    let Some(declarations) = places.declarations.first() else { return Ok(()) };
    for (name, says) in [
        ("finance", "Five finance sources are declared in {}: compare fi_reporting with bpc_reporting."),
        ("sales", "A sales pipeline is declared in {}: ask which deals are at risk."),
    ] {
        let folder = declarations.join(name);
        if demo::write(&format!("sources/{name}"), &folder)? {
            say!("{}", says.replace("{}", &folder.display().to_string()));
        }
    }
    Ok(())
}

/// Writes the demo's skills for purchasing, sales and IT, which are folders.
fn write_skills(services: &Services) -> anyhow::Result<()> {
    if demo::write_skills(Path::new(&services.config.sources.skills_dir.value))? {
        let root = &services.config.sources.skills_dir.value;
        say!("Skills for purchasing, sales and IT are in {root}: ask how much was spent in Q4 2025.");
    }
    Ok(())
}
