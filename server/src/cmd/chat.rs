//! `plumbline chat`: a support call in the terminal. Each line is the caller's; the reply follows.

use std::io::{BufRead, IsTerminal, Write};

use anyhow::{Context, Result, bail};
use model::account::Action;
use model::approval::{Choice, Decision};
use model::run::{Run, RunStatus, StepKind};
use model::support::{BeginCall, Language};
use tokio_util::sync::CancellationToken;

use crate::agent::{Agent, By};
use crate::config::Config;

/// Talk to the support agent in the terminal
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The number that calls, with its country code, e.g. +37060012345
    #[arg(long)]
    phone: String,
    /// lt or en [default: as calls are set]
    #[arg(long)]
    language: Option<Language>,
    /// Speak formally: "Jūs" instead of "tu"
    #[arg(long)]
    formal: bool,
    /// Another model of the provider, for this call
    #[arg(long)]
    model: Option<String>,
    /// 0 to 2, for this call
    #[arg(long)]
    temperature: Option<f32>,
    /// Show what the agent thinks and calls
    #[arg(long)]
    thoughts: bool,
}

pub async fn run(args: Args, config: Config) -> Result<()> {
    let services = super::open(config).await?;
    let stop = CancellationToken::new();
    let keeper = super::drive(&services.agent, &stop);
    let begin = BeginCall {
        phone: args.phone,
        language: args.language,
        formal: args.formal.then_some(true),
        model: args.model,
        temperature: args.temperature,
        ..BeginCall::default()
    };
    super::note(&services.db, &services.world, Action::Asked, "call".into(), "A support call in the terminal").await?;
    let talked = talk(&services.agent, begin, args.thoughts).await;
    stop.cancel();
    let _ = keeper.await;
    services.db.close().await;
    talked
}

async fn talk(agent: &Agent, begin: BeginCall, thoughts: bool) -> Result<()> {
    let mut asked = agent.begin_call(begin, "local").await?;
    let call = asked.session_id.clone();
    let mut out = std::io::stdout();
    loop {
        let mut run = agent.finish(&asked.run_id).await?;
        if thoughts {
            think(&run)?;
        }
        if run.status == RunStatus::Waiting {
            decide(agent, &run).await?;
            run = agent.finish(&asked.run_id).await?;
        }
        let answer = run.answer.as_ref().context("The run ended without a reply")?;
        writeln!(out, "{}\n", answer.text)?;
        if answer.turn.as_ref().is_some_and(|turn| turn.ending.is_some()) {
            return Ok(());
        }
        let Some(message) = next_line().await? else {
            return Ok(agent.end_call(&call).await?);
        };
        asked = agent.say(&call, &message, "local").await?.context("A colleague has taken the call over")?;
    }
}

/// Prints the agent's thoughts and calls to standard error.
fn think(run: &Run) -> Result<()> {
    let mut err = std::io::stderr();
    for step in &run.steps {
        match &step.kind {
            StepKind::Note { text, .. } | StepKind::Thought { text, .. } => writeln!(err, "  · {text}")?,
            StepKind::Calls { calls } => {
                for call in calls {
                    let said = call.outcome.as_ref().and_then(|o| o.output()).map(|o| o.summary.as_str());
                    writeln!(err, "  · {} {}: {}", call.tool, call.args, said.unwrap_or("no result"))?;
                }
            }
            _ => {}
        }
    }
    Ok(())
}

/// A pending ticket: decided at the terminal if it is interactive; otherwise it waits for the desk.
async fn decide(agent: &Agent, run: &Run) -> Result<()> {
    let waiting = run.steps.iter().rev().find_map(|step| match &step.kind {
        StepKind::Approval { approval, proposal, decision: None, .. } => {
            Some((approval.clone(), proposal.title.clone()))
        }
        _ => None,
    });
    let Some((approval, title)) = waiting else { return Ok(()) };
    if !std::io::stdin().is_terminal() {
        bail!("A ticket waits for a colleague. Decide in the desk (plumbline serve), conversation {}.", run.session_id);
    }
    eprint!("[colleague] {title}. Confirm? [y/N] ");
    let yes = next_line().await?.is_some_and(|line| matches!(line.to_lowercase().as_str(), "y" | "yes"));
    let decision = if yes { Decision::Approve } else { Decision::Reject };
    Ok(agent
        .decide_as(&run.id, &approval, Choice { decision, args: None, note: None }, By::person(super::by()))
        .await?)
}

/// The next non-blank line; `None` at the end of the input.
async fn next_line() -> Result<Option<String>> {
    let read = || -> std::io::Result<Option<String>> {
        let mut line = String::new();
        loop {
            line.clear();
            if std::io::stdin().lock().read_line(&mut line)? == 0 {
                return Ok(None);
            }
            if !line.trim().is_empty() {
                return Ok(Some(line.trim().to_owned()));
            }
        }
    };
    Ok(tokio::task::spawn_blocking(read).await??)
}
