//! The command line: one file per command.

/// Prints a line. If nobody reads any more (`plumbline … | head`), the error ends the command quietly: see [`main`].
macro_rules! say {
    ($($text:tt)*) => {{
        use std::io::Write as _;
        writeln!(std::io::stdout(), $($text)*)?
    }};
}

mod ask;
mod audit;
mod backup;
mod brief;
mod chat;
pub mod demo;
mod doctor;
pub mod eval;
mod generate;
pub mod import;
mod index;
pub mod logging;
mod mcp;
mod migrate;
mod model;
mod pack;
mod privacy;
pub mod serve;
mod session;
mod settings;
mod skill;
mod source;
mod tools;
mod user;
mod words;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::LazyLock;

use ::model::account::{Action, Actor, AuditEntry};
use anyhow::{Context, Result, bail};
use clap::{Parser, Subcommand};
use indicatif::{ProgressBar, ProgressStyle};
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use crate::agent::Agent;
use crate::config::{Config, FILE, Flags};
use crate::services::Services;
use crate::store::{Db, audit as audit_log};
use crate::world::World;

/// The user of the command line for the audit log: this machine's user, and the channel.
fn by() -> Actor {
    #[cfg(target_os = "linux")]
    let user = nix::unistd::User::from_uid(nix::unistd::Uid::current()).ok().flatten().map(|user| user.name);
    #[cfg(not(target_os = "linux"))]
    let user = std::env::var("USER").or_else(|_| std::env::var("USERNAME")).ok();
    let who = user.unwrap_or_else(|| "unknown user".to_owned());
    Actor { channel: Some("command line".into()), ..Actor::named(who) }
}

/// Records an action of the command line before it happens.
async fn note(db: &Db, world: &World, action: Action, what: String, detail: &str) -> Result<()> {
    let entry = AuditEntry::new(world.id(), world.now(), &by(), action, what, detail.into());
    Ok(audit_log::add(db, &entry).await?)
}

/// A file's name for the audit log.
fn file_name(file: &Path) -> String {
    file.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

/// A research desk over a firm's customer data, in which every figure leads back to its record.
///
/// Settings come from flags, then environment variables, then plumbline.toml, then defaults; `plumbline serve
/// --print-config` shows the effective ones and their origin.
#[derive(Debug, Parser)]
#[command(name = "plumbline", version = VERSION.as_str())]
pub struct Cli {
    #[command(flatten)]
    settings: Settings,
    #[command(subcommand)]
    command: Command,
}

/// The settings common to all commands.
#[derive(Debug, clap::Args)]
pub struct Settings {
    /// The database: sqlite://FILE or postgres://USER:PASSWORD@HOST/NAME [env: PLUMBLINE_DATABASE]
    #[arg(long, global = true, value_name = "URL")]
    database: Option<String>,
    /// The day that "today" means, e.g. 2026-01-31 [env: PLUMBLINE_AS_OF] [default: the last day of the data]
    #[arg(long, global = true, value_name = "DAY")]
    as_of: Option<String>,
    /// The settings file; default: plumbline.toml in the current folder, if present [env: PLUMBLINE_CONFIG]
    #[arg(long, global = true, value_name = "PATH", env = "PLUMBLINE_CONFIG", hide_env = true)]
    config: Option<PathBuf>,
}

impl Settings {
    /// Loads the settings from flags, the environment and the file, and starts logging.
    ///
    /// # Errors
    /// If the file is missing or a setting is invalid; the message says what would be valid.
    pub fn load(self, addr: Option<String>) -> Result<Config> {
        let flags = Flags { addr, database: self.database, as_of: self.as_of };
        if let Some(named) = self.config.as_deref().filter(|named| !named.is_file()) {
            bail!("The file of settings {} is not there.", named.display());
        }
        let file = self.config.as_deref().unwrap_or(Path::new(FILE));
        let config = Config::gather(&flags, |name| std::env::var(name).ok(), file)?;
        config.check_names(std::env::vars_os().filter_map(|(name, _)| name.into_string().ok()))?;
        logging::start(&config)?;
        Ok(config)
    }
}

/// The versions of the program, of its database schema and of its API.
static VERSION: LazyLock<String> = LazyLock::new(|| {
    let (program, schema) = (env!("CARGO_PKG_VERSION"), crate::store::newest_known());
    format!("{program} (schema {schema}, API {})", crate::http::API)
});

#[derive(Debug, Subcommand)]
enum Command {
    Serve(serve::Args),
    Ask(ask::Args),
    Audit(audit::Args),
    Backup(backup::Args),
    Brief(brief::Args),
    Chat(chat::Args),
    Demo(demo::Args),
    Doctor(doctor::Args),
    /// Import records from files
    Import(import::Args),
    Index(index::Args),
    Mcp(mcp::Args),
    Migrate(migrate::Args),
    Model(model::Args),
    Privacy(privacy::Args),
    Restore(backup::RestoreArgs),
    Session(session::Args),
    Settings(settings::Args),
    Tools(tools::Args),
    Eval(eval::Args),
    Export(pack::Args),
    Verify(pack::VerifyArgs),
    Generate(generate::Args),
    Words(words::Args),
    User(user::Args),
    Source(source::Args),
    Skill(skill::Args),
}

/// Runs a command.
pub fn main(cli: Cli) -> ExitCode {
    exit_code("plumbline", run(cli))
}

/// The exit code of a program; prints its error.
pub fn exit_code(program: &str, done: Result<()>) -> ExitCode {
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // A closed pipe (`plumbline … | head`) needs no message.
            if is_broken_pipe(&error) {
                return ExitCode::SUCCESS;
            }
            let causes: Vec<String> = error.chain().map(ToString::to_string).collect();
            eprintln!("{program}: {}", causes.join(": "));
            ExitCode::FAILURE
        }
    }
}

