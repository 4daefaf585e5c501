//! `plumbline settings`: the settings made on pages, shown and moved to another machine. Secrets stay where they are.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::config::Config;
use crate::services::Parts;
use crate::settings::{self, Change};
use crate::store::settings::StoredSetting;

/// Show the settings made on pages, and move them to another machine
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    act: Act,
}

#[derive(Debug, clap::Subcommand)]
enum Act {
    /// List the settings made on pages
    List,
    /// Write them to a file, without secrets
    Export {
        /// The file; standard output if not given
        file: Option<PathBuf>,
    },
    /// Read them from a file that `export` wrote
    Import { file: PathBuf },
}

pub async fn run(args: Args, config: Config) -> Result<()> {
    let services = super::open(config).await?;
    let rows: Vec<&StoredSetting> = services.applied.rows.iter().filter(|row| row.value.is_some()).collect();
    match args.act {
        Act::List => {
            for row in &rows {
                let value = if row.secret { "(hidden)" } else { row.value.as_deref().unwrap_or_default() };
                let locked = services.config.declared.iter().any(|one| one.name == row.name && one.origin.is_locked());
                let note = if locked { ", overridden" } else { "" };
                say!("{} = {value} ({}{note})", row.name, row.changed_by);
            }
            if rows.is_empty() {
                say!("No settings are made on pages.");
            }
            for problem in &services.applied.problems {
                say!("{problem}");
            }
        }
        Act::Export { file } => {
            let text = exported(&rows);
            match file {
                Some(file) => {
                    std::fs::write(&file, text).with_context(|| format!("{} cannot be written", file.display()))?;
                }
                None => say!("{}", text.trim_end()),
            }
        }
        Act::Import { file } => {
            let changes = read(&file)?;
            let config = settings::tried(&services.config, &services.applied.rows, &changes)?;
            Parts::open(&config, &services.world)?;
            let by = super::by();
            let what = "settings:import".to_owned();
            settings::store(&services.config, &services.db, &services.world, &changes, &by, what).await?;
            say!("{} settings are stored. A running server uses them in a few seconds.", changes.len());
        }
    }
    services.db.close().await;
    Ok(())
}

/// A TOML file; secrets are named in comments.
fn exported(rows: &[&StoredSetting]) -> String {
    let line = |row: &&StoredSetting| match row.secret {
        true => format!("# {} is secret: enter it on the other machine.\n", row.name),
        false => {
            let name = toml::Value::from(row.name.as_str());
            format!("{name} = {}\n", toml::Value::from(row.value.as_deref().unwrap_or_default()))
        }
    };
    format!("# Settings made on pages of Plumbline.\n{}", rows.iter().map(line).collect::<String>())
}

fn read(file: &Path) -> Result<Vec<Change>> {
    let at = file.display();
    let text = std::fs::read_to_string(file).with_context(|| format!("{at} cannot be read"))?;
    let table: toml::Table = text.parse().with_context(|| format!("{at} is not valid TOML"))?;
    let change = |(name, value): (String, toml::Value)| match value {
        toml::Value::String(value) => Ok(Change { name, value: Some(value) }),
        _ => bail!("{at}: {name} must be a text in quotes."),
    };
    table.into_iter().map(change).collect()
}
