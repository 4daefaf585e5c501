//! Measures how well the parts of Plumbline work, and trains some of them: one file per kind. Not in the program, which
//! does not know this crate; its tests do.

/// Prints a line. If the reader is gone (`evals … | head`), the error ends the command quietly.
macro_rules! say {
    ($($text:tt)*) => {{
        use std::io::Write as _;
        writeln!(std::io::stdout(), $($text)*)?
    }};
}

mod answers;
pub mod calls;
mod candidates;
mod documents;
mod figures;
pub mod grounding;
mod hearing;
pub mod injection;
mod knowledge;
mod linear;
mod offers;
pub mod questions;
mod reader;
pub mod readers;
mod search;
mod sentiment;
#[cfg(test)]
mod tests;
mod texts;

use std::io::BufRead;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use serde::de::DeserializeOwned;
use server::config::Config;

/// What is measured or trained.
#[derive(Debug, clap::Subcommand)]
pub enum Kind {
    /// How many errors in answers grounding catches, and how many right answers it holds up
    Grounding {
        /// JSON lines in the form of server/eval/answers.jsonl
        file: PathBuf,
        /// Print one JSON object instead of the table
        #[arg(long)]
        json: bool,
        /// Print every miss and every false alarm, not the first twenty
        #[arg(long)]
        list: bool,
    },
    Answers(answers::Args),
    Questions(figures::Args),
    Candidates(candidates::Args),
    /// How well search ranks, over a folder of corpus.jsonl[.gz], queries.jsonl and qrels.tsv: nDCG@10 and recall@100
    Search {
        /// A collection in the form of BEIR
        folder: PathBuf,
        /// Look at the first hits once more, too: about a second a question
        #[arg(long)]
        rerank: bool,
        /// Print one JSON object instead of the table
        #[arg(long)]
        json: bool,
    },
    /// How often the support articles answer the questions of customers, by language and way of searching
    Knowledge {
        /// JSON lines in the form of server/eval/knowledge.jsonl
        file: PathBuf,
        /// Print the rows as JSON instead of the table
        #[arg(long)]
        json: bool,
    },
    Reader(reader::Args),
    Quotes(texts::quotes::Args),
    Hearing(hearing::Args),
    Calls(calls::Args),
    Sentiment(sentiment::Args),
    TrainSentiment(sentiment::heads::Args),
    TrainDocuments(documents::Args),
    TrainOffers(offers::Args),
    Signals(texts::signals::Args),
    Injection(injection::Args),
}

/// Measures or trains, and prints the results.
///
/// # Errors
/// If a file cannot be read or is malformed; the message names the line.
pub async fn run(kind: Kind, config: Config) -> Result<()> {
    match kind {
        Kind::Grounding { file, json, list } => grounding::run(&file, json, list),
        Kind::Knowledge { file, json } => knowledge::run(&file, json, &config).await,
        Kind::Answers(args) => answers::run(args, config).await,
        Kind::Questions(args) => figures::run(args, config).await,
        Kind::Candidates(args) => candidates::run(args, config).await,
        Kind::Reader(args) => reader::run(&args),
        Kind::Quotes(args) => texts::quotes::run(&args),
        Kind::Hearing(args) => hearing::run(&args),
        Kind::Calls(args) => calls::run(args, config).await,
        Kind::Sentiment(args) => sentiment::run(args, &config).await,
        Kind::TrainSentiment(args) => sentiment::heads::run(args, &config).await,
        Kind::TrainDocuments(args) => documents::run(args, &config).await,
        Kind::TrainOffers(args) => offers::run(args, &config).await,
        Kind::Signals(args) => texts::signals::run(args, config).await,
        Kind::Injection(args) => injection::run(args).await,
        Kind::Search { folder, rerank, json } => search::run(&folder, rerank, json, &config).await,
    }
}

/// The JSON lines of a file, which may be gzipped; error messages name the line.
fn lines<T: DeserializeOwned>(path: &Path) -> Result<Vec<T>> {
    let file = std::fs::File::open(path).with_context(|| format!("{} cannot be read", path.display()))?;
    let plain: Box<dyn std::io::Read> = if path.extension().is_some_and(|e| e == "gz") {
        Box::new(flate2::read::MultiGzDecoder::new(file))
    } else {
        Box::new(file)
    };
    let mut out = Vec::new();
    for (n, line) in std::io::BufReader::new(plain).lines().enumerate() {
        let line = line.with_context(|| format!("{}, line {} cannot be read", path.display(), n + 1))?;
        if !line.trim().is_empty() {
            let parsed = serde_json::from_str(&line);
            out.push(parsed.with_context(|| format!("{}, line {}, is not as it should be", path.display(), n + 1))?);
        }
    }
    Ok(out)
}
