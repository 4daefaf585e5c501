//! `plumbline doctor`: checks what a desk depends on, changes nothing, and says what is wrong and what to do.
//! Deliberately not here: invalid settings, which every command reports at its start.

use std::net::TcpListener;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use app::components::words::search_mode;

use crate::api::settings;
use crate::config::{Config, Origin};
use crate::services::Services;
use crate::services::noted::Noted;
use crate::sources::Report;
use crate::store::audit::{self, Chain};
use crate::store::sessions::Whose;
use crate::store::{Db, accounts, backup, outbox, records, redact, runs};
use crate::world::World;

/// Check settings, database, search, model, sources, disk and clock, and say what to do
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Do not call the model, which costs a few tokens
    #[arg(long)]
    offline: bool,
}

/// The result of a check.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Right,
    /// It works, but needs attention.
    Look,
    Wrong,
}

/// The findings so far.
#[derive(Default)]
struct Findings {
    wrong: usize,
}

impl Findings {
    fn say(&mut self, what: &str, state: State, told: &str) -> Result<()> {
        let mark = match state {
            State::Right => "ok   ",
            State::Look => "look ",
            State::Wrong => "WRONG",
        };
        self.wrong += usize::from(state == State::Wrong);
        say!("{mark}  {what:10} {told}");
        Ok(())
    }
}

/// Free space, in MiB, below which something should be done, and below which the desk soon stops.
#[cfg(target_os = "linux")]
const LOW_MIB: u64 = 2_048;
#[cfg(target_os = "linux")]
const FULL_MIB: u64 = 100;
/// How far beyond the clock stored times may be, in milliseconds.
const AHEAD_MS: i64 = 60_000;

pub async fn run(args: Args, config: Config) -> Result<()> {
    let mut findings = Findings::default();
    let set = config.declared.iter().filter(|d| d.origin != Origin::Default).count();
    findings.say("Settings", State::Right, &format!("{set} set; `plumbline serve --print-config` shows all"))?;
    for warning in &config.warnings {
        findings.say("Settings", State::Look, warning)?;
    }
    address(&config, &mut findings)?;
    disk(&config, &mut findings)?;
    let services = match database(&config, &mut findings).await? {
        Some(db) => {
            db.close().await;
            Some(Services::open(config, World::real()).await)
        }
        None => None,
    };
    match services {
        Some(Ok(services)) => opened(&services, &args, &mut findings).await?,
        Some(Err(error)) => findings.say("Start", State::Wrong, &format!("{error:#}"))?,
        None => {}
    }
    match findings.wrong {
        0 => Ok(()),
        1 => bail!("one thing is wrong"),
        n => bail!("{n} things are wrong"),
    }
}

fn address(config: &Config, findings: &mut Findings) -> Result<()> {
    let addr = config.addr.value;
    match TcpListener::bind(addr) {
        Ok(_) => findings.say("Address", State::Right, &format!("{addr} is free")),
        Err(error) if error.kind() == std::io::ErrorKind::AddrInUse => findings.say(
            "Address",
            State::Look,
            &format!("{addr} is in use: by this desk, if it runs; else set PLUMBLINE_ADDR"),
        ),
        Err(error) => findings.say("Address", State::Wrong, &format!("{addr}: {error}. Set PLUMBLINE_ADDR.")),
    }
}

