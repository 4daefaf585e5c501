//! `plumbline generate`: what an installation brings along, made of the program itself, so that it says what the program does.

use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::CommandFactory;

use crate::config::Config;

/// Print the example settings or completions, or write the man pages
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, clap::Subcommand)]
enum What {
    /// Print a file of settings in which each stands with its default, as a comment
    Settings,
    /// Print completions for a shell
    Completions {
        /// bash, zsh, fish, elvish or powershell
        shell: clap_complete::Shell,
    },
    /// Write the man pages to a folder
    Man {
        /// The folder
        #[arg(value_name = "FOLDER")]
        folder: PathBuf,
    },
}

/// Needs no settings: a package is made where there are none.
pub fn run(args: Args) -> Result<()> {
    let mut command = super::Cli::command();
    match args.what {
        What::Settings => say!("{}", Config::example()?.trim_end()),
        What::Completions { shell } => {
            let mut text = Vec::new();
            clap_complete::generate(shell, &mut command, "plumbline", &mut text);
            say!("{}", String::from_utf8_lossy(&text).trim_end());
        }
        What::Man { folder } => {
            let written = clap_mangen::generate_to(command, &folder);
            written.with_context(|| format!("The man pages cannot be written to {}", folder.display()))?;
        }
    }
    Ok(())
}
