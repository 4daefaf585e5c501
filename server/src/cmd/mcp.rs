//! `plumbline mcp`: the desk as an MCP server on standard input and output, for an agent that starts it. Standard
//! output belongs to the protocol; all other output goes to standard error.

use anyhow::{Context, Result};
use model::account::Role;
use rmcp::ServiceExt;
use tokio_util::sync::CancellationToken;

use crate::api::mcp::Desk;
use crate::api::outside::{self as outside_tools, AcceptedTool, WaitingTool};
use crate::api::{Api, Caller};
use crate::config::Config;
use crate::outside::text;
use crate::store::Db;
use crate::world::World;

/// Serve the desk to an agent over the Model Context Protocol, on standard input and output
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    what: Option<Command>,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    /// Sign in, in a browser on this machine, to an MCP server whose tools the desk uses (sign_in = true in its
    /// settings)
    Login {
        /// The server's name: crm for [mcp.crm]
        name: String,
    },
    /// Show new and changed tools of an MCP server, and accept those given by their hashes
    Accept {
        /// The server's name: crm for [mcp.crm]
        name: String,
        #[arg(value_name = "HASH")]
        hashes: Vec<String>,
    },
}

/// Accepts the given waiting tools; shows the rest.
async fn accept(config: &Config, name: &str, hashes: &[String]) -> Result<()> {
    let (db, world) = (Db::open(&config.database.value).await?, World::real());
    let (named, others): (Vec<_>, Vec<_>) = outside_tools::waiting(&db)
        .await?
        .into_iter()
        .filter(|w| w.server == name)
        .partition(|w| hashes.contains(&w.hash));
    let missing = hashes.iter().find(|hash| named.iter().all(|w| w.hash != **hash));
    if let Some(hash) = missing {
        anyhow::bail!("No tool of {name} waits with the hash {hash}. Look with `plumbline mcp accept {name}`.");
    }
    for WaitingTool { tool, hash, .. } in named {
        let accepted = AcceptedTool { tool, hash };
        outside_tools::accept(&db, &world, name, &accepted, &super::by()).await?;
        say!("Accepted: {}. A running server uses it within a minute.", text::line(&accepted.tool, 64));
    }
    for one in &others {
        let what = if one.changed { "has changed" } else { "is new" };
        say!("{} {what}: {}\n  {}", text::line(&one.tool, 64), one.hash, text::line(&one.description, 4_000));
    }
    if others.is_empty() {
        say!("No other tool of {name} is waiting. The tools of a server are known once this desk has connected to it.");
    }
    db.close().await;
    Ok(())
}

pub async fn run(args: Args, config: Config) -> Result<()> {
    if let Some(Command::Login { name }) = &args.what {
        let servers = &config.outside.mcp;
        let server = servers.get(name).with_context(|| {
            let known = servers.keys().map(String::as_str).collect::<Vec<_>>().join(", ");
            format!(
                "The settings have no section [mcp.{name}]. There is: {}.",
                if known.is_empty() { "none" } else { &known }
            )
        })?;
        let open = |address: &str| eprintln!("Open this address in a browser on this machine and sign in:\n{address}");
        outside::mcp::oauth::login(server, open).await.map_err(anyhow::Error::msg)?;
        say!("Signed in to {name}. A running server uses it within a minute.");
        return Ok(());
    }
    if let Some(Command::Accept { name, hashes }) = &args.what {
        return accept(&config, name, hashes).await;
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
    // Whoever starts this program has its user's rights to the data.
    let caller = Caller::local(Role::Admin);
    let desk = Desk::new(Api { services: services.clone(), caller, channel: "mcp" });
    let serving = desk.serve(rmcp::transport::stdio_pipes()).await.context("No MCP client has greeted this server")?;
    serving.waiting().await.context("The connection broke off")?;
    stop.cancel();
    let _ = keeper.await;
    services.db.close().await;
    Ok(())
}