fn run(cli: Cli) -> Result<()> {
    if let Command::Generate(args) = cli.command {
        return generate::run(args);
    }
    if let Command::Verify(args) = &cli.command {
        return pack::verify(args);
    }
    let addr = match &cli.command {
        Command::Serve(args) => args.addr.clone(),
        _ => None,
    };
    let config = cli.settings.load(addr)?;
    block_on(async {
        match cli.command {
            Command::Serve(args) => serve::run(args, config).await,
            Command::Ask(args) => ask::run(args, config).await,
            Command::Audit(args) => audit::run(args, config).await,
            Command::Backup(args) => backup::run(args, config).await,
            Command::Brief(args) => brief::run(args, config).await,
            Command::Chat(args) => chat::run(args, config).await,
            Command::Demo(args) => demo::run(args, config).await,
            Command::Doctor(args) => doctor::run(args, config).await,
            Command::Import(args) => import_records(args, config).await,
            Command::Index(args) => index::run(args, config).await,
            Command::Mcp(args) => mcp::run(args, config).await,
            Command::Migrate(_) => migrate::run(config).await,
            Command::Model(args) => model::run(args, config).await,
            Command::Privacy(args) => privacy::run(args, config).await,
            Command::Restore(args) => backup::restore(args, config).await,
            Command::Session(args) => session::run(args, config).await,
            Command::Settings(args) => settings::run(args, config).await,
            Command::Tools(args) => tools::run(args, config).await,
            Command::Eval(args) => eval::run(args, config).await,
            Command::Export(args) => pack::run(args, config).await,
            Command::Verify(args) => pack::verify(&args),
            Command::Generate(args) => generate::run(args),
            Command::Words(args) => words::run(args, config).await,
            Command::User(args) => user::run(args, config).await,
            Command::Source(args) => source::run(args, config).await,
            Command::Skill(args) => skill::run(args, config).await,
        }
    })
}

/// Runs an async command.
///
/// # Errors
/// Those of the command.
pub fn block_on(command: impl Future<Output = Result<()>>) -> Result<()> {
    tokio::runtime::Runtime::new().context("The async runtime cannot be started")?.block_on(command)
}

