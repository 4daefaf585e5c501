//! `plumbline source`: databases and folders. `add` inspects one and drafts a declaration, `check` reports problems of
//! declarations, `list` shows what can be queried.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use model::time::full_date;

use crate::config::Config;
use crate::query::declared::Opened;
use crate::services::Services;
use crate::sources::{self, Place, Report, SearchPlace};

/// Query any database: inspect and declare it, check declarations, list them
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    act: Act,
}

#[derive(Debug, clap::Subcommand)]
enum Act {
    /// Inspect a database or a folder, and draft a declaration of its tables
    Add {
        /// postgres:// or mysql://USER:PASSWORD@HOST/NAME, a SQLite file, a folder of CSV, JSON-lines, Parquet,
        /// Excel and OpenDocument files, or a pattern of such files that form one table: 'data/2025-*.parquet'; or opensearch, followed by the
        /// address of a cluster
        place: String,
        /// For opensearch: https://HOST:PORT
        url: Option<String>,
        #[command(flatten)]
        search: Search,
        /// Its name [default: from the file or database]
        #[arg(long)]
        name: Option<String>,
        /// Only these tables, separated by commas
        #[arg(long, value_delimiter = ',')]
        tables: Vec<String>,
        /// Use guessed joins: ids whose name points to a table, without a declared key
        #[arg(long)]
        guessed_joins: bool,
        /// Overwrite a declaration of the same name
        #[arg(long)]
        force: bool,
    },
    /// Report problems of the declarations, with line numbers
    Check {
        /// Only this file
        file: Option<PathBuf>,
    },
    /// List the sources, their measures and dimensions
    List {
        /// Print JSON instead
        #[arg(long)]
        json: bool,
    },
}

/// Credentials for a search cluster.
#[derive(Debug, clap::Args)]
struct Search {
    /// For opensearch: the user
    #[arg(long)]
    user: Option<String>,
    /// The environment variable with the user's password
    #[arg(long, requires = "user", value_name = "NAME")]
    password_env: Option<String>,
    /// The environment variable with an API key, instead of a user
    #[arg(long, conflicts_with = "user", value_name = "NAME")]
    api_key_env: Option<String>,
    /// PEM certificates of authorities trusted besides the system's
    #[arg(long, value_name = "FILE")]
    ca_file: Option<PathBuf>,
}

impl Search {
    fn place(self, url: String) -> Place {
        let Self { user, password_env, api_key_env, ca_file } = self;
        Place::Search(SearchPlace { url, user, password_env, api_key_env, ca_file })
    }
}

pub async fn run(args: Args, config: Config) -> Result<()> {
    let services = super::open(config).await?;
    match args.act {
        Act::Add { place, url, search, name, tables, guessed_joins, force } => {
            let place = match (place.as_str(), url) {
                ("opensearch", Some(url)) => search.place(url),
                ("opensearch", None) => bail!("Say where it is: plumbline source add opensearch https://HOST:9200"),
                (_, None) => Place::read(&place)?,
                (_, Some(other)) => {
                    bail!("Unexpected \"{other}\": only opensearch is followed by an address.")
                }
            };
            add(&services, &place, name, &tables, (guessed_joins, force)).await
        }
        Act::Check { file } => check(&services, file.as_deref()).await,
        Act::List { json } => list(&services, json).await,
    }
}

