//! `plumbline demo`: fills the database with a made-up bank to ask about.

use model::account::Action;

use crate::config::Config;
use crate::demo::SOURCE;
use crate::demo::load::{load, town};
use crate::store::support::{self, tables};
use crate::store::{imports, records};

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
            town(&services.db, &mut |line| println!("{line}")).await?;
        }
        services.db.close().await;
        return Ok(());
    }
    super::note(&services.db, &services.world, Action::Imported, format!("source:{SOURCE}"), "Started").await?;
    load(&services, &mut |line| println!("{line}")).await?;
    super::index(&services).await
}
