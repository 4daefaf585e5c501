//! `plumbline session …`: conversations as files.

use model::account::Action;

use crate::agent::recorded;
use crate::config::Config;
use crate::store::Db;
use crate::world::World;

/// Work with conversations.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    what: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    /// Print a conversation with all its events, as JSON lines
    Export {
        /// The conversation's id: the last part of its URL
        id: String,
    },
    /// Store exported conversations as recorded ones
    Load {
        /// Files, plain or gzip
        #[arg(required = true, value_name = "FILE")]
        files: Vec<std::path::PathBuf>,
    },
}

pub async fn run(args: Args, config: Config) -> anyhow::Result<()> {
    let db = Db::open(&config.database.value).await?;
    match args.what {
        Command::Export { id } => {
            super::note(&db, &World::real(), Action::Exported, format!("conversation:{id}"), "With all its events")
                .await?;
            say!("{}", recorded::export(&db, &id).await?.trim_end());
        }
        Command::Load { files } => {
            for file in files {
                let name = format!("file:{}", super::file_name(&file));
                super::note(&db, &World::real(), Action::Imported, name, "Conversations").await?;
                let is_new = recorded::load(&db, &std::fs::read(&file)?).await?;
                say!("{}: {}", file.display(), if is_new { "stored" } else { "is there already" });
            }
        }
    }
    db.close().await;
    Ok(())
}
