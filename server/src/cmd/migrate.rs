//! `plumbline migrate`: brings the database's schema up to date. Other commands do so by themselves; this one is for
//! who wants to see it happen on its own.

use anyhow::Result;

use crate::config::Config;
use crate::store::{Db, redact};

/// Bring the database's schema up to date
#[derive(Debug, clap::Args)]
pub struct Args {}

pub async fn run(config: Config) -> Result<()> {
    let db = Db::open(&config.database.value).await?;
    db.close().await;
    say!("{} is up to date.", redact(&config.database.value));
    Ok(())
}
