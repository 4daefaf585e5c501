//! `plumbline eval collect`: asks many questions by rules, over the data that is there, and writes down each answer with
//! all that its tools returned; on request with variants into which one error was planted. The conversations that this
//! makes are deleted again.
//!
//! Deliberately not here: which questions (`questions`) and how errors are planted (`agent::ground::measure::planted`).

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::PathBuf;

use anyhow::{Context, Result};
use app::model::run::Run;
use app::model::session::Ask;
use app::model::time::DateRange;
use futures::{StreamExt, TryStreamExt};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use tokio_util::sync::CancellationToken;

use super::questions;
use crate::agent::Agent;
use crate::agent::ground::measure::{Case, planted, prose};
use crate::config::Config;
use crate::query::values::Vocabulary;
use crate::store::analytics::{self, Data, Filter};
use crate::store::{Db, sessions};

/// Questions that are under way at the same time.
const AT_ONCE: usize = 4;

/// Ask many questions and write the answers down, for `eval grounding`
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Where to write: JSON lines
    #[arg(long)]
    out: PathBuf,
    /// The questions, one a line; made up from what the data holds if not given
    #[arg(long)]
    questions: Option<PathBuf>,
    /// How many questions to make up
    #[arg(long, default_value_t = 1000)]
    count: usize,
    /// The same number makes the same questions and the same errors
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Add variants of each answer that are wrong in one place
    #[arg(long)]
    planted: bool,
    /// Write the answers anew in other words, with hedged, rounded and written-out numbers, as a model might
    #[arg(long)]
    prose: bool,
}

pub async fn run(args: Args, config: Config) -> Result<()> {
    let services = crate::cmd::open(config).await?;
    services.search.catch_up(&services.db, |_, _| {}).await?;
    let mut rng = ChaCha8Rng::seed_from_u64(args.seed);
    let list = match &args.questions {
        Some(path) => {
            let text = std::fs::read_to_string(path).with_context(|| format!("{} cannot be read", path.display()))?;
            text.lines().map(str::trim).filter(|l| !l.is_empty()).map(str::to_owned).collect()
        }
        None => made_up(&services.db, args.count, &mut rng).await?,
    };
    // Keeps the leases of the runs, and takes up again what was interrupted.
    let stop = CancellationToken::new();
    let keeper = {
        let (agent, stop) = (services.agent.clone(), stop.clone());
        tokio::spawn(async move { agent.keep(stop).await })
    };
    let (asked, right) = (list.len(), answers(&services.db, &services.agent, list).await?);
    stop.cancel();
    let _ = keeper.await;
    let right = if args.prose { prose::retell(&right, &mut rng) } else { right };
    let wrong = if args.planted { planted::plant(&right, &mut rng) } else { Vec::new() };
    let file = File::create(&args.out).with_context(|| format!("{} cannot be written", args.out.display()))?;
    let mut out = BufWriter::new(file);
    for case in right.iter().chain(&wrong) {
        writeln!(out, "{}", serde_json::to_string(case)?)?;
    }
    out.flush()?;
    services.db.close().await;
    say!(
        "{asked} questions, {} answered from data, {} wrong variants: {}",
        right.len(),
        wrong.len(),
        args.out.display()
    );
    Ok(())
}

/// Questions about what the database holds.
pub(super) async fn made_up(db: &Db, count: usize, rng: &mut ChaCha8Rng) -> Result<Vec<String>> {
    let vocabulary = Vocabulary::load(db).await?;
    let extent = analytics::extent(db, Data::Communications, &Filter::default()).await?;
    let days = extent.map(|(from, to)| DateRange { from: Some(from), to: Some(to) }).unwrap_or(DateRange::ALL);
    Ok(questions::make(&vocabulary, days, count, rng))
}

/// The answers in the order of the questions; those that rest on no data are left out.
pub(super) async fn answers(db: &Db, agent: &Agent, questions: Vec<String>) -> Result<Vec<Case>> {
    let numbered = futures::stream::iter(questions.into_iter().enumerate());
    let cases = numbered.map(|(n, question)| async move {
        let run = ask(db, agent, question).await?;
        anyhow::Ok(Case::of_run(format!("q{:04}", n + 1), &run))
    });
    cases.buffered(AT_ONCE).try_filter_map(|case| async move { Ok(case) }).try_collect().await
}

async fn ask(db: &Db, agent: &Agent, query: String) -> Result<Run> {
    let asked = agent.ask(Ask { query, ..Ask::default() }, "local", "evaluation").await?;
    let run = agent.finish(&asked.run_id).await?;
    sessions::delete(db, &asked.session_id).await?;
    Ok(run)
}
