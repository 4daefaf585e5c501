//! `plumbline brief`: a person's due items and pins as Markdown, for a firm's own mailer.

use anyhow::{Result, bail};
use app::api::research::Research;
use model::account::{Action, Role};
use model::time::full_date;
use tokio_util::sync::CancellationToken;

use crate::api::Api;
use crate::api::home::brief::markdown;
use crate::auth::Caller;
use crate::config::Config;
use crate::store::accounts;

/// Print what is due and what was pinned, as Markdown
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The account; without accounts, the user of this machine
    #[arg(long = "for", value_name = "NAME", default_value = "local")]
    name: String,
}

pub async fn run(args: Args, config: Config) -> Result<()> {
    let services = super::open(config).await?;
    super::declare(&services).await;
    services.index(|_, _| {}).await?;
    let caller = match accounts::by_name(&services.db, &args.name).await? {
        Some(account) if account.disabled => bail!("The account {} is disabled.", account.name),
        Some(account) => Caller::from_account(account),
        None if args.name == "local" && !accounts::any(&services.db).await? => Caller::local(Role::Admin),
        None => bail!("There is no account {}. `plumbline user list` names them.", args.name),
    };
    let about = format!("account:{}", caller.name);
    super::note(&services.db, &services.world, Action::Opened, about, "What waits for them and what they pinned")
        .await?;
    // Pinned questions may have to be asked again.
    let stop = CancellationToken::new();
    let seen = services.seen_by(&caller.sees).await?;
    let keeper = super::drive(&seen.agent, &stop);
    let api = Api { services: seen, caller, channel: "terminal" };
    let home = api.home().await;
    let as_of = api.services.agent.as_of().await;
    stop.cancel();
    let _ = keeper.await;
    services.db.close().await;
    say!("# {}, {}\n\n{}", args.name, full_date(as_of?), markdown(&home?, &services.config.origin()).trim_end());
    Ok(())
}
