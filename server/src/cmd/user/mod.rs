//! `plumbline user`: manages accounts. Requires only write access to the database.

use anyhow::{Context, Result, bail};
use model::account::{Account, Action, CustomerBook, DataAccess, Role, TokenUse};
use model::time::{day_of, full_date, full_time};

use super::by;
use crate::auth::sign_in::{self, audit_subject};
use crate::config::Config;
use crate::query::values::pick;
use crate::services::Services;
use crate::store::accounts::{self, Change};
use crate::store::analytics::values;

/// Create, list and change accounts
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    act: Act,
}

#[derive(Debug, clap::Subcommand)]
enum Act {
    /// Create an account. Without a password it prints an invitation link; used again, a link to set a new password
    Add {
        name: String,
        /// manager, reviewer or admin
        #[arg(long, default_value = "manager")]
        role: Role,
        #[command(flatten)]
        customers: Customers,
        /// Read the password from standard input
        #[arg(long)]
        password_stdin: bool,
    },
    /// List the accounts
    List {
        /// Print JSON lines instead
        #[arg(long)]
        json: bool,
    },
    /// Set an account's role
    Role {
        name: String,
        /// manager, reviewer or admin
        role: Role,
    },
    /// Set which customers an account sees
    See {
        name: String,
        #[command(flatten)]
        customers: Customers,
    },
    /// Disable an account
    Disable { name: String },
    /// Enable it again
    Enable { name: String },
    /// Create an API token; it is shown once
    Token {
        /// The account's name
        user: String,
        /// The token's name
        #[arg(long)]
        name: String,
        /// read, ask, review or admin
        #[arg(long, default_value = "read")]
        may: TokenUse,
        /// Days until it expires, 1 to 365
        #[arg(long, default_value_t = 30)]
        days: u32,
    },
}

/// Which customers: all, or those matching any of the lists.
#[derive(Debug, clap::Args)]
struct Customers {
    /// All customers
    #[arg(long, conflicts_with_all = ["manager", "segment", "region"])]
    all: bool,
    /// Those of a relationship manager; repeatable, like the others
    #[arg(long, value_name = "NAME")]
    manager: Vec<String>,
    /// Those of a segment
    #[arg(long, value_name = "NAME")]
    segment: Vec<String>,
    /// Those of a region
    #[arg(long, value_name = "NAME")]
    region: Vec<String>,
}

impl Customers {
    /// `None` without options.
    fn sees(self) -> Option<DataAccess> {
        let book = CustomerBook { managers: self.manager, segments: self.segment, regions: self.region, only: None };
        match (self.all, book == CustomerBook::default()) {
            (true, _) => Some(DataAccess::All),
            (false, true) => None,
            (false, false) => Some(DataAccess::Some(book)),
        }
    }
}

pub async fn run(args: Args, config: Config) -> Result<()> {
    let services = super::open(config).await?;
    let done = act(&services, args.act).await;
    services.db.close().await;
    done
}

async fn act(services: &Services, act: Act) -> Result<()> {
    match act {
        Act::Add { name, role, customers, password_stdin } => {
            let sees = customers.sees().unwrap_or_default();
            known_names(services, &sees).await?;
            if !password_stdin {
                return invite(services, &name, role, sees).await;
            }
            let password = tokio::task::spawn_blocking(|| std::io::read_to_string(std::io::stdin())).await??;
            let password = password.trim_end_matches(['\r', '\n']);
            let account = sign_in::create(services, &name, role, sees, Some(password)).await?;
            note(services, &account, Action::AccountChanged, &format!("Made as {role}")).await?;
            say!("{} can sign in.", account.name);
            sees_nobody(&account.name, &account.sees);
        }
        Act::List { json } => {
            let all = accounts::all(&services.db).await?;
            for account in &all {
                if json {
                    say!("{}", serde_json::to_string(account)?);
                } else {
                    say!("{}", line(account));
                }
            }
            if all.is_empty() && !json {
                say!("There are no accounts. Make the first: plumbline user add NAME --role admin");
            }
        }
        Act::Role { name, role } => change(services, &name, Change::Role(role), format!("Its role is {role}")).await?,
        Act::See { name, customers } => {
            let sees = customers.sees().context("Say which customers: --all, or --manager, --segment or --region")?;
            known_names(services, &sees).await?;
            let detail = format!("It sees {}", sees.in_words());
            change(services, &name, Change::Sees(sees), detail).await?;
        }
        Act::Disable { name } => change(services, &name, Change::Disabled(true), "Disabled".into()).await?,
        Act::Enable { name } => change(services, &name, Change::Disabled(false), "Enabled".into()).await?,
        Act::Token { user, name, may, days } => {
            let account = known(services, &user).await?;
            let (token, secret) = sign_in::issue_token(services, &account.id, &name, may, days).await?;
            let detail = format!("“{}” may {may} for {days} days", token.name);
            note(services, &account, Action::TokenChanged, &detail).await?;
            say!("{secret}");
            eprintln!("It is shown only once, and is valid until {}.", full_date(day_of(token.expires_at)));
        }
    }
    Ok(())
}

