//! `plumbline ask "…"`: one question in the terminal, its steps shown while they happen, then the answer.

use std::io::{IsTerminal, Write};

use anyhow::{Result, bail};
use futures::StreamExt;
use model::account::Action;
use model::answer::Citation;
use model::approval::{Choice, Decision};
use model::run::{Run, RunEvent, RunStatus, StoredEvent, Strategy};
use model::session::Ask;
use serde_json::Value;
use tokio_util::sync::CancellationToken;

use crate::agent::By;
use crate::config::Config;

/// Ask one question; shows its steps as they happen, then the answer
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The question, in quotes
    question: String,
    /// Print the events as JSON lines instead
    #[arg(long)]
    json: bool,
    /// The strategy: auto, rules, react, tools or plan [default: PLUMBLINE_STRATEGY]
    #[arg(long)]
    strategy: Option<Strategy>,
}

pub async fn run(args: Args, config: Config) -> Result<()> {
    let services = super::open(config).await?;
    super::declare(&services).await;
    services.index(|_, _| {}).await?;
    services.search.vectors().show(&services.db).await?;
    let stop = CancellationToken::new();
    super::connect(&services, &stop).await;
    let keeper = {
        let (services, stop) = (services.clone(), stop.clone());
        tokio::spawn(async move {
            let traced = services.agent.observer().follow(&services.db, stop.clone());
            tokio::join!(services.agent.keep(stop.clone()), traced)
        })
    };
    let ask = Ask { query: args.question, strategy: args.strategy, ..Ask::default() };
    let characters = ask.query.chars().count();
    let asked = services.agent.ask(ask, "local", "terminal").await?;
    let detail = format!("{characters} characters in conversation {}", asked.session_id);
    super::note(&services.db, &services.world, Action::Asked, format!("run:{}", asked.run_id), &detail).await?;
    let cancel = services.agent.clone();
    let run_id = asked.run_id.clone();
    tokio::spawn(async move {
        if tokio::signal::ctrl_c().await.is_ok() {
            let _ = cancel.cancel_as(&run_id, By::person(super::by())).await;
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
        if let RunEvent::ApprovalRequested { approval, .. } = &event.event {
            if args.json || !std::io::stdin().is_terminal() {
                break;
            }
            let decision = if agrees().await? { Decision::Approve } else { Decision::Reject };
            let choice = Choice { decision, args: None, note: None };
            services.agent.decide_as(&asked.run_id, approval, choice, By::person(super::by())).await?;
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
        RunStatus::Waiting => {
            eprintln!("It waits for a person. Decide in the desk (plumbline serve), conversation {}.", run.session_id);
            Ok(())
        }
        _ => bail!("The run ended as {}.", run.status),
    }
}

/// Asks for approval of a proposal. Anything but a yes is a no.
async fn agrees() -> Result<bool> {
    let answer = tokio::task::spawn_blocking(|| {
        eprint!("Do it? [y/N] ");
        let mut line = String::new();
        std::io::stdin().read_line(&mut line).map(|_| line)
    });
    Ok(matches!(answer.await??.trim().to_lowercase().as_str(), "y" | "yes"))
}

/// One step, on one or several lines.
fn show(out: &mut impl Write, run: &Run, event: &StoredEvent) -> std::io::Result<()> {
    let Some(text) = step(&event.event) else { return Ok(()) };
    let (dim, plain) = if std::io::stderr().is_terminal() { ("\x1b[2m", "\x1b[0m") } else { ("", "") };
    writeln!(out, "{dim}{:>5} ms{plain}  {text}", event.at - run.started_at)
}

/// An event in words, if people follow it.
fn step(event: &RunEvent) -> Option<String> {
    Some(match event {
        RunEvent::Routed { route } => route.reasoning.clone(),
        RunEvent::Thought { text, .. } => format!("Thought: {text}"),
        RunEvent::ToolStarted { tool, args, .. } => format!("Call: {tool}({})", arguments(args)),
        RunEvent::ToolFinished { tool, outcome, duration_ms, .. } => {
            format!("Observation of {tool} ({duration_ms} ms): {}", outcome.in_words())
        }
        RunEvent::ApprovalRequested { tool, reason, proposal, .. } => {
            let value = |value: &Option<String>| value.clone().unwrap_or_else(|| "(nothing)".into());
            let changes = proposal.changes.iter().map(|change| {
                let before = (change.before != change.after).then(|| format!("{} → ", value(&change.before)));
                format!("\n            {}: {}{}", change.field, before.unwrap_or_default(), value(&change.after))
            });
            format!("{tool} proposes: {}. {reason}{}", proposal.title, changes.collect::<String>())
        }
        RunEvent::ApprovalDecided { decision, by, .. } => format!("{decision} by {by}"),
        RunEvent::Limit { text, .. } | RunEvent::Interrupted { text, .. } => text.clone(),
        RunEvent::Planned { reasoning, calls } => {
            let tools: Vec<&str> = calls.iter().map(|c| c.tool.as_str()).collect();
            format!("Plan: {reasoning} ({})", tools.join(", "))
        }
        RunEvent::Reflected { text, .. } => format!("Reflection: {text}"),
        RunEvent::Fallback { from, to, reason, .. } => format!("{reason} {from} gave way to {to}."),
        RunEvent::Retried { model, attempt, of, reason, .. } => {
            format!("{reason} {model} asked again ({attempt} of {of}).")
        }
        RunEvent::Failed { error, advice } => format!("Failed: {error} {advice}"),
        RunEvent::Cancelled { by } => format!("Stopped by {by}."),
        _ => return None,
    })
}

fn arguments(args: &Value) -> String {
    let Some(args) = args.as_object() else { return args.to_string() };
    args.iter().filter(|(_, v)| !v.is_null()).map(|(k, v)| format!("{k}: {v}")).collect::<Vec<_>>().join(", ")
}

fn conclude(out: &mut impl Write, run: &Run) -> std::io::Result<()> {
    let Some(answer) = &run.answer else { return Ok(()) };
    writeln!(out, "\n{}", answer.text)?;
    for gap in answer.caveats() {
        writeln!(out, "Not covered: {gap}")?;
    }
    if !answer.citations.is_empty() {
        writeln!(out)?;
    }
    for (number, citation) in run.numbered_citations() {
        match citation {
            Citation::Row(row) => {
                writeln!(out, "[{number}] {}: {}", run.tool_of(row).unwrap_or_default(), row.text)?;
            }
            Citation::Record(source) => {
                let day = source.day.map(|d| format!(", {d}")).unwrap_or_default();
                let (kind, id, mark) = (source.kind, &source.id, source.mark());
                writeln!(out, "[{number}] {} ({kind} {id}{mark}{day}): {}", source.title, source.quoted())?;
            }
        }
    }
    // For a clarification, the answer already lists them.
    let mut next = run.follow_ups.iter().filter(|question| !answer.text.contains(question.as_str())).peekable();
    if next.peek().is_some() {
        writeln!(out, "\nAsk next:")?;
    }
    for question in next {
        writeln!(out, "  {question}")?;
    }
    if let Some(grounding) = &run.grounding {
        let [cited, matched, not] = run.graded();
        writeln!(out, "\nFigures: {cited} cited, {matched} matched, {not} not verified.")?;
        for claim in grounding.claims.iter().filter(|c| c.found.is_none()) {
            writeln!(out, "  not verified: {}", claim.text)?;
        }
    }
    if let Some(r) = &run.receipt {
        writeln!(out, "{} iterations, {} tool calls, {} ms, {}", r.iterations, r.tool_calls, r.duration_ms, r.model)?;
    }
    Ok(())
}
