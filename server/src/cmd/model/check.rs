//! `plumbline model check`: what the configured model can do.

use anyhow::{Result, bail};

use crate::api::settings;
use crate::config::Config;

pub async fn run(config: Config) -> Result<()> {
    let services = crate::cmd::open(config).await?;
    let check = settings::check(&services).await?;
    let width = check.lines.iter().map(|l| l.what.len()).max().unwrap_or(0);
    for line in &check.lines {
        println!("{:width$}  {}", line.what, line.told);
    }
    if !check.works {
        bail!("the model does not answer");
    }
    Ok(())
}
