//! `evals quotes`: how often a message is quoted by a sentence that tells what it is about, over messages whose telling
//! sentences people chose. Half of them were used to fit the weights.

use std::path::{Path, PathBuf};

use anyhow::Result;
use model::record::Communication;
use serde::Deserialize;
use server::skills::quote::{own, telling};

/// How often the sentence quoted of a message tells what it is about
#[derive(Debug, clap::Args)]
pub struct Args {
    /// JSON lines in the form of server/eval/quotes.jsonl
    #[arg(default_value = "server/eval/quotes.jsonl")]
    file: PathBuf,
    /// Print every sentence that was not chosen, too
    #[arg(long)]
    list: bool,
}

#[derive(Debug, Deserialize)]
struct Line {
    fitted: bool,
    category: Option<String>,
    subcategory: Option<String>,
    subject: Option<String>,
    body: String,
    /// The sentences that tell, best first.
    tells: Vec<String>,
}

/// Measures and prints.
///
/// # Errors
/// If the file cannot be read or a line is malformed.
pub fn run(Args { file, list }: &Args) -> Result<()> {
    let all: Vec<Line> = crate::lines(Path::new(file))?;
    for fitted in [true, false] {
        let (mut messages, mut chosen, mut best) = (0, 0, 0);
        for line in all.iter().filter(|line| line.fitted == fitted) {
            let message = Communication {
                category: line.category.clone(),
                subcategory: line.subcategory.clone(),
                subject: line.subject.clone(),
                body: line.body.clone(),
                ..Communication::default()
            };
            let own = own(&message);
            let sentence = telling(&own, &message, "");
            messages += 1;
            best += usize::from(line.tells.first().is_some_and(|first| first == sentence));
            let tells = line.tells.iter().any(|tells| tells == sentence);
            chosen += usize::from(tells);
            if *list && !tells {
                say!("  {sentence}\n    chosen: {}", line.tells.join(" / "));
            }
        }
        let of = if fitted { "fitted on" } else { "held out" };
        say!("{of}: {chosen} of {messages} quoted by a sentence that tells, {best} by the best");
    }
    Ok(())
}
