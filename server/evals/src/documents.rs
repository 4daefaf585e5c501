//! `evals train-documents`: trains the classifier that says whether a question is one to the firm's documents.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use embed::head::Head;
use regex::Regex;
use serde::Deserialize;
use server::config::Config;
use server::search::embed::{Models, Tier};

use super::sentiment::heads::{with_models, write};
use super::sentiment::train::{fit, rounded};

/// Maximum number of the reader's questions on data that are read.
const MAX_DATA_QUESTIONS: usize = 2_500;
/// The weight of the cross-entropy, see `fit`.
const CROSS_ENTROPY_WEIGHT: f32 = 10.0;
/// Each fifth question is held out for measuring.
const HELD_OUT: usize = 5;

/// Train what tells questions to the firm's documents from questions on data, for both forms of the model
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The training questions of the reader; the folder `documents` in it has hard ones
    #[arg(default_value = "server/reader/data")]
    folder: PathBuf,
    /// Where the heads go
    #[arg(long, default_value = "server/agent/src/reasoner/rules/words/documents.json")]
    out: PathBuf,
}

/// A question, and whether documents answer it.
#[derive(Clone, Debug, Deserialize)]
struct Example {
    q: String,
    rule: bool,
}

#[derive(Deserialize)]
struct Row {
    q: String,
    act: String,
}

/// Trains, measures and writes the heads.
///
/// # Errors
/// Without the embedding model, or if a file cannot be read or written.
pub async fn run(args: Args, config: &Config) -> Result<()> {
    with_models(config, move |models| train(&args, models)).await
}

fn train(args: &Args, models: &Models) -> Result<()> {
    let hard: Vec<Example> = super::lines(&args.folder.join("documents/questions.jsonl"))?;
    let mut all = of_reader(&args.folder)?;
    let from_reader = all.len();
    all.extend(hard.iter().cloned());
    let texts: Vec<&str> = all.iter().map(|example| example.q.as_str()).collect();
    let mut heads = Vec::new();
    for tier in [Tier::Full, Tier::Static] {
        let embedder = models.get(tier)?;
        let vectors = embedder.embed(&texts);
        let learn = |keep: &dyn Fn(usize) -> bool| {
            let rows = all.iter().zip(&vectors).enumerate().filter(|(at, _)| keep(*at));
            let rows: Vec<_> = rows.map(|(_, (e, v))| (v.as_slice(), usize::from(e.rule), 1.0)).collect();
            rounded(fit(embedder.id(), &["data", "documents"], &rows, CROSS_ENTROPY_WEIGHT))
        };
        let held = |at: usize| at >= from_reader && at.is_multiple_of(HELD_OUT);
        report(tier.id(), &learn(&|at| !held(at)), all.iter().zip(&vectors).enumerate().filter(|(at, _)| held(*at)));
        heads.push(learn(&|_| true));
    }
    println!("Trained on {} questions.", all.len());
    write(&args.out, &heads)
}

/// How many of the held-out questions a head finds, and how many others it takes for such, by least probability.
fn report<'a>(model: &str, head: &Head, held: impl Iterator<Item = (usize, (&'a Example, &'a Vec<f32>))>) {
    let judged: Vec<(bool, f32)> = held.map(|(_, (e, v))| (e.rule, head.probabilities(v)[1])).collect();
    for least in [0.2, 0.3, 0.5, 0.7] {
        let share = |rule: bool| {
            let all = judged.iter().filter(|(is, _)| *is == rule);
            let found = all.clone().filter(|(_, p)| *p >= least).count();
            format!("{found} of {}", all.count())
        };
        println!("{model}, from {least}: found {}, false {}", share(true), share(false));
    }
}

/// The reader's training questions without their marks: all to documents, and others evenly spread.
fn of_reader(folder: &Path) -> Result<Vec<Example>> {
    let marks = Regex::new(r"\[([^\[\]|]+)\|[a-z]+\]")?;
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .with_context(|| format!("{} cannot be read", folder.display()))?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|end| end == "jsonl"))
        .collect();
    files.sort();
    let mut by_kind: HashMap<bool, Vec<Example>> = HashMap::new();
    for file in files {
        for row in super::lines::<Row>(&file)? {
            let rule = row.act == "document";
            by_kind.entry(rule).or_default().push(Example { q: marks.replace_all(&row.q, "$1").into_owned(), rule });
        }
    }
    let others = by_kind.remove(&false).unwrap_or_default();
    let every = (others.len() / MAX_DATA_QUESTIONS).max(1);
    let mut all = by_kind.remove(&true).unwrap_or_default();
    all.extend(others.into_iter().step_by(every).take(MAX_DATA_QUESTIONS));
    Ok(all)
}