async fn add(
    services: &Services,
    place: &Place,
    name: Option<String>,
    tables: &[String],
    (guessed_joins, force): (bool, bool),
) -> Result<()> {
    let places = services.config.sources.places();
    let name = name.unwrap_or_else(|| place.name());
    if !sources::is_name(&name) {
        bail!("\"{name}\" is not a valid name: use lower-case letters, digits and _. Give one with --name.");
    }
    let folder = places.declarations.first().context("There is no folder for declarations.")?;
    let file = folder.join(format!("{name}.yaml"));
    if file.exists() && !force {
        bail!("{} is there already. Give another --name, or --force to write over it.", file.display());
    }
    let drafted = place.draft(&name, tables, &places, guessed_joins).await?;
    std::fs::create_dir_all(folder).with_context(|| format!("{} cannot be made", folder.display()))?;
    base::secret::write_private(&file, &drafted.text)
        .with_context(|| format!("{} cannot be written", file.display()))?;
    say!("Wrote {}: {}.", file.display(), drafted.sources.join(", "));
    if let Some(hint) = place.advice() {
        say!("{hint}");
    }
    let report = sources::Opener::new(services.db.clone(), places.loaded, services.today()).file(&file).await;
    report.lines().iter().try_for_each(|line| -> Result<()> {
        say!("{line}");
        Ok(())
    })?;
    let open = report.sources.iter().filter(|(_, open, _)| *open).count();
    say!("{open} of {} sources can be asked. A running server has them within seconds.", report.sources.len());
    if !drafted.waiting.is_empty() {
        say!(
            "Joins that no key declares are off. Where one is right, delete \"agreed: false\" in the file, or add all with"
        );
        say!("--guessed-joins --force:");
    }
    for join in &drafted.waiting {
        say!("  {join}");
    }
    say!("Read the file: it says what a column is called and how tables are joined. Then ask, for example:");
    for question in drafted.questions {
        say!("  plumbline ask \"{question}\"");
    }
    Ok(())
}

async fn check(services: &Services, file: Option<&Path>) -> Result<()> {
    let places = services.config.sources.places();
    let mut opener = sources::Opener::new(services.db.clone(), places.loaded.clone(), services.today());
    let files = file.map_or_else(|| places.files(), |file| vec![file.to_owned()]);
    let stored = if file.is_none() { services.stored_sources() } else { Default::default() };
    if files.is_empty() && stored.is_empty() {
        say!("Nothing is declared. Look at a database: plumbline source add postgres://…");
    }
    let mut reports: Vec<Report> = Vec::new();
    for file in files {
        reports.push(opener.file(&file).await);
    }
    for (name, declaration) in &stored {
        reports.push(match declaration {
            Ok(declaration) => opener.stored(name, declaration).await,
            Err(why) => Report::unread(name, why),
        });
    }
    let mut wrong = 0;
    for report in reports {
        for line in report.lines() {
            say!("{line}");
        }
        wrong += report.problems.iter().filter(|problem| !problem.harmless).count()
            + report.sources.iter().filter(|(_, open, _)| !open).count();
        let open = report.sources.iter().filter(|(_, open, _)| *open).count();
        say!("{}: {open} of {} sources can be asked.", report.file.display(), report.sources.len());
    }
    if wrong > 0 {
        bail!("{wrong} parts of the declarations cannot be used");
    }
    Ok(())
}

async fn list(services: &Services, json: bool) -> Result<()> {
    for line in services.declare_sources().await.iter().flat_map(Report::lines) {
        tracing::warn!("{line}");
    }
    let all = services.agent.names().sources();
    if json {
        let list: Vec<serde_json::Value> = all.iter().map(|opened| opened.described()).collect();
        say!("{}", serde_json::to_string_pretty(&list)?);
        return Ok(());
    }
    for opened in all.iter() {
        say!("{}", told(opened));
    }
    if all.is_empty() {
        say!("Nothing is declared. Look at a database: plumbline source add postgres://…");
    }
    Ok(())
}

/// A summary of a source.
fn told(opened: &Opened) -> String {
    let source = &opened.source;
    let days = opened.days.and_then(|days| days.from.zip(days.to));
    let days = days.map(|(from, to)| format!(", {} to {}", full_date(from), full_date(to))).unwrap_or_default();
    let names = |list: Vec<&str>| if list.is_empty() { "none".to_owned() } else { list.join(", ") };
    format!(
        "{}{days}\n  {}\n  measures: {}\n  dimensions: {}",
        source.name.as_str(),
        source.description,
        names(source.measures.iter().map(|m| m.name.as_str()).collect()),
        names(source.dimensions.iter().map(|d| d.name.as_str()).collect())
    )
}
