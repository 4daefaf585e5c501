//! The measured process: the server as run by `plumbline serve`, with an additional tool that costs nothing: the run is
//! measured, not the counting of records. All other tools are in the prompts as usual.

use std::io::BufRead;
use std::sync::Arc;

use anyhow::{Context, Result};
use chrono::NaiveDate;
use model::answer::{Coverage, Source};
use model::run::ToolOutput;
use model::time::DateRange;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;
use server::agent::Agent;
use server::config::{Config, Flags};
use server::services::Services;
use server::tools::{Registry, Tool, ToolContext, ToolError};
use server::world::World;
use server::{llm, skills};
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;
use tracing_subscriber::EnvFilter;

use super::counters;

/// The name of the tool that the scripted model calls.
pub const LOOK_UP: &str = "look_up_month";

#[derive(Debug, clap::Args)]
pub struct Args {
    /// The folder with the database; settings come from the environment
    database: String,
    /// Counts statements; nothing is logged then
    #[arg(long)]
    count: bool,
}

/// Serves until standard input closes. The first line of standard output is the address; each line of standard input is
/// answered with what is alive in the process.
pub fn main(args: Args) -> Result<()> {
    if args.count {
        counters::begin();
    } else {
        tracing_subscriber::fmt().with_env_filter(EnvFilter::try_new("info")?).with_writer(std::io::stderr).init();
    }
    let flags = Flags { addr: Some("127.0.0.1:0".into()), database: Some(args.database), ..Flags::default() };
    let config = Config::gather(&flags, |name| std::env::var(name).ok(), std::path::Path::new("no.toml"))?;
    tokio::runtime::Runtime::new()?.block_on(async {
        let services = services(config).await?;
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        println!("{}", listener.local_addr()?);
        let stop = CancellationToken::new();
        answer_questions(services.agent.clone(), stop.clone());
        server::cmd::serve::serve(services, listener, stop.cancelled_owned()).await
    })
}

async fn services(config: Config) -> Result<Services> {
    let services = Services::open(config, World::real()).await?;
    let Services { config, db, search, world, .. } = &services;
    let mut tools = skills::all().into_tools();
    tools.push(Arc::new(tool()));
    let model = llm::build(&config.models.llm()).context("The model cannot be set up")?;
    let registry = Arc::new(Registry::new(tools));
    let agent = Agent::new(db.clone(), registry, search.clone(), world.clone(), config.agent(), model);
    Ok(Services { agent, ..services })
}

/// Reports live objects, on its own thread.
fn answer_questions(agent: Agent, stop: CancellationToken) {
    let runtime = tokio::runtime::Handle::current();
    std::thread::spawn(move || {
        for _ in std::io::stdin().lock().lines() {
            let tasks = runtime.metrics().num_alive_tasks();
            println!("{}", json!({"tasks": tasks, "live": agent.live().len(), "statements": counters::statements()}));
        }
        stop.cancel();
    });
}

/// Which month.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct LookUp {
    /// As YYYY-MM.
    month: String,
}

/// The number of complaints that the tool returns for a month.
pub fn figure(month: &str) -> u32 {
    1000 + month.bytes().fold(0, |sum, b| (sum * 31 + u32::from(b)) % 997)
}

fn tool() -> Tool {
    Tool::reads(LOOK_UP, "How many complaints there were in a month.", look_up)
}

async fn look_up(_: ToolContext, args: LookUp) -> Result<ToolOutput, ToolError> {
    let complaints = figure(&args.month);
    let first: NaiveDate =
        format!("{}-01", args.month).parse().map_err(|_| ToolError::new("The month must be YYYY-MM."))?;
    let last = first + chrono::Months::new(1) - chrono::Days::new(1);
    let range = DateRange { from: Some(first), to: Some(last) };
    let source = Source {
        id: format!("comm-{complaints:05}"),
        title: "Osei Textiles".into(),
        excerpt: "I cannot get past the sign-in screen since the update.".into(),
        day: Some(first),
        channel: Some("email".into()),
        ..Source::default()
    };
    Ok(ToolOutput {
        data: json!({"month": args.month, "complaints": complaints, "timeRange": {"from": first, "to": last}}),
        summary: format!("{complaints} complaints in {}.", args.month),
        sources: vec![source],
        coverage: Some(Coverage {
            read: complaints.into(),
            available: complaints.into(),
            unit: "communications".into(),
            range,
        }),
        ..ToolOutput::default()
    })
}
