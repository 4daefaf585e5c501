//! `plumbline ask "…"`: one question in the terminal, its steps shown while they happen, then the answer.

use std::io::{IsTerminal, Write};

use anyhow::{Result, bail};
use app::model::run::{Outcome, Run, RunEvent, RunStatus, StoredEvent, Strategy};
use app::model::session::Ask;
use futures::StreamExt;
use serde_json::Value;
use tokio_util::sync::CancellationToken;

use crate::config::Config;

/// Ask one question; steps are shown as they happen, the answer follows
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The question, in quotes
    question: String,
    /// Print the events as JSON lines instead
    #[arg(long)]
    json: bool,
    /// Who reasons: auto, rules, react, tools or plan [default: as PLUMBLINE_STRATEGY says]
    #[arg(long)]
    strategy: Option<Strategy>,
}

pub async fn run(args: Args, config: Config) -> Result<()> {
    let services = super::open(config).await?;
    services.search.catch_up(&services.db, |_, _| {}).await?;
    let stop = CancellationToken::new();
    let keeper = {
        let (agent, stop) = (services.agent.clone(), stop.clone());
        tokio::spawn(async move { agent.keep(stop).await })
    };
    let ask = Ask { query: args.question, strategy: args.strategy, ..Ask::default() };
    let asked = services.agent.ask(ask, "local", "terminal").await?;
    let cancel = services.agent.clone();
    let run_id = asked.run_id.clone();
    tokio::spawn(async move {
        if tokio::signal::ctrl_c().await.is_ok() {
            let _ = cancel.cancel(&run_id).await;
        }
    });
    let mut run = Run::new(&asked.run_id);
    let mut rows = std::pin::pin!(services.agent.watch(&asked.run_id, 0).await?);
    let mut out = std::io::stdout();
    while let Some(row) = rows.next().await {
        if args.json {
            writeln!(out, "{}", row.json)?;
        }
        let event: StoredEvent = serde_json::from_str(&row.json)?;
        run.apply(&event);
        if !args.json {
            show(&mut std::io::stderr(), &run, &event)?;
        }
    }
    stop.cancel();
    let _ = keeper.await;
    services.db.close().await;
    if !args.json {
        conclude(&mut out, &run)?;
    }
    match run.status {
        RunStatus::Completed | RunStatus::Cancelled => Ok(()),
        _ => bail!("The run ended as {}.", run.status),
    }
}

/// One step, on one or two lines.
fn show(out: &mut impl Write, run: &Run, event: &StoredEvent) -> std::io::Result<()> {
    let time = event.at - run.started_at;
    let color = std::io::stderr().is_terminal();
    let (dim, plain) = if color { ("\x1b[2m", "\x1b[0m") } else { ("", "") };
    match &event.event {
        RunEvent::Routed { reasoning, .. } => writeln!(out, "{dim}{time:>5} ms{plain}  {reasoning}"),
        RunEvent::Thought { text, .. } => writeln!(out, "{dim}{time:>5} ms{plain}  Thought: {text}"),
        RunEvent::ToolStarted { tool, args, .. } => {
            writeln!(out, "{dim}{time:>5} ms{plain}  Call: {tool}({})", arguments(args))
        }
        RunEvent::ToolFinished { tool, outcome, duration_ms, .. } => {
            let text = match outcome {
                Outcome::Ok { output } => output.summary.clone(),
                Outcome::Error { error, .. } => format!("Error: {error}"),
            };
            writeln!(out, "{dim}{time:>5} ms{plain}  Observation of {tool} ({duration_ms} ms): {text}")
        }
        RunEvent::Limit { text, .. } | RunEvent::Interrupted { text, .. } => {
            writeln!(out, "{dim}{time:>5} ms{plain}  {text}")
        }
        RunEvent::Planned { reasoning, calls } => {
            let tools: Vec<&str> = calls.iter().map(|c| c.tool.as_str()).collect();
            writeln!(out, "{dim}{time:>5} ms{plain}  Plan: {reasoning} ({})", tools.join(", "))
        }
        RunEvent::Reflected { text, .. } => writeln!(out, "{dim}{time:>5} ms{plain}  Reflection: {text}"),
        RunEvent::Fallback { from, to, reason } => {
            writeln!(out, "{dim}{time:>5} ms{plain}  {reason} {from} gave way to {to}.")
        }
        RunEvent::Failed { error, advice } => writeln!(out, "{dim}{time:>5} ms{plain}  Failed: {error} {advice}"),
        RunEvent::Cancelled { by } => writeln!(out, "{dim}{time:>5} ms{plain}  Stopped by {by}."),
        _ => Ok(()),
    }
}

fn arguments(args: &Value) -> String {
    let Some(args) = args.as_object() else { return args.to_string() };
    args.iter().filter(|(_, v)| !v.is_null()).map(|(k, v)| format!("{k}: {v}")).collect::<Vec<_>>().join(", ")
}

fn conclude(out: &mut impl Write, run: &Run) -> std::io::Result<()> {
    let Some(answer) = &run.answer else { return Ok(()) };
    writeln!(out, "\n{}", answer.text)?;
    for gap in &answer.gaps {
        writeln!(out, "Not covered: {gap}")?;
    }
    if !answer.sources.is_empty() {
        writeln!(out)?;
    }
    for (n, source) in answer.sources.iter().enumerate() {
        let day = source.day.map(|d| format!(", {d}")).unwrap_or_default();
        writeln!(out, "[{}] {} ({} {}{day}): {}", n + 1, source.title, source.kind, source.id, source.excerpt)?;
    }
    if let Some(grounding) = &run.grounding {
        let (checked, grounded) = (grounding.checked(), grounding.grounded());
        writeln!(out, "\n{grounded} of {checked} figures lead to a record.")?;
        for claim in grounding.claims.iter().filter(|c| c.found.is_none()) {
            writeln!(out, "  not verified: {}", claim.text)?;
        }
    }
    if let Some(r) = &run.receipt {
        writeln!(out, "{} iterations, {} tool calls, {} ms, {}", r.iterations, r.tool_calls, r.duration_ms, r.model)?;
    }
    Ok(())
}
