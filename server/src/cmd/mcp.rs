//! `plumbline mcp`: the desk as an MCP server on standard input and output, for an agent that starts it. Standard output
//! belongs to the protocol; what is said beside it goes to standard error.

use anyhow::{Context, Result};
use model::account::Role;
use rmcp::ServiceExt;
use tokio_util::sync::CancellationToken;

use crate::api::mcp::Desk;
use crate::api::{Api, Caller};
use crate::config::Config;

/// Serve the desk to an agent by the Model Context Protocol, on standard input and output
#[derive(Debug, clap::Args)]
pub struct Args {}

pub async fn run(_: Args, config: Config) -> Result<()> {
    let services = super::open(config).await?;
    super::declare(&services).await;
    services.index(|_, _| {}).await?;
    services.search.vectors().show(&services.db).await?;
    let stop = CancellationToken::new();
    super::connect(&services, &stop).await;
    let keeper = {
        let (agent, stop) = (services.agent.clone(), stop.clone());
        tokio::spawn(async move { agent.keep(stop).await })
    };
    // Whoever starts this program may do with its data what its user may.
    let caller = Caller::local(Role::Admin);
    let desk = Desk::new(Api { services: services.clone(), caller, channel: "mcp" });
    let serving = desk.serve(rmcp::transport::stdio_pipes()).await.context("No MCP client has greeted this server")?;
    serving.waiting().await.context("The connection broke off")?;
    stop.cancel();
    let _ = keeper.await;
    services.db.close().await;
    Ok(())
}
