//! `plumbline words`: the taught words in the terminal.

use anyhow::{Context, Result};
use model::account::Action;
use model::session::taught::{NewWord, TaughtWord};
use model::time::{day_of, full_date};

use crate::config::Config;
use crate::services::Services;

/// Teach words, list them, revoke them
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    act: Act,
}

#[derive(Debug, clap::Subcommand)]
enum Act {
    /// List the words in use
    List {
        /// Include revoked words
        #[arg(long)]
        all: bool,
        /// Print JSON lines instead
        #[arg(long)]
        json: bool,
    },
    /// Define a word: as a value of the data, or in known words
    Teach { word: String, meaning: String },
    /// Revoke a word
    Revoke {
        /// The word, or its id
        word: String,
    },
}

pub async fn run(args: Args, config: Config) -> Result<()> {
    let services = super::open(config).await?;
    let agent = &services.agent;
    match args.act {
        Act::List { all, json } => {
            let words = agent.taught_words().await?;
            let shown: Vec<&TaughtWord> = words.iter().filter(|w| all || w.revoked_at.is_none()).collect();
            for word in &shown {
                if json {
                    say!("{}", serde_json::to_string(word)?);
                } else {
                    let day = full_date(day_of(word.at));
                    let ended = word.revoked_at.map(|at| format!(", taken back {}", full_date(day_of(at))));
                    say!("{} = {} ({}, {day}{})", word.word, word.meaning, word.by, ended.unwrap_or_default());
                }
            }
            if shown.is_empty() && !json {
                say!("No words are taught. Teach one: plumbline words teach BofA \"Bank of America\"");
            }
        }
        Act::Teach { word, meaning } => {
            let word = agent.teach(NewWord { word, meaning, run_id: None }, "local").await?;
            note(&services, &word, "Taught").await?;
            say!("{}", word.note());
        }
        Act::Revoke { word } => {
            let all = agent.taught_words().await?;
            let named =
                |w: &&TaughtWord| w.revoked_at.is_none() && (w.id == word || w.word.eq_ignore_ascii_case(&word));
            let known = all.iter().find(named).with_context(|| format!("No word in use is called {word}"))?;
            note(&services, known, "Took back").await?;
            let gone = agent.revoke_word(&known.id, "local").await?;
            say!("“{}” is no longer read as {}.", gone.word, gone.meaning);
        }
    }
    services.db.close().await;
    Ok(())
}

async fn note(services: &Services, word: &TaughtWord, what: &str) -> Result<()> {
    let (about, detail) = (format!("word:{}", word.id), format!("{what} “{}”", word.word));
    super::note(&services.db, &services.world, Action::Taught, about, &detail).await
}
