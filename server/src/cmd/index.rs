//! `plumbline index`: brings search up to date at once, by keywords and by meaning. A server does the same in the
//! background; if one is running and holds the folder, it continues, and this says so.

use std::time::Instant;

use anyhow::{Context, Result};
use tokio_util::sync::CancellationToken;

use crate::config::Config;

/// Bring search up to date: the keyword index, then the vectors for search by meaning
#[derive(Debug, clap::Args)]
pub struct Args {}

pub async fn run(_: Args, config: Config) -> Result<()> {
    let services = super::open(config).await?;
    super::keywords(&services).await?;
    if services.cluster.is_some() {
        println!("Records are searched in the cluster, by keywords.");
        services.db.close().await;
        return Ok(());
    }
    let stop = CancellationToken::new();
    let heard = stop.clone();
    let listener = tokio::spawn(async move {
        if tokio::signal::ctrl_c().await.is_ok() {
            heard.cancel();
        }
    });
    let begun = Instant::now();
    let bar = super::progress("embedding {bar:30} {human_pos} of {human_len} records, {eta} left")?;
    let show = |done, all| super::show(&bar, done, all);
    let vectors = services.search.vectors();
    let done = vectors.catch_up(&services.db, &stop, show).await.context("The texts could not be embedded")?;
    bar.finish_and_clear();
    listener.abort();
    let status = vectors.status();
    match (&status.keyword_only, &status.model) {
        (Some(why), _) => println!("{why}"),
        (None, Some(model)) => println!(
            "{} records are embedded with {model}, {done} of them now, in {:.1} s.",
            status.embedded,
            begun.elapsed().as_secs_f64()
        ),
        (None, None) => {}
    }
    if stop.is_cancelled() {
        println!("Stopped before the end: the same command resumes here.");
    }
    services.db.close().await;
    Ok(())
}
