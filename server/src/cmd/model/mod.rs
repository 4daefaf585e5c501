//! `plumbline model …`: the embedding model on this machine, and the reasoning model.

mod check;
mod fetch;
mod questions;

use std::time::Instant;

use anyhow::{Context, Result};

use ::embed::StaticTable;

use crate::config::Config;
use crate::search::embed::{EmbedSettings, Models};

/// The embedding model for search by meaning and sentiment, and a check of the reasoning model
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    what: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    Check(check::Args),
    Fetch(fetch::Args),
    /// Rebuild the fast static embedder from the full model; `fetch` also does it
    Distil,
}

pub async fn run(args: Args, config: Config) -> Result<()> {
    let settings = config.search.embed();
    let done = match args.what {
        Command::Check(args) => return check::run(args, config).await,
        Command::Fetch(args) => tokio::task::spawn_blocking(move || fetch::run(&args, &settings)),
        Command::Distil => tokio::task::spawn_blocking(move || distil(settings)),
    };
    done.await.context("The work on the model was interrupted")?
}

/// The static embedder is part of the model: nobody should wait for it later.
fn distil_if_missing(settings: &EmbedSettings) -> Result<()> {
    if settings.folder.join(StaticTable::FILE).exists() {
        return Ok(());
    }
    println!("Making the quick static embedder from it, which takes about a minute …");
    distil(settings.clone())
}

fn distil(settings: EmbedSettings) -> Result<()> {
    let begun = Instant::now();
    let folder = settings.folder.display().to_string();
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    Models::new(EmbedSettings { threads, ..settings }).distil().context("The full model is needed for this")?;
    println!("The static embedder is in {folder} (made in {:.0} s).", begun.elapsed().as_secs_f64());
    Ok(())
}
