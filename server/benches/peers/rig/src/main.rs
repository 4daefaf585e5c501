//! The benchmark's run of four model calls and four tool calls in rig, which stores nothing: MODEL_ADDRESS AT_ONCE
//! RUNS.

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use futures::StreamExt;
use rig::agent::Agent;
use rig::completion::{Prompt, ToolDefinition};
use rig::prelude::*;
use rig::providers::openai::CompletionsClient;
use rig::providers::openai::completion::CompletionModel;
use rig::streaming::StreamingPrompt;
use rig::tool::Tool;
use serde::Deserialize;

static CALLS: AtomicUsize = AtomicUsize::new(0);

#[derive(Deserialize)]
struct Month {
    month: String,
}

struct LookUp;

impl Tool for LookUp {
    const NAME: &'static str = "look_up_month";
    type Error = Infallible;
    type Args = Month;
    type Output = String;

    async fn definition(&self, _: String) -> ToolDefinition {
        ToolDefinition {
            name: Self::NAME.into(),
            description: "How many complaints there were in a month.".into(),
            parameters: serde_json::json!({
                "type": "object", "properties": {"month": {"type": "string"}}, "required": ["month"],
            }),
        }
    }

    async fn call(&self, args: Month) -> Result<String, Infallible> {
        CALLS.fetch_add(1, Ordering::Relaxed);
        Ok(format!("There were 1234 complaints in {}.", args.month))
    }
}

type Model = Agent<CompletionModel>;

async fn drive(agents: &Arc<(Model, Model)>, at_once: usize, runs: usize) -> Result<()> {
    let left = Arc::new(AtomicUsize::new(runs));
    let workers = (0..at_once).map(|_| {
        let (agents, left) = (agents.clone(), left.clone());
        tokio::spawn(async move {
            while left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |n| n.checked_sub(1)).is_ok() {
                let mut stream = agents.0.stream_prompt("How many complaints were there?").multi_turn(6).await;
                while let Some(item) = stream.next().await {
                    item?;
                }
                agents.1.prompt("Three questions to ask next.").await?;
            }
            anyhow::Ok(())
        })
    });
    for worker in futures::future::join_all(workers).await {
        worker??;
    }
    Ok(())
}

/// CPU time of this process in user mode and in the kernel; the kernel counts in 1/100 s.
fn cpu() -> Result<Duration> {
    let text = std::fs::read_to_string("/proc/self/stat")?;
    let fields: Vec<&str> = text.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
    let ticks = |at: usize| -> Result<u32> { Ok(fields.get(at).context("a short /proc/self/stat")?.parse()?) };
    Ok(Duration::from_millis(10) * (ticks(11)? + ticks(12)?))
}

#[tokio::main]
async fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [address, at_once, runs] = arguments.as_slice() else { anyhow::bail!("MODEL_ADDRESS AT_ONCE RUNS") };
    let (at_once, runs): (usize, usize) = (at_once.parse()?, runs.parse()?);
    let client: CompletionsClient =
        CompletionsClient::builder().api_key("none").base_url(format!("http://{address}/v1")).build()?;
    let agents = Arc::new((client.agent("scripted").tool(LookUp).build(), client.agent("scripted").build()));
    drive(&agents, at_once, at_once.max(50)).await?;
    let (before, began, calls) = (cpu()?, Instant::now(), CALLS.load(Ordering::Relaxed));
    drive(&agents, at_once, runs).await?;
    let (used, seconds) = (cpu()?.saturating_sub(before).as_secs_f64(), began.elapsed().as_secs_f64());
    ensure!(CALLS.load(Ordering::Relaxed) - calls == runs * 4, "a run did not make four tool calls");
    println!(
        "rig: {at_once} at once: {:.2} ms CPU a run, {:.0} runs/s",
        used * 1e3 / runs as f64,
        runs as f64 / seconds
    );
    Ok(())
}
