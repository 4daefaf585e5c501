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
pub struct Args {
    #[command(subcommand)]
    what: Option<What>,
}

#[derive(Debug, clap::Subcommand)]
enum What {
    /// Sign in, in a browser on this machine, to an MCP server whose tools the desk uses (sign_in = true in its settings)
    Login {
        /// The server's name: of [mcp.crm] it is crm
        name: String,
    },
}

pub async fn run(args: Args, config: Config) -> Result<()> {
    if let Some(What::Login { name }) = args.what {
        let servers = &config.outside.mcp;
        let server = servers.get(&name).with_context(|| {
            let known = servers.keys().map(String::as_str).collect::<Vec<_>>().join(", ");
            format!(
                "The settings have no section [mcp.{name}]. There is: {}.",
                if known.is_empty() { "none" } else { &known }
            )
        })?;
        let open = |address: &str| eprintln!("Open this address in a browser on this machine and sign in:\n{address}");
        outside::mcp::oauth::login(server, open).await.map_err(anyhow::Error::msg)?;
        say!("Signed in to {name}. A running server goes on with it within a minute.");
        return Ok(());
    }
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
