//! `plumbline privacy`: deletes expired data, and erases customers.

use anyhow::{Result, bail};
use model::account::Action;
use tokio_util::sync::CancellationToken;

use crate::auth::sign_in;
use crate::config::Config;
use crate::privacy::erase::Folders;
use crate::privacy::{erase, sweep};
use crate::services::Services;

/// Delete expired data, and erase customers
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    act: Act,
}

#[derive(Debug, clap::Subcommand)]
enum Act {
    /// Delete data older than its retention period; a server does it every hour
    Sweep,
    /// Delete a customer with everything that names them: messages, cases, conversations, traces
    Erase {
        /// The customer's id
        customer: String,
        /// Do it; without this, only show what would be deleted
        #[arg(long)]
        yes: bool,
    },
}

pub async fn run(args: Args, config: Config) -> Result<()> {
    let services = super::open(config).await?;
    match args.act {
        Act::Sweep => swept(&services).await?,
        Act::Erase { customer, yes } => erased(&services, &customer, yes).await?,
    }
    services.db.close().await;
    Ok(())
}

async fn swept(services: &Services) -> Result<()> {
    let all = sweep::once(&services.db, &services.world, &services.config.privacy.retention()).await?;
    for (kind, gone) in &all {
        say!("{}: {gone} deleted", kind.as_str());
    }
    if all.is_empty() {
        say!(
            "Everything is kept forever. To change that, set PLUMBLINE_KEEP_CONVERSATIONS_DAYS and \
            the settings like it."
        );
    }
    follow(services).await
}

async fn erased(services: &Services, customer: &str, yes: bool) -> Result<()> {
    let folders = &Folders::from_config(&services.config);
    let what = erase::look(&services.db, folders, customer).await?;
    say!("Customer {customer}: {}.", what.summary());
    if what.mentions > 0 {
        say!("{} records of other customers mention the name; they are kept.", what.mentions);
    }
    if !yes {
        bail!("nothing was deleted; add --yes to do it. This cannot be undone.");
    }
    let about = format!("customer:{customer}");
    sign_in::note(services, &super::by(), Action::Erased, about, &what.summary()).await?;
    erase::erase(&services.db, &services.search, folders, customer).await?;
    say!("Erased.");
    follow(services).await
}

/// Updates index and vectors, if no server does.
async fn follow(services: &Services) -> Result<()> {
    services.index(|_, _| {}).await?;
    // Already cancelled: deleted texts are removed, and nothing new is embedded.
    let stopped = CancellationToken::new();
    stopped.cancel();
    services.search.vectors().catch_up(&services.db, &stopped, |_, _| {}).await?;
    Ok(())
}
