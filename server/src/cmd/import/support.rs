//! `plumbline import support DIR`: a provider's tables from a folder of CSV files.

use std::path::{Path, PathBuf};

use anyhow::Context;

use super::{SHOWN, thousands};
use crate::import::engine::BadRow;
use crate::import::error::ImportError;
use crate::import::support::folder::{self, Maps, Read};
use crate::store::Db;

/// Import the tables of an internet provider.
#[derive(Debug, clap::Args)]
pub struct SupportArgs {
    /// The folder: one CSV file per table, customers.csv, addresses.csv, ping_tests.csv and so on
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// The mapping from columns of files to columns of tables, as a TOML file with a section per table; `--dry-run`
    /// prints the one used
    #[arg(long, value_name = "FILE")]
    pub map: Option<PathBuf>,
    /// Show the mapping, the counts and the first rows of each table, and store nothing
    #[arg(long)]
    pub dry_run: bool,
}

/// Imports all valid rows of a folder in one transaction.
pub async fn run(db: &Db, args: &SupportArgs) -> anyhow::Result<()> {
    let maps = match &args.map {
        None => Maps::new(),
        Some(path) => {
            let text = std::fs::read_to_string(path).with_context(|| format!("{} cannot be read", path.display()))?;
            let file = path.display().to_string();
            folder::read_maps(&text).map_err(|what| ImportError::Mapping { file, what })?
        }
    };
    let files = folder::open(&args.folder, &maps)?;
    if args.dry_run {
        let map = toml::to_string_pretty(&folder::as_map(&files)).unwrap_or_default();
        say!("# How {} is read; save it as a file for --map to change it.\n{map}", args.folder.display());
    }
    let mut bad = 0;
    let tell = |file: &str, row: &BadRow| {
        bad += 1;
        if bad <= SHOWN {
            eprintln!("{file}, line {}: {}", row.line, row.fault);
        }
        if bad == SHOWN + 1 {
            eprintln!("More rows are left out; the summary counts them all.");
        }
    };
    let read = folder::import(db, files, args.dry_run, tell).await?;
    say!("{}", report(&args.folder, &read, args.dry_run).trim_end());
    Ok(())
}

/// The report for people.
fn report(folder: &Path, read: &[Read], dry: bool) -> String {
    let mut out = format!("{}:\n", folder.display());
    for table in read {
        out.push_str(&format!("  {:<18} {:>9} rows", table.table, thousands(table.rows)));
        if table.bad > 0 {
            out.push_str(&format!(", {} left out", thousands(table.bad)));
        }
        out.push('\n');
        for row in table.first.iter().filter(|_| dry) {
            let cells: Vec<String> = row.iter().map(|(name, text)| format!("{name} {}", plain(text))).collect();
            out.push_str(&format!("    {}\n", cells.join(", ")));
        }
    }
    out.push_str(if dry { "Nothing was stored.\n" } else { "All of it is stored.\n" });
    out
}

/// On one line, without control characters, for the terminal.
fn plain(text: &str) -> String {
    text.chars().take(60).map(|c| if c.is_control() { ' ' } else { c }).collect()
}
