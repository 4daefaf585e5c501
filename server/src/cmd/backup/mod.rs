//! `plumbline backup` and `plumbline restore`: copy the database while a server uses it, and restore it.

use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Context, Result, bail};
use model::account::Action;

use crate::config::Config;
use crate::store::backup::{self, Held};
use crate::store::{Db, redact};
use crate::world::World;

/// Copy the database to a file, even while a server writes
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The file to create; an existing one is never overwritten
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

/// Replace the database by a copy made with `backup`
#[derive(Debug, clap::Args)]
pub struct RestoreArgs {
    /// The copy
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

pub async fn run(args: Args, config: Config) -> Result<()> {
    let Some(database) = backup::file_of(&config.database.value) else {
        let [dump, restore] = backup::postgres_tools(&config.database.value, &args.file);
        bail!(
            "{}",
            postgres(&config, &format!("  {dump}\nand for the way back, with no server running\n  {restore}"))?
        );
    };
    let began = Instant::now();
    if database.is_file() && !args.file.exists() {
        let db = Db::open(&config.database.value).await?;
        let name = super::file_name(&args.file);
        super::note(&db, &World::real(), Action::Exported, format!("backup:{name}"), "A copy of the database").await?;
        db.close().await;
    }
    let held = backup::copy(&database, &args.file).await.context("Nothing was copied")?;
    say!("{} is a verified copy of {}:", args.file.display(), database.display());
    tell(&held, began)?;
    say!("The search index is not included: it is rebuilt from the records.");
    Ok(())
}

pub async fn restore(args: RestoreArgs, config: Config) -> Result<()> {
    let Some(database) = backup::file_of(&config.database.value) else {
        let [_, restore] = backup::postgres_tools(&config.database.value, &args.file);
        bail!("{}", postgres(&config, &format!("  {restore}\nwith no server running"))?);
    };
    let began = Instant::now();
    let (held, kept) = backup::restore(&args.file, &database).await.context("Nothing was restored")?;
    say!("{} is restored from {}:", database.display(), args.file.display());
    tell(&held, began)?;
    if let Some(kept) = kept {
        say!("What was there before is kept as {}. Delete it when you do not need it any more.", kept.display());
    }
    let services = super::open(config).await?;
    let name = super::file_name(&args.file);
    let detail = "Replaced the database that was there before";
    super::note(&services.db, &services.world, Action::Restored, format!("backup:{name}"), detail).await?;
    services.note_anew().await?;
    say!(
        "Tokens, accounts and customers are as they were when the copy was made: revoke, disable and erase again what"
    );
    say!("has changed since. `plumbline audit` on the previous database lists it.");
    super::keywords(&services).await?;
    services.db.close().await;
    say!("Runs that were unfinished when the copy was made resume at the next start.");
    Ok(())
}

fn tell(held: &Held, began: Instant) -> Result<()> {
    for (table, rows) in &held.rows {
        say!("  {table:16} {rows:>12} rows");
    }
    say!("  {:.1} MiB in {:.1} s", held.bytes as f64 / f64::from(1 << 20), began.elapsed().as_secs_f64());
    Ok(())
}

/// Instructions if the database is not a file.
fn postgres(config: &Config, lines: &str) -> Result<String> {
    let url = &config.database.value;
    if !url.starts_with("postgres") {
        bail!("{} is not a database file. Name one with --database sqlite://FILE.", redact(url));
    }
    Ok(format!(
        "{} is Postgres, which has tools of its own for this. Run\n{lines}\nThe tools ask for the password, or take it \
         from PGPASSWORD.",
        redact(url)
    ))
}
