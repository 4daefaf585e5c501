//! `evals train-offers`: trains which of the questions that every desk answers a refused one comes nearest to.

use std::path::PathBuf;

use anyhow::Result;
use embed::head::Head;
use serde::Deserialize;
use server::config::Config;
use server::search::embed::{Models, Tier};

use super::sentiment::heads::{with_models, write};
use super::sentiment::train::{fit_many, rounded};

/// The class of questions that none of the others serves.
const NONE: &str = "none";
/// The weight of the cross-entropy, see `fit_many`.
const CROSS_ENTROPY_WEIGHT: f32 = 30.0;

/// Train which answerable question a refused one comes nearest to, for both forms of the model
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Everyday questions with the answerable one that serves them; those marked `held_out` are measured
    #[arg(default_value = "server/eval/offers.jsonl")]
    file: PathBuf,
    /// Where the heads go
    #[arg(long, default_value = "server/agent/src/reasoner/rules/words/offers.json")]
    out: PathBuf,
}

/// A question, and the one to offer for it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Example {
    q: String,
    offer: String,
    #[serde(default)]
    held_out: bool,
}

/// Trains, measures and writes the heads.
///
/// # Errors
/// Without the embedding model, or if a file cannot be read or written.
pub async fn run(args: Args, config: &Config) -> Result<()> {
    with_models(config, move |models| train(&args, models)).await
}

fn train(args: &Args, models: &Models) -> Result<()> {
    let all: Vec<Example> = super::lines(&args.file)?;
    let mut classes: Vec<&str> = all.iter().map(|example| example.offer.as_str()).collect();
    classes.sort_unstable();
    classes.dedup();
    let class = |example: &Example| classes.binary_search(&example.offer.as_str()).unwrap_or_default();
    let texts: Vec<&str> = all.iter().map(|example| example.q.as_str()).chain(classes.iter().copied()).collect();
    let mut heads = Vec::new();
    for tier in [Tier::Full, Tier::Static] {
        let embedder = models.get(tier)?;
        let vectors = embedder.embed(&texts);
        let (own, names) = vectors.split_at(all.len());
        let learn = |keep: &dyn Fn(&Example) -> bool| {
            let rows = all.iter().zip(own).filter(|(example, _)| keep(example));
            let rows = rows.map(|(example, vector)| (vector.as_slice(), class(example), 1.0));
            // Each question to be offered is also one of its own.
            let named = names.iter().enumerate().filter(|(at, _)| classes[*at] != NONE);
            let named = named.map(|(at, vector)| (vector.as_slice(), at, 1.0));
            let rows: Vec<_> = rows.chain(named).collect();
            rounded(fit_many(embedder.id(), &classes, &rows, CROSS_ENTROPY_WEIGHT))
        };
        report(tier.id(), &learn(&|example| !example.held_out), all.iter().zip(own), class);
        heads.push(learn(&|_| true));
    }
    println!("Trained on {} questions.", all.len());
    write(&args.out, &heads)
}

/// For how many held-out questions the right one is first or among three, and how many of those that none serves are taken
/// for one, by least probability of the first.
fn report<'a>(
    model: &str,
    head: &Head,
    all: impl Iterator<Item = (&'a Example, &'a Vec<f32>)>,
    class: impl Fn(&Example) -> usize,
) {
    // Of each: the place of the right one among those that can be offered, if there is one; the probability of the first.
    let judged: Vec<(Option<usize>, f32)> = all
        .filter(|(example, _)| example.held_out)
        .map(|(example, vector)| {
            let offered = |at: usize| head.classes[at] != NONE;
            let probabilities = head.probabilities(vector);
            let own = class(example);
            let above = |at: usize| offered(at) && probabilities[at] > probabilities[own];
            let place = offered(own).then(|| (0..probabilities.len()).filter(|at| above(*at)).count());
            let first = (0..probabilities.len()).filter(|at| offered(*at)).map(|at| probabilities[at]);
            (place, first.fold(0.0, f32::max))
        })
        .collect();
    let served = judged.iter().filter(|(place, _)| place.is_some()).count();
    let within = |most: usize| judged.iter().filter(|(place, _)| place.is_some_and(|place| place < most)).count();
    println!("{model}: of {served} held out, first {}, among three {}", within(1), within(3));
    for least in [0.3, 0.4, 0.5, 0.6, 0.7, 0.8] {
        let taken = |served: bool| judged.iter().filter(move |(place, p)| place.is_some() == served && *p >= least);
        let right = taken(true).filter(|(place, _)| *place == Some(0)).count();
        println!(
            "  from {least}: {} of them, {right} rightly; of {} that none serves {}",
            taken(true).count(),
            judged.len() - served,
            taken(false).count()
        );
    }
}
