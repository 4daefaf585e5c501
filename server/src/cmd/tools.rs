//! `plumbline tools`: the callable tools, and the status of their origins.

use anyhow::Result;
use tokio_util::sync::CancellationToken;

use crate::config::Config;
use crate::tools::Effect;

/// List the tools for questions, and the servers and APIs that some come from
#[derive(Debug, clap::Args)]
pub struct Args {}

pub async fn run(_: Args, config: Config) -> Result<()> {
    let services = super::open(config).await?;
    super::declare(&services).await;
    let stop = CancellationToken::new();
    super::connect(&services, &stop).await;
    for tool in services.agent.tools().all() {
        let acts = if tool.effect == Effect::Acts { "acts " } else { "reads" };
        let first = tool.description.split_once(". ").map_or(&*tool.description, |(first, _)| first);
        say!("{acts}  {:40} {:22} {first}", tool.name, tool.skill.name);
    }
    for place in services.outside.standing() {
        let trouble = if place.trouble.is_empty() { String::new() } else { format!(": {}", place.trouble) };
        say!("{} {}: {}, {} tools{trouble}", place.kind, place.name, place.state, place.tools);
        if place.confined == Some(false) {
            say!("  This kernel has no Landlock: the program can read what the desk can read.");
        }
        if place.apart == Some(false) {
            say!(
                "  This kernel cannot keep a program from a port: it can call this desk like any user of this machine."
            );
        }
        for what in place.left_out {
            say!("  {what}");
        }
    }
    stop.cancel();
    services.db.close().await;
    Ok(())
}