/// The database as is, neither created nor migrated; `None` if a server could not use it that way.
async fn database(config: &Config, findings: &mut Findings) -> Result<Option<Db>> {
    const WHAT: &str = "Database";
    let (url, shown) = (&config.database.value, redact(&config.database.value));
    if backup::file_of(url).is_some_and(|file| !file.exists()) {
        let told = format!("{shown} is not there yet: `plumbline serve` makes it, `plumbline demo` fills it");
        findings.say(WHAT, State::Look, &told)?;
        return Ok(None);
    }
    let db = match Db::connect(url).await {
        Ok(db) => db,
        Err(error) => {
            findings.say(WHAT, State::Wrong, &error.to_string())?;
            return Ok(None);
        }
    };
    match db.schema().await {
        Ok((found, known)) if found > known => {
            let told = format!(
                "{shown} has schema {found}, of a newer Plumbline; this one knows {known}. Install that version."
            );
            findings.say(WHAT, State::Wrong, &told)?;
        }
        Ok((found, known)) if found < known => {
            let told = format!("{shown} has schema {found}; the next start brings it to {known}. Make a backup first.");
            findings.say(WHAT, State::Look, &told)?;
        }
        Ok((_, known)) => {
            findings.say(WHAT, State::Right, &format!("{shown}, schema {known}"))?;
            return Ok(Some(db));
        }
        Err(error) => findings.say(WHAT, State::Wrong, &error.to_string())?,
    }
    Ok(None)
}

async fn opened(services: &Services, args: &Args, findings: &mut Findings) -> Result<()> {
    let totals = records::totals(&services.db).await?;
    match totals.communications {
        0 => findings.say(
            "Data",
            State::Look,
            "none yet: `plumbline demo`, `plumbline import`, or `plumbline source add`",
        )?,
        n => {
            let told = format!("{n} communications, {} cases, {} customers", totals.cases, totals.customers);
            findings.say("Data", State::Right, &told)?;
        }
    }
    let reached = !services.config.addr.value.ip().is_loopback() || services.config.server.origin.is_some();
    match (accounts::any(&services.db).await?, reached) {
        (true, _) => findings.say("Accounts", State::Right, "there are some: everybody signs in")?,
        (false, true) => {
            findings.say(
                "Accounts",
                State::Wrong,
                "none, so nobody can sign in: `plumbline user add NAME --role admin`",
            )?;
        }
        (false, false) => findings.say("Accounts", State::Look, "none: every user of this machine is the admin")?,
    }
    log(services, findings).await?;
    clock(services, findings).await?;
    let folder = services.config.search_folder().map_or("in memory".to_owned(), |folder| folder.display().to_string());
    let missing = services.search.vectors().models().missing();
    let state = if missing.is_some() { State::Look } else { State::Right };
    let how = match missing {
        Some(missing) => missing,
        None => search_mode(services.search.mode().await),
    };
    findings.say("Search", state, &format!("{how}; {folder}"))?;
    if args.offline {
        findings.say("Model", State::Right, &format!("{}; not asked", services.agent.model()))?;
    } else {
        let check = settings::check(services).await?;
        for line in &check.lines {
            let state = match line.good {
                Some(false) if check.works => State::Look,
                Some(false) => State::Wrong,
                _ => State::Right,
            };
            findings.say("Model", state, &format!("{}: {}", line.what, line.told))?;
        }
    }
    if let (waiting @ 1.., error) = outbox::troubled(&services.db).await? {
        let told = format!("{waiting} deliveries wait for another try: {}", error.unwrap_or_default());
        findings.say("Outbox", State::Look, &told)?;
    }
    sources(services, findings).await
}

