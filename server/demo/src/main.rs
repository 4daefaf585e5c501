//! The command `demo`: `cargo run -p demo` regenerates the archive, which changes nothing if the generator is
//! unchanged. Other and larger banks go to a separate folder, for `plumbline import`.

use std::path::PathBuf;

use clap::Parser;
use demo::archive;
use demo::bank::SEED;

/// Make the demo's archive.
#[derive(Debug, Parser)]
struct Cli {
    /// Where the files go
    #[arg(value_name = "DIR", default_value = archive::FOLDER)]
    folder: PathBuf,
    /// Which of the possible banks; the same number makes the same bank
    #[arg(long, default_value_t = SEED)]
    seed: u64,
    /// About how many communications: beyond 6,000, many such banks are made
    #[arg(long, value_name = "N", default_value_t = archive::COMMUNICATIONS)]
    communications: usize,
}

fn main() -> anyhow::Result<()> {
    let Cli { folder, seed, communications } = Cli::parse();
    let written = archive::write(&folder, seed, communications)?;
    println!("{written} files are new or changed in {}.", folder.display());
    Ok(())
}
