//! `plumbline migrate`: migrates the database's schema. Other commands do so automatically; this one does only that.

use anyhow::Result;

use crate::config::Config;
use crate::store::{Db, redact};

/// Migrate the database's schema
#[derive(Debug, clap::Args)]
pub struct Args {}

pub async fn run(config: Config) -> Result<()> {
    let db = Db::open(&config.database.value).await?;
    db.close().await;
    say!("{} is up to date.", redact(&config.database.value));
    Ok(())
}
