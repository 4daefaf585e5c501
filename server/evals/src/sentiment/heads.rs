//! `evals train-sentiment FILE`: trains the sentiment heads that ship with the program.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use serde::Serialize;

use server::config::Config;
use server::search::embed::{Models, Tier};

use super::train;

/// Train the sentiment heads for both forms of the model from sentences whose licence allows it
#[derive(Debug, clap::Args)]
pub struct Args {
    /// CSV of sentences labelled positive or negative
    file: PathBuf,
    /// The column of the sentence
    #[arg(long, default_value = "text")]
    text: String,
    /// The column of the label
    #[arg(long, default_value = "sentiment")]
    label: String,
    /// CSV with a column `text` of sentences that are neutral; with a column `category`, those of calm categories
    #[arg(long, required = true, value_name = "FILE")]
    neutral: Vec<PathBuf>,
    /// Where the heads go
    #[arg(long, default_value = "server/import/src/mood/heads.json")]
    out: PathBuf,
}

/// Trains and writes the heads.
///
/// # Errors
/// Without the embedding model, or if a file cannot be read or written.
pub async fn run(args: Args, config: &Config) -> Result<()> {
    with_models(config, move |models| train_heads(&args, models)).await
}

/// Does blocking work that needs the embedding model.
///
/// # Errors
/// Without the model, and those of the work.
pub async fn with_models(config: &Config, work: impl FnOnce(&Models) -> Result<()> + Send + 'static) -> Result<()> {
    let models = Models::new(config.search.embed());
    if let Some(missing) = models.missing() {
        bail!("{missing}");
    }
    tokio::task::spawn_blocking(move || work(&models)).await.context("The work broke off")?
}

fn train_heads(args: &Args, models: &Models) -> Result<()> {
    let (opinions, left_out) = train::labelled(&args.file, &args.text, &args.label)?;
    let mut calm = Vec::new();
    for file in &args.neutral {
        calm.extend(train::neutral(file)?);
    }
    let mut heads = Vec::new();
    for tier in [Tier::Full, Tier::Static] {
        heads.push(train::train(&*models.get(tier)?, &opinions, &calm));
    }
    println!("Trained on {} opinions ({left_out} left out) and {} neutral sentences.", opinions.len(), calm.len());
    write(&args.out, &heads)
}

/// Writes trained heads, and says where they are.
///
/// # Errors
/// If the file cannot be written.
pub fn write(out: &Path, heads: &impl Serialize) -> Result<()> {
    std::fs::write(out, serde_json::to_string(heads)? + "\n")
        .with_context(|| format!("{} cannot be written", out.display()))?;
    println!("The heads are in {}; they hold from the next build.", out.display());
    Ok(())
}