async fn invite(services: &Services, name: &str, role: Role, sees: DataAccess) -> Result<()> {
    let there = accounts::by_name(&services.db, name).await?;
    let path = sign_in::invite(services, Some(name), role, sees.clone()).await?;
    let what = format!("account:{}", name.trim().to_lowercase());
    let (detail, says) = match &there {
        Some(_) => ("A link to a new password".to_owned(), "sets a new password for the existing account"),
        None => (format!("A link to join as {role}"), "makes the account"),
    };
    sign_in::note(services, &by(), Action::AccountChanged, what, &detail).await?;
    say!("{}{path}", super::serve::url(&services.config, services.config.addr.value));
    if there.is_none() && role < Role::Reviewer {
        sees_nobody(name, &sees);
    }
    let here = if accounts::any(&services.db).await? { "" } else { ", on this machine" };
    eprintln!("This link {says}. It works once, within a day{here}; the server must run.");
    Ok(())
}

/// New accounts see no customers by default: prints the command that changes it.
fn sees_nobody(name: &str, sees: &DataAccess) {
    if *sees == DataAccess::default() {
        eprintln!(
            "{name} sees no customers yet: `plumbline user see {name} --all`, or --manager, --segment or --region."
        );
    }
}

async fn note(services: &Services, account: &Account, action: Action, detail: &str) -> Result<()> {
    Ok(sign_in::note(services, &by(), action, audit_subject(account), detail).await?)
}

async fn known(services: &Services, name: &str) -> Result<Account> {
    match accounts::by_name(&services.db, name).await? {
        Some(account) => Ok(account),
        None => bail!("There is no account {name}. `plumbline user list` names them."),
    }
}

/// Every name must occur in the customer data, if there is any: a misspelt one would show nobody.
///
/// # Errors
/// For an unknown name, with the nearest known one.
async fn known_names(services: &Services, sees: &DataAccess) -> Result<()> {
    let DataAccess::Some(book) = sees else { return Ok(()) };
    let held = values::people(&services.db).await?;
    for (column, what, names) in [
        ("relationship_manager", "relationship manager", &book.managers),
        ("segment", "segment", &book.segments),
        ("region", "region", &book.regions),
    ] {
        let Some((_, known)) = held.iter().find(|(name, _)| *name == column) else { continue };
        let is_known = |name: &&String| known.iter().any(|own| own.to_lowercase() == name.to_lowercase());
        if let Some(name) = names.iter().find(|name| !is_known(name)).filter(|_| known.len() < values::MOST as usize) {
            bail!("{}", pick::unknown(what, name, known).0);
        }
    }
    Ok(())
}

async fn change(services: &Services, name: &str, change: Change, detail: String) -> Result<()> {
    let account = known(services, name).await?;
    accounts::change(&services.db, &account.id, change).await?;
    note(services, &account, Action::AccountChanged, &detail).await?;
    say!("{}", line(&accounts::get(&services.db, &account.id).await?));
    Ok(())
}

fn line(account: &Account) -> String {
    let last = account.signed_in_at.map_or("never signed in".into(), |at| format!("last signed in {}", full_time(at)));
    let disabled = if account.disabled { ", disabled" } else { "" };
    format!("{}: {}, sees {}, {last}{disabled}", account.name, account.role, account.sees.in_words())
}
