//! `plumbline brief`: what waits for somebody and what they pinned, as Markdown, for a firm's own mailer.

use anyhow::{Result, bail};
use app::api::research::Research;
use model::account::Role;
use model::number::exact;
use model::session::home::{Home, HomeList, Pin};
use model::time::{day_of, full_date};
use tokio_util::sync::CancellationToken;

use crate::api::Api;
use crate::auth::Caller;
use crate::config::Config;
use crate::store::accounts;

/// Print what waits for somebody and what they pinned, as Markdown
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The account; without accounts whoever uses this machine
    #[arg(long = "for", value_name = "NAME", default_value = "local")]
    name: String,
}

pub async fn run(args: Args, config: Config) -> Result<()> {
    let services = super::open(config).await?;
    super::declare(&services).await;
    services.index(|_, _| {}).await?;
    let caller = match accounts::by_name(&services.db, &args.name).await? {
        Some(account) if account.disabled => bail!("The account {} is disabled.", account.name),
        Some(account) => Caller::of(account),
        None if args.name == "local" && !accounts::any(&services.db).await? => Caller::local(Role::Admin),
        None => bail!("There is no account {}. `plumbline user list` names them.", args.name),
    };
    // What was pinned may have to be asked again.
    let stop = CancellationToken::new();
    let seen = services.seen_by(&caller.sees).await?;
    let keeper = tokio::spawn({
        let (agent, stop) = (seen.agent.clone(), stop.clone());
        async move { agent.keep(stop).await }
    });
    let api = Api { services: seen, caller, channel: "terminal" };
    let home = api.home().await;
    let as_of = api.services.agent.as_of().await;
    stop.cancel();
    let _ = keeper.await;
    services.db.close().await;
    say!("# {}, {}\n\n{}", args.name, full_date(as_of?), markdown(&home?, &services.config.origin()).trim_end());
    Ok(())
}

fn markdown(home: &Home, origin: &str) -> String {
    let mut out = String::new();
    if !home.pins.is_empty() {
        out.push_str("## Pinned\n\n");
        home.pins.iter().for_each(|it| out.push_str(&pin(it, origin)));
        out.push('\n');
    }
    home.lists.iter().for_each(|it| out.push_str(&list(it, origin)));
    if out.is_empty() { "Nothing waits.\n".into() } else { out }
}

fn pin(pin: &Pin, origin: &str) -> String {
    let changed = pin.change.zip(pin.before.as_ref()).map(|(change, (before, at))| {
        let sign = if change > 0.0 { "+" } else { "" };
        let why: Vec<String> = pin.why.iter().map(|(topic, n)| format!("{topic} {n:+}")).collect();
        let why = if why.is_empty() { String::new() } else { format!(": {}", why.join(", ")) };
        format!(" {sign}{} since {} ({before}){why}.", exact(change), full_date(day_of(*at)))
    });
    format!(
        "- [{}]({origin}/c/{}) {}{}\n",
        line(&pin.question),
        pin.session,
        line(&pin.says),
        changed.unwrap_or_default()
    )
}

fn list(list: &HomeList, origin: &str) -> String {
    let rows = list.rows.iter().map(|row| {
        let at = format!("{origin}{}", app::components::words::record_href(row.kind, &row.id));
        format!("- {}: [{}]({at}), {}\n", line(&row.customer), line(&row.text), row.mark)
    });
    format!("## {} ({})\n\n{}\n", list.title, list.total, rows.collect::<String>())
}

/// On one line, and without what Markdown reads as more than text.
fn line(text: &str) -> String {
    let plain = |c: char| if matches!(c, '[' | ']' | '<' | '>' | '`' | '*' | '|') { ' ' } else { c };
    text.split_whitespace().collect::<Vec<_>>().join(" ").chars().map(plain).collect()
}
