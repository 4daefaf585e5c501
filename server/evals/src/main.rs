//! The command `evals`: `cargo run -p evals -- KIND …`. It has the settings and exit codes of `plumbline`.

use std::process::ExitCode;

use clap::Parser;
use server::cmd::{Settings, block_on, exit_code};

/// Measure how well the parts of Plumbline work.
#[derive(Debug, Parser)]
#[command(name = "evals")]
struct Cli {
    #[command(flatten)]
    settings: Settings,
    #[command(subcommand)]
    kind: evals::Kind,
}

fn main() -> ExitCode {
    let Cli { settings, kind } = Cli::parse();
    exit_code("evals", settings.load(None).and_then(|config| block_on(evals::run(kind, config))))
}