/// Imports, updating the search index in parallel.
async fn import_records(args: import::Args, config: Config) -> Result<()> {
    let services = open(config).await?;
    for file in args.stored() {
        let name = file_name(file);
        note(&services.db, &services.world, Action::Imported, format!("file:{name}"), "Started").await?;
    }
    let written = CancellationToken::new();
    let indexed = {
        let (search, db, written) = (services.search.clone(), services.db.clone(), written.clone());
        tokio::spawn(async move { search.catch_up_beside(&db, &written, |_, _| {}).await })
    };
    let imported = import::run_with(&services.db, services.search.vectors(), args).await;
    let stored = std::time::Instant::now();
    written.cancel();
    let added = indexed.await?.context("The search index could not be updated")?;
    if added > 0 {
        let after = stored.elapsed().as_secs_f64();
        say!("The search index is up to date: {added} records, {after:.1} s after the last of them was stored.");
    }
    imported?;
    index(&services).await
}

/// Updates keyword search, says what search by meaning still needs, and closes the store.
async fn index(services: &Services) -> Result<()> {
    keywords(services).await?;
    if services.cluster.is_some() {
        services.db.close().await;
        return Ok(());
    }
    let models = services.search.vectors().models();
    match models.missing() {
        Some(missing) => println!("{missing}"),
        None => {
            println!("Search by meaning follows: a server embeds texts in the background, `plumbline index` at once.")
        }
    }
    services.db.close().await;
    Ok(())
}

/// Updates the keyword index and says how long it took. If a server holds the index, it does this itself.
async fn keywords(services: &Services) -> Result<()> {
    let begun = std::time::Instant::now();
    let bar = progress("indexing {bar:30} {human_pos} of {human_len} records")?;
    let added = services.index(|done, all| show(&bar, done, all)).await?;
    bar.finish_and_clear();
    if added > 0 {
        say!("The search index is up to date: {added} records in {:.1} s.", begun.elapsed().as_secs_f64());
    }
    Ok(())
}

fn progress(template: &str) -> Result<ProgressBar> {
    let style = ProgressStyle::with_template(template).context("The progress bar's template is wrong")?;
    Ok(ProgressBar::new(0).with_style(style))
}

fn show(bar: &ProgressBar, done: u64, all: u64) {
    bar.set_length(all);
    bar.set_position(done);
}

/// Drives runs until `stop`.
fn drive(agent: &Agent, stop: &CancellationToken) -> JoinHandle<()> {
    let (agent, stop) = (agent.clone(), stop.clone());
    tokio::spawn(async move { agent.keep(stop).await })
}

/// Loads the firm's own sources and skills for a short-lived command, and reports their problems.
pub async fn declare(services: &Services) {
    for line in services.declare_sources().await.iter().flat_map(crate::sources::Report::lines) {
        tracing::warn!("{line}");
    }
    for trouble in services.take_in_skills(&mut Vec::new()).await {
        tracing::warn!("{trouble}");
    }
}

/// Maintains connections to MCP servers during a command, after waiting for the first attempts. They end with `stop`.
async fn connect(services: &Services, stop: &CancellationToken) {
    let (outside, stop) = (services.outside.clone(), stop.clone());
    tokio::spawn({
        let outside = outside.clone();
        async move { outside.follow(stop).await }
    });
    outside.tried(std::time::Duration::from_secs(10)).await;
}

/// Opens all services, for commands that work on data.
///
/// # Errors
/// If the database, the search index or a setting is unusable.
pub async fn open(config: Config) -> Result<Services> {
    Services::open(config, World::real()).await
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let kind = |c: &(dyn std::error::Error + 'static)| c.downcast_ref::<std::io::Error>().map(std::io::Error::kind);
    error.chain().any(|c| kind(c) == Some(std::io::ErrorKind::BrokenPipe))
}
