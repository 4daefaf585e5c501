//! `plumbline eval KIND`: re-runs the cases and runs of a desk.
//!
//! Deliberately not here: evaluation of the program itself (`server/evals`).

mod cases;
pub mod replays;

use crate::config::Config;

/// Repeat earlier questions: the review cases, or every run from its record
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    kind: Kind,
}

#[derive(Debug, clap::Subcommand)]
enum Kind {
    Cases(cases::Args),
    Replays(replays::Args),
}

pub async fn run(args: Args, config: Config) -> anyhow::Result<()> {
    match args.kind {
        Kind::Cases(args) => cases::run(args, config).await,
        Kind::Replays(args) => replays::run(args, config).await,
    }
}