/// The audit log: the chain, its guards, and the end recorded in the data folder.
async fn log(services: &Services, findings: &mut Findings) -> Result<()> {
    const WHAT: &str = "Audit log";
    let Chain { lines, before, head, broken } = audit::verify(&services.db).await?;
    let older = if before > 0 { format!("; {before} are from before there was a chain") } else { String::new() };
    match broken {
        None => {
            let told =
                format!("{lines} lines in one chain, which ends with {}{older}", head.get(..16).unwrap_or("none"));
            findings.say(WHAT, State::Right, &told)?;
        }
        Some(line) => {
            let told = format!(
                "line {line} was changed or removed outside this program; the lines before it are intact. Compare it \
                 with a backup, and ask who else may write to the database.{older}"
            );
            findings.say(WHAT, State::Wrong, &told)?;
        }
    }
    let missing = audit::missing_guards(&services.db).await?;
    if !missing.is_empty() {
        let told = format!(
            "the database no longer refuses changes to it: {} {} missing, off or changed. Only an owner of the \
             database can do that: ask who did, and restore what the migrations made.",
            missing.join(", "),
            if missing.len() == 1 { "is" } else { "are" }
        );
        findings.say(WHAT, State::Wrong, &told)?;
    }
    match services.noted().await? {
        Noted::Holds(_) => Ok(()),
        Noted::Nothing if lines == 0 => Ok(()),
        Noted::Nothing => {
            let told = "its end is not recorded in the data folder yet: a running server records it, \
                so that an emptied log is noticed";
            findings.say(WHAT, State::Look, told)
        }
        Noted::Gone(seq) => {
            let told = format!(
                "it once had {seq} lines, and line {seq} is missing or different: it was emptied, shortened or \
                rewritten. \
                 Compare it with a backup, and ask who else may write to the database."
            );
            findings.say(WHAT, State::Wrong, &told)
        }
        Noted::Forged => {
            let told = "its record in the data folder (audit.heads) was not signed by this server's key";
            findings.say(WHAT, State::Wrong, told)
        }
    }
}

async fn sources(services: &Services, findings: &mut Findings) -> Result<()> {
    let reports = services.declare_sources().await;
    let skills = services.take_in_skills(&mut Vec::new()).await;
    let used: usize = reports.iter().map(|r: &Report| r.sources.iter().filter(|(_, used, _)| *used).count()).sum();
    findings.say(
        "Sources",
        State::Right,
        &format!("{used} in use, declared in {}", services.config.sources.sources_dir.value),
    )?;
    for line in reports.iter().flat_map(Report::lines) {
        findings.say("Sources", State::Look, &line)?;
    }
    for trouble in skills.iter().filter(|trouble| !trouble.problem.harmless) {
        findings.say("Skills", State::Wrong, &trouble.to_string())?;
    }
    Ok(())
}

/// The last stored time must not be in the future.
async fn clock(services: &Services, findings: &mut Findings) -> Result<()> {
    let now = services.world.now();
    let last = runs::latest(&services.db, Whose::default(), 1).await?.first().map_or(0, |run| run.created_at);
    let told = model::time::full_time(now);
    if last > now + AHEAD_MS {
        let ahead = (last - now) / 60_000;
        let told =
            format!("it is {told} here, and the last question is {ahead} minutes later. Set this machine's clock.");
        return findings.say("Clock", State::Wrong, &told);
    }
    findings.say("Clock", State::Right, &told)
}

/// The folder itself, or its nearest existing parent.
fn there(folder: &Path) -> PathBuf {
    let above = folder.ancestors().find(|folder| folder.is_dir());
    above.map_or_else(|| PathBuf::from("."), Path::to_path_buf)
}

fn disk(config: &Config, findings: &mut Findings) -> Result<()> {
    let file = backup::file_of(&config.database.value);
    let beside = file.as_deref().and_then(Path::parent).map(Path::to_path_buf);
    let folder = there(&beside.unwrap_or_else(|| PathBuf::from(&config.data.folder.value)));
    let shown = folder.display();
    if let Err(error) = tempfile::tempfile_in(&folder) {
        return findings.say(
            "Disk",
            State::Wrong,
            &format!("{shown} cannot be written to: {error}. Give this user the right to."),
        );
    }
    #[cfg(target_os = "linux")]
    if let Ok(found) = nix::sys::statvfs::statvfs(&folder) {
        let free = (found.blocks_available() * found.fragment_size()) >> 20;
        let (state, advice) = match free {
            ..FULL_MIB => (State::Wrong, ": questions are refused when it is full. Make room."),
            FULL_MIB..LOW_MIB => (State::Look, ": make room before it is full."),
            _ => (State::Right, ""),
        };
        return findings.say("Disk", state, &format!("{free} MiB free in {shown}{advice}"));
    }
    findings.say("Disk", State::Right, &format!("{shown} can be written to"))
}
