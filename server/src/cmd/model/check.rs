//! `plumbline model check`: what the configured model can do.

use anyhow::{Result, bail};

use super::questions;
use crate::api::settings;
use crate::config::Config;

/// Check what the configured model (PLUMBLINE_LLM_…) can do, and what a question costs
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Also ask it five questions about the data that is there, and compare its figures with those counted by rules
    #[arg(long)]
    questions: bool,
}

pub async fn run(args: Args, config: Config) -> Result<()> {
    let services = crate::cmd::open(config).await?;
    let check = settings::check(&services).await?;
    let width = check.lines.iter().map(|l| l.what.len()).max().unwrap_or(0);
    for line in &check.lines {
        println!("{:width$}  {}", line.what, line.told);
    }
    if !check.works {
        bail!("the model does not answer");
    }
    if args.questions {
        questions::ask(services).await?;
    }
    Ok(())
}
