//! `plumbline skill`: custom skills, as folders. `new` writes a first one, `check` reports problems, `list` shows their
//! tools.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::config::Config;
use crate::skills::folder::{self, Trouble};

/// Custom skills, as folders: create a first one, check them, list them
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    act: Act,
}

#[derive(Debug, clap::Subcommand)]
enum Act {
    /// Write the files of a working first skill
    New {
        /// Lower-case letters, digits and -
        name: String,
    },
    /// Report problems of the skills, with file and line
    Check {
        /// Only this folder
        folder: Option<PathBuf>,
    },
    /// List all skills and their tools
    List,
}

pub async fn run(args: Args, config: Config) -> Result<()> {
    let root = PathBuf::from(&config.sources.skills_dir.value);
    match args.act {
        Act::New { name } => new(&root, &name),
        Act::Check { folder } => check(config, &root, folder).await,
        Act::List => list(config).await,
    }
}

fn new(root: &Path, name: &str) -> Result<()> {
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if name.is_empty()
        || name.len() > 50
        || !name.chars().all(plain)
        || !name.starts_with(|c: char| c.is_ascii_lowercase())
    {
        bail!("\"{name}\" is not a valid name: use 1 to 50 lower-case letters, digits and -, starting with a letter.");
    }
    let folder = root.join(name);
    folder::draft(&folder, name).with_context(|| format!("{} cannot be written", folder.display()))?;
    say!("Wrote {}. It works as it is:", folder.display());
    say!("  plumbline skill check {}", folder.display());
    say!("  plumbline ask \"{name} summary\"");
    say!("Then change sources.yaml, tools.yaml and SKILL.md. A running server has changes within seconds.");
    Ok(())
}

async fn check(config: Config, root: &Path, only: Option<PathBuf>) -> Result<()> {
    let services = super::open(config).await?;
    let folders = only.map_or_else(|| folder::folders(root), |folder| vec![folder]);
    if folders.is_empty() {
        say!("There are no skills in {}. Begin one: plumbline skill new NAME", root.display());
    }
    // Names in skills are looked up in the sources, including their own.
    let places = services.config.sources.places();
    let mut opener = crate::sources::Opener::new(services.db.clone(), places.loaded.clone(), services.today());
    let mut files = places.files();
    files.extend(folders.iter().map(|folder| folder.join("sources.yaml")).filter(|file| file.is_file()));
    files.sort();
    files.dedup();
    let mut reports = Vec::new();
    for file in files {
        reports.push(opener.file(&file).await);
    }
    services.agent.names().declare(opener.opened);
    let vocabulary = services.agent.vocabulary().await?;
    let mut wrong = 0;
    for path in folders {
        let own = path.join("sources.yaml");
        for report in reports.iter().filter(|report| report.file == own) {
            wrong += report.problems.len() + report.sources.iter().filter(|(_, open, _)| !open).count();
            for line in report.lines() {
                say!("{line}");
            }
        }
        let (found, mut troubles) = folder::read(&path);
        let unheld = found.iter().flat_map(|found| found.problems(&vocabulary));
        troubles.extend(unheld.map(|problem| Trouble { file: path.join("tools.yaml"), problem }));
        for trouble in &troubles {
            say!("{trouble}");
        }
        wrong += troubles.iter().filter(|trouble| !trouble.problem.harmless).count();
        match found {
            Some(found) => {
                let (tools, documents) = (found.tools.len(), found.documents.len());
                say!("{}: {tools} tools and {documents} documents.", path.display());
            }
            None => say!("{}: the skill cannot be used.", path.display()),
        }
    }
    if wrong > 0 {
        bail!("{wrong} parts of the skills cannot be used");
    }
    Ok(())
}

async fn list(config: Config) -> Result<()> {
    let services = super::open(config).await?;
    super::declare(&services).await;
    for (skill, tools) in services.agent.tools().skills() {
        say!("{} {} ({})", skill.name, skill.version, skill.domain);
        say!("  {}", skill.description);
        let names: Vec<&str> = tools.iter().map(|tool| &*tool.name).collect();
        say!("  {}", names.join(", "));
    }
    Ok(())
}
